"""The bots of all games have one shape: the same files, the same names, short signatures."""

from __future__ import annotations

import ast
import importlib
from pathlib import Path

import pytest

from cinquina import bots
from cinquina.bots.players import OF_GAMES

FOLDER = Path(bots.__file__).parent
FILES = {"__init__", "features", "values", "play", "tables", "selfplay", "training"}
"""What every package has."""
INTERFACE = ["BOTS", "FORESEES_THROWS", "STAND_INS", "at_hand", "judge", "luck_of_throw", "tables_for", "valued"]
MOST_PARAMETERS = 6
LONGER = {"join"}
"""Its keywords are the defaults of a game, one each."""


@pytest.mark.parametrize("game", OF_GAMES)
def test_every_package_of_bots_has_the_same_files_and_names(game: str) -> None:
    package = importlib.import_module(OF_GAMES[game].__name__)
    assert package.__all__ == INTERFACE
    there = {file.stem for file in (FOLDER / game.replace("-", "_")).glob("*.py")}
    assert there >= FILES


def test_the_documents_name_every_file_of_every_package() -> None:
    text = (FOLDER.parents[2] / "docs" / "bots.md").read_text(encoding="utf-8")
    files = [file.name for game in OF_GAMES for file in (FOLDER / game.replace("-", "_")).glob("[a-z]*.py")]
    assert [name for name in files if f"`{name}`" not in text] == []


def test_no_function_takes_more_than_six_parameters() -> None:
    for file in FOLDER.parent.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name not in LONGER:
                given = node.args
                names = [one.arg for one in (*given.posonlyargs, *given.args, *given.kwonlyargs)]
                many = len(names) - (names[:1] in (["self"], ["cls"]))
                assert many <= MOST_PARAMETERS, f"{file.name}: {node.name}"
