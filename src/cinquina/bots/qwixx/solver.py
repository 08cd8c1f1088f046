"""The exact value of Qwixx for one player, on the classic sheet, under perfect play for points.

For one player alone it is the whole game. With more `players` the others only throw: their white sums may be used, and
they close nothing. With a `hazard` below 1 the game goes on after each round with that chance only: this models a game
with others for a player who ignores their sheets.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from cinquina.bots import array_file, table_file
from cinquina.bots.qwixx import backward_induction, features, values
from cinquina.bots.qwixx.backward_induction import Turns
from cinquina.bots.qwixx.features import (
    CLASSES,
    CLOSED,
    KINDS_OF_ROW,
    POSITIONS,
    RANK,
    USUAL_LOCKS,
    USUAL_PENALTIES,
    USUAL_PENALTY,
)
from cinquina.bots.qwixx.selfplay import PLAYER, Alone, play_alone, prospects
from cinquina.bots.qwixx.values import Worths
from cinquina.bots.selfplay import scratch_for
from cinquina.bots.solving import Exact, Solution, Table
from cinquina.core import ROLL, IllegalSetup, Position, State, number_in, numbers_in, opening
from cinquina.games import GAMES, qwixx
from cinquina.games.qwixx import FIVE, ROWS, SEATS
from cinquina.sim.arrays import arrays_of
from cinquina.sim.binding import plain
from cinquina.sim.kernel import compiled, kernel

ASKED = {"players": "1", "hazard": "1"}
RULES = GAMES[qwixx.NAME]
PORTIONS = 50
EMPTY = (0,) * ROWS
"""The classes of four empty rows."""
Values = np.ndarray[Any, np.dtype[np.float32]]


@dataclass(frozen=True)
class Terms:
    """What the solved game is."""

    players: int = 1
    hazard: float = 1.0
    lock_needs: int = FIVE
    points: tuple[int, ...] = features.USUAL_POINTS
    penalty: int = USUAL_PENALTY
    penalties: int = USUAL_PENALTIES
    locks: int = USUAL_LOCKS

    @property
    def goes_on(self) -> float:
        """The chance that the game goes on after a throw: a round has one for each player."""
        return float(self.hazard ** (1 / self.players))

    @property
    def options(self) -> dict[str, str]:
        """The same as options of the game, the player being the first to throw."""
        numbers = {"lock_needs": self.lock_needs, "penalty": -self.penalty, "penalties": self.penalties}
        spelled = {name: str(number) for name, number in numbers.items()}
        return spelled | {"locks": str(self.locks), "row_points": ",".join(map(str, self.points)), "begins": "first"}


def solve(asked: Mapping[str, str], progress: table_file.Progress = table_file.no_progress) -> Solution:
    """Solve the game, or take the solution from the cache."""
    terms = terms_of(asked)
    solved = points_to_come(terms, progress)
    states = len(backwards(terms.locks)) * solved.shape[1]
    value = float(solved[values.place_of(EMPTY), 0])
    check = partial(Played, terms, solved)
    return Solution(value, states, check, lambda: table(terms, solved))


def table(terms: Terms, solved: Values) -> Table:
    """Return all positions by classes of rows, turn and penalties, with points to come; equal positions only once."""
    order = backwards(terms.locks)
    pairs = np.array(features.PAIR)
    one, other = pairs[order[:, 0], order[:, 1]], pairs[order[:, 2], order[:, 3]]
    first, second = np.maximum(one, other), np.minimum(one, other)
    slices = np.arange(solved.shape[1])
    columns = {row: np.repeat(order[:, place].astype(np.uint8), len(slices)) for place, row in enumerate(qwixx.COLOURS)}
    columns["turn"] = np.tile((slices // terms.penalties).astype(np.uint8), len(order))
    columns["penalties"] = np.tile((slices % terms.penalties).astype(np.uint8), len(order))
    columns["value"] = solved[first * (first + 1) // 2 + second].ravel()
    return Table(columns, {"last_cross": [last for last, _ in CLASSES], "crosses": [many for _, many in CLASSES]})


def exact(position: Position, progress: table_file.Progress = table_file.no_progress) -> Exact | None:
    """Return exact values of the classic game alone, or among others who only throw, mark nothing and never end it."""
    options = dict(position.options)
    if options["sheet"] != qwixx.KINDS[features.CLASSIC] or options["late_die"] == "on":
        return None
    terms = Terms(
        position.seats,
        lock_needs=number_in(options, "lock_needs"),
        points=tuple(numbers_in(options, "row_points")),
        penalty=-number_in(options, "penalty"),
        penalties=number_in(options, "penalties"),
        locks=number_in(options, "locks"),
    )
    worth_of = plain(RULES, prospects)
    alone = Alone(points_to_come(terms, progress), features.classes_of_rows(), terms.goes_on)

    def worth(s: State) -> float | None:
        return float(worth_of(s, alone)) if s.phase == ROLL and s.beginner >= 0 else None

    return Exact(worth, forgive_others)


def forgive_others(s: Any) -> None:
    """Keep all other seats from ending the game by penalties: with -1, one more makes none."""
    for seat in range(PLAYER + 1, s.seats):
        s.penalties[seat] = -1


def points_to_come(terms: Terms, progress: table_file.Progress = table_file.no_progress) -> Values:
    """Return the points that `work_out` gives, from the cache if they are there."""
    made_of = table_file.fingerprint(qwixx.rules, features, values, backward_induction, terms)
    name = f"qwixx-{terms.players}-{terms.hazard:g}"
    return array_file.built(name, made_of, lambda told: {"values": work_out(terms, told)}, progress)["values"]


def terms_of(asked: Mapping[str, str]) -> Terms:
    """Return what was asked for, or IllegalSetup: on other sheets than the classic one rows have more classes."""
    for name, value in asked.items():
        if name not in ASKED:
            classic = qwixx.KINDS[features.CLASSIC]
            if (name, value) != ("sheet", classic):
                possible = classic if name == "sheet" else "-"
                raise IllegalSetup("no-such-option-value", name=name, value=value, possible=possible)
    given = {**ASKED, **asked}
    if given["players"] not in map(str, SEATS):
        raise IllegalSetup("no-such-seats", seats=given["players"], possible=", ".join(map(str, SEATS)))
    try:
        hazard = float(given["hazard"])
    except ValueError:
        hazard = 0.0
    if not 0 < hazard <= 1:
        raise IllegalSetup("no-such-option-value", name="hazard", value=given["hazard"], possible="0 < γ ≤ 1")
    return Terms(int(given["players"]), hazard)


def work_out(
    terms: Terms, progress: table_file.Progress = table_file.no_progress, start: tuple[int, ...] = EMPTY
) -> Values:
    """Return the points still to come of all positions after a start, by rows and slice (phase and penalties)."""
    order = backwards(terms.locks, start)
    whole = np.zeros((POSITIONS, terms.players * terms.penalties))
    lists = np.zeros((0, 0, 0)), np.zeros((0, 0))
    crosses = arrays_of((features.steps(qwixx.short_of(terms.lock_needs)), features.gains(terms.points)))
    worths = Worths(whole, *lists, *crosses, terms.goes_on, terms.locks)
    turns = Turns(terms.players, float(terms.penalty), terms.penalties)
    fill = compiled(RULES, backward_induction.fill_values)
    marks = np.linspace(0, len(order), PORTIONS + 1).astype(np.int64)
    for portion in range(PORTIONS):
        fill(worths, order, turns, (int(marks[portion]), int(marks[portion + 1])))
        progress((portion + 1) / PORTIONS)
    return whole.astype(np.float32)


def backwards(locks: int, start: tuple[int, ...] = EMPTY) -> Any:
    """Return all positions of four rows after a start that are not the end, those with the most cells behind first."""
    least = min(RANK[kind] for kind in start)
    pairs = np.array([(one, other) for one in range(KINDS_OF_ROW) for other in range(one + 1)], np.int64)
    pairs = pairs[np.array(RANK)[pairs].min(axis=1) >= least]
    left, right = np.tril_indices(len(pairs))
    order = np.concatenate([pairs[left], pairs[right]], axis=1)
    order = order[(order == CLOSED).sum(axis=1) < locks]
    done = np.array(RANK)[order].sum(axis=1)
    return order[np.argsort(-done, kind="stable")]


@dataclass(frozen=True)
class Played:
    """Games played by the table and the game's own rules: `count` games from number `first` on."""

    terms: Terms
    solved: Values
    seed: int
    first: int
    count: int

    def done(self) -> list[float]:
        """Play them; return the points."""
        players, points = self.terms.players, np.zeros(self.count)
        start = kernel(RULES).record(opening(RULES, players, self.terms.options).now)
        alone = Alone(self.solved, np.array(features.classes_of_rows()), self.terms.goes_on)
        luck = (self.seed, self.first)
        compiled(RULES, play_alone)(start.copy(), start, scratch_for(RULES, start, players), alone, luck, points)
        return [float(number) for number in points]
