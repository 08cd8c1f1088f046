"""How much the tables of the bots are too timid or too bold, and chances with that taken out."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import msgspec

from cinquina.core import Position

FILE = Path(__file__).parent / "sharpness.json"
"""By game and seats; made by bench/calibration.py --fit."""


class Sharpness(msgspec.Struct, frozen=True):
    """What makes the chances of a table honest."""

    power: float = 1.0
    """To this the odds are raised."""
    evening: float = 0.0
    """By this part, where nothing is clear yet, all chances then move towards each other."""
    growth: float = 0.0
    """This much more is the power where one side has won, and less than that the less it is ahead."""
    swell: float = 0.0
    """This much more is the power where one side is half way to having won, and less towards both ends."""


HONEST = Sharpness()


@cache
def known() -> dict[str, Sharpness]:
    """What was fitted, by the table it was fitted at."""
    return msgspec.json.decode(FILE.read_bytes(), type=dict[str, Sharpness])


def table_of(position: Position) -> str:
    """The table of a game that is fitted."""
    return f"{position.rules.NAME} {position.seats}"


def power_at(fitted: Sharpness, lead: float) -> float:
    """To what the odds are raised where the first is ahead by a lead, from 0 to 1; also for arrays of leads."""
    return fitted.power + fitted.growth * lead + fitted.swell * 4 * lead * (1 - lead)


def sharpened(position: Position, chances: Sequence[float]) -> tuple[float, ...]:
    """Chances of all sides, made honest; 0 and 1 stay where one side is sure to win, and together they are 1."""
    fitted = known().get(table_of(position), HONEST)
    if fitted == HONEST:
        return tuple(chances)
    lead = (max(chances) * len(chances) - 1) / (len(chances) - 1)
    power = power_at(fitted, lead)
    odds = [chance**power for chance in chances]
    bolder = [part / sum(odds) for part in odds]
    moved = fitted.evening * (1 - max(bolder))
    return tuple(chance + moved * (1 / len(bolder) - chance) for chance in bolder)
