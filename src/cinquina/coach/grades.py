"""How choices are graded: by what they gave away."""

from __future__ import annotations

from collections.abc import Mapping

from cinquina.coach.report import Grade, Review
from cinquina.coach.worth import Unit, Value

THRESHOLDS: Mapping[Grade, float] = {Grade.BLUNDER: 0.10, Grade.MISTAKE: 0.05, Grade.INACCURACY: 0.02}
"""Losses in winning chance from which a choice has a grade; a choice that gave away less is fine."""
POINTS_OF_A_CHANCE = 2.5
"""Where points count, this many standard deviations of the final points are graded like a whole winning chance."""


def thresholds(unit: Unit, spread: float) -> dict[Grade, float]:
    """Return the loss from which a choice has each grade; `spread` is that of final points when the game began."""
    scale = POINTS_OF_A_CHANCE * spread if unit == Unit.POINTS else 1.0
    return {grade: scale * share for grade, share in THRESHOLDS.items()}


def spread_at(start: Value) -> float:
    """Return the largest spread of final points, as a game begins."""
    return max(start.spreads, default=0.0)


def limits_of(review: Review) -> dict[Grade, float]:
    """Return the loss from which a choice has each grade in a review."""
    return thresholds(review.unit, spread_at(review.moments[0].value))


def grade_of(loss: float, error: float, limits: Mapping[Grade, float]) -> Grade:
    """Return the grade of a choice; a loss that is less than its interval gets none."""
    if loss <= error:
        return Grade.FINE
    return next((grade for grade, least in limits.items() if loss >= least), Grade.FINE)
