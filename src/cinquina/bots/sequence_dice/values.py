"""The chance of every side to win: what has been learned of it, and the exact mean of that over a throw.

A position is valued where the dice are about to be thrown. The same source runs plain and compiled.
"""

from math import exp
from typing import Any, NamedTuple

from cinquina.bots.sequence_dice.features import (
    FEATURES,
    THREE,
    TWO,
    covered_numbers,
    feature_of_three,
    feature_of_two,
)
from cinquina.core.bits import lowest
from cinquina.core.position import FACES
from cinquina.core.state import CHOICE, OVER
from cinquina.games.sequence_dice import LEAST, MOST, SIZE, has_line, side, sides
from cinquina.sim.loops import copy_to
from cinquina.sim.placeholders import apply, land, legal

SHORTEST = 3  # the fewest in a row that win, whatever numbers are changed
LENGTHS = SIZE - SHORTEST + 1

THROWS = FACES**2
WAYS = tuple(max(0, FACES - abs(total - FACES - 1)) for total in range(MOST + 1))
"""By sum: in how many of the THROWS of two dice it falls."""
FACES_OF = tuple((max(1, total - FACES), min(total - 1, FACES)) for total in range(MOST + 1))
"""By sum: two faces that make it."""

Chances = tuple[float, float, float]
"""Of every side by its number; 0 for a side that is not there."""


class Tables(NamedTuple):
    """What has been learned: the weights of one game after the other; by sides and length where they begin."""

    weights: Any
    starts: Any


def chances(s: Any, tables: Tables) -> Chances:
    """Return the learned chances of a position before a throw, or the result when the game is over."""
    if s.phase == OVER:
        return won(s, 0), won(s, 1), won(s, 2)
    mover = side(s, s.active)
    start = tables.starts[sides(s) - TWO, s.length - SHORTEST]
    if sides(s) == TWO:
        chance = chance_of_two(s.chips[mover], s.chips[1 - mover], tables.weights, start)
        return (chance, 1.0 - chance, 0.0) if mover == 0 else (1.0 - chance, chance, 0.0)
    following = mover + 1 if mover + 1 < THREE else 0
    own, then, last = chances_of_three(
        s.chips[mover], s.chips[following], s.chips[THREE - mover - following], tables.weights, start
    )
    if mover == 0:
        return own, then, last
    return (last, own, then) if mover == 1 else (then, last, own)


def won(s: Any, team: int) -> float:
    """Return 1 if a side has won, else 0, as a chance."""
    return 1.0 if has_line(s, team) else 0.0


def chance_of_two(own: int, other: int, weights: Any, start: int) -> float:
    """Return the chance of the side that is about to throw, against one other."""
    covered = covered_numbers(own | other)
    total = 0.0
    for place in range(FEATURES):
        total += weights[start + feature_of_two(own, other, covered, place)]
    return 1.0 / (1.0 + exp(-total))


def chances_of_three(own: int, following: int, last: int, weights: Any, start: int) -> Chances:
    """Return the chances of the side that is about to throw, of the next and of the one after that."""
    first = 0.0
    second = 0.0
    for place in range(FEATURES):
        feature = start + 2 * feature_of_three(own, following, last, place)
        first += weights[feature]
        second += weights[feature + 1]
    most = max(first, second, 0.0)
    own_part, next_part, last_part = exp(first - most), exp(second - most), exp(-most)
    whole = own_part + next_part + last_part
    return own_part / whole, next_part / whole, last_part / whole


def after_sum(s: Any, spare: Any, place: int, total: int, tables: Tables) -> Chances:
    """Return the chances once a sum has been thrown and played by its thrower as seems best to it."""
    copy_to(spare, place, s)
    thrown = spare[place]
    land(thrown, FACES_OF[total])
    if thrown.phase != CHOICE:
        return chances(thrown, tables)
    seat = thrown.active
    rest = legal(thrown, seat)
    found = (0.0, 0.0, 0.0)
    most = -1.0
    while rest:
        copy_to(spare, place + 1, thrown)
        apply(spare[place + 1], seat, lowest(rest))
        rest &= rest - 1
        told = chances(spare[place + 1], tables)
        if told[side(s, seat)] > most:
            most = told[side(s, seat)]
            found = told
    return found


def before_throw(s: Any, spare: Any, place: int, tables: Tables) -> Chances:
    """Return the exact mean of the chances over a throw that is about to be made."""
    first = 0.0
    second = 0.0
    third = 0.0
    for total in range(LEAST, MOST + 1):
        told = after_sum(s, spare, place, total, tables)
        first += WAYS[total] * told[0]
        second += WAYS[total] * told[1]
        third += WAYS[total] * told[2]
    return first / THROWS, second / THROWS, third / THROWS
