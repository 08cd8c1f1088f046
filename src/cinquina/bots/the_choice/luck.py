"""The luck of a throw, in the plain subset of the rules."""

from typing import Any

from cinquina.bots.the_choice.chances import chance_of, coming_of, grid_of
from cinquina.bots.the_choice.layout import ARC_AFTER, PATH_AFTER, Tables
from cinquina.bots.the_choice.values import RACER, Grid, points_to_come
from cinquina.core.bits import has, lowest
from cinquina.core.position import FACES
from cinquina.games.the_choice import (
    CELLS_OF_COLOUR,
    CELLS_OF_NUMBER,
    COLOUR_OF,
    MOST_DICE,
    NUMBER_CELLS,
    RING_CELLS,
    State,
    printed,
    rolling,
)

DEVIATION = 12.0
GAIN = 0.6


def luck_of_throw(s: State, spare: Any, seat: int, tables: Tables, faces: Any) -> float:
    """Return what a throw brings a seat above the mean, less what it brings the others, as a chance to win.

    The dice are taken one by one, each for the best single cross it makes possible, so the mean is exact.
    """
    gain = GAIN * luck_of(s, seat, tables, faces)
    own = coming_of(s, seat, tables)
    ahead = 0.0
    for other in range(s.seats):
        if other != seat:
            gain -= GAIN * luck_of(s, other, tables, faces) / (s.seats - 1)
            ahead += (own - coming_of(s, other, tables)) / (s.seats - 1)
    chance = chance_of(ahead / DEVIATION)
    return chance * (1.0 - chance) * gain / DEVIATION if s.seats > 1 else 0.0


def luck_of(s: State, seat: int, tables: Tables, faces: Any) -> float:
    """Return what the thrown dice bring a seat above their mean, in points."""
    grid = grid_of(s, seat, tables)
    lucky = 0.0
    for die in range(MOST_DICE):
        if has(rolling(s), die):
            for face in range(1, FACES + 1):
                use = use_of_die(s, seat, tables, grid, die, face)
                lucky += use - use / FACES if face == faces[die] else -use / FACES
    return lucky


def use_of_die(s: State, seat: int, tables: Tables, grid: Grid, die: int, face: int) -> float:
    """Return what the best single cross with a die is worth; 0 if it makes none possible."""
    page = printed(s, seat, s.grid[seat])
    as_it_is = points_to_come(s, seat, RACER, tables, grid)
    best = 0.0
    cells = CELLS_OF_COLOUR[page][COLOUR_OF[die][face]]
    while cells:
        there = tables.whole[ARC_AFTER + grid.arc * RING_CELLS + lowest(cells)]
        cells &= cells - 1
        if there >= 0:
            then = Grid(grid.path, there, grid.failures)
            best = max(best, points_to_come(s, seat, RACER, tables, then) - as_it_is)
    cells = CELLS_OF_NUMBER[page][face]
    while cells:
        there = tables.whole[PATH_AFTER + grid.path * NUMBER_CELLS + lowest(cells)]
        cells &= cells - 1
        if there >= 0:
            then = Grid(there, grid.arc, grid.failures)
            best = max(best, points_to_come(s, seat, RACER, tables, then) - as_it_is)
    return best
