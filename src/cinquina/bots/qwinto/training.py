"""How the tables of Qwinto are learned: by games of the learner with itself, for points.

A run goes through three stages: rounds that learn only how far the game is, so that the first guess of the rest stays
neutral; rounds that learn points; and the same also against somebody who places numbers naively and ends the game soon.
"""

from __future__ import annotations

from typing import Any, cast

import numpy as np

from cinquina.bots.array_file import Tables
from cinquina.bots.qwinto import tables
from cinquina.bots.qwinto.features import MOST_FEATURES, TABLE, Learned, hit_chances
from cinquina.bots.qwinto.selfplay import Lesson, Memory, Pace, play_and_learn
from cinquina.bots.qwinto.values import ANSWERS, SUMS, Answers
from cinquina.core import Rules, opening
from cinquina.games import qwinto
from cinquina.sim.batch import Numbers, faces_of
from cinquina.sim.kernel import compiled, kernel
from cinquina.sim.loops import SPARE

RULES = cast(Rules, qwinto)
WIDE_END, ALONE_END, ROUNDS = 4, 26, 38
"""After how many rounds each stage ends."""
MIXED = 2
"""In one of so many games of the last stage somebody places numbers naively."""
GAMES_A_ROUND = 5000
TEST_GAMES = 2000
SEATS = 2
MOST_STEPS = np.iinfo(np.int8).max
WIDE_RATE, POINT_RATE = 0.3, 1.0
TRUST = 0.5
"""How much of the error of a turn is passed on to the turn before (the lambda of TD)."""
CURIOSITY = int(0.005 * (1 << 32))
"""How often, in 32 bits, a number is entered at random, for exploration."""
TEST_SEED_STEP = 1_000_003


def room_for(start: Any, seats: int) -> Memory:
    """Scratch space for games of a number of seats."""
    turns = seats * (qwinto.ROWS * qwinto.CELLS + qwinto.NUMBERS["misses"].most)
    return Memory(
        faces=faces_of(RULES),
        spare=np.repeat(start, SPARE),
        answers=Answers(
            *(np.zeros((seats, ANSWERS)) for _ in range(3)),
            *(np.zeros((seats, ANSWERS), np.int64) for _ in range(2)),
        ),
        gains=np.zeros(SUMS),
        chosen=np.zeros(seats, np.int64),
        values=np.zeros(seats),
        found=np.zeros((turns, seats, MOST_FEATURES), np.int64),
        many=np.zeros((turns, seats), np.int64),
        errors=np.zeros((turns, seats)),
        bonds=np.zeros((turns, seats)),
    )


def begin(seed: int, options: dict[str, str]) -> Tables:
    """A run that has learned nothing yet."""
    return {
        "seed": np.array(seed),
        "rounds": np.array(0),
        "options": np.array([f"{name}={value}" for name, value in options.items()], np.str_),
        "points": np.array(tables.first_guess()),
        "sums": np.zeros(TABLE, np.float32),
        "sizes": np.zeros(TABLE, np.float32),
    }


def improve(run: Tables) -> None:
    """One more round."""
    done = int(run["rounds"])
    if done == WIDE_END:
        run["sums"][:] = 0
        run["sizes"][:] = 0
    play(run, start_of(run), (int(run["seed"]), done * GAMES_A_ROUND), GAMES_A_ROUND, learning=True)
    run["rounds"] = np.array(done + 1)


def start_of(run: Tables) -> Any:
    """The position that the games of a run begin with."""
    options = dict(str(option).split("=", 1) for option in run["options"])
    return kernel(RULES).record(opening(RULES, SEATS, options).now)


def pace_of(run: Tables) -> Pace:
    """How the next round of a run learns."""
    done = int(run["rounds"])
    wide = done < WIDE_END
    return Pace(WIDE_RATE if wide else POINT_RATE, TRUST, CURIOSITY, 0 if done < ALONE_END else MIXED, wide)


def play(run: Tables, start: Any, luck: tuple[int, int], games: int, *, learning: bool) -> Numbers:
    """Games of the learner with itself from a start, with the luck of a seed from a number on; the points of all seats.

    Without learning all play as well as they know.
    """
    pace = pace_of(run) if learning else Pace(0.0, TRUST, 0, 0, False)
    seats = int(start["seats"][0])
    points = np.zeros((games, seats), np.int64)
    learned = Learned(run["points"], np.array(hit_chances(), np.float32))
    lesson = Lesson(learned, run["sums"], run["sizes"], pace)
    compiled(RULES, play_and_learn)(start.copy(), start, room_for(start, seats), lesson, luck, points)
    return points


def strength(run: Tables) -> dict[str, float]:
    """The mean score of the learner with itself."""
    points = play(run, start_of(run), (int(run["seed"]) + TEST_SEED_STEP, 0), TEST_GAMES, learning=False)
    return {"points": float(points.mean())}


def made_for(run: Tables) -> str:
    """What the bots want the finished tables to be made for."""
    return tables.made_for()


def finished(run: Tables) -> Tables:
    """What was learned beyond the first guess, in half precision.

    Strengths are rounded from points that are not, so they may be a step off what rounded points give; the steps are
    kept, since bots are measured by strengths as they were.
    """
    points, guess, unit = run["points"], np.array(tables.first_guess()), np.float32(tables.POINTS_OF_STRENGTH)
    beyond = (points - guess).astype(np.float16)
    strengths = (points / unit - guess / unit).astype(np.float16)
    steps = strengths.view(np.int16).astype(np.int64) - np.array(tables.rounded_strengths(beyond.tolist()))
    steps[abs(steps) > MOST_STEPS] = 0  # values close to zero with different signs
    return {"points": beyond, "steps": steps.astype(np.int8)}
