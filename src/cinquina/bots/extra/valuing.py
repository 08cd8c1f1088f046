"""What any state of Extra! is worth to every seat: its chance to win, the points to expect and how far they spread.

In the plain subset of the rules.
"""

from math import erf, exp, sqrt
from typing import Any

from cinquina.bots.extra.chances import LEAST_SPREAD, ROOT_OF_TWO, SHADE, SHARED, more_than, spread_of
from cinquina.bots.extra.dice import THROWS
from cinquina.bots.extra.lookahead import NO_GOAL, mean_over_throws
from cinquina.bots.extra.play import book_of, judge_near
from cinquina.bots.extra.values import IN_BOOK, Scratch, Tables, look_at_rows, scratch_with
from cinquina.bots.levels import HARD, best
from cinquina.core.bits import has, lowest
from cinquina.core.state import CHOICE
from cinquina.games.extra import CHOICES, MOST_SEATS
from cinquina.sim.loops import copy_to
from cinquina.sim.placeholders import (
    LEARNED,
    MOST,
    UNKNOWN,
    apply,
    legal,
    score,
)

WORK = 4
"""The spare state to play on; judging uses those before it."""
NODES, WEIGHTS = (-2.02018, -0.95857, 0.0, 0.95857, 2.02018), (0.019953, 0.393619, 0.945309, 0.393619, 0.019953)
"""Points and weights of a Gauss-Hermite sum for luck that all share; multiply by the root of two, divide by that of pi.
"""
ROOT_OF_PI = 1.7724538509
STEPS, REACH = 36, 3.6
"""A seat's own luck is summed in this many steps, up to this many standard deviations."""


def valued(s: Any, spare: Any, tables: Tables, found: Any) -> int:
    """Value a state; see `placeholders.valued`."""
    scratch = scratch_with(book_of(s, HARD, tables))
    look_at_rows(s, spare, 0, scratch)
    if not scratch.seen[IN_BOOK]:
        return UNKNOWN
    copy_to(spare, WORK, s)
    settle(spare[WORK], spare, scratch)
    expect_points(spare[WORK], spare, scratch, found)
    chances_of_all(spare[WORK], spare, scratch, found)
    return LEARNED


def settle(s: Any, spare: Any, scratch: Scratch) -> None:
    """Let every seat that is asked play the throw for the best sheet after it."""
    worth = [0.0] * CHOICES
    while s.phase == CHOICE:
        seat = lowest(s.waiting)
        judge_near(s, spare, seat, HARD, scratch, worth)
        apply(s, seat, lowest(best(worth, legal(s, seat), 0.0)))


def expect_points(s: Any, spare: Any, scratch: Scratch, found: Any) -> None:
    """Write the expected points of every seat and their variance, before a throw."""
    values = [0.0] * THROWS
    for seat in range(s.seats):
        found[MOST + seat] = float(score(s, seat))
        found[2 * MOST + seat] = 0.0
        if not has(s.filled, seat):
            found[MOST + seat] = mean_over_throws(s, spare, seat, scratch, NO_GOAL, values)
            found[2 * MOST + seat] = max(spread_of(s, seat, scratch), LEAST_SPREAD)


def chances_of_all(s: Any, spare: Any, scratch: Scratch, found: Any) -> None:
    """Write the chance of every seat to win, from the expected points of all and their variances."""
    playing, last = 0, 0
    for seat in range(s.seats):
        if not has(s.filled, seat):
            playing += 1
            last = seat
    if s.seats == 1:
        found[0] = 1.0
    elif playing == 0:
        share_the_win(s, found, -1)
    elif playing == 1:
        chances_of_the_last(s, spare, last, scratch, found)
    elif s.seats == 2:
        found[0] = more_than(found[MOST], found[2 * MOST], found[MOST + 1], found[2 * MOST + 1])
        found[1] = 1.0 - found[0]
    else:
        chances_of_several(s.seats, found)


def share_the_win(s: Any, found: Any, but: int) -> None:
    """Give the win to the seats with the most points, ignoring one seat."""
    most, winners = -1e9, 0
    for seat in range(s.seats):
        if seat != but:
            if found[MOST + seat] > most:
                most, winners = found[MOST + seat], 0
            winners += int(found[MOST + seat] == most)
    for seat in range(s.seats):
        found[seat] = 1.0 / winners if seat != but and found[MOST + seat] == most else 0.0


def chances_of_the_last(s: Any, spare: Any, last: int, scratch: Scratch, found: Any) -> None:
    """Write the chances when only one seat plays on, to get past the best of the others."""
    share_the_win(s, found, last)
    goal, values = -1e9, [0.0] * THROWS
    for seat in range(s.seats):
        if seat != last:
            goal = max(goal, found[MOST + seat])
    shaded = mean_over_throws(s, spare, last, scratch, goal, values)
    chance = min(1.0, max(0.0, (shaded - SHADE / 2) / (1.0 - SHADE)))
    for seat in range(s.seats):
        found[seat] *= 1.0 - chance
    found[last] = chance


def chances_of_several(seats: int, found: Any) -> None:
    """Write the chance of each seat to have the most, if results are normal and a part of their luck is shared."""
    means, spreads = [0.0] * MOST_SEATS, [0.0] * MOST_SEATS
    for seat in range(seats):
        found[seat] = 0.0
    for node in range(len(NODES)):
        for seat in range(seats):
            deviation = sqrt(found[2 * MOST + seat])
            means[seat] = found[MOST + seat] + sqrt(SHARED) * deviation * ROOT_OF_TWO * NODES[node]
            spreads[seat] = sqrt(1.0 - SHARED) * deviation
        for seat in range(seats):
            found[seat] += WEIGHTS[node] / ROOT_OF_PI * chance_of_most(seats, seat, means, spreads)
    total = 0.0
    for seat in range(seats):
        total += found[seat]
    for seat in range(seats):
        found[seat] /= total


def chance_of_most(seats: int, seat: int, means: Any, spreads: Any) -> float:
    """Return the chance of a seat to have the most, if the luck of all is their own."""
    total, whole = 0.0, 0.0
    for step in range(STEPS):
        place = REACH * (2.0 * (step + 0.5) / STEPS - 1.0)
        weight = exp(-place * place / 2.0)
        points = means[seat] + spreads[seat] * place
        chance = 1.0
        for other in range(seats):
            if other != seat:
                chance *= below(means[other], spreads[other], points)
        total += weight * chance
        whole += weight
    return total / whole


def below(mean: float, deviation: float, points: float) -> float:
    """Return the chance of another to have less than some points; as much counts half."""
    if deviation > 0.0:
        return 0.5 + 0.5 * erf((points - mean) / deviation / ROOT_OF_TWO)
    if points == mean:
        return 0.5
    return 1.0 if points > mean else 0.0
