"""Every game has drawn rule tests, tree counts, golden games and an independent set of tests."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bots.frozen import file_of
from cinquina import games
from cinquina.bots.players import OF_GAMES
from cinquina.coach.likeness import losses_of
from cinquina.coach.puzzles import puzzles_of
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
OF_THE_HOUSE = ("qwixx", "qwinto", "the-choice", "extra", "sequence-dice")
"""Games that have everything, also what a game may do without."""
PLAYED = sorted((TESTS / "played").glob("*.txt"))


@pytest.mark.parametrize("name", GAMES)
def test_no_game_lacks_a_net(name: str) -> None:
    module = f"test_{name.replace('-', '_')}.py"
    assert (TESTS / "games" / module).exists()
    assert (TESTS / "independent" / module).exists()
    assert (TESTS / "recount" / module.removeprefix("test_")).exists()
    assert sum(tree.game == name for tree in TREES) >= 3


@pytest.mark.parametrize("name", OF_THE_HOUSE)
def test_a_game_of_the_house_has_also_what_a_game_may_do_without(name: str) -> None:
    assert name in OF_GAMES
    assert puzzles_of(name)
    assert (TESTS.parent / "bench" / "loops" / f"{name.replace('-', '_')}.c").exists()
    assert (TESTS / "golden" / "0.1.0" / "seeded" / f"{name}.txt").exists()


@pytest.mark.parametrize("name", OF_GAMES)
def test_bots_of_their_own_have_frozen_answers_and_known_losses(name: str) -> None:
    assert file_of(name).exists()
    assert losses_of(name, alone=False)
    assert losses_of(name, alone=True) or 1 not in GAMES[name].SEATS


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
