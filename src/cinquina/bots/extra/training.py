"""How the tables of Extra! are learned: one player alone, for points, since nobody can spoil another's sheet.

A sheet before a throw is worth the sum of its rows, each by place and crosses, and of its pairs of rows, each by stage
and crosses; `selfplay` describes how that is learned.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from cinquina.bots.array_file import Tables
from cinquina.bots.extra import tables
from cinquina.bots.extra.dice import DUO_COUNT, THROWS, places_of_throws
from cinquina.bots.extra.features import PLACES, STAGES
from cinquina.bots.extra.heuristics import COUNTS
from cinquina.bots.extra.selfplay import Errors, Learning, Pace, Trial, learn_games, play_trials
from cinquina.bots.extra.values import Book
from cinquina.bots.selfplay import scratch_for
from cinquina.games import GAMES
from cinquina.games.extra import KINDS, NAME, ROWS
from cinquina.sim.kernel import compiled, kernel
from cinquina.sim.pool import HERE, Workers, pieces_of

RULES = GAMES[NAME]
ROUNDS = 60
GAMES_A_ROUND = 20_000
EARLY_ROUNDS = 12
EARLY = Pace(1 / DUO_COUNT, 1 / DUO_COUNT, 0.0)
LATE = Pace(0.5 / ROWS, 0.5 / (DUO_COUNT - ROWS), 0.005)
"""Pace of the later rounds.

At first all entries learn at the same rate; what has never been seen is worth nothing, more than most sheets, so it
gets tried. Later rows take on half of an error, which finds what is particular to a place, and some choices are random.
"""
LARGEST = np.iinfo(np.int16).max
LONGEST = 400
"""More throws than any game has."""
TEST_SEED = 1 << 40
TEST_GAMES = {"one throw": 2000, "two throws": 200}
"""Test games by how far the player looks; two throws take much longer."""
PIECES = 8
"""The number of pieces that test games are split into."""


def begin(seed: int, options: dict[str, str], workers: Workers = HERE) -> Tables:
    """Return a run that has learned nothing yet."""
    book = blank_book(tables.sheet_of(options))
    return {
        "seed": np.array(seed),
        "rounds": np.array(0),
        "options": np.array(sorted(f"{name}={value}" for name, value in options.items()), dtype=np.str_),
        **book._asdict(),
        "alone_errors": np.zeros((2, *book.alone.shape), np.float32),
        "together_errors": np.zeros((2, *book.together.shape), np.float32),
    }


def improve(run: Tables, workers: Workers = HERE) -> None:
    """Play and learn from one more round of games, in this process: each game changes how the next is played."""
    learn_from(run, GAMES_A_ROUND)


def learn_from(run: Tables, games: int) -> None:
    """Play a number of games and learn from each."""
    start = start_of(run)
    errors = Errors(*run["alone_errors"], *run["together_errors"])
    pace = EARLY if run["rounds"] < EARLY_ROUNDS else LATE
    learning = Learning(book_of_run(run), errors, pace, np.repeat(start, LONGEST))
    first = (int(run["seed"]), int(run["rounds"]) * games)
    learn = compiled(RULES, learn_games, inline=False)
    learn(start.copy(), start, scratch_for(RULES, start, 1), learning, first, games)
    run["rounds"] += 1


def strength(run: Tables, workers: Workers = HERE) -> dict[str, float]:
    """Return its mean points without luck, looking one throw ahead and two, and the error of each."""
    told = {}
    for name, games in TEST_GAMES.items():
        trials = Trials(run, name == "two throws", 0, games)
        points, luck = map(
            np.concatenate, zip(*workers.in_order(pieces_of(trials, max(games // PIECES, 1))), strict=True)
        )
        told[name] = float((points - luck).mean())
        told[f"{name}, error"] = float(1.96 * (points - luck).std() / np.sqrt(games))
    return told


def made_for(run: Tables) -> str:
    """Return what finished tables must be made for, so that the bots use them."""
    return tables.made_of(dict(str(option).split("=", 1) for option in run["options"]).get("sheet", KINDS[0]))


def finished(run: Tables) -> Tables:
    """Return the book in small whole numbers."""
    return packed(book_of_run(run))


def blank_book(s: Any) -> Book:
    """Return a book for the sheet of a position in which nothing is written yet."""
    alone = np.zeros((PLACES, ROWS, COUNTS), np.float32)
    together = np.zeros((STAGES, DUO_COUNT, COUNTS, COUNTS), np.float32)
    return Book(alone, together, np.zeros((STAGES, ROWS, COUNTS), np.float32), np.array(tables.made_for(s)))


def packed(book: Book) -> Tables:
    """Return a book in whole parts of a point."""

    def whole(part: Any) -> Any:
        return np.clip(np.rint(part * tables.PARTS_OF_A_POINT), -LARGEST, LARGEST).astype(np.int16)

    return {
        "alone": whole(book.alone),
        "together": whole(book.together),
        "spread": book.spread.astype(np.float32),
        "made_for": book.made_for,
    }


@dataclass(frozen=True)
class Trials:
    """Games that nothing is learned from, looking two throws ahead or one: `count` games from number `first` on."""

    run: Tables
    far: bool
    first: int
    count: int

    def done(self) -> tuple[Any, Any]:
        """Play them; return points and luck."""
        start = start_of(self.run)
        points, luck = np.zeros(self.count), np.zeros(self.count)
        known = book_of_run(self.run)
        trial = Trial(known, self.far, np.array(places_of_throws()), np.zeros(THROWS), np.zeros(1))
        play = compiled(RULES, play_trials, inline=False)
        first = (TEST_SEED, self.first)
        play(start.copy(), start, scratch_for(RULES, start, 1), trial, first, (points, luck))
        return points, luck


def book_of_run(run: Tables) -> Book:
    """Return what a run has learned so far."""
    return Book(run["alone"], run["together"], run["spread"], run["made_for"])


def start_of(run: Tables) -> Any:
    """Return the beginning of a game."""
    options = dict(str(option).split("=", 1) for option in run["options"])
    return kernel(RULES).record(tables.sheet_of(options))
