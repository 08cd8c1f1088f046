"""A phone's one screen: hints and log unfold above the question; a hint and the sum of the dice are always in sight."""

from __future__ import annotations

import random
from contextlib import suppress
from typing import Any

import pytest
from playwright.sync_api import TimeoutError

from browser.test_drafts import BOT, FIRST, ME, PASS, READY_MAIN, SHEET, enter, inked, press
from browser_hands import MAIN, made_table, step
from cinquina.games import GAMES

SMALL = {"width": 360, "height": 740}
TURN = 6
SCROLLS = "(slack = 0) => document.documentElement.scrollHeight > innerHeight + slack"
AT_REST = 2000
"""After this many milliseconds a page has drawn what the press before has changed."""
HEIGHTS = """() => [...document.querySelectorAll(".others, .play > *, .option-group, .chip")]
  .map((part) => [part.className, part.textContent.slice(0, 40), part.getBoundingClientRect().height])
  .filter(([, , height]) => height > 0)"""
"""What takes room on the page."""


@pytest.mark.parametrize("game", GAMES)
def test_nothing_of_a_turn_scrolls(game: str, people: Any) -> None:
    page, luck = people(SMALL), random.Random(1)
    made_table(page, [ME, BOT], game, options=FIRST)
    page.wait_for_selector(SHEET)
    for _ in range(TURN):
        with suppress(TimeoutError):
            page.wait_for_function(f"() => !({SCROLLS})(1)", timeout=AT_REST)
        assert not page.evaluate(SCROLLS, 1), page.evaluate(HEIGHTS)
        step(page, luck)


TOP = """() => {
  const all = [...document.querySelectorAll(".top .button:not(#menu *)")];
  const seen = all.filter((one) => one.checkVisibility());
  const boxes = seen.map((one) => one.getBoundingClientRect()).sort((one, other) => one.left - other.left);
  const where = document.querySelector(".top .where");
  return [boxes.length, boxes.every((box, i) => i === 0 || boxes[i - 1].right <= box.left + 0.5),
    boxes.every(({ width, height }) => Math.min(width, height) >= 43.5), where.scrollWidth <= where.clientWidth + 1];
}"""


def test_nothing_to_press_at_the_top_lies_over_something_else(people: Any) -> None:
    page = people(SMALL)
    made_table(page, [ME, BOT], "sequence-dice", options=FIRST)
    page.locator(".hint-button").wait_for()
    assert page.evaluate(TOP) == [3, True, True, True]


def test_a_tip_stands_below_what_happened_where_there_is_room_for_both(people: Any) -> None:
    page = people(SMALL, "en")
    made_table(page, [ME, BOT], "extra")
    page.wait_for_selector(".lead .around:not(:empty, [hidden]) ~ .hint:not([hidden])")
    around, tip, room = (page.locator(f".play .lead{part}").bounding_box() for part in (" .around", " .hint", ""))
    assert around["y"] + around["height"] <= tip["y"] + 1
    assert tip["y"] + tip["height"] <= room["y"] + room["height"] + 1


def test_hints_and_log_unfold_over_the_table(people: Any) -> None:
    page = people(SMALL)
    made_table(page, [ME, BOT], "qwinto", options=FIRST)
    page.wait_for_selector(".lead .hint:not([hidden])")
    assert page.locator(".lead .hint").inner_text().startswith("I numeri crescono lungo la fila")
    assert not page.evaluate(SCROLLS), "nothing lies below the bar"
    fold = page.get_by_role("button", name="Aiuti e diario")
    assert not page.locator(".guide").is_visible()
    fold.click()
    assert page.locator(".guide").is_visible()
    page.locator(".play button.die").last.click()
    assert not page.locator(".guide").is_visible(), "who goes on playing folds them up"
    page.locator(READY_MAIN).click()
    fold = page.locator(".fold")
    fold.click()
    page.wait_for_selector(".log .turn")
    log, bar = (page.locator(what).bounding_box() for what in (".log-card", ".play > .actions"))
    assert log["y"] + log["height"] <= bar["y"], "the buttons stay in reach"
    fold.press("Escape")
    assert not page.locator(".log-card").is_visible()
    fold.click()
    assert page.locator(".log-card").is_visible()


