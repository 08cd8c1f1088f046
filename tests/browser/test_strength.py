"""A quick game asks once how strong the other should be."""

from __future__ import annotations

from typing import Any

PLAY = ".game[data-game=qwixx] [data-play]"


def test_the_strength_is_asked_once_remembered_for_the_game_and_can_be_changed(people: Any) -> None:
    page = people(language="en")
    page.goto("/")
    page.locator(PLAY).click()
    page.get_by_role("button", name="A champion").click()
    page.wait_for_selector("#table[data-phase]")
    assert "Livia" in page.locator(".others").inner_text()
    page.goto("/")
    page.locator(PLAY).click()
    page.wait_for_url("**/t/*")
    page.wait_for_selector("#table[data-phase]")
    assert "Livia" in page.locator(".others").inner_text()
    page.goto("/")
    link = page.get_by_role("button", name="Opponent: a champion")
    assert link.count() == 1
    link.click()
    page.get_by_role("button", name="A child").click()
    assert page.get_by_role("button", name="Opponent: a child").count() == 1
    page.locator(".game[data-game=qwinto] [data-play]").click()
    assert page.get_by_role("dialog").count() == 1
