"""The chance to win, from all sheets: a small net with the values of the sheets among its inputs.

Every seat has a strength, which depends on its own sheet, on that of its strongest rival and on how it stands to the
rest; the chances are the softmax of the strengths. So one net serves for any number of seats, and the chances always
add up to one. In the plain subset of the rules.
"""

from math import exp
from typing import Any

from cinquina.bots.qwixx.features import KINDS_OF_ROW, USUAL_PENALTIES
from cinquina.bots.qwixx.values import LONG, MIDDLE, SHORT, Tables, expected_score, kind_of
from cinquina.core.state import OVER
from cinquina.games.qwixx import MOST_SEATS, ROWS
from cinquina.sim.placeholders import score

LEAD = 20.0
"""The unit of leads, in points."""
DENSE = 17
SEEN = 4 * MOST_SEATS
HIDDEN = 24
INPUTS = 2 * KINDS_OF_ROW + DENSE


def won(s: Any, seat: int) -> float:
    """Return the seat's part of the win of a game that is over."""
    own = score(s, seat)
    winners = 1
    for other in range(s.seats):
        points = score(s, other)
        if points > own:
            return 0.0
        if points == own and other != seat:
            winners += 1
    return 1.0 / winners


def look(s: Any, tables: Tables, seen: Any) -> None:
    """Note for every seat its points, and its expected score in a short, a medium and a long game."""
    for seat in range(s.seats):
        seen[4 * seat] = float(score(s, seat))
        seen[4 * seat + 1] = expected_score(s, seat, SHORT, tables)
        seen[4 * seat + 2] = expected_score(s, seat, MIDDLE, tables)
        seen[4 * seat + 3] = expected_score(s, seat, LONG, tables)


def rival_of(s: Any, seat: int, seen: Any, but: int) -> int:
    """Return the strongest other seat, ignoring the seat `but`; the seat itself when there is none."""
    found = seat
    for other in range(s.seats):
        if other not in (seat, but) and (found == seat or seen[4 * other + 2] > seen[4 * found + 2]):
            found = other
    return found


def describe(s: Any, seat: int, rival: int, third: int, seen: Any, dense: Any) -> None:
    """Write the inputs of the net for a seat, except the rows."""
    for place in range(4):
        dense[place] = (seen[4 * seat + place] - seen[4 * rival + place]) / LEAD
    dense[4] = (seen[4 * seat + 2] - seen[4 * seat]) / LEAD
    dense[5] = (seen[4 * rival + 2] - seen[4 * rival]) / LEAD
    dense[6] = float(int(s.penalties[seat] == USUAL_PENALTIES - 1))
    dense[7] = float(int(s.penalties[rival] == USUAL_PENALTIES - 1))
    dense[8] = s.penalties[seat] / USUAL_PENALTIES
    dense[9] = s.penalties[rival] / USUAL_PENALTIES
    dense[10] = float(int(s.closed != 0))
    dense[11] = float(int(s.active == seat))
    dense[12] = float(int(s.active == rival))
    dense[13] = 0.0 if third == seat else (seen[4 * seat] - seen[4 * third]) / LEAD
    dense[14] = 0.0 if third == seat else (seen[4 * seat + 2] - seen[4 * third + 2]) / LEAD
    dense[15] = (s.seats - 2) / MOST_SEATS
    dense[16] = 1.0


def strength(s: Any, seat: int, rival: int, dense: Any, hidden: Any, tables: Tables) -> float:
    """Return the output of the net for a seat."""
    classes, first, skip, out = tables.classes, tables.first, tables.skip, tables.out
    for unit in range(HIDDEN):
        hidden[unit] = 0.0
    total = 0.0
    for row in range(ROWS):
        own, others = kind_of(s, seat, row, classes), KINDS_OF_ROW + kind_of(s, rival, row, classes)
        total += skip[own] + skip[others]
        for unit in range(HIDDEN):
            hidden[unit] += first[own, unit] + first[others, unit]
    for place in range(DENSE):
        given = dense[place]
        total += skip[2 * KINDS_OF_ROW + place] * given
        for unit in range(HIDDEN):
            hidden[unit] += first[2 * KINDS_OF_ROW + place, unit] * given
    for unit in range(HIDDEN):
        total += out[unit] * max(hidden[unit], 0.0)
    return total


def chances(s: Any, tables: Tables, found: Any) -> None:
    """Write the chance of every seat to win, before a throw."""
    seen, dense, hidden = [0.0] * SEEN, [0.0] * DENSE, [0.0] * HIDDEN
    look(s, tables, seen)
    most = 0.0
    for seat in range(s.seats):
        rival = rival_of(s, seat, seen, seat)
        third = rival_of(s, seat, seen, rival)
        describe(s, seat, rival, third, seen, dense)
        found[seat] = strength(s, seat, rival, dense, hidden, tables)
        most = found[seat] if seat == 0 else max(most, found[seat])
    total = 0.0
    for seat in range(s.seats):
        found[seat] = exp(found[seat] - most)
        total += found[seat]
    for seat in range(s.seats):
        found[seat] /= total


def chance(s: Any, seat: int, tables: Tables) -> float:
    """Return the chance of one seat to win, before a throw or when the game is over."""
    if s.phase == OVER:
        return won(s, seat)
    found = [0.0] * MOST_SEATS
    chances(s, tables, found)
    return found[seat]
