"""Bots against each other, in all seat orders and with the same luck for all; results as they were and without luck."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import permutations
from typing import Any

import numpy as np

from cinquina.bots import chooser
from cinquina.bots.compiled import compiled_bots
from cinquina.bots.guests import guests_of
from cinquina.core import Rules, opening
from cinquina.core.record import new_game
from cinquina.sim.batch import Bots, Noted, Results, play_games, results_of
from cinquina.sim.loops import Played as Loops
from cinquina.sim.luck import WHIM_STREAM, Games, Luck
from cinquina.sim.playout import play_out

NORMAL_95 = 1.959964
Fractions = np.ndarray[Any, np.dtype[np.float64]]


@dataclass(frozen=True)
class Share:
    """A bot's part of the wins, with half of its 95 % interval; a shared win counts in parts."""

    share: float
    error: float


@dataclass(frozen=True)
class Meeting:
    """Bots at one table, in every order: the wins of each kind of bot, raw and without luck, and its mean score.

    `deals` has a row for each deal of luck: the part of the wins of each bot in `bots`, averaged over all orders of
    seats.
    """

    bots: tuple[str, ...]
    games: int
    deals: Fractions
    adjusted_deals: Fractions
    scores: tuple[float, ...]
    fair_share: float
    """The part of the wins that the first bot would have if all were alike."""

    @property
    def raw(self) -> tuple[Share, ...]:
        """The wins as they came."""
        return shares(self.deals)

    @property
    def adjusted(self) -> tuple[Share, ...]:
        """The wins without luck."""
        return shares(self.adjusted_deals)

    @property
    def best(self) -> tuple[Share, ...]:
        """Of raw and adjusted shares, those with the smaller error."""
        return tuple(min(pair, key=lambda share: share.error) for pair in zip(self.adjusted, self.raw, strict=True))

    def merged(self, other: Meeting) -> Meeting:
        """Return this meeting with the games of another one of the same bots added."""
        games = self.games + other.games
        weighted = zip(self.scores, other.scores, strict=True)
        return Meeting(
            self.bots,
            games,
            np.concatenate([self.deals, other.deals]),
            np.concatenate([self.adjusted_deals, other.adjusted_deals]),
            tuple((ours * self.games + theirs * other.games) / games for ours, theirs in weighted),
            self.fair_share,
        )


@dataclass(frozen=True)
class Deals:
    """The luck of a meeting: this many deals of a seed, from a first one on."""

    seed: int
    first: int
    count: int


Seated = Callable[[Rules, tuple[str, ...]], Bots]
"""Seats bots by name."""


Played = Callable[[tuple[str, ...], Games], Results]
"""Plays games: takes the bots in the order of seats, and the luck; returns the results."""


def meet(
    rules: Rules, bots: tuple[str, ...], deals: int, seed: int, options: Mapping[str, str] | None = None, first: int = 0
) -> Meeting:
    """Let bots meet: each deal of luck is played once in every order of seats; partners are the same bot."""
    return meet_played(rules, bots, Deals(seed, first, deals), options or {}, partial(games_of, rules, options or {}))


def meet_seated(
    rules: Rules, bots: tuple[str, ...], deals: Deals, options: Mapping[str, str], seated: Seated
) -> Meeting:
    """Let bots meet that are seated with tables of their own."""

    def played(sitting: tuple[str, ...], games: Games) -> Results:
        return play_games(rules, len(sitting), options, games, bots=seated(rules, sitting), noted=Noted(luck=True))

    return meet_played(rules, bots, deals, options, played)


def games_of(rules: Rules, options: Mapping[str, str], sitting: tuple[str, ...], games: Games) -> Results:
    """Play games of bots compiled; plainly, and without their luck, if a bot comes from another package."""
    if not set(sitting) & set(guests_of(rules)):
        bots = compiled_bots(rules, sitting)
        return play_games(rules, len(sitting), options, games, bots=bots, noted=Noted(luck=True))
    start, results = new_game(rules, tuple(f"{seat} {bot}" for seat, bot in enumerate(sitting)), options), []
    for number in range(games.first, games.first + games.count):
        whims = Luck(games.seed, number, stream=WHIM_STREAM)
        choosers = [chooser(bot, whims, start.position) for bot in sitting]
        results.append(results_of(play_out(start, Luck(games.seed, number), choosers)))
    columns = {name: np.concatenate([getattr(one, name) for one in results]) for name in Loops._fields}
    return Results(**columns, seat_luck=np.zeros((games.count, len(sitting))))


def meet_played(
    rules: Rules, bots: tuple[str, ...], deals: Deals, options: Mapping[str, str], played: Played
) -> Meeting:
    """Let bots meet in games played by the given function."""
    seats, names = len(bots), tuple(dict.fromkeys(bots))
    sides = sides_of(rules, seats, options)
    by_side = [bots[sides.index(side)] for side in range(max(sides) + 1)]
    orders = sorted(set(permutations(by_side)))
    shape = (deals.count, len(names))
    won, adjusted, points = np.zeros(shape), np.zeros(shape), np.zeros(len(names))
    for order in orders:
        sitting = tuple(order[side] for side in sides)
        dealt = Games(deals.seed, deals.first, deals.count)
        results = played(sitting, dealt)
        raw, without_luck = wins_by_seat(results, seats // len(by_side))
        for seat, bot in enumerate(sitting):
            place = names.index(bot)
            won[:, place] += raw[:, seat] / len(orders)
            adjusted[:, place] += without_luck[:, seat] / len(orders)
            points[place] += results.scores[:, seat].mean() / len(orders) / sitting.count(bot)
    games = deals.count * len(orders)
    return Meeting(names, games, won, adjusted, tuple(points.tolist()), bots.count(bots[0]) / seats)


def orders_of(rules: Rules, bots: tuple[str, ...], options: Mapping[str, str]) -> int:
    """Return the number of orders in which these bots can be seated."""
    sides = sides_of(rules, len(bots), options)
    return len(set(permutations(bots[sides.index(side)] for side in range(max(sides) + 1))))


def sides_of(rules: Rules, seats: int, options: Mapping[str, str]) -> tuple[int, ...]:
    """Return the side of every seat."""
    state = opening(rules, seats, options).now
    return tuple(rules.side(state, seat) for seat in range(seats))


def wins_by_seat(results: Results, partners: int) -> tuple[Fractions, Fractions]:
    """Return every seat's part of the win in every game, raw and without luck, shared by this many partners."""
    assert results.seat_luck is not None
    wins = wins_of(results.scores)
    return wins, wins - results.seat_luck / partners


def wins_of(scores: Any) -> Fractions:
    """Return every seat's part of the win in every game: shared by all who have as much, partners among them."""
    best = scores == scores.max(axis=1, keepdims=True)
    wins: Fractions = best / best.sum(axis=1)[:, None]
    return wins


def shares(deals: Fractions) -> tuple[Share, ...]:
    """Return the mean of every column with its interval; deals are independent of one another."""
    means = deals.mean(axis=0)
    errors = NORMAL_95 * deals.std(axis=0, ddof=1) / np.sqrt(len(deals))
    return tuple(Share(float(mean), float(error)) for mean, error in zip(means, errors, strict=True))
