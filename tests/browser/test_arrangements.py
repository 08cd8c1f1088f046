"""Sheets arrange themselves for the window, in time with it, and carry points, names and totals."""

from __future__ import annotations

import random
import re
from itertools import pairwise
from typing import Any

import pytest

from browser_hands import MAIN, made_table, play_on_elsewhere, step
from cinquina.locales import LANGUAGES

DESK, SMALL_DESK, PHONE, TURNED = (
    {"width": width, "height": height} for width, height in ((1280, 800), (1366, 657), (360, 740), (740, 360))
)
SEATS = [{"kind": "me", "name": "Ada"}, {"kind": "bot", "level": "easy"}]
SHEET = "svg.sheet:not(.small)"
EXTRA = ("extra", "classic")
MEASURES = """() => {
  const svg = document.querySelector("svg.sheet:not(.small)");
  const box = (element) => element.getBoundingClientRect();
  const at = (id) => {
    const { left, right, top, bottom } = box(svg.querySelector(`[data-cell="${id}"] .face`));
    return [(left + right) / 2, (top + bottom) / 2];
  };
  const sizes = [...svg.querySelectorAll(".reach")].map(box);
  const scale = svg.getScreenCTM().a;
  const texts = [...svg.querySelectorAll("text")].map((text) => parseFloat(getComputedStyle(text).fontSize) * scale);
  const around = box(document.querySelector(".play"));
  return {
    cells: Math.min(...sizes.flatMap(({ width, height }) => [width, height])), texts: Math.min(...texts),
    a0: at("a0"), a1: at("a1"), width: [box(svg).left - around.left, around.right - box(svg).right],
  };
}"""


def begun(page: Any, game: str = "extra", **more: Any) -> str:
    """A table where something stands on the own sheet; return its code."""
    code = made_table(page, SEATS, game, **more)
    luck = random.Random(3)
    for _ in range(100):
        if page.locator(f"{SHEET} .marked").count():
            return code
        step(page, luck)
    raise AssertionError("nothing is ever marked")


@pytest.mark.parametrize("kind", EXTRA)
def test_on_a_phone_columns_lie_below_the_rows_and_everything_is_large_enough(kind: str, people: Any) -> None:
    page = people(PHONE)
    begun(page, options={"sheet": kind})
    seen = page.evaluate(MEASURES)
    assert seen["cells"] >= 23.9
    assert seen["texts"] >= 10.99
    assert seen["a0"][1] == pytest.approx(seen["a1"][1], abs=1)
    assert min(seen["width"]) >= 0


@pytest.mark.parametrize("screen", [DESK, SMALL_DESK])
def test_on_a_desk_columns_stand_beside_the_rows(screen: dict[str, int], people: Any) -> None:
    page = people(screen)
    begun(page)
    seen = page.evaluate(MEASURES)
    assert seen["a0"][0] == pytest.approx(seen["a1"][0], abs=1)
    assert seen["cells"] >= 36
    assert seen["texts"] >= 12


def test_a_turned_phone_gets_the_other_arrangement_with_the_same_marks_and_focus(people: Any) -> None:
    page = people(PHONE)
    begun(page)
    marked = f"[...document.querySelectorAll('{SHEET} .marked')].map((one) => one.dataset.cell).join()"
    before = page.evaluate(marked)
    assert before
    page.locator(f'{SHEET} [data-cell="7.8"]').focus()
    page.set_viewport_size(TURNED)
    page.wait_for_function(f"() => {{ const seen = ({MEASURES})(); return Math.abs(seen.a0[0] - seen.a1[0]) < 1; }}")
    assert page.evaluate(marked) == before
    assert page.evaluate("document.activeElement.dataset.cell") == "7.8"
    page.keyboard.press("ArrowUp")
    assert page.evaluate("document.activeElement.dataset.cell") == "6.8"
    page.set_viewport_size(PHONE)
    page.wait_for_function(f"() => {{ const seen = ({MEASURES})(); return Math.abs(seen.a0[1] - seen.a1[1]) < 1; }}")
    assert page.evaluate(marked) == before
    assert page.locator(MAIN).is_visible()


