"""The luck of a throw, in the plain subset of the rules."""

from typing import Any

from cinquina.bots.the_choice.chances import arc_of, chance_of, coming_of, path_of
from cinquina.bots.the_choice.minds import ARC_AFTER, PATH_AFTER, WHOLE
from cinquina.bots.the_choice.values import RACER, points_to_come
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


def luck_of_throw(s: State, spare: Any, seat: int, mind: Any, faces: Any) -> float:
    """What a throw brings a seat more than throws do on average, less what it brings the others, as a chance to win.

    The dice are taken one by one, each for the best single cross it makes possible, so the mean is exact.
    """
    gain = GAIN * luck_of(s, seat, mind, faces)
    own = coming_of(s, seat, mind)
    ahead = 0.0
    for other in range(s.seats):
        if other != seat:
            gain -= GAIN * luck_of(s, other, mind, faces) / (s.seats - 1)
            ahead += (own - coming_of(s, other, mind)) / (s.seats - 1)
    chance = chance_of(ahead / DEVIATION)
    return chance * (1.0 - chance) * gain / DEVIATION if s.seats > 1 else 0.0


def luck_of(s: State, seat: int, mind: Any, faces: Any) -> float:
    """What the thrown dice bring a seat more than they do on average, in points."""
    path, arc = path_of(s, seat, mind), arc_of(s, seat, mind)
    lucky = 0.0
    for die in range(MOST_DICE):
        if has(rolling(s), die):
            for face in range(1, FACES + 1):
                use = use_of_die(s, seat, mind, path, arc, die, face)
                lucky += use - use / FACES if face == faces[die] else -use / FACES
    return lucky


def use_of_die(s: State, seat: int, mind: Any, path: int, arc: int, die: int, face: int) -> float:
    """What the best single cross with a die is worth; 0 if it makes none possible."""
    grid = s.grid[seat]
    page, failures = printed(s, seat, grid), s.failures[seat][grid]
    as_it_is = points_to_come(s, seat, RACER, mind, path, arc, failures)
    best = 0.0
    cells = CELLS_OF_COLOUR[page][COLOUR_OF[die][face]]
    while cells:
        there = mind[WHOLE][ARC_AFTER + arc * RING_CELLS + lowest(cells)]
        cells &= cells - 1
        if there >= 0:
            best = max(best, points_to_come(s, seat, RACER, mind, path, there, failures) - as_it_is)
    cells = CELLS_OF_NUMBER[page][face]
    while cells:
        there = mind[WHOLE][PATH_AFTER + path * NUMBER_CELLS + lowest(cells)]
        cells &= cells - 1
        if there >= 0:
            best = max(best, points_to_come(s, seat, RACER, mind, there, arc, failures) - as_it_is)
    return best
