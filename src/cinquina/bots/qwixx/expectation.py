"""What a throw is worth to one player, and what it is worth on average. In the plain subset of the rules.

For given white dice the best use of a colour depends on its own die alone, so a turn is the maximum of what can be had
without colours and of four independent dice. Its mean needs no loop over the 1296 throws of colours: the chance that
the maximum is below a value is the product of the four chances.

What sheets are worth afterwards comes from a table of all positions (`values[rows, slice]`) or, where that is empty,
from the lists that `squeeze` makes of such tables (`thin[slice, pair]` with `signs`). There is a slice for every phase
and number of penalties.
"""

from typing import Any

from cinquina.bots.qwixx.rows import CELL_OF_SUM, CLOSED, LEAST_SUM, NO_STEP, PAIR
from cinquina.games.qwixx import CELLS, COLOURED, MOST_SUM, ROWS, WHITE1, WHITE2

NEVER = -1e9
"""The worth of what cannot be done."""
SIDES = 6
COLOURED_THROWS: int = SIDES**ROWS
THROWS_OF_WHITES = SIDES * SIDES
MOST_VALUES = ROWS * SIDES
ALL_ROWS_CELLS = ROWS * CELLS


def place_of(kinds: Any) -> int:
    """The number of four rows, by their classes."""
    one: int = PAIR[kinds[0]][kinds[1]]
    other: int = PAIR[kinds[2]][kinds[3]]
    return one * (one + 1) // 2 + other if one > other else other * (other + 1) // 2 + one


def product_of(thin: Any, signs: Any, part: int, one: int, other: int) -> float:
    """The value of two pairs of rows from their lists."""
    total = 0.0
    for place in range(thin.shape[2]):
        total += thin[part, one, place] * thin[part, other, place] * signs[part, place]
    return total


def closed_rows(kinds: Any) -> int:
    """How many rows are closed."""
    closed = 0
    for row in range(ROWS):
        closed += int(kinds[row] == CLOSED)
    return closed


def worth_after(values: Any, thin: Any, signs: Any, part: int, kinds: Any, goes_on: float, locks: int) -> float:
    """What is still to come when a throw is dealt with; nothing when the game has ended."""
    if closed_rows(kinds) >= locks:
        return 0.0
    if len(values):
        value: float = values[place_of(kinds), part]
        return goes_on * value
    return goes_on * product_of(thin, signs, part, PAIR[kinds[0]][kinds[1]], PAIR[kinds[2]][kinds[3]])


def cross_each(
    values: Any, thin: Any, signs: Any, part: int, kinds: Any, step: Any, gain: Any, goes_on: float, locks: int,
    added: float, best: Any,
) -> None:  # fmt: skip
    """Put into `best` what each cross from here is worth, with what has been `added` before it, where that is more."""
    for row in range(ROWS):
        before = kinds[row]
        for cell in range(CELLS):
            if step[before, cell] != NO_STEP:
                kinds[row] = step[before, cell]
                worth = added + gain[before, cell]
                worth += worth_after(values, thin, signs, part, kinds, goes_on, locks)
                best[row * CELLS + cell] = max(best[row * CELLS + cell], worth)
        kinds[row] = before


def use_whites(
    values: Any, thin: Any, signs: Any, part: int, kinds: Any, step: Any, gain: Any, goes_on: float, locks: int,
    white: int, missed: float, single: Any, best: Any,
) -> float:  # fmt: skip
    """What a turn is worth without colours, `missed` with no cross at all; `best` becomes what it is worth with each.

    `single` has what one cross alone is worth.
    """
    least = missed
    for place in range(ALL_ROWS_CELLS):
        best[place] = single[place]
    for row in range(ROWS):
        cell = CELL_OF_SUM[row][white]
        before = kinds[row]
        if step[before, cell] != NO_STEP:
            least = max(least, single[row * CELLS + cell])
            kinds[row] = step[before, cell]
            if closed_rows(kinds) < locks:
                added = gain[before, cell]
                cross_each(values, thin, signs, part, kinds, step, gain, goes_on, locks, added, best)
            kinds[row] = before
    return least


