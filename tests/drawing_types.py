"""The types of static/drawing.d.ts, as far as they tell what a file of a sheet contains."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import cinquina.web

FILE = Path(cinquina.web.__file__).parent / "static" / "drawing.d.ts"
BRACKETS = {"{": 1, "[": 1, "(": 1, "<": 1, "}": -1, "]": -1, ")": -1, ">": -1}


@dataclass(frozen=True)
class Property:
    """A property of a type: its own type, and whether it may be missing."""

    type: str
    optional: bool


@cache
def declared() -> dict[str, str]:
    """Return all types of the file by name."""
    source = re.sub(r"/\*.*?\*/|//[^\n]*", "", FILE.read_text(encoding="utf-8"), flags=re.DOTALL)
    pieces = (piece.partition("=") for piece in source.split("export type ")[1:])
    return {name.strip(): " ".join(split(told, ";")[0].split()) for name, _, told in pieces}


def split(source: str, sign: str) -> list[str]:
    """Split a source at a sign that stands in no brackets."""
    depth, pieces = 0, [""]
    for before, letter in zip(" " + source, source, strict=False):
        depth += 0 if before + letter == "=>" else BRACKETS.get(letter, 0)
        if depth == 0 and letter == sign:
            pieces.append("")
        else:
            pieces[-1] += letter
    return [piece.strip() for piece in pieces if piece.strip()]


def properties(type_: str) -> dict[str, Property]:
    """Return the properties of an object type: a name, braces, Pick, Omit, Partial, or several of them joined by &."""
    parts = split(type_, "&")
    if len(parts) > 1:
        return {name: property_ for part in parts for name, property_ in properties(part).items()}
    if type_ in declared():
        return properties(declared()[type_])
    if type_.startswith("{"):
        told = [re.fullmatch(r"(\w+)(\??): (.*)", piece) for piece in split(type_[1:-1], ";")]
        return {one[1]: Property(one[3], bool(one[2])) for one in told if one}
    made = re.fullmatch(r"(Pick|Omit|Partial)<(.*)>", type_)
    assert made, type_
    of, *names = split(made[2], ",")
    inner, named = properties(of), set(re.findall(r'"(\w+)"', " ".join(names)))
    if made[1] == "Partial":
        return {name: Property(one.type, True) for name, one in inner.items()}
    return {name: one for name, one in inner.items() if (name in named) == (made[1] == "Pick")}
