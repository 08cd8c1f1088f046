"""The documents agree with the program: drawings, links, commands, keys."""

from __future__ import annotations

import importlib.util
import pkgutil
import re
import shlex
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner
from starlette.routing import Route, WebSocketRoute
from tools import page_types

import cinquina
from cinquina.bots import names_of
from cinquina.cli import build
from cinquina.cli.arguments import options_of
from cinquina.core.position import full_options
from cinquina.games import GAMES
from cinquina.locales import LANGUAGES, read_po, rules_text, words
from cinquina.store import MemoryStore
from cinquina.web.app import app
from cinquina.web.pages import KINDS

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").rglob("*.md"))]


def redrawn(text: str, language: str) -> str:
    """Return a page with its sheets drawn again by docs/draw_sheets.py."""
    spec = importlib.util.spec_from_file_location("draw_sheets", ROOT / "docs" / "draw_sheets.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return str(module.redrawn(text, language))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_the_rules_of_every_game_are_told_in_both_languages_with_the_drawn_sheet(game: str, language: str) -> None:
    text = rules_text(game, language)
    assert "```sheet" in text
    assert redrawn(text, language) == text, "run: .venv/bin/python docs/draw_sheets.py"
    for option, values in GAMES[game].OPTIONS.items():
        assert f"`{option}`" in text
        assert f"`{values.default}`" in text


@pytest.mark.parametrize("game", GAMES)
def test_both_languages_have_the_same_chapters(game: str) -> None:
    chapters = [re.findall(r"^#+ ", rules_text(game, language), re.MULTILINE) for language in LANGUAGES]
    assert chapters[0] == chapters[1]


@pytest.mark.parametrize("page", PAGES, ids=[str(page.relative_to(ROOT)) for page in PAGES])
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
        if not target.startswith("http"):
            assert (page.parent / target).exists(), target


def test_the_readme_begins_with_the_two_commands() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert text.index("make play") < text.index("make test") < 2500


def python_of(page: Path) -> list[str]:
    """Return the Python blocks of a page that are not files; large numbers of games and positions are reduced."""
    text = page.read_text(encoding="utf-8").replace("4096", "64").replace("10_000", "50")
    return re.findall(r"^```python\n(.*?)^```", text, re.DOTALL | re.MULTILINE)


WITH_PYTHON = [page for page in PAGES if python_of(page)]


@pytest.mark.parametrize("page", WITH_PYTHON, ids=[str(page.relative_to(ROOT)) for page in WITH_PYTHON])
def test_the_python_of_a_page_runs_and_prints_what_it_says(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    names: dict[str, object] = {}
    for code in python_of(page):
        exec(code, names)
        assert capsys.readouterr().out.splitlines() == re.findall(r"^print.*  # (.*)", code, re.MULTILINE)


def test_the_pages_for_programmers_have_python() -> None:
    assert {page.name for page in WITH_PYTHON} >= {"README.md", "simulating.md"}


NO_NAMES: tuple[str, ...] = ("cinquina.po", "cinquina.keys", "cinquina.guided", "cinquina.mistakes", "cinquina.game")
NO_NAMES += ("cinquina.practice", "cinquina.games.six", "cinquina.games.six.rules")
"""A file, the localStorage keys of pages, and the game that a page adds."""


@pytest.mark.parametrize("page", PAGES, ids=[str(page.relative_to(ROOT)) for page in PAGES])
def test_every_name_that_is_mentioned_exists(page: Path) -> None:
    for name in re.findall(r"(?<![\w/.-])cinquina(?:\.[A-Za-z_]\w*)+", page.read_text(encoding="utf-8")):
        if name not in NO_NAMES:
            pkgutil.resolve_name(name)


@pytest.mark.parametrize("page", PAGES, ids=[str(page.relative_to(ROOT)) for page in PAGES])
def test_every_file_of_the_program_that_is_mentioned_exists(page: Path) -> None:
    if page.name == "CHANGELOG.md":
        return  # describes the past
    for path in re.findall(r"`((?:src|tests|bench|docs)/[\w./-]+)`", page.read_text(encoding="utf-8")):
        assert (ROOT / path).exists() or "six" in path, path


# --- commands -------------------------------------------------------------------------------------------------


def commands_in(text: str) -> set[str]:
    """Return the program calls in a text: on their own lines, without the explanation after them, and inline."""
    lines = re.findall(r"^ *(?:\.venv/bin/)?cinquina ([a-z].*)$", text, re.MULTILINE)
    inline = re.findall(r"[`«](?:\.venv/bin/)?cinquina ([a-z][^`»]*)[`»]", text)
    return {re.split(r"\s{2,}| >> ", line.strip())[0] for line in (*lines, *inline)}


NEW_FILE = r"^```\w+ \S+/\S+\n.*?^```$"
"""What a page adds to the program; the tests of these pages add it to a copy and use it."""


def all_commands() -> list[str]:
    """Return every call in the documents and in the help of both languages."""
    helps = [form for language in LANGUAGES for key, forms in read_po(language).items() for form in forms]
    pages = [page.read_text(encoding="utf-8") for page in (*PAGES, ROOT / "bench" / "results.md")]
    pages = [re.sub(NEW_FILE, "", text, flags=re.DOTALL | re.MULTILINE) for text in pages]
    return sorted(set().union(*map(commands_in, (*pages, *helps))))


@pytest.mark.parametrize("line", all_commands())
def test_every_command_that_is_shown_can_be_called_so(line: str) -> None:
    group = build(words("en"))
    name, *given = shlex.split(line)
    assert name in group.commands, f"there is no command {name}"
    command = group.load(name)
    known = {spelled for parameter in command.params for spelled in parameter.opts}
    assert {word.partition("=")[0] for word in given if word.startswith("--")} <= known
    try:
        context = command.make_context(name, given)
    except (click.MissingParameter, click.BadOptionUsage):
        return  # a command or an option that is only mentioned
    check_values(context.params)


def check_values(given: dict[str, Any]) -> None:
    """Check that the options, seats and bots of a call exist in its game."""
    rules = GAMES.get(given.get("game") or "")
    if rules is None:
        return
    options = options_of(words("en"), (*given.get("options", ()), *given.get("base", ())))
    seats = given.get("seats")
    full_options(rules, seats if isinstance(seats, int) else rules.SEATS[-1], options)
    bots = (given.get("bots") or "").split(",") + [name.partition("bot:")[2] for name in str(seats).split(",")]
    assert {bot for bot in bots if bot} <= set(names_of(rules))


def test_every_command_is_in_the_readme() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert [name for name in build(words("en")).commands if f"cinquina {name}" not in text] == []


def test_every_address_of_the_server_is_told() -> None:
    text = (ROOT / "docs" / "web-protocol.md").read_text(encoding="utf-8")
    paths = [route.path for route in app(MemoryStore()).routes if isinstance(route, (Route, WebSocketRoute))]
    told = [path.replace("{kind:kind}", kind) for path in paths for kind in KINDS]
    missing = {path for path in told if f"`{re.sub(r'{(.*?)}', lambda name: name[1].upper(), path)}`" not in text}
    assert missing == set()


def test_the_table_of_packages_names_every_package_and_every_module_that_is_in_none() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    told = {name.strip("/") for name in re.findall(r"^\| `([\w./]+)` \|", text, re.MULTILINE)}
    modules = [module for module in pkgutil.iter_modules(cinquina.__path__) if module.name != "__main__"]
    assert told == {module.name if module.ispkg else f"{module.name}.py" for module in modules} | {"lessons"}


def test_every_file_of_the_protocol_is_told_and_makes_types() -> None:
    text = (ROOT / "docs" / "web-protocol.md").read_text(encoding="utf-8")
    files = {path.name for path in (ROOT / "src" / "cinquina" / "web").glob("*protocol.py")} | {"actions.py"}
    assert {name for name in files if not re.search(rf"(?<!\w){re.escape(name)}", text)} == set()
    assert {f"{module.__name__.rpartition('.')[2]}.py" for module in page_types.MODULES} == files


@pytest.mark.parametrize("script", ["tools/*.py", "docs/*.py"])
def test_a_script_that_imports_the_program_is_called_in_its_environment(script: str) -> None:
    sources = [*PAGES, *(ROOT / "src").rglob("*.py"), *ROOT.glob(script)]
    call = f"python3 {script.removesuffix('*.py')}"
    assert [source.name for source in sources if call in source.read_text(encoding="utf-8")] == []


def test_commands_are_found_in_the_documents() -> None:
    assert {"games", "play qwixx", "simulate qwinto --games 50 --record folder"} <= set(all_commands())


@pytest.mark.parametrize("line", ["games", "rules qwixx", "rules extra", "completion bash"])
def test_quick_commands_run(line: str) -> None:
    done = CliRunner().invoke(build(words("en")), line.split(), standalone_mode=False)
    assert done.exception is None
    assert done.output


def test_the_record_page_shows_a_record_that_can_be_read() -> None:
    from cinquina.core.record import read, write

    page = (ROOT / "docs" / "record.md").read_text(encoding="utf-8")
    shown = re.findall(r"```record\n(.*?)```", page, re.DOTALL)
    assert shown
    for text in shown:
        assert write(read(text, GAMES)) == text
