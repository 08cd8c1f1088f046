"""The value of every state of a grid, from the fullest to the empty one, in the plain subset of the rules.

A throw is numbered 0 to 215. For a state all uses of dice on the path are joined with all uses of the other dice on the
ring; each such pair is looked up once, whatever the remaining dice show. The second throw is then decided by the means
over one, two or three of the dice.
"""

from typing import Any

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


def face_of_die(throw: int, die: int) -> int:
    """What a die shows in a throw, from 0."""
    return throw // STRIDES[die] % FACES


def place_of(dice: int, throw: int) -> int:
    """Where the best value is kept with some dice of a throw."""
    place = 0
    for die in range(MOST_DICE):
        if dice >> die & 1:
            place = place * FACES + face_of_die(throw, die)
    return BEGINNINGS[dice] + place


def shown_by(throw: int, dice: int) -> int:
    """A throw with the first face on all dice but some."""
    shown = 0
    for die in range(MOST_DICE):
        if dice >> die & 1:
            shown += face_of_die(throw, die) * STRIDES[die]
    return shown


def uses_of(first: int, orders: Any, cells_of: Any, after: Any, begins: Any, throws: Any, places: Any) -> int:
    """Every way to use dice from a path or an arc on: by bit set of dice, the throw and the place it leads to.

    `orders` has for each bit set of dice the orders of its parts, ended by -1; `cells_of` the cells a part crosses.
    """
    found = 0
    for dice in range(MASKS):
        begins[dice] = found
        for throw in range(THROWS):
            if shown_by(throw, dice) != throw:
                continue
            since = found
            order = 0
            while orders[dice, order, 0] >= 0:
                one, two, three = orders[dice, order, 0], orders[dice, order, 1], orders[dice, order, 2]
                order += 1
                for slot in range(cells_of.shape[2] if one else 1):
                    there = crossed_from(first, one, throw, slot, cells_of, after)
                    for slot_two in range(cells_of.shape[2] if two else 1):
                        then = crossed_from(there, two, throw, slot_two, cells_of, after)
                        for slot_three in range(cells_of.shape[2] if three else 1):
                            last = crossed_from(then, three, throw, slot_three, cells_of, after)
                            if last >= 0 and is_new(places, since, found, last):
                                throws[found] = throw
                                places[found] = last
                                found += 1
    begins[MASKS] = found
    return found


def crossed_from(place: int, dice: int, throw: int, slot: int, cells_of: Any, after: Any) -> int:
    """Where a part of the dice leads; the place itself for no dice, -1 for nowhere."""
    if place < 0 or dice == 0:
        return place
    cell = cells_of[throw, dice, slot]
    return after[place, cell] if cell >= 0 else -1


def is_new(places: Any, since: int, found: int, place: int) -> bool:
    """Whether a place has not been noted since."""
    earlier = since
    while earlier < found and places[earlier] != place:
        earlier += 1
    return earlier == found


def fill(
    values: Any,
    points: Any,
    after_grid: float,
    going_on: float,
    active_part: float,
    wanted: Any,
    whole: int,
    first: int,
    last: int,
    path: Any,
    ring: Any,
    room: Any,
) -> None:
    """Fill in the values of the paths from `last` - 1 down to `first`, with all arcs; all longer ones are filled in.

    `values` has for every path, arc and number of failures what the grid is worth once a throw has been marked; its
    last column is that of a grid that has ended, after which `after_grid` more is to be had, and which may always be
    ended at will. A grid with a path from `whole` on and the whole ring ends the game. After a throw the game goes on
    with the chance `going_on`; the player is active in so large a part of the throws. `path` says how paths grow,
    `ring` which uses the ring has for dice, `room` is for what is worked out meanwhile.
    """
    after, cells, orders, shown = path
    begins, throws, places, best, kept, means = room
    arcs = values.shape[1]
    for here in range(last - 1, first - 1, -1):
        uses_of(here, orders, cells, after, begins, throws, places)
        for arc in range(arcs - 1, -1, -1):
            now = points[here, arc]
            if here >= whole and arc == arcs - 1:
                for failures in range(COLUMNS):
                    values[here, arc, failures] = now
                continue
            values[here, arc, ENDED] = now + after_grid
            look_up(values, arc, begins, throws, places, ring, shown, best)
            for failures in range(ENDED - 1, -1, -1):
                value = 0.0
                if active_part > 0.0:
                    best_of_throws(values[here, arc], failures, wanted[0], best, kept)
                    value += active_part * with_second_throw(kept, means)
                if active_part < 1.0:
                    best_of_throws(values[here, arc], failures, wanted[1], best, kept)
                    value += (1.0 - active_part) * mean_of(kept)
                values[here, arc, failures] = max(going_on * value + (1.0 - going_on) * now, now + after_grid)


def look_up(values: Any, arc: int, begins: Any, throws: Any, places: Any, ring: Any, shown: Any, best: Any) -> None:
    """The best values after each use of dice, by what the used dice show, for each number of failures."""
    ring_begins, ring_throws, ring_places = ring
    for place in range(PLACES):
        for failures in range(COLUMNS):
            best[place, failures] = WORST
    for dice in range(MASKS):
        for others in range(MASKS):
            if dice & others or dice | others == 0:
                continue
            used = dice | others
            for use in range(begins[dice], begins[dice + 1]):
                path = places[use]
                throw = throws[use]
                for mark in range(ring_begins[arc, others], ring_begins[arc, others + 1]):
                    take_best(best[shown[used, throw + ring_throws[mark]]], values[path, ring_places[mark]])


def take_best(best: Any, values: Any) -> None:
    """Raise every column to a value, where that is better."""
    for failures in range(COLUMNS):
        if values[failures] > best[failures]:
            best[failures] = values[failures]


def best_of_throws(own: Any, failures: int, wanted: int, best: Any, kept: Any) -> None:
    """The best that can be marked with each throw, where so many dice are wanted; `own` is for marking nothing."""
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
    """The mean over all throws."""
    total = 0.0
    for throw in range(THROWS):
        total += kept[throw]
    return total / THROWS


def with_second_throw(kept: Any, means: Any) -> float:
    """The mean over all throws when any of the dice may be thrown once more."""
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
