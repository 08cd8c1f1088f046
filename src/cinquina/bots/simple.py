"""Bots that play any game, at random or greedily: all they know of it is its points.

They are written in the plain subset of the rules: the same source at the table and compiled.
"""

from array import array
from typing import Any

from cinquina.bots.levels import EASY, GREEDY, NO_SUCH_BOT, RANDOM, best
from cinquina.core import State
from cinquina.core.bits import lowest
from cinquina.sim.loops import copy_to
from cinquina.sim.placeholders import (
    UNKNOWN,
    apply,
    legal,
    score,
)

BOTS = {"random": RANDOM, "easy": EASY, "greedy": GREEDY}
"""For a game without bots of its own: the easy level plays greedily, and there are no further levels."""
STAND_INS: dict[int, int] = {}
FORESEES_THROWS = False


def tables_for(bots: tuple[int, ...], s: State) -> tuple[Any, ...]:
    """Return an empty table: these bots need none."""
    return (array("d"),)


def at_hand(bots: tuple[int, ...], s: State) -> bool:
    """Return whether the tables are loaded or load quickly: always, for small tables or none."""
    return True


def judge(s: Any, spare: Any, seat: int, bot: int, tables: Any, worth: Any) -> int:
    """Return all legal options for a bot at random, else those that make the seat's own sheet worth most at once."""
    if bot == RANDOM:
        return legal(s, seat)
    if bot in (EASY, GREEDY):
        return greedy(s, spare, seat, worth)
    raise ValueError(NO_SUCH_BOT)


def greedy(s: Any, spare: Any, seat: int, worth: Any) -> int:
    """Return the options after which the seat's own sheet is worth most."""
    rest = legal(s, seat)
    while rest:
        option = lowest(rest)
        rest &= rest - 1
        copy_to(spare, 0, s)
        apply(spare[0], seat, option)
        worth[option] = score(spare[0], seat)
    return best(worth, legal(s, seat), 0.0)


def luck_of_throw(s: Any, spare: Any, seat: int, tables: Any, faces: Any) -> float:
    """Return 0: these bots do not measure luck."""
    return 0.0


def valued(s: Any, spare: Any, tables: Any, found: Any) -> int:
    """Return UNKNOWN: these bots have learned nothing."""
    return UNKNOWN
