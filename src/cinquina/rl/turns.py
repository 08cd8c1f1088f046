"""PettingZoo, one agent after the other (AEC): in an open window the agents answer in the order of their seats.

Nobody sees what others have chosen in it before it closes.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.spaces import Dict, Discrete, MultiBinary
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from cinquina.core import Rules
from cinquina.rl.match import Match
from cinquina.rl.rendering import METADATA, SCREEN, checked_mode, rendered
from cinquina.rl.setup import OF_ALL_SEATS, Setup, setup_of
from cinquina.sim.luck import MOST_SEED

Observation = dict[str, Any]
"""What a seat sees, and under `action_mask` what it may choose."""


def agents_of(setup: Setup) -> list[str]:
    """Return the agents, which are the seats."""
    return [f"seat_{seat}" for seat in range(setup.seats)]


def observed(match: Match, choices: int) -> Dict:
    """Return the space of observations with masks."""
    return Dict({"observation": match.observer.space(), "action_mask": MultiBinary(choices)})


def seed_for(match: Match, seed: int | None) -> int | None:
    """Return the seed to begin with: the one that is given, a new one for the first games, else None."""
    return int(np.random.default_rng().integers(MOST_SEED)) if seed is None and match.number < 0 else seed


class InTurns(AECEnv[str, Observation, int | None]):
    """A game in which every seat is an agent; `setup.Asked` says what may be asked for."""

    metadata = METADATA | {"name": "cinquina", "is_parallelizable": False}

    def __init__(self, game: str | Rules, render_mode: str | None = None, **asked: Any) -> None:
        super().__init__()
        self.setup = setup_of(game, OF_ALL_SEATS, asked)
        self.render_mode = checked_mode(render_mode)
        self.match = Match(self.setup)
        self.entries = self.match.observer.entries
        self.possible_agents = agents_of(self.setup)
        choices = self.setup.rules.CHOICES
        self.observation_spaces = {agent: observed(self.match, choices) for agent in self.possible_agents}
        self.action_spaces = {agent: Discrete(choices) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        """Return the space of what an agent observes."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the space of what an agent chooses."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin the first game of a seed; without one, the next game of the last seed."""
        self.match.begin(seed_for(self.match, seed))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations, self.truncations = dict.fromkeys(self.agents, False), dict.fromkeys(self.agents, False)
        self._chosen = dict.fromkeys(self.agents, 0)
        self._go_on()

    def step(self, action: int | None) -> None:
        """Choose an option for the agent whose turn it is; IllegalMove if it is not legal."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None, "an agent that is still in the game chooses an option"
        self._cumulative_rewards[agent] = 0.0
        self.match.choose(self.possible_agents.index(agent), int(action))
        self._chosen[agent] += 1
        for seat, one in enumerate(self.possible_agents):
            self.rewards[one] = self.match.earned(seat)
        self._accumulate_rewards()
        self._go_on()

    def observe(self, agent: str) -> Observation:
        """Return what an agent sees, and what it may choose."""
        seat = self.possible_agents.index(agent)
        return {"observation": self.match.observation(seat), "action_mask": self.match.mask(seat)}

    def render(self) -> Any:
        """Show what the agent sees whose turn it is."""
        return rendered(self.match.view(self.possible_agents.index(self.agent_selection)), self.render_mode)

    def close(self) -> None:
        """Nothing has to be closed."""

    def _go_on(self) -> None:
        """Select who chooses next, and note who has finished."""
        over = self.match.over
        cut_off = not over and max(self._chosen.values()) >= self.setup.asked.max_cycles
        self.terminations, self.truncations = dict.fromkeys(self.agents, over), dict.fromkeys(self.agents, cut_off)
        waiting = self.match.position.waiting
        self.agent_selection = self.possible_agents[waiting[0] if waiting else 0]
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        if self.render_mode == SCREEN:
            self.render()


def wrapped(env: InTurns) -> AECEnv[str, Observation, int | None]:
    """Return an environment that refuses wrong steps as PettingZoo does: an illegal option ends the game."""
    refusing = wrappers.TerminateIllegalWrapper(env, env.setup.asked.illegal_reward)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(refusing))
