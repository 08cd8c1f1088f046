"""Compare the speed of the compiled rules to loops in C: one run, one machine, one core, and the ratio.

    python3 run.py bench [--seconds S]

The two take turns, and the best round of each counts, in processor time, since the machine is noisy. Then runs
`cinquina bench`.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from cinquina.cli import bench, speed
from cinquina.core import Rules
from cinquina.games import GAMES
from cinquina.locales import words
from cinquina.sim.batch import play_games
from cinquina.sim.luck import Games
from cinquina.sim.task import Task

LOOPS = Path(__file__).resolve().parent / "loops"
ROUNDS = 7
GAMES_BY_PROCESSES = 8_000_000


def main(line: list[str]) -> None:
    """Measure and print the results."""
    seconds = float(line[line.index("--seconds") + 1]) if "--seconds" in line else 1.0
    if not shutil.which("gcc"):
        raise SystemExit("gcc is needed for the loops in C: install it, or use `cinquina bench`.")
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False)
    print(f"commit {commit.stdout.strip()}")
    print(f"{'':14} seats    compiled     loop in C   ratio")
    with tempfile.TemporaryDirectory() as folder:
        for name, rules in GAMES.items():
            if not loop_of(name).exists():
                continue
            program = built(name, Path(folder))
            for seats in speed.SEATS:
                ours, in_c = beside(rules, seats, program, seconds)
                print(f"{name:14} {seats:>5} {ours:11,.0f} {in_c:13,.0f} {ours / in_c:7.3f}", flush=True)
    one, two = (speed.on_all_cores(Task("qwixx", 2, (), 1, 0, GAMES_BY_PROCESSES), jobs) for jobs in (1, 2))
    print(f"qwixx by one process {one:,.0f} games/s, by two {two:,.0f}: {two / one:.2f} times")
    bench.run(words("en"), as_json=False)


def loop_of(name: str) -> Path:
    """Return where the loop of a game is kept, if it has one."""
    return LOOPS / f"{name.replace('-', '_')}.c"


def built(name: str, folder: Path) -> Path:
    """Compile the loop in C and return the program."""
    program = folder / name
    subprocess.run(["gcc", "-O3", "-march=native", "-o", program, loop_of(name), "-lm"], check=True)
    return program


def beside(rules: Rules, seats: int, program: Path, seconds: float) -> tuple[float, float]:
    """Return the games per second of the compiled rules and of the loop in C, measured in turns."""
    play_games(rules, seats, {}, Games(0, 0, 10))
    ours = in_c = 0.0
    for _ in range(ROUNDS):
        games, _, taken = speed.compiled(rules, seats, seconds / ROUNDS)
        ours = max(ours, games / taken)
        count = str(max(1000, int(in_c * seconds / ROUNDS) or games))
        done = subprocess.run([program, str(seats), count, "1"], capture_output=True, check=True)
        in_c = max(in_c, json.loads(done.stdout)["games_per_second"])
    return ours, in_c


if __name__ == "__main__":
    main(sys.argv[1:])
