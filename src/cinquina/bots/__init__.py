"""Players that are programs. One door: `choose`. They see what a person in their seat would see, and no more.

A bot answers compiled once `prepare` has compiled it and built its tables. Until then it answers uncompiled, and a bot
that would be slow that way, or needs a table first, is stood in for by the one that `HASTY` names.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from cinquina.bots.levels import LEVELS
from cinquina.bots.players import players_of
from cinquina.core import Rules, View, bits
from cinquina.sim.binding import plain
from cinquina.sim.loops import SPARE
from cinquina.sim.playout import Chooser, Dice

__all__ = [
    "LEVELS",
    "Answer",
    "answer",
    "choose",
    "chooser",
    "is_ready",
    "names_of",
    "prepare",
    "prepare_aside",
    "stood_in_for",
]


@dataclass(frozen=True, slots=True)
class Answer:
    """What a bot makes of a question: the options it takes any of, and what each option is worth to it."""

    bot: str
    liked: int
    worth: dict[int, float]

    def taken(self, luck: Dice) -> int:
        """One of the options it takes any of."""
        options = bits.members(self.liked)
        return options[luck.throw((len(options),))[0] - 1]


_ready: set[tuple[str, str]] = set()


def names_of(rules: Rules) -> tuple[str, ...]:
    """The bots of a game: the levels, and those it is measured by."""
    return tuple(players_of(rules).BOTS)


def is_ready(rules: Rules, bot: str) -> bool:
    """Whether a bot answers compiled."""
    return (rules.NAME, bot) in _ready


def stood_in_for(rules: Rules, names: Iterable[str]) -> set[str]:
    """Of some bots, those that another answers for until they are ready."""
    players = players_of(rules)
    return {bot for bot in names if players.BOTS[bot] in players.HASTY and not is_ready(rules, bot)}


def prepare(rules: Rules, bot: str) -> None:
    """Compile a bot and build its tables, which may take a minute the first time."""
    from cinquina.bots.compiled import make_ready  # only who compiles waits for numba to load

    make_ready(rules, players_of(rules).BOTS[bot])
    _ready.add((rules.NAME, bot))


def prepare_aside(rules: Rules, names: set[str]) -> threading.Thread:
    """Prepare bots in a thread of its own, while others answer for them."""

    def prepare_all() -> None:
        for bot in sorted(names):
            prepare(rules, bot)

    thread = threading.Thread(target=prepare_all, daemon=True)
    thread.start()
    return thread


def answer(bot: str, view: View, seat: int) -> Answer:
    """What a bot makes of what its seat is asked; the answer says which bot gave it."""
    rules, state = view.position.rules, view.position.now
    players, worth = players_of(rules), np.zeros(view.position.rules.CHOICES)
    number = players.BOTS[bot]
    if is_ready(rules, bot):
        from cinquina.bots.compiled import judged

        liked = judged(rules, state, seat, number, worth)
    else:
        number = players.HASTY.get(number, number)
        judge = plain(rules, players.judge)
        liked = judge(state, [None] * SPARE, seat, number, players.mind((number,)), worth)
    given_by = next(name for name, known in players.BOTS.items() if known == number)
    return Answer(given_by, liked, {option: float(worth[option]) for option in bits.members(rules.legal(state, seat))})


def choose(bot: str, view: View, seat: int, luck: Dice) -> int:
    """The option a bot takes in its seat."""
    return answer(bot, view, seat).taken(luck)


def chooser(bot: str, luck: Dice) -> Chooser:
    """A bot as playouts want it, with luck of its own for its whims."""
    return lambda view, seat: choose(bot, view, seat, luck)
