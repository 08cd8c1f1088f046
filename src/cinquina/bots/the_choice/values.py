"""What a grid is worth as a throw leaves it, in the plain subset of the rules.

Points are those a player can expect at the end in all. `kind` says in whose judgement:
"""

from typing import NamedTuple

from cinquina.bots.the_choice.backward_induction import ENDED, LENGTHS
from cinquina.bots.the_choice.layout import (
    ABOUT_BOTH,
    ABOUT_PATH,
    ABOUT_RING,
    ARC_LENGTH,
    ARCS,
    GRID_STATES,
    PAGES,
    PATH_AFTER,
    PATH_LENGTH,
    PATHS,
    RACE_FIT,
    RACE_SLOTS,
    RACE_STEP,
    SOLO_SLOTS,
    STARTS,
    Tables,
)
from cinquina.core.bits import count
from cinquina.games.the_choice import GRIDS, NUMBER_CELLS, RING_CELLS, State, part, printed, wanted_dice
from cinquina.sim.loops import single

NAIVE, SOUND, ALONE, RACER, ABOUT_ALONE, ABOUT_RACE, CHANCE = 0, 1, 2, 3, 4, 5, 6
"""By crosses; by points and openings; exact, alone or with others; the same approximately; by the chance to win."""

CROSS = 1.0
FAILURE = 3.0
"""What a cross and a failure count for NAIVE."""
RING_REACH, RING_HOPE = 3, 0.6
PATH_REACH, PATH_HOPE = 3, 0.7
WAYS_ON = 3
FAILURE_PART = 0.5
NEW_GRID = 30.0
"""What SOUND adds to points: of path and ring, a part of what REACH more crosses would bring, with WAYS_ON ways on."""


class Grid(NamedTuple):
    """A grid as a throw leaves it: the numbers of its path and its arc, as `features` has them, and its failures."""

    path: int
    arc: int
    failures: int


def failures_then(s: State, seat: int, used: int) -> int:
    """Return the failures of a seat's grid after a throw of which it has used some dice."""
    return s.failures[seat][s.grid[seat]] + int(count(used) < wanted_dice(s, seat))


def points_before(s: State, seat: int) -> float:
    """Return the points of the grid a seat has left."""
    return float(part(s, seat, 0) + part(s, seat, 1)) if s.grid[seat] else 0.0


def points_now(s: State, tables: Tables, grid: Grid) -> float:
    """Return the points of a path and an arc."""
    steps, crosses = tables.whole[PATH_LENGTH + grid.path], tables.whole[ARC_LENGTH + grid.arc]
    return float(s.path_points[steps] + s.ring_points[crosses])


def is_full(tables: Tables, grid: Grid) -> bool:
    """Return whether all cells are crossed, which ends the game."""
    steps, crosses = tables.whole[PATH_LENGTH + grid.path], tables.whole[ARC_LENGTH + grid.arc]
    full: bool = steps == NUMBER_CELLS and crosses == RING_CELLS
    return full


def points_to_come(s: State, seat: int, kind: int, tables: Tables, grid: Grid) -> float:
    """Return the points of a seat at the end of the game, as a throw has left its grid."""
    now = points_before(s, seat) + points_now(s, tables, grid)
    if is_full(tables, grid):
        return now
    if kind == NAIVE:
        crosses: int = tables.whole[PATH_LENGTH + grid.path] + tables.whole[ARC_LENGTH + grid.arc]
        return now + CROSS * crosses - FAILURE * grid.failures + new_grid(s, seat, kind, tables)
    if grid.failures >= s.failures_to_end:
        return now + new_grid(s, seat, kind, tables)
    if kind == SOUND:
        return now + hope(s, seat, tables, grid)
    return points_before(s, seat) + worth_of_page(s, seat, kind, tables, grid)


def new_grid(s: State, seat: int, kind: int, tables: Tables) -> float:
    """Return what is still to come for a seat whose grid ends: a second one, unless this was it."""
    if s.grid[seat]:
        return 0.0
    if kind in (NAIVE, SOUND):
        return NEW_GRID
    page = printed(s, seat, 1)
    slot = tables.whole[RACE_SLOTS + page * GRIDS + 1]
    if kind == RACER and slot >= 0:
        racing: float = tables.race[slot * GRID_STATES] * RACE_STEP
        return racing
    start: float = tables.fractions[STARTS + int(kind in (RACER, ABOUT_RACE)) * PAGES + page]
    return start


def hope(s: State, seat: int, tables: Tables, grid: Grid) -> float:
    """Return what SOUND adds to the points: a part of those within reach, smaller the fewer failures are left."""
    crosses, steps = tables.whole[ARC_LENGTH + grid.arc], tables.whole[PATH_LENGTH + grid.path]
    ring = s.ring_points[min(crosses + RING_REACH, RING_CELLS)] - s.ring_points[crosses]
    ring_further = s.ring_points[RING_CELLS] - s.ring_points[crosses]
    ways = 0
    for cell in range(NUMBER_CELLS):
        ways += int(tables.whole[PATH_AFTER + grid.path * NUMBER_CELLS + cell] >= 0)
    ahead = s.path_points[min(steps + PATH_REACH, NUMBER_CELLS)] - s.path_points[steps]
    near: float = RING_HOPE * ring + RING_HOPE * ring_further / RING_CELLS * min(ways, 1)
    near += PATH_HOPE * ahead * min(ways, WAYS_ON) / WAYS_ON
    left = s.failures_to_end - grid.failures
    return new_grid(s, seat, SOUND, tables) + near * left / (left + FAILURE_PART)


def worth_of_page(s: State, seat: int, kind: int, tables: Tables, grid: Grid) -> float:
    """Return the points of a page from a table: of the grid in use, and of the second one if that is still to come."""
    which = s.grid[seat]
    page = printed(s, seat, which)
    column = ENDED - min(s.failures_to_end - grid.failures, ENDED)
    place = (grid.path * ARCS + grid.arc) * ENDED + column
    if kind == RACER:
        slot = tables.whole[RACE_SLOTS + page * GRIDS + which]
        if slot >= 0:
            racing: float = tables.race[slot * GRID_STATES + place] * RACE_STEP
            return racing
    if kind == ALONE:
        slot = tables.whole[SOLO_SLOTS + page * GRIDS + which]
        if slot >= 0:
            alone: float = tables.solo[slot * GRID_STATES + place]
            return alone
    return about(s, seat, kind, tables, grid, column)


def about(s: State, seat: int, kind: int, tables: Tables, grid: Grid, column: int) -> float:
    """Return an approximation for any page: the worth of the path, of the arc, and of their lengths together."""
    which = s.grid[seat]
    page = printed(s, seat, which)
    now = points_now(s, tables, grid)
    lengths = tables.whole[PATH_LENGTH + grid.path] * (RING_CELLS + 1) + tables.whole[ARC_LENGTH + grid.arc]
    fractions = tables.fractions
    by_path = fractions[ABOUT_PATH + (page * PATHS + grid.path) * ENDED + column]
    by_ring = fractions[ABOUT_RING + (page * ARCS + grid.arc) * ENDED + column]
    together = fractions[ABOUT_BOTH + (page * LENGTHS + lengths) * ENDED + column]
    alone = max(single(single(by_path + by_ring) + together), now)
    if kind in (ALONE, ABOUT_ALONE):
        return alone + new_grid(s, seat, kind, tables)
    fit = RACE_FIT + ((which * LENGTHS + lengths) * ENDED + column) * 2
    racing: float = fractions[fit] + fractions[fit + 1] * alone
    return max(racing, now) + new_grid(s, seat, kind, tables)
