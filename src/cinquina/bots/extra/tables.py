"""The learned tables of Extra!: whole numbers of parts of a point in files, unpacked into what the bots read."""

from __future__ import annotations

from array import array
from functools import cache
from pathlib import Path
from typing import Any

from cinquina.bots import table_file
from cinquina.bots.extra.dice import places_of_throws
from cinquina.bots.extra.features import PLACES, STAGES
from cinquina.bots.extra.values import Book, Tables
from cinquina.core import State, opening
from cinquina.games import GAMES
from cinquina.games.extra import COLUMNS, KINDS, MINUS_BOXES, NAME, ROW_LENGTH, ROWS, VERSION
from cinquina.sim.rows import Rows, empty, shaped

PARTS_OF_A_POINT = 32
FOLDER = Path(__file__).parent


def tables_for(bots: tuple[int, ...], s: State) -> Tables:
    """Return the tables, which are the same for all bots; luck is measured with them too."""
    return learned()


@cache
def learned() -> Tables:
    """Return the tables that come with the program."""
    extra, classic = (opened(kind) for kind in KINDS)
    return Tables(extra, classic, empty_book(), array("q", places_of_throws()))


def empty_book() -> Book:
    """Return a book that fits no sheet."""
    made_for = array("q", [0] * (2 + COLUMNS + ROWS))
    return Book(empty("f", 3), empty("f", 4), empty("f", 3), made_for)


def made_for(s: Any) -> array[int]:
    """Return the sheet and the numbers of a position: a book must have been made for the same."""
    return array("q", [s.kind, s.minus_points, *s.column_length, *s.row_points])


def sheet_of(options: dict[str, str]) -> State:
    """Return the opening for one player with these options."""
    return opening(GAMES[NAME], 1, options).now


def made_of(kind: str) -> str:
    """Return what the tables of a kind of sheet depend on."""
    numbers = made_for(sheet_of({"sheet": kind})).tolist()
    return table_file.fingerprint(NAME, VERSION, numbers, ROW_LENGTH, MINUS_BOXES, PLACES, STAGES)


def unpacked(parts: dict[str, Rows]) -> Book:
    """Return a book as it is used, from that of a file."""
    spread = parts["spread"]
    return Book(
        in_points(parts["alone"]),
        in_points(parts["together"]),
        shaped("f", spread.flat, spread.shape),
        parts["made_for"].flat,
    )


def in_points(rows: Rows) -> Rows:
    """Return rows in points that were in parts of a point."""
    return Rows(array("f", [number / PARTS_OF_A_POINT for number in rows.flat]), rows.shape)


def opened(kind: str) -> Book:
    """Return the book of a kind of sheet that comes with the program."""
    return unpacked(table_file.read(FOLDER / f"{kind}.tables", made_of(kind)))
