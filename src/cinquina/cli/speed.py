"""Measures the rules on this machine: compiled and plain, on one core and on all, and the compile time."""

from __future__ import annotations

import os
import platform
import subprocess
import sys
import tempfile
import time
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np

from cinquina.bots import chooser
from cinquina.core import Rules
from cinquina.core.record import new_game
from cinquina.games import GAMES
from cinquina.sim.batch import Batch, play_games
from cinquina.sim.kernel import layout_of
from cinquina.sim.luck import WHIM_STREAM, Games, Luck
from cinquina.sim.paths import CACHE_VARIABLE
from cinquina.sim.playout import play_out
from cinquina.sim.pool import pieces_of, processes
from cinquina.sim.task import Task

SEATS = (2, 4)
SECONDS = 1.0
PIECE = 20_000
BATCH = 4096
STEPS = 20
"""Fewer than the choices of any game."""
ROUNDS = 20


def measured() -> dict[str, Any]:
    """Return all measurements as data."""
    games = {name: {str(seats): speeds(rules, seats) for seats in SEATS} for name, rules in GAMES.items()}
    steps = {name: stepping(rules) for name, rules in GAMES.items()}
    return {"machine": machine(), "games": games, "compile": compile_times(), "stepping": steps}


def machine() -> dict[str, Any]:
    """Return the machine."""
    path = Path("/proc/cpuinfo")
    lines = path.read_text().splitlines() if path.exists() else []
    model = next((line.split(":")[1].strip() for line in lines if line.startswith("model name")), platform.machine())
    return {"cpu": model, "cores": cores(), "python": platform.python_version(), "numba": version("numba")}


def cores() -> int:
    """Return the number of cores."""
    return os.cpu_count() or 1


def speeds(rules: Rules, seats: int) -> dict[str, float]:
    """Measure one game with this many seats: compiled on one core and on all, and plain."""
    play_games(rules, seats, {}, Games(0, 0, 10))
    games, choices, taken = compiled(rules, seats, SECONDS)
    alone = {"games_per_second": games / taken, "choices_per_second": choices / taken}
    together = on_all_cores(Task(rules.NAME, seats, (), 1, 0, int(2 * cores() * games / taken)))
    beside = {"plain_games_per_second": plain(rules, seats, SECONDS), "bytes": layout_of(rules.State).itemsize}
    return {**alone, "games_per_second_on_all_cores": together, **beside}


def compiled(rules: Rules, seats: int, seconds: float) -> tuple[int, int, float]:
    """Return the number of compiled games, of choices in them, and the seconds of processor time they took."""
    games = choices = 0
    began = time.process_time()
    while time.process_time() - began < seconds:
        choices += int(play_games(rules, seats, {}, Games(1, games, PIECE)).choices.sum())
        games += PIECE
    return games, choices, time.process_time() - began


def on_all_cores(task: Task, jobs: int = 0) -> float:
    """Return games per second once all processes are running."""
    jobs = jobs or cores()
    began, games, warm = 0.0, 0, 2 * jobs
    with processes(jobs) as workers:
        for place, piece in enumerate(workers.as_done(pieces_of(task))):
            began = time.perf_counter() if place == warm else began
            games += piece.games if place > warm else 0
    return games / (time.perf_counter() - began)


def plain(rules: Rules, seats: int, seconds: float) -> float:
    """Return games per second through the checked interface that people use."""
    start = new_game(rules, ("bot:random",) * seats)
    games, began = 0, time.perf_counter()
    while time.perf_counter() - began < seconds:
        whims = Luck(1, games, stream=WHIM_STREAM)
        play_out(start, Luck(1, games), [chooser("random", whims)] * seats)
        games += 1
    return games / (time.perf_counter() - began)


def compile_times() -> dict[str, dict[str, float]]:
    """Return seconds until the first simulated game in a new process: nothing compiled yet, and all cached."""
    return {name: dict(zip(("cold", "cached"), first_games(name), strict=True)) for name in GAMES}


def first_games(name: str) -> list[float]:
    """Return the seconds of two processes that share a cache of compiled code, empty at first."""
    code = "import time; from cinquina.games import GAMES; from cinquina.sim.batch import play_games\n"
    code += "from cinquina.sim.luck import Games\n"
    code += f"began = time.perf_counter(); play_games(GAMES[{name!r}], 2, {{}}, Games(0, 0, 1))\n"
    code += "print(time.perf_counter() - began)"
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, CACHE_VARIABLE: folder}
        runs = [subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True) for _ in range(2)]
    return [float(run.stdout) for run in runs]


def stepping(rules: Rules) -> dict[str, float]:
    """Return choices per second when a batch of positions is stepped from numpy, and seconds per choice in one alone.

    Options are chosen beforehand; the best round counts, once everything is compiled.
    """
    stepped(rules, 1, 0)
    batch = max(stepped(rules, BATCH, number) for number in range(ROUNDS))
    alone = max(stepped(rules, 1, number) for number in range(ROUNDS))
    return {"batch": BATCH, "choices_per_second": batch, "seconds_of_one": 1 / alone}


def stepped(rules: Rules, count: int, seed: int) -> float:
    """Return choices per second in a number of positions stepped together."""
    batch = Batch(rules, 2, {}, count, seed=seed)
    taken, chosen = 0.0, 0
    for step in range(STEPS):
        options = batch.random_options(seed, step)
        chosen += int(np.count_nonzero(~batch.over))
        began = time.perf_counter()
        batch.step(options)
        taken += time.perf_counter() - began
    return chosen / taken
