"""The tables of the bots of Qwinto: what was learned in points, on top of a first guess of what each feature is worth.

A feature that has never been seen is worth what a person would guess, and the learner neither shuns it nor rushes to
it. The strengths, from which chances to win follow, are the points by another measure.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from cinquina.bots import table_file
from cinquina.bots.qwinto.features import (
    BONUSES,
    CELL_CLASSES,
    CLOCKS,
    COLUMN,
    COLUMNS,
    EDGE,
    FILLINGS,
    GAPS,
    MIDDLE_STEP,
    MIDDLES,
    MISSES,
    NUMBER_PAIRS,
    PACE,
    PENTAGON_CLASSES,
    PENTAGON_DEAD,
    PENTAGON_WIDTHS,
    PHASES,
    PLACE_PAIRS,
    RACE,
    STRAIN,
    STRAINS,
    TABLE,
    WAITS,
    hit_chances,
)
from cinquina.core import State
from cinquina.games.qwinto import CELLS, MOST_SUM, NAME, ROWS, SHEET, VERSION

Table = np.ndarray[Any, Any]
FILE = Path(__file__).with_name("learned.tables")
POINTS_OF_STRENGTH = np.float32(10.0)
"""So many points make a sheet stronger by one: the logarithm of the odds to win."""
MOST_STEPS = np.iinfo(np.int8).max
CELL_CHANCE = np.array((1.0, 0.0, 0.25, 0.45, 0.6, 0.7, 0.8, 0.85))
"""How likely a cell will be filled, by its class."""
PENTAGON_CHANCE = (0.3, 0.5, 0.75)
CELL_POINTS = 1.5
ROW_POINTS = 8.0
LOST_STRAIN = 8
LAST_MISS = 4.0


class Tables(NamedTuple):
    """What each feature is worth: guessed, in points, as strength; and the chances to hit."""

    guess: Table
    points: Table
    strengths: Table
    hits: Table


def tables_for(bots: tuple[int, ...], s: State) -> Tables:
    """All tables, whoever plays: luck is measured by the expert's."""
    return learned()


@cache
def learned() -> Tables:
    """The tables that come with the program."""
    return unpacked(table_file.read(FILE, made_for()))


def made_for() -> str:
    """What the learned tables depend on: the rules' version and how many numbers they have."""
    return f"{NAME}-{VERSION}-{TABLE}"


def packed(points: Table) -> table_file.Tables:
    """What was learned beyond the first guess, in half precision.

    Strengths are rounded from points that are not, so they may be a step off what rounded points give; the steps are
    kept, since bots are measured by strengths as they were.
    """
    guess = first_guess()
    beyond = (points - guess).astype(np.float16)
    strengths = (points / POINTS_OF_STRENGTH - guess / POINTS_OF_STRENGTH).astype(np.float16)
    steps = strengths.view(np.int16).astype(np.int64) - rounded_strengths(beyond).view(np.int16)
    steps[abs(steps) > MOST_STEPS] = 0  # next to nothing on either side of zero
    return {"points": beyond, "steps": steps.astype(np.int8)}


def unpacked(tables: table_file.Tables) -> Tables:
    """The tables as they are used."""
    guess, beyond = first_guess(), tables["points"]
    strengths = (rounded_strengths(beyond).view(np.int16) + tables["steps"]).view(np.float16)
    return Tables(
        guess,
        guess + beyond.astype(np.float32),
        guess / POINTS_OF_STRENGTH + strengths.astype(np.float32),
        np.array(hit_chances(), np.float32),
    )


def rounded_strengths(beyond: Table) -> Table:
    """Strengths of points in half precision."""
    strengths: Table = (beyond.astype(np.float32) / POINTS_OF_STRENGTH).astype(np.float16)
    return strengths


# --- the first guess --------------------------------------------------------------------------------------------


def first_guess() -> Table:
    """A table with a guess for every feature."""
    table = np.zeros(TABLE, np.float32)
    table[GAPS:COLUMNS] = np.tile(gap_guess(), PHASES * ROWS)
    table[COLUMNS:FILLINGS] = np.tile(column_guess(), PHASES * BONUSES)
    rows = ROW_POINTS * np.maximum(0.0, 1.0 - np.arange(STRAINS) / LOST_STRAIN)
    table[STRAIN:RACE] = np.tile((rows[:, None, None] + rows[:, None] + rows).ravel(), PHASES)
    misses = (np.arange(MISSES) - (MISSES - 1.0)) * abs(SHEET.scores["miss"][0])
    misses[1] -= LAST_MISS
    table[RACE:PACE] = np.tile(np.repeat(misses, WAITS), CLOCKS * CLOCKS * MISSES)
    return table


def gap_guess() -> Table:
    """By places and numbers at both ends of a gap: how many of its cells will be filled, and the one at its end."""
    guess = np.zeros((PLACE_PAIRS, NUMBER_PAIRS))
    for right in range(1, CELLS + 2):
        for left in range(right):
            for high in range(1, EDGE + 1):
                for low in range(high):
                    empty, numbers = right - left - 1, high - low - 1
                    filled = expected_filled(empty, numbers)
                    guess[right * (right - 1) // 2 + left, high * (high - 1) // 2 + low] = CELL_POINTS * (filled + 1)
    flat: Table = guess.ravel()
    return flat


def expected_filled(empty: int, numbers: int) -> float:
    """How many of some empty cells will be filled with some numbers to choose from."""
    if numbers < empty:
        return numbers / 2
    return empty * (1 - 0.5 / (1 + 2 * (numbers - empty) / empty)) if empty else 0.0


def column_guess() -> Table:
    """By the class of the pentagon and of the two other cells: what the bonus is worth."""
    pentagons = np.zeros(PENTAGON_CLASSES)
    pentagons[:MOST_SUM] = np.arange(1, MOST_SUM + 1)
    for width in range(PENTAGON_WIDTHS):
        for middle in range(MIDDLES):
            number = (middle + 0.5) * MIDDLE_STEP / 2
            pentagons[MOST_SUM + width * MIDDLES + middle] = number * PENTAGON_CHANCE[width]
    pentagons[PENTAGON_DEAD] = 0.0
    guess = pentagons[:, None, None] * CELL_CHANCE[:, None] * CELL_CHANCE
    assert guess.size == COLUMN
    assert len(CELL_CHANCE) == CELL_CLASSES
    flat: Table = guess.ravel()
    return flat
