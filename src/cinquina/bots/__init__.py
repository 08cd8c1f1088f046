"""Players that are programs. One door: `choose`. They see what a person in their seat would see, and no more."""

from __future__ import annotations

from collections.abc import Callable

from cinquina.bots import random_bot
from cinquina.core import View
from cinquina.sim.playout import Chooser, Dice

LEVELS: dict[str, Callable[[View, int, Dice], int]] = {"random": random_bot.choose}
"""The bots by level, from gentle to strong."""


def choose(level: str, view: View, seat: int, luck: Dice) -> int:
    """The option a bot of that level takes in its seat."""
    return LEVELS[level](view, seat, luck)


def chooser(level: str, luck: Dice) -> Chooser:
    """A bot as playouts want it, with luck of its own for its whims."""
    return lambda view, seat: choose(level, view, seat, luck)
