"""Measure how long the bots of a server take to answer, from the first question on.

    CINQUINA_CACHE=$(mktemp -d)/compiled .venv/bin/python bench/answers.py [--seconds 25]

Two equal bots play each other for a while, called as a server calls them. With an empty cache nothing is compiled and
no table built, as on a fresh machine: until they are ready, quicker bots answer for them.
"""

from __future__ import annotations

import argparse
import asyncio
import time
from statistics import median

from cinquina.bots.thinking import Thinker
from cinquina.core import OVER, ROLL, Choice, Roll, Rules, after, faces_wanted, opening, seen_by
from cinquina.games import GAMES
from cinquina.sim.luck import Luck

BOTS = ("hard", "expert")
BREATH = 0.05
"""Seconds between two questions."""


def main() -> None:
    """Measure the strong bots of every game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=25.0)
    seconds = parser.parse_args().seconds
    print("| game | bot | answers | median, s | slowest, s |\n|---|---|---|---|---|")
    for game, rules in GAMES.items():
        for bot in BOTS:
            taken = asyncio.run(asked(rules, bot, seconds))
            print(f"| {game} | {bot} | {len(taken)} | {median(taken):.3f} | {max(taken):.3f} |", flush=True)


async def asked(rules: Rules, bot: str, seconds: float) -> list[float]:
    """Return how long each answer took, for some seconds of play."""
    thinker, luck, taken = Thinker(apart=True), Luck(1), list[float]()
    until = time.monotonic() + seconds
    position = opening(rules, 2)
    while time.monotonic() < until:
        if position.phase == OVER:
            position = opening(rules, 2)
        elif position.phase == ROLL:
            position = after(position, Roll(luck.throw(faces_wanted(position))))
        else:
            seat = position.waiting[0]
            begun = time.perf_counter()
            option = await thinker.choose(bot, seen_by(position, seat), seat)
            taken.append(time.perf_counter() - begun)
            position = after(position, Choice(seat, option))
            await asyncio.sleep(BREATH)
    thinker.close()
    return taken


if __name__ == "__main__":
    main()
