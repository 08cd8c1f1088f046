"""What is asked for: the game, its seats and options, who plays against whom and what for; checked once, here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

from cinquina.bots import bots_of, usual_level
from cinquina.core import IllegalSetup, Refusal, Rules, opening
from cinquina.core.position import full_options
from cinquina.games import GAMES
from cinquina.locales import FALLBACK, words
from cinquina.rl.rewards import MARGIN, REWARDS, WIN, usual_reward
from cinquina.table.words import refusal

NOBODY = ""
LONGEST = 10_000
"""Choices, after which an episode is cut off unless something else is asked for; random games are far shorter."""


class BadSetup(ValueError):
    """Something was asked for that there is not; the text says what there is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What an environment may be asked for; anything else is an option of the game, such as its sheet."""

    seats: int = 2
    """How many play; 1: alone."""
    reward: str | None = None
    """What is played for: "points", "win" or "margin"; usually the win, alone the points."""
    max_cycles: int = LONGEST
    """After so many choices of a seat an episode is cut off."""
    illegal_reward: float = -1.0
    """What an illegal option costs."""
    opponents: str | Sequence[str] | None = None
    """The bots at the other seats, in the order of seats; one name stands for all."""
    seat: int = 0
    """The seat that is played."""
    compiled: bool = False
    """Whether bots are compiled first, which takes up to a minute; then they answer the same, only sooner."""


OF_ALL_SEATS = ("seats", "reward", "max_cycles", "illegal_reward")
"""What may be asked where all seats are played from outside."""
OF_ONE_SEAT = tuple(one.name for one in fields(Asked))


@dataclass(frozen=True)
class Setup:
    """A game as it is about to be played."""

    rules: Rules
    options: Mapping[str, str]
    sides: tuple[int, ...]
    asked: Asked
    reward: str

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.sides)


def setup_of(game: str | Rules, known: Sequence[str], given: Mapping[str, Any]) -> Setup:
    """Check a game with what is given: some of what may be asked, and options; or raise BadSetup."""
    rules = rules_named(game)
    asked = Asked(**{name: value for name, value in given.items() if name in known})
    options = {name: str(value) for name, value in given.items() if name not in known}
    try:
        chosen = full_options(rules, asked.seats, options)
    except IllegalSetup as wrong:
        raise BadSetup(sentence(wrong)) from wrong
    start = opening(rules, asked.seats, chosen).now
    sides = tuple(rules.side(start, seat) for seat in range(asked.seats))
    return Setup(rules, chosen, sides, asked, checked_reward(asked.seats, asked.reward))


def rules_named(game: str | Rules) -> Rules:
    """Return the rules of a game, or raise BadSetup."""
    if isinstance(game, Rules):
        return game
    if game not in GAMES:
        raise BadSetup(sentence(IllegalSetup("no-such-game", name=game, possible=", ".join(GAMES))))
    return GAMES[game]


def checked_reward(seats: int, reward: str | None) -> str:
    """Return what is played for, or raise BadSetup."""
    if reward is None:
        return usual_reward(seats)
    if reward not in REWARDS:
        raise BadSetup(f"There is no reward {reward!r}: it can be {', '.join(REWARDS)}.")
    if seats == 1 and reward in (WIN, MARGIN):
        raise BadSetup(f"The reward {reward!r} needs other seats: whoever plays alone plays for points.")
    return reward


def bots_around(setup: Setup) -> tuple[str, ...]:
    """Return the bots by seat, with nobody at the seat that is played; or raise BadSetup."""
    seat, others = setup.asked.seat, setup.seats - 1
    if not 0 <= seat <= others:
        raise BadSetup(f"There is no seat {seat}: seats are numbered from 0 to {others}.")
    named = usual_level(setup.rules) if setup.asked.opponents is None else setup.asked.opponents
    names = (named,) * others if isinstance(named, str) else tuple(named)
    if len(names) != others:
        raise BadSetup(f"With {setup.seats} seats there are {others} opponents, but {len(names)} are named.")
    known = bots_of(setup.rules)
    for name in names:
        if name not in known:
            raise BadSetup(sentence(IllegalSetup("no-such-bot", level=name, possible=", ".join(known))))
    return (*names[:seat], NOBODY, *names[seat:])


def sentence(wrong: Refusal) -> str:
    """Return why something is refused."""
    return refusal(words(FALLBACK), None, wrong)
