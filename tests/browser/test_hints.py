"""Hints in a real browser: by mouse, finger and keyboard, on a desk and on a phone, and only for who may see them."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest

from browser.conftest import PHONE
from browser.layout import MEASURE, STAGE
from browser.test_drafts import BOT, FIRST, ME
from browser.test_pages import THEMES, faults
from browser_hands import READY, made_table, step
from cinquina.games import GAMES
from cinquina.locales import words
from web.server import Asker

DESK, SMALL, SHORT = {"width": 1366, "height": 657}, {"width": 360, "height": 740}, {"width": 360, "height": 480}
LAMP, PANEL, OPTION = ".hint-button", ".hint-panel", ".hint-option"
STEPS = 60
LONG = 60_000
"""Milliseconds that a first hint may take where values are computed."""
MAIN = ".play > .actions .button.main"
DRAFTED = "() => document.querySelector('.hint-option[aria-pressed=true], svg.sheet:not(.small) .pencilled') !== null"
LIT = ".pointed"
OVERLAPS = """() => [...document.querySelectorAll(".hint-option")].flatMap((row) => {
  const box = (one) => one.getBoundingClientRect();
  const bar = box(row.querySelector(".hint-bar"));
  const texts = [...row.querySelectorAll("span:not(.hint-bar)")].filter((one) => one.checkVisibility());
  const over = texts.filter((one) => box(one).bottom > bar.top).map((one) => one.className);
  return box(row).bottom - bar.bottom < 4 ? [...over, "focus ring"] : over;
})"""
"""What bars run over: texts, or the ring of the row that has the focus."""
QUICK = ("qwixx", "extra", "sequence-dice")
"""Games whose values are known without playing on."""


def asked(page: Any, game: str, **more: Any) -> None:
    """Sit at a table against a bot, with a question open that has lit cells."""
    made_table(page, [ME, BOT], game, options=FIRST | more.pop("options", {}), **more)
    luck = random.Random(1)
    for _ in range(STEPS):
        page.wait_for_function(READY)
        if "open" in page.evaluate(STAGE) and page.locator("svg.sheet:not(.small) .legal").count():
            return
        step(page, luck)
    raise AssertionError("no question was asked")


PARTS = ("question", "dice", "main")


def where(page: Any) -> Any:
    """Return where the sheet and the buttons stand."""
    return page.evaluate(MEASURE, True)["kept"]


def out_of_sight(page: Any, *more: str) -> list[str]:
    """Return what of question, dice, main button and more is not in the window, or covered."""
    found = page.evaluate(MEASURE, True)["faults"]
    return [fault for fault in found if fault.startswith((*PARTS, *more)) or "wider" in fault]


@pytest.mark.parametrize("game", QUICK)
@pytest.mark.parametrize(("screen", "language"), [(DESK, "en"), (SMALL, "it")])
def test_a_hint_shows_all_options_and_leaves_the_table_in_sight(
    screen: dict[str, int], language: str, game: str, people: Any, screens: Path
) -> None:
    page = people(screen, language, bypass_csp=True)
    asked(page, game)
    before = where(page)
    page.locator(LAMP).click()
    page.wait_for_selector(OPTION)
    assert where(page) == before, "the sheet and the buttons keep their place"
    assert screen == DESK or page.locator(PANEL).bounding_box()["height"] < screen["height"] / 2
    page.mouse.move(1, 1)
    page.screenshot(path=screens / f"hint-{game}-{screen['width']}.png")
    rows = page.locator(OPTION)
    assert page.locator(LIT).count() >= 1
    assert page.locator(f"svg .cell{LIT}").count() <= page.locator(f"{OPTION}.best").count()
    assert page.evaluate(OVERLAPS) == []
    assert rows.count() > 1
    assert rows.first.get_attribute("class") == "hint-option best"
    assert page.locator(".hint-head h2").inner_text() == words(language)("hint.unit.chance").rstrip(".")
    assert re.search(r"\d %" if language == "it" else r"\d%", rows.first.inner_text())
    assert out_of_sight(page) == []
    assert faults(page, THEMES) == []
    boxes = [row.bounding_box() for row in rows.all()]
    assert all(box["height"] >= 44 for box in boxes)
    page.keyboard.press("Escape")
    page.wait_for_selector(PANEL, state="hidden")
    assert page.locator(LIT).count() == 0
    assert out_of_sight(page, "sheet") == []


def test_on_a_phone_all_of_the_sheet_can_be_scrolled_to_above_a_hint(people: Any) -> None:
    page = people(SMALL, "it")
    asked(page, "extra")
    page.locator(LAMP).click()
    page.wait_for_selector(OPTION)
    page.evaluate("() => scrollTo(0, document.documentElement.scrollHeight)")
    sheet, panel = page.locator("svg.sheet:not(.small)").bounding_box(), page.locator(PANEL).bounding_box()
    assert sheet["y"] + sheet["height"] <= panel["y"] + 1
    main = page.locator(MAIN).bounding_box()
    assert panel["y"] + panel["height"] <= main["y"] + 1
    assert main["y"] + main["height"] <= SMALL["height"]


def test_on_a_phone_a_hint_covers_no_cell_that_it_is_about_and_gives_reasons_when_asked(people: Any) -> None:
    page = people(SMALL, "it")
    asked(page, "qwixx")
    page.locator(LAMP).click()
    page.wait_for_selector(OPTION)
    boxes = [cell.bounding_box() for cell in page.locator("svg.sheet:not(.small) .legal").all()]
    top = page.locator(PANEL).bounding_box()["y"]
    assert all(box["y"] + box["height"] <= top for box in boxes)
    assert page.locator(".play .tray-box").bounding_box()["y"] >= page.locator(".top").bounding_box()["height"] - 1
    assert not page.locator(".hint-why").first.is_visible()
    page.locator(".hint-reasons").click()
    assert page.locator(".hint-why").first.is_visible()
    assert page.locator(".hint-reasons").get_attribute("aria-expanded") == "true"
    assert not page.locator(".hint-source").is_visible()
    page.locator(".hint-about").click()
    assert words("it")("hint.source.learned") in page.locator(".hint-source").inner_text()


@pytest.mark.parametrize("game", GAMES)
def test_on_a_phone_nothing_is_cut_above_a_hint(game: str, people: Any) -> None:
    page = people(SMALL, "it")
    asked(page, game)
    page.locator(LAMP).click()
    page.wait_for_selector(OPTION)
    scrolled = page.evaluate("scrollY")
    top = page.locator(".play > .lead").bounding_box()["y"]
    assert scrolled == 0 or 0 <= top <= 5, "the page begins with the question"


def test_options_that_read_alike_have_a_letter_that_is_also_on_their_cell(people: Any) -> None:
    page = people(DESK, "en")
    asked(page, "the-choice")
    page.locator(LAMP).click()
    page.wait_for_selector(OPTION, timeout=LONG)
    texts = page.locator(".hint-text > span").all_inner_texts()
    assert not any(re.search(r"cell \d|Hint", text) for text in texts)
    letters = page.locator(".hint-letter:visible").all_inner_texts()
    assert letters
    assert len(set(letters)) == len(letters)
    page.wait_for_function(
        "(n) => document.querySelectorAll('svg.sheet:not(.small) .layer-letters .badge').length === n", arg=len(letters)
    )
    assert sorted(page.locator("svg.sheet:not(.small) .layer-letters .badge-text").all_text_contents()) == letters
    page.keyboard.press("Escape")
    page.wait_for_selector(".layer-letters .badge", state="detached")


def test_the_die_that_is_advised_is_lit_with_its_cell(people: Any) -> None:
    page = people(DESK, "en")
    asked(page, "extra")
    page.locator(LAMP).click()
    page.locator(OPTION).last.hover()
    assert page.locator(f".play .die{LIT}").count() == 1
    assert page.locator(f"svg .cell{LIT}").count() == 1


@pytest.mark.parametrize("screen", [SMALL, PHONE])
@pytest.mark.parametrize("game", GAMES)
def test_on_a_phone_a_hint_leaves_the_question_and_the_dice_in_sight(
    game: str, screen: dict[str, int], people: Any
) -> None:
    page = people(screen, "it")
    asked(page, game)
    page.locator(LAMP).click()
    page.wait_for_selector(OPTION)
    lead, dice = page.locator(".play > .lead").bounding_box(), page.locator(".play .tray-box").bounding_box()
    panel = page.locator(PANEL).bounding_box()
    assert lead["y"] >= -1
    assert dice["y"] >= lead["y"] + lead["height"] - 1
    assert dice["y"] + dice["height"] <= panel["y"] + 1
    assert panel["height"] >= 100  # there is room for the best option
    for cell in page.locator("svg.sheet:not(.small) .cell.pointed").all():
        box = cell.bounding_box()
        assert box["y"] + box["height"] <= panel["y"] + 1


@pytest.mark.parametrize("game", GAMES)
def test_a_sheet_is_as_it_was_once_a_hint_is_closed_or_a_phone_turned_back(game: str, people: Any) -> None:
    page = people(SMALL, "it")
    asked(page, game)
    before, chips = where(page), page.locator(".options .chip:visible").count()
    page.locator(LAMP).click()
    page.wait_for_selector(PANEL)
    page.locator(f"{PANEL} .icon").click()
    page.wait_for_selector(PANEL, state="hidden")
    assert where(page) == before
    for size in ((740, 360), (360, 740)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        now = where(page)
    assert now == before
    assert page.locator(".options .chip:visible").count() == chips


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
    page.wait_for_selector(OPTION)


def test_dice_to_throw_again_are_lit(people: Any) -> None:
    page = people(DESK, "en")
    asked(page, "the-choice")
    page.locator(LAMP).click()
    page.locator(OPTION, has_text="1 die again: the").first.hover(timeout=LONG)
    assert page.locator(f".play .die{LIT}").count() == 1
    page.locator(OPTION, has_text="2 dice again").first.hover()
    assert page.locator(f".play .die{LIT}").count() == 2


def test_a_list_with_more_below_says_so_until_its_end(people: Any) -> None:
    page = people(SHORT, "it")
    asked(page, "extra")
    page.locator(LAMP).click()
    page.wait_for_selector(".hint-list.has-more")
    page.locator(".hint-list").evaluate("(list) => list.scrollTo(0, list.scrollHeight)")
    page.wait_for_selector(".hint-list:not(.has-more)")


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
    assert page.locator(".menu-note").text_content() == "Hints are off at this table."


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
    page.goto("/new/qwixx#bots=1")
    page.locator("details.more summary").click()
    hints = page.locator("#hints")
    page.wait_for_function("() => document.getElementById('hints').checked")
    page.locator("#add").click()
    assert not hints.is_checked()
    hints.check()
    page.locator(".seat-row .remove:visible").last.click()
    page.locator("#add").click()
    assert hints.is_checked()
    page.locator("#go").click()
    page.wait_for_url("**/t/*")
    page.locator(".facts dd", has_text="Everybody may ask what each choice is worth").wait_for()


@pytest.mark.parametrize("game", [game for game in GAMES if game not in QUICK])
def test_a_hint_that_takes_longer_says_so(game: str, people: Any) -> None:
    page = people(SMALL, "it")
    asked(page, game)
    page.locator(LAMP).click()
    page.wait_for_selector(f"{OPTION}, .hint-news:not([hidden])")
    assert out_of_sight(page) == []
