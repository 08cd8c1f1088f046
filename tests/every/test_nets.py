"""Every game has drawn rule tests, tree counts, golden games and an independent set of tests."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cinquina import games
from cinquina.core import endings
from cinquina.core.record import read
from cinquina.games import GAMES
from trees_told import TREES

TESTS = Path(__file__).resolve().parents[1]
GAMES_FOLDER = Path(games.__file__).parent
MOST_LINES = 330
ORDER: tuple[str, ...] = (
    "NAME",
    "VERSION",
    "SEATS",
    "OPTIONS",
    "ENDINGS",
    "PARTS",
    "CHOICES",
    "DICE",
    "NUMBERS",
    "State",
)
ORDER += ("start", "rolling", "land", "legal", "apply", "part")
PLAYED = sorted((TESTS / "played").glob("*.txt"))


@pytest.mark.parametrize("name", GAMES)
def test_no_game_lacks_a_net(name: str) -> None:
    module = f"test_{name.replace('-', '_')}.py"
    assert (TESTS / "games" / module).exists()
    assert (TESTS / "independent" / module).exists()
    assert (TESTS / "recount" / module.removeprefix("test_")).exists()
    assert sum(tree.game == name for tree in TREES) >= 3


@pytest.mark.parametrize("name", GAMES)
def test_rules_are_short_and_told_in_the_same_order_in_every_game(name: str) -> None:
    package = GAMES_FOLDER / name.replace("-", "_")
    assert {path.name for path in package.glob("*.py")} == {"__init__.py", "rules.py", "telling.py"}
    text = (package / "rules.py").read_text(encoding="utf-8")
    assert len(text.splitlines()) <= MOST_LINES
    told = re.findall(r"^(?:def (\w+)|class (\w+)|(\w+)(?::.*)? = )", text, re.MULTILINE)
    names = ["".join(found) for found in told]
    assert [found for found in names if found in ORDER] == list(ORDER)


@pytest.mark.parametrize("name", GAMES)
def test_a_golden_game_ends_in_each_way_a_game_can_end(name: str) -> None:
    seen = set[str]()
    for path in PLAYED:
        game = read(path.read_text(encoding="utf-8"), GAMES)
        if name == game.position.rules.NAME:
            seen.update(endings(game.position))
    assert seen == set(GAMES[name].ENDINGS)
