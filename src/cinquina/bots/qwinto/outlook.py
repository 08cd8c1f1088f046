"""Chances to win: what a sum means to everybody, when it stands and each seat answers it as it is best for itself.

Every sheet has a strength; while the game goes on a seat wins with a chance proportional to the exponential of it. A
seat that can end the game does so when it wins more often that way than by going on.
"""

import math
from typing import Any

from cinquina.bots.qwinto.turn import NOWHERE, OUTCOMES, PASSED, SUMS, WAYS, before_throw, gain
from cinquina.core.bits import count, has
from cinquina.core.position import FACES
from cinquina.games.qwinto import ROWS

MOST_SEATS = 6
SURE = 0.9
"""How sure a seat is that others end the game when that is best for them."""
STRENGTHS, ENDS, POINTS = 0, MOST_SEATS, 2 * MOST_SEATS
OUTLOOK = 3 * MOST_SEATS
"""What is known of a sum: every seat's strength after its best entry, its final score if it ends the game, its points
after the best entry."""


def going_on(outlook: Any, seat: int, seats: int, strength: float) -> float:
    """The chance of a seat of some strength while the game goes on."""
    total = 1.0
    for other in range(seats):
        if other != seat:
            total += math.exp(min(outlook[STRENGTHS + other] - strength, 700.0))
    return 1.0 / total


def at_end(outlook: Any, seat: int, seats: int, ending: int, points: float) -> float:
    """A seat's part of the win with so many points, when the seats of a bit set end the game."""
    shared = 1
    for other in range(seats):
        if other != seat:
            score = outlook[ENDS + other] if has(ending, other) else outlook[POINTS + other]
            if score > points:
                return 0.0
            shared += int(score == points)
    return 1.0 / shared


def look(best: Any, final: Any, points: Any, seats: int, dice: int, total: int, near: bool, outlook: Any) -> int:
    """What a sum that stands brings to every seat; the bit set of the seats that end the game with it."""
    for seat in range(seats):
        outlook[STRENGTHS + seat] = gain(best[seat], dice, total)
        if near:
            most = best[seat][PASSED]
            have = points[seat][PASSED]
            for row in range(ROWS):
                if has(dice, row) and best[seat][row * SUMS + total] > most:
                    most = best[seat][row * SUMS + total]
                    have = points[seat][row * SUMS + total]
            outlook[POINTS + seat] = have
            outlook[ENDS + seat] = gain(final[seat], dice, total)
    if not near:
        return 0
    ending = 0
    for seat in range(seats):
        strength, end = outlook[STRENGTHS + seat], outlook[ENDS + seat]
        if end > NOWHERE:
            now = at_end(outlook, seat, seats, 0, end)
            if strength == NOWHERE or now > going_on(outlook, seat, seats, strength):
                ending |= 1 << seat
    return ending


def chance_of(outlook: Any, seat: int, seats: int, ending: int) -> float:
    """The chance of a seat when everybody answers as foreseen."""
    if not ending:
        return going_on(outlook, seat, seats, outlook[STRENGTHS + seat])
    score = outlook[ENDS + seat] if has(ending, seat) else outlook[POINTS + seat]
    return at_end(outlook, seat, seats, ending, score)


def chance_with(outlook: Any, seat: int, seats: int, ending: int, strength: float, points: float) -> float:
    """The chance of a seat after an entry that leaves it with a strength and points, NOWHERE strong if it ends."""
    others = ending & ~(1 << seat)
    if strength == NOWHERE:
        return at_end(outlook, seat, seats, others, points)
    on = going_on(outlook, seat, seats, strength)
    if not others:
        return on
    return SURE * at_end(outlook, seat, seats, others, points) + (1 - SURE) * on


def fill_chances(
    s: Any,
    best: Any,
    final: Any,
    points: Any,
    dice: int,
    near: bool,
    seat: int,
    outlook: Any,
    chances: Any,
) -> None:
    """The chance of a seat by the sum that stands."""
    many = count(dice)
    for total in range(many, many * FACES + 1):
        ending = look(best, final, points, s.seats, dice, total, near, outlook)
        chances[total] = chance_of(outlook, seat, s.seats, ending)


def expected(gains: Any, own: Any, dice: int, throws: int) -> float:
    """What a seat may expect by the sums in `own`, while who throws keeps or throws again by `gains`."""
    many = count(dice)
    value = 0.0
    for left in range(throws):
        again = before_throw(gains, dice, left)
        total = 0.0
        for points in range(many, many * FACES + 1):
            total += WAYS[many][points] * (own[points] if gains[points] >= again else value)
        value = total / OUTCOMES[many]
    return value
