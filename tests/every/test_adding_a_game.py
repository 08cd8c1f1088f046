"""The steps of docs/adding-a-game.md, followed exactly in a copy of the program."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FILE = re.compile(r"^```\w+ (\S+/\S+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
REGISTERED = {
    r"(?<=^from cinquina.games import )": "six, ",
    r"\.GAME(?=,?\s*\))": ".GAME, six.GAME",
}
"""The replacements in the list of games, whatever games there are."""


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the program and its tests with the game Six added."""
    home = tmp_path_factory.mktemp("six")
    shutil.copy(ROOT / "pyproject.toml", home)
    for folder in ("src", "tests", "tools"):
        shutil.copytree(ROOT / folder, home / folder, ignore=shutil.ignore_patterns("__pycache__"))
    page = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
    for name, text in FILE.findall(page):
        path = home / "src" / "cinquina" / name
        path.parent.mkdir(exist_ok=True)
        old = path.read_text(encoding="utf-8") + "\n" if name.endswith(".po") else ""
        path.write_text(old if text in old else old + text, encoding="utf-8")
    registry = home / "src" / "cinquina" / "games" / "__init__.py"
    told = registry.read_text(encoding="utf-8")
    if "six.GAME" not in told:  # where nobody has followed the page yet
        for before, then in REGISTERED.items():
            told, times = re.subn(before, then, told, flags=re.MULTILINE)
            assert times == 1, before
    registry.write_text(told, encoding="utf-8")
    return home


def run(program: Path, *words: str, text: str = "") -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join(str(program / folder) for folder in ("src", "tests"))
    environment = {**os.environ, "PYTHONPATH": path, "LC_ALL": "en_GB.UTF-8"}
    environment["CINQUINA_HOME"] = str(program / "home")
    return subprocess.run(
        [sys.executable, *words], input=text, capture_output=True, text=True, env=environment, cwd=program, check=False
    )


def test_the_new_game_is_listed_simulated_and_played(program: Path) -> None:
    listed = run(program, "-m", "cinquina", "games")
    assert "Six (six), 1–4 players: Cross the numbers from 1 to 6." in listed.stdout
    simulated = run(program, "-m", "cinquina", "simulate", "six", "--seats", "3", "--games", "20", "--json")
    assert json.loads(simulated.stdout)["endings"] == {"all-six": 20}
    played = run(program, "-m", "cinquina", "play", "six", "--seats", "Ada,bot:random", "--no-confirm", text="why 7\n")
    assert "“7” is not a move" in played.stdout
    assert "cross" in played.stdout
    assert played.returncode == 1


def test_the_new_game_has_a_word_for_everything_and_hints_by_games_played_on(program: Path) -> None:
    line = ("-m", "cinquina", "play", "six", "--seats", "Ada", "--lang", "en")
    hinted = run(program, *line, text="hint\n").stdout
    assert "Expected final points" in hinted
    assert "games played on" in hinted
    known = "from cinquina.locales import read_po; from cinquina.sheets import load; words = read_po('en'); "
    told = run(program, "-c", known + "print([c.id for c in load('six').cells if f'cell.six.{c.kind}' not in words])")
    assert told.stdout == "[]\n", told.stderr


PYTEST = ("-q", "-p", "no:cacheprovider")
LAWS = """
import os, sys
os.environ["LAWS_EXAMPLES"] = "20"
from cinquina.games import GAMES
for name in set(GAMES) - {"six"}:
    del GAMES[name]
import pytest
sys.exit(pytest.main(sys.argv[1:]))
"""
"""All examples of the laws are of the new game: those of the other games are tried elsewhere."""


def test_the_laws_hold_for_the_new_game_by_themselves(program: Path) -> None:
    own_nets = "not recount and not bound"
    judged = run(program, "-c", LAWS, *PYTEST, "-k", own_nets, "tests/every/test_laws.py")
    assert judged.returncode == 0, judged.stdout + judged.stderr


ASKING = (
    *("bots/test_door.py", "bots/test_frozen.py", "bots/test_plain_play.py", "bots/test_reviews.py"),
    *("coach/test_puzzles.py", "coach/test_review.py", "every/test_sheets.py", "every/test_words.py"),
    *("rl/test_gymnasium.py", "rl/test_observing.py", "rl/test_pettingzoo.py", "sim/test_loops_in_c.py"),
    *("table/test_dice_table.py", "table/test_drafts.py", "term/test_practice.py"),
    *("web/test_ending.py", "web/test_protocol.py", "web/test_steps.py"),
)
"""Tests that ask something of every game, but not for the nets that the page announces; only quick ones."""


def test_no_test_asks_the_new_game_for_what_the_page_does_not_announce(program: Path) -> None:
    asked = "six or test_words or test_sheets"  # the last two also ask in tests that do not name the game
    judged = run(program, "-m", "pytest", *PYTEST, "-k", asked, *(f"tests/{name}" for name in ASKING))
    assert judged.returncode == 0, judged.stdout + judged.stderr


def test_many_new_games_at_once_earn_what_single_ones_do(program: Path) -> None:
    alike = "from rl.test_vector import alike; "
    judged = run(program, "-c", alike + "print(alike('six', seats=3, seat=2, opponents='random', reward='margin'))")
    assert int(judged.stdout) > 1, judged.stderr
