"""The bots of each game: a game's own where it has some, else those that play any game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Protocol, cast

from cinquina.bots import extra, qwinto, qwixx, sequence_dice, simple, the_choice
from cinquina.bots.learning import Learner
from cinquina.bots.levels import LEVELS
from cinquina.bots.solving import Solver
from cinquina.core import IllegalSetup, Rules
from cinquina.core.text import shortened
from cinquina.sim.binding import Playing


class Players(Protocol):
    """A package of bots."""

    __name__: str
    BOTS: Mapping[str, int]
    """Their names with their numbers: levels, and those that levels are measured by."""
    STAND_INS: Mapping[int, int]
    """For bots whose tables are built by compiled code: which bot, always ready, answers while they are not there."""
    judge: Callable[..., int]
    """What `loops.preferred` stands for: the options a bot takes any of, and what each is worth to it."""
    luck_of_throw: Callable[..., float]
    """What `loops.throw_luck` stands for: how much a throw changes a seat's chance to win, on average nothing."""
    valued: Callable[..., int]
    """What `loops.valued` stands for: what a state is worth to every seat, as far as that is known."""
    tables_for: Callable[[tuple[int, ...], Any], tuple[Any, ...]]
    """The tables that bots need where a game stands."""
    at_hand: Callable[[tuple[int, ...], Any], bool]
    """Whether those tables are loaded, or load quickly."""


OF_GAMES: dict[str, Players] = {
    "extra": cast(Players, extra),
    "qwinto": cast(Players, qwinto),
    "qwixx": cast(Players, qwixx),
    "sequence-dice": cast(Players, sequence_dice),
    "the-choice": cast(Players, the_choice),
}


FORESEEING = ("qwinto", "the-choice")
"""The games whose values before a throw are means over all throws already."""


def foresees_throws(rules: Rules) -> bool:
    """Whether what a state is worth before a throw is the mean of what it is worth after each of them."""
    return rules.NAME in FORESEEING


def players_of(rules: Rules) -> Players:
    """The bots of a game."""
    return OF_GAMES.get(rules.NAME, cast(Players, simple))


def playing(rules: Rules) -> Playing:
    """The functions of a game's bots, as loops call them."""
    players = players_of(rules)
    return Playing(players.judge, players.luck_of_throw, players.valued)


def names_of(rules: Rules) -> tuple[str, ...]:
    """The names of a game's bots: its levels, and those it is measured by."""
    return tuple(players_of(rules).BOTS)


def levels_of(rules: Rules) -> tuple[str, ...]:
    """The levels that a game has, from gentle to strong."""
    return tuple(level for level in LEVELS if level in players_of(rules).BOTS)


def number_of(rules: Rules, bot: str) -> int:
    """The number of a bot by its name; IllegalSetup for one that the game does not have."""
    known = players_of(rules).BOTS
    if bot not in known:
        raise IllegalSetup("no-such-bot", level=shortened(bot), possible=", ".join(known))
    return known[bot]


def name_of(rules: Rules, number: int) -> str:
    """The name of a bot by its number."""
    return next(name for name, known in players_of(rules).BOTS.items() if known == number)


def solver_of(rules: Rules) -> Solver | None:
    """The solver of a game, where it has one."""
    return cast("Solver | None", _part_of(rules, "solver"))


def learner_of(rules: Rules) -> Learner | None:
    """The training of a game's bots, where there is one."""
    return cast("Learner | None", _part_of(rules, "training"))


def _part_of(rules: Rules, name: str) -> Any:
    """A module of a game's bots that needs numba, loaded only when it is asked for."""
    package = OF_GAMES.get(rules.NAME)
    path = f"{package.__name__}.{name}" if package else ""
    return import_module(path) if package and find_spec(path) else None
