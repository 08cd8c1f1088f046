"""What sheets are worth, and what a throw is worth to one player, on average or as it falls.

For given white dice the best use of a colour depends on its own die alone, so a turn is the maximum of what can be had
without colours and of four independent dice. Its mean needs no loop over the 1296 throws of colours: the chance that
the maximum is below a value is the product of the four chances.

The values are those of the classic sheet with the usual numbers. There is a slice of them for every phase and number of
penalties. All of it is in the plain subset of the rules.
"""

from typing import Any, NamedTuple

from cinquina.bots.qwixx.features import (
    CELL_OF_SUM,
    CLASSIC,
    CLOSED,
    LEAST_SUM,
    NO_STEP,
    PAIR,
    USUAL_LOCKS,
    USUAL_PENALTIES,
    USUAL_PENALTY,
    USUAL_POINTS,
    USUAL_SHORT,
)
from cinquina.core.bits import has
from cinquina.core.state import OVER
from cinquina.games.qwixx import CELLS, COLOURED, MOST_SUM, ROW, ROW_BITS, ROWS, WHITE1, WHITE2
from cinquina.sim.placeholders import score

NEVER = -1e9
"""The worth of an option that is not available."""
SIDES = 6
COLOURED_THROWS: int = SIDES**ROWS
THROWS_OF_WHITES = SIDES * SIDES
MOST_VALUES = ROWS * SIDES
ALL_ROWS_CELLS = ROWS * CELLS

TABLES = ((1, 1.0), (2, 0.6), (2, 0.8), (2, 0.87), (2, 0.93))
"""Players and hazard of each table: for one player alone, and for games that are expected to end sooner or later."""
SOLO, SHORT, MIDDLE, USUAL, LONG = 0, 1, 2, 3, 4
GOES_ON = tuple(hazard ** (1 / players) for players, hazard in TABLES)
FIRST_SLICE = tuple(sum(players for players, _ in TABLES[:table]) * USUAL_PENALTIES for table in range(len(TABLES)))


class Tables(NamedTuple):
    """All tables of the bots."""

    classes: Any  # by the twelve bits of a row: its class
    thin: Any  # by slice and pair of rows: a list of numbers, see `compression`
    signs: Any  # by slice: the signs of the products of two lists
    first: Any  # the net of the expert, see `chances`: from inputs to hidden units
    skip: Any  # from inputs to the strength
    out: Any  # from hidden units to the strength
    steps: Any  # by class and cell: the class that a cross leads to
    gains: Any  # by class and cell: the points that a cross adds
    whole: Any  # by rows and slice: the values of all positions; empty at play


class Worths(NamedTuple):
    """The worth of sheets after a throw: by a table of all positions or, where that is empty, by lists and signs.

    Also what crosses lead to and add, the chance that the game goes on, and how many closed rows end it.
    """

    whole: Any  # by rows and slice
    thin: Any
    signs: Any
    steps: Any
    gains: Any
    goes_on: float
    locks: int


class Scratch(NamedTuple):
    """Scratch space: what one cross alone is worth, what a turn is worth with each cross, and values in order."""

    single: Any
    best: Any
    values: Any
    dice: Any
    left: Any


def new_scratch() -> Scratch:
    """Return scratch space for one turn."""
    never = [NEVER] * ALL_ROWS_CELLS
    return Scratch(never, [NEVER] * ALL_ROWS_CELLS, [0.0] * MOST_VALUES, [0] * MOST_VALUES, [0] * ROWS)


def place_of(kinds: Any) -> int:
    """Return the number of four rows, by their classes."""
    one: int = PAIR[kinds[0]][kinds[1]]
    other: int = PAIR[kinds[2]][kinds[3]]
    return one * (one + 1) // 2 + other if one > other else other * (other + 1) // 2 + one


def product_of(thin: Any, signs: Any, part: int, one: int, other: int) -> float:
    """Return the value of two pairs of rows from their lists."""
    left, right = thin[part, one], thin[part, other]
    total = 0.0
    for place in range(len(left)):
        total += left[place] * right[place] * signs[part, place]
    return total


def closed_rows(kinds: Any) -> int:
    """Return how many rows are closed."""
    closed = 0
    for row in range(ROWS):
        closed += int(kinds[row] == CLOSED)
    return closed


def worth_after(worths: Worths, part: int, kinds: Any) -> float:
    """Return what is still to come after a throw has been used; 0 when the game has ended."""
    if closed_rows(kinds) >= worths.locks:
        return 0.0
    if len(worths.whole):
        value: float = worths.whole[place_of(kinds), part]
        return worths.goes_on * value
    one, other = PAIR[kinds[0]][kinds[1]], PAIR[kinds[2]][kinds[3]]
    return worths.goes_on * product_of(worths.thin, worths.signs, part, one, other)


def cross_each(worths: Worths, part: int, kinds: Any, added: float, best: Any) -> None:
    """Raise `best` to the worth of each cross from here, plus what was `added` before it, where that is more."""
    for row in range(ROWS):
        before = kinds[row]
        for cell in range(CELLS):
            if worths.steps[before, cell] != NO_STEP:
                kinds[row] = worths.steps[before, cell]
                worth = added + worths.gains[before, cell]
                worth += worth_after(worths, part, kinds)
                best[row * CELLS + cell] = max(best[row * CELLS + cell], worth)
        kinds[row] = before


