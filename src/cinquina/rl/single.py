"""Gymnasium: one seat of a game, the others taken by bots; or alone."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium.error import InvalidAction, ResetNeeded
from gymnasium.spaces import Discrete

from cinquina import bots
from cinquina.core import Rules, View, bits, legal_options, refusal, scores
from cinquina.rl.match import Match
from cinquina.rl.observing import Numbers
from cinquina.rl.rendering import METADATA, SCREEN, checked_mode, rendered
from cinquina.rl.setup import NOBODY, OF_ONE_SEAT, bots_around, setup_of
from cinquina.sim.luck import MOST_SEED

Info = dict[str, Any]


class OneSeat(gymnasium.Env[Numbers, np.int64]):
    """A seat of a game against bots; `setup.Asked` says what may be asked for.

    An observation has the numbers that `entries` names. `info["action_mask"]` says which options are legal; one that is
    not changes nothing, costs `illegal_reward`, and `info["refusal"]` has the key of the rule that forbids it.
    """

    metadata = METADATA

    def __init__(self, game: str | Rules, render_mode: str | None = None, **asked: Any) -> None:
        self.setup = setup_of(game, OF_ONE_SEAT, asked)
        self.seat, self.bots = self.setup.asked.seat, bots_around(self.setup)
        self.render_mode = checked_mode(render_mode)
        self.match = Match(self.setup)
        self.entries = self.match.observer.entries
        self.observation_space = self.match.observer.space()
        self.action_space: Discrete = Discrete(self.setup.rules.CHOICES)
        self._cycles, self._done = 0, True
        if self.setup.asked.compiled:
            for bot in set(self.bots) - {NOBODY}:
                bots.prepare(self.match.position, bot)

    def reset(self, *, seed: int | None = None, options: Info | None = None) -> tuple[Numbers, Info]:
        """Begin the first game of a seed; without one, the next game of the last seed."""
        super().reset(seed=seed)
        if seed is None and self.match.number < 0:
            seed = int(self.np_random.integers(MOST_SEED))
        self.match.begin(seed)
        self._cycles, self._done = 0, False
        self._let_others_choose()
        self._show()
        return self.match.observation(self.seat), self._info()

    def step(self, action: np.int64 | int) -> tuple[Numbers, float, bool, bool, Info]:
        """Choose an option, and go on until this seat has to choose again or the game is over."""
        if self._done:
            raise ResetNeeded("The game is over, or was never begun: call reset() first.")
        if not self.action_space.contains(action):
            raise InvalidAction(
                f"{action!r} is no option: options are the numbers from 0 to {self.action_space.n - 1}."
            )
        self._cycles += 1
        option, info = int(action), {}
        if bits.has(legal_options(self.match.position, self.seat), option):
            self.match.choose(self.seat, option)
            self._let_others_choose()
            earned = self.match.earned(self.seat)
        else:
            earned, info = self.setup.asked.illegal_reward, {"refusal": refusal(self.match.position, self.seat, option)}
        truncated = not self.match.over and self._cycles >= self.setup.asked.max_cycles
        self._done = self.match.over or truncated
        self._show()
        return self.match.observation(self.seat), earned, self.match.over, truncated, self._info() | info

    def render(self) -> Any:
        """Show what this seat sees."""
        return rendered(self.match.view(self.seat), self.render_mode)

    def _show(self) -> None:
        """Show every position to people who watch."""
        if self.render_mode == SCREEN:
            self.render()

    def spelled(self) -> dict[int, str]:
        """Return the legal options as records spell them."""
        position = self.match.position
        options = bits.members(legal_options(position, self.seat))
        return {option: position.rules.spell(position.now, self.seat, option) for option in options}

    def _let_others_choose(self) -> None:
        """Let bots answer until it is this seat's turn; in a window this seat answers first, and they do not see it."""
        match = self.match
        while not match.over and self.seat not in match.position.waiting:
            seat = match.position.waiting[0]
            view = View(match.view(seat))
            match.choose(seat, bots.choose(self.bots[seat], view, seat, match.whims))

    def _info(self) -> Info:
        """Return what is legal now; at the end also the scores."""
        info: Info = {"action_mask": self.match.mask(self.seat)}
        return info | {"scores": np.array(scores(self.match.position))} if self.match.over else info
