"""The bots of Extra!: what they are called, and the tables they have learned."""

from __future__ import annotations

from functools import cache
from typing import Any

from cinquina.bots.extra.play import SOLO, judge, luck_of_throw
from cinquina.bots.levels import GREEDY, LEVELS
from cinquina.bots.simple import at_hand
from cinquina.core import State
from cinquina.games.extra import KINDS

__all__ = ["BOTS", "STAND_INS", "at_hand", "judge", "luck_of_throw", "tables_for"]

BOTS = LEVELS | {"greedy": GREEDY, "solo": SOLO}
STAND_INS: dict[int, int] = {}
"""All of them answer at once, also uncompiled."""


@cache
def whole_mind() -> tuple[Any, ...]:
    """The books of both sheets, the empty one, and the places of throws."""
    import numpy as np

    from cinquina.bots.extra.books import empty_book, opened  # only who plays waits for them
    from cinquina.bots.extra.dice import places_of_throws

    parts: list[Any] = []
    for kind in KINDS:
        parts += opened(kind)
    return (*parts, *empty_book(), np.array(places_of_throws(), np.int64))


def tables_for(bots: tuple[int, ...], s: State) -> tuple[Any, ...]:
    """All bots have the same tables; luck is told by them too."""
    return whole_mind()
