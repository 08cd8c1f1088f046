"""Chances to win when a sum stands and each seat answers it in its own best interest.

Every sheet has a strength; while the game goes on a seat wins with a chance proportional to the exponential of it. A
seat that can end the game does so when it wins more often that way than by going on.
"""

import math
from typing import Any, NamedTuple

from cinquina.bots.qwinto.values import NOWHERE, OUTCOMES, PASSED, SUMS, WAYS, Answers, Span, before_throw, gain
from cinquina.core.bits import count, has
from cinquina.core.position import FACES
from cinquina.games.qwinto import MOST_SEATS, ROWS

SURE = 0.9
"""The probability that others end the game when that is best for them, as a seat sees it."""
STEEPEST = 700.0
"""The largest difference of strengths of which the exponential is taken."""


class Outlook(NamedTuple):
    """The outcome for every seat of a sum that stands.

    `strengths` and `points` are those after its best entry, `ends` its final score if it ends the game. `ending` has
    one element: the bit set of the seats that end the game.
    """

    strengths: Any
    ends: Any
    points: Any
    ending: Any


def new_outlook() -> Outlook:
    """Return scratch space for an outlook."""
    return Outlook([0.0] * MOST_SEATS, [0.0] * MOST_SEATS, [0.0] * MOST_SEATS, [0])


def going_on(outlook: Outlook, seat: int, seats: int, strength: float) -> float:
    """Return the chance of a seat of some strength while the game goes on."""
    total = 1.0
    for other in range(seats):
        if other != seat:
            total += math.exp(min(outlook.strengths[other] - strength, STEEPEST))
    return 1.0 / total


def at_end(outlook: Outlook, seat: int, seats: int, ending: int, points: float) -> float:
    """Return a seat's part of the win with this many points, when the seats of a bit set end the game."""
    shared = 1
    for other in range(seats):
        if other != seat:
            score = outlook.ends[other] if has(ending, other) else outlook.points[other]
            if score > points:
                return 0.0
            shared += int(score == points)
    return 1.0 / shared


def look(answers: Answers, seats: int, span: Span, total: int, outlook: Outlook) -> None:
    """Write what a sum that stands brings to every seat, and who ends the game with it."""
    outlook.ending[0] = 0
    for seat in range(seats):
        outlook.strengths[seat] = gain(answers.best[seat], span.dice, total)
        if span.near:
            outlook.points[seat] = points_of_best(answers.best[seat], answers.points[seat], span.dice, total)
            outlook.ends[seat] = gain(answers.final[seat], span.dice, total)
    if not span.near:
        return
    ending = 0
    for seat in range(seats):
        strength, end = outlook.strengths[seat], outlook.ends[seat]
        if end > NOWHERE:
            now = at_end(outlook, seat, seats, 0, end)
            if strength == NOWHERE or now > going_on(outlook, seat, seats, strength):
                ending |= 1 << seat
    outlook.ending[0] = ending


def points_of_best(best: Any, points: Any, dice: int, total: int) -> float:
    """Return the points of a seat after its best answer to a sum."""
    most = best[PASSED]
    have: float = points[PASSED]
    for row in range(ROWS):
        if has(dice, row) and best[row * SUMS + total] > most:
            most = best[row * SUMS + total]
            have = points[row * SUMS + total]
    return have


def chance_of(outlook: Outlook, seat: int, seats: int) -> float:
    """Return the chance of a seat when everybody answers as predicted."""
    ending = outlook.ending[0]
    if not ending:
        return going_on(outlook, seat, seats, outlook.strengths[seat])
    score = outlook.ends[seat] if has(ending, seat) else outlook.points[seat]
    return at_end(outlook, seat, seats, ending, score)


def chance_with(outlook: Outlook, seat: int, seats: int, strength: float, points: float) -> float:
    """Return the chance of a seat after an entry; the strength of an entry that ends the game is NOWHERE."""
    others = outlook.ending[0] & ~(1 << seat)
    if strength == NOWHERE:
        return at_end(outlook, seat, seats, others, points)
    on = going_on(outlook, seat, seats, strength)
    if not others:
        return on
    return SURE * at_end(outlook, seat, seats, others, points) + (1 - SURE) * on


def fill_chances(s: Any, seat: int, answers: Answers, span: Span, outlook: Outlook, chances: Any) -> None:
    """Write the chance of a seat for each sum that may stand."""
    many = count(span.dice)
    for total in range(many, many * FACES + 1):
        look(answers, s.seats, span, total, outlook)
        chances[total] = chance_of(outlook, seat, s.seats)


def expected(gains: Any, own: Any, dice: int, throws: int) -> float:
    """Return what a seat may expect of the sums in `own`, while the active player throws again as `gains` advise."""
    many = count(dice)
    value = 0.0
    for left in range(throws):
        again = before_throw(gains, dice, left)
        total = 0.0
        for points in range(many, many * FACES + 1):
            total += WAYS[many][points] * (own[points] if gains[points] >= again else value)
        value = total / OUTCOMES[many]
    return value
