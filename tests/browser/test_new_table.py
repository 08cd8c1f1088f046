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
    page.wait_for_selector("dialog", state="detached")


WHOLE_TEXT = """() => [...document.querySelectorAll(".seat-row .kind")].every((select) => {
  const context = document.createElement("canvas").getContext("2d");
  const { font, paddingLeft, paddingRight } = getComputedStyle(select);
  context.font = font;
  const room = select.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
  return context.measureText(select.selectedOptions[0].text).width <= room;
})"""


@pytest.mark.parametrize("language", ["it", "en"])
def test_on_a_phone_who_sits_where_can_be_read(language: str, people: Any, screens: Path) -> None:
    page = people(PHONE, language)
    page.goto("/new/qwinto")
    page.wait_for_selector(".seat-row:nth-child(2)")
    page.screenshot(path=screens / f"new-phone-{language}.png", full_page=True)
    assert page.evaluate(WHOLE_TEXT)
    more, title = (page.locator(what).bounding_box() for what in ("details.more > summary", "#new legend >> nth=0"))
    assert abs(more["x"] - title["x"]) <= 2, "in line with the rest"


@pytest.mark.parametrize(("screen", "language"), [(PHONE, "it"), (LAPTOP, "en")])
def test_a_table_can_be_opened_without_scrolling(
    screen: dict[str, int], language: str, people: Any, screens: Path
) -> None:
    page = people(screen, language, bypass_csp=True)
    page.goto("/new/the-choice")
    page.locator(".sheet-choice:has(svg)").nth(9).wait_for()
    assert page.evaluate("() => document.documentElement.scrollHeight > innerHeight")
    page.screenshot(path=screens / f"new-first-{language}.png")
    box = page.locator("#go").bounding_box()
    assert box["y"] + box["height"] <= screen["height"]
    assert faults(page) == []
    page.locator("details.more > summary").click()
    page.locator("#hints").check()
    page.locator("#go").click()
    page.wait_for_selector("#table.in-lobby")


def test_only_seats_that_are_there_are_offered_to_begin(people: Any) -> None:
    page = people(language="en")
    page.goto("/new/qwixx")
    page.locator("details.more summary").first.click()
    offered = "() => [...document.querySelectorAll('#option-begins :not([hidden])')].map((one) => one.value)"
    assert page.evaluate(offered) == ["lot", "first", "second"]
    page.locator("#add").click()
    assert page.evaluate(offered) == ["lot", "first", "second", "third"]
    page.locator("#option-begins").select_option("third")
    page.locator(".remove:visible").last.click()
    assert page.locator("#option-begins").input_value() == "lot"


def test_the_button_that_removes_a_seat_stays_in_its_row(people: Any) -> None:
    page = people(PHONE, "it")
    for screen in (PHONE, {"width": 390, "height": 844}, LAPTOP):
        page.set_viewport_size(screen)
        page.goto("/new/qwixx")
        for kind in ("open", "bot", "screen"):
            page.locator(".seat-row .kind").nth(1).select_option(kind)
            row = [page.locator(f".seat-row {what}").nth(1).bounding_box() for what in (".kind", ".remove")]
            assert abs(row[0]["y"] + row[0]["height"] / 2 - row[1]["y"] - row[1]["height"] / 2) <= 2, kind
        page.locator("details.more > summary").click()
        widths = {round(select.bounding_box()["width"]) for select in page.locator("form select:visible").all()}
        assert len(widths) == 1, "lists have one width"


def test_on_a_low_laptop_the_house_rules_are_not_cut_by_the_bar(people: Any) -> None:
    page = people(LAPTOP, "en")
    for game in set(GAMES) - set(WITH_SHEETS):
        page.goto(f"/new/{game}")
        page.locator(".seat-row").nth(1).wait_for()
        more, bar = (page.locator(what).bounding_box() for what in ("details.more > summary", "#new > .actions"))
        assert more["y"] + more["height"] <= bar["y"], game


def test_what_the_pictures_show_is_not_said_again(people: Any) -> None:
    page = people(PHONE, "en")
    for game in WITH_SHEETS:
        page.goto(f"/new/{game}")
        sheets = page.locator("fieldset:has(.sheet-choices)")
        sheets.locator("svg").first.wait_for()
        assert sheets.locator(".quiet").count() == 0
