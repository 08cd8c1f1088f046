"""The value of every state of a grid, from the fullest to the empty one, in the plain subset of the rules.

A throw is numbered 0 to 215. For a state all uses of dice on the path are joined with all uses of the other dice on the
ring; each such pair is looked up once, whatever the remaining dice show. The second throw is then decided by the means
over one, two or three of the dice.
"""

from typing import Any, NamedTuple

from cinquina.games.the_choice import FAILURE_IDS, MOST_DICE, NUMBER_CELLS, RING_CELLS, THREE_DICE

FACES = 6
SQUARE = FACES * FACES
THROWS = FACES * SQUARE
SIXTH = 1.0 / FACES
MASKS = THREE_DICE + 1
STRIDES = (SQUARE, FACES, 1)  # of each die in the number of a throw
WORST = -1.0e9
ENDED = len(FAILURE_IDS)  # the column of a grid that has ended, after those by failures
COLUMNS = ENDED + 1
LENGTHS = (NUMBER_CELLS + 1) * (RING_CELLS + 1)  # of a path and an arc together

# Where the best value with the dice of a bit set begins: none, each die, pairs, all three. See `place_of`.
FIRST, SECOND, THIRD = 0, FACES, 2 * FACES
NEAR = 3 * FACES  # the first and the second die
OUTER = NEAR + SQUARE  # the first and the third
FAR = OUTER + SQUARE  # the second and the third
ALL = FAR + SQUARE
PLACES = ALL + THROWS
BEGINNINGS = (0, FIRST, SECOND, NEAR, THIRD, OUTER, FAR, ALL)


class Ways(NamedTuple):
    """How paths or arcs grow; a place is the number of a path or an arc.

    `orders`: for each bit set of dice, the orders of its parts, ended by -1. `cells`: by throw and part, the cells that
    it crosses. `after`: by place and cell, the place that crossing it leads to.
    """

    orders: Any
    cells: Any
    after: Any


class Uses(NamedTuple):
    """Ways to use dice: where those of each bit set of dice begin, and the throw and the resulting place of each."""

    begins: Any
    throws: Any
    places: Any


class Terms(NamedTuple):
    """What a grid is played for, and how the game goes on.

    `after_grid`: points to expect once the grid has ended. `going_on`: the chance that the game goes on after a throw.
    `active_part`: the part of all throws in which the player is active. `wanted` and `wanted_of_others`: how many dice
    the active player, and any other player, has to use. `whole`: with a path of this number or a higher one and all of
    the ring, the game ends.
    """

    after_grid: float
    going_on: float
    active_part: float
    wanted: int
    wanted_of_others: int
    whole: int


class Growth(NamedTuple):
    """How a grid grows: its path, its ring by arc, and where what used dice show is kept, by bit set and throw."""

    path: Ways
    ring: Uses
    shown: Any


class Scratch(NamedTuple):
    """Scratch space: uses of a path, the best values by what used dice show and by throw, and means."""

    uses: Uses
    best: Any
    kept: Any
    means: Any


def face_of_die(throw: int, die: int) -> int:
    """Return what a die shows in a throw, from 0."""
    return throw // STRIDES[die] % FACES


def place_of(dice: int, throw: int) -> int:
    """Return the place of the best value with some dice of a throw."""
    place = 0
    for die in range(MOST_DICE):
        if dice >> die & 1:
            place = place * FACES + face_of_die(throw, die)
    return BEGINNINGS[dice] + place


def shown_by(throw: int, dice: int) -> int:
    """Return a throw in which only some dice keep their faces, and the others show the first face."""
    shown = 0
    for die in range(MOST_DICE):
        if dice >> die & 1:
            shown += face_of_die(throw, die) * STRIDES[die]
    return shown


def uses_of(first: int, ways: Ways, uses: Uses) -> int:
    """Find every way to use dice from a path or an arc on; return the number of ways."""
    found, orders, slots = 0, ways.orders, ways.cells.shape[2]
    for dice in range(MASKS):
        uses.begins[dice] = found
        for throw in range(THROWS):
            if shown_by(throw, dice) != throw:
                continue
            since = found
            order = 0
            while orders[dice, order, 0] >= 0:
                one, two, three = orders[dice, order, 0], orders[dice, order, 1], orders[dice, order, 2]
                order += 1
                for slot in range(slots if one else 1):
                    there = crossed_from(first, one, throw, slot, ways)
                    for slot_two in range(slots if two else 1):
                        then = crossed_from(there, two, throw, slot_two, ways)
                        for slot_three in range(slots if three else 1):
                            last = crossed_from(then, three, throw, slot_three, ways)
                            if last >= 0 and is_new(uses.places, since, found, last):
                                uses.throws[found] = throw
                                uses.places[found] = last
                                found += 1
    uses.begins[MASKS] = found
    return found


def crossed_from(place: int, dice: int, throw: int, slot: int, ways: Ways) -> int:
    """Return the place to which a part of the dice leads: the same place for no dice, -1 if it cannot be crossed."""
    if place < 0 or dice == 0:
        return place
    cell = ways.cells[throw, dice, slot]
    return ways.after[place, cell] if cell >= 0 else -1


