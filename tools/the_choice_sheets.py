"""Generate the sheets of The Choice: A as reconstructed from the original, B to J from a fixed seed.

    .venv/bin/python tools/the_choice_sheets.py src/cinquina/sheets

A grid has the numbers 1, 1, 2, 3 … 12 in rows of 4, 5 and 4 inside a ring of 16 colours. In a generated grid the
numbers are shuffled; of the six colours four occur three times on the ring and two twice, shuffled until no two
neighbours are equal. Seed `cinquina B front` gives the front of sheet B, and so on, so every grid can be generated
alone.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from cinquina.sheets import palette

LETTERS = "ABCDEFGHIJ"
SIDES = ("front", "back")
NUMBERS = (1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)
COLOURS = ("red", "yellow", "green", "blue", "purple", "grey")
COLOURS_THREE_TIMES = 4

SHEET_A = {
    "front": (
        (8, 6, 9, 4, 12, 2, 1, 11, 1, 7, 3, 10, 5),
        "red green yellow green blue grey red green blue yellow red grey purple yellow blue purple",
    ),
    "back": (
        (5, 8, 1, 10, 1, 11, 7, 4, 12, 3, 9, 2, 6),
        "green red purple blue grey red yellow blue green purple grey red blue purple yellow grey",
    ),
}

# Every die has 1 to 6 and the six colours, paired differently on each: the colours beside 1, 2, 3, 4, 5, 6.
DICE = (
    "red blue yellow purple grey green",
    "green grey red blue yellow purple",
    "purple yellow green grey blue red",
)
RING_POINTS = [0] * 7 + [8] * 3 + [13] * 3 + [18] * 3 + [25]
PATH_POINTS = [0, 1, 2, 3, 5, 7, 9, 12, 15, 18, 22, 26, 31, 36]
FAILURES = 3
TOTALS = ("colours", "steps", "total")

ROW_LENGTHS = (5, 6, 7, 6, 5)
ROW_HEIGHT = 0.87
# The ring's places in the drawing, clockwise from the top left, as (row, place in the row).
RING = (
    [(0, place) for place in range(5)]
    + [(1, 5), (2, 6), (3, 5)]
    + [(4, place) for place in reversed(range(5))]
    + [(3, 0), (2, 0), (1, 0)]
)
INSIDE = [(row, place) for row in (1, 2, 3) for place in range(1, ROW_LENGTHS[row] - 1)]


def grid(letter: str, side: str) -> tuple[tuple[int, ...], list[str]]:
    """Return the numbers and the ring of one grid."""
    if letter == "A":
        numbers, ring = SHEET_A[side]
        return numbers, ring.split()
    luck = random.Random(f"cinquina {letter} {side}")
    drawn = list(NUMBERS)
    luck.shuffle(drawn)
    colours = luck.sample(COLOURS, len(COLOURS))
    ring_colours = colours[:COLOURS_THREE_TIMES] * 3 + colours[COLOURS_THREE_TIMES:] * 2
    while any(left == right for left, right in neighbours_on(ring_colours)):
        luck.shuffle(ring_colours)
    return tuple(drawn), ring_colours


def neighbours_on(ring: list[str]) -> Iterator[tuple[str, str]]:
    """Yield all pairs of neighbours around a ring."""
    return zip(ring, ring[1:] + ring[:1], strict=True)


def at(place: tuple[int, int]) -> list[float]:
    """Return the centre of a hexagon in the drawing."""
    row, number = place
    return [round((7 - ROW_LENGTHS[row]) / 2 + number + 0.5, 3), round(0.6 + row * ROW_HEIGHT, 3)]


def number_names(numbers: tuple[int, ...]) -> list[str]:
    """Return n7 for the seven; n1a and n1b for a number that occurs twice."""
    names = []
    for place, number in enumerate(numbers):
        twin = "ab"[numbers[:place].count(number)] if numbers.count(number) > 1 else ""
        names.append(f"n{number}{twin}")
    return names


def touching(one: tuple[int, int], other: tuple[int, int]) -> bool:
    """Return whether two different hexagons share an edge."""
    (x1, y1), (x2, y2) = at(one), at(other)
    return one != other and abs(y1 - y2) < ROW_HEIGHT * 1.1 and abs(x1 - x2) < 1.1


def cells(letter: str, side: str) -> list[dict[str, Any]]:
    """Return all cells of one grid, the ring first."""
    numbers, ring = grid(letter, side)
    ring_names = [f"{palette()[colour].letter}{ring[:place].count(colour) + 1}" for place, colour in enumerate(ring)]
    inner_names = number_names(numbers)
    drawn: list[dict[str, Any]] = []
    for place, colour in enumerate(ring):
        around = [ring_names[place - 1], ring_names[(place + 1) % len(ring)]]
        drawn.append(hexagon(ring_names[place], "ring", at(RING[place]), around, colour=colour))
    for place, number in enumerate(numbers):
        around = [name for name, other in zip(inner_names, INSIDE, strict=True) if touching(INSIDE[place], other)]
        drawn.append(hexagon(inner_names[place], "number", at(INSIDE[place]), around, number=number))
    for failure in range(FAILURES):
        spot: dict[str, Any] = {
            "id": f"failure{failure + 1}",
            "kind": "penalty",
            "at": failure_place(7.37, 0.26, 0.5, failure),
        }
        drawn.append({**spot, "size": [0.4, 0.4], "shape": "square"})
    return drawn


def failure_place(left: float, height: float, apart: float, failure: int) -> list[float]:
    """Return the centre of a box for a failed throw, in a row that begins at the left."""
    return [round(left + apart * failure, 3), height]


def ladders(ring: dict[str, Any], path: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the ladders of points at their places: that of the ring, and that of the path."""
    return [
        {"score": "ring", "key": "colours", "about": {"key": "ring-colours"}, "kind": "ring", **ring},
        {"score": "path", "key": "steps", "about": {"key": "path-numbers"}, "kind": "number", **path},
    ]


