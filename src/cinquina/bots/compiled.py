"""Compiled bots, for simulations and quick answers. A module of its own, since numba takes a second to load."""

from __future__ import annotations

from typing import Any

import numpy as np

from cinquina.bots.levels import RANDOM
from cinquina.bots.outlook import Ahead, Throws
from cinquina.bots.players import number_of, players_of, playing
from cinquina.core import CHOICE, Roll, Rules, State, after, faces_wanted, opening
from cinquina.sim.ahead import STEPS, Lookout
from cinquina.sim.arrays import arrays_of
from cinquina.sim.batch import Bots, faces_of, play_from, signed
from cinquina.sim.batch import players_of as seated
from cinquina.sim.kernel import kernel
from cinquina.sim.loops import Start
from cinquina.sim.luck import DICE_STREAM, Games, Luck, game_key
from cinquina.sim.placeholders import FOUND, KEPT, SPARE


def compiled_bots(rules: Rules, names: tuple[str, ...]) -> Bots:
    """Return bots for all seats by name, as simulations need them; IllegalSetup for a name the game does not have."""
    players = players_of(rules)
    return Bots(playing(rules), tuple(number_of(rules, name) for name in names), players.tables_for)


def judged(rules: Rules, state: State, seat: int, number: int, tables: Any, worth: Any) -> int:
    """Return the options that the bot with a number likes best; write the worth of each option into `worth`."""
    bots = kernel(rules, playing(rules))
    lying = bots.record(state)
    return int(bots.functions["judge"](lying, np.repeat(lying, SPARE), seat, number, arrays_of(tables), worth))


def judge_compiled(rules: Rules, state: State, seat: int, number: int, tables: Any) -> tuple[int, list[float]]:
    """Return the options that the bot with a number likes best, and the worth of every option."""
    worth = np.zeros(rules.CHOICES)
    return judged(rules, state, seat, number, tables, worth), worth.tolist()


def compile_bots(rules: Rules) -> None:
    """Compile the bots of a game, by letting one of them answer that needs no tables."""
    position, luck = opening(rules, rules.SEATS[0]), Luck(0)
    while position.phase != CHOICE:
        position = after(position, Roll(luck.throw(faces_wanted(position))))
    tables = players_of(rules).tables_for((RANDOM,), position.now)
    judge_compiled(rules, position.now, position.waiting[0], RANDOM, tables)


def appraise_compiled(rules: Rules, states: list[State], tables: Any) -> tuple[int, list[list[float]]]:
    """Return what `valued` says of some states together, and the values of each; see `placeholders.valued`."""
    bots = kernel(rules, playing(rules))
    lying = np.concatenate([bots.record(state) for state in states])
    found = np.zeros((len(states), FOUND))
    said = bots.functions["appraise"](lying, np.repeat(lying[:1], SPARE), arrays_of(tables), found)
    return int(said), found.tolist()


def appraise_throws_compiled(rules: Rules, state: State, tables: Any, luck: Throws) -> tuple[int, list[list[float]]]:
    """Return what `valued` says of a state after throws, and the values after each throw."""
    bots = kernel(rules, playing(rules))
    opening = bots.record(state)
    start = Start(opening.copy(), opening, faces_of(rules))
    found = np.zeros((luck.count, FOUND))
    key = 0 if luck.seed is None else signed(game_key(luck.seed, 0, DICE_STREAM))
    said = bots.functions["appraise_throws"](start, key, np.repeat(opening, SPARE), arrays_of(tables), found)
    return int(said), found.tolist()


def played_on(rules: Rules, state: State, bot: int, luck: Games) -> list[list[int]]:
    """Return the scores of games that a bot in every seat plays on from a state."""
    bots = Bots(playing(rules), (bot,) * state.seats, players_of(rules).tables_for)
    scores: list[list[int]] = play_from(rules, state, luck, bots).scores.tolist()
    return scores


def looked_ahead(rules: Rules, state: State, bot: int, luck: Games, throws: int) -> Ahead:
    """Return values along the next throws of several games in which a bot in every seat answers."""
    bots = Bots(playing(rules), (bot,) * state.seats, players_of(rules).tables_for)
    known = kernel(rules, bots.playing)
    opening, rows = known.record(state), luck.count * throws * STEPS
    start = Start(opening.copy(), opening, faces_of(rules))
    begun, last = np.zeros((2, FOUND + KEPT))
    lookout = Lookout(throws, np.zeros((rows, FOUND)), np.zeros(rows, np.int64), begun, last)
    players = seated(bots, rules, state, opening)
    said = known.functions["look_ahead"](start, (luck.seed, luck.first), players, lookout)
    return int(said), list(zip(lookout.told.tolist(), lookout.values.tolist(), strict=True))
