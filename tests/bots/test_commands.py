"""`solve`, `train` and `hint` as people call them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from cinquina.bots.players import OF_GAMES, learner_of
from cinquina.cli import build
from cinquina.cli import solve as solving
from cinquina.cli import train as training
from cinquina.core.record import write
from cinquina.games import GAMES
from cinquina.locales import words
from cinquina.table.errors import Failed
from wander import Setup


def called(*line: str) -> tuple[int, str]:
    result = CliRunner().invoke(build(words("en")), list(line), standalone_mode=False)
    if result.exception:
        raise result.exception
    return result.return_value, result.output


def refused(*line: str) -> str:
    with pytest.raises(Failed) as wrong:
        called(*line)
    return str(wrong.value)


# --- solve ----------------------------------------------------------------------------------------------------


class Coin:
    """A game worth half a point, or so it says."""

    ASKED = {"players": "1"}  # noqa: RUF012  # as a module has it

    def __init__(self, value: float = 0.5) -> None:
        self.value = value

    def solve(self, asked: Any, progress: Any) -> Any:
        from cinquina.bots.solving import Solution

        progress(1.0)
        return Solution(self.value, 2, lambda games, seed: [float(number % 2) for number in range(games)])


def test_a_value_is_checked_by_playing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solving, "solver_of", lambda rules: Coin())
    code, told = called("solve", "qwixx", "--games", "400", "--json")
    assert code == 0
    check = json.loads(told)["check"]
    assert check["half_width"] == pytest.approx(0.049, abs=0.001)
    assert (check["games"], check["mean"], check["sound"]) == (400, 0.5, True)
    monkeypatch.setattr(solving, "solver_of", lambda rules: Coin(0.7))
    code, text = called("solve", "qwixx", "--games", "400")
    assert code == 1
    assert "Check failed" in text


def test_what_cannot_be_solved_or_asked_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "too many positions" in refused("solve", "extra")
    monkeypatch.setattr(solving, "solver_of", lambda rules: Coin())
    assert "--players" in refused("solve", "qwixx", "--sheet", "A")


WRONG = [("qwixx", "--players", "9"), ("qwixx", "--hazard", "x"), ("the-choice", "--sheet", "Z")]


@pytest.mark.parametrize("line", WRONG)
def test_a_wrong_answer_to_a_solver_is_refused(line: tuple[str, ...]) -> None:
    assert refused("solve", *line)


# --- train ----------------------------------------------------------------------------------------------------


class Pupil:
    """Learns to count."""

    ROUNDS = 3

    def begin(self, seed: int, options: dict[str, str]) -> Any:
        import numpy as np

        return {"rounds": np.array(0), "sum": np.array(seed)}

    def improve(self, run: Any) -> None:
        run["rounds"] += 1
        run["sum"] += run["rounds"]

    def strength(self, run: Any) -> dict[str, float]:
        return {"sum": float(run["sum"])}

    def made_for(self, run: Any) -> str:
        return "counting"

    def finished(self, run: Any) -> Any:
        return {"sum": run["sum"]}


def test_a_run_is_kept_and_gone_on_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training, "learner_of", lambda rules: Pupil())
    file, out = tmp_path / "a.run", tmp_path / "a.tables"
    line = ("train", "qwinto", "--run", str(file), "--seed", "10", "--json")
    _, told = called(*line, "--rounds", "1")
    assert [json.loads(row)["strength"]["sum"] for row in told.splitlines()] == [11]
    code, told = called(*line, "--out", str(out))
    assert code == 0
    assert [json.loads(row)["strength"]["sum"] for row in told.splitlines()] == [13, 16]
    assert out.is_file()
    assert called(*line)[1] == ""


def test_a_run_of_another_game_or_a_broken_one_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training, "learner_of", lambda rules: Pupil())
    file = tmp_path / "a.run"
    called("train", "qwinto", "--run", str(file), "--json")
    assert "another game" in refused("train", "extra", "--run", str(file))
    file.write_bytes(file.read_bytes()[:-3])
    assert "cut off" in refused("train", "qwinto", "--run", str(file))


def test_stopping_keeps_whole_rounds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Stopped(Pupil):
        def improve(self, run: Any) -> None:
            if int(run["rounds"]) == 1:
                raise KeyboardInterrupt
            super().improve(run)

    monkeypatch.setattr(training, "learner_of", lambda rules: Stopped())
    line = ("train", "qwinto", "--run", str(tmp_path / "a.run"), "--json")
    assert called(*line)[0] == 1
    monkeypatch.setattr(training, "learner_of", lambda rules: Pupil())
    assert [json.loads(row)["round"] for row in called(*line)[1].splitlines()] == [2, 3]


def test_a_folder_that_is_not_there_is_a_clear_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training, "learner_of", lambda rules: Pupil())
    blocked = tmp_path / "file"
    blocked.write_text("")
    assert str(tmp_path) in refused("train", "qwinto", "--run", str(blocked / "a.run"))


@pytest.mark.parametrize("name", list(OF_GAMES))
def test_learners_have_what_the_command_wants(name: str) -> None:
    learner = learner_of(GAMES[name])
    if learner:
        assert learner.ROUNDS > 0
        assert all(
            callable(getattr(learner, part)) for part in ("begin", "improve", "strength", "made_for", "finished")
        )


# --- hint -----------------------------------------------------------------------------------------------------


def test_hints_list_every_option_with_points_and_chances(tmp_path: Path) -> None:
    from cinquina.core import Roll

    game = Setup("sequence-dice", 2, (("begins", "first"),), 1).game().after(Roll((2, 4)))
    file = tmp_path / "game.txt"
    file.write_text(write(game))
    code, told = called("hint", str(file), "--json")
    (asked,) = json.loads(told)["asked"]
    assert code == 0
    assert len({option["move"] for option in asked["options"]}) == len(asked["options"]) > 1
    assert all(0 <= option["winning_chance"] <= 1 for option in asked["options"])
    assert any(option["advised"] for option in asked["options"])
    assert "The chance to win" in called("hint", str(file))[1]
    assert refused("hint", str(file), "--to", "0")
    assert refused("hint", str(file), "--to", "9")


# --- simulate -------------------------------------------------------------------------------------------------


def test_recorded_games_are_those_that_are_simulated_though_a_bot_needs_time_to_be_ready(tmp_path: Path) -> None:
    line = ("simulate", "sequence-dice", "--bots", "expert,medium", "--games", "3", "--json")
    simulated = json.loads(called(*line)[1])
    recorded = json.loads(called(*line, "--record", str(tmp_path / "games"))[1])
    assert recorded["events"] == simulated["events"]
    assert [seat["score"] for seat in recorded["seats"]] == [seat["score"] for seat in simulated["seats"]]