def use_whites(worths: Worths, part: int, kinds: Any, white: int, missed: float, scratch: Scratch) -> float:
    """Return the worth of a turn without colours, and write its worth with each use of the white sum.

    `missed` is the worth of no cross at all. What one cross alone is worth has been written before.
    """
    least = missed
    for place in range(ALL_ROWS_CELLS):
        scratch.best[place] = scratch.single[place]
    for row in range(ROWS):
        cell = CELL_OF_SUM[row][white]
        before = kinds[row]
        if worths.steps[before, cell] != NO_STEP:
            least = max(least, scratch.single[row * CELLS + cell])
            kinds[row] = worths.steps[before, cell]
            if closed_rows(kinds) < worths.locks:
                cross_each(worths, part, kinds, worths.gains[before, cell], scratch.best)
            kinds[row] = before
    return least


def expected_best(least: float, one: int, other: int, scratch: Scratch) -> float:
    """Return the mean of the best of `least` and of a coloured cross, over all throws of the coloured dice.

    `one` and `other` are the faces of the whites.
    """
    values, dice, left = scratch.values, scratch.dice, scratch.left
    found = 0
    for row in range(ROWS):
        left[row] = SIDES
        for face in range(1, SIDES + 1):
            value = best_of_colour(scratch.best, row, one, other, face)
            if value > least:
                place = found
                while place > 0 and values[place - 1] < value:
                    values[place] = values[place - 1]
                    dice[place] = dice[place - 1]
                    place -= 1
                values[place] = value
                dice[place] = row
                found += 1
    total: float = 0.0
    below: int = COLOURED_THROWS
    for place in range(found):
        left[dice[place]] -= 1
        still_below: int = left[0] * left[1] * left[2] * left[3]
        total += values[place] * (below - still_below)
        below = still_below
    return (total + least * below) / COLOURED_THROWS


def best_of_colour(best: Any, row: int, one: int, other: int, face: int) -> float:
    """Return the better of the two cells that a coloured die allows in its row."""
    cells = row * CELLS
    first: float = best[cells + CELL_OF_SUM[row][one + face]]
    second: float = best[cells + CELL_OF_SUM[row][other + face]]
    return max(first, second)


def own_turn(worths: Worths, part: int, kinds: Any, missed: float) -> float:
    """Return the value of a turn of one's own, on average over all throws; `part` is the slice that follows."""
    scratch = new_scratch()
    cross_each(worths, part, kinds, 0.0, scratch.single)
    total = 0.0
    for white in range(LEAST_SUM, MOST_SUM + 1):
        least = use_whites(worths, part, kinds, white, missed, scratch)
        for one in range(max(1, white - SIDES), white // 2 + 1):
            ways = 1 if one + one == white else 2
            total += ways * expected_best(least, one, white - one, scratch)
    return total / THROWS_OF_WHITES


def own_throw(worths: Worths, part: int, kinds: Any, missed: float, faces: Any) -> float:
    """Return the value of a turn of one's own with a given throw."""
    scratch = new_scratch()
    cross_each(worths, part, kinds, 0.0, scratch.single)
    one, other = faces[WHITE1], faces[WHITE2]
    most = use_whites(worths, part, kinds, one + other, missed, scratch)
    for row in range(ROWS):
        if kinds[row] != CLOSED:
            most = max(most, best_of_colour(scratch.best, row, one, other, faces[COLOURED + row]))
    return most


def others_throw(worths: Worths, part: int, kinds: Any, white: int) -> float:
    """Return the value of another player's turn with a given white sum, which is all of it that can be used."""
    most = worth_after(worths, part, kinds)
    for row in range(ROWS):
        cell = CELL_OF_SUM[row][white]
        before = kinds[row]
        if worths.steps[before, cell] != NO_STEP:
            kinds[row] = worths.steps[before, cell]
            most = max(most, worths.gains[before, cell] + worth_after(worths, part, kinds))
            kinds[row] = before
    return most


def others_turn(worths: Worths, part: int, kinds: Any) -> float:
    """Return the value of another player's turn, on average over all throws."""
    total = 0.0
    for white in range(LEAST_SUM, MOST_SUM + 1):
        ways = SIDES - abs(white - SIDES - 1)
        total += ways * others_throw(worths, part, kinds, white)
    return total / THROWS_OF_WHITES


# --- positions --------------------------------------------------------------------------------------------------


def fits(s: Any) -> bool:
    """Return whether the tables are for this game."""
    usual: bool = s.kind == CLASSIC and s.short == USUAL_SHORT and s.rows_to_end == USUAL_LOCKS
    usual = usual and s.penalty_points == USUAL_PENALTY and s.penalties_to_end == USUAL_PENALTIES
    for place in range(len(USUAL_POINTS)):
        usual = usual and s.row_points[place] == USUAL_POINTS[place]
    return usual


def kind_of(s: Any, seat: int, row: int, classes: Any) -> int:
    """Return the class of a row of a seat."""
    return CLOSED if has(s.closed, row * ROW_BITS) else classes[s.sheet[seat] >> row * ROW_BITS & ROW]


def slice_of(s: Any, seat: int, table: int, later: int) -> int:
    """Return the slice of a table for a seat, this many turns from now."""
    own = (s.active + later) % s.seats == seat
    phase = 0 if own or table == SOLO else 1
    penalties: int = s.penalties[seat]
    return FIRST_SLICE[table] + phase * USUAL_PENALTIES + penalties


def to_come(s: Any, seat: int, table: int, tables: Tables) -> float:
    """Return the points that a seat may still expect, before a throw."""
    classes = tables.classes
    one = PAIR[kind_of(s, seat, 0, classes)][kind_of(s, seat, 1, classes)]
    other = PAIR[kind_of(s, seat, 2, classes)][kind_of(s, seat, 3, classes)]
    return product_of(tables.thin, tables.signs, slice_of(s, seat, table, 0), one, other)


def expected_score(s: Any, seat: int, table: int, tables: Tables) -> float:
    """Return the points that a seat will have at the end, before a throw or when the game is over."""
    points = float(score(s, seat))
    return points if s.phase == OVER else points + GOES_ON[table] * to_come(s, seat, table, tables)
