"""Players that are programs. One door: `choose`. They see what a person in their seat would see, and no more."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from cinquina.bots.levels import LEVELS
from cinquina.bots.players import players_of
from cinquina.core import Rules, View, bits
from cinquina.sim.binding import plain
from cinquina.sim.loops import SPARE
from cinquina.sim.playout import Chooser, Dice

__all__ = ["LEVELS", "Answer", "answer", "choose", "chooser", "names_of"]


@dataclass(frozen=True, slots=True)
class Answer:
    """What a bot makes of a question: the options it takes any of, and what each option is worth to it."""

    liked: int
    worth: dict[int, float]


def names_of(rules: Rules) -> tuple[str, ...]:
    """The bots of a game: the levels, and those it is measured by."""
    return tuple(players_of(rules).BOTS)


def answer(bot: str, view: View, seat: int) -> Answer:
    """What a bot makes of what its seat is asked."""
    position, players = view.position, players_of(view.position.rules)
    number = players.BOTS[bot]
    worth = np.zeros(position.rules.CHOICES)
    judge = plain(position.rules, players.judge)
    liked = judge(position.now, [None] * SPARE, seat, number, players.mind((number,)), worth)
    legal = position.rules.legal(position.now, seat)
    return Answer(liked, {option: float(worth[option]) for option in bits.members(legal)})


def choose(bot: str, view: View, seat: int, luck: Dice) -> int:
    """The option a bot takes in its seat."""
    options = bits.members(answer(bot, view, seat).liked)
    return options[luck.throw((len(options),))[0] - 1]


def chooser(bot: str, luck: Dice) -> Chooser:
    """A bot as playouts want it, with luck of its own for its whims."""
    return lambda view, seat: choose(bot, view, seat, luck)
