"""The learned tables of Extra! as files: small numbers of whole parts of a point, opened as what the bots read."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from cinquina.bots import table_file
from cinquina.bots.extra.dice import DUO_COUNT
from cinquina.bots.extra.place import PLACES, STAGES
from cinquina.bots.extra.potential import COUNTS
from cinquina.core import State, opening
from cinquina.games import GAMES
from cinquina.games.extra import COLUMNS, MINUS_BOXES, NAME, ROW_LENGTH, ROWS, VERSION

Book = tuple[Any, Any, Any, Any]
PARTS_OF_A_POINT = 32
LARGEST = np.iinfo(np.int16).max
FOLDER = Path(__file__).parent


def empty_book() -> Book:
    """A book that is for no sheet."""
    made_for = np.zeros(2 + COLUMNS + ROWS, np.int64)
    alone, together, spread = (np.zeros((0,) * dimensions, np.float32) for dimensions in (3, 4, 3))
    return alone, together, spread, made_for


def blank_book(s: Any) -> Book:
    """A book for the sheet of a position in which nothing is written yet."""
    alone = np.zeros((PLACES, ROWS, COUNTS), np.float32)
    together = np.zeros((STAGES, DUO_COUNT, COUNTS, COUNTS), np.float32)
    return alone, together, np.zeros((STAGES, ROWS, COUNTS), np.float32), made_for(s)


def made_for(s: Any) -> Any:
    """The sheet and the numbers of a position: what a book must be for to be of use in it."""
    return np.array([s.kind, s.minus_points, *s.column_length, *s.row_points], np.int64)


def sheet_of(options: dict[str, str]) -> State:
    """One player's position at the beginning, with these options."""
    return opening(GAMES[NAME], 1, options).now


def made_of(kind: str) -> str:
    """What the tables of a kind of sheet depend on."""
    numbers = made_for(sheet_of({"sheet": kind})).tolist()
    return table_file.fingerprint(NAME, VERSION, numbers, ROW_LENGTH, MINUS_BOXES, PLACES, STAGES)


def packed(book: Book) -> table_file.Tables:
    """A book in small whole numbers."""
    alone, together = (np.clip(np.rint(part * PARTS_OF_A_POINT), -LARGEST, LARGEST) for part in book[:2])
    return {
        "alone": alone.astype(np.int16),
        "together": together.astype(np.int16),
        "spread": book[2].astype(np.float32),
        "made_for": book[3],
    }


def unpacked(tables: table_file.Tables) -> Book:
    """The book that was packed, as exactly as whole parts of a point allow."""
    alone, together = (tables[name].astype(np.float32) / PARTS_OF_A_POINT for name in ("alone", "together"))
    return alone, together, tables["spread"], tables["made_for"]


def opened(kind: str) -> Book:
    """The book of a kind of sheet that comes with the program."""
    return unpacked(table_file.read(FOLDER / f"{kind}.tables", made_of(kind)))
