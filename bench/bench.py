"""How fast the rules run, plain, through the one door everybody uses: random games a second, for every game.

python3 run.py bench [--json]
"""

from __future__ import annotations

import json
import platform
import sys
import time

from cinquina.bots import chooser
from cinquina.core.record import new_game
from cinquina.games import GAMES
from cinquina.sim.luck import Luck
from cinquina.sim.playout import play_out

SECONDS = 3.0
SEATS = 2


def speed(name: str) -> dict[str, float]:
    """Random games and events a second of one game."""
    start = new_game(GAMES[name], ("bot:random",) * SEATS)
    games = events = 0
    began = time.perf_counter()
    while time.perf_counter() - began < SECONDS:
        whims = Luck(1, games)
        events += len(play_out(start, Luck(0, games), [chooser("random", whims)] * SEATS).events)
        games += 1
    taken = time.perf_counter() - began
    return {"games_per_second": games / taken, "events_per_second": events / taken}


def main(words: list[str]) -> None:
    """Measure and tell."""
    told = {"python": platform.python_version(), "machine": platform.machine(), "seats": SEATS}
    speeds = {name: speed(name) for name in GAMES}
    if "--json" in words:
        print(json.dumps({**told, "games": speeds}, indent=2))
        return
    print(f"Python {told['python']} on {told['machine']}, {SEATS} seats, one core, random players")
    for name, measured in speeds.items():
        print(f"  {name:15} {measured['games_per_second']:8.1f} games/s {measured['events_per_second']:10.0f} events/s")


if __name__ == "__main__":
    main(sys.argv[1:])
