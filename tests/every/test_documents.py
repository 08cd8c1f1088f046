"""The documents say what the program does: drawings, links, commands, keys."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path

import pytest

from cinquina.games import GAMES
from cinquina.locales import LANGUAGES, rules_text

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").rglob("*.md"))]


def redrawn(text: str, language: str) -> str:
    """A page with its sheets drawn anew by docs/draw_sheets.py."""
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


def test_the_python_of_the_readme_prints_what_it_says(capsys: pytest.CaptureFixture[str]) -> None:
    page = (ROOT / "README.md").read_text(encoding="utf-8")
    for code in re.findall(r"```python\n(.*?)```", page, re.DOTALL):
        exec(code, {})
        assert capsys.readouterr().out.splitlines() == re.findall(r"  # (.*)", code)


def test_the_python_of_the_simulating_page_runs() -> None:
    page = (ROOT / "docs" / "simulating.md").read_text(encoding="utf-8").replace("4096", "64").replace("10_000", "50")
    names: dict[str, object] = {}
    for code in re.findall(r"```python\n(.*?)```", page, re.DOTALL):
        exec(code, names)
    assert names["step"]


def test_the_record_page_shows_a_record_that_can_be_read() -> None:
    from cinquina.core.record import read, write

    page = (ROOT / "docs" / "record.md").read_text(encoding="utf-8")
    shown = re.findall(r"```record\n(.*?)```", page, re.DOTALL)
    assert shown
    for text in shown:
        assert write(read(text, GAMES)) == text
