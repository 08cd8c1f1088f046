"""The rules pages: for players, with pictures of all sheets, and without what only programs and records need."""

from __future__ import annotations

import re
from typing import Any

import pytest

from cinquina.core import opening
from cinquina.core.rules import SHEET_OPTION
from cinquina.games import GAMES
from cinquina.locales import LANGUAGES

CODES = re.compile(r"[a-z]_[a-z]|mixx|`|<!--|\b(?:begins|again|keep|roll|lot|free)[-=]|\b[rygbopvs]\d{1,2}\b")
SHEETS_DRAWN = "(n) => document.querySelectorAll('#rules svg.sheet').length >= n"

CUT_NUMBERS = """() => [...document.querySelectorAll("#rules :is(th, td)")].filter((cell) => {
  const box = cell.closest(".table-box").getBoundingClientRect();
  const range = document.createRange();
  range.selectNodeContents(cell);
  const { left, right } = range.getBoundingClientRect();
  const isNumber = /^[-−\\d]+$/.test(cell.textContent.trim());
  return left < box.left - 1 || right > box.right + 1 || (isNumber && range.getClientRects().length > 1);
}).map((cell) => cell.textContent)"""
"""Numbers of tables that are out of sight or broken."""


def sheets_of(game: str) -> int:
    """How many printed sheets a game has."""
    rules = GAMES[game]
    option = rules.OPTIONS.get(SHEET_OPTION)
    kinds = option.values if option else ("",)
    found = set()
    for kind in kinds:
        found |= set(rules.sheets_of(opening(rules, rules.SEATS[0], {SHEET_OPTION: kind} if kind else {}).now, 0))
    return len(found)


@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_are_for_players_and_show_all_sheets(people: Any, language: str) -> None:
    page = people({"width": 360, "height": 740}, language)
    for game in GAMES:
        page.goto(f"/rules/{game}")
        page.wait_for_function(SHEETS_DRAWN, arg=sheets_of(game))
        text = page.locator("#rules").inner_text()
        assert not CODES.search(text), CODES.search(text)
        assert page.locator("#rules :is(code, pre)").count() == 0
        assert not re.search("not asked|without asking|non si chiede|senza chiedere", text)
        titles = " ".join(page.locator("#rules h2").all_inner_texts()).lower()
        assert not re.search("history|storia|reconstructed|ricostruito|written|scrivono le mosse", titles)
        if game == "extra":
            drawn = page.locator("#rules svg.drawn").first.text_content()
            assert all(head in drawn for head in ("−200", "×1", "×5")), "as the text calls them"
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        assert page.evaluate(CUT_NUMBERS) == []


COVERED = """() => [...document.querySelectorAll("#rules svg.sheet")].flatMap((sheet) => {
  const cells = [...sheet.querySelectorAll(".cell")].map((cell) => cell.getBoundingClientRect());
  const isUnder = ({ left, right, top, bottom }) => cells.some((cell) =>
    cell.left < right - 2 && cell.right > left + 2 && cell.top < bottom - 2 && cell.bottom > top + 2);
  const labels = [...sheet.querySelectorAll("text.label")].filter((label) => !label.closest(".cell"));
  return labels.filter((label) => isUnder(label.getBoundingClientRect())).map((label) => label.textContent);
})"""


CROSSED = """() => {
  const sheet = document.querySelector("#rules svg.sheet");
  const around = (one) => one.getBoundingClientRect();
  const steps = [...sheet.querySelectorAll(".step-face")].map(around);
  const words = [...sheet.querySelectorAll("text.label")].filter((one) => {
    const word = around(one);
    return steps.some(({ left, right, top, bottom }) =>
      left < word.right && right > word.left && top < word.bottom && bottom > word.top);
  });
  return [steps.length, words.map((word) => word.textContent)];
}"""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("screen", [(1366, 657), (700, 800), (360, 740)])
def test_no_word_is_printed_over_the_points(screen: tuple[int, int], language: str, people: Any) -> None:
    page = people({"width": screen[0], "height": screen[1]}, language)
    steps = 0
    for game in GAMES:
        page.goto(f"/rules/{game}")
        page.wait_for_function(SHEETS_DRAWN, arg=sheets_of(game))
        count, words = page.evaluate(CROSSED)
        assert words == [], game
        steps += count
    assert steps > 10


def test_on_a_phone_the_sheet_of_the_rules_lies_as_at_the_table(people: Any) -> None:
    page = people({"width": 360, "height": 740}, "it")
    page.goto("/rules/extra")
    page.wait_for_function(SHEETS_DRAWN, arg=2)
    for number in (0, 1):
        ends = page.locator("#rules svg.sheet").nth(number).locator(".look-end")
        tops = [end.bounding_box()["y"] for end in ends.all()]
        lefts = [end.bounding_box()["x"] for end in ends.all()]
        assert len(tops) == 3
        assert (tops, lefts) == (sorted(tops), sorted(lefts, reverse=True)), (
            "tracks from left to right, one below the other"
        )


def test_a_laptop_has_the_contents_beside_the_rules(people: Any) -> None:
    page = people({"width": 1366, "height": 657}, "en")
    page.goto("/rules/qwixx")
    links = page.locator("nav.contents a")
    links.first.wait_for()
    headings = page.locator("#rules h2").all_inner_texts()
    assert links.all_inner_texts() == headings
    assert page.locator("nav.contents").bounding_box()["x"] + 192 <= page.locator("#rules").bounding_box()["x"]
    links.last.click()
    assert 0 <= page.locator("#rules h2").last.bounding_box()["y"] < 657
    page.set_viewport_size({"width": 390, "height": 844})
    assert not page.locator("nav.contents").is_visible()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("screen", [(1366, 657), (360, 740)])
def test_no_word_on_a_sheet_is_covered_by_its_cells(screen: tuple[int, int], language: str, people: Any) -> None:
    page = people({"width": screen[0], "height": screen[1]}, language)
    seen = 0
    for game in GAMES:
        page.goto(f"/rules/{game}")
        page.wait_for_function(SHEETS_DRAWN, arg=sheets_of(game))
        seen += page.locator("#rules svg.sheet text.label").count()
        assert page.evaluate(COVERED) == [], game
    assert seen > 10
