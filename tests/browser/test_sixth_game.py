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
REVIEWED = 120_000
"""Milliseconds that a review by games played on may take, in Python."""
THROWN = """() => {
  const main = document.querySelector(".play > .actions .button.main");
  return document.querySelector("svg.sheet:not(.small) .legal") || !main.hasAttribute("aria-disabled");
}"""
"""Cells are lit, or there was nothing to choose and the next throw is due."""


@pytest.fixture(scope="module")
def six(program: Path) -> Iterator[str]:
    """The address of a server of the program with the new game."""
    environment = os.environ | {"PYTHONPATH": str(program / "src"), "CINQUINA_PACE": "0"}
    line = [sys.executable, "-m", "cinquina", "serve", "--port", "0", "--db", "memory:"]
    server = subprocess.Popen(line, env=environment, cwd=program, stdout=subprocess.PIPE, text=True)
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
    rolled(page)
    page.locator(LEGAL).first.click(force=True)
    page.wait_for_selector("svg.sheet:not(.small) .pencilled")
    dark = page.locator("svg.sheet:not(.small) .cell:not(.legal):not(.pencilled)").first
    dark.click(force=True)
    why = page.locator(".play .why").inner_text()
    assert why in ("That number was not thrown.", "That number is crossed already.")
    page.screenshot(path=screens / "six-phone.png", full_page=True)
    play_to_the_end(page)
    assert page.locator(".ranking li").count() == 2
    assert "crossed the last number: the game is over." in page.locator(".play .around").inner_text()
    assert any("You: " in text for text in page.locator(".log li").all_inner_texts())
    assert verdict_on_dice(page) == "✓ Fair dice: checked"
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


def rolled(page: Any) -> None:
    """Go on until cells are lit, by throws only: a second press on a pencilled cell would confirm it."""
    while page.locator(LEGAL).count() == 0:
        page.wait_for_function(IS_READY)
        if page.locator(LEGAL).count() == 0:
            page.locator(MAIN).click()
            page.wait_for_function(THROWN)


def test_it_is_hinted_and_reviewed_by_games_played_on(people: Any, six: str, screens: Path) -> None:
    page = people(language="en", at=six)
    made_table(page, [{"kind": "me", "name": "Ada"}, BOT], "six")
    rolled(page)
    page.locator(".hint-button").click()
    page.wait_for_selector(".hint-option")
    assert page.locator(".hint-option").count() == page.locator(LEGAL).count() + 1, "the cells, and passing"
    page.locator(".hint-about").click()
    assert "games played on" in page.locator(".hint-source").inner_text()
    page.screenshot(path=screens / "six-hint.png")
    play_to_the_end(page)
    page.wait_for_selector(".luck-body:not(.waiting)", timeout=REVIEWED)
    page.locator(".end-luck a", has_text="Review").click()
    page.wait_for_selector("#shown:not([hidden]) .graph", timeout=REVIEWED)
    page.locator("#all").check()
    page.locator(".choice-line").first.click()
    page.screenshot(path=screens / "six-review.png", full_page=True)
    assert page.locator("#accounts .account").count() == 2
    assert page.locator(".worth.best").count() == 1
    assert "games played on" in page.locator("#source").inner_text()
    for said in review_sentences(page):
        within, alike = said["cost"] <= said["error"], said["cost"] == said["error"]  # as rounded
        told = ("may have been" in said["text"]) == within
        assert said["text"].endswith("nothing was better") or told or alike, said
    page.goto("/progress")
    page.wait_for_selector("body[data-ready]")
    assert page.locator("h2", has_text="Six").count() == 1


COST = r"(\d+(?:\.\d+)?)%?(?: \(±(\d+(?:\.\d+)?)%?\))?"


def review_sentences(page: Any) -> list[dict[str, Any]]:
    """Return what is said of each listed choice, with what it cost and the error of that."""
    found = []
    for line in page.locator(".choice-line").all():
        line.click()
        said = {"text": page.locator("#said").inner_text(), "cost": 0.0, "error": 0.0}
        if page.locator("#lost").is_visible():
            told = re.search(COST, page.locator("#lost").inner_text())
            assert told, "a number, and its error if it has one"
            said |= {"cost": float(told[1]), "error": float(told[2] or 0)}
        found.append(said)
    return found


def test_practice_says_that_it_has_no_puzzles(people: Any, six: str) -> None:
    page = people(language="en", at=six, quiet=False)
    page.goto("/practice")
    page.wait_for_selector("body[data-ready]")
    assert "Six" not in page.locator(".practice-game h2").all_inner_texts()
    for path in ("/puzzle/six", "/practice/six"):
        page.goto(path)
        assert "There are no puzzles for Six." in page.locator("main").inner_text(), path
