"""How much an agent gives away, measured against exact values: the leaderboard of agents that play alone.

Every choice of an agent is compared with the best one, by `cinquina.truth`. The mean of what it gives away in a game is
exactly how far its mean result is from that of perfect play, and far less scattered than its results are.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, stdev
from typing import Any

import numpy as np

from cinquina import truth
from cinquina.bots import choose, prepare
from cinquina.core import Position, View
from cinquina.rl.observing import Numbers
from cinquina.rl.single import OneSeat
from cinquina.sim.luck import WHIM_STREAM, Luck

NORMAL_95 = 1.959964
Agent = Callable[[Numbers, Mapping[str, Any]], int]
"""An observation and its info, with the mask, in; an option out."""


@dataclass(frozen=True, slots=True)
class Regret:
    """What an agent gives away in a game on average, with half of its 95 % interval, and its results as they came."""

    mean: float
    error: float
    games: int
    choices: int
    result: float
    best: float
    """What perfect play would have had on average, without any luck."""


def regret(agent: str | Agent, game: str, games: int = 100, seed: int = 0, **options: Any) -> Regret:
    """Play games alone and compare every choice with the best one; an agent may also be the name of a bot.

    With `compiled=True` a bot is compiled first. Where exact values are not known it is `truth.NotExact`.
    """
    env = OneSeat(game, seats=1, **options)
    exact = truth.of(env.match.position)
    decide = as_bot(agent, env, Luck(seed, stream=WHIM_STREAM)) if isinstance(agent, str) else agent
    lost, results, choices = [], [], 0
    for number in range(games):
        observation, info = env.reset(seed=seed if number == 0 else None)
        given, over = 0.0, False
        while not over:
            option, losses = int(decide(observation, info)), exact.losses(env.match.position)
            if option not in losses:
                raise ValueError(f"The agent chose {option}, but legal are {', '.join(map(str, losses))}.")
            given, choices = given + losses[option], choices + 1
            observation, _, over, _, info = env.step(option)
        lost.append(given)
        results.append(env.match.position.score(0))
    error = NORMAL_95 * stdev(lost) / sqrt(games) if games > 1 else 0.0
    return Regret(fmean(lost), error, games, choices, fmean(results), exact.value(start_of(env)))


def start_of(env: OneSeat) -> Position:
    """Return the position in which games begin."""
    return OneSeat(env.setup.rules, seats=1, **env.setup.options).match.position


def as_bot(name: str, env: OneSeat, luck: Luck) -> Agent:
    """Return a bot as an agent in the seat of an environment."""
    if env.setup.asked.compiled:
        prepare(env.match.position, name)
    return lambda observation, info: choose(name, View(env.match.position), 0, luck)


def at_random(seed: int = 0) -> Agent:
    """Return an agent that chooses any legal option."""
    luck = np.random.default_rng(seed)
    return lambda observation, info: int(luck.choice(np.flatnonzero(info["action_mask"])))
