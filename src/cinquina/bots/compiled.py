"""Compiled bots, for simulations and quick answers. A module of its own, since numba takes a second to load."""

from __future__ import annotations

from typing import Any

import numpy as np

from cinquina.bots.levels import RANDOM
from cinquina.bots.players import number_of, players_of
from cinquina.core import CHOICE, Roll, Rules, State, after, faces_wanted, opening
from cinquina.sim.arrays import arrays_of
from cinquina.sim.batch import Bots
from cinquina.sim.binding import Playing
from cinquina.sim.kernel import kernel
from cinquina.sim.loops import SPARE
from cinquina.sim.luck import Luck


def playing(rules: Rules) -> Playing:
    """The functions of a game's bots."""
    players = players_of(rules)
    return Playing(players.judge, players.luck_of_throw)


def compiled_bots(rules: Rules, names: tuple[str, ...]) -> Bots:
    """Bots by name for all seats, as simulations want them; IllegalSetup for one that the game does not have."""
    players = players_of(rules)
    return Bots(playing(rules), tuple(number_of(rules, name) for name in names), players.tables_for)


def judged(rules: Rules, state: State, seat: int, number: int, tables: Any, worth: Any) -> int:
    """The options that the bot of a number takes any of; what each is worth goes into `worth`."""
    bots = kernel(rules, playing(rules))
    lying = bots.record(state)
    return int(bots.functions["judge"](lying, np.repeat(lying, SPARE), seat, number, arrays_of(tables), worth))


def judge_compiled(rules: Rules, state: State, seat: int, number: int, tables: Any) -> tuple[int, list[float]]:
    """The options that the bot of a number takes any of, and what each option is worth to it."""
    worth = np.zeros(rules.CHOICES)
    return judged(rules, state, seat, number, tables, worth), worth.tolist()


def compile_bots(rules: Rules) -> None:
    """Compile the bots of a game, by having one of them answer that needs no tables."""
    position, luck = opening(rules, rules.SEATS[0]), Luck(0)
    while position.phase != CHOICE:
        position = after(position, Roll(luck.throw(faces_wanted(position))))
    tables = players_of(rules).tables_for((RANDOM,), position.now)
    judge_compiled(rules, position.now, position.waiting[0], RANDOM, tables)
