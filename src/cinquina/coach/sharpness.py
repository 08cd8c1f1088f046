"""Corrections for tables of the bots whose chances are too timid or too bold."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import msgspec

from cinquina.core import Position

FILE = Path(__file__).parent / "sharpness.json"
"""Corrections by game and number of seats; made by bench/calibration.py --fit."""


class Sharpness(msgspec.Struct, frozen=True):
    """The correction that makes the chances of a table agree with results.

    The lead of the best side is a number from 0, when all chances are equal, to 1, when it has won.
    """

    power: float = 1.0
    """Odds are raised to this power when no side leads."""
    evening: float = 0.0
    """Then chances move towards equal ones, by this share multiplied by one minus the largest chance."""
    growth: float = 0.0
    """Added to the power in proportion to the lead: all of it at a lead of 1."""
    swell: float = 0.0
    """Added to the power in the middle: all of it at a lead of one half, nothing at leads of 0 and 1."""


HONEST = Sharpness()


@cache
def known() -> dict[str, Sharpness]:
    """Return the fitted corrections by the name of the table."""
    return msgspec.json.decode(FILE.read_bytes(), type=dict[str, Sharpness])


def write(found: dict[str, Sharpness]) -> None:
    """Replace the fitted corrections."""
    FILE.write_text(json.dumps(msgspec.to_builtins(found), indent=1, sort_keys=True) + "\n", encoding="utf-8")
    known.cache_clear()


def table_of(position: Position) -> str:
    """Return the name under which the correction for a position is stored: game and number of seats."""
    return f"{position.rules.NAME} {position.seats}"


def power_at(fitted: Sharpness, lead: float) -> float:
    """Return the power for the odds at a lead from 0 to 1; also for arrays of leads."""
    return fitted.power + fitted.growth * lead + fitted.swell * 4 * lead * (1 - lead)


def sharpened(position: Position, chances: Sequence[float]) -> tuple[float, ...]:
    """Return the corrected chances of all sides; they sum to 1, and 0 and 1 stay when one side is sure to win."""
    fitted = known().get(table_of(position), HONEST)
    if fitted == HONEST:
        return tuple(chances)
    lead = (max(chances) * len(chances) - 1) / (len(chances) - 1)
    power = power_at(fitted, lead)
    odds = [chance**power for chance in chances]
    bolder = [part / sum(odds) for part in odds]
    moved = fitted.evening * (1 - max(bolder))
    return tuple(chance + moved * (1 / len(bolder) - chance) for chance in bolder)
