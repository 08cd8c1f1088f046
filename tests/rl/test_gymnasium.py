"""Gymnasium: its own checker passes for every game and seat, games are reproducible, wrong input gets one sentence."""

from __future__ import annotations

import doctest
from dataclasses import replace
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import InvalidAction, ResetNeeded
from gymnasium.utils.env_checker import check_env

from cinquina import rl
from cinquina.core import Rules, bits, scores
from cinquina.games import GAMES
from cinquina.rl.rewards import REWARDS, stands
from cinquina.rl.single import OneSeat
from cinquina.sim.luck import Luck

SETUPS = [(name, seats) for name, rules in GAMES.items() for seats in rules.SEATS]
SOME_CHOICES = 3


def single(game: str | Rules, **asked: Any) -> OneSeat:
    """An environment without wrappers."""
    env = rl.make(game, **asked).unwrapped
    assert isinstance(env, OneSeat)
    return env


def played(env: OneSeat, seed: int | None) -> list[tuple[bytes, float]]:
    """What is seen and earned in a game of random choices that follow from what is seen."""
    observation, info = env.reset(seed=seed)
    over, told = False, [(observation.tobytes(), 0.0)]
    while not over:
        options = np.flatnonzero(info["action_mask"])
        observation, reward, over, _, info = env.step(options[sum(observation.tolist()) % len(options)])
        told.append((observation.tobytes(), reward))
    return told


def test_the_page_does_what_it_says() -> None:
    assert doctest.testmod(rl).failed == 0


@pytest.mark.parametrize(("name", "seats"), SETUPS)
def test_the_checker_of_gymnasium_is_content(name: str, seats: int) -> None:
    check_env(single(name, seats=seats, opponents="random"))


@pytest.mark.parametrize("name", GAMES)
def test_a_game_has_an_id_with_the_version_of_its_rules(name: str) -> None:
    made = gymnasium.make(f"cinquina.rl:{rl.id_of(GAMES[name])}", opponents="random")
    assert rl.id_of(GAMES[name]).endswith(f"-v{GAMES[name].VERSION}")
    assert isinstance(made.unwrapped, OneSeat)
    assert made.unwrapped.setup.rules is GAMES[name]


@pytest.mark.parametrize(("name", "seats"), SETUPS)
def test_a_seed_plays_the_same_games_again(name: str, seats: int) -> None:
    one, other = (single(name, seats=seats, opponents="easy", seat=seats - 1) for _ in range(2))
    first = played(one, 7)
    assert played(other, 7) == first
    assert played(other, None) == played(one, None) != first


@pytest.mark.parametrize(("name", "seats"), SETUPS)
@pytest.mark.parametrize("reward", REWARDS)
def test_rewards_add_up_to_the_result(name: str, seats: int, reward: str) -> None:
    if seats == 1 and reward != "points":
        return
    env = single(name, seats=seats, opponents="random", reward=reward)
    earned = sum(reward for _, reward in played(env, 2))
    result = scores(env.match.position)
    assert earned == pytest.approx(stands(result, env.setup.sides, 0, reward))


def chips(s: Any, seat: int) -> int:
    """A score that grows with every turn."""
    return bits.count(s.chips[seat])


def test_what_others_earn_before_the_first_choice_is_part_of_the_result() -> None:
    rules = replace(GAMES["sequence-dice"], score=chips)
    env = single(rules, seats=2, seat=1, begins="first", opponents="random", reward="margin")
    told = played(env, 2)
    assert sum(reward for _, reward in told) == stands(scores(env.match.position), env.setup.sides, 1, "margin")


def test_rewards_by_hand() -> None:
    points = (3, 5, 5, 1)
    alone, teams = (0, 1, 2, 3), (0, 1, 0, 1)
    assert [stands(points, alone, seat, "win") for seat in range(4)] == [0, 0.5, 0.5, 0]
    assert [stands(points, alone, seat, "margin") for seat in range(4)] == [-2, 0, 0, -4]
    assert [stands(points, alone, seat, "points") for seat in range(4)] == [3, 5, 5, 1]
    shared = (1, 0, 1, 0)
    assert [stands(shared, teams, seat, "win") for seat in range(4)] == [1, 0, 1, 0]
    assert [stands((2, 2, 2, 2), teams, seat, "win") for seat in range(4)] == [0.5] * 4
    assert stands((7,), (0,), 0, "win") == 1


