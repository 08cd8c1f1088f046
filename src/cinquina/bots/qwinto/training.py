"""How the tables of Qwinto are learned: by games of the learner with itself, first for points, then for the win.

A run goes through four stages: rounds that learn only how far the game is, so that the first guess of the rest stays
neutral; rounds that learn points; the same also against somebody who places numbers naively and ends the game soon; and
rounds that learn chances to win, which begin with the points.
"""

from __future__ import annotations

from typing import Any, cast

import numpy as np

from cinquina.bots.qwinto import minds
from cinquina.bots.qwinto.lessons import play_and_learn
from cinquina.bots.qwinto.sheet import MOST_FEATURES, TABLE, hit_chances
from cinquina.bots.qwinto.start import POINTS_A_CHANCE, first_guess
from cinquina.bots.qwinto.turn import ANSWERS
from cinquina.bots.table_file import Tables
from cinquina.core import Rules, opening
from cinquina.games import qwinto
from cinquina.sim.batch import Numbers, faces_of
from cinquina.sim.kernel import compiled, kernel
from cinquina.sim.loops import SPARE

RULES = cast(Rules, qwinto)
WIDE_END, ALONE_END, POINTS_END = 4, 26, 38
"""After how many rounds each stage but the last ends."""
ROUNDS = POINTS_END
"""The published tables stop before the last stage, whose first rounds lower the scores of the learner with itself."""
MIXED_POINTS, MIXED_CHANCES = 2, 4
"""In one of so many games of the last two stages somebody places numbers naively."""
GAMES_A_ROUND = 5000
TEST_GAMES = 2000
SEATS = 2
WIDE_RATE, POINT_RATE, CHANCE_RATE = 0.3, 1.0, 2.0
TRUST = 0.5
"""How much of the error of a turn is laid to the turn before (the lambda of TD)."""
CURIOSITY = int(0.005 * (1 << 32))
"""How often, in 32 bits, a number is entered anywhere to see what comes of it."""
TEST_SEED_STEP = 1_000_003


def room_for(start: Any, seats: int) -> tuple[Any, ...]:
    """What the lessons need room for.

    Faces and spare positions; by turn and seat the features found, and how many; by seat the best answers that go on,
    those that end the game, and points; choices, values and strengths by seat; errors and bonds by turn and seat.
    """
    turns = seats * (qwinto.ROWS * qwinto.CELLS + qwinto.NUMBERS["misses"].most)
    found, many = np.zeros((turns, seats, MOST_FEATURES), np.int64), np.zeros((turns, seats), np.int64)
    answers = [np.zeros((seats, ANSWERS)) for _ in range(3)]
    by_seat = (np.zeros(seats, np.int64), np.zeros(seats), np.zeros(seats))
    return (
        *(faces_of(RULES), np.repeat(start, SPARE), found, many),
        *(*answers, *by_seat, np.zeros((turns, seats)), np.zeros((turns, seats))),
    )


def begin(seed: int, options: dict[str, str]) -> Tables:
    """A run that has learned nothing yet."""
    guess = first_guess()
    return {
        "seed": np.array(seed),
        "rounds": np.array(0),
        "options": np.array([f"{name}={value}" for name, value in options.items()], np.str_),
        "points": guess,
        "chances": np.zeros(0, np.float32),
        "sums": np.zeros(TABLE, np.float32),
        "sizes": np.zeros(TABLE, np.float32),
    }


def improve(run: Tables) -> None:
    """One more round."""
    done = int(run["rounds"])
    if done in (WIDE_END, POINTS_END):
        run["sums"][:] = 0
        run["sizes"][:] = 0
    if done == POINTS_END and not run["chances"].size:
        run["chances"] = run["points"] / np.float32(POINTS_A_CHANCE)
    play(run, start_of(run), int(run["seed"]), done * GAMES_A_ROUND, GAMES_A_ROUND, learning=True)
    run["rounds"] = np.array(done + 1)


def start_of(run: Tables) -> Any:
    """The position that the games of a run begin with."""
    options = dict(str(option).split("=", 1) for option in run["options"])
    return kernel(RULES).record(opening(RULES, SEATS, options).now)


def play(run: Tables, start: Any, seed: int, first: int, games: int, *, learning: bool) -> Numbers:
    """Games of the learner with itself from a start; the points of all seats."""
    done = int(run["rounds"])
    wide = done < WIDE_END
    for_win = bool(run["chances"].size)
    rate = WIDE_RATE if wide else CHANCE_RATE if for_win else POINT_RATE
    mixed = 0 if done < ALONE_END else MIXED_CHANCES if for_win else MIXED_POINTS
    pace = (rate, TRUST, CURIOSITY, mixed, wide, for_win) if learning else (0.0, TRUST, 0, 0, wide, for_win)
    seats = int(start["seats"][0])
    points = np.zeros((games, seats), np.int64)
    tables = run["chances"] if for_win else run["points"]
    learned = (np.array(hit_chances(), np.float32), tables, run["sums"], run["sizes"])
    lesson = compiled(RULES, play_and_learn)
    lesson(start.copy(), start, room_for(start, seats), learned, seed, first, pace, points)
    return points


def strength(run: Tables) -> dict[str, float]:
    """The mean score of the learner with itself."""
    points = play(run, start_of(run), int(run["seed"]) + TEST_SEED_STEP, 0, TEST_GAMES, learning=False)
    return {"points": float(points.mean())}


def made_for(run: Tables) -> str:
    """What the bots want the finished tables to be made for."""
    return minds.made_for()


def finished(run: Tables) -> Tables:
    """What was learned beyond the first guess, for points and for the win."""
    guess = first_guess()
    points = (run["points"] - guess).astype(np.float16)
    chances = run["chances"] if run["chances"].size else run["points"] / np.float32(POINTS_A_CHANCE)
    chances = (chances - guess / np.float32(POINTS_A_CHANCE)).astype(np.float16)
    return {"points": points, "chances": chances}
