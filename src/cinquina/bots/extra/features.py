"""Where a sheet stands among all states of the Extra columns: the first index of the learned tables.

What matters of a column that has its number is that number and how many boxes are left; of one that has none, its
length. Turning all faces round (a one for a six) turns the sums round too, so half of the states serve for all: those
of the other half are *turned*, and their rows are counted from the other end.
"""

from __future__ import annotations

from typing import Any

from cinquina.core import bits
from cinquina.core.bits import count
from cinquina.games.extra import COLUMNS, FACES, ROWS, head

LEFT = 9
"""A column that has its number has at most this many boxes left; sheets with longer columns have no place."""
SPREAD = (1, COLUMNS * LEFT, COLUMNS * LEFT**2, LEFT**3)
"""The number of places for one set of numbers, by how many columns have a number."""
STAGES = COLUMNS * LEFT + 1
"""A sheet that has a place has this many stages."""
LAST_ROW = ROWS - 1


def turned_round(faces: int) -> int:
    """Return a set of faces with each face turned round."""
    return sum(1 << FACES - 1 - face for face in bits.members(faces))


def first_places() -> tuple[tuple[int, ...], int]:
    """Return the first place of each set of faces, shared with the set turned round, and the number of places."""
    first, found = 0, [0] * (1 << FACES)
    for faces in range(1 << FACES):
        if bits.count(faces) <= COLUMNS and faces <= turned_round(faces):
            found[faces] = found[turned_round(faces)] = first
            first += SPREAD[bits.count(faces)]
    return tuple(found), first


FIRST_PLACE, PLACES = first_places()
TURN = tuple(LAST_ROW if faces > turned_round(faces) else 0 for faces in range(1 << FACES))
"""By set of faces: row r of a sheet is row |TURN − r| of the tables."""


def numbers_of(s: Any, seat: int) -> int:
    """Return the numbers of a seat's columns, as a bit set."""
    faces = 0
    for column in range(COLUMNS):
        number = head(s, seat, column)
        if number:
            faces |= 1 << number - 1
    return faces


def place_of(s: Any, seat: int, faces: int) -> int:
    """Return the place of a seat's columns, whose numbers are known; no column may be full."""
    many = count(faces)
    code = 0
    for column in range(COLUMNS):
        number = head(s, seat, column)
        if number:
            before = count(faces >> number) if TURN[faces] else count(faces & (1 << number - 1) - 1)
            code += (s.column_length[column] - s.noted[seat][column] - 1) * LEFT**before
        elif many == COLUMNS - 1:
            code += first_alike(s, column) * LEFT**many
        if number and many == 1:
            code += first_alike(s, column) * LEFT**many
    return FIRST_PLACE[faces] + code


def first_alike(s: Any, column: int) -> int:
    """Return the first column of the same length."""
    for other in range(column):
        if s.column_length[other] == s.column_length[column]:
            return other
    return column


def stage_of(s: Any, seat: int) -> int:
    """Return how far a sheet is from its end: the boxes of all columns that may be crossed without filling one."""
    boxes = 0
    for column in range(COLUMNS):
        boxes += s.column_length[column] - s.noted[seat][column] - 1
    return boxes
