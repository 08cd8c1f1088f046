"""Measure how soon hints come: cold, on a machine that has compiled and built nothing, and warm.

    .venv/bin/python bench/hints.py [--games qwixx,…] [--seats 2] [--option …] [--hints 8] [--cold] [--json]

For each game a process of its own, with an empty cache folder, plays at random and asks for hints now and then, as the
server does: first by what is there, then, unless `--cold` is given, after code was compiled and tables were built.
Times are those of the answer alone, in CPU seconds and by the clock; the first one of a process also loads tables.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from statistics import median
from typing import Any

from cinquina import coach
from cinquina.coach import Effort
from cinquina.core import CHOICE, OVER, Choice, Position, Roll, after, bits, faces_wanted, legal_options, opening
from cinquina.games import GAMES
from cinquina.table.drafting import Drafting
from cinquina.table.hint_desk import BETTER, WARM
from cinquina.table.hinting import asked_of, found_by_coach, plain_asked

PAUSE = 5
"""Events between two hints."""
PART = "--part"


def questions(game: str, seats: int, options: dict[str, str], count: int) -> list[tuple[Position, int]]:
    """Return positions of random games in which a seat is asked something, and the seat."""
    luck, found = random.Random(7), list[tuple[Position, int]]()
    while len(found) < count:
        position, events = opening(GAMES[game], seats, options), 0
        while position.phase != OVER and len(found) < count:
            if position.phase != CHOICE:
                position = after(position, Roll(tuple(luck.randint(1, faces) for faces in faces_wanted(position))))
                continue
            seat = luck.choice(position.waiting)
            events += 1
            if events % PAUSE == 1:
                found.append((position, seat))
            position = after(position, Choice(seat, luck.choice(bits.members(legal_options(position, seat)))))
    return found


def timed(asked: list[tuple[Position, int]], effort: Effort) -> dict[str, Any]:
    """Return how long hints take, and where their values come from."""
    clock, work, sources = list[float](), list[float](), set[str]()
    for position, seat in asked:
        sent = plain_asked(asked_of(Drafting(position, seat), ()))
        began, worked = time.perf_counter(), time.process_time()
        found = found_by_coach(sent, effort)
        clock.append(time.perf_counter() - began)
        work.append(time.process_time() - worked)
        sources |= {str(worth.value.source) for worths in found.steps for worth in worths}
    rest = slice(1, None)
    return {
        "first": clock[0],
        "first_cpu": work[0],
        "median": median(clock[rest]),
        "median_cpu": median(work[rest]),
        "longest_cpu": max(work[rest]),
        "sources": sorted(sources - {"result"}),
    }


def measured(game: str, seats: int, options: dict[str, str], count: int, *, cold: bool) -> dict[str, Any]:
    """Measure one game in this process."""
    asked = questions(game, seats, options, count)
    found: dict[str, Any] = {"game": game, "cold": timed(asked, coach.QUICK)}
    if not cold:
        began = time.perf_counter()
        for position, _ in asked:
            coach.prepare(position)
        found["prepared"] = time.perf_counter() - began
        found["warm"], found["better"] = timed(asked, WARM), timed(asked, BETTER)
    return found


def in_new_process(given: list[str], game: str) -> dict[str, Any]:
    """Measure one game in a process that finds nothing compiled and nothing built."""
    with tempfile.TemporaryDirectory() as empty:
        call = [sys.executable, __file__, *given, PART, game]
        own = os.environ | {"CINQUINA_CACHE": empty, "CINQUINA_HOME": empty, "XDG_CACHE_HOME": empty}
        done = subprocess.run(call, env=own, capture_output=True, text=True, check=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def row(found: dict[str, Any]) -> str:
    """Return a line of the table."""
    kinds = [found[kind] for kind in ("cold", "warm", "better") if kind in found]
    names = ("first", "first_cpu", "median", "median_cpu")
    times = " | ".join(f"{one[name]:.3f}" for one in kinds for name in names)
    return f"| {found['game']} | {', '.join(kinds[-1]['sources'])} | {times} | {found.get('prepared', 0):.0f} |"


def main() -> None:
    """Measure all games and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", default=",".join(GAMES))
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument(
        "--option", action="append", default=[], help="a changed number or another sheet, as name=value"
    )
    parser.add_argument("--hints", type=int, default=8)
    parser.add_argument("--cold", action="store_true")
    parser.add_argument("--json", action="store_true")
    parser.add_argument(PART, default="", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.part:
        options = dict(option.split("=", 1) for option in given.option)
        print(json.dumps(measured(given.part, given.seats, options, given.hints, cold=given.cold)))
        return
    told_rows = [in_new_process(sys.argv[1:], game) for game in given.games.split(",")]
    if given.json:
        print(json.dumps(told_rows))
        return
    print("Cold, warm, better: the first hint in seconds, in CPU seconds, and the median of the others in both.")
    for found in told_rows:
        print(row(found))


if __name__ == "__main__":
    main()