def test_rows_of_extra_tell_what_they_are_worth_and_add_up(people: Any) -> None:
    page = people(DESK, "en")
    begun(page)
    page.evaluate("localStorage.setItem('cinquina.scores', 'true')")
    page.reload()
    page.wait_for_selector(f"{SHEET} .worth")
    worth = page.locator(f"{SHEET} .worth").all_text_contents()
    own = page.locator(".top .where").inner_text().rsplit(" · ", 1)[1].split()[0]
    assert sum(int(points.replace("−", "-")) for points in worth) == int(own.replace("−", "-"))
    assert page.locator(f"{SHEET} .written-name").text_content() == "Ada"


@pytest.mark.parametrize(("game", "boxes", "written"), [("qwixx", 6, 5), ("qwinto", 6, 4), ("the-choice", 3, 0)])
def test_points_are_inked_at_the_end_and_only_then(game: str, boxes: int, written: int, people: Any) -> None:
    """By hand beside the rows; where there are none, in words beside the sheet. Totals so far are in pencil."""
    page = people({"width": 1366, "height": 657})
    code = begun(page, game)
    assert page.locator(f"{SHEET} .total").count() == boxes
    assert page.locator(f"{SHEET} :is(.written:not(.pencil), .ticket)").count() == 0
    play_on_elsewhere(page, code)
    card = page.locator(".end-sheets > *").filter(has=page.locator(".who", has_text=re.compile("^Tu")))
    page.wait_for_selector(".end-sheets svg.sheet")
    assert card.count() == 1
    own = card.locator("svg.sheet").first
    own.wait_for()
    assert own.locator(".written").count() >= written
    told = card.locator(".sheet-points").all_text_contents()
    assert all(re.fullmatch(r"colori \d+ · percorso \d+", text) for text in told) if not written else not any(told)
    assert written or own.locator(".ticket").count() == 0


def test_on_a_phone_the_sheet_has_its_total_and_the_strip_that_of_the_other(people: Any) -> None:
    page = people(PHONE, "en")
    begun(page)
    page.wait_for_function("() => document.querySelector('.other .score').textContent.startsWith('−')")
    assert page.locator(f"{SHEET} .layer-written .written.pencil").count() == 1
    page.locator("button.other").click()
    score = page.locator(".other .score").inner_text()
    assert page.locator("dialog h2").inner_text().endswith(f": {score}")
    assert page.locator("dialog .sheet .written").count() > 0, "what its rows are worth"


LADDERS = """() => [
  document.querySelector("svg.sheet:not(.small) .layer-written")?.textContent ?? "",
  document.querySelectorAll("svg.sheet:not(.small) .look-rimmed.marked").length,
]"""
NEXT_STEP = r"colours (\d+): ?(\d|one) more → \d+ pts"


def test_the_ladders_say_what_is_counted_and_what_the_next_marks_bring(people: Any) -> None:
    page, luck, most = people(DESK, "en"), random.Random(3), 0
    made_table(page, SEATS, "the-choice")
    for _ in range(60):
        step(page, luck)
        text, colours = page.evaluate(LADDERS)
        told = re.search(NEXT_STEP, text)
        assert int(told[1] if told else 0) == colours
        assert ("colours on the ring" in text) == (colours == 0)
        most = max(most, colours)
        if most:
            return
    raise AssertionError("no colour is ever marked")


SIZES = """() => [...document.querySelectorAll("svg.sheet:not(.small) .layer-written > .text")]
  .map((text) => Math.round(parseFloat(getComputedStyle(text).fontSize) * 10) / 10)"""


def test_a_ladder_is_named_in_letters_of_one_size(people: Any) -> None:
    page, luck = people(SMALL_DESK, "en"), random.Random(3)
    made_table(page, SEATS, "the-choice")
    page.wait_for_selector(SHEET)
    before = set(page.evaluate(SIZES))
    assert len(before) == 1
    for _ in range(60):
        step(page, luck)
        if re.search(NEXT_STEP, page.evaluate(LADDERS)[0]):
            assert set(page.evaluate(SIZES)) == before
            return
    raise AssertionError("no colour is ever marked")


