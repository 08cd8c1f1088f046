"""PettingZoo, all agents at once (Parallel): in a step every seat that is asked chooses, and the others wait.

Whoever is not asked has one legal action, which is numbered after all options: to wait. A seat that has more to choose
in the same window is asked again in the next step; nobody sees the others' answers before the window closes.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium.error import InvalidAction, ResetNeeded
from gymnasium.spaces import Discrete
from pettingzoo import ParallelEnv

from cinquina.core import Rules, bits, legal_options, refusal
from cinquina.rl.match import Match
from cinquina.rl.rendering import METADATA, SCREEN, checked_mode, rendered
from cinquina.rl.setup import OF_ALL_SEATS, setup_of
from cinquina.rl.turns import Observation, agents_of, observed, seed_for

Infos = dict[str, dict[str, Any]]
StepResult = tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], Infos]
"""What a step returns, by agent: observations, rewards, terminations, truncations and infos."""


class Together(ParallelEnv[str, Observation, int]):
    """A game in which every seat is an agent; `setup.Asked` says what may be asked for.

    An option that is not legal changes nothing, costs `illegal_reward`, and the info of the agent has the refusal.
    """

    metadata = METADATA | {"name": "cinquina"}

    def __init__(self, game: str | Rules, render_mode: str | None = None, **asked: Any) -> None:
        self.setup = setup_of(game, OF_ALL_SEATS, asked)
        self.render_mode = checked_mode(render_mode)
        self.match = Match(self.setup)
        self.entries = self.match.observer.entries
        self.possible_agents = agents_of(self.setup)
        self.agents: list[str] = []
        self.wait = self.setup.rules.CHOICES
        choices = self.wait + 1
        self.observation_spaces = {agent: observed(self.match, choices) for agent in self.possible_agents}
        self.action_spaces = {agent: Discrete(choices) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        """Return the space of what an agent observes."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the space of what an agent chooses: an option, or to wait."""
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], Infos]:
        """Begin the first game of a seed; without one, the next game of the last seed."""
        self.match.begin(seed_for(self.match, seed))
        self.agents, self._cycles = self.possible_agents[:], 0
        return self._observations(), {agent: {} for agent in self.agents}

    def step(self, actions: Mapping[str, int]) -> StepResult:
        """Choose for every seat that is asked; in a window the order does not matter."""
        if not self.agents:
            raise ResetNeeded("The game is over, or was never begun: call reset() first.")
        refused = {agent: key for agent in self.agents if (key := self._refusal(agent, actions))}
        asked = self.match.position.waiting
        for seat, agent in enumerate(self.possible_agents):
            if seat in asked and agent not in refused:
                self.match.choose(seat, int(actions[agent]))
        self._cycles += 1
        over = self.match.over
        cut_off = not over and self._cycles >= self.setup.asked.max_cycles
        agents, observations = self.agents, self._observations()
        rewards = {agent: self.match.earned(seat) for seat, agent in enumerate(self.possible_agents)}
        rewards |= dict.fromkeys(refused, self.setup.asked.illegal_reward)
        infos: Infos = {agent: {"refusal": refused[agent]} if agent in refused else {} for agent in agents}
        self.agents = [] if over or cut_off else agents
        return observations, rewards, dict.fromkeys(agents, over), dict.fromkeys(agents, cut_off), infos

    def render(self) -> Any:
        """Show the position as an onlooker sees it."""
        return rendered(self.match.view_of_onlooker(), self.render_mode)

    def close(self) -> None:
        """Nothing has to be closed."""

    def _refusal(self, agent: str, actions: Mapping[str, int]) -> str:
        """Return why an action is not legal; empty if it is. InvalidAction if there is none, or no such action."""
        if agent not in actions or not self.action_spaces[agent].contains(actions[agent]):
            raise InvalidAction(f"{agent} needs an action from 0 to {self.wait}, where {self.wait} means to wait.")
        seat, action, position = self.possible_agents.index(agent), int(actions[agent]), self.match.position
        if seat not in position.waiting:
            return "" if action == self.wait else "not-asked"
        if action == self.wait:
            return "choose-first"
        return "" if bits.has(legal_options(position, seat), action) else refusal(position, seat, action)

    def _observations(self) -> dict[str, Observation]:
        """Return what every agent sees and may choose; show it to people who watch."""
        if self.render_mode == SCREEN:
            self.render()
        return {agent: self._observation(seat) for seat, agent in enumerate(self.possible_agents)}

    def _observation(self, seat: int) -> Observation:
        is_asked = seat in self.match.position.waiting
        mask = np.append(self.match.mask(seat), np.int8(not is_asked))
        return {"observation": self.match.observation(seat), "action_mask": mask}
