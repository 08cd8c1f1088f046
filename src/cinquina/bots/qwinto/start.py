"""What a learner begins with: a rough guess of what each feature is worth in points.

A feature that has never been seen is then worth what a person would guess, and the learner neither shuns it nor rushes
to it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from cinquina.bots.qwinto.sheet import (
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
)
from cinquina.games.qwinto import CELLS, MOST_SUM, ROWS, SHEET

Table = np.ndarray[Any, Any]
CELL_CHANCE = np.array((1.0, 0.0, 0.25, 0.45, 0.6, 0.7, 0.8, 0.85))
"""How likely a cell will be filled, by its class."""
PENTAGON_CHANCE = (0.3, 0.5, 0.75)
CELL_POINTS = 1.5
ROW_POINTS = 8.0
LOST_STRAIN = 8
LAST_MISS = 4.0
POINTS_A_CHANCE = 10.0
"""So many points make one unit of the logarithm of the chances to win, as a first guess."""


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
