"""The page of a new table: sheets are chosen by their pictures, and every text is true of its game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from browser.test_pages import faults
from browser_hands import made_table
from cinquina.core.rules import SHEET_OPTION
from cinquina.games import GAMES

PHONE, LAPTOP = {"width": 360, "height": 740}, {"width": 1366, "height": 657}
WITH_SHEETS = [game for game, rules in GAMES.items() if SHEET_OPTION in rules.OPTIONS]
LOOKS = "(button) => { const { backgroundColor, color } = getComputedStyle(button); return [backgroundColor, color]; }"


@pytest.mark.parametrize("game", WITH_SHEETS)
def test_a_sheet_is_chosen_by_its_picture(game: str, people: Any, screens: Path) -> None:
    page = people(PHONE, "it", bypass_csp=True)
    page.goto(f"/new/{game}")
    values = GAMES[game].OPTIONS[SHEET_OPTION].values
    choices = page.locator(".sheet-choice:has(svg)")
    choices.nth(len(values) - 1).wait_for()
    assert choices.count() == len(values)
    assert all(choice.is_visible() for choice in choices.all()), "nothing has to be opened first"
    assert page.locator(".sheet-choice:has(:checked)").count() == 1
    assert page.evaluate("() => document.documentElement.scrollWidth") == PHONE["width"]
    assert faults(page) == []
    page.screenshot(path=screens / f"new-{game}-phone.png", full_page=True)
    page.set_viewport_size(LAPTOP)
    page.screenshot(path=screens / f"new-{game}.png", full_page=True)
    choices.nth(1).click()
    with page.expect_request("**/tables") as asked:
        page.locator("#go").click()
    assert asked.value.post_data_json["options"] == {SHEET_OPTION: values[1]}
    page.wait_for_selector("#table[data-phase]")


def test_with_the_usual_choices_nothing_is_agreed_on(people: Any) -> None:
    page = people(LAPTOP, "en")
    page.goto("/new/qwixx")
    page.get_by_text("House rules and more").click()
    page.get_by_label("Late die").select_option("on")
    page.locator(".sheet-choice").nth(1).click()
    page.keyboard.press("ArrowLeft")
    with page.expect_request("**/tables") as asked:
        page.locator("#go").click()
    assert asked.value.post_data_json["options"] == {"late_die": "on"}


def test_what_is_said_of_a_series_is_true_of_the_game(people: Any) -> None:
    page = people(LAPTOP, "en")
    said = {}
    for game in GAMES:
        page.goto(f"/new/{game}")
        said[game] = page.locator(".field:has(#series) .quiet").text_content()
    assert said.pop("sequence-dice") == "Whoever wins the most games wins the series."
    assert set(said.values()) == {"The points of all games are added up."}


@pytest.mark.parametrize(
    ("language", "end", "on"), [("it", "Chiudi il tavolo", "Continua a giocare"), ("en", "End the table", "Play on")]
)
def test_ending_a_table_is_never_the_dark_button(language: str, end: str, on: str, people: Any) -> None:
    page = people(PHONE, language)
    made_table(page, [{"kind": "me", "name": "Ada"}, {"kind": "bot", "level": "random"}])
    page.locator(".menu summary").click()
    page.locator("#menu").get_by_role("button", name=end).click()
    away, stay = (page.locator("dialog").get_by_role("button", name=name) for name in (end, on))
    assert page.evaluate("() => document.activeElement.textContent") == on
    assert away.evaluate(LOOKS) != stay.evaluate(LOOKS)
    assert page.locator("dialog .button.main").inner_text() == on
    assert page.locator("dialog .button.main").count() == 1
    stay.click()
    assert page.locator("dialog").count() == 0
