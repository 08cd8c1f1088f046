"""The learned tables of Extra!: in files small numbers of whole parts of a point, opened as what the bots read."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from cinquina.bots import table_file
from cinquina.bots.extra.dice import DUO_COUNT, places_of_throws
from cinquina.bots.extra.features import PLACES, STAGES
from cinquina.bots.extra.heuristics import COUNTS
from cinquina.bots.extra.values import Book, Tables
from cinquina.core import State, opening
from cinquina.games import GAMES
from cinquina.games.extra import COLUMNS, KINDS, MINUS_BOXES, NAME, ROW_LENGTH, ROWS, VERSION

PARTS_OF_A_POINT = 32
LARGEST = np.iinfo(np.int16).max
FOLDER = Path(__file__).parent


def tables_for(bots: tuple[int, ...], s: State) -> Tables:
    """All bots have the same tables; luck is told by them too."""
    return learned()


@cache
def learned() -> Tables:
    """The tables that come with the program."""
    extra, classic = (opened(kind) for kind in KINDS)
    return Tables(extra, classic, empty_book(), np.array(places_of_throws(), np.int64))


def empty_book() -> Book:
    """A book that is for no sheet."""
    made_for = np.zeros(2 + COLUMNS + ROWS, np.int64)
    alone, together, spread = (np.zeros((0,) * dimensions, np.float32) for dimensions in (3, 4, 3))
    return Book(alone, together, spread, made_for)


def blank_book(s: Any) -> Book:
    """A book for the sheet of a position in which nothing is written yet."""
    alone = np.zeros((PLACES, ROWS, COUNTS), np.float32)
    together = np.zeros((STAGES, DUO_COUNT, COUNTS, COUNTS), np.float32)
    return Book(alone, together, np.zeros((STAGES, ROWS, COUNTS), np.float32), made_for(s))


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

    def whole(part: Any) -> Any:
        return np.clip(np.rint(part * PARTS_OF_A_POINT), -LARGEST, LARGEST).astype(np.int16)

    return {
        "alone": whole(book.alone),
        "together": whole(book.together),
        "spread": book.spread.astype(np.float32),
        "made_for": book.made_for,
    }


def unpacked(tables: table_file.Tables) -> Book:
    """The book that was packed, as exactly as whole parts of a point allow."""
    alone, together = (tables[name].astype(np.float32) / PARTS_OF_A_POINT for name in ("alone", "together"))
    return Book(alone, together, tables["spread"], tables["made_for"])


def opened(kind: str) -> Book:
    """The book of a kind of sheet that comes with the program."""
    return unpacked(table_file.read(FOLDER / f"{kind}.tables", made_of(kind)))
