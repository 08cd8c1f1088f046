"""`solve`, `train` and `hint` as people call them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest.mock import DEFAULT, patch

import numpy as np
import pytest
from click.testing import CliRunner
from pyarrow.parquet import read_table

from cinquina import coach
from cinquina.bots import exact_file
from cinquina.bots import questions as asking
from cinquina.bots.players import OF_GAMES, learner_of
from cinquina.bots.solving import Solution, Table
from cinquina.cli import build
from cinquina.cli import solve as solving
from cinquina.cli import train as training
from cinquina.coach import Effort
from cinquina.core import Roll
from cinquina.core.record import new_game, write
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


@dataclass(frozen=True)
class Flips:
    """Heads and tails in turn."""

    seed: int
    first: int
    count: int

    def done(self) -> list[float]:
        return [float(number % 2) for number in range(self.first, self.first + self.count)]


class Coin:
    """A game worth half a point, or so it says."""

    ASKED = {"players": "1"}  # noqa: RUF012  # as a module has it

    def __init__(self, value: float = 0.5) -> None:
        self.value = value

    def solve(self, asked: Any, progress: Any) -> Any:
        progress(1.0)
        table = Table({"side": np.array([0, 1]), "value": np.array([0.0, 1.0])}, {"sides": [7, 8]})
        return Solution(self.value, 2, Flips, lambda: table)


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


def test_values_are_written_to_a_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(solving, "solver_of", lambda rules: Coin())
    called("solve", "qwixx", "--games", "400", "--out", str(tmp_path / "coin.npz"))
    with np.load(tmp_path / "coin.npz") as kept:
        assert {name: kept[name].tolist() for name in kept} == {"side": [0, 1], "value": [0, 1], "legend_sides": [7, 8]}
    assert ".npz, .parquet" in refused("solve", "qwixx", "--out", "values.txt")
    assert refused("solve", "qwixx", "--out", str(tmp_path))
    monkeypatch.setattr(solving, "find_spec", lambda name: None)
    assert "pyarrow" in refused("solve", "qwixx", "--out", "values.parquet")


def test_values_are_written_for_any_program_that_reads_tables(tmp_path: Path) -> None:
    exact_file.write(tmp_path / "coin.parquet", Table({"value": np.array([0.0, 1.0])}, {"sides": [7, 8]}))
    kept = read_table(tmp_path / "coin.parquet")
    assert kept.column("value").to_pylist() == [0.0, 1.0]
    assert json.loads(kept.schema.metadata[b"legend"]) == {"sides": [7, 8]}


def test_what_can_follow_a_record_is_solved(tmp_path: Path) -> None:
    game = new_game(GAMES["extra"], ("Ada",), {"sheet": "classic", "columns": "-7,-7,-7"})
    record, out = tmp_path / "game.txt", tmp_path / "values.npz"
    record.write_text(write(game), encoding="utf-8")
    told = json.loads(called("solve", "extra", "--record", str(record), "--out", str(out), "--json")[1])
    assert told["options"] == {}
    with np.load(out) as kept:
        assert kept["value"].tolist() == pytest.approx([told["value"]])
        assert kept["rows.0"].tolist() == [0]
    record.write_text(write(game.after(Roll((1, 2, 3, 4, 5)))), encoding="utf-8")
    _, text = called("solve", "extra", "--record", str(record))
    assert len(text.splitlines()) > 2
    assert "not of Qwinto" in refused("solve", "qwinto", "--record", str(record))
    record.write_text(write(new_game(GAMES["qwixx"], ("Ada", "Bruno"))), encoding="utf-8")
    assert "too" in refused("solve", "qwixx", "--record", str(record))


def test_several_questions_are_answered_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solving, "solver_of", lambda rules: Coin())
    monkeypatch.setattr(asking, "solver_of", lambda rules: Coin())
    code, told = called("solve", "qwixx", "--players", "1,2,3", "--games", "400", "--jobs", "1", "--json")
    solutions = json.loads(told)["solutions"]
    assert code == 0
    assert [solution["asked"]["players"] for solution in solutions] == ["1", "2", "3"]
    assert {solution["check"]["mean"] for solution in solutions} == {0.5}
    assert called("solve", "qwixx", "--players", "1,2", "--jobs", "1")[1].count("0.5000") == 2
    assert "commas" in refused("solve", "qwixx", "--players", "1,2", "--out", "values.npz")


WRONG = [("qwixx", "--players", "9"), ("qwixx", "--hazard", "x"), ("the-choice", "--sheet", "Z")]


@pytest.mark.parametrize("line", WRONG)
def test_a_wrong_answer_to_a_solver_is_refused(line: tuple[str, ...]) -> None:
    assert refused("solve", *line)


# --- train ----------------------------------------------------------------------------------------------------


class Pupil:
    """Learns to count."""

    ROUNDS = 3

    def begin(self, seed: int, options: dict[str, str], workers: Any) -> Any:
        import numpy as np

        return {"rounds": np.array(0), "sum": np.array(seed)}

    def improve(self, run: Any, workers: Any) -> None:
        run["rounds"] += 1
        run["sum"] += run["rounds"]

    def strength(self, run: Any, workers: Any) -> dict[str, float]:
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
        def improve(self, run: Any, workers: Any) -> None:
            if int(run["rounds"]) == 1:
                raise KeyboardInterrupt
            super().improve(run, workers)

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
    assert "Chance to win" in called("hint", str(file))[1]
    assert refused("hint", str(file), "--to", "0")
    assert refused("hint", str(file), "--to", "9")


FEW = Effort(seconds=0.0, games=64, may_compile=False, level="medium", plain_games=16)
"""So few games that nothing need be compiled."""


# --- processes and clusters ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    [
        ("simulate", "qwixx"),
        ("whatif", "qwixx", "--option", "penalty=3"),
        ("arena", "qwixx"),
        ("train", "qwinto", "--run", "a.run"),
        ("solve", "qwixx"),
    ],
)
def test_whoever_works_is_said_in_one_way_and_must_be_there(line: tuple[str, ...]) -> None:
    assert "--jobs" in refused(*line, "--jobs", "2", "--cluster", "ray")
    for address, code in (("http://127.0.0.1", 2), ("ray://127.0.0.1:1", 1)):
        with pytest.raises(Failed, match="cluster") as wrong:
            called(*line, "--cluster", address)
        assert wrong.value.code == code


def test_the_coach_can_be_helped(tmp_path: Path) -> None:
    game = new_game(GAMES["qwixx"], ("Ada", "Ben"), {"begins": "first", "penalty": "3"})
    file = tmp_path / "game.txt"
    file.write_text(write(game.after(Roll((1, 4, 3, 6, 2, 6)))))
    for name in ("hint", "review"):
        assert "--jobs" in refused(name, str(file), "--jobs", "2", "--cluster", "ray")
    with patch.multiple(coach, FULL=FEW, prepare=DEFAULT):
        alone, both = (called("hint", str(file), "--jobs", jobs, "--json") for jobs in "12")
    assert alone == both
    assert {option["source"] for option in json.loads(both[1])["asked"][0]["options"]} == {"rolled-out"}


def test_what_one_process_does_is_not_shared_out() -> None:
    for who in (("--jobs", "2"), ("--cluster", "ray")):
        assert "--record" in refused("simulate", "qwixx", "--record", "games", *who)
        assert "--record" in refused("solve", "qwixx", "--record", "game.txt", *who)


# --- simulate -------------------------------------------------------------------------------------------------


def test_recorded_games_are_those_that_are_simulated_though_a_bot_needs_time_to_be_ready(tmp_path: Path) -> None:
    line = ("simulate", "sequence-dice", "--bots", "expert,medium", "--games", "3", "--json")
    simulated = json.loads(called(*line)[1])
    recorded = json.loads(called(*line, "--record", str(tmp_path / "games"))[1])
    assert recorded["events"] == simulated["events"]
    assert [seat["score"] for seat in recorded["seats"]] == [seat["score"] for seat in simulated["seats"]]
