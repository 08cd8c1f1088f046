"""No rule above games/: pages, tables, screens and the coach name no game, no cell and no reason of one."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path
from typing import Any

from cinquina.games import GAMES
from cinquina.locales import read_po
from cinquina.sheets import load, names

SOURCE = Path(__file__).resolve().parents[2] / "src" / "cinquina"
SCHEMA: dict[str, Any] = json.loads((SOURCE / "sheets" / "schema.json").read_text(encoding="utf-8"))
ABOVE = ("coach", "store", "table", "web", "term")
NAMED = {
    ".js": re.compile(r"""["'`]([\w-]+)["'`]"""),
    ".html": re.compile(r"""["' ]([\w-]+)["' ]"""),
    ".css": re.compile(r"""["'.]([\w-]+)"""),
}
"""Texts of scripts and templates; classes and values of styles."""
DRAWN = re.compile(r"""\b(?:draw|outline)\("\w+\"""")
"""What is drawn here is no cell of a sheet."""
SHAPES = "shapes.js"
"""The one script that knows the shapes of cells by name."""
EVERYWHERE = {"number", "space"}
"""Kinds of cells that are words of every program, too."""


def files_above() -> list[Path]:
    """Return all files of the program above games/."""
    files = [path for folder in ABOVE for path in (SOURCE / folder).rglob("*.*")]
    return [path for path in files if path.suffix in (".py", *NAMED)]


def named_in(path: Path) -> set[str]:
    """Return what a file names: its texts, in styles also classes."""
    source = path.read_text(encoding="utf-8")
    if path.suffix in NAMED:
        return set(NAMED[path.suffix].findall(DRAWN.sub("", source)))
    constants = [node.value for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Constant)]
    return {text for text in constants if isinstance(text, str)}


def known_to_games() -> set[str]:
    """Return what only a game may name: itself, its sheets, its kinds of cells, its reasons, its legend."""
    kinds = {cell.kind for sheet in map(load, names()) for cell in sheet.cells} - values_in(SCHEMA) - EVERYWHERE
    keys = [key.split(".") for key in read_po("en")]
    reasons = {parts[2] for parts in keys if parts[0] == "refusal" and len(parts) > 2}
    lines = {f"legend-{parts[2]}" for parts in keys if parts[0] == "legend"}
    return {*GAMES, *(name.replace("-", "_") for name in GAMES), *names()} | kinds | reasons | lines


def values_in(schema: Any) -> set[str]:
    """Return the values that any sheet may have: words of drawings."""
    if isinstance(schema, dict):
        return set(schema.get("enum", ())).union(*map(values_in, schema.values()))
    return set[str]().union(*map(values_in, schema)) if isinstance(schema, list) else set()


def test_no_file_above_the_games_names_what_only_a_game_knows() -> None:
    known = known_to_games()
    assert {"qwixx", "the_choice", "factor", "row-must-increase", "extra-classic"} <= known
    found = {path.relative_to(SOURCE).as_posix(): known & named_in(path) for path in files_above()}
    assert len(found) > 200
    assert {file: told for file, told in found.items() if told} == {}


def test_one_script_knows_shapes_by_name() -> None:
    shapes = set(SCHEMA["properties"]["cells"]["items"]["properties"]["shape"]["enum"]) - {"symbol"}
    pages = [path for path in files_above() if path.suffix in NAMED and path.name != SHAPES]
    assert {path.name for path in pages if shapes & named_in(path)} == set()
