"""Compare two versions of a game under the same luck: the effect of changed numbers, measured in pairs of games.

Every game is played twice, with the usual rules and with the changed ones, and the same dice and random choices. A
measure is one integer per game; its difference within a pair varies far less than the measure, so small effects show.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import sqrt
from typing import Any

import numpy as np

from cinquina.core import opening
from cinquina.games import GAMES
from cinquina.sim.batch import Bots, Noted, Numbers, Results, play_games
from cinquina.sim.loops import LEAD_CHANGES, NOBODY_CHOSE, OFFERED, THROWER_CHOSE, THROWS_WATCHED
from cinquina.sim.luck import Games
from cinquina.sim.summary import NORMAL_95, WIN, win_shares

SCALE = 1_000_000
"""Shares and means of one game are counted in millionths, so that sums stay integers."""
UNITS = {"beginner_wins": WIN, "thrower_chooses": SCALE, "nobody_chooses": SCALE, "options": SCALE, "points": SCALE}
"""The unit of a measure, if it is not 1."""
SHARES = ("beginner_wins", "thrower_chooses", "nobody_chooses")
"""The measures that are shares."""


def measured(results: Results, sides: tuple[int, ...]) -> dict[str, Numbers]:
    """Return every measure of every game; a share is 0 in a game without throws or choices."""
    assert results.watched is not None
    seats, games = len(sides), np.arange(len(results.throws))
    throws = np.maximum(results.watched[:, THROWS_WATCHED], 1)
    measures = {
        "throws": results.throws,
        "choices": results.choices,
        "points": results.scores.sum(axis=1) * SCALE // seats,
        "spread": results.scores.max(axis=1) - results.scores.min(axis=1),
        "beginner_wins": win_shares(results.scores, sides)[games, results.beginners],
        "lead_changes": results.watched[:, LEAD_CHANGES],
        "thrower_chooses": results.watched[:, THROWER_CHOSE] * SCALE // throws,
        "nobody_chooses": results.watched[:, NOBODY_CHOSE] * SCALE // throws,
        "options": results.watched[:, OFFERED] * SCALE // np.maximum(results.choices, 1),
    }
    return measures if len(set(sides)) > 1 else {key: measures[key] for key in measures if key not in OF_SEVERAL}


OF_SEVERAL = ("spread", "beginner_wins", "lead_changes")
"""The measures that need at least two sides."""


@dataclass
class Moments:
    """The count of numbers, their sum and the sum of their squares: exact, and so independent of the order."""

    count: int = 0
    sum: int = 0
    squares: int = 0

    def add(self, numbers: Numbers) -> None:
        """Add an array of numbers."""
        self.count += len(numbers)
        self.sum += int(numbers.sum())
        self.squares += sum(number * number for number in numbers.tolist())

    def merge(self, other: Moments) -> None:
        """Add other moments."""
        self.count += other.count
        self.sum += other.sum
        self.squares += other.squares

    def mean(self, unit: int) -> float:
        """Return the mean."""
        return self.sum / self.count / unit

    def half_width(self, unit: int) -> float:
        """Return half the width of the 95 % interval of the mean."""
        if self.count < 2:
            return 0.0
        spread = self.squares * self.count - self.sum * self.sum
        return NORMAL_95 * sqrt(spread / (self.count - 1)) / self.count / unit


@dataclass
class Measure:
    """One measure in both versions, and its difference within pairs."""

    usual: Moments = field(default_factory=Moments)
    changed: Moments = field(default_factory=Moments)
    difference: Moments = field(default_factory=Moments)

    def add(self, usual: Numbers, changed: Numbers) -> None:
        """Add pairs of games."""
        self.usual.add(usual)
        self.changed.add(changed)
        self.difference.add(changed - usual)

    def merge(self, other: Measure) -> None:
        """Add pairs measured elsewhere."""
        self.usual.merge(other.usual)
        self.changed.merge(other.changed)
        self.difference.merge(other.difference)

    def as_json(self, unit: int) -> dict[str, Any]:
        """Return a dict for JSON."""
        parts = {"usual": self.usual, "changed": self.changed, "difference": self.difference}
        return {
            name: {"mean": moments.mean(unit), "half_width_95": moments.half_width(unit)}
            for name, moments in parts.items()
        }


@dataclass
class Comparison:
    """All measures of both versions."""

    games: int = 0
    measures: dict[str, Measure] = field(default_factory=dict)

    def add(self, usual: dict[str, Numbers], changed: dict[str, Numbers]) -> None:
        """Add measured pairs of games."""
        for name, numbers in usual.items():
            self.measures.setdefault(name, Measure()).add(numbers, changed[name])
        self.games += len(usual["throws"])

    def merge(self, other: Comparison) -> None:
        """Add pairs measured elsewhere."""
        self.games += other.games
        for name, measure in other.measures.items():
            self.measures.setdefault(name, Measure()).merge(measure)

    def as_json(self) -> dict[str, Any]:
        """Return a dict for JSON."""
        measures = {name: measure.as_json(UNITS.get(name, 1)) for name, measure in self.measures.items()}
        return {"games": self.games, "measures": measures}


@dataclass(frozen=True, slots=True)
class Pairs:
    """Pairs of games numbered from `first`: with `options`, and with `changed`."""

    game: str
    seats: int
    options: tuple[tuple[str, str], ...]
    changed: tuple[tuple[str, str], ...]
    seed: int
    first: int
    count: int
    bots: Bots | None = None

    def done(self) -> Comparison:
        """Play the pairs and compare them."""
        comparison = Comparison()
        comparison.add(self._measured(self.options), self._measured(self.changed))
        return comparison

    def _measured(self, options: tuple[tuple[str, str], ...]) -> dict[str, Numbers]:
        rules = GAMES[self.game]
        chosen = dict(options)
        state = opening(rules, self.seats, chosen).now
        sides = tuple(rules.side(state, seat) for seat in range(self.seats))
        numbers = (self.seed, self.first, self.count)
        return measured(
            play_games(rules, self.seats, chosen, Games(*numbers), bots=self.bots, noted=Noted(watched=True)), sides
        )
