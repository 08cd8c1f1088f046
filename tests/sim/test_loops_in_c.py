"""The loops in C, which are only for speed comparison, play the same games: their means agree within the intervals."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from cinquina.games import GAMES
from cinquina.sim.batch import play_games
from cinquina.sim.luck import Games

LOOPS = Path(__file__).resolve().parents[2] / "bench" / "loops"
COUNT = 40_000
STANDARD_ERRORS = 5


def loop_of(name: str) -> Path:
    """Where the loop of a game is kept, if it has one."""
    return LOOPS / f"{name.replace('-', '_')}.c"


@pytest.mark.skipif(not shutil.which("gcc"), reason="gcc is not installed, so the loops in C are not compared")
@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("name", [name for name in GAMES if loop_of(name).exists()])
def test_the_loop_in_c_agrees_with_the_rules(name: str, seats: int, tmp_path_factory: pytest.TempPathFactory) -> None:
    program = tmp_path_factory.getbasetemp() / f"loop-{name}"
    if not program.exists():
        subprocess.run(["gcc", "-O3", "-march=native", "-o", program, loop_of(name), "-lm"], check=True)
    told = json.loads(subprocess.run([program, str(seats), str(COUNT), "1"], capture_output=True, check=True).stdout)
    ours = play_games(GAMES[name], seats, {}, Games(1, 0, COUNT))
    error = (2 / COUNT) ** 0.5
    points = ours.scores.mean(axis=1)
    assert abs(points.mean() - told["mean_score"]) <= STANDARD_ERRORS * error * points.std() + 1e-9
    events = ours.events + ours.lots
    assert abs(events.mean() - told["mean_events"]) <= STANDARD_ERRORS * error * events.std()
