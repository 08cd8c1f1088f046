"""The types of what the server sends about records: the games of a table, their steps, whether their dice were fair."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from cinquina.web.protocol import Snapshot, StandingView


class Records(Struct, frozen=True):
    """The games of a table as text; `mine` are the seats that the keys sent are for."""

    records: list[str]
    mine: list[int]


class SheetChange(Struct, frozen=True):
    """What a step of a game changed on a sheet of a seat, at its place among the seat's sheets.

    `marks` by cell, an empty one is gone; `turned` are cells that were lost, or found again; another `id` than before
    is an empty sheet to begin with.
    """

    seat: int
    place: int
    id: str
    number: int
    marks: dict[str, str]
    turned: list[str]
    newest: list[str]
    closed: list[str]
    counted: dict[str, int]


class ReplayEnd(Struct, frozen=True):
    """How a game ended: who won in a sentence, why it was over, the ranking, and the winning line."""

    text: str
    reasons: list[str]
    ranking: list[StandingView]
    line: list[str]


class ReplayStep(Struct, frozen=True):
    """A throw or a choice: who did it (-1: nobody), in words, the dice thrown, and how the game stands after it.

    `also` is what the rules did then; `faces` are the dice on the table; `sheets` only what has changed. A shared
    board is told as that of the first seat.
    """

    seat: int
    text: str
    also: str
    thrown: dict[str, int]
    faces: dict[str, int]
    active: int
    sheets: list[SheetChange]
    scores: list[int]
    chips_left: list[int]
    over: ReplayEnd | None


class Replay(Struct, frozen=True):
    """A whole game from its record: the beginning, and its steps."""

    start: Snapshot
    steps: list[ReplayStep]


class VerdictLine(Struct, frozen=True):
    """One check of the dice."""

    state: Literal["right", "wrong", "unknown"]
    text: str


class DiceVerdict(Struct, frozen=True):
    """The result of checking the dice of a record."""

    ok: bool
    text: str
    lines: list[VerdictLine]
