"""OpenSpiel: its own checks pass for every game and number of seats, and nobody knows an open answer."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cinquina.core import scores
from cinquina.games import GAMES

if sys.platform != "linux":
    pytest.skip("OpenSpiel is installed on Linux alone", allow_module_level=True)

import pyspiel

from cinquina.rl import BadSetup, spiel

SETUPS = [(name, seats) for name, rules in GAMES.items() for seats in rules.SEATS]


def played(game: Any, seed: int) -> Any:
    """A state at the end of a random game."""
    luck, state = np.random.default_rng(seed), game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(int(luck.choice(state.legal_actions())))
    return state


@pytest.mark.parametrize(("name", "seats"), SETUPS)
def test_a_random_game_passes_the_checks_of_openspiel(name: str, seats: int) -> None:
    pyspiel.random_sim_test(spiel.load(name, players=seats), num_sims=1, serialize=True, verbose=False)


@pytest.mark.prove
@pytest.mark.parametrize(("name", "seats"), SETUPS)
def test_many_random_games_pass_the_checks_of_openspiel(name: str, seats: int) -> None:
    pyspiel.random_sim_test(spiel.load(name, players=seats), num_sims=10, serialize=True, verbose=False)


@pytest.mark.parametrize("name", GAMES)
def test_a_playthrough_says_the_same_when_it_is_played_again(name: str, tmp_path: Path) -> None:
    from absl import flags
    from open_spiel.python.algorithms import generate_playthrough  # loads what no other test needs

    flags.FLAGS.mark_as_parsed()  # the checker is a program with flags
    told = generate_playthrough.playthrough(spiel.name_of(GAMES[name]), [], seed=4)
    file = tmp_path / "playthrough.txt"
    file.write_text(told, encoding="utf-8")
    original, again = generate_playthrough.replay(str(file))
    assert original == again
    assert "InformationStateString(0)" in told


@pytest.mark.parametrize(("name", "seats"), SETUPS)
def test_a_game_is_worth_what_its_scores_say(name: str, seats: int) -> None:
    state = played(spiel.load(name, players=seats), 1)
    returns, points = state.returns(), scores(state.position)
    if seats == 1:
        assert returns == [points[0]]
    else:
        assert sum(returns) == pytest.approx(spiel.load(name, players=seats).utility_sum())
        assert [share > 0 for share in returns] == [score == max(points) for score in points]


def test_dice_fall_one_by_one_and_the_lot_has_an_outcome_for_each_seat() -> None:
    state = spiel.load("qwixx", players=3).new_initial_state()
    assert state.chance_outcomes() == [(seat, 1 / 3) for seat in range(3)]
    state.apply_action(1)
    for face in (0, 3, 2, 5, 1, 5):
        assert state.chance_outcomes() == [(one, 1 / 6) for one in range(6)]
        state.apply_action(face)
    assert str(state).splitlines()[-1] == "roll 1 4 3 6 2 6"
    assert state.current_player() == state.position.waiting[0]


def test_nobody_knows_an_open_answer_before_the_window_closes() -> None:
    game = spiel.load("qwixx", players=2, begins="first")
    states = [game.new_initial_state() for _ in range(2)]
    for state, answer in zip(states, ("r5", "pass"), strict=True):
        for face in (0, 3, 2, 5, 1, 5):
            state.apply_action(face)
        state.apply_action(state.string_to_action(0, answer))
    for tell in ("information_state_string", "observation_string", "observation_tensor"):
        assert getattr(states[0], tell)(1) == getattr(states[1], tell)(1)
        assert getattr(states[0], tell)(0) != getattr(states[1], tell)(0)
    for state in states:
        state.apply_action(state.string_to_action(1, "pass"))
    assert states[0].information_state_string(1) != states[1].information_state_string(1)


def test_options_are_parameters_and_wrong_ones_are_refused() -> None:
    game = spiel.load("qwixx", players=2, sheet="mixx-colours", reward="margin", penalty=7)
    assert dict(game.new_initial_state().position.options)["sheet"] == "mixx-colours"
    assert dict(game.new_initial_state().position.options)["penalty"] == "7"
    assert "mixx-colours" in str(game)
    with pytest.raises(BadSetup):
        spiel.load("chess")
    with pytest.raises(BadSetup):
        spiel.load("qwixx", players=2, sheet="blue")
