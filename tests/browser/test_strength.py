"""A quick game asks once how strong the other should be."""

from __future__ import annotations

from typing import Any

import pytest

from cinquina.games import GAMES
from cinquina.locales import words
from cinquina.web.pages import STRENGTHS

WIDTH = """(one) => {
  const text = document.createRange();
  text.selectNodeContents(one);
  return text.getBoundingClientRect().width;
}"""
PLAY = ".game[data-game=qwixx] [data-play]"


def test_the_strength_is_asked_once_remembered_for_the_game_and_can_be_changed(people: Any) -> None:
    page = people(language="en")
    page.goto("/")
    page.locator(PLAY).click()
    assert page.locator("dialog .strength.main").count() == 0, "nothing was answered yet"
    page.get_by_role("button", name="A champion").click()
    page.wait_for_selector("#table[data-phase]")
    assert "Livia champion" in page.locator(".others").inner_text()
    page.goto("/")
    page.locator(PLAY).click()
    page.wait_for_url("**/t/*")
    page.wait_for_selector("#table[data-phase]")
    assert "Livia" in page.locator(".others").inner_text()
    page.goto("/")
    link = page.get_by_role("button", name="vs a champion")
    assert link.count() == 1
    link.click()
    page.get_by_role("button", name="A child").click()
    assert page.get_by_role("button", name="vs a child").count() == 1
    page.locator(".game[data-game=qwinto] [data-play]").click()
    assert page.get_by_role("dialog").count() == 1
    assert page.locator("dialog .strength.main").inner_text().split("\n")[0] == "A child", "the answer for another game"
    page.keyboard.press("Enter")
    page.wait_for_selector("#table[data-phase]")


def test_the_opponent_takes_no_line_of_a_card(people: Any) -> None:
    page = people({"width": 1366, "height": 657}, "it")
    page.goto("/")
    chosen = dict.fromkeys(GAMES, "expert")
    page.evaluate("(chosen) => localStorage.setItem('cinquina.strength', JSON.stringify(chosen))", chosen)
    page.goto("/")
    page.locator(".game [data-strength]").last.wait_for()
    for card in page.locator(".game").all():
        players, opponent = (card.locator(part).bounding_box() for part in (".game-head .quiet", "[data-strength]"))
        text = card.locator(".game-head .quiet").evaluate(WIDTH)
        assert players["x"] + text < opponent["x"], "beside the number of players"
        links = [link.bounding_box()["y"] for link in card.locator(".more a").all()]
        assert len(set(links)) == 1
        assert links[0] < 657


@pytest.mark.parametrize("language", ["en", "it"])
def test_a_level_has_one_word(language: str) -> None:
    texts = words(language)
    for strength, level in STRENGTHS.items():
        assert texts(f"web.strength.{strength}").split()[1:] == [texts(f"level.{level}")]
