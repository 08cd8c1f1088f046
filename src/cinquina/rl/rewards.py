"""What a seat gets: the change of how it stands from one of its observations to the next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cinquina.core import OVER, Rules, State
from cinquina.sim import looking

POINTS, WIN, MARGIN = "points", "win", "margin"
REWARDS = (POINTS, WIN, MARGIN)


def usual_reward(seats: int) -> str:
    """Return what is played for unless something else is asked for."""
    return POINTS if seats == 1 else WIN


def standing(rules: Rules, state: State, seat: int, reward: str) -> float:
    """Return how a seat stands in a state: what it would get if the game were over; a win counts only then."""
    if reward == WIN and state.phase != OVER:
        return 0.0
    sides = [rules.side(state, one) for one in range(state.seats)]
    return stands([rules.score(state, one) for one in range(state.seats)], sides, seat, reward)


def stands(scores: Sequence[int], sides: Sequence[int], seat: int, reward: str) -> float:
    """Return how a seat stands with some scores: its points, its margin, or the win or its part of it."""
    return looking.standing(scores, stance_of(sides, seat, reward))


def stance_of(sides: Any, seat: int, reward: str, illegal: float = 0.0) -> looking.Stance:
    """Return what is played for as the loops take it."""
    kinds = {POINTS: looking.POINTS, WIN: looking.WIN, MARGIN: looking.MARGIN}
    return looking.Stance(seat, sides, kinds[reward], illegal)
