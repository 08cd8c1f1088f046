"""How fast the rules run: compiled, beside loops in C written for the purpose, and plain. One run, one machine.

    python3 run.py bench [--json] [--seconds S]

For every game and for 2 and 4 seats: random games and choices a second on one core, the loop in C beside it and the
ratio, plain Python beside it, and the bytes of a position. Then compile times, two processes against one, and
stepping a batch from numpy. C and compiled runs take turns, and the best of each counts, since the machine is noisy.
"""

from __future__ import annotations

import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import numba
import numpy as np

from cinquina.bots import chooser
from cinquina.core import Rules
from cinquina.core.record import new_game
from cinquina.games import GAMES
from cinquina.sim.batch import Batch, play_games
from cinquina.sim.kernel import CACHE_VARIABLE, layout_of
from cinquina.sim.luck import WHIM_STREAM, Luck
from cinquina.sim.playout import play_out
from cinquina.sim.pool import Task, summaries

LOOPS = Path(__file__).resolve().parent / "loops"
SEATS = (2, 4)
ROUNDS = 5
PIECE = 20_000
BATCH = 4096
STEPS = 30


def main(words: list[str]) -> None:
    """Measure and tell."""
    seconds = float(words[words.index("--seconds") + 1]) if "--seconds" in words else 1.0
    told = {"machine": machine(), "games": {}, "compile": compile_times(), "processes": processes(seconds)}
    told["stepping"] = stepping(GAMES["qwixx"])
    with tempfile.TemporaryDirectory() as folder:
        for name, rules in GAMES.items():
            program = built(name, Path(folder))
            told["games"][name] = {str(seats): speeds(rules, seats, program, seconds) for seats in SEATS}
    print(json.dumps(told, indent=2) if "--json" in words else text(told))


def machine() -> dict[str, Any]:
    """What it was measured on."""
    model = next((line.split(":")[1].strip() for line in cpu_lines() if line.startswith("model name")), "")
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False).stdout
    versions = {"python": platform.python_version(), "numba": numba.__version__, "commit": commit.strip()}
    return {"cpu": model, "cores": os.cpu_count(), **versions}


def cpu_lines() -> list[str]:
    """What the system says of the processor."""
    path = Path("/proc/cpuinfo")
    return path.read_text().splitlines() if path.exists() else []


def built(name: str, folder: Path) -> Path | None:
    """The loop in C, compiled; None where there is no compiler."""
    if not shutil.which("gcc"):
        return None
    program = folder / name
    source = LOOPS / f"{name.replace('-', '_')}.c"
    subprocess.run(["gcc", "-O3", "-march=native", "-o", program, source, "-lm"], check=True)
    return program


def speeds(rules: Rules, seats: int, program: Path | None, seconds: float) -> dict[str, float]:
    """One game with so many seats."""
    play_games(rules, seats, {}, 0, 0, 10)
    ours = choices = in_c = 0.0
    for _ in range(ROUNDS):
        games, chosen, taken = compiled(rules, seats, seconds / ROUNDS)
        if games / taken > ours:
            ours, choices = games / taken, chosen / taken
        in_c = max(in_c, c_speed(program, seats, int(ours * seconds))) if program else 0.0
    told = {
        "games_per_second": ours,
        "choices_per_second": choices,
        "plain_games_per_second": plain(rules, seats, seconds),
    }
    told |= {"bytes": layout_of(rules.State).itemsize}
    return told | ({"c_games_per_second": in_c, "ratio_to_c": ours / in_c} if in_c else {})


def compiled(rules: Rules, seats: int, seconds: float) -> tuple[int, int, float]:
    """Compiled games, choices in them, and the seconds they took."""
    games = choices = 0
    began = time.perf_counter()
    while time.perf_counter() - began < seconds:
        choices += int(play_games(rules, seats, {}, 1, games, PIECE).choices.sum())
        games += PIECE
    return games, choices, time.perf_counter() - began


def c_speed(program: Path, seats: int, games: int) -> float:
    """Games a second of a loop in C."""
    done = subprocess.run([program, str(seats), str(games), "1"], capture_output=True, check=True)
    return float(json.loads(done.stdout)["games_per_second"])


