"""The tables of the bots of Qwinto: what was learned in points, on top of a first guess of what each feature is worth.

A feature that has never been seen is worth what a person would guess, so that the learner neither avoids nor prefers
it. The strengths, from which chances to win follow, are the points by another measure.
"""

from __future__ import annotations

import struct
from array import array
from collections.abc import Iterable
from functools import cache
from operator import add
from pathlib import Path
from typing import Any, NamedTuple

from cinquina.bots import table_file
from cinquina.bots.qwinto.features import (
    BONUSES,
    CLOCKS,
    EDGE,
    FILLINGS,
    MIDDLE_STEP,
    MIDDLES,
    MISSES,
    NUMBER_PAIRS,
    PACE,
    PENTAGON_CLASSES,
    PENTAGON_WIDTHS,
    PHASES,
    PLACE_PAIRS,
    STRAIN,
    STRAINS,
    TABLE,
    WAITS,
    hit_chances,
)
from cinquina.core import State
from cinquina.games.qwinto import CELLS, MOST_SUM, NAME, ROWS, SHEET, VERSION
from cinquina.sim.rows import Rows

FILE = Path(__file__).with_name("learned.tables")
POINTS_OF_STRENGTH = 10.0
"""This many points make a sheet stronger by one: the logarithm of the odds to win."""
CELL_CHANCE = (1.0, 0.0, 0.25, 0.45, 0.6, 0.7, 0.8, 0.85)
"""How likely a cell will be filled, by its class."""
PENTAGON_CHANCE = (0.3, 0.5, 0.75)
CELL_POINTS = 1.5
ROW_POINTS = 8.0
LOST_STRAIN = 8
LAST_MISS = 4.0


class Tables(NamedTuple):
    """What each feature is worth: guessed, in points, as strength; the chances to hit; and nets by number of seats."""

    guess: Any
    points: Any
    strengths: Any
    hits: Any
    nets: Any


def tables_for(bots: tuple[int, ...], s: State) -> Tables:
    """Return all tables, whichever bots play: luck is measured with the expert's."""
    return learned()


@cache
def learned() -> Tables:
    """Return the tables that come with the program."""
    return unpacked(table_file.read(FILE, made_for()))


def made_for() -> str:
    """Return what the learned tables depend on: the rules' version and how many numbers they have."""
    return f"{NAME}-{VERSION}-{TABLE}"


def unpacked(parts: dict[str, Rows]) -> Tables:
    """Return the tables as they are used, all in single precision."""
    guess, beyond = first_guess(), parts["points"].flat
    points = array("f", map(add, guess, beyond))
    halves = array("h", map(add, rounded_strengths(beyond), parts["steps"].flat)).tobytes()
    strengths = array("f", map(add, strengths_of(guess), struct.unpack(f"{len(beyond)}e", halves)))
    return Tables(guess, points, strengths, array("f", hit_chances()), array("f", parts["nets"].flat))


def strengths_of(points: Iterable[float]) -> array[float]:
    """Return points as strengths."""
    return array("f", [number / POINTS_OF_STRENGTH for number in points])


def rounded_strengths(points: Iterable[float]) -> array[int]:
    """Return strengths in half precision, with the two bytes of each as a whole number, to count steps from."""
    strengths = strengths_of(points)
    return array("h", struct.pack(f"{len(strengths)}e", *strengths))


# --- the first guess --------------------------------------------------------------------------------------------


def first_guess() -> array[float]:
    """Return a table with a guess for every feature, in the order of the features' places."""
    table = array("f", gap_guess() * (PHASES * ROWS))
    table.extend(column_guess() * (PHASES * BONUSES))
    table.extend([0.0] * (STRAIN - FILLINGS))
    rows = [ROW_POINTS * max(0.0, 1.0 - strain / LOST_STRAIN) for strain in range(STRAINS)]
    table.extend([one + two + three for one in rows for two in rows for three in rows] * PHASES)
    misses = [(left - (MISSES - 1.0)) * abs(SHEET.scores["miss"][0]) for left in range(MISSES)]
    misses[1] -= LAST_MISS
    table.extend([miss for miss in misses for _ in range(WAITS)] * (CLOCKS * CLOCKS * MISSES))
    table.extend([0.0] * (TABLE - PACE))
    return table


def gap_guess() -> list[float]:
    """Return by places and numbers at both ends of a gap: how many of its cells will be filled, and its end."""
    guess = [0.0] * (PLACE_PAIRS * NUMBER_PAIRS)
    for right in range(1, CELLS + 2):
        for left in range(right):
            for high in range(1, EDGE + 1):
                for low in range(high):
                    empty, numbers = right - left - 1, high - low - 1
                    place = (right * (right - 1) // 2 + left) * NUMBER_PAIRS + high * (high - 1) // 2 + low
                    guess[place] = CELL_POINTS * (expected_filled(empty, numbers) + 1)
    return guess


def expected_filled(empty: int, numbers: int) -> float:
    """Return how many of some empty cells will be filled, if this many numbers fit."""
    if numbers < empty:
        return numbers / 2
    return empty * (1 - 0.5 / (1 + 2 * (numbers - empty) / empty)) if empty else 0.0


def column_guess() -> list[float]:
    """Return what a bonus is worth, by the classes of the pentagon and of the two other cells."""
    pentagons = [float(number) for number in range(1, MOST_SUM + 1)] + [0.0] * (PENTAGON_CLASSES - MOST_SUM)
    for width in range(PENTAGON_WIDTHS):
        for middle in range(MIDDLES):
            number = (middle + 0.5) * MIDDLE_STEP / 2
            pentagons[MOST_SUM + width * MIDDLES + middle] = number * PENTAGON_CHANCE[width]
    return [pentagon * one * other for pentagon in pentagons for one in CELL_CHANCE for other in CELL_CHANCE]
