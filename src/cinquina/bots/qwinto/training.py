"""How the tables of Qwinto are learned: by games of the learner with itself, for points.

A run goes through four stages: rounds that learn only how far the game is, so that the first guess of the rest stays
neutral; rounds that learn points; the same also against somebody who places numbers naively and ends the game soon; and
a round for every number of seats, in which a net learns how games of experts come out.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from cinquina.bots.array_file import Tables
from cinquina.bots.levels import EASY, EXPERT, HARD, MEDIUM
from cinquina.bots.outcomes import Lot, Plan, Watching, trained_net, watched_games
from cinquina.bots.qwinto import tables
from cinquina.bots.qwinto.features import MOST_FEATURES, TABLE, Learned, hit_chances
from cinquina.bots.qwinto.selfplay import Learning, Memory, Pace, play_and_learn, watch_games
from cinquina.bots.qwinto.values import ANSWERS, SUMS, Answers
from cinquina.bots.qwinto.valuing import NET, WIDTH
from cinquina.core import opening
from cinquina.games import GAMES, qwinto
from cinquina.sim.arrays import arrays_of, rows_of
from cinquina.sim.batch import Numbers, faces_of
from cinquina.sim.kernel import compiled, kernel
from cinquina.sim.placeholders import SPARE
from cinquina.sim.pool import HERE, Workers, pieces_of

RULES = GAMES[qwinto.NAME]
WIDE_END, ALONE_END, POINTS_END = 4, 26, 38
"""Number of rounds after which each stage ends."""
ROUNDS = POINTS_END + qwinto.MOST_SEATS
WATCHED_GAMES = (2000, 8000, 4000, 3000, 1500, 1500)
"""By number of seats: the number of games that a net learns from."""
PLAN = Plan(watch_games, EXPERT, (MEDIUM, EASY, HARD), throws=40, positions=45, width=WIDTH, kept=WIDTH)
MIXED = 2
"""In one of this many games of the last stage somebody places numbers naively."""
GAMES_A_ROUND = 5000
TEST_GAMES, PIECE = 2000, 250
SEATS = 2
MOST_STEPS = np.iinfo(np.int8).max
WIDE_RATE, POINT_RATE = 0.3, 1.0
TRUST = 0.5
"""How much of the error of a turn is passed on to the turn before (the lambda of TD)."""
CURIOSITY = int(0.005 * (1 << 32))
"""How often, in 32 bits, a number is entered at random, for exploration."""
TEST_SEED_STEP = 1_000_003


def memory_for(start: Any, seats: int) -> Memory:
    """Return scratch space for games of a number of seats."""
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


def begin(seed: int, options: dict[str, str], workers: Workers = HERE) -> Tables:
    """Return a run that has learned nothing yet."""
    return {
        "seed": np.array(seed),
        "rounds": np.array(0),
        "options": np.array([f"{name}={value}" for name, value in options.items()], np.str_),
        "points": np.array(tables.first_guess()),
        "sums": np.zeros(TABLE, np.float32),
        "sizes": np.zeros(TABLE, np.float32),
        "nets": np.zeros((qwinto.MOST_SEATS, NET), np.float32),
    }


def improve(run: Tables, workers: Workers = HERE) -> None:
    """Train one more round, in this process except for nets.

    Each game that points are learned from changes how the next is played; nets learn from games that workers share.
    """
    done = int(run["rounds"])
    if done == WIDE_END:
        run["sums"][:] = 0
        run["sizes"][:] = 0
    if done < POINTS_END:
        play(run, start_of(run), (int(run["seed"]), done * GAMES_A_ROUND), GAMES_A_ROUND, learning=True)
    else:
        place = (done - POINTS_END) % qwinto.MOST_SEATS
        run["nets"][place] = net_of(finished(run), place + 1, WATCHED_GAMES[place], int(run["seed"]), workers)
    run["rounds"] = np.array(done + 1)


def net_of(learned: Tables, seats: int, games: int, seed: int, workers: Workers = HERE) -> Any:
    """Return a net that learns from games of experts who play by the learned tables, this many at first."""
    start = kernel(RULES).record(opening(RULES, seats, {}).now)

    def watch(net: Any, first: int, count: int) -> Lot:
        parts = in_full(learned)
        if net is not None:
            parts["nets"][seats - 1] = net
        known = arrays_of(tables.unpacked({name: rows_of(part, part.dtype.char) for name, part in parts.items()}))
        watching = Watching(qwinto.NAME, PLAN, (known, known), start, seats, net is not None, first, count)
        return watched_games(watching, workers)

    return trained_net(watch, games, seed)


def in_full(parts: Tables) -> Tables:
    """Return a copy of tables in which single precision replaces half precision."""
    return {name: part.astype(np.float32 if part.dtype == np.float16 else part.dtype) for name, part in parts.items()}


def start_of(run: Tables) -> Any:
    """Return the position that the games of a run begin with."""
    options = dict(str(option).split("=", 1) for option in run["options"])
    return kernel(RULES).record(opening(RULES, SEATS, options).now)


def pace_of(run: Tables) -> Pace:
    """Return how the next round of a run learns."""
    done = int(run["rounds"])
    wide = done < WIDE_END
    return Pace(WIDE_RATE if wide else POINT_RATE, TRUST, CURIOSITY, 0 if done < ALONE_END else MIXED, wide)


def play(run: Tables, start: Any, luck: tuple[int, int], games: int, *, learning: bool) -> Numbers:
    """Play games of the learner with itself from a start and return the points of all seats.

    `luck` has the seed and the number of the first game. Without learning all play as well as they know.
    """
    pace = pace_of(run) if learning else Pace(0.0, TRUST, 0, 0, False)
    seats = int(start["seats"][0])
    points = np.zeros((games, seats), np.int64)
    learned = Learned(run["points"], np.array(hit_chances(), np.float32))
    aims = Learning(learned, run["sums"], run["sizes"], pace)
    compiled(RULES, play_and_learn)(start.copy(), start, memory_for(start, seats), aims, luck, points)
    return points


@dataclass(frozen=True)
class Trials:
    """Games that nothing is learned from: `count` games from number `first` on."""

    run: Tables
    first: int
    count: int

    def done(self) -> Numbers:
        """Play them; return the points of all seats."""
        luck = (int(self.run["seed"]) + TEST_SEED_STEP, self.first)
        return play(self.run, start_of(self.run), luck, self.count, learning=False)


def strength(run: Tables, workers: Workers = HERE) -> dict[str, float]:
    """Return the mean score of the learner with itself."""
    points = np.concatenate(list(workers.in_order(pieces_of(Trials(run, 0, TEST_GAMES), PIECE))))
    return {"points": float(points.mean())}


def made_for(run: Tables) -> str:
    """Return what finished tables must be made for, so that the bots use them."""
    return tables.made_for()


def finished(run: Tables) -> Tables:
    """Return what was learned beyond the first guess, in half precision.

    Strengths are rounded from exact points, so they may be one step away from those that rounded points give. These
    steps are stored, so that bots keep the strengths they were measured with.
    """
    points, guess, unit = run["points"], np.array(tables.first_guess()), np.float32(tables.POINTS_OF_STRENGTH)
    beyond = (points - guess).astype(np.float16)
    strengths = (points / unit - guess / unit).astype(np.float16)
    steps = strengths.view(np.int16).astype(np.int64) - np.array(tables.rounded_strengths(beyond.tolist()))
    steps[abs(steps) > MOST_STEPS] = 0  # values close to zero with different signs
    return {"points": beyond, "steps": steps.astype(np.int8), "nets": run["nets"]}