def plain(rules: Rules, seats: int, seconds: float) -> float:
    """Games a second through the door that people use."""
    start = new_game(rules, ("bot:random",) * seats)
    games, began = 0, time.perf_counter()
    while time.perf_counter() - began < seconds:
        whims = Luck(1, games, stream=WHIM_STREAM)
        play_out(start, Luck(1, games), [chooser("random", whims)] * seats)
        games += 1
    return games / (time.perf_counter() - began)


def compile_times() -> dict[str, dict[str, float]]:
    """Seconds to the first simulated game of every game, in a new process: nothing compiled yet, and all on disk."""
    told = {}
    for name in GAMES:
        code = "import time; from cinquina.games import GAMES; from cinquina.sim.batch import play_games\n"
        code += (
            f"t = time.perf_counter(); play_games(GAMES[{name!r}], 2, {{}}, 0, 0, 1); print(time.perf_counter() - t)"
        )
        with tempfile.TemporaryDirectory() as folder:
            surroundings = {**os.environ, CACHE_VARIABLE: folder}
            runs = [
                subprocess.run([sys.executable, "-c", code], env=surroundings, capture_output=True, check=True).stdout
                for _ in range(2)
            ]
        told[name] = {"cold": float(runs[0]), "cached": float(runs[1])}
    return told


def processes(seconds: float) -> dict[str, float]:
    """Qwixx with 2 seats by one process and by two, each counted from its first piece on."""
    games = int(4_000_000 * max(seconds, 1))
    one, two = (paced(Task("qwixx", 2, (), 1, 0, games), jobs) for jobs in (1, 2))
    return {"one": one, "two": two, "ratio": two / one}


def paced(task: Task, jobs: int) -> float:
    """Games a second once all processes are at work."""
    began, games, warm = 0.0, 0, 2 * jobs
    for place, piece in enumerate(summaries(task, jobs)):
        if place == warm:
            began = time.perf_counter()
        games += piece.games if place > warm else 0
    return games / (time.perf_counter() - began)


def stepping(rules: Rules) -> dict[str, float]:
    """Choices a second when a batch of positions is stepped from numpy, the choosing of options not counted."""
    taken, chosen = 0.0, 0
    for round_ in range(ROUNDS * 4):
        batch = Batch(rules, 2, {}, BATCH, seed=round_)
        for step in range(STEPS):
            options = batch.random_options(round_, step)
            chosen += int(np.count_nonzero(~batch.over))
            began = time.perf_counter()
            batch.step(options)
            taken += time.perf_counter() - began
    return {"batch": BATCH, "choices_per_second": chosen / taken}


def text(told: dict[str, Any]) -> str:
    """For people."""
    about = told["machine"]
    lines = [
        f"{about['cpu']}, {about['cores']} cores, Python {about['python']}, numba {about['numba']}, {about['commit']}"
    ]
    lines.append(f"{'':15} seats   games/s  choices/s     C games/s  ratio  plain  bytes")
    for name, by_seats in told["games"].items():
        for seats, speed in by_seats.items():
            beside = f"{speed.get('c_games_per_second', 0):13,.0f} {speed.get('ratio_to_c', 0):6.3f}"
            lines.append(
                f"{name:15} {seats:>5} {speed['games_per_second']:9,.0f} {speed['choices_per_second']:10,.0f} {beside} "
                f"{speed['plain_games_per_second']:6,.0f} {speed['bytes']:6}"
            )
    lines += [
        f"compiling {name}: {times['cold']:.1f} s, from disk {times['cached']:.2f} s"
        for name, times in told["compile"].items()
    ]
    two = told["processes"]
    lines.append(f"qwixx by one process {two['one']:,.0f} games/s, by two {two['two']:,.0f}: {two['ratio']:.2f} times")
    step = told["stepping"]
    lines.append(f"qwixx stepped from numpy, {step['batch']} positions: {step['choices_per_second']:,.0f} choices/s")
    return "\n".join(lines)


if __name__ == "__main__":
    main(sys.argv[1:])
