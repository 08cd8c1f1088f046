"""PettingZoo: its own checkers pass for every game and number of seats, and nobody sees an open answer."""

from __future__ import annotations

import random
import sys
from functools import partial
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from gymnasium.error import InvalidAction, ResetNeeded
from pettingzoo.test import (
    api_test,
    max_cycles_test,
    parallel_api_test,
    parallel_seed_test,
    render_test,
    seed_test,
)
from pettingzoo.utils import parallel_to_aec

from cinquina import rl
from cinquina.core import Choice, IllegalMove, after, scores
from cinquina.games import GAMES
from cinquina.rl.rewards import stands

SETUPS = [(name, seats) for name, rules in GAMES.items() for seats in rules.SEATS]
CYCLES = 60
OF_DICTIONARIES = ("Observation is not a NumPy array", "Observation space for each agent probably should be")
"""What the checker says of every environment whose observations carry a mask, but for a few that it knows by name."""
OF_THE_END = ("Action mask numpy array is all zeros",)
"""What it says of whoever has finished, and so has nothing to choose."""


def any_of(seen: Any) -> int:
    """Choose at random, the same option wherever the same is seen."""
    return random.Random(seen["observation"].tobytes()).choice(np.flatnonzero(seen["action_mask"]).tolist())


class Said:
    """Stands for `warnings` in a checker: everything it says is an error, except what is known.

    Filters would not do: they are those of all threads, and other tests leave threads that compile, which change them.
    """

    def __init__(self, *known: str) -> None:
        self.known = known

    def warn(self, text: str, *more: object) -> None:
        """Say something."""
        assert text.startswith(self.known), text


@pytest.mark.parametrize(("name", "seats"), SETUPS)
def test_the_checker_of_turns_is_content(name: str, seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules[api_test.__module__], "warnings", Said(*OF_DICTIONARIES, *OF_THE_END))
    api_test(rl.turns(name, seats=seats), num_cycles=CYCLES)


@pytest.mark.parametrize(("name", "seats"), SETUPS)
def test_the_checker_of_all_at_once_is_content(name: str, seats: int) -> None:
    parallel_api_test(rl.together(name, seats=seats), num_cycles=CYCLES)


@pytest.mark.parametrize(("name", "seats"), SETUPS)
def test_seeds_decide_everything(name: str, seats: int) -> None:
    seed_test(partial(rl.turns, name, seats=seats), num_cycles=CYCLES)
    parallel_seed_test(partial(rl.together, name, seats=seats), num_cycles=CYCLES)


@pytest.mark.parametrize("name", GAMES)
def test_the_checker_of_pictures_is_content(name: str) -> None:
    render_test(partial(rl.turns, name, seats=2), custom_tests={"svg": lambda drawn: drawn.startswith("<svg ")})


@pytest.mark.parametrize(("name", "seats"), SETUPS)
def test_the_checker_of_the_most_cycles_is_content(name: str, seats: int) -> None:
    def parallel_env(max_cycles: int) -> Any:
        return rl.together(name, seats=seats, max_cycles=max_cycles)

    max_cycles_test(
        SimpleNamespace(parallel_env=parallel_env, env=lambda **asked: parallel_to_aec(parallel_env(**asked)))
    )


@pytest.mark.parametrize(("name", "seats"), SETUPS)
def test_turns_and_all_at_once_are_the_same_game(name: str, seats: int) -> None:
    one, all_ = rl.turns(name, seats=seats), rl.together(name, seats=seats)
    one.reset(seed=4)
    for _ in one.agent_iter():
        seen, _, over, _, _ = one.last()
        one.step(None if over else any_of(seen))
    observations, _ = all_.reset(seed=4)
    earned = dict.fromkeys(all_.possible_agents, 0.0)
    while all_.agents:
        actions = {agent: any_of(seen) for agent, seen in observations.items()}
        observations, rewards, *_ = all_.step(actions)
        for agent, reward in rewards.items():
            earned[agent] += reward
    assert all_.match.position == one.unwrapped.match.position
    sides, result = all_.setup.sides, scores(all_.match.position)
    assert earned == {agent: stands(result, sides, seat, all_.setup.reward) for seat, agent in enumerate(earned)}


def test_an_open_answer_shows_neither_in_what_others_see_nor_in_what_they_earn() -> None:
    env = rl.turns("qwixx", seats=2, reward="margin")
    env.reset(seed=1)
    while len(env.unwrapped.match.position.waiting) < 2:
        env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[-1]))
    match = env.unwrapped.match
    before, first = env.observe("seat_1"), int(np.flatnonzero(env.last()[0]["action_mask"])[0])
    assert after(match.position, Choice(0, first)).now != match.position.now
    env.step(first)
    assert env.agent_selection == "seat_1"
    assert (env.observe("seat_1")["observation"] == before["observation"]).all()
    assert env.rewards["seat_1"] == 0


def test_an_illegal_option_ends_the_game_as_in_other_games_of_the_library() -> None:
    env = rl.turns("qwixx", seats=2, illegal_reward=-5)
    env.reset(seed=1)
    wrong = int(np.flatnonzero(env.last()[0]["action_mask"] == 0)[0])
    env.step(wrong)
    assert all(env.terminations.values())
    assert min(env.rewards.values()) == -5
    raw = rl.InTurns("qwixx", seats=2)
    raw.reset(seed=1)
    with pytest.raises(IllegalMove):
        raw.step(wrong)


def test_an_illegal_action_of_all_at_once_changes_nothing_and_is_told() -> None:
    env = rl.together("qwixx", seats=2)
    observations, _ = env.reset(seed=1)
    asked = [agent for agent, seen in observations.items() if not seen["action_mask"][env.wait]]
    _, rewards, _, _, infos = env.step({agent: env.wait if agent in asked else 0 for agent in env.agents})
    assert set(rewards.values()) == {-1.0}
    assert {info["refusal"] for agent, info in infos.items() if agent in asked} == {"choose-first"}
    for wrong in ({}, {"seat_0": 99, "seat_1": 0}):
        with pytest.raises(InvalidAction):
            env.step(wrong)


def test_wrong_steps_and_setups_are_refused() -> None:
    with pytest.raises(ResetNeeded):
        rl.together("qwixx").step({})
    with pytest.raises(rl.BadSetup):
        rl.together("qwixx", opponents="easy")
    with pytest.raises(rl.BadSetup):
        rl.turns("qwixx", seats=7)
