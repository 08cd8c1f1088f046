"""How the tables of Qwixx are made: values of sheets from exact solutions, then chances to win from games.

In each round the expert plays against itself and against the hard bot. The value of a position is learned from a
mixture of the chances in the positions after it and of the result, minus the luck of the throws between, whose mean is
exactly 0.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import reduce
from itertools import chain
from typing import Any

import numpy as np

from cinquina.bots.arena import Deals, Meeting, meet_seated
from cinquina.bots.array_file import Tables
from cinquina.bots.compiled import compiled_bots
from cinquina.bots.levels import EXPERT, HARD
from cinquina.bots.qwixx import compression, solver, tables, values
from cinquina.bots.qwixx.chances import DENSE, HIDDEN, INPUTS, SEEN
from cinquina.bots.qwixx.features import KINDS_OF_ROW
from cinquina.bots.qwixx.selfplay import Notes, play_and_note
from cinquina.bots.qwixx.values import TABLES
from cinquina.bots.selfplay import scratch_for
from cinquina.core import IllegalSetup, Rules, opening
from cinquina.core.position import all_options
from cinquina.games import GAMES, qwixx
from cinquina.games.qwixx import ROWS
from cinquina.sim.arrays import arrays_of, rows_of
from cinquina.sim.batch import Bots
from cinquina.sim.kernel import compiled, kernel
from cinquina.sim.pool import HERE, Workers, pieces_of

RULES = GAMES[qwixx.NAME]
ROUNDS = 12
GAMES_OF_ROUND = {2: 3000, 3: 600, 4: 400, 5: 300}
"""By number of seats."""
POSITIONS_OF_GAME = 60
"""Memory is reserved for this many throws in an average game."""
HARD_SEATS = 0.2
"""The hard bot sits at this part of the seats."""
TRACE = 0.8
"""The weight of everything after the next position, from 0 to 1."""
PASSES, PORTION = 2, 2048
QUICK, SLOW, FADING = 3e-3, 3e-4, 0.9
MOMENTUM, SCALE_MEMORY, TINY = 0.9, 0.999, 1e-8
LEAD_TO_BEGIN_WITH = 1.1
DEALS, SEED_OF_DEALS = 400, 77
PIECE = 100
"""Games in one piece."""


@dataclass(frozen=True)
class Solutions:
    """Some of the tables of exact values, by number."""

    first: int
    count: int

    def done(self) -> list[Any]:
        """Work them out."""
        wanted = TABLES[self.first : self.first + self.count]
        return [values for players, hazard in wanted for values in solver.work_out(solver.Terms(players, hazard)).T]


def begin(seed: int, options: dict[str, str], workers: Workers = HERE) -> Tables:
    """Return a run with values from exact solutions, and a net that goes by the lead in expected points.

    All of it is for the classic sheet with the usual numbers, so options that change these are refused.
    """
    for name, value in options.items():
        usual = all_options(RULES)[name].default
        if value != usual and name not in ("late_die", "begins"):
            raise IllegalSetup("no-such-option-value", name=name, value=value, possible=usual)
    whole = list(chain(*workers.in_order(pieces_of(Solutions(0, len(TABLES)), 1))))
    basis, cores = compression.compressed(whole)
    return begin_with(seed, basis, np.array([compression.halved(core) for core in cores]))


def begin_with(seed: int, basis: Any, cores: Any) -> Tables:
    """Return a run with given values."""
    skip = np.zeros(INPUTS)
    skip[2 * KINDS_OF_ROW + 2] = LEAD_TO_BEGIN_WITH
    shapes = {"first": (INPUTS, HIDDEN), "skip": (INPUTS,), "out": (HIDDEN,)}
    spread = np.random.default_rng(seed)
    net = {"first": spread.normal(0, 0.1, shapes["first"]), "skip": skip, "out": spread.normal(0, 0.01, HIDDEN)}
    kept = {f"{moment}_{name}": np.zeros(shape) for name, shape in shapes.items() for moment in ("mean", "square")}
    counted = {"seed": np.array(seed), "rounds": np.array(0), "steps": np.array(0)}
    return {"basis": basis.astype(np.float32), "cores": cores, **net, **kept, **counted}


def improve(run: Tables, workers: Workers = HERE) -> None:
    """Play games with every number of seats, then train on their positions in a few passes."""
    rng = np.random.default_rng((int(run["seed"]), int(run["rounds"])))
    known = at_play(run)
    noting = [noting_of(seats, games, rng, known) for seats, games in GAMES_OF_ROUND.items()]
    lots = noted(noting, workers)
    rate = max(QUICK * FADING ** int(run["rounds"]), SLOW)
    for _ in range(PASSES):
        portions = [(lot, part) for lot in lots for part in portions_of(len(lot[0]), rng)]
        for place in rng.permutation(len(portions)):
            (kinds, dense, targets), part = portions[place]
            learn(run, kinds[part], dense[part], targets[part], rate)
    run["rounds"] = np.array(int(run["rounds"]) + 1)


@dataclass(frozen=True)
class Trials:
    """Games against the hard bot by what a run knows: `count` deals from number `first` on."""

    known: values.Tables
    first: int
    count: int

    def done(self) -> Meeting:
        """Play them."""

        def seated(rules: Rules, names: tuple[str, ...]) -> Bots:
            return replace(compiled_bots(rules, names), tables_for=lambda bots, s: self.known)

        return meet_seated(RULES, ("expert", "hard"), Deals(SEED_OF_DEALS, self.first, self.count), {}, seated)


def strength(run: Tables, workers: Workers = HERE) -> dict[str, float]:
    """Return its part of the wins against the hard bot, without luck."""
    meetings = workers.in_order(pieces_of(Trials(at_play(run), 0, DEALS), PIECE))
    share = reduce(Meeting.merged, meetings).adjusted[0]
    return {"against hard": share.share, "give or take": share.error}


def made_for(run: Tables) -> str:
    """Return what finished tables must be made for, so that the bots use them."""
    return tables.MADE_OF


def finished(run: Tables) -> Tables:
    """Return values and net."""
    mixes, signs = zip(*(compression.mixed(compression.whole(core)) for core in run["cores"]), strict=True)
    small = {name: run[name].astype(np.float32) for name in ("basis", *tables.NET)}
    return small | {"mixes": np.array(mixes), "signs": np.array(signs, np.int8)}


def at_play(run: Tables) -> values.Tables:
    """Return what a run knows, as bots use it."""
    exact = finished(run) | {name: run[name] for name in tables.NET}
    return arrays_of(tables.unpacked({name: rows_of(part, part.dtype.char) for name, part in exact.items()}))


@dataclass(frozen=True)
class Noting:
    """Games that note what the net sees: `count` games from number `first` on, with the bots of each seat."""

    bots: Any
    known: values.Tables
    seed: int
    first: int
    count: int

    def done(self) -> tuple[Any, ...]:
        """Play them; return what the net saw, and its targets."""
        games, seats = self.count, self.bots.shape[1]
        start = kernel(RULES).record(opening(RULES, seats, {}).now)
        many = games * POSITIONS_OF_GAME
        notes = Notes(
            bots=self.bots[self.first : self.first + games],
            tables=self.known,
            kinds=np.zeros((many, seats, 2 * ROWS), np.int64),
            dense=np.zeros((many, seats, DENSE)),
            guesses=np.zeros((many, seats)),
            lucks=np.zeros((many, seats)),
            ends=np.zeros(games, np.int64),
            results=np.zeros((games, seats)),
            seen=np.zeros(SEEN),
            at=np.zeros(2, np.int64),
        )
        play, luck = compiled(RULES, play_and_note), (self.seed, self.first)
        played = play(start.copy(), start, scratch_for(RULES, start, seats), notes, luck)
        targets = what_became(notes.guesses, notes.lucks, notes.ends[:played], notes.results[:played])
        used = len(targets)
        return notes.kinds[:used], notes.dense[:used].astype(np.float32), targets


def noting_of(seats: int, games: int, rng: np.random.Generator, known: values.Tables) -> Noting:
    """Return the work of playing games of a round with a number of seats."""
    bots = np.where(rng.random((games, seats)) < HARD_SEATS, HARD, EXPERT)
    return Noting(bots, known, int(rng.integers(1 << 62)), 0, games)


def noted(works: list[Noting], workers: Workers) -> list[tuple[Any, ...]]:
    """Return what the net saw in the games of each work, and its targets; pieces of all are handed out at once."""
    pieces = [piece for work in works for piece in pieces_of(work, PIECE)]
    found = list(zip(pieces, workers.in_order(pieces), strict=True))
    by_work = ([lot for piece, lot in found if piece.work is work] for work in works)
    return [tuple(map(np.concatenate, zip(*lots, strict=True))) for lots in by_work]


def what_became(guesses: Any, lucks: Any, ends: Any, results: Any) -> Any:
    """Return the chances that each position should have had: from later ones and the result, without luck."""
    targets = np.zeros((int(ends[-1]), guesses.shape[1]), np.float32)
    first = 0
    for end, result in zip(ends, results, strict=True):
        later = result
        for place in range(int(end) - 1, first - 1, -1):
            targets[place] = later - lucks[place]
            later = TRACE * targets[place] + (1 - TRACE) * guesses[place]
        first = int(end)
    return targets


def portions_of(count: int, rng: np.random.Generator) -> list[Any]:
    """Return all places in a random order, in portions."""
    order = rng.permutation(count)
    return [order[first : first + PORTION] for first in range(0, count, PORTION)]


def learn(run: Tables, kinds: Any, dense: Any, targets: Any, rate: float) -> None:
    """One step towards the targets (Adam)."""
    count, seats = targets.shape
    given = inputs_of(kinds.reshape(count * seats, -1), dense.reshape(count * seats, -1))
    hidden = given @ run["first"]
    active = np.maximum(hidden, 0)
    strengths = (active @ run["out"] + given @ run["skip"]).reshape(count, seats)
    chances = np.exp(strengths - strengths.max(axis=1, keepdims=True))
    chances /= chances.sum(axis=1, keepdims=True)
    wrong = ((chances - targets) / count).ravel()
    slopes = {"out": wrong @ active, "skip": wrong @ given}
    slopes["first"] = given.T @ (wrong[:, None] * run["out"][None, :] * (hidden > 0))
    run["steps"] = np.array(int(run["steps"]) + 1)
    steps = int(run["steps"])
    for name, slope in slopes.items():
        mean = run[f"mean_{name}"] = MOMENTUM * run[f"mean_{name}"] + (1 - MOMENTUM) * slope
        square = run[f"square_{name}"] = SCALE_MEMORY * run[f"square_{name}"] + (1 - SCALE_MEMORY) * slope**2
        even = np.sqrt(square / (1 - SCALE_MEMORY**steps)) + TINY
        run[name] = run[name] - rate * mean / (1 - MOMENTUM**steps) / even


def inputs_of(kinds: Any, dense: Any) -> Any:
    """Return what the net sees, written out: how many rows of each class on both sheets, and the rest."""
    given = np.zeros((len(kinds), INPUTS), np.float32)
    places = np.arange(len(kinds))
    for row in range(2 * ROWS):
        given[places, kinds[:, row] + (KINDS_OF_ROW if row >= ROWS else 0)] += 1
    given[:, 2 * KINDS_OF_ROW :] = dense
    return given
