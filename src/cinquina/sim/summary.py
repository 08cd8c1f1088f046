"""Statistics of many games: means with confidence intervals, quantiles, win shares, lengths, endings.

Everything is counted in integers, so a summary is the same however the games are split and merged.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from math import sqrt
from typing import Any

import numpy as np

from cinquina.core import Rules, bits
from cinquina.sim.batch import Numbers, Results

NORMAL_95 = 1.959964
"""Half the width of a 95 % interval, in standard errors."""
QUANTILES = (5, 25, 50, 75, 95)
WIN = 60
"""A win, in units that two to six players can divide equally."""


class Histogram(Counter[int]):
    """How often each integer occurred."""

    def add_all(self, numbers: Numbers) -> None:
        """Add an array of numbers."""
        values, counts = np.unique(numbers, return_counts=True)
        self.update(dict(zip(values.tolist(), counts.tolist(), strict=True)))

    @property
    def mean(self) -> float:
        """The mean."""
        return sum(value * many for value, many in self.items()) / self.total()

    @property
    def deviation(self) -> float:
        """The standard deviation."""
        count, total = self.total(), sum(value * many for value, many in self.items())
        squares = sum(value * value * many for value, many in self.items())
        return sqrt((squares * count - total * total) / (count * (count - 1))) if count > 1 else 0.0

    @property
    def half_width(self) -> float:
        """Half the width of the 95 % interval of the mean."""
        return NORMAL_95 * self.deviation / sqrt(self.total())

    def quantile(self, percent: int) -> int:
        """Return the smallest number that at least `percent` of the numbers do not exceed."""
        needed, seen = self.total() * percent, 0
        for value in sorted(self):
            seen += self[value] * 100
            if seen >= needed:
                return value
        raise ValueError("no numbers")

    def as_json(self) -> dict[str, Any]:
        """Return a dict for JSON."""
        quantiles = {str(percent): self.quantile(percent) for percent in QUANTILES}
        spread = {"mean": self.mean, "deviation": self.deviation, "half_width_95": self.half_width}
        return {**spread, "quantiles": quantiles}


def share_interval(wins: float, count: int) -> tuple[float, float]:
    """Return Wilson's 95 % interval for a share; shared wins count as fractions."""
    share, square = wins / count, NORMAL_95**2
    middle = (share + square / (2 * count)) / (1 + square / count)
    half = NORMAL_95 * sqrt(share * (1 - share) / count + square / (4 * count * count)) / (1 + square / count)
    return max(0.0, middle - half), min(1.0, middle + half)


@dataclass
class Summary:
    """The results of games of one kind. `sides` has the side of each seat."""

    sides: tuple[int, ...]
    parts: tuple[str, ...]
    endings: tuple[str, ...]
    games: int = 0
    points: list[Histogram] = field(default_factory=list)
    wins: list[int] = field(default_factory=list)
    wins_in_turn: list[int] = field(default_factory=list)
    part_sums: list[list[int]] = field(default_factory=list)
    events: Histogram = field(default_factory=Histogram)
    lots: int = 0
    """Throws to choose the starting player, in all games; not counted as events."""
    ended: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.points = self.points or [Histogram() for _ in self.sides]
        self.wins = self.wins or [0] * len(self.sides)
        self.wins_in_turn = self.wins_in_turn or [0] * len(self.sides)
        self.part_sums = self.part_sums or [[0] * len(self.parts) for _ in self.sides]

    def add(self, results: Results) -> None:
        """Add finished games. Sides that share the first place share the win."""
        self.games += len(results.throws)
        self.events.add_all(results.events)
        self.lots += int(results.lots.sum())
        for ending, many in Counter(results.endings.tolist()).items():
            for bit in bits.members(ending):
                self.ended[self.endings[bit]] += many
        shares = win_shares(results.scores, self.sides)
        order = (np.arange(len(self.sides)) - results.beginners[:, None]) % len(self.sides)
        for seat in range(len(self.sides)):
            self.points[seat].add_all(results.scores[:, seat])
            self.wins[seat] += int(shares[:, seat].sum())
            self.wins_in_turn[seat] += int(shares[order == seat].sum())
            for place, total in enumerate(results.parts[:, seat].sum(axis=0).tolist()):
                self.part_sums[seat][place] += total

    def merge(self, other: Summary) -> None:
        """Add another summary."""
        self.games += other.games
        self.events.update(other.events)
        self.lots += other.lots
        self.ended.update(other.ended)
        for seat in range(len(self.sides)):
            self.points[seat].update(other.points[seat])
            self.wins[seat] += other.wins[seat]
            self.wins_in_turn[seat] += other.wins_in_turn[seat]
            for place, total in enumerate(other.part_sums[seat]):
                self.part_sums[seat][place] += total

    def win_share(self, wins: int) -> float:
        """Return wins as a share of all games."""
        return wins / WIN / self.games

    def win_interval(self, wins: int) -> tuple[float, float]:
        """Return the 95 % interval of that share."""
        return share_interval(wins / WIN, self.games)

    def as_json(self) -> dict[str, Any]:
        """Return a dict for JSON."""
        if not self.games:
            return {"games": 0}
        lengths = {"events": self.events.as_json(), "lots_per_game": self.lots / self.games}
        games = {"games": self.games, **lengths, "endings": dict(sorted(self.ended.items()))}
        return {**games, "seats": [self.seat_as_json(seat) for seat in range(len(self.sides))]}

    def seat_as_json(self, seat: int) -> dict[str, Any]:
        """Return a dict for one seat; `win_share_in_turn` is for the player that many seats after the beginner."""
        made_of = {name: self.part_sums[seat][place] / self.games for place, name in enumerate(self.parts)}
        return {
            "score": self.points[seat].as_json(),
            "parts": made_of,
            "win_share": self.win_share(self.wins[seat]),
            "win_share_95": list(self.win_interval(self.wins[seat])),
            "win_share_in_turn": self.win_share(self.wins_in_turn[seat]),
            "win_share_in_turn_95": list(self.win_interval(self.wins_in_turn[seat])),
        }


def win_shares(scores: Numbers, sides: tuple[int, ...]) -> Numbers:
    """Return each seat's share of the win in each game, in units of 1 / WIN."""
    first = scores == scores.max(axis=1)[:, None]
    one_of_each = [sides.index(side) for side in sorted(set(sides))]
    sharing = first[:, one_of_each].sum(axis=1)
    shares: Numbers = first * (WIN // sharing)[:, None]
    return shares


def empty_summary(rules: Rules, seats: int, state: Any) -> Summary:
    """Return an empty summary; `state` is any state of such a game."""
    sides = tuple(rules.side(state, seat) for seat in range(seats))
    return Summary(sides, rules.part_names(state), rules.ENDINGS)
