"""The bots of Qwixx.

- easy crosses what skips few cells, and does not mind a few more than it must.
- medium crosses what skips the fewest cells, rather in long rows, and does not end a game that it loses.
- hard plays for its expected score in a game that may end after any round, and ends it only when ahead.
- expert plays for its chance to win against the sheets it sees.

`gap`, `points` (perfect play for points in a game alone) and `linear` (a champion of four weights) are to measure them
by. The tables are for the classic sheet with the usual numbers: elsewhere hard and expert play as medium does.
"""

from functools import cache
from typing import Any

import numpy as np

from cinquina.bots.levels import EASY, EXPERT, GREEDY, HARD, LEVELS, MEDIUM, NO_SUCH_BOT, RANDOM
from cinquina.bots.qwixx.expert import judge_by_chances, luck_of
from cinquina.bots.qwixx.play import SOLO, USUAL, fits, judge_by_points
from cinquina.bots.qwixx.zoo import GAP, LINEAR, POINTS, judge_by_gaps, judge_linearly
from cinquina.bots.simple import at_hand, greedy
from cinquina.core import State
from cinquina.sim.loops import legal

__all__ = ["BOTS", "STAND_INS", "at_hand", "judge", "luck_of_throw", "tables_for"]

BOTS = LEVELS | {"greedy": GREEDY, "gap": GAP, "points": POINTS, "linear": LINEAR}
STAND_INS: dict[int, int] = {}
NEED_NOTHING = (RANDOM, GREEDY, EASY, MEDIUM, GAP, LINEAR)
_NUMBERS, _LIST, _SQUARE, _CUBE = np.zeros(0, np.int64), np.zeros(0), np.zeros((0, 0)), np.zeros((0, 0, 0))
NOTHING = (_NUMBERS, _CUBE, _SQUARE, _SQUARE, _LIST, _LIST, np.zeros((0, 0), np.int64), _SQUARE, _SQUARE)
"""Tables of the right kinds with nothing in them."""


@cache
def tables() -> tuple[Any, ...]:
    """The tables of all bots, which are small: classes of rows, values of sheets, the net of the expert."""
    from cinquina.bots.qwixx.trained import as_at_play  # only who wants tables waits for what reads them

    return as_at_play()


_on_trial: list[tuple[Any, ...]] = []


def use(trial: tuple[Any, ...] | None) -> None:
    """Have the bots play by other tables than those of the program, to see how good these are, until told None."""
    _on_trial[:] = [] if trial is None else [trial]


def tables_for(bots: tuple[int, ...], s: State) -> tuple[Any, ...]:
    """The tables, whoever plays at a table of several: luck is measured with them. One bot alone may need none."""
    if len(bots) == 1 and bots[0] in NEED_NOTHING:
        return NOTHING
    return _on_trial[0] if _on_trial else tables()


def judge(s: Any, spare: Any, seat: int, bot: int, mind: Any, worth: Any) -> int:
    """The options that a bot takes any of."""
    if bot == RANDOM:
        return legal(s, seat)
    if bot == GREEDY:
        return greedy(s, spare, seat, worth)
    if bot == LINEAR:
        return judge_linearly(s, spare, seat, worth)
    if bot not in (EASY, GAP, MEDIUM, HARD, EXPERT, POINTS):
        raise ValueError(NO_SUCH_BOT)
    if bot in (EASY, GAP, MEDIUM) or not fits(s):
        return judge_by_gaps(s, spare, seat, bot, worth)
    if bot == POINTS or s.seats == 1:
        return judge_by_points(s, spare, seat, SOLO, mind, worth)
    if bot == HARD:
        return judge_by_points(s, spare, seat, USUAL, mind, worth)
    return judge_by_chances(s, spare, seat, mind, worth)


def luck_of_throw(s: Any, spare: Any, seat: int, mind: Any, faces: Any) -> float:
    """How much a throw changes a seat's chance to win, on average nothing; off the classic sheet nothing is known."""
    return luck_of(s, seat, mind, faces)
