"""No rule above games/: pages, tables, screens and the coach name no game, and nothing that only a game names."""

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
OF_A_GAME = ("refusal", "question", "guide", "option", "part")
"""How the keys of sentences begin that are about something of one game."""
SHAPES = "shapes.js"
"""The one script that knows the shapes of cells by name."""
OF_ALL_GAMES = {"begins", "sheet", "dice", "throws", "chips", "throw", "throw-off", "lot", "mark", "pass"}
OF_PAGES = {"leave", "back", "close", "done", "again", "on", "off", "first", "third", "front", "place"}
EVERYWHERE = {*OF_ALL_GAMES, *OF_PAGES, "number", "nowhere", "cross"}
"""What is also a word of all games, of pages, of any data, a kind of deed, or what a pen draws."""


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


def on_sheets() -> set[str]:
    """Return what sheets name: their cells, kinds of cells, rows, columns, bands and dice."""
    sheets = list(map(load, names()))
    cells = {name for sheet in sheets for cell in sheet.cells for name in (cell.id, cell.kind, cell.row, cell.column)}
    return (
        cells
        | {band.id for sheet in sheets for band in sheet.bands}
        | {die.id for sheet in sheets for die in sheet.dice}
    )


def of_rules() -> set[str]:
    """Return what rules name: options and their values, numbers, endings, the parts of a score."""
    found = set[str]()
    for rules in GAMES.values():
        found = found.union(rules.OPTIONS, *(option.values for option in rules.OPTIONS.values()))
        found |= {*rules.NUMBERS, *rules.ENDINGS, *rules.PARTS}
    return found


def in_words() -> set[str]:
    """Return what the sentences of games name: reasons, questions, guides, options, parts, lines of the legend."""
    keys = [key.split(".") for key in read_po("en")]
    told = {parts[2] for parts in keys if parts[0] in OF_A_GAME and len(parts) > 2}
    return told | {f"legend-{parts[2]}" for parts in keys if parts[0] == "legend"}


def known_to_games() -> set[str]:
    """Return what only a game may name: itself, its sheets, and whatever its sheets, rules and sentences name."""
    own = {*GAMES, *(name.replace("-", "_") for name in GAMES), *names()}
    named = {name for name in on_sheets() | of_rules() | in_words() if len(name) > 1}
    return own | (named - values_in(SCHEMA) - EVERYWHERE)


def values_in(schema: Any) -> set[str]:
    """Return the values that any sheet may have: words of drawings."""
    if isinstance(schema, dict):
        return set(schema.get("enum", ())).union(*map(values_in, schema.values()))
    return set[str]().union(*map(values_in, schema)) if isinstance(schema, list) else set()


def test_no_file_above_the_games_names_what_only_a_game_knows() -> None:
    known = known_to_games()
    assert {
        "qwixx",
        "the_choice",
        "factor",
        "row-must-increase",
        "extra-classic",
        "late_die",
        "r12",
        "penalty",
    } <= known
    assert {"white-sum-own", "second-ring", "grid-full", "white1", "take-side"} <= known
    found = {path.relative_to(SOURCE).as_posix(): known & named_in(path) for path in files_above()}
    assert len(found) > 200
    assert {file: told for file, told in found.items() if told} == {}


def test_one_script_knows_shapes_by_name() -> None:
    shapes = set(SCHEMA["properties"]["cells"]["items"]["properties"]["shape"]["enum"]) - {"symbol"}
    pages = [path for path in files_above() if path.suffix in NAMED and path.name != SHAPES]
    assert {path.name for path in pages if shapes & named_in(path)} == set()


def test_what_is_excused_is_named_by_a_game_and_above() -> None:
    named = on_sheets() | of_rules() | in_words()
    used = set().union(*map(named_in, files_above()))
    assert EVERYWHERE - named == set()
    assert EVERYWHERE - used == set()
