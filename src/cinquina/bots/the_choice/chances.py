"""The chance to win with a grid as a throw leaves it, in the plain subset of the rules.

A small net says from a few numbers of two players how likely one finishes before the other; against several the
chances are multiplied. What it is told of a player: the points to expect in a race, the points now, how many failures
would end the game, which grid is in use, and how long path and arc are.
"""

from math import exp
from typing import Any

from cinquina.bots.the_choice.minds import (
    ARC_AT,
    ARC_LENGTH,
    FRACTIONS,
    HIDDEN,
    INPUTS,
    NET,
    NET_OUT,
    OWN,
    PATH_AT,
    PATH_LENGTH,
    WHOLE,
)
from cinquina.bots.the_choice.values import (
    CHANCE,
    RACER,
    is_full,
    points_before,
    points_now,
    points_to_come,
)
from cinquina.games.the_choice import HEAD, HEAD_BITS, NUMBER_CELLS, RING_CELLS, State

POINTS = 40.0
THROWS_LEFT = 6.0
LEAD, SPREAD = 1.5, 1.5
"""When a seat ends the game, the others may still mark the throw: about so many points, more or less."""
STEEP = 30.0


def worth_left(s: State, seat: int, kind: int, mind: Any, told: Any, path: int, arc: int, failures: int) -> float:
    """What a grid is worth as it is left: points, or the chance to win."""
    if kind != CHANCE:
        return points_to_come(s, seat, kind, mind, path, arc, failures)
    ended = failures >= s.failures_to_end
    if is_full(mind, path, arc) or (ended and s.grid[seat] == 1):
        now = points_before(s, seat) + points_now(s, mind, path, arc)
        chance = 1.0
        for other in range(s.seats - 1):
            chance *= chance_of((now - told[other][HIDDEN] - LEAD) / SPREAD)
        return chance
    own = numbers_of(s, seat, mind, path, arc, failures)
    chance = 1.0
    for other in range(s.seats - 1):
        chance *= chance_of(answer_of(mind, own, told[other]))
    return chance


def chance_of(odds: float) -> float:
    """From the logarithm of odds to a chance."""
    return 1.0 / (1.0 + exp(-max(min(odds, STEEP), -STEEP)))


def numbers_of(s: State, seat: int, mind: Any, path: int, arc: int, failures: int) -> tuple[float, ...]:
    """What the net is told of a player whose grid is left so; one that has ended is the next one, empty."""
    now = points_before(s, seat) + points_now(s, mind, path, arc)
    coming = points_to_come(s, seat, RACER, mind, path, arc, failures) / POINTS
    to_end = float(s.failures_to_end)
    if failures >= s.failures_to_end:
        return (coming, now / POINTS, to_end / THROWS_LEFT, 1.0, 0.0, 0.0)
    steps, crosses = mind[WHOLE][PATH_LENGTH + path] / NUMBER_CELLS, mind[WHOLE][ARC_LENGTH + arc] / RING_CELLS
    left = to_end - failures + (0.0 if s.grid[seat] else to_end)
    return (coming, now / POINTS, left / THROWS_LEFT, float(s.grid[seat]), steps, crosses)


def answer_of(mind: Any, own: Any, other: Any) -> float:
    """The net's answer, where `other` is what is known of the other player."""
    net = mind[FRACTIONS]
    odds: float = net[NET_OUT + HIDDEN]
    for unit in range(HIDDEN):
        heard = other[unit]
        for number in range(OWN):
            heard += net[NET + unit * INPUTS + number] * own[number]
        if heard > 0.0:
            odds += net[NET_OUT + unit] * heard
    return odds


def path_of(s: State, seat: int, mind: Any) -> int:
    """The number of a seat's path."""
    grid = s.grid[seat]
    number: int = mind[WHOLE][PATH_AT + (s.crossed[seat][grid] << HEAD_BITS | s.path[seat][grid] & HEAD)]
    return number


def arc_of(s: State, seat: int, mind: Any) -> int:
    """The number of a seat's arc."""
    number: int = mind[WHOLE][ARC_AT + s.ring[seat][s.grid[seat]]]
    return number


def numbers_as_it_is(s: State, seat: int, mind: Any) -> tuple[float, ...]:
    """What the net is told of a player as its grid lies."""
    return numbers_of(s, seat, mind, path_of(s, seat, mind), arc_of(s, seat, mind), s.failures[seat][s.grid[seat]])


def told_of(s: State, seat: int, mind: Any, thrower: int) -> tuple[tuple[float, ...], ...]:
    """What is known of the others: what each unit of the net hears of them, then their points."""
    return (
        heard_of(s, seat, others_seat(s, seat, 0), mind, thrower),
        heard_of(s, seat, others_seat(s, seat, 1), mind, thrower),
        heard_of(s, seat, others_seat(s, seat, 2), mind, thrower),
    )


def others_seat(s: State, seat: int, place: int) -> int:
    """The seats to the left of a seat; the seat itself where there are no more."""
    return (seat + 1 + place) % s.seats if place < s.seats - 1 else seat


def heard_of(s: State, seat: int, other: int, mind: Any, thrower: int) -> tuple[float, ...]:
    """What each unit of the net hears of another player, and of who throws next; then the other's points."""
    x = numbers_as_it_is(s, other, mind)
    own_throw, other_throw = float(int(thrower == seat)), float(int(thrower == other))
    points = x[1] * POINTS
    net = mind[FRACTIONS]
    return (
        unit_hears(net, 0, x, own_throw, other_throw),
        unit_hears(net, 1, x, own_throw, other_throw),
        unit_hears(net, 2, x, own_throw, other_throw),
        unit_hears(net, 3, x, own_throw, other_throw),
        unit_hears(net, 4, x, own_throw, other_throw),
        unit_hears(net, 5, x, own_throw, other_throw),
        unit_hears(net, 6, x, own_throw, other_throw),
        unit_hears(net, 7, x, own_throw, other_throw),
        points,
    )


def unit_hears(net: Any, unit: int, x: Any, own_throw: float, other_throw: float) -> float:
    """What one unit hears."""
    first = NET + unit * INPUTS + OWN
    heard: float = net[first + OWN] * own_throw + net[first + OWN + 1] * other_throw + net[first + OWN + 2]
    for number in range(OWN):
        heard += net[first + number] * x[number]
    return heard
