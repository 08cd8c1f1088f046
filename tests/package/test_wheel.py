"""What is released: the files in it, and that it works where the checkout is not."""

from __future__ import annotations

import json
import re
import subprocess
import tarfile
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import PurePosixPath
from typing import Any

import pytest

import cinquina
from cinquina.games import GAMES
from cinquina.locales import LANGUAGES
from cinquina.sheets import names as sheet_names
from package.conftest import ROOT, Built, Installed

PACKAGE = ROOT / "src" / "cinquina"
NOT_RELEASED = {"tests", "bench", "tools", ".ci", ".venv", "__pycache__", "screens", "node_modules", "decisions"}
ENDINGS = {".py", ".pyi", ".json", ".po", ".md", ".js", ".ts", ".css", ".svg", ".html", ".tables", ".typed", ".toml"}
NAMES = ("LICENSE", "PKG-INFO", ".gitignore")
SCRIPT = "1 4 3 6 2 6\n\nr5\n\nquit\n"
"""A throw of real dice, confirmed; a choice, confirmed; and no more for today."""


def in_wheel(built: Built) -> set[str]:
    """The names of the files in the wheel."""
    with zipfile.ZipFile(built.wheel) as wheel:
        return set(wheel.namelist())


def in_sdist(built: Built) -> set[str]:
    """The names of the files in the source package, without its own folder."""
    with tarfile.open(built.sdist) as sdist:
        return {member.name.partition("/")[2] for member in sdist.getmembers() if member.isfile()}


def test_the_wheel_has_all_that_the_program_reads(built: Built) -> None:
    told = in_wheel(built)
    wanted = {f"cinquina/sheets/{name}.json" for name in sheet_names()}
    wanted |= {f"cinquina/locales/{language}/cinquina.po" for language in LANGUAGES}
    wanted |= {f"cinquina/locales/rules/{game}.{language}.md" for game in GAMES for language in LANGUAGES}
    for ending in ("*.js", "*.css", "*.svg", "*.html", "*.tables", "*.json", "*.typed", "*.py"):
        wanted |= {f"cinquina/{path.relative_to(PACKAGE).as_posix()}" for path in PACKAGE.rglob(ending)}
    assert "cinquina/py.typed" in wanted
    assert any("migrations/versions" in name for name in wanted)
    assert wanted <= told


@pytest.mark.parametrize("names_in", [in_wheel, in_sdist])
def test_nothing_else_is_released(built: Built, names_in: Any) -> None:
    for name in names_in(built):
        path = PurePosixPath(name)
        assert not NOT_RELEASED & set(path.parts), name
        if ".dist-info/" in name or path.name in NAMES or path.parent.name == "lessons":
            continue
        assert path.suffix in ENDINGS, name


def test_the_source_package_has_its_licence_and_its_changes(built: Built) -> None:
    assert {"LICENSE", "CHANGELOG.md", "README.md", "pyproject.toml", "PKG-INFO"} <= in_sdist(built)


def test_the_licence_is_in_the_wheel(built: Built) -> None:
    assert f"cinquina-{cinquina.__version__}.dist-info/licenses/LICENSE" in in_wheel(built)


def test_the_installed_program_tells_its_games(installed: Installed) -> None:
    told = installed.run("cinquina", "games", "--json")
    assert told.returncode == 0, told.stderr
    assert [game["name"] for game in json.loads(told.stdout)] == list(GAMES)


def test_the_installed_package_is_not_the_checkout(installed: Installed) -> None:
    told = installed.run("python", "-c", "import cinquina; print(cinquina.__version__, cinquina.__file__)")
    version, file = told.stdout.split()
    assert version == cinquina.__version__
    assert file.startswith(str(installed.folder))


def test_the_installed_program_plays_at_the_terminal(installed: Installed) -> None:
    line = "play qwixx --seats Anna,Bruno --real-dice --option begins=first"
    told = installed.run("cinquina", *line.split(), text=SCRIPT)
    assert told.returncode == 0, told.stderr
    assert "The game is kept" in told.stdout
    (kept,) = (installed.folder / ".local" / "share" / "cinquina" / "games").glob("qwixx-*.txt")
    assert kept.read_text(encoding="utf-8").endswith("roll 1 4 3 6 2 6\n0 r5\n")


def test_the_installed_program_simulates(installed: Installed) -> None:
    told = installed.run("cinquina", "simulate", "sequence-dice", "--games", "100", "--json", NUMBA_OPT="1")
    assert told.returncode == 0, told.stderr
    assert json.loads(told.stdout)["games"] == 100


@contextmanager
def serving(installed: Installed) -> Iterator[str]:
    """The address of the installed server."""
    command = [str(installed.programs / "cinquina"), "serve", "--port", "0"]
    server = subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, env=installed.environment(), cwd=installed.folder
    )
    assert server.stdout
    try:
        told = re.search(r"http://\S+", server.stdout.readline())
        assert told, "the server does not say where it is"
        yield told[0]
    finally:
        server.terminate()
        assert server.wait(30) == 0
        server.stdout.close()


def test_the_installed_program_serves_its_pages(installed: Installed, chromium: Any) -> None:
    complaints: list[str] = []
    with serving(installed) as address:
        page = chromium.new_page(locale="en", base_url=address)
        page.on("pageerror", lambda wrong: complaints.append(str(wrong)))
        page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
        page.goto("/")
        page.get_by_role("heading", name="Qwixx").first.wait_for()
        page.goto("/print/qwixx")
        page.locator("svg").first.wait_for()
        page.goto("/rules/qwixx")
        assert "Qwixx" in page.title()
        page.close()
    assert complaints == []
