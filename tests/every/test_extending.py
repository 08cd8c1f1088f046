"""The recipes of docs/extending.md, followed to the letter in a copy of the program."""

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
PAGE = (ROOT / "docs" / "extending.md").read_text(encoding="utf-8")
FILE = re.compile(r"^```(\w+) (\S+/\S+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the program with a bot, a command and a page more."""
    home = tmp_path_factory.mktemp("extended")
    shutil.copytree(ROOT / "src" / "cinquina", home / "cinquina", ignore=shutil.ignore_patterns("__pycache__"))
    for kind, name, text in FILE.findall(PAGE):
        path = home / "cinquina" / name
        old = path.read_text(encoding="utf-8") if path.exists() else ""
        path.write_text(changed(old, text) if kind == "diff" else f"{old}\n{text}".lstrip("\n"), encoding="utf-8")
    return home


def changed(old: str, change: str) -> str:
    """A file with a change made in the one place where it fits."""
    lines = change.splitlines(keepends=True)
    before = "".join(line[1:] for line in lines if line[0] != "+")
    then = "".join(line[1:] for line in lines if line[0] != "-")
    assert f"\n{old}".count(f"\n{before}") == 1, before
    return old.replace(before, then)


def run(program: Path, *words: str) -> str:
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(map(str, (program, ROOT / "tests", ROOT))),
        "CINQUINA_HOME": str(program / "home"),
    }
    line = [sys.executable, *words]
    done = subprocess.run(line, capture_output=True, text=True, env=environment, cwd=program, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_new_bot_plays_in_the_terminal_in_the_arena_and_compiled(program: Path) -> None:
    listed = json.loads(run(program, "-m", "cinquina", "games", "--json"))
    assert "patient" in next(game["bots"] for game in listed if game["name"] == "qwinto")
    assert "Bot patient" in run(program, "-m", "cinquina", "play", "qwinto", "--seats", "bot:patient,bot:random")
    pairing = ("--bots", "patient,random", "--games", "4")
    assert "patient" in run(program, "-m", "cinquina", "arena", "qwinto", *pairing)


def test_a_new_command_has_help_and_a_seed(program: Path) -> None:
    three = [run(program, "-m", "cinquina", "dice", "qwixx", "3", "--seed", "1") for _ in range(2)]
    assert three[0] == three[1]
    assert re.fullmatch(r"([1-6]( [1-6]){5}\n){3}", three[0])
    assert len(json.loads(run(program, "-m", "cinquina", "dice", "extra", "2", "--json"))["throws"]) == 2
    assert "Stampa dei lanci" in run(program, "-m", "cinquina", "dice", "--help", "--lang", "it")


CALLED = """
import click, pytest
from every.test_documents import test_every_command_that_is_shown_can_be_called_so as call

call({good!r})
with pytest.raises(click.BadParameter):
    call({bad!r})
"""


def test_the_row_of_a_new_command_can_be_called_as_the_page_says(program: Path) -> None:
    good, bad = re.findall(r"`(dice GAME \w+)`", PAGE)
    run(program, "-c", CALLED.format(good=good, bad=bad))


ASK = """
import asyncio
from cinquina.store import MemoryStore
from cinquina.web.app import app

served = app(MemoryStore())

async def page(path, lang):
    told = []
    async def receive(): return {"type": "http.request", "body": b""}
    async def send(message): told.append(message.get("body", b""))
    headers = [(b"host", b"localhost"), (b"accept-language", lang.encode())]
    scope = dict(type="http", method="GET", path=path, raw_path=path.encode(), query_string=b"", headers=headers)
    await served(scope | dict(scheme="http", server=("localhost", 80), client=("127.0.0.1", 1)), receive, send)
    return b"".join(told).decode()

for lang in ("en", "it"):
    assert 'href="/about"' in asyncio.run(page("/", lang))
    print(asyncio.run(page("/about", lang)))
"""


def test_a_new_page_speaks_both_languages_and_is_linked_from_the_home_page(program: Path) -> None:
    told = run(program, "-c", ASK)
    assert "<p>Cinquina is free software.</p>" in told
    assert "<p>Cinquina è software libero.</p>" in told
