"""Players that are programs. One door: `answer`. They see what a person in their seat would see, and no more.

A bot is ready once `prepare` has compiled it and built the tables it needs where a game stands. Until then one that
would be slow uncompiled, or needs a table first, is stood in for by the one that `STAND_INS` names.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from cinquina.bots.levels import LEVELS
from cinquina.bots.players import levels_of, name_of, names_of, number_of, players_of
from cinquina.core import Position, Rules, View, bits
from cinquina.sim.binding import plain
from cinquina.sim.loops import SPARE
from cinquina.sim.playout import Chooser, Dice

__all__ = [
    "LEVELS",
    "Answer",
    "answer",
    "choose",
    "chooser",
    "is_compiled",
    "is_ready",
    "levels_of",
    "names_of",
    "prepare",
    "prepare_aside",
    "stood_in_for",
]

log = logging.getLogger(__name__)


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


_compiled: set[str] = set()
_under_way: set[tuple[str, str]] = set()
_one_at_a_time = threading.Lock()


def is_compiled(rules: Rules) -> bool:
    """Whether the bots of a game answer compiled, or those who stand in for them."""
    return rules.NAME in _compiled


def is_ready(position: Position, bot: str) -> bool:
    """Whether a bot answers compiled and with its tables where a game stands."""
    number = number_of(position.rules, bot)
    return is_compiled(position.rules) and players_of(position.rules).at_hand((number,), position.now)


def stood_in_for(position: Position, names: Iterable[str]) -> set[str]:
    """Of some bots, those that another answers for until they are ready."""
    rules = position.rules
    slow = players_of(rules).STAND_INS
    return {bot for bot in names if number_of(rules, bot) in slow and not is_ready(position, bot)}


def prepare(position: Position, bot: str) -> None:
    """Compile a bot and build the tables it needs where a game stands, which may take a minute the first time."""
    rules = position.rules
    number = number_of(rules, bot)
    if not is_compiled(rules):
        from cinquina.bots.compiled import compile_bots  # only who compiles waits for numba to load

        compile_bots(rules)
        _compiled.add(rules.NAME)
    players_of(rules).tables_for((number,), position.now)


def prepare_aside(position: Position, names: Iterable[str]) -> threading.Thread:
    """Prepare bots in a thread of its own, while others answer for them; not those that are being prepared already.

    One that cannot be prepared is not tried again.
    """
    rules, named = position.rules, set(names)
    for bot in named:
        number_of(rules, bot)
    wanted = sorted({(rules.NAME, bot) for bot in named} - _under_way)
    _under_way.update(wanted)

    def prepare_all() -> None:
        for game, bot in wanted:
            try:
                with _one_at_a_time:
                    prepare(position, bot)
                _under_way.remove((game, bot))
            except Exception:
                log.exception("the bot %s of %s could not be made ready", bot, game)

    thread = threading.Thread(target=prepare_all, daemon=True)
    thread.start()
    return thread


def answer(bot: str, view: View, seat: int, tables_of: Position | None = None) -> Answer:
    """What a bot makes of what its seat is asked; the answer says which bot gave it.

    It uses the tables of this position unless those of another one are asked for.
    """
    rules, state, stands = view.position.rules, view.position.now, tables_of or view.position
    players, number, worth = players_of(rules), number_of(rules, bot), np.zeros(rules.CHOICES)
    if not is_ready(stands, bot):
        number = players.STAND_INS.get(number, number)
    tables = players.tables_for((number,), stands.now)
    if is_compiled(rules):
        from cinquina.bots.compiled import judged

        liked = judged(rules, state, seat, number, tables, worth)
    else:
        liked = plain(rules, players.judge)(state, [None] * SPARE, seat, number, tables, worth)
    options = bits.members(rules.legal(state, seat))
    return Answer(name_of(rules, number), liked, {option: float(worth[option]) for option in options})


def choose(bot: str, view: View, seat: int, luck: Dice, tables_of: Position | None = None) -> int:
    """The option a bot takes in its seat."""
    return answer(bot, view, seat, tables_of).taken(luck)


def chooser(bot: str, luck: Dice, tables_of: Position | None = None) -> Chooser:
    """A bot as playouts want it, with luck of its own for its whims."""
    return lambda view, seat: choose(bot, view, seat, luck, tables_of)
