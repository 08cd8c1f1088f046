"""The README: what matters is on its first screen, and nothing in it leads nowhere on a package index."""

from __future__ import annotations

import re
import zipfile
from email import message_from_bytes

from package.conftest import ROOT, Built

README = (ROOT / "README.md").read_text(encoding="utf-8")
FIRST_SCREEN = 16
"""Lines."""


def long_description(built: Built) -> str:
    """What a package index shows."""
    with zipfile.ZipFile(built.wheel) as wheel:
        (name,) = (name for name in wheel.namelist() if name.endswith(".dist-info/METADATA"))
        told = message_from_bytes(wheel.read(name))
    assert told["Description-Content-Type"] == "text/markdown"
    text = told.get_payload(decode=True)
    assert isinstance(text, bytes)
    return text.decode()


def test_the_first_screen_has_a_picture_and_the_two_commands() -> None:
    first = "\n".join(README.splitlines()[:FIRST_SCREEN])
    assert re.search(r"^!\[[^\]]+\]\(docs/pictures/\S+\)$", first, re.MULTILINE)
    assert "make play" in first
    assert "make test" in first
    assert "Python 3.11 to 3.14" in first


def test_on_a_package_index_no_link_leads_nowhere(built: Built) -> None:
    text = long_description(built)
    assert [target for target in re.findall(r"\]\(([^)]*)\)", text) if not target.startswith("https://")] == []
    assert "docs/pictures" not in text
    assert "<!--" not in text


def test_on_a_package_index_all_the_rest_is_there(built: Built) -> None:
    text = long_description(built)
    headings = re.findall(r"^#+ .*", README, re.MULTILINE)
    assert re.findall(r"^#+ .*", text, re.MULTILINE) == headings
    assert "from cinquina import after" in text
    assert "How a game is written: the protocol" in text


def test_the_players_of_every_game_are_told_rightly() -> None:
    from cinquina import GAMES
    from cinquina.locales import words

    for name, rules in GAMES.items():
        seats = f"{rules.SEATS[0]}–{rules.SEATS[-1]}"
        assert f"| {words('en')(f'game.{name}')} | {seats} | [English](docs/rules/{name}.en.md)" in README
