"""The final points to expect in Qwixx, and their variance, before a throw. In the plain subset of the rules.

The tables of sheets (`values`) give the points of a sheet in a game that ends by chance. With others at the table a
game ends when they make it end, so the points are a polynomial of those values and of how far the others are; its
weights are fitted to games of the expert by tools/qwixx_points.py.
"""

from typing import Any

from cinquina.bots.qwixx.features import USUAL_PENALTIES
from cinquina.bots.qwixx.points_weights import ALONE, MIDDLES, SCALES, VARIANCE, WEIGHTS
from cinquina.bots.qwixx.values import LONG, SOLO, TABLES, Tables, expected_score
from cinquina.core.bits import has
from cinquina.games.qwixx import MOST_SEATS, ROW_BITS, ROWS
from cinquina.sim.placeholders import MOST, score

UNIT = 1_000_000
"""Weights are stored as whole multiples of one divided by this."""
FEATURES = 17
LOOKS = 1 + len(TABLES)
"""How many numbers are noted of every seat: its score, then what each table expects it to add."""
LEAST_VARIANCE = 4.0
FAR = 1e9


def expect_points(s: Any, tables: Tables, found: Any) -> None:
    """Write the expected final points of every seat, and their variance."""
    seen, given = [0.0] * (LOOKS * MOST_SEATS), [0.0] * FEATURES
    look_at_all(s, tables, seen)
    for seat in range(s.seats):
        own = LOOKS * seat
        if s.seats == 1:
            to_come = seen[1 + SOLO]
            variance = (ALONE[0] + ALONE[1] * to_come + ALONE[2] * to_come * to_come) / UNIT
        else:
            describe_points(s, seat, seen, given)
            standardise(given)
            to_come = polynomial(given, WEIGHTS)
            variance = polynomial(given, VARIANCE)
        found[MOST + seat] = seen[own] + to_come
        found[2 * MOST + seat] = max(variance, LEAST_VARIANCE)


def look_at_all(s: Any, tables: Tables, seen: Any) -> None:
    """Note the score of every seat, and what each table expects it to add."""
    for seat in range(s.seats):
        points = float(score(s, seat))
        seen[LOOKS * seat] = points
        for table in range(len(TABLES)):
            seen[LOOKS * seat + 1 + table] = expected_score(s, seat, table, tables) - points


def describe_points(s: Any, seat: int, seen: Any, given: Any) -> None:
    """Write the variables of the polynomial: the own sheet, how far the others are, and how near the end is."""
    own = LOOKS * seat
    for place in range(LOOKS):
        given[place] = seen[own + place]
    penalties, ahead, total, near, nearest = 0, -FAR, 0.0, FAR, FAR
    for other in range(s.seats):
        if other != seat:
            penalties = max(penalties, s.penalties[other])
            ahead = max(ahead, seen[LOOKS * other])
            total += seen[LOOKS * other]
            near = min(near, seen[LOOKS * other + 1 + LONG])
            nearest = min(nearest, seen[LOOKS * other + 1 + SOLO])
    closed = 0
    for row in range(ROWS):
        closed += int(has(s.closed, row * ROW_BITS))
    given[6] = float(closed)
    given[7] = float(s.penalties[seat])
    given[8] = float(penalties)
    given[9] = float(int(penalties == USUAL_PENALTIES - 1))
    given[10] = float(int(s.penalties[seat] == USUAL_PENALTIES - 1))
    given[11] = ahead
    given[12] = near
    given[13] = nearest
    given[14] = total / (s.seats - 1)
    given[15] = float(s.seats)
    given[16] = ((seat - s.active) % s.seats) / s.seats


def standardise(given: Any) -> None:
    """Subtract the means and divide by the spreads of the games that the weights were fitted to."""
    for place in range(FEATURES):
        given[place] = (given[place] - MIDDLES[place] / UNIT) / (SCALES[place] / UNIT)


def polynomial(given: Any, weights: Any) -> float:
    """Return a polynomial of the second degree of the given numbers."""
    total = float(weights[0])
    at = 1 + FEATURES
    for place in range(FEATURES):
        one = given[place]
        inner = 0.0
        for other in range(place, FEATURES):
            inner += weights[at] * given[other]
            at += 1
        total += one * (weights[1 + place] + inner)
    return total / UNIT