def test_on_a_desk_words_around_a_wide_sheet_have_one_size_and_points_stand_beside_a_name(people: Any) -> None:
    page = people(SMALL_DESK, "en")
    begun(page, "qwinto")
    sizes = page.evaluate(
        "(what) => [...document.querySelectorAll(what)].map((text) => parseFloat(getComputedStyle(text).fontSize))",
        f"{SHEET} .layer-bands > :is(.label, .text)",
    )
    assert len(sizes) > 3
    assert max(sizes) - min(sizes) < 2
    name, points = (page.locator(f".side .other-head .{part}").bounding_box() for part in ("who", "score"))
    assert abs(name["y"] + name["height"] / 2 - points["y"] - points["height"] / 2) < 3


@pytest.mark.parametrize(("game", "width", "is_out"), [("qwixx", 360, False), ("sequence-dice", 320, True)])
def test_on_a_phone_the_code_of_the_table_is_whole_or_out_of_sight(
    game: str, width: int, is_out: bool, people: Any
) -> None:
    page = people({**PHONE, "width": width})
    made_table(page, SEATS, game)
    page.wait_for_selector(SHEET)
    room, code = (page.locator(f".top .where{part}").bounding_box() for part in ("", " strong"))
    is_below = code["y"] >= room["y"] + room["height"] - 1
    assert is_below or code["x"] + code["width"] <= room["x"] + room["width"] + 1
    assert is_below == is_out


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_above_the_rows_of_extra_stand_apart(language: str, people: Any) -> None:
    page = people(SMALL_DESK, language)
    begun(page)
    boxes = page.evaluate(
        "(what) => [...document.querySelectorAll(what)].map((text) => text.getBoundingClientRect().toJSON())",
        f"{SHEET} .layer-bands > .text",
    )
    above = sorted((box["left"], box["right"]) for box in boxes if abs(box["top"] - boxes[0]["top"]) < 5)
    assert len(above) > 3
    assert all(right + 4 < left for (_, right), (left, _) in pairwise(above))


BOXES = f"() => [...document.querySelectorAll('{SHEET} .total')].filter((one) => one.checkVisibility()).length"
NOTES = """() => {
  const size = (one) => one.getBoundingClientRect().height;
  const [notes, cells] = [".text, .count, .points", ".face"].map((what) =>
    [...document.querySelectorAll(`svg.sheet:not(.small) :is(${what})`)].map(size));
  return Math.max(...notes) / Math.max(...cells);
}"""


@pytest.mark.parametrize("game", ["qwixx", "qwinto"])
def test_a_larger_desk_has_no_poorer_sheet(game: str, people: Any) -> None:
    page = people(SMALL_DESK)
    made_table(page, SEATS, game, options={"begins": "first"})
    page.wait_for_selector(SHEET)
    boxes = page.evaluate(BOXES)
    assert boxes > 1
    for _ in range(2):
        page.set_viewport_size(DESK)
        page.wait_for_timeout(100)
        assert page.evaluate(BOXES) == boxes
        assert page.evaluate(NOTES) < 0.5  # they do not outdo the cells
        page.reload()
        page.wait_for_selector(SHEET)


def test_where_real_dice_are_entered_the_sheet_stays_as_it_is_after_a_reload(people: Any) -> None:
    page = people(SMALL_DESK)
    made_table(page, SEATS, dice="real", options={"begins": "first"})
    look = f"() => document.querySelector('{SHEET}').getAttribute('viewBox')"
    for _ in range(2):
        page.wait_for_selector(".dice-input")
        before = page.evaluate(look)
        page.reload()
        page.wait_for_selector(".dice-input")
        assert page.evaluate(look) == before
        for die in range(6):
            page.locator(".dice-input fieldset").nth(die).locator("input").nth(1).check(force=True)
        page.locator(f"{MAIN}:not([aria-disabled])").click()
        page.locator(".play > .actions .button:nth-child(2):not([aria-disabled])").click()