def is_new(places: Any, since: int, found: int, place: int) -> bool:
    """Return whether a place is not among those noted from `since` on."""
    earlier = since
    while earlier < found and places[earlier] != place:
        earlier += 1
    return earlier == found


def fill(values: Any, points: Any, terms: Terms, growth: Growth, scratch: Scratch, span: tuple[int, int]) -> None:
    """Fill in the values of the paths of a span with all arcs, the last path first; those of longer paths are known.

    `values` has, for every path, arc and number of failures, the value of the grid once a throw has been marked. Its
    last column is the value of a grid that has ended: a player may always end it.
    """
    arcs = values.shape[1]
    for path in range(span[1] - 1, span[0] - 1, -1):
        uses_of(path, growth.path, scratch.uses)
        for arc in range(arcs - 1, -1, -1):
            now = points[path, arc]
            if path >= terms.whole and arc == arcs - 1:
                for failures in range(COLUMNS):
                    values[path, arc, failures] = now
                continue
            values[path, arc, ENDED] = now + terms.after_grid
            look_up(values, arc, scratch.uses, growth, scratch.best)
            for failures in range(ENDED - 1, -1, -1):
                value = worth_of_throw(values[path, arc], failures, terms, scratch)
                goes_on = terms.going_on * value + (1.0 - terms.going_on) * now
                values[path, arc, failures] = max(goes_on, now + terms.after_grid)


def worth_of_throw(own: Any, failures: int, terms: Terms, scratch: Scratch) -> float:
    """Return what a throw is worth on average, the player's own or another's."""
    value = 0.0
    if terms.active_part > 0.0:
        best_of_throws(own, failures, terms.wanted, scratch.best, scratch.kept)
        value += terms.active_part * with_second_throw(scratch.kept, scratch.means)
    if terms.active_part < 1.0:
        best_of_throws(own, failures, terms.wanted_of_others, scratch.best, scratch.kept)
        value += (1.0 - terms.active_part) * mean_of(scratch.kept)
    return value


def look_up(values: Any, arc: int, uses: Uses, growth: Growth, best: Any) -> None:
    """Write the best values after each use of dice, by what the used dice show, for each number of failures."""
    ring = growth.ring
    for place in range(PLACES):
        for failures in range(COLUMNS):
            best[place, failures] = WORST
    for dice in range(MASKS):
        for others in range(MASKS):
            if dice & others or dice | others == 0:
                continue
            used = dice | others
            for use in range(uses.begins[dice], uses.begins[dice + 1]):
                path = uses.places[use]
                throw = uses.throws[use]
                for mark in range(ring.begins[arc, others], ring.begins[arc, others + 1]):
                    take_best(best[growth.shown[used, throw + ring.throws[mark]]], values[path, ring.places[mark]])


def take_best(best: Any, values: Any) -> None:
    """Raise every column to a value, where that is better."""
    for failures in range(COLUMNS):
        if values[failures] > best[failures]:
            best[failures] = values[failures]


def best_of_throws(own: Any, failures: int, wanted: int, best: Any, kept: Any) -> None:
    """Write the best that can be marked with each throw if `wanted` dice must be used; `own` is for no marks."""
    none = own[failures + int(wanted > 0)]
    one = failures + int(wanted > 1)
    two = failures + int(wanted > 2)
    for a in range(FACES):
        alone = max(none, best[FIRST + a, one])
        for b in range(FACES):
            near = max(max(alone, best[SECOND + b, one]), best[NEAR + a * FACES + b, two])
            for c in range(FACES):
                more = max(best[OUTER + a * FACES + c, two], best[FAR + b * FACES + c, two])
                throw = a * SQUARE + b * FACES + c
                more = max(max(near, more), max(best[THIRD + c, one], best[ALL + throw, failures]))
                kept[throw] = more


def mean_of(kept: Any) -> float:
    """Return the mean over all throws."""
    total = 0.0
    for throw in range(THROWS):
        total += kept[throw]
    return total / THROWS


def with_second_throw(kept: Any, means: Any) -> float:
    """Return the mean over all throws when any of the dice may be thrown once more."""
    for place in range(ALL):
        means[place] = 0.0
    for a in range(FACES):
        for b in range(FACES):
            row = 0.0
            for c in range(FACES):
                value = kept[a * SQUARE + b * FACES + c] * SIXTH
                row += value
                means[OUTER + a * FACES + c] += value
                means[FAR + b * FACES + c] += value
            means[NEAR + a * FACES + b] = row
    everything = 0.0
    for a in range(FACES):
        for b in range(FACES):
            means[FIRST + a] += means[NEAR + a * FACES + b] * SIXTH
            means[SECOND + a] += means[NEAR + b * FACES + a] * SIXTH
            means[THIRD + a] += means[OUTER + b * FACES + a] * SIXTH
        everything += means[FIRST + a] * SIXTH
    total = 0.0
    for a in range(FACES):
        alone = max(everything, means[FIRST + a])
        for b in range(FACES):
            near = max(max(alone, means[SECOND + b]), means[NEAR + a * FACES + b])
            for c in range(FACES):
                more = max(max(means[THIRD + c], means[OUTER + a * FACES + c]), means[FAR + b * FACES + c])
                total += max(max(near, more), kept[a * SQUARE + b * FACES + c])
    return total / THROWS
