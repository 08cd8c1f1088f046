"""Without numpy, numba, a database or a server all five games are played with every level; stand-ins are told."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from bots.frozen import BLOCK, file_of
from cinquina import __version__
from cinquina.bots import LARGE_TABLES, levels_of, names_of, stand_ins
from cinquina.bots.players import players_of
from cinquina.games import GAMES

TESTS = Path(__file__).parents[1]
STAND_INS = {
    "the-choice": [["hard", "quick", LARGE_TABLES], ["expert", "quick", LARGE_TABLES], ["race", "quick", LARGE_TABLES]]
}
"""All there are: in every other game every bot plays as well as it can."""
COMPILING = (
    "simulate qwixx --games 2",
    "simulate qwixx --games 2 --bots greedy,hard",
    "whatif qwixx --option penalty=3 --games 2",
    "arena qwixx --games 2",
    "solve qwixx",
    "train qwixx --run run",
    "bench",
)


def run(*line: str, folder: Path = TESTS) -> subprocess.CompletedProcess[str]:
    """Run Python with the tests' modules at hand."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(TESTS), *sys.path]), "LC_ALL": "en_GB.UTF-8"}
    return subprocess.run(
        [sys.executable, *line], cwd=folder, env=environment, capture_output=True, text=True, timeout=300
    )


def plainly(*line: str) -> Any:
    """What `plain_play` prints."""
    done = run("plain_play.py", *line)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_is_played_against_every_level(game: str) -> None:
    played = plainly("play", game)
    assert list(played) == list(levels_of(GAMES[game]))
    assert all(len(points) == 2 for points in played.values())


def test_the_bots_that_others_play_for_are_told() -> None:
    assert plainly("stand-ins") == {game: STAND_INS.get(game, []) for game in GAMES}


@pytest.mark.parametrize("game", GAMES)
def test_nobody_is_stood_in_for_for_ever_where_code_can_be_compiled(game: str) -> None:
    assert stand_ins(GAMES[game]) == ()
    assert len(players_of(GAMES[game]).STAND_INS) == len(STAND_INS.get(game, []))


@pytest.mark.parametrize("game", [game for game in GAMES if file_of(game).exists()])
def test_all_others_answer_as_the_compiled_ones(game: str) -> None:
    frozen = json.loads(file_of(game).read_text(encoding="utf-8"))["bots"]
    answers = plainly("answers", game)
    assert list(answers) == list(names_of(GAMES[game]))
    for bot, given in answers.items():
        played_by = {one: other for one, other, _ in STAND_INS.get(game, [])}.get(bot, bot)
        assert given["options"] == frozen[played_by]["options"][: 2 * BLOCK], bot
        assert given["worth"] == frozen[played_by]["worth"].split()[0], bot


@pytest.mark.parametrize("missing", ["numba", "numpy"])
@pytest.mark.parametrize("line", COMPILING)
def test_a_command_that_compiles_says_what_is_missing(line: str, missing: str, tmp_path: Path) -> None:
    sentence = refused(f"import plain_play; plain_play.forbid({missing!r})", line, tmp_path)
    assert f"compiles with {missing}" in sentence
    assert "install Cinquina again" in sentence


@pytest.mark.parametrize("line", COMPILING)
def test_a_command_that_compiles_says_that_numba_does_not_suit_this_python(line: str, tmp_path: Path) -> None:
    (tmp_path / "numba.py").write_text("raise ImportError('Numba needs another NumPy')")
    sentence = refused("", line, tmp_path)
    assert "compiles with numba" in sentence
    assert "Numba needs another NumPy" in sentence


def refused(before: str, line: str, folder: Path) -> str:
    """The one sentence with which a command ends."""
    code = f"{before}\nimport sys; sys.argv[1:] = {line.split()!r}\nfrom cinquina.cli import main; main()"
    done = run("-c", code, folder=folder)
    assert done.returncode == 2, done.stderr
    assert done.stdout == ""
    (sentence,) = done.stderr.splitlines()
    return sentence


def test_the_version_is_told_without_any_of_them(tmp_path: Path) -> None:
    code = "import plain_play; plain_play.forbid(*plain_play.FORBIDDEN)\nimport sys; sys.argv[1:] = ['--version']\n"
    done = run("-c", code + "from cinquina.cli import main; main()", folder=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.split()[-1] == __version__
