"""Many games in a few numbers: means with their intervals, win shares, lengths, endings."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from math import sqrt
from typing import Any

from cinquina.core import endings, ranking, scores
from cinquina.core.record import Game

NORMAL_95 = 1.959964
"""Half the width of a 95 % interval, in standard errors."""


@dataclass
class Numbers:
    """A stream of numbers, of which only count, sum and sum of squares are kept."""

    count: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, number: float) -> None:
        """Take one more."""
        self.count += 1
        self.total += number
        self.squares += number * number

    @property
    def mean(self) -> float:
        """Their mean."""
        return self.total / self.count

    @property
    def deviation(self) -> float:
        """Their standard deviation."""
        if self.count < 2:
            return 0.0
        return sqrt(max(0.0, self.squares - self.total * self.total / self.count) / (self.count - 1))

    @property
    def half_width(self) -> float:
        """Half the width of the 95 % interval of the mean."""
        return NORMAL_95 * self.deviation / sqrt(self.count)

    def told(self) -> dict[str, float]:
        """For JSON."""
        return {"mean": self.mean, "deviation": self.deviation, "half_width_95": self.half_width}


def share_interval(wins: float, count: int) -> tuple[float, float]:
    """Wilson's 95 % interval for a share; shared wins count in parts."""
    share, square = wins / count, NORMAL_95**2
    middle = (share + square / (2 * count)) / (1 + square / count)
    half = NORMAL_95 * sqrt(share * (1 - share) / count + square / (4 * count * count)) / (1 + square / count)
    return max(0.0, middle - half), min(1.0, middle + half)


@dataclass
class Summary:
    """What many games came to."""

    seats: int
    games: int = 0
    points: list[Numbers] = field(default_factory=list)
    wins: list[float] = field(default_factory=list)
    events: Numbers = field(default_factory=Numbers)
    endings: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.points = [Numbers() for _ in range(self.seats)]
        self.wins = [0.0] * self.seats

    def add(self, game: Game) -> None:
        """Take a finished game. Sides that share the first place share the win."""
        position = game.position
        self.games += 1
        self.events.add(len(game.events))
        self.endings.update(endings(position))
        for numbers, score in zip(self.points, scores(position), strict=True):
            numbers.add(score)
        first = [standing for standing in ranking(position) if standing.place == 1]
        for standing in first:
            for seat in standing.seats:
                self.wins[seat] += 1 / len(first)

    def told(self) -> dict[str, Any]:
        """For JSON."""
        if not self.games:
            return {"games": 0}
        seats = [
            {
                "score": self.points[seat].told(),
                "win_share": self.wins[seat] / self.games,
                "win_share_95": list(share_interval(self.wins[seat], self.games)),
            }
            for seat in range(self.seats)
        ]
        return {
            "games": self.games,
            "events": self.events.told(),
            "endings": dict(self.endings),
            "seats": seats,
        }
