"""Everything that can still be marked with a throw, and what comes of it, in the plain subset of the rules.

Paths and arcs go by their numbers in `grids`. A seat may stop at any point and leave its grid as it is then; what that
is worth is said by `worth_left`, in the judgement of a `kind`. `told` is what that has to know of the others.
"""

from typing import Any

from cinquina.bots.the_choice.chances import worth_left
from cinquina.bots.the_choice.minds import ARC_AFTER, PATH_AFTER, WHOLE
from cinquina.bots.the_choice.values import failures_then
from cinquina.core.bits import has, lowest
from cinquina.games.the_choice import (
    BY_COLOUR,
    BY_SUM,
    CELLS_OF_COLOUR,
    CELLS_OF_NUMBER,
    COLOUR_OF,
    MOST_DICE,
    NUMBER_CELL,
    NUMBER_CELLS,
    RING_CELLS,
    THREE_DICE,
    State,
    printed,
)

IMPOSSIBLE = -1.0e9


def best_use(s: State, seat: int, kind: int, mind: Any, told: Any, path: int, arc: int, used: int) -> float:
    """The most that a seat's grid can be worth by marking on with any of the dice it has not used."""
    best = worth_of(s, seat, kind, mind, told, path, arc, used)
    left = THREE_DICE & ~used
    dice = left
    while dice:
        failures = failures_then(s, seat, used | dice)
        best = max(best, best_with(s, seat, kind, mind, told, path, arc, dice, failures))
        dice = dice - 1 & left
    return best


def best_with(
    s: State, seat: int, kind: int, mind: Any, told: Any, path: int, arc: int, dice: int, failures: int
) -> float:
    """The most when all of these dice are used, numbers before colours; IMPOSSIBLE if they cannot be."""
    if dice == 0:
        return worth_left(s, seat, kind, mind, told, path, arc, failures)
    best = best_by_colours(s, seat, kind, mind, told, path, arc, dice, failures)
    page = printed(s, seat, s.grid[seat])
    sum_up = dice
    while sum_up:
        cells = CELLS_OF_NUMBER[page][s.sums[sum_up]]
        while cells:
            there = mind[WHOLE][PATH_AFTER + path * NUMBER_CELLS + lowest(cells)]
            cells &= cells - 1
            if there >= 0:
                best = max(best, best_with(s, seat, kind, mind, told, there, arc, dice & ~sum_up, failures))
        sum_up = sum_up - 1 & dice
    return best


def best_by_colours(
    s: State, seat: int, kind: int, mind: Any, told: Any, path: int, arc: int, dice: int, failures: int
) -> float:
    """The same when each of them is used as a colour."""
    if dice == 0:
        return worth_left(s, seat, kind, mind, told, path, arc, failures)
    best = IMPOSSIBLE
    for die in range(MOST_DICE):
        cells = cells_of(s, seat, die) if has(dice, die) else 0
        while cells:
            there = mind[WHOLE][ARC_AFTER + arc * RING_CELLS + lowest(cells)]
            cells &= cells - 1
            if there >= 0:
                best = max(best, best_by_colours(s, seat, kind, mind, told, path, there, dice & ~(1 << die), failures))
    return best


def worth_of(s: State, seat: int, kind: int, mind: Any, told: Any, path: int, arc: int, used: int) -> float:
    """What it is worth to stop with so many dice used."""
    return worth_left(s, seat, kind, mind, told, path, arc, failures_then(s, seat, used))


def cells_of(s: State, seat: int, die: int) -> int:
    """The ring cells of the colour of a die."""
    return CELLS_OF_COLOUR[printed(s, seat, s.grid[seat])][COLOUR_OF[die][s.dice[die]]]


def worth_of_marking(
    s: State, seat: int, kind: int, mind: Any, told: Any, path: int, arc: int, cell: int, way: int
) -> float:
    """The most after crossing a cell in a certain way."""
    used = s.used[seat]
    if cell < NUMBER_CELL:
        arc = mind[WHOLE][ARC_AFTER + arc * RING_CELLS + cell]
        used |= 1 << way - BY_COLOUR
    else:
        path = mind[WHOLE][PATH_AFTER + path * NUMBER_CELLS + cell - NUMBER_CELL]
        used |= way - BY_SUM
    return best_use(s, seat, kind, mind, told, path, arc, used)
