"""The public API: one page that does what it says, and costs little to import."""

from __future__ import annotations

import doctest
import importlib
import random
import re
import subprocess
import sys
from importlib.metadata import metadata
from pathlib import Path

import pytest

import cinquina
from cinquina import (
    GAMES,
    ROLL,
    IllegalMove,
    IllegalSetup,
    Position,
    Roll,
    after,
    faces_wanted,
    legal,
    opening,
    parse,
    spell,
)

ROOT = Path(__file__).resolve().parents[2]
HEAVY = ("alembic", "click", "jinja2", "llvmlite", "numba", "numpy", "segno", "sqlalchemy", "starlette", "uvicorn")


def test_the_page_does_what_it_says() -> None:
    told = doctest.testmod(cinquina, optionflags=doctest.IGNORE_EXCEPTION_DETAIL)
    assert told.attempted > 10
    assert told.failed == 0


def test_importing_it_imports_nothing_heavy() -> None:
    code = f"import sys, cinquina; print([name for name in {HEAVY!r} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_every_public_name_is_there_and_told() -> None:
    assert len(cinquina.__all__) == len(set(cinquina.__all__))
    for name in cinquina.__all__:
        thing = getattr(cinquina, name)
        assert thing.__doc__, name


FOR_USERS = ("README.md", "docs/bots.md", "docs/coach.md", "docs/record.md", "docs/research.md", "docs/simulating.md")
IMPORT = re.compile(r"^ *from cinquina(\S*) import (.+)$", re.MULTILINE)
WHOLE = ("coach", "rl", "truth")
"""What is public with all names in its `__all__`."""


def told_to_users() -> set[str]:
    """Return what the pages for users of the package, and the examples, import from inside or name."""
    pages = [(ROOT / page).read_text(encoding="utf-8") for page in FOR_USERS]
    texts = [*pages, *(path.read_text(encoding="utf-8") for path in (ROOT / "examples").glob("*.py"))]
    found = {
        f"{inside}.{name}" for text in texts for inside, names in IMPORT.findall(text) for name in names.split(", ")
    }
    found |= {name for page in pages for name in re.findall(r"`cinquina((?:\.\w+){2,})", page)}
    return {name.removeprefix(".") for name in found}


def test_all_that_users_are_told_to_import_is_said_to_be_public() -> None:
    listed = set(re.findall(r"^    (?:\w+\.)+\w+.*$", cinquina.__doc__ or "", re.MULTILINE))
    inside = {name for line in listed for name in line.split()}
    usual = set(cinquina.__all__) | {f"games.{name}" for name in cinquina.__all__}
    assert told_to_users() - usual - {*WHOLE} == inside


@pytest.mark.parametrize("name", WHOLE)
def test_what_is_public_as_a_whole_says_what_it_has(name: str) -> None:
    assert f"`cinquina.{name}`" in (cinquina.__doc__ or "")
    module = importlib.import_module(f"cinquina.{name}")
    assert [public for public in module.__all__ if not hasattr(module, public)] == []


def test_the_readme_uses_only_the_public_names() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    imports = re.findall(r"^(?:from|import) .*", "\n".join(re.findall(r"```python\n(.*?)```", text, re.DOTALL)), re.M)
    named = [name.strip() for line in imports for name in line.removeprefix("from cinquina import ").split(",")]
    assert named
    assert set(named) <= set(cinquina.__all__)


@pytest.mark.parametrize("game", GAMES)
def test_lines_and_events_are_the_same(game: str) -> None:
    position = opening(game, seats=2)
    luck = random.Random(game)
    for _ in range(20):
        line = possible_line(position, luck)
        event = parse(position, line)
        assert spell(position, event) == line
        assert after(position, line) == after(position, event)
        position = after(position, line)


def possible_line(position: Position, luck: random.Random) -> str:
    """A throw or a choice, as it is spelled."""
    if position.phase == ROLL:
        return spell(position, Roll(tuple(luck.randint(1, most) for most in faces_wanted(position))))
    seat = luck.choice(position.waiting)
    return f"{seat} {luck.choice(legal(position, seat))}"


def test_numbers_of_a_game_may_be_numbers() -> None:
    assert opening("qwixx", 2, penalty=3) == opening(GAMES["qwixx"], 2, penalty="3")


def test_what_will_not_do_is_refused() -> None:
    with pytest.raises(IllegalSetup, match="no-such-game"):
        opening("chess", seats=2)
    with pytest.raises(IllegalSetup, match="no-such-option-name"):
        opening("qwixx", seats=2, colour="red")
    with pytest.raises(IllegalMove, match="throw-first"):
        after(opening("qwixx", seats=2, begins="first"), "0 r5")


def test_the_version_is_told_once() -> None:
    told = metadata("cinquina")
    assert told["Version"] == cinquina.__version__
    newest = re.findall(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)[0]
    assert newest == cinquina.__version__


def test_the_package_says_what_it_is() -> None:
    told = metadata("cinquina")
    assert told["License-Expression"] == "MIT"
    assert told["Author"] == "The Cinquina authors"
    assert told["Requires-Python"] == ">=3.11"
    assert "Typing :: Typed" in told.get_all("Classifier", [])
    assert "The Cinquina authors" in (ROOT / "LICENSE").read_text(encoding="utf-8")
