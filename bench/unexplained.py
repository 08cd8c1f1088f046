"""Measure what the account of a game leaves unexplained: its mean and its deviation, in winning chance.

    python bench/unexplained.py [--games 200] [--seconds 600] [--jobs 2] [GAME ...]

The bots `expert` and `hard` play against each other, as in tests/coach/test_account_proof.py. What is left comes from
throws, where the value before a throw is not the mean of those after it, and from choices, where what is settled is not
worth what its best options were. The last column is the deviation of results with the luck taken off.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from math import sqrt
from typing import NamedTuple

from cinquina import coach
from cinquina.bots import chooser, prepare
from cinquina.coach.rollouts import NORMAL_95, deviation, mean
from cinquina.core import Rules, opening
from cinquina.core.record import new_game
from cinquina.games import GAMES
from cinquina.sim.luck import Luck
from cinquina.sim.playout import play_out

SEATED = ("expert", "hard")
SEED = 7


class Left(NamedTuple):
    """What is left of a game in all, and by throws; and its result without luck."""

    whole: float
    of_throws: float
    without_luck: float


def reviewed(rules: Rules, number: int) -> coach.Review:
    """The review of a game of a number; the bots change seats with every game."""
    order, start = SEATED if number % 2 else SEATED[::-1], opening(rules, len(SEATED))
    seated = [chooser(level, Luck(SEED + 1, 2 * number + seat), start) for seat, level in enumerate(order)]
    return coach.review(play_out(new_game(rules, order), Luck(SEED, number), seated))


def left_by_throws(review: coach.Review) -> float:
    """What throws leave: the mean after them, less the value before."""
    worths = {moment.events: moment.value.worth(0) for moment in review.moments}
    return sum(worths[throw.event + 1] - throw.luck[0] - worths[throw.event] for throw in review.throws)


def left_in(name: str, numbers: range, seconds: float) -> list[Left]:
    """By game: what is left, within this many seconds of computing."""
    rules = GAMES[name]
    for level in SEATED:
        prepare(opening(rules, len(SEATED)), level)
    coach.prepare(opening(rules, len(SEATED)))
    until, found = time.process_time() + seconds, list[Left]()
    for number in numbers:
        if time.process_time() > until:
            break
        review = reviewed(rules, number)
        account = review.players[0].account
        found.append(Left(account.unexplained, left_by_throws(review), account.result - account.luck))
    return found


def row_of(name: str, left: list[Left]) -> str:
    """The row of a game in the table."""
    whole, of_throws, without_luck = map(list, zip(*left, strict=True))
    of_choices = [one.whole - one.of_throws for one in left]
    error = NORMAL_95 * deviation(whole) / sqrt(len(whole))
    found = [f"{deviation(part):.3f}" for part in (whole, of_throws, of_choices, without_luck)]
    return " | ".join(["", name, str(len(whole)), f"{mean(whole):+.3f} ± {error:.3f}", *found, ""]).strip()


def main() -> int:
    """Measure games, and print a row of a table for each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=600.0, help="of computing, at most, for a game")
    parser.add_argument("--jobs", type=int, default=1, help="how many processes work at once")
    parser.add_argument("names", nargs="*")
    given = parser.parse_args()
    print(
        "| game | games | mean | deviation | of throws | of choices | without luck |\n|---|---|---|---|---|---|---|",
        flush=True,
    )
    with ProcessPoolExecutor(given.jobs, multiprocessing.get_context("spawn")) as pool:
        for name in given.names or GAMES:
            parts = [range(first, given.games, given.jobs) for first in range(given.jobs)]
            work = [pool.submit(left_in, name, part, given.seconds / given.jobs) for part in parts]
            print(row_of(name, [one for part in work for one in part.result()]), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
