"""Bots of Qwixx that play by the values of sheets. In the plain subset of the rules.

The values are those of the classic sheet with the usual numbers. On another sheet, or with other numbers, there are
none, and these bots play as the medium one does.
"""

from typing import Any

from cinquina.bots.levels import best
from cinquina.bots.qwixx.expectation import product_of
from cinquina.bots.qwixx.rows import (
    CLASSIC,
    CLOSED,
    PAIR,
    USUAL_LOCKS,
    USUAL_PENALTIES,
    USUAL_PENALTY,
    USUAL_POINTS,
    USUAL_SHORT,
)
from cinquina.core.bits import has, lowest
from cinquina.core.state import CHOICE, OVER
from cinquina.games.qwixx import PASS, ROW, ROW_BITS
from cinquina.sim.loops import apply, copy_to, legal, score

TABLES = ((1, 1.0), (2, 0.6), (2, 0.8), (2, 0.87), (2, 0.93))
"""Players and hazard of each table: for one player alone, and for games that are expected to end sooner or later."""
SOLO, SHORT, MIDDLE, USUAL, LONG = 0, 1, 2, 3, 4
GOES_ON = tuple(hazard ** (1 / players) for players, hazard in TABLES)
FIRST_SLICE = tuple(sum(players for players, _ in TABLES[:table]) * USUAL_PENALTIES for table in range(len(TABLES)))
RUIN = 1000.0
"""Taken off the worth of ending a game that is lost then."""


def fits(s: Any) -> bool:
    """Whether the tables are for this game."""
    usual: bool = s.kind == CLASSIC and s.short == USUAL_SHORT and s.rows_to_end == USUAL_LOCKS
    usual = usual and s.penalty_points == USUAL_PENALTY and s.penalties_to_end == USUAL_PENALTIES
    for place in range(len(USUAL_POINTS)):
        usual = usual and s.row_points[place] == USUAL_POINTS[place]
    return usual


def kind_of(s: Any, seat: int, row: int, classes: Any) -> int:
    """The class of a row of a seat."""
    return CLOSED if has(s.closed, row * ROW_BITS) else classes[s.sheet[seat] >> row * ROW_BITS & ROW]


def slice_of(s: Any, seat: int, table: int, later: int) -> int:
    """The slice of a table for a seat, so many turns from now."""
    own = (s.active + later) % s.seats == seat
    phase = 0 if own or table == SOLO else 1
    penalties: int = s.penalties[seat]
    return FIRST_SLICE[table] + phase * USUAL_PENALTIES + penalties


def to_come(s: Any, seat: int, table: int, mind: Any) -> float:
    """The points that a seat may still expect, before a throw."""
    classes, thin, signs = mind[0], mind[1], mind[2]
    one = PAIR[kind_of(s, seat, 0, classes)][kind_of(s, seat, 1, classes)]
    other = PAIR[kind_of(s, seat, 2, classes)][kind_of(s, seat, 3, classes)]
    return product_of(thin, signs, slice_of(s, seat, table, 0), one, other)


def expected_score(s: Any, seat: int, table: int, mind: Any) -> float:
    """The points that a seat will have at the end, before a throw or when the game is over."""
    points = float(score(s, seat))
    return points if s.phase == OVER else points + GOES_ON[table] * to_come(s, seat, table, mind)


def is_ahead(s: Any, seat: int) -> bool:
    """Whether nobody has as many points."""
    ahead = True
    for other in range(s.seats):
        ahead = ahead and (other == seat or score(s, other) < score(s, seat))
    return ahead


def standing(s: Any, seat: int, table: int, mind: Any) -> float:
    """The expected score; ending the game while not ahead is ruin."""
    ruin = RUIN if s.phase == OVER and table != SOLO and not is_ahead(s, seat) else 0.0
    return expected_score(s, seat, table, mind) - ruin


def alone_with(spare: Any, s: Any, seat: int) -> None:
    """A copy of the position in which nobody else does anything, nor takes a penalty."""
    copy_to(spare, 0, s)
    t = spare[0]
    t.waiting = 1 << seat
    if seat != s.active:
        t.crossed = 1


def worth_of(s: Any, spare: Any, seat: int, option: int, table: int, mind: Any) -> float:
    """The expected score after an option, with the best use of the colours after it."""
    alone_with(spare, s, seat)
    t = spare[0]
    apply(t, seat, option)
    if t.phase != CHOICE:
        return standing(t, seat, table, mind)
    if t.active != seat:
        apply(t, t.active, PASS)
        return standing(t, seat, table, mind)
    most = -2 * RUIN
    rest = legal(t, seat)
    while rest:
        second = lowest(rest)
        rest &= rest - 1
        copy_to(spare, 1, t)
        apply(spare[1], seat, second)
        most = max(most, standing(spare[1], seat, table, mind))
    return most


def judge_by_points(s: Any, spare: Any, seat: int, table: int, mind: Any, worth: Any) -> int:
    """The options after which most points are to be expected, but none that loses the game at once."""
    rest = legal(s, seat)
    sound = 0
    while rest:
        option = lowest(rest)
        rest &= rest - 1
        worth[option] = worth_of(s, spare, seat, option, table, mind)
        if worth[option] > -RUIN / 2:
            sound |= 1 << option
        else:
            worth[option] += RUIN
    return best(worth, sound if sound else legal(s, seat), 0.0)
