"""Many games at once are the games that single environments play, step by step."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest
from gymnasium.error import InvalidAction, ResetNeeded

from cinquina import rl
from cinquina.games import GAMES
from cinquina.rl.single import OneSeat
from cinquina.rl.vector import SeatInMany

COUNT, STEPS = 3, 150


def alike(
    game: str, *, seats: int, opponents: str, seat: int = 0, steps: int = STEPS, reward: str | None = None
) -> int:
    """Step many games and single ones side by side; return how many of these ended."""
    asked = {"seats": seats, "opponents": opponents, "seat": seat, "reward": reward}
    many = SeatInMany(game, num_envs=COUNT, **asked)
    singles = [OneSeat(game, **asked) for _ in range(COUNT)]
    luck, ended = np.random.default_rng(0), 0
    observations, info = many.reset(seed=11)
    for place, env in enumerate(singles):
        env.reset(seed=11)
        env.match.number = place - 1
        own = env.reset(seed=11) if place == 0 else env.reset()
        assert (own[0] == observations[place]).all()
    over = [False] * COUNT
    for _ in range(steps):
        masks = info["action_mask"]
        actions = np.where(luck.random(COUNT) < 0.05, luck.integers(masks.shape[1], size=COUNT), masks.argmax(1))
        observations, rewards, terminated, truncated, info = many.step(actions)
        assert not truncated.any()
        for place, env in enumerate(singles):
            if over[place]:
                env.match.number += COUNT - 1
                observation, own_info = env.reset()
                earned, over[place] = 0.0, False
            else:
                observation, earned, over[place], _, own_info = env.step(actions[place])
                ended += over[place]
            assert (observation == observations[place]).all()
            assert earned == rewards[place]
            assert over[place] == terminated[place]
            assert (own_info["action_mask"] == info["action_mask"][place]).all()
            if over[place]:
                assert (own_info["scores"] == info["scores"][place]).all()
    return ended


def test_qwixx_against_chance() -> None:
    assert alike("qwixx", seats=3, opponents="random", seat=1) > 3


@pytest.mark.prove
@pytest.mark.parametrize(("game", "seats"), [(name, seats) for name in GAMES for seats in GAMES[name].SEATS])
@pytest.mark.parametrize("bot", ["random", "easy", "hard"])
def test_every_game_against_bots(game: str, seats: int, bot: str) -> None:
    assert alike(game, seats=seats, opponents=bot, seat=seats - 1, steps=100 if bot != "hard" else 30) >= 0


def test_many_games_are_made_by_gymnasium() -> None:
    many = gymnasium.make_vec(f"cinquina.rl:{rl.id_of(GAMES['qwixx'])}", num_envs=2, seats=1)
    assert isinstance(many.unwrapped, SeatInMany)
    observations, info = many.reset(seed=3)
    assert observations in many.observation_space
    assert info["action_mask"].shape == (2, GAMES["qwixx"].CHOICES)


def test_games_are_cut_off_and_begin_anew() -> None:
    many = SeatInMany("qwixx", num_envs=2, seats=1, max_cycles=2)
    first, _ = many.reset(seed=0)
    told = [many.step(np.array([48, 48])) for _ in range(3)]
    assert [truncated.tolist() for _, _, _, truncated, _ in told] == [[False] * 2, [True] * 2, [False] * 2]
    assert (told[2][0] != first).any()
    assert told[2][1].tolist() == [0.0, 0.0]


def test_wrong_steps_are_the_errors_of_the_library() -> None:
    many = SeatInMany("qwixx", num_envs=2, seats=1)
    with pytest.raises(ResetNeeded):
        many.step(np.array([48, 48]))
    many.reset(seed=0)
    for actions in (np.array([48]), np.array([48, 49]), np.array([-1, 48]), np.array([0.5, 1.0])):
        with pytest.raises(InvalidAction):
            many.step(actions)