def test_dice_are_those_of_simulations() -> None:
    env = single("qwixx", seats=1)
    env.reset(seed=4)
    assert tuple(env.match.position.now.dice) == Luck(4).throw((6,) * 6)
    env.reset()
    assert tuple(env.match.position.now.dice) == Luck(4, 1).throw((6,) * 6)


def test_sheets_and_options_are_arguments() -> None:
    env = single("qwixx", seats=2, sheet="mixx-colours", begins="second", penalty=7)
    assert dict(env.match.position.options)["sheet"] == "mixx-colours"
    assert dict(env.match.position.options)["penalty"] == "7"
    env.reset(seed=0)
    assert env.match.position.now.beginner == 1


@pytest.mark.parametrize("name", GAMES)
def test_all_ways_to_show_a_position(name: str) -> None:
    for seats in (GAMES[name].SEATS[0], GAMES[name].SEATS[-1]):
        shown: dict[str, Any] = {}
        for mode in OneSeat.metadata["render_modes"]:
            env = single(name, seats=seats, opponents="random", render_mode=mode)
            info = env.reset(seed=1)[1]
            for _ in range(SOME_CHOICES):
                info = env.step(np.flatnonzero(info["action_mask"])[0])[-1]
            shown[mode] = env.render()
        assert shown["human"] is None
        assert shown["ansi"].splitlines()[-1].startswith("seat_0: ")
        assert shown["svg"].startswith("<svg ")
        assert shown["rgb_array"].ndim == 3
        assert len(np.unique(shown["rgb_array"].reshape(-1, 3), axis=0)) > 4


def test_an_illegal_option_changes_nothing_and_is_told() -> None:
    env = single("qwixx", seats=1)
    seen, info = env.reset(seed=1)
    wrong = int(np.flatnonzero(info["action_mask"] == 0)[0])
    after_it, reward, over, truncated, told = env.step(wrong)
    assert (after_it == seen).all()
    assert (reward, over, truncated) == (-1.0, False, False)
    assert told["refusal"]


def test_a_game_is_cut_off_after_the_most_choices() -> None:
    env = single("qwixx", seats=1, max_cycles=3)
    env.reset(seed=1)
    assert [env.step(48)[3] for _ in range(3)] == [False, False, True]


def test_wrong_steps_are_the_errors_of_the_library() -> None:
    env = single("qwixx", seats=1)
    with pytest.raises(ResetNeeded):
        env.step(48)
    env.reset(seed=0)
    for action in (-1, 49, 1.5, "r5", np.array([1, 2])):
        with pytest.raises(InvalidAction):
            env.step(action)
    while not env.step(48)[2]:
        pass
    with pytest.raises(ResetNeeded):
        env.step(48)


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ({"game": "chess"}, "chess"),
        ({"game": "qwixx", "seats": 9}, "9"),
        ({"game": "qwixx", "opponents": ["deep-blue"]}, "deep-blue"),
        ({"game": "qwixx", "opponents": ["easy", "easy"]}, "With 2 seats there are 1 opponents, but 2 are named."),
        ({"game": "qwixx", "seat": 2}, "There is no seat 2: seats are numbered from 0 to 1."),
        ({"game": "qwixx", "reward": "fame"}, "There is no reward 'fame': it can be points, win, margin."),
        ({"game": "qwixx", "seats": 1, "reward": "win"}, "needs other seats"),
        ({"game": "qwixx", "sheet": "blue"}, "blue"),
        ({"game": "qwixx", "colour": "blue"}, "colour"),
        (
            {"game": "qwixx", "render_mode": "film"},
            "There is no render mode 'film': it can be human, ansi, svg, rgb_array.",
        ),
    ],
)
def test_what_there_is_not_is_refused_in_one_sentence(asked: dict[str, Any], sentence: str) -> None:
    with pytest.raises(rl.BadSetup, match=sentence):
        OneSeat(**asked)


def test_the_names_of_options_are_those_of_records() -> None:
    env = single("qwixx", seats=1)
    env.reset(seed=1)
    spelled = env.spelled()
    assert list(spelled) == list(bits.members(env.match.position.rules.legal(env.match.position.now, 0)))
    assert spelled[48] == "pass"
