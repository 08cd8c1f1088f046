"""The bots of each game: a game's own where it has some, else those that play any game.

A module of bots has, beside `judge` and `fortune` (what `loops.preferred` and `loops.fortune` stand for):
`BOTS`, their names with their numbers; `mind`, the tables that some of them need at a table as it stands, and
`at_hand`, whether those come at once; `HASTY`, for bots that are slow uncompiled or need a table that takes time, which
other bot, whose tables are always at hand, answers for them until they are ready.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Protocol, cast

from cinquina.bots import extra, qwinto, qwixx, sequence_dice, simple, the_choice
from cinquina.bots.learning import Learner
from cinquina.bots.solving import Solver
from cinquina.core import Rules


class Players(Protocol):
    """A module of bots."""

    __name__: str
    BOTS: Mapping[str, int]
    HASTY: Mapping[int, int]
    judge: Callable[..., int]
    fortune: Callable[..., float]
    mind: Callable[[tuple[int, ...], Any], tuple[Any, ...]]
    at_hand: Callable[[tuple[int, ...], Any], bool]


OF_GAMES: dict[str, Players] = {
    "extra": cast(Players, extra),
    "qwinto": cast(Players, qwinto),
    "qwixx": cast(Players, qwixx),
    "sequence-dice": cast(Players, sequence_dice),
    "the-choice": cast(Players, the_choice),
}


def solver_of(rules: Rules) -> Solver | None:
    """The solver of a game, where it has one."""
    return cast("Solver | None", _part_of(rules, "solver"))


def learner_of(rules: Rules) -> Learner | None:
    """The way a game is learned, where there is one."""
    return cast("Learner | None", _part_of(rules, "training"))


def _part_of(rules: Rules, name: str) -> Any:
    """A module beside a game's bots; they load numba, so only who asks for one waits for it."""
    room = OF_GAMES.get(rules.NAME)
    place = f"{room.__name__}.{name}" if room else ""
    return import_module(place) if room and find_spec(place) else None


def players_of(rules: Rules) -> Players:
    """The bots of a game."""
    return OF_GAMES.get(rules.NAME, cast(Players, simple))
