"""The bots of each game: a game's own where it has some, else those that play any game.

A module of bots has, beside `judge` and `fortune` (what `loops.preferred` and `loops.fortune` stand for):
`BOTS`, their names with their numbers; `mind`, the tables that some of them need; `HASTY`, for bots that are slow
uncompiled or need a table that takes time, which other bot answers for them until they are ready.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol, cast

from cinquina.bots import simple
from cinquina.core import Rules


class Players(Protocol):
    """A module of bots."""

    BOTS: Mapping[str, int]
    HASTY: Mapping[int, int]
    judge: Callable[..., int]
    fortune: Callable[..., float]
    mind: Callable[[tuple[int, ...]], tuple[Any, ...]]


OF_GAMES: dict[str, Players] = {}


def players_of(rules: Rules) -> Players:
    """The bots of a game."""
    return OF_GAMES.get(rules.NAME, cast(Players, simple))
