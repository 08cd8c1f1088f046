"""A game the pages do not know, the one of docs/adding-a-game.md, can be played in the browser like all others."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from browser_hands import IS_READY, LEGAL, MAIN, made_table, play_to_the_end, verdict_on_dice
from every.test_adding_a_game import program

__all__ = ["program"]
PHONE = {"width": 360, "height": 740}
BOT = {"kind": "bot", "level": "random"}
THROWN = """() => {
  const main = document.querySelector(".play > .actions .button.main");
  return document.querySelector("svg.sheet:not(.small) .legal") || !main.hasAttribute("aria-disabled");
}"""
"""Cells are lit, or there was nothing to choose and the next throw is due."""


@pytest.fixture(scope="module")
def six(program: Path) -> Iterator[str]:
    """The address of a server of the program with the new game."""
    surroundings = os.environ | {"PYTHONPATH": str(program), "CINQUINA_PACE": "0"}
    line = [sys.executable, "-m", "cinquina", "serve", "--port", "0", "--db", "memory:"]
    server = subprocess.Popen(line, env=surroundings, cwd=program, stdout=subprocess.PIPE, text=True)
    assert server.stdout
    told = re.search(r"http://\S+?:\d+", server.stdout.readline())
    assert told
    yield told[0]
    server.terminate()
    server.wait(20)
    server.stdout.close()


def test_the_home_page_shows_the_new_game_with_its_sheet(people: Any, six: str, screens: Path) -> None:
    page = people(language="en", at=six)
    page.goto("/")
    page.wait_for_selector("body[data-ready=yes]")
    card = page.locator(".home-grid .card", has_text="Cross the numbers from 1 to 6.")
    assert card.locator("svg.sheet .cell").count() == 6
    card.screenshot(path=screens / "six-home.png")


def test_a_whole_game_with_pencil_refusals_log_and_replay(people: Any, six: str, screens: Path) -> None:
    page = people(PHONE, "en", at=six)
    code = made_table(page, [{"kind": "me", "name": "Ada"}, BOT], "six")
    while page.locator(LEGAL).count() == 0:  # only throws: a second press on a pencilled cell would confirm it
        page.wait_for_function(IS_READY)
        if page.locator(LEGAL).count() == 0:
            page.locator(MAIN).click()
            page.wait_for_function(THROWN)
    page.locator(LEGAL).first.click(force=True)
    page.wait_for_selector("svg.sheet:not(.small) .pencilled")
    dark = page.locator("svg.sheet:not(.small) .cell:not(.legal):not(.pencilled)").first
    dark.click(force=True)
    why = page.locator(".play .why").inner_text()
    assert why in ("That number was not thrown.", "That number is crossed already.")
    page.screenshot(path=screens / "six-phone.png", full_page=True)
    play_to_the_end(page)
    assert page.locator(".ranking li").count() == 2
    assert "All six numbers are crossed" in page.locator(".play .around").inner_text()
    assert any("You: " in text for text in page.locator(".log li").all_inner_texts())
    assert verdict_on_dice(page) == "✓ Dice checked: as promised"
    page.goto(f"/t/{code}/replay")
    page.wait_for_selector("#sheets svg.sheet")
    assert page.locator("#sheets svg.sheet").count() == 2
    assert page.locator(MAIN).count() == 0


def test_its_rules_and_empty_sheets_have_pages(people: Any, six: str) -> None:
    page = people(language="en", at=six)
    page.goto("/print/six")
    page.wait_for_selector("#sheets svg.sheet")
    page.goto("/new/six")
    assert page.locator("#option-begins option").count() == 5
