"""Measure what the bots of each level give away in a choice, so that a review can say whom somebody plays like.

    python bench/losses.py [--games 12] [GAME ...]

Bots of one level play against each other, and alone where points count; the coach reviews their games. Writes
src/cinquina/coach/losses.json.
"""

from __future__ import annotations

import argparse
import json
import sys

from cinquina import coach
from cinquina.bots import chooser, levels_of
from cinquina.bots import prepare as prepare_bot
from cinquina.coach import asking
from cinquina.coach.likeness import FILE, table_named
from cinquina.core import Rules, opening
from cinquina.core.record import new_game
from cinquina.games import GAMES
from cinquina.sim.luck import Luck
from cinquina.sim.playout import play_out

SEED = 23


def mean_loss(rules: Rules, seats: int, level: str, games: int) -> float:
    """What bots of a level give away in a choice, on average over games against each other."""
    start = opening(rules, seats)
    prepare_bot(start, level)
    coach.prepare(start)
    losses: list[float] = []
    for game in range(games):
        luck = [Luck(SEED + 1, game * rules.SEATS[-1] + seat) for seat in range(seats)]
        seated = [chooser(level, own, start) for own in luck]
        record = new_game(rules, tuple(f"P{seat}" for seat in range(seats)))
        review = coach.review(play_out(record, Luck(SEED, game), seated))
        losses += [decision.loss for decision in review.decisions]
    return sum(losses) / max(1, len(losses))


def main() -> int:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=12)
    parser.add_argument("names", nargs="*")
    given = parser.parse_args()
    vars(asking)["can_compile"] = lambda: False  # luck that shows later takes most of the time, and no loss needs it
    found = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    for name in given.names or GAMES:
        rules = GAMES[name]
        for seats in [many for many in (1, 2) if many in rules.SEATS]:
            table = table_named(name, alone=seats == 1)
            found[table] = {level: round(mean_loss(rules, seats, level, given.games), 5) for level in levels_of(rules)}
            print(table, found[table], flush=True)
            FILE.write_text(json.dumps(found, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
