"""`gymnasium.vector`: one seat in many games at once, stepped by compiled code.

Games that are over begin anew with the next step (`AutoresetMode.NEXT_STEP`). Place n of `num_envs` plays the games
n, n + num_envs, n + 2 · num_envs, … of the seed: each is the game that a single environment plays under that number.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium.error import InvalidAction, ResetNeeded
from gymnasium.spaces import Discrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from cinquina.bots import guests_of
from cinquina.bots.compiled import compiled_bots
from cinquina.bots.levels import RANDOM
from cinquina.core import OVER, Rules, opening
from cinquina.rl.observing import Numbers, Observer
from cinquina.rl.rewards import stance_of, standing
from cinquina.rl.setup import OF_ONE_SEAT, BadSetup, bots_around, setup_of
from cinquina.sim.batch import faces_of, players_of
from cinquina.sim.kernel import compiled, kernel
from cinquina.sim.looking import AT_ONCE, SeatReport, tell_all
from cinquina.sim.luck import MOST_SEED
from cinquina.sim.stepping import (
    Chosen,
    Numbered,
    Streams,
    Windows,
    begin_games,
    choose_for_seat,
    go_on_to_seat,
    step_at_random,
)

Info = dict[str, Any]
Actions = np.ndarray[Any, np.dtype[np.int64]]
Fractions = np.ndarray[Any, np.dtype[np.float64]]
Flags = np.ndarray[Any, np.dtype[np.bool_]]
METADATA: Info = {"autoreset_mode": AutoresetMode.NEXT_STEP, "render_modes": []}
CHANCE = "random"
"""The bot that is named where nobody sits; it is never asked."""


class SeatInMany(VectorEnv[Numbers, Actions, Any]):
    """A seat of many games against bots, like `OneSeat`; the bots are compiled."""

    metadata = METADATA

    def __init__(self, game: str | Rules, num_envs: int = 1, **asked: Any) -> None:
        self.setup = setup_of(game, OF_ONE_SEAT, asked)
        self.seat, self.bots, self.num_envs = self.setup.asked.seat, bots_around(self.setup), num_envs
        self.observer = Observer(self.setup.rules, self.setup.seats, self.setup.options)
        self.entries = self.observer.entries
        self.single_observation_space = self.observer.space()
        self.single_action_space = Discrete(self.setup.rules.CHOICES)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._standing, self._done, self._seed = np.zeros(num_envs), np.zeros(num_envs, np.bool_), -1
        for bot in set(self.bots) & set(guests_of(self.setup.rules)):
            raise BadSetup(f"The bot {bot} comes from another package and cannot be compiled: use single environments.")
        self._make_room()

    def reset(self, *, seed: int | Sequence[int | None] | None = None, options: Info | None = None) -> tuple[Any, Info]:
        """Begin the first games of a seed; without one, the next games of the last seed."""
        first_seed = seed if isinstance(seed, int) or seed is None else next(iter(seed))
        super().reset(seed=first_seed)
        if first_seed is None and self._seed < 0:
            first_seed = int(self.np_random.integers(MOST_SEED))
        if first_seed is not None:
            self._seed, self._games[:] = first_seed, np.arange(self.num_envs) - self.num_envs
        self._begin(np.ones(self.num_envs, np.bool_))
        self._done = np.zeros(self.num_envs, np.bool_)
        report = self._choose_and_go_on(np.zeros(self.num_envs, np.int64), np.ones(self.num_envs, np.bool_))
        return self._rows(report.seen), self._info(report)

    def step(self, actions: Actions) -> tuple[Any, Fractions, Flags, Flags, Info]:
        """Choose in every game; those that were over begin anew instead."""
        actions = self._checked(actions)
        renewed = self._done
        self._cycles += 1
        self._begin(renewed)
        report = self._choose_and_go_on(actions, renewed)
        over = self._phases == OVER
        truncated = ~over & (self._cycles >= self.setup.asked.max_cycles)
        self._done = over | truncated
        return self._rows(report.seen), report.rewards, over, truncated, self._info(report)

    def _make_room(self) -> None:
        """Lay out the positions, and compile what steps them."""
        setup, count = self.setup, self.num_envs
        kernel_of = kernel(setup.rules)
        start = opening(setup.rules, setup.seats, setup.options).now
        self._opening = kernel_of.record(start)
        self._stands_at_first = standing(setup.rules, start, self.seat, setup.reward)
        self._positions = np.repeat(self._opening, count)
        self._words = np.asarray(self._positions).view(np.int64).reshape(count, -1)
        self._phases = np.asarray(self._positions["phase"])
        self._streams = Streams(faces_of(setup.rules), *(np.zeros(count, np.int64) for _ in Streams._fields[1:]))
        self._windows = Windows(np.zeros(count, np.int64), self._positions.copy())
        self._masks, self._games, self._cycles = (np.zeros(count, np.int64) for _ in range(3))
        bots = compiled_bots(setup.rules, tuple(bot or CHANCE for bot in self.bots))
        at_random = set(bots.at_seats) == {RANDOM}
        self._players = None if at_random else players_of(bots, setup.rules, start, self._opening)
        self._at_random: Any = compiled(setup.rules, step_at_random)
        self._advance: Any = compiled(setup.rules, go_on_to_seat, bots.playing)
        self._choose: Any = compiled(setup.rules, choose_for_seat)
        self._renew: Any = compiled(setup.rules, begin_games)
        self._told: Any = compiled(setup.rules, tell_all)
        self._looks = self.observer.looks(self.seat)
        self._named = np.zeros(len(self._looks.naming), np.int64)
        self._stance = stance_of(np.array(setup.sides), self.seat, setup.reward, float(setup.asked.illegal_reward))

    def _checked(self, actions: Actions) -> Actions:
        """Return actions, or raise the error of Gymnasium for wrong ones."""
        if self._seed < 0:
            raise ResetNeeded("The games were never begun: call reset() first.")
        found = np.asarray(actions)
        if found.shape != (self.num_envs,) or not np.issubdtype(found.dtype, np.integer):
            raise InvalidAction(f"step() takes {self.num_envs} whole numbers, one for each game.")
        if found.size and not 0 <= found.min() <= found.max() < self.setup.rules.CHOICES:
            raise InvalidAction(f"Options are the numbers from 0 to {self.setup.rules.CHOICES - 1}.")
        return found.astype(np.int64)

    def _begin(self, which: Flags) -> None:
        """Begin the next game at some places."""
        if not which.any():
            return
        numbered = Numbered(self._seed, self._games, self._cycles)
        self._standing[which] = self._stands_at_first
        self._renew(self._positions, self._opening, which, self._streams, self._windows, numbered)

    def _choose_and_go_on(self, options: Actions, renewed: Flags) -> SeatReport:
        """Choose where it is legal, and let the others choose until it is this seat's turn; return what it is told."""
        chosen = Chosen(self.seat, options, renewed, np.empty(self.num_envs, np.bool_))
        if self._players is None:
            self._at_random(self._words, chosen, self._streams, self._masks)
        else:
            self._choose(self._words, chosen, self._masks)
            self._advance(self._positions, self.seat, self._streams, self._windows, self._players, self._masks)
        return self._tell(chosen)

    def _tell(self, chosen: Chosen) -> SeatReport:
        """Return what the seat is told, in new arrays."""
        flags, seen = (
            np.empty(self.num_envs * many + AT_ONCE, np.int8) for many in (self.setup.rules.CHOICES, len(self.entries))
        )
        scores = np.zeros((self.num_envs, self.setup.seats), np.int64)
        report = SeatReport(self._masks, self._standing, np.empty(self.num_envs), scores, flags, seen)
        self._told(self._words, self._looks, self._named, self._stance, chosen, report)
        return report

    def _rows(self, numbers: Numbers) -> Numbers:
        """Return numbers that were written one after the other as a row for each game."""
        return numbers[:-AT_ONCE].reshape(self.num_envs, -1)

    def _info(self, report: SeatReport) -> Info:
        """Return what is legal in every game, and as much of the scores as `OneSeat` tells."""
        info: Info = {"action_mask": self._rows(report.flags), "_action_mask": np.ones(self.num_envs, np.bool_)}
        over = self._phases == OVER
        return info | ({"scores": np.where(over[:, None], report.scores, 0), "_scores": over} if over.any() else {})
