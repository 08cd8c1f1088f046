"""The score sheets, read from the JSON files beside this module: one file per sheet, described by `schema.json`."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell to mark. `at` is its centre and `size` its width and height, in sheet units."""

    id: str
    kind: str
    at: tuple[float, float]
    size: tuple[float, float]
    shape: str
    row: str = ""
    column: str = ""
    number: int | None = None
    colour: str = ""
    bonus: bool = False
    next: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Look:
    """How the cells of a kind are drawn: see `kinds` in schema.json."""

    style: str = ""
    sign: str = ""
    tint: str = ""
    text: str = "{number}"


PLAIN = Look()
STEP = "step"
"""How marks begin that number the cells of a path in the order in which they were marked: step1, step2, …"""


@dataclass(frozen=True, slots=True)
class Band:
    """A strip behind the cells of a row, with the label at its left end."""

    id: str
    at: tuple[float, float]
    size: tuple[float, float]
    colour: str = ""
    label: str = ""
    points: int = 0


@dataclass(frozen=True, slots=True)
class Label:
    """Text printed beside the cells: a letter or number, or the key of a word; `score` names the points it tells."""

    at: tuple[float, float]
    text: str = ""
    key: str = ""
    score: str = ""


@dataclass(frozen=True, slots=True)
class Die:
    """A die; `faces` has the colour beside each number 1 to 6, if the die has such colours.

    `summed`: it counts in the sum that every player may use.
    """

    id: str
    colour: str
    faces: tuple[str, ...] = ()
    summed: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Sheet:
    """One printed sheet: all data that rules and terminals need; pictures need more of the file."""

    id: str
    game: str
    certainty: str
    size: tuple[float, float]
    text_scale: int
    dice: tuple[Die, ...]
    labels: tuple[Label, ...]
    bands: tuple[Band, ...]
    cells: tuple[Cell, ...]
    scores: dict[str, tuple[int, ...]]
    kinds: dict[str, Look] = field(default_factory=dict)
    chips: int = 0
    tiles: bool = False
    """Whether a turn may ask for something that is no cell and no die, for which a screen keeps room."""
    reconstructed: tuple[str, ...] = ()
    """The bands that are less certain than the rest of the sheet."""
    _by_id: dict[str, Cell] = field(default_factory=dict, repr=False)

    def cell(self, name: str) -> Cell:
        """Return the cell with that id."""
        if not self._by_id:
            self._by_id.update({cell.id: cell for cell in self.cells})
        return self._by_id[name]

    def look(self, cell: Cell) -> Look:
        """Return how a cell is drawn."""
        return self.kinds.get(cell.kind, PLAIN)

    def of_kind(self, *kinds: str) -> list[Cell]:
        """Return the cells of these kinds, in the sheet's order."""
        return [cell for cell in self.cells if cell.kind in kinds]

    def rows(self, *kinds: str) -> list[list[Cell]]:
        """Return the cells of these kinds, row by row from the top, each from left to right."""
        found: dict[str, list[Cell]] = {}
        for cell in self.of_kind(*kinds):
            found.setdefault(cell.row, []).append(cell)
        return list(found.values())


@dataclass(frozen=True, slots=True)
class Colour:
    """A colour: its letter and symbol for those who cannot see it, and its paint."""

    letter: str
    symbol: str
    paint: str


@cache
def load(name: str) -> Sheet:
    """Return the sheet of that name, or raise KeyError."""
    if name not in names():
        raise KeyError(name)
    return msgspec.json.decode(_read(name), type=Sheet)


def raw(name: str) -> Any:
    """Return a JSON file of this folder, parsed."""
    return json.loads(_read(name))


@cache
def names() -> tuple[str, ...]:
    """Return the names of all sheets."""
    found = [file.name.removesuffix(".json") for file in files(__package__).iterdir() if file.name.endswith(".json")]
    return tuple(sorted(name for name in found if name not in NOT_SHEETS))


@cache
def palette() -> dict[str, Colour]:
    """Return all colours of all games by name."""
    return msgspec.json.decode(_read(PALETTE), type=dict[str, Colour])


def step_mark(number: int) -> str:
    """Return the mark of a step of a path, counted from 1: `step3`."""
    return f"{STEP}{number}"


def step_of(mark: str) -> int:
    """Return which step of a path a mark is; 0 for any other mark."""
    return int(mark.removeprefix(STEP)) if mark.startswith(STEP) else 0


def crosses(boxes: tuple[str, ...], count: int) -> dict[str, str]:
    """Cross the first `count` boxes of a row; if there are too few, the last one shows how many crosses it has."""
    marks = dict.fromkeys(boxes[:count], "x")
    if count > len(boxes):
        marks[boxes[-1]] = str(count - len(boxes) + 1)
    return marks


def on_last(boxes: tuple[str, ...], count: int, points: int) -> dict[str, int]:
    """Return the points of a row of boxes, written on the last of `count` crossed boxes."""
    return {boxes[min(count, len(boxes)) - 1]: points} if count else {}


PALETTE = "palette"
NOT_SHEETS = (PALETTE, "schema")


def _read(name: str) -> bytes:
    """Return the contents of a file of this folder."""
    return (files(__package__) / f"{name}.json").read_bytes()
