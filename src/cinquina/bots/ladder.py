"""A round robin of bots: who beats whom, a mirror for each of them, and one number for everybody's strength."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from math import log10

import numpy as np

from cinquina.bots.arena import (
    NORMAL_95,
    Fractions,
    Meeting,
    Share,
    games_of,
    meet,
    orders_of,
    shares,
    sides_of,
    wins_by_seat,
)
from cinquina.games import GAMES
from cinquina.sim.luck import Games

ELO = 400.0
"""A difference of this many points means odds of ten to one."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """One bot against others that are all alike, at a table of `seats`; `count` deals of luck from `first` on."""

    game: str
    one: str
    others: str
    seats: int
    options: tuple[tuple[str, str], ...]
    seed: int
    first: int
    count: int

    @property
    def bots(self) -> tuple[str, ...]:
        """Who sits there; in teams the partners of the one are like it."""
        sides = sides_of(GAMES[self.game], self.seats, dict(self.options))
        return tuple(self.one if side == sides[0] else self.others for side in sides)

    @property
    def orders(self) -> int:
        """How many games a deal takes."""
        return orders_of(GAMES[self.game], self.bots, dict(self.options))

    def done(self) -> Meeting:
        """Play the games of the pairing."""
        return meet(GAMES[self.game], self.bots, self.count, self.seed, dict(self.options), self.first)


def pairings(bots: tuple[str, ...], seats: int) -> Iterator[tuple[str, str]]:
    """Yield all pairings; where more than two play, each of both bots once alone against the other kind."""
    yield from combinations(bots, 2) if seats == 2 else permutations(bots, 2)


@dataclass(frozen=True, slots=True)
class Mirror:
    """The games of the first bot of a pairing against itself: `count` games from number `first` on."""

    pairing: Pairing
    first: int
    count: int

    def done(self) -> tuple[Fractions, Fractions]:
        """Play the games; return the first side's part of the win in each, raw and without luck."""
        pairing, rules = self.pairing, GAMES[self.pairing.game]
        options = dict(pairing.options)
        sides = sides_of(rules, pairing.seats, options)
        first = [side == sides[0] for side in sides]
        games = Games(pairing.seed, self.first, self.count)
        results = games_of(rules, options, (pairing.one,) * pairing.seats, games)
        raw, without_luck = (wins[:, first].sum(axis=1, keepdims=True) for wins in wins_by_seat(results, sum(first)))
        return raw, without_luck


def mirrored(played: Sequence[tuple[Fractions, Fractions]]) -> Share:
    """Return the first side's part of the wins where all bots are the same: it must be a fair share.

    Raw or without luck, whichever is more certain.
    """
    ways = (np.concatenate(parts) for parts in zip(*played, strict=True))
    return min((shares(wins)[0] for wins in ways), key=lambda share: share.error)


@dataclass(frozen=True, slots=True)
class Rating:
    """The strength of a bot in Elo points above the first one, with half of its 95 % interval."""

    elo: float
    error: float


def ratings(bots: tuple[str, ...], meetings: dict[tuple[str, str], Meeting]) -> dict[str, Rating]:
    """Return the strengths that fit all meetings best; the first bot has 0.

    Of two kinds of bots, one against n others, the odds of the one are its strength to n times theirs.
    """
    rows, gaps, weights = [], [], []
    for (one, other), meeting in meetings.items():
        gap, error = gap_of(meeting)
        row = np.zeros(len(bots))
        row[bots.index(one)], row[bots.index(other)] = 1.0, -1.0
        rows.append(row[1:])
        gaps.append(gap)
        weights.append(1 / error**2)
    design, weighted = np.array(rows), np.array(weights)
    precision = design.T @ (design * weighted[:, None])
    covariance = np.linalg.pinv(precision)
    found = covariance @ (design.T @ (np.array(gaps) * weighted))
    errors = NORMAL_95 * np.sqrt(np.diag(covariance))
    rated = {bots[0]: Rating(0.0, 0.0)}
    for place, bot in enumerate(bots[1:]):
        rated[bot] = Rating(float(found[place]), float(errors[place]))
    return rated


def gap_of(meeting: Meeting) -> tuple[float, float]:
    """Return the gap in Elo points that a meeting shows, and its standard error."""
    many = meeting.fair_share
    share, error = meeting.best[0].share, meeting.best[0].error
    least = 0.5 / meeting.games
    sure = min(max(share, least), 1 - least)
    slope = ELO / np.log(10) / (sure * (1 - sure))
    return ELO * log10(sure / (1 - sure) * (1 - many) / many), float(max(error, least) / NORMAL_95 * slope)
