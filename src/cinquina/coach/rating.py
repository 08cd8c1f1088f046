"""How well somebody solves puzzles: a rating as in chess, and the days in a row on which they solved one.

Puzzles and people are on one scale. Who is rated 400 above a puzzle is expected to solve it ten times as often as not.
After an answer the rating moves by a share of the difference between what came out and what was expected. The pages
reckon the same in static/rating.js.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import date, timedelta

FIRST = 1500
"""The rating of somebody who has solved nothing yet."""
SCALE = 400
"""This many points more are a factor of ten."""
FAST, SLOW, SETTLED = 40, 20, 20
"""How far a rating moves at most: in the first `SETTLED` answers, and later."""


def expected(rating: float, puzzle: float) -> float:
    """Return how likely somebody solves a puzzle."""
    return 1 / (1 + 10 ** ((puzzle - rating) / SCALE))


def after_answer(rating: int, answered: int, puzzle: int, *, right: bool) -> int:
    """Return the rating after one more answer."""
    most = FAST if answered < SETTLED else SLOW
    return round(rating + most * (right - expected(rating, puzzle)))


def streak(days: Collection[date], today: date) -> int:
    """Return how many days in a row there are up to today, or to yesterday as long as today is missing."""
    last = today if today in days else today - timedelta(days=1)
    count = 0
    while last in days:
        count += 1
        last -= timedelta(days=1)
    return count
