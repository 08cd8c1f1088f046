"""Bots against each other: all seat orders, the same luck for all, results as they came and with the luck taken off."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import permutations
from typing import Any

import numpy as np

from cinquina.bots.compiled import compiled_bots
from cinquina.core import Rules, opening
from cinquina.sim.batch import play_games

NORMAL_95 = 1.959964
Fractions = np.ndarray[Any, np.dtype[np.float64]]


@dataclass(frozen=True)
class Share:
    """How large a part of the wins somebody has, with half of its 95 % interval; a shared win counts in parts."""

    share: float
    error: float


@dataclass(frozen=True)
class Meeting:
    """Some bots at one table, in every order: for each of them its wins, raw and without luck, and its mean score.

    `deals` has a row for each luck: the wins of every bot, on average over all orders of seats.
    """

    bots: tuple[str, ...]
    games: int
    deals: Fractions
    adjusted_deals: Fractions
    scores: tuple[float, ...]

    @property
    def raw(self) -> tuple[Share, ...]:
        """The wins as they came."""
        return shares(self.deals)

    @property
    def adjusted(self) -> tuple[Share, ...]:
        """The wins without luck."""
        return shares(self.adjusted_deals)


def meet(
    rules: Rules, bots: tuple[str, ...], deals: int, seed: int, options: Mapping[str, str] | None = None, first: int = 0
) -> Meeting:
    """Let bots meet: each deal of luck is played once in every order of seats."""
    seats = len(bots)
    orders = sorted(set(permutations(range(seats))))
    won, adjusted, points = np.zeros((deals, seats)), np.zeros((deals, seats)), np.zeros(seats)
    sides = sides_of(rules, seats, options or {})
    for order in orders:
        sitting = compiled_bots(rules, tuple(bots[place] for place in order))
        results = play_games(rules, seats, options or {}, seed, first, deals, bots=sitting, with_fortunes=True)
        wins = wins_of(results.scores, sides)
        assert results.fortunes is not None
        for seat, place in enumerate(order):
            won[:, place] += wins[:, seat] / len(orders)
            adjusted[:, place] += (wins[:, seat] - results.fortunes[:, seat]) / len(orders)
            points[place] += results.scores[:, seat].mean() / len(orders)
    return Meeting(bots, deals * len(orders), won, adjusted, tuple(points.tolist()))


def sides_of(rules: Rules, seats: int, options: Mapping[str, str]) -> tuple[int, ...]:
    """Who plays together."""
    state = opening(rules, seats, options).now
    return tuple(rules.side(state, seat) for seat in range(seats))


def wins_of(scores: Any, sides: tuple[int, ...]) -> Fractions:
    """Every seat's part of the win in every game: all of it, or shared with the other sides that have as much."""
    best = scores == scores.max(axis=1, keepdims=True)
    winners = np.zeros(len(scores))
    for side in set(sides):
        winners += best[:, sides.index(side)]
    wins: Fractions = best / winners[:, None]
    return wins


def shares(deals: Fractions) -> tuple[Share, ...]:
    """The mean of every column with its interval; deals are independent of one another."""
    means = deals.mean(axis=0)
    errors = NORMAL_95 * deals.std(axis=0, ddof=1) / np.sqrt(len(deals))
    return tuple(Share(float(mean), float(error)) for mean, error in zip(means, errors, strict=True))
