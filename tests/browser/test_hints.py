"""Hints in a real browser: by mouse, finger and keyboard, on a desk and on a phone, and only for who may see them."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from browser.layout import MEASURE, STAGE
from browser.test_drafts import BOT, FIRST, ME
from browser.test_pages import THEMES, faults
from browser_hands import made_table, step
from cinquina.games import GAMES
from cinquina.locales import words
from web.server import Asker

DESK, SMALL = {"width": 1366, "height": 657}, {"width": 360, "height": 740}
LAMP, PANEL, OPTION = ".hint-button", ".hint-panel", ".hint-option"
STEPS = 60
MAIN = ".play > .actions .button.main"
DRAFTED = "() => document.querySelector('.hint-option[aria-pressed=true], svg.sheet:not(.small) .pencilled') !== null"
QUICK = ("qwixx", "extra", "sequence-dice")
"""Games whose values are known without playing on."""


def asked(page: Any, game: str, **more: Any) -> None:
    """Sit at a table against a bot, with a question open that has lit cells."""
    made_table(page, [ME, BOT], game, options=FIRST | more.pop("options", {}), **more)
    luck = random.Random(1)
    for _ in range(STEPS):
        if "open" in page.evaluate(STAGE) and page.locator("svg.sheet:not(.small) .legal").count():
            return
        step(page, luck)
    raise AssertionError("no question was asked")


def out_of_sight(page: Any) -> list[str]:
    """Return what of question, dice, sheet and main button is not in the window, or covered."""
    found = page.evaluate(MEASURE, True)["faults"]
    parts = ("question", "dice", "sheet", "main")
    return [fault for fault in found if fault.startswith(parts) or "wider" in fault]


@pytest.mark.parametrize("game", QUICK)
@pytest.mark.parametrize(("screen", "language"), [(DESK, "en"), (SMALL, "it")])
def test_a_hint_shows_all_options_and_leaves_the_table_in_sight(
    screen: dict[str, int], language: str, game: str, people: Any, screens: Path
) -> None:
    page = people(screen, language, bypass_csp=True)
    asked(page, game)
    page.locator(LAMP).click()
    page.wait_for_selector(OPTION)
    page.screenshot(path=screens / f"hint-{game}-{screen['width']}.png")
    rows = page.locator(OPTION)
    assert rows.count() > 1
    assert rows.first.get_attribute("class") == "hint-option best"
    assert words(language)("hint.unit.chance") in page.locator(".hint-source").inner_text()
    assert " %" in rows.first.inner_text()
    assert out_of_sight(page) == []
    assert faults(page, THEMES) == []
    boxes = [row.bounding_box() for row in rows.all()]
    assert all(box["height"] >= 44 for box in boxes)
    page.keyboard.press("Escape")
    page.wait_for_selector(PANEL, state="hidden")
    assert out_of_sight(page) == []


def test_a_press_pencils_an_option_and_the_values_follow_the_draft(people: Any) -> None:
    page = people(DESK, "en")
    asked(page, "extra")
    page.locator(LAMP).click()
    first = page.locator(OPTION).first
    text = first.locator(".hint-text").inner_text()
    first.click()
    page.wait_for_function(DRAFTED)
    page.wait_for_function(
        "(text) => ![...document.querySelectorAll('.hint-option .hint-text')].some((one) => one.textContent === text)",
        arg=text,
    )
    assert page.locator(OPTION).count() > 0


def test_a_hint_is_had_by_keyboard_and_spoken(people: Any) -> None:
    page = people(DESK, "en")
    asked(page, "sequence-dice")
    page.keyboard.press("h")
    page.wait_for_selector(f"{OPTION}:focus")
    spoken = page.locator("[role=status]", has_text="Hint. Best:")
    assert page.locator(OPTION).first.get_attribute("aria-label") in (spoken.text_content() or "")
    page.keyboard.press("Enter")
    page.wait_for_function(DRAFTED)
    page.wait_for_selector(f"{MAIN}:not([aria-disabled])")
    page.keyboard.press("c")
    page.wait_for_selector(PANEL, state="hidden")


def test_h_opens_and_closes_and_the_keys_are_told(people: Any) -> None:
    page = people(DESK, "en")
    asked(page, "qwixx")
    page.keyboard.press("h")
    page.wait_for_selector(OPTION)
    assert page.locator(LAMP).get_attribute("aria-expanded") == "true"
    page.keyboard.press("h")
    page.wait_for_selector(PANEL, state="hidden")
    assert page.locator(LAMP).get_attribute("aria-expanded") == "false"
    assert page.evaluate("() => document.activeElement.matches('.hint-button')")
    page.keyboard.press("?")
    assert page.locator("dl.keys dd", has_text="what each choice is worth").count() == 1


def test_without_hints_there_is_no_lamp_and_the_key_does_nothing(people: Any) -> None:
    page = people(DESK, "en")
    asked(page, "qwixx", hints="nobody")
    assert not page.locator(LAMP).is_visible()
    page.keyboard.press("h")
    page.wait_for_timeout(200)
    assert not page.locator(PANEL).is_visible()
    assert page.locator(".menu-note").text_content() == "Hints: nobody"


def test_others_and_spectators_see_nothing_of_a_hint(people: Any, address: str) -> None:
    mine, watching = people(DESK, "en"), people(DESK, "en")
    code = made_table(mine, [ME, {"kind": "open"}], "qwixx", options=FIRST, hints="everybody")
    asker = Asker(int(address.rsplit(":", 1)[1]))
    key = asker.sit(code, "Bruno")
    watching.goto(f"/t/{code}")
    mine.locator(MAIN).click()
    mine.wait_for_selector("svg.sheet:not(.small) .legal")
    with asker.watch(code, key) as other:
        other.until(lambda shown: shown["phase"] == "choose")
        mine.keyboard.press("h")
        mine.wait_for_selector(OPTION)
        other.catch_up(0.2)
        assert other.shown["hint"] is None
    assert watching.locator(OPTION).count() == 0
    assert not watching.locator(LAMP).is_visible()


def test_what_the_server_refuses_is_said_in_the_panel(people: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cinquina.table.hint_desk.MOST_HINTS", 0)
    monkeypatch.setattr("cinquina.table.hint_desk.HintRate.count", refuse)
    page = people(SMALL, "it", quiet=False)
    asked(page, "qwixx")
    page.locator(LAMP).click()
    page.locator(".hint-source", has_text=words("it")("refusal.hints-too-often")).wait_for()
    assert page.locator(OPTION).count() == 0


def refuse(self: Any) -> None:
    """Refuse every hint."""
    from cinquina.core import Refusal

    raise Refusal("hints-too-often")


def test_a_new_table_has_hints_against_bots_unless_it_is_decided_otherwise(people: Any) -> None:
    page = people(DESK, "en")
    page.goto("/new/qwixx")
    page.locator("details.more summary").click()
    hints = page.locator("#hints")
    assert hints.is_checked()
    page.locator("#add").click()
    assert not hints.is_checked()
    hints.check()
    page.locator(".seat-row .remove:visible").last.click()
    page.locator("#add").click()
    assert hints.is_checked()
    page.locator("#go").click()
    page.wait_for_url("**/t/*")
    assert page.locator(".facts dd", has_text="Everybody may ask what choices are worth").count() == 1


@pytest.mark.parametrize("game", [game for game in GAMES if game not in QUICK])
def test_a_hint_that_takes_longer_says_so(game: str, people: Any) -> None:
    page = people(SMALL, "it")
    asked(page, game)
    page.locator(LAMP).click()
    page.wait_for_selector(f"{OPTION}, .hint-news:not([hidden])")
    assert out_of_sight(page) == []
