"""How long the review of a game of two takes: with nothing compiled, and warm.

    python bench/reviews.py [--warm] [GAME ...]

Prints seconds of computing, which other work on the machine does not lengthen, and seconds by the clock.
"""

from __future__ import annotations

import argparse
import sys
import time

from cinquina import coach
from cinquina.bots import chooser
from cinquina.coach import reviewing
from cinquina.core import opening
from cinquina.core.record import Game, new_game
from cinquina.games import GAMES
from cinquina.sim.luck import Luck
from cinquina.sim.playout import play_out


def played(name: str) -> Game:
    """A game of two easy bots."""
    game = new_game(GAMES[name], ("Ada", "Ben"))
    return play_out(game, Luck(5), [chooser("easy", Luck(6, seat)) for seat in range(2)])


def main() -> int:
    """Review one game of each kind."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--warm", action="store_true")
    parser.add_argument("names", nargs="*")
    given = parser.parse_args()
    if not given.warm:
        vars(reviewing)["can_compile"] = lambda: False  # stay plain to the end
    for name in given.names or GAMES:
        game = played(name)
        if given.warm:
            coach.prepare(opening(GAMES[name], 2))
            coach.review(game)
        began, clock = time.process_time(), time.monotonic()
        review = coach.review(game)
        spent, waited = time.process_time() - began, time.monotonic() - clock
        print(f"{name}: {spent:.2f} s of computing, {waited:.2f} s by the clock,", end=" ")
        print(f"{len(review.throws)} throws, {len(review.decisions)} choices", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
