"""How long the review of a game of two takes: with nothing compiled; warm: the first, which loads code, and the next.

    python bench/reviews.py [--warm] [GAME ...]

Prints seconds of computing, which other work on the machine does not lengthen, and seconds by the clock.
"""

from __future__ import annotations

import argparse
import resource
import sys
import time

from cinquina import coach
from cinquina.bots import chooser
from cinquina.coach import asking
from cinquina.core.record import Game, new_game
from cinquina.games import GAMES
from cinquina.sim.luck import Luck
from cinquina.sim.playout import play_out


def played(name: str) -> Game:
    """A game of two easy bots."""
    game = new_game(GAMES[name], ("Ada", "Ben"))
    return play_out(game, Luck(5), [chooser("easy", Luck(6, seat)) for seat in range(2)])


def timed(game: Game, told: str, *, wait: bool) -> None:
    """Review a game, if asked to once all is prepared, however long it takes by the clock; print how long it took."""
    began, clock = time.process_time(), time.monotonic()
    if wait:
        coach.prepare_review(game)
    review = coach.review(game)
    spent, waited = time.process_time() - began, time.monotonic() - clock
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"{told}: {spent:.2f} s of computing, {waited:.2f} s by the clock, {memory} MB,", end=" ")
    print(f"{len(review.throws)} throws, {len(review.decisions)} choices", flush=True)


def main() -> int:
    """Review one game of each kind."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--warm", action="store_true", help="where code was compiled before; best for one game a process"
    )
    parser.add_argument("names", nargs="*")
    given = parser.parse_args()
    if not given.warm:
        vars(asking)["prepare"] = lambda _: None  # stay plain to the end
    for name in given.names or GAMES:
        game = played(name)
        timed(game, f"{name}, the first" if given.warm else name, wait=given.warm)
        if given.warm:
            timed(game, f"{name}, the next", wait=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