def test_the_sum_stays_beside_the_dice_while_a_reason_is_told(people: Any) -> None:
    page = people(SMALL)
    made_table(page, [ME, BOT], "qwinto", options=FIRST)
    page.locator(".play button.die").first.click()
    page.locator(READY_MAIN).click()
    page.wait_for_selector(f"{SHEET} .legal")
    face = page.locator(".play .tray-thrown button.die").get_attribute("aria-label").split()[-1]
    page.locator(f"{SHEET} [data-cell=y1]").click(force=True)
    page.wait_for_selector(".lead .why:not(:empty)")
    assert page.locator(".play .tray-sum").inner_text() == f"= {face}"


def test_a_space_pressed_before_the_throw_says_so(people: Any) -> None:
    page = people(language="en")
    made_table(page, [ME, BOT], "sequence-dice")
    page.wait_for_selector(MAIN)
    page.locator(f"{SHEET} [data-cell=a1]").click(force=True)
    page.wait_for_function("() => document.querySelector('.lead .why').textContent === 'Throw the dice first.'")


def test_the_cross_closes_what_is_unfolded_and_a_link_in_words_turns_tips_off(people: Any) -> None:
    page = people(SMALL, "en")
    made_table(page, [ME, BOT], "qwinto", options=FIRST)
    page.locator(".fold").click()
    cross, panel = page.locator(".side > .fold-close"), page.locator("#table > .side")
    corner, around = cross.bounding_box(), panel.bounding_box()
    assert around["x"] + around["width"] - corner["x"] - corner["width"] < 20
    assert corner["y"] - around["y"] < 20
    assert page.locator(".guide").get_by_role("button").inner_text() == "Hide tips"
    cross.click()
    assert not page.locator(".guide").is_visible()
    assert page.evaluate("() => document.activeElement.matches('.fold')")
    page.locator(".fold").click()
    page.locator(".guide").get_by_text("Hide tips").click()
    page.wait_for_selector(".guide", state="hidden")


def test_a_number_under_a_chip_that_can_be_chosen_is_in_sight_and_tiles_have_an_edge(people: Any) -> None:
    page = people(SMALL, "en")
    made_table(page, [ME, BOT], "sequence-dice", dice="real", options=FIRST)
    for cell in ("c2", "b4"):
        enter(page, 3, 5)
        press(page, cell)
        page.locator(READY_MAIN).click()
        inked(page, cell)
        enter(page, 3, 4)  # for the bot
    enter(page, 5, 5)
    number = page.locator(f"{SHEET} .legal .covered").first
    number.wait_for(state="attached")
    assert number.evaluate("(one) => getComputedStyle(one).display") != "none"
    tile, text = (page.locator(f".legend-lines > div:first-child{part}").bounding_box() for part in ("", " dt"))
    assert text["y"] - tile["y"] >= 4


def test_a_penalty_of_somebody_else_is_told_by_its_price(people: Any) -> None:
    page, other = people(language="en"), people(SMALL, "en")
    code = made_table(page, [ME, BOT], dice="real", options=FIRST)
    other.goto(f"/t/{code}")
    enter(page, 3, 4, 2, 2, 2, 2)
    page.locator(PASS).click()
    other.locator(".pill", has_text="−5").wait_for()


ROOM_ABOVE_ACCENTS = """(line) => {
  const style = getComputedStyle(line);
  const pen = document.createElement("canvas").getContext("2d");
  pen.font = style.font;
  const letters = pen.measureText("ÈÌÀ");
  const [up, down] = [letters.fontBoundingBoxAscent, letters.fontBoundingBoxDescent];
  const baseline = (parseFloat(style.lineHeight) - up - down) / 2 + up;
  return parseFloat(style.paddingTop) + baseline - letters.actualBoundingBoxAscent;
}"""
"""By how many pixels the first line of a clipped text stands below the upper edge, accents of capitals included."""


def test_a_reason_covers_no_letters_of_the_question_and_accents_have_room(people: Any) -> None:
    page = people(SMALL, "it")
    made_table(page, [ME, BOT], "extra", dice="real", options=FIRST)
    enter(page, 1, 2, 3, 5, 6)
    for line in (".around", ".hint"):
        assert page.locator(f".lead {line}").evaluate(ROOM_ABOVE_ACCENTS) >= 0
    page.locator(f"{SHEET} .cell:not(.legal)").first.click(force=True)
    page.wait_for_selector(".play .why:not(:empty)")
    assert page.locator(".play .why").evaluate("(why) => getComputedStyle(why).clipPath").startswith("inset(0px ")
