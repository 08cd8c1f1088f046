"""The bots of each game: a game's own where it has some, else those that play any game."""

from __future__ import annotations

from collections.abc import Mapping
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

GENTLE, USUAL = "easy", "medium"
"""Levels to play against, where a game has them."""


class Players(Protocol):
    """A package of bots."""

    @property
    def __name__(self) -> str:
        """The name of the package."""

    @property
    def BOTS(self) -> Mapping[str, int]:
        """Their names with their numbers: levels, and those that levels are measured by."""

    @property
    def STAND_INS(self) -> Mapping[int, int]:
        """For bots whose tables compiled code builds: which bot, always ready, answers while they are not there."""

    @property
    def FORESEES_THROWS(self) -> bool:
        """Whether what a state is worth before a throw is the mean of what it is worth after each of them."""

    def judge(self, s: Any, spare: Any, seat: int, bot: int, tables: Any, worth: Any) -> int:
        """What `placeholders.preferred` stands for: the options a bot takes any of, and what each is worth to it."""

    def luck_of_throw(self, s: Any, spare: Any, seat: int, tables: Any, faces: Any) -> float:
        """What `placeholders.throw_luck` stands for: how much a throw changes a seat's chance to win."""

    def valued(self, s: Any, spare: Any, tables: Any, found: Any) -> int:
        """What `placeholders.valued` stands for: what a state is worth to every seat, as far as that is known."""

    def tables_for(self, bots: tuple[int, ...], s: Any) -> tuple[Any, ...]:
        """Return the tables that bots need where a game stands."""

    def at_hand(self, bots: tuple[int, ...], s: Any) -> bool:
        """Whether those tables are loaded, or load quickly."""


OF_GAMES: dict[str, Players] = {
    "extra": extra,
    "qwinto": qwinto,
    "qwixx": qwixx,
    "sequence-dice": sequence_dice,
    "the-choice": the_choice,
}


def foresees_throws(rules: Rules) -> bool:
    """Whether what a state is worth before a throw is the mean of what it is worth after each of them."""
    return players_of(rules).FORESEES_THROWS


def players_of(rules: Rules) -> Players:
    """The bots of a game."""
    return OF_GAMES.get(rules.NAME, simple)


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


def gentle_level(rules: Rules) -> str:
    """Return the level that newcomers begin against."""
    return _level_or(rules, GENTLE, 0)


def usual_level(rules: Rules) -> str:
    """Return the level of a bot of which nothing else is said, such as one that plays for somebody who has left."""
    return _level_or(rules, USUAL, -1)


def _level_or(rules: Rules, level: str, place: int) -> str:
    """Return a level, or the one at a place among a game's levels if the game does not have it."""
    levels = levels_of(rules)
    return level if level in levels else levels[place]


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