# Above the grid the name; beside it, in one column: the boxes for failed throws below their name, the other grid, the
# ladders of points, and boxes for the points of both and the total.
COLUMN, WIDTH = 7.86, 1.44
BOXES = [7.03, 7.67, 8.31]
BESIDE = {
    "labels": [{"key": "failures", "at": [6.2, 0.26], "on": "terminal"}],
    "texts": [{"key": "failures", "at": [COLUMN, -0.12], "scale": 0.14}]
    + [{"key": key, "at": [x, 3.99], "scale": 0.13} for key, x in zip(TOTALS, BOXES, strict=True)],
    "ladders": ladders(
        {"at": [COLUMN, 2.05], "size": [WIDTH, 0.4], "columns": 5},
        {"at": [COLUMN, 3.2], "size": [WIDTH, 1.14], "columns": 5},
    ),
    "totals": [
        {"kind": "ring", "at": [BOXES[0], 4.35], "size": [0.54, 0.48], "pencilled": True},
        {"kind": "number", "at": [BOXES[1], 4.35], "size": [0.54, 0.48], "pencilled": True},
        {"at": [BOXES[2], 4.35], "size": [0.54, 0.48], "pencilled": True},
    ],
    "name_lines": [{"at": [3, -0.24], "size": [4, 0.28]}],
    "other": {"at": [COLUMN, 1.01], "size": [WIDTH, 0.94]},
}
# Below the grid, for rooms that are not so wide.
BELOW = {
    "size": [7, 8.1],
    "labels": [{"key": "failures", "at": [6.2, 4.9], "scale": 0.27}],
    "texts": [],
    "ladders": ladders(
        {"at": [2.2, 5.42], "size": [4.4, 0.6], "columns": 5}, {"at": [2.2, 6.77], "size": [4.4, 1.2], "columns": 7}
    ),
    "totals": [{"key": "total", "at": [2.2, 7.77], "size": [4.34, 0.58], "pencilled": True}],
    "name_lines": [],
    "other": {"at": [5.83, 6.67], "size": [2.34, 1.72]},
    "sizes": {"penalty": [0.44, 0.44]},
    "places": {f"failure{failure + 1}": failure_place(5.66, 5.42, 0.56, failure) for failure in range(FAILURES)},
}


def hexagon(name: str, kind: str, middle: list[float], around: list[str], **more: Any) -> dict[str, Any]:
    """Return one hexagonal cell with its neighbours."""
    return {
        "id": name,
        "kind": kind,
        "at": middle,
        "size": [1, 1.1547],
        "shape": "hexagon",
        **more,
        "next": around,
    }


SAMPLE = {
    "marks": dict.fromkeys(("r1", "p1", "p2", "b3", "y3"), "x")
    | {cell: f"step{step + 1}" for step, cell in enumerate(("n8", "n12", "n7", "n3", "n1a", "n9", "n4"))}
}
"""Some marks that the rules show on the first sheet."""


def sheet(letter: str, side: str) -> dict[str, Any]:
    """Return one grid in the form of its JSON file."""
    dice = [{"id": f"die{n + 1}", "colour": "white", "faces": faces.split()} for n, faces in enumerate(DICE)]
    return {
        "id": f"the-choice-{letter.lower()}-{side}",
        "game": "the-choice",
        "certainty": "reconstructed",
        "size": [8.58, 4.7],
        "text_scale": 6,
        "tiles": True,
        "dice": dice,
        **BESIDE,
        "bands": [],
        "kinds": {"ring": {"style": "rimmed", "text": "{id}"}, "penalty": {"style": "box", "text": "_"}},
        "cells": cells(letter, side),
        "scores": {"ring": RING_POINTS, "path": PATH_POINTS},
        "arrangements": [BELOW],
        **({"sample": SAMPLE} if (letter, side) == ("A", "front") else {}),
    }


def as_text(data: dict[str, Any]) -> str:
    """Format a sheet as JSON with one object per line, so that a change shows as one line."""
    lines = []
    for key, value in data.items():
        if isinstance(value, list) and value and isinstance(value[0], dict):
            inner = ",\n".join(f"    {json.dumps(thing)}" for thing in value)
            lines.append(f'  "{key}": [\n{inner}\n  ]')
        elif isinstance(value, dict):
            inner = ",\n".join(f'    "{name}": {json.dumps(table)}' for name, table in value.items())
            lines.append(f'  "{key}": {{\n{inner}\n  }}')
        else:
            lines.append(f'  "{key}": {json.dumps(value)}')
    return "{\n" + ",\n".join(lines) + "\n}\n"


def main(folder: str) -> None:
    """Write all twenty grids into a folder."""
    for letter in LETTERS:
        for side in SIDES:
            data = sheet(letter, side)
            (Path(folder) / f"{data['id']}.json").write_text(as_text(data), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
