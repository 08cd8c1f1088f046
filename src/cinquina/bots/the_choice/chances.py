"""The chance to win with a grid as a throw leaves it, in the plain subset of the rules.

Who of two players finishes ahead is foretold from the points they can expect in a race and the points they have. How
much each of these counts depends on how many failures are still between the two and the end of the game, as it was
found in games. Among several players that is asked about the strongest, and multiplied with the chances to be ahead of
the rest as they are. When a seat ends the game itself, points alone decide.
"""

from math import exp
from typing import Any

from cinquina.bots.the_choice.minds import ARC_AT, FRACTIONS, MOST_LEFT, ODDS, ODDS_PARTS, PATH_AT, WHOLE
from cinquina.bots.the_choice.values import (
    CHANCE,
    RACER,
    is_full,
    points_before,
    points_now,
    points_to_come,
)
from cinquina.games.the_choice import HEAD, HEAD_BITS, State

LEAD, SPREAD = 3.5, 2.5
"""When a seat ends the game, the others may still mark the throw: about so many points, more or less."""
STEEP = 30.0
THEIR_COMING, THEIR_POINTS, BY_COMING, BY_POINTS, BY_THROW, OTHERS = 0, 1, 2, 3, 4, 5
"""What is told: of the strongest of the others the points to expect and the points now; how much the difference in each
counts, in the logarithm of odds; who throws next; the chance to be ahead of all the rest."""


def worth_left(s: State, seat: int, kind: int, mind: Any, told: Any, path: int, arc: int, failures: int) -> float:
    """What a grid is worth as it is left: points, or the chance to win."""
    if kind != CHANCE:
        return points_to_come(s, seat, kind, mind, path, arc, failures)
    now = points_before(s, seat) + points_now(s, mind, path, arc)
    ahead = now - told[THEIR_POINTS]
    if is_full(mind, path, arc) or (failures >= s.failures_to_end and s.grid[seat] == 1):
        return float(told[OTHERS]) * chance_of((ahead - LEAD) / SPREAD)
    coming = points_to_come(s, seat, RACER, mind, path, arc, failures) - told[THEIR_COMING]
    return float(told[OTHERS]) * chance_of(told[BY_COMING] * coming + told[BY_POINTS] * ahead + told[BY_THROW])


def chance_of(odds: float) -> float:
    """From the logarithm of odds to a chance."""
    return 1.0 / (1.0 + exp(-max(min(odds, STEEP), -STEEP)))


def path_of(s: State, seat: int, mind: Any) -> int:
    """The number of a seat's path."""
    grid = s.grid[seat]
    number: int = mind[WHOLE][PATH_AT + (s.crossed[seat][grid] << HEAD_BITS | s.path[seat][grid] & HEAD)]
    return number


def arc_of(s: State, seat: int, mind: Any) -> int:
    """The number of a seat's arc."""
    number: int = mind[WHOLE][ARC_AT + s.ring[seat][s.grid[seat]]]
    return number


def coming_of(s: State, seat: int, mind: Any) -> float:
    """The points a seat can expect in a race, as its grid lies."""
    path, arc = path_of(s, seat, mind), arc_of(s, seat, mind)
    return points_to_come(s, seat, RACER, mind, path, arc, s.failures[seat][s.grid[seat]])


def points_of(s: State, seat: int, mind: Any) -> float:
    """The points a seat has."""
    return points_before(s, seat) + points_now(s, mind, path_of(s, seat, mind), arc_of(s, seat, mind))


def left_of(s: State, seat: int) -> int:
    """How many failures of a seat would end the game."""
    failures = s.failures[seat][s.grid[seat]]
    return s.failures_to_end - failures + (0 if s.grid[seat] else s.failures_to_end)


def told_of(s: State, seat: int, mind: Any, thrower: int) -> tuple[float, ...]:
    """What is known of the others, with `thrower` to throw next."""
    strongest = (seat + 1) % s.seats
    most = coming_of(s, strongest, mind)
    for other in range(s.seats):
        coming = coming_of(s, other, mind)
        if other != seat and coming > most:
            most = coming
            strongest = other
    rest = 1.0
    for other in range(s.seats):
        if other not in (seat, strongest):
            rest *= chance_against(s, seat, other, mind, thrower)
    first = ODDS + min(left_of(s, seat) + left_of(s, strongest), MOST_LEFT) * ODDS_PARTS
    odds = mind[FRACTIONS]
    next_throw = odds[first + 2] * (int(thrower == seat) - int(thrower == strongest))
    return (most, points_of(s, strongest, mind), float(odds[first]), float(odds[first + 1]), float(next_throw), rest)


def chance_against(s: State, seat: int, other: int, mind: Any, thrower: int) -> float:
    """The chance to finish ahead of one other player, as all lies."""
    first = ODDS + min(left_of(s, seat) + left_of(s, other), MOST_LEFT) * ODDS_PARTS
    odds = mind[FRACTIONS]
    coming = coming_of(s, seat, mind) - coming_of(s, other, mind)
    ahead = points_of(s, seat, mind) - points_of(s, other, mind)
    next_throw = odds[first + 2] * (int(thrower == seat) - int(thrower == other))
    return chance_of(odds[first] * coming + odds[first + 1] * ahead + next_throw)
