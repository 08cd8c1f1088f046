"""What any state of Qwixx is worth to every seat: its chance to win, the points to expect and how far they spread.

In the plain subset of the rules.
"""

from typing import Any

from cinquina.bots.levels import EXPERT
from cinquina.bots.qwixx.chances import chances, won
from cinquina.bots.qwixx.play import judge
from cinquina.bots.qwixx.points import expect_points
from cinquina.bots.qwixx.values import Tables, fits
from cinquina.core.bits import has, lowest
from cinquina.core.flow import begin
from cinquina.core.state import CHOICE, OVER
from cinquina.games.qwixx import CHOICES, MOST_SEATS
from cinquina.sim.loops import copy_to
from cinquina.sim.placeholders import (
    LEARNED,
    MOST,
    UNKNOWN,
    apply,
    score,
)

WORK = 5
"""The spare state to play on; a bot that is asked uses those before it."""


def valued(s: Any, spare: Any, tables: Tables, found: Any) -> int:
    """Value a state; see `placeholders.valued`."""
    if not fits(s):
        return UNKNOWN
    copy_to(spare, WORK, s)
    t = spare[WORK]
    before_lot = t.beginner < 0
    if before_lot:
        begin(t, 0)
    settle(t, spare, tables)
    if t.phase == OVER:
        for seat in range(t.seats):
            found[seat] = won(t, seat)
            found[MOST + seat] = float(score(t, seat))
            found[2 * MOST + seat] = 0.0
        return LEARNED
    chances(t, tables, found)
    expect_points(t, tables, found)
    if before_lot:
        make_alike(t.seats, found)
    return LEARNED


def settle(s: Any, spare: Any, tables: Tables) -> None:
    """Let every seat that is asked answer like the strongest bot, until dice are thrown or the game is over."""
    worth, options = [0.0] * CHOICES, [0] * MOST_SEATS
    while s.phase == CHOICE:
        asked = s.waiting
        for seat in range(s.seats):
            if has(asked, seat):
                options[seat] = lowest(judge(s, spare, seat, EXPERT, tables, worth))
        for seat in range(s.seats):
            if has(asked, seat):
                apply(s, seat, options[seat])


def make_alike(seats: int, found: Any) -> None:
    """Give every seat the mean of all: before the lot all seats have the same prospects."""
    for measure in range(3):
        total = 0.0
        for seat in range(seats):
            total += found[measure * MOST + seat]
        for seat in range(seats):
            found[measure * MOST + seat] = total / seats
