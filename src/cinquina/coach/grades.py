"""How choices are graded: by what they gave away."""

from __future__ import annotations

from collections.abc import Mapping

from cinquina.coach.report import Grade, Review
from cinquina.coach.worth import Unit, Value

THRESHOLDS: Mapping[Grade, float] = {Grade.BLUNDER: 0.10, Grade.MISTAKE: 0.05, Grade.INACCURACY: 0.02}
"""From how much winning chance on a choice has a grade; what gave away less is fine."""
POINTS_OF_A_CHANCE = 2.5
"""Where points count: this many standard deviations of the final points are graded like a whole winning chance."""


def thresholds(unit: Unit, spread: float) -> dict[Grade, float]:
    """From which loss on a choice has a grade, in a unit; `spread` is that of final points when the game began."""
    scale = POINTS_OF_A_CHANCE * spread if unit == Unit.POINTS else 1.0
    return {grade: scale * share for grade, share in THRESHOLDS.items()}


def spread_at(start: Value) -> float:
    """The largest spread of final points, as a game begins."""
    return max(start.spreads, default=0.0)


def limits_of(review: Review) -> dict[Grade, float]:
    """From which loss on a choice has a grade in a review."""
    return thresholds(review.unit, spread_at(review.moments[0].value))


def grade_of(loss: float, error: float, limits: Mapping[Grade, float]) -> Grade:
    """The grade of a choice; nobody is blamed for less than the interval of the loss."""
    if loss <= error:
        return Grade.FINE
    return next((grade for grade, least in limits.items() if loss >= least), Grade.FINE)
