"""Players that are programs, called through one function, `answer`; they see what a person in their seat would see.

Every bot answers in plain Python. Where numba is installed, `prepare` compiles the bots of a game, which then give the
same answers faster; and it builds the large tables that some bots need. Until these are there, or where nothing can be
compiled, another bot plays in place of such a bot: `STAND_INS` of its game names it, and `stand_ins` lists them.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from cinquina.bots.guests import guests_of, option_of_guest
from cinquina.bots.levels import LEVELS
from cinquina.bots.players import gentle_level, levels_of, name_of, names_of, number_of, players_of, usual_level
from cinquina.core import Position, Rules, State, View, bits
from cinquina.sim.binding import plain
from cinquina.sim.compiling import PREPARING, can_compile
from cinquina.sim.placeholders import SPARE
from cinquina.sim.playout import Chooser, Dice

__all__ = [
    "LARGE_TABLES",
    "LEVELS",
    "StandIn",
    "Verdict",
    "answer",
    "bots_of",
    "choose",
    "chooser",
    "gentle_level",
    "guests_of",
    "is_compiled",
    "is_ready",
    "levels_of",
    "names_of",
    "prepare",
    "prepare_aside",
    "stand_ins",
    "stood_in_for",
    "usual_level",
]

log = logging.getLogger(__name__)
LARGE_TABLES = "large-tables"
"""The reason for a stand-in: tables too large to be part of the program, which only compiled code builds."""


@dataclass(frozen=True, slots=True)
class StandIn:
    """A bot that cannot play where nothing can be compiled, the bot that plays in its place, and why."""

    bot: str
    plays_as: str
    reason: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a bot thinks of its options: those it likes best, as a bit set, and what each one is worth to it."""

    bot: str
    liked: int
    worth: dict[int, float]

    def taken(self, luck: Dice) -> int:
        """Return one of the options that the bot likes best, chosen by luck."""
        options = bits.members(self.liked)
        return options[luck.throw((len(options),))[0] - 1]


Judge = Callable[[Rules, State, int, int, Any], tuple[int, list[float]]]
"""Takes rules, a state, a seat, the number of a bot and its tables; returns the options it likes best and all worths.
"""
_compiled: dict[str, Judge] = {}
_under_way: set[tuple[str, str]] = set()
_one_at_a_time = threading.Lock()


def judge_plainly(rules: Rules, state: State, seat: int, number: int, tables: Any) -> tuple[int, list[float]]:
    """Return the options that the bot with a number likes best, and the worth of every option, by plain Python."""
    worth = [0.0] * rules.CHOICES
    liked = plain(rules, players_of(rules).judge)(state, [None] * SPARE, seat, number, tables, worth)
    return liked, worth


def is_compiled(rules: Rules) -> bool:
    """Return whether the bots of a game answer compiled."""
    return rules.NAME in _compiled


def bots_of(rules: Rules) -> tuple[str, ...]:
    """Return the names of all bots that may sit at a table: a game's own, then those from other packages."""
    return (*names_of(rules), *guests_of(rules))


def is_ready(position: Position, bot: str) -> bool:
    """Return whether a bot is compiled and has its tables for this position."""
    number = number_of(position.rules, bot)
    return is_compiled(position.rules) and players_of(position.rules).at_hand((number,), position.now)


def stand_ins(rules: Rules) -> tuple[StandIn, ...]:
    """Return the bots of a game that can never play here, with their stand-ins; none where code can be compiled."""
    known = {} if can_compile() else players_of(rules).STAND_INS
    return tuple(StandIn(name_of(rules, one), name_of(rules, other), LARGE_TABLES) for one, other in known.items())


def stood_in_for(position: Position, names: Iterable[str]) -> set[str]:
    """Return those of some bots for which another answers until their tables are there."""
    numbers = {bot: number_of(position.rules, bot) for bot in set(names).difference(guests_of(position.rules))}
    return {bot for bot, number in numbers.items() if _playing(position, number) != number}


def _playing(position: Position, number: int) -> int:
    """Return the number of the bot that plays for a bot at this position: its own, if its tables are there."""
    players = players_of(position.rules)
    return number if players.at_hand((number,), position.now) else players.STAND_INS[number]


def prepare(position: Position, bot: str) -> None:
    """Compile a bot and build the tables it needs at this position; it may take a minute the first time.

    Where nothing can be compiled there is nothing to prepare.
    """
    rules = position.rules
    if bot in guests_of(rules):
        return
    number = number_of(rules, bot)
    if not can_compile():
        return
    if not is_compiled(rules):
        from cinquina.bots.compiled import compile_bots, judge_compiled  # only who compiles waits for numba to load

        compile_bots(rules)
        _compiled[rules.NAME] = judge_compiled
    players_of(rules).tables_for((number,), position.now)


def prepare_aside(position: Position, names: Iterable[str]) -> threading.Thread:
    """Prepare bots in a thread of its own while others answer for them; skip those that are being prepared already.

    A bot whose preparation failed is not tried again.
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

    thread = threading.Thread(target=prepare_all, name=PREPARING, daemon=True)
    thread.start()
    return thread


def answer(bot: str, view: View, seat: int, tables_of: Position | None = None) -> Verdict:
    """Return what a bot thinks of its options; the result names the bot, which may be a stand-in.

    It uses the tables of this position unless those of another one are asked for.
    """
    rules, state, stands = view.position.rules, view.position.now, tables_of or view.position
    number = _playing(stands, number_of(rules, bot))
    tables = players_of(rules).tables_for((number,), stands.now)
    liked, worth = _compiled.get(rules.NAME, judge_plainly)(rules, state, seat, number, tables)
    options = bits.members(rules.legal(state, seat))
    return Verdict(name_of(rules, number), liked, {option: worth[option] for option in options})


def choose(bot: str, view: View, seat: int, luck: Dice, tables_of: Position | None = None) -> int:
    """Return the option that a bot takes."""
    if bot in guests_of(view.position.rules):
        return option_of_guest(bot, view, seat, luck)
    return answer(bot, view, seat, tables_of).taken(luck)


def chooser(bot: str, luck: Dice, tables_of: Position | None = None) -> Chooser:
    """Return a bot as a `Chooser` for playouts; `luck` decides between options it likes equally."""
    return lambda view, seat: choose(bot, view, seat, luck, tables_of)
