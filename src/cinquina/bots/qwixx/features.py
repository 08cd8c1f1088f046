"""Rows as the tables of Qwixx know them, on the classic sheet: all that matters of a row is its rightmost cross and how
many crosses it has.

There are 56 such classes of open rows; CLOSED is the one more, for a row in which nobody may cross any more. Red and
yellow may change places, and so may green and blue, so two rows of a kind are one `pair`; and the two pairs may change
places, because faces of dice can be counted from the other end. All of it is derived from the game's own functions.
"""

from array import array
from typing import Any

from cinquina.core.bits import count, lowest
from cinquina.games.qwixx import (
    ALL_CELLS,
    CELLS,
    CELLS_OF_SUM,
    CROSSED,
    LAST,
    LOCK,
    MOST_SUM,
    NUMBERS,
    ROW,
    ROW_BITS,
    ROWS,
    open_cells,
    short_of,
    up_to_last_cross,
)
from cinquina.sim.rows import shaped

CLASSIC = 0
"""The kind of sheet that the tables are for."""
LEAST_SUM = 2
NO_STEP = -1
USUAL_SHORT = short_of(NUMBERS["lock_needs"].usual[0])
USUAL_POINTS = NUMBERS["row_points"].usual
USUAL_PENALTY = -NUMBERS["penalty"].usual[0]
USUAL_PENALTIES = NUMBERS["penalties"].usual[0]
USUAL_LOCKS = NUMBERS["locks"].usual[0]

CLASSES = tuple((-1, 0) if not n else (last, n) for last in range(CELLS - 1) for n in range(int(last > 0), last + 2))
"""Rightmost cross and number of crosses of every class of open rows."""
CLOSED = len(CLASSES)
KINDS_OF_ROW = CLOSED + 1
PAIRS = KINDS_OF_ROW * (KINDS_OF_ROW + 1) // 2
POSITIONS = PAIRS * (PAIRS + 1) // 2
"""The number of positions of four rows; rows and pairs that may change places count once."""


def class_of(row: int) -> int:
    """Return the class of the twelve bits of a row."""
    if row & (LOCK | LAST):
        return CLOSED
    return CLASSES.index((row.bit_length() - 1, count(row)))


def example_of(kind: int) -> int:
    """Return a row of a class: its rightmost cross, and the others at the very left."""
    last, crosses = CLASSES[kind]
    return (1 << last | (1 << crosses - 1) - 1) if crosses else 0


CELL_OF_SUM = tuple(
    tuple(
        lowest(CELLS_OF_SUM[CLASSIC][total] >> row * ROW_BITS & ROW) if total >= LEAST_SUM else 0
        for total in range(MOST_SUM + 1)
    )
    for row in range(ROWS)
)
"""By row and number: its cell, counted from the left."""
PAIR = tuple(
    tuple(max(one, other) * (max(one, other) + 1) // 2 + min(one, other) for other in range(KINDS_OF_ROW))
    for one in range(KINDS_OF_ROW)
)
"""The number of two rows of a kind."""
RANK = (*(last + 1 for last, _ in CLASSES), CELLS)
"""How far a row is, by class; every cross takes it further."""


def open_in(row: int, short: int = USUAL_SHORT) -> int:
    """Return the cells that are open in a row, whatever the dice."""
    return open_cells(ROW & ALL_CELLS & ~up_to_last_cross(row), short + count(row))


def steps(short: int = USUAL_SHORT) -> Any:
    """Return by class and cell the class after a cross there, NO_STEP where the cell is not open."""
    table = shaped("q", [NO_STEP] * (KINDS_OF_ROW * CELLS), (KINDS_OF_ROW, CELLS))
    for kind in range(CLOSED):
        row = example_of(kind)
        for cell in range(CELLS):
            if open_in(row, short) & 1 << cell:
                table[kind, cell] = class_of((row | CROSSED[cell]) & ROW)
    return table


def gains(points: tuple[int, ...] = USUAL_POINTS) -> Any:
    """Return by class and cell the points that a cross there adds."""
    table = shaped("d", [0.0] * (KINDS_OF_ROW * CELLS), (KINDS_OF_ROW, CELLS))
    for kind in range(CLOSED):
        row = example_of(kind)
        for cell in range(CELLS):
            if ALL_CELLS & 1 << cell:
                table[kind, cell] = points[count((row | CROSSED[cell]) & ROW)] - points[count(row)]
    return table


def classes_of_rows() -> Any:
    """Return the class of a row by its twelve bits; impossible rows count as closed."""
    table = array("q", [CLOSED]) * (1 << ROW_BITS)
    for row in range(1 << CELLS - 1):
        table[row] = class_of(row)
    return table
