"""Bots as a bit set of the options they like best, in the plain subset of the rules: the same source at the table and
compiled. Luck decides among what is left."""

from typing import Any

from cinquina.core.bits import lowest
from cinquina.sim.loops import apply, copy_to, legal, score

RANDOM, GREEDY = 0, 1


def preferred(s: Any, spare: Any, seat: int, bot: int) -> int:
    """The options of which a bot takes any; `s` is what its seat may know, `spare` has room for a state."""
    return greedy(s, spare, seat) if bot == GREEDY else legal(s, seat)


def greedy(s: Any, spare: Any, seat: int) -> int:
    """The options after which the seat's own sheet is worth most."""
    best = 0
    most = 0
    rest = legal(s, seat)
    while rest:
        option = lowest(rest)
        rest &= rest - 1
        copy_to(spare, 0, s)
        apply(spare[0], seat, option)
        points = score(spare[0], seat)
        if best == 0 or points > most:
            best = 0
            most = points
        if points == most:
            best |= 1 << option
    return best