def expected_best(least: float, best: Any, one: int, other: int, sorted_values: Any, dice: Any, left: Any) -> float:
    """The mean of the best of `least` and of a coloured cross, over all throws of the coloured dice.

    `one` and `other` are the faces of the whites; `sorted_values`, `dice` and `left` are room to work in.
    """
    found = 0
    for row in range(ROWS):
        left[row] = SIDES
        for face in range(1, SIDES + 1):
            value = best_of_colour(best, row, one, other, face)
            if value > least:
                place = found
                while place > 0 and sorted_values[place - 1] < value:
                    sorted_values[place] = sorted_values[place - 1]
                    dice[place] = dice[place - 1]
                    place -= 1
                sorted_values[place] = value
                dice[place] = row
                found += 1
    total: float = 0.0
    below: int = COLOURED_THROWS
    for place in range(found):
        left[dice[place]] -= 1
        still_below: int = left[0] * left[1] * left[2] * left[3]
        total += sorted_values[place] * (below - still_below)
        below = still_below
    return (total + least * below) / COLOURED_THROWS


def best_of_colour(best: Any, row: int, one: int, other: int, face: int) -> float:
    """The better of the two cells that a coloured die allows in its row."""
    cells = row * CELLS
    first: float = best[cells + CELL_OF_SUM[row][one + face]]
    second: float = best[cells + CELL_OF_SUM[row][other + face]]
    return max(first, second)


def own_turn(
    values: Any, thin: Any, signs: Any, part: int, kinds: Any, step: Any, gain: Any, goes_on: float, locks: int,
    missed: float,
) -> float:  # fmt: skip
    """The value of a turn of one's own, on average over all throws; `part` is the slice that follows."""
    single, best = [NEVER] * ALL_ROWS_CELLS, [NEVER] * ALL_ROWS_CELLS
    sorted_values, dice, left = [0.0] * MOST_VALUES, [0] * MOST_VALUES, [0] * ROWS
    cross_each(values, thin, signs, part, kinds, step, gain, goes_on, locks, 0.0, single)
    total = 0.0
    for white in range(LEAST_SUM, MOST_SUM + 1):
        least = use_whites(
            values, thin, signs, part, kinds, step, gain, goes_on, locks, white, missed, single, best
        )  # fmt: skip
        for one in range(max(1, white - SIDES), white // 2 + 1):
            ways = 1 if one + one == white else 2
            total += ways * expected_best(least, best, one, white - one, sorted_values, dice, left)
    return total / THROWS_OF_WHITES


def own_throw(
    values: Any, thin: Any, signs: Any, part: int, kinds: Any, step: Any, gain: Any, goes_on: float, locks: int,
    missed: float, faces: Any,
) -> float:  # fmt: skip
    """The value of a turn of one's own with a given throw."""
    single, best = [NEVER] * ALL_ROWS_CELLS, [NEVER] * ALL_ROWS_CELLS
    cross_each(values, thin, signs, part, kinds, step, gain, goes_on, locks, 0.0, single)
    one, other = faces[WHITE1], faces[WHITE2]
    most = use_whites(
        values, thin, signs, part, kinds, step, gain, goes_on, locks, one + other, missed, single, best
    )  # fmt: skip
    for row in range(ROWS):
        if kinds[row] != CLOSED:
            most = max(most, best_of_colour(best, row, one, other, faces[COLOURED + row]))
    return most


def others_throw(
    values: Any, thin: Any, signs: Any, part: int, kinds: Any, step: Any, gain: Any, goes_on: float, locks: int,
    white: int,
) -> float:  # fmt: skip
    """The value of another player's turn with a given white sum, which is all of it that can be used."""
    most = worth_after(values, thin, signs, part, kinds, goes_on, locks)
    for row in range(ROWS):
        cell = CELL_OF_SUM[row][white]
        before = kinds[row]
        if step[before, cell] != NO_STEP:
            kinds[row] = step[before, cell]
            most = max(most, gain[before, cell] + worth_after(values, thin, signs, part, kinds, goes_on, locks))
            kinds[row] = before
    return most


def others_turn(
    values: Any, thin: Any, signs: Any, part: int, kinds: Any, step: Any, gain: Any, goes_on: float, locks: int
) -> float:
    """The same on average over all throws."""
    total = 0.0
    for white in range(LEAST_SUM, MOST_SUM + 1):
        ways = SIDES - abs(white - SIDES - 1)
        total += ways * others_throw(values, thin, signs, part, kinds, step, gain, goes_on, locks, white)
    return total / THROWS_OF_WHITES
