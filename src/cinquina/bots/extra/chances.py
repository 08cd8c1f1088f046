"""Chances to win, from the means and spreads of final scores, in the plain subset of the rules."""

from math import erf, sqrt
from typing import Any

from cinquina.bots.extra.dice import DUO_COUNT, DUOS
from cinquina.bots.extra.features import stage_of
from cinquina.bots.extra.values import IN_BOOK, Scratch
from cinquina.core.bits import has
from cinquina.games.extra import ROWS

SHARED = 0.35
"""The part of luck that is the same for two players who are still in the game: they have the same throws."""
SPREAD_OF_A_THROW = 3500.0
"""The variance that a throw to come adds to results where nothing is learned, in points squared."""
LEAST_SPREAD = 100.0
"""The least variance of the result of a player still in the game; scores are in steps of ten points."""
ROOT_OF_TWO = sqrt(2.0)
SHADE = 0.001
POINTS_OF_A_SHADE = 10_000.0
"""Points divided by this are added to a chance, so that points decide between chances that hardly differ."""


def spread_of(s: Any, seat: int, scratch: Scratch) -> float:
    """Return the variance of what a sheet comes to; its rows have been looked at."""
    if has(s.filled, seat):
        return 0.0
    stage = stage_of(s, seat)
    if not scratch.seen[IN_BOOK]:
        return SPREAD_OF_A_THROW * (stage + 1)
    total = 0.0
    for row in range(ROWS):
        total += float(scratch.book.spread[stage, row, scratch.crosses[row]])
    return max(total, LEAST_SPREAD)


def more_than(mean: float, spread: float, others_mean: float, others_spread: float) -> float:
    """Return the chance to have more than another; as much counts half."""
    variance = spread + others_spread - 2.0 * SHARED * sqrt(spread * others_spread)
    if variance > 0.0:
        return 0.5 + 0.5 * erf((mean - others_mean) / sqrt(variance) / ROOT_OF_TWO)
    if mean == others_mean:
        return 0.5
    return 1.0 if mean > others_mean else 0.0


def shaded(chance: float, points: float) -> float:
    """Return a chance with a very small part of the points added; still between 0 and 1."""
    return chance * (1.0 - SHADE) + SHADE * (0.5 + points / POINTS_OF_A_SHADE)


def chances_of_duos(s: Any, seat: int, scratch: Scratch, goal: float) -> None:
    """Turn what the sheet is worth after each duo into the chance to exceed a goal."""
    duos, crosses = scratch.duo_worth, scratch.crosses
    now = spread_of(s, seat, scratch)
    table = scratch.book.spread
    learned = scratch.seen[IN_BOOK] and now > 0.0
    stage = stage_of(s, seat)
    for duo in range(DUO_COUNT):
        spread = now
        if learned:
            low, high = DUOS[duo][0], DUOS[duo][1]
            spread += float(table[stage, low, crosses[ROWS + low]]) - float(table[stage, low, crosses[low]])
            spread += float(table[stage, high, crosses[ROWS + high]]) - float(table[stage, high, crosses[high]])
            spread = max(spread, LEAST_SPREAD)
        duos[duo] = shaded(more_than(duos[duo], spread, goal, 0.0), duos[duo])
