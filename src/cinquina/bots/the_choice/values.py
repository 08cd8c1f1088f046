"""What a grid is worth as a throw leaves it, in the plain subset of the rules.

Points are those a player can expect at the end in all. `kind` says in whose judgement:
"""

from typing import Any

from cinquina.bots.the_choice.filling import ENDED, LENGTHS
from cinquina.bots.the_choice.minds import (
    ABOUT_BOTH,
    ABOUT_PATH,
    ABOUT_RING,
    ARC_LENGTH,
    ARCS,
    FRACTIONS,
    GRID_STATES,
    PAGES,
    PATH_AFTER,
    PATH_LENGTH,
    PATHS,
    RACE,
    RACE_FIT,
    RACE_SLOTS,
    RACE_STEP,
    SOLO,
    SOLO_SLOTS,
    STARTS,
    WHOLE,
)
from cinquina.core.bits import count
from cinquina.games.the_choice import GRIDS, NUMBER_CELLS, RING_CELLS, State, part, printed, wanted_dice

NAIVE, SOUND, ALONE, RACER, ABOUT_ALONE, ABOUT_RACE, CHANCE = 0, 1, 2, 3, 4, 5, 6
"""By crosses; by points and openings; exact, alone or with others; the same about right; by the chance to win."""

CROSS = 1.0
FAILURE = 3.0
"""What NAIVE thinks of a cross and of a failure."""
RING_REACH, RING_HOPE = 3, 0.6
PATH_REACH, PATH_HOPE = 3, 0.7
WAYS_ON = 3
FAILURE_PART = 0.5
NEW_GRID = 30.0
"""What SOUND hopes for: part of the points that so many more crosses would bring, with at least so many ways on."""


def failures_then(s: State, seat: int, used: int) -> int:
    """The failures of a seat's grid after a throw of which it has used some dice."""
    return s.failures[seat][s.grid[seat]] + int(count(used) < wanted_dice(s, seat))


def points_before(s: State, seat: int) -> float:
    """The points of the grid a seat has left."""
    return float(part(s, seat, 0) + part(s, seat, 1)) if s.grid[seat] else 0.0


def points_now(s: State, mind: Any, path: int, arc: int) -> float:
    """The points of a path and an arc."""
    return float(s.path_points[mind[WHOLE][PATH_LENGTH + path]] + s.ring_points[mind[WHOLE][ARC_LENGTH + arc]])


def is_full(mind: Any, path: int, arc: int) -> bool:
    """Whether all cells are crossed, which ends the game."""
    full: bool = mind[WHOLE][PATH_LENGTH + path] == NUMBER_CELLS and mind[WHOLE][ARC_LENGTH + arc] == RING_CELLS
    return full


def points_to_come(s: State, seat: int, kind: int, mind: Any, path: int, arc: int, failures: int) -> float:
    """The points of a seat at the end of the game, as a throw has left its grid."""
    now = points_before(s, seat) + points_now(s, mind, path, arc)
    if is_full(mind, path, arc):
        return now
    if kind == NAIVE:
        crosses: int = mind[WHOLE][PATH_LENGTH + path] + mind[WHOLE][ARC_LENGTH + arc]
        return now + CROSS * crosses - FAILURE * failures + new_grid(s, seat, kind, mind)
    if failures >= s.failures_to_end:
        return now + new_grid(s, seat, kind, mind)
    if kind == SOUND:
        return now + hope(s, seat, mind, path, arc, failures)
    return points_before(s, seat) + worth_of_page(s, seat, kind, mind, path, arc, failures)


def new_grid(s: State, seat: int, kind: int, mind: Any) -> float:
    """What is still to come for a seat whose grid ends: a second one, unless this was it."""
    if s.grid[seat]:
        return 0.0
    if kind in (NAIVE, SOUND):
        return NEW_GRID
    page = printed(s, seat, 1)
    slot = mind[WHOLE][RACE_SLOTS + page * GRIDS + 1]
    if kind == RACER and slot >= 0:
        racing: float = mind[RACE][slot * GRID_STATES] * RACE_STEP
        return racing
    start: float = mind[FRACTIONS][STARTS + int(kind in (RACER, ABOUT_RACE)) * PAGES + page]
    return start


def hope(s: State, seat: int, mind: Any, path: int, arc: int, failures: int) -> float:
    """What SOUND adds to the points: those that are near, the less the fewer failures are left."""
    crosses, steps = mind[WHOLE][ARC_LENGTH + arc], mind[WHOLE][PATH_LENGTH + path]
    ring = s.ring_points[min(crosses + RING_REACH, RING_CELLS)] - s.ring_points[crosses]
    ring_further = s.ring_points[RING_CELLS] - s.ring_points[crosses]
    ways = 0
    for cell in range(NUMBER_CELLS):
        ways += int(mind[WHOLE][PATH_AFTER + path * NUMBER_CELLS + cell] >= 0)
    ahead = s.path_points[min(steps + PATH_REACH, NUMBER_CELLS)] - s.path_points[steps]
    near: float = RING_HOPE * ring + RING_HOPE * ring_further / RING_CELLS * min(ways, 1)
    near += PATH_HOPE * ahead * min(ways, WAYS_ON) / WAYS_ON
    left = s.failures_to_end - failures
    return new_grid(s, seat, SOUND, mind) + near * left / (left + FAILURE_PART)


def worth_of_page(s: State, seat: int, kind: int, mind: Any, path: int, arc: int, failures: int) -> float:
    """The same from a table: of the grid in use, and of the second one where that is still to come."""
    grid = s.grid[seat]
    page = printed(s, seat, grid)
    column = ENDED - min(s.failures_to_end - failures, ENDED)
    place = (path * ARCS + arc) * ENDED + column
    if kind == RACER:
        slot = mind[WHOLE][RACE_SLOTS + page * GRIDS + grid]
        if slot >= 0:
            racing: float = mind[RACE][slot * GRID_STATES + place] * RACE_STEP
            return racing
    if kind == ALONE:
        slot = mind[WHOLE][SOLO_SLOTS + page * GRIDS + grid]
        if slot >= 0:
            alone: float = mind[SOLO][slot * GRID_STATES + place]
            return alone
    return about(s, seat, kind, mind, path, arc, column)


def about(s: State, seat: int, kind: int, mind: Any, path: int, arc: int, column: int) -> float:
    """The same for any page, about right: what path and arc are worth by themselves, and together by their lengths."""
    grid = s.grid[seat]
    page = printed(s, seat, grid)
    now = points_now(s, mind, path, arc)
    lengths = mind[WHOLE][PATH_LENGTH + path] * (RING_CELLS + 1) + mind[WHOLE][ARC_LENGTH + arc]
    fractions = mind[FRACTIONS]
    alone: float = fractions[ABOUT_PATH + (page * PATHS + path) * ENDED + column]
    alone += fractions[ABOUT_RING + (page * ARCS + arc) * ENDED + column]
    alone = max(alone + fractions[ABOUT_BOTH + (page * LENGTHS + lengths) * ENDED + column], now)
    if kind in (ALONE, ABOUT_ALONE):
        return alone + new_grid(s, seat, kind, mind)
    fit = RACE_FIT + ((grid * LENGTHS + lengths) * ENDED + column) * 2
    racing: float = fractions[fit] + fractions[fit + 1] * alone
    return max(racing, now) + new_grid(s, seat, kind, mind)
