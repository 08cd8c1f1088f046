"""Everything that can still be marked with a throw, and what comes of it, in the plain subset of the rules.

Paths and arcs go by their numbers in `features`. A seat may stop at any point and leave its grid as it is then;
`worth_left` gives what that is worth.
"""

from cinquina.bots.the_choice.chances import Judgement, worth_noted
from cinquina.bots.the_choice.layout import ARC_AFTER, PATH_AFTER
from cinquina.bots.the_choice.values import Grid, failures_then
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


def best_use(s: State, by: Judgement, grid: Grid, used: int) -> float:
    """Return the most that a seat's grid can be worth after marking with any of the dice it has not used."""
    best = worth_of(s, by, grid, used)
    left = THREE_DICE & ~used
    dice = left
    while dice:
        failures = failures_then(s, by.seat, used | dice)
        best = max(best, best_with(s, by, Grid(grid.path, grid.arc, failures), dice))
        dice = dice - 1 & left
    return best


def best_with(s: State, by: Judgement, grid: Grid, dice: int) -> float:
    """Return the most when all of these dice are used, numbers before colours; IMPOSSIBLE if they cannot be."""
    if dice == 0:
        return worth_noted(s, by, grid)
    best = best_by_colours(s, by, grid, dice)
    page = printed(s, by.seat, s.grid[by.seat])
    sum_up = dice
    while sum_up:
        cells = CELLS_OF_NUMBER[page][s.sums[sum_up]]
        while cells:
            there = by.tables.whole[PATH_AFTER + grid.path * NUMBER_CELLS + lowest(cells)]
            cells &= cells - 1
            if there >= 0:
                best = max(best, best_with(s, by, Grid(there, grid.arc, grid.failures), dice & ~sum_up))
        sum_up = sum_up - 1 & dice
    return best


def best_by_colours(s: State, by: Judgement, grid: Grid, dice: int) -> float:
    """Return the most when each of these dice is used as a colour."""
    if dice == 0:
        return worth_noted(s, by, grid)
    best = IMPOSSIBLE
    for die in range(MOST_DICE):
        cells = cells_of(s, by.seat, die) if has(dice, die) else 0
        while cells:
            there = by.tables.whole[ARC_AFTER + grid.arc * RING_CELLS + lowest(cells)]
            cells &= cells - 1
            if there >= 0:
                best = max(best, best_by_colours(s, by, Grid(grid.path, there, grid.failures), dice & ~(1 << die)))
    return best


def worth_of(s: State, by: Judgement, grid: Grid, used: int) -> float:
    """Return what it is worth to stop with this many dice used."""
    return worth_noted(s, by, Grid(grid.path, grid.arc, failures_then(s, by.seat, used)))


def cells_of(s: State, seat: int, die: int) -> int:
    """Return the ring cells of the colour of a die."""
    return CELLS_OF_COLOUR[printed(s, seat, s.grid[seat])][COLOUR_OF[die][s.dice[die]]]


def worth_of_marking(s: State, by: Judgement, grid: Grid, cell: int, way: int) -> float:
    """Return the most a grid can be worth after crossing a cell in a certain way."""
    path, arc, used = grid.path, grid.arc, s.used[by.seat]
    if cell < NUMBER_CELL:
        arc = by.tables.whole[ARC_AFTER + arc * RING_CELLS + cell]
        used |= 1 << way - BY_COLOUR
    else:
        path = by.tables.whole[PATH_AFTER + path * NUMBER_CELLS + cell - NUMBER_CELL]
        used |= way - BY_SUM
    return best_use(s, by, Grid(path, arc, grid.failures), used)
