"""Players that are programs. One door: `choose`. They see what a person in their seat would see, and no more."""

from __future__ import annotations

from cinquina.bots import preferring
from cinquina.core import View, bits
from cinquina.sim.binding import plain
from cinquina.sim.playout import Chooser, Dice

LEVELS: dict[str, int] = {"random": preferring.RANDOM, "greedy": preferring.GREEDY}
"""The bots by level, from gentle to strong: their numbers in `preferring`."""


def choose(level: str, view: View, seat: int, luck: Dice) -> int:
    """The option a bot of that level takes in its seat."""
    position = view.position
    liked = plain(position.rules, preferring.preferred)(position.now, [None], seat, LEVELS[level])
    options = bits.members(liked)
    return options[luck.throw((len(options),))[0] - 1]


def chooser(level: str, luck: Dice) -> Chooser:
    """A bot as playouts want it, with luck of its own for its whims."""
    return lambda view, seat: choose(level, view, seat, luck)
