"""What hands touch: dice and their places, tiles that group dice, marks in their states."""

from __future__ import annotations

from typing import Any

import pytest

from browser.test_drafts import BOT, FIRST, ME, READY_MAIN, SHEET, enter, inked, pencilled, press
from browser_hands import MAIN, made_table

TAGS = """() => [...document.querySelectorAll(".play button.die")].map((die) => {
  const { content, fontSize } = getComputedStyle(die, "::after");
  return { spent: die.matches(".spent"), tag: content, size: parseFloat(fontSize) };
})"""
WELL = ".play .tray-well button.die"
TILES = ".options .tiles .chip"


def face_in_the_well(page: Any) -> str:
    """Wait for a die in the well; return its spoken name."""
    page.wait_for_selector(WELL)
    name: str = page.locator(WELL).get_attribute("aria-label")
    return name


def test_the_fifth_die_lies_in_the_well_and_goes_back_when_it_is_pressed_again(people: Any) -> None:
    page = people(language="en")
    made_table(page, [ME, BOT], "extra", dice="real", options=FIRST)
    enter(page, 1, 2, 3, 5, 6)
    page.wait_for_selector(".play .tray.has-well")
    assert page.locator(".options").inner_text() == "Then you pair the other four."
    said = page.locator(".options .then > span").first.bounding_box()
    assert said["height"] < 30, "it stands in one line"
    assert said["width"] > page.locator(".options").bounding_box()["width"] - 30
    assert page.locator(WELL).count() == 0
    page.locator("button.die").nth(3).click()
    press(page, "b1")
    page.wait_for_selector(TILES)
    assert face_in_the_well(page) == "white 5, picked"
    page.locator(WELL).click()
    pencilled(page)
    page.wait_for_function("() => document.querySelectorAll('.play .tray-well button').length === 0")


def test_a_tile_and_its_lettered_cells_are_the_same(people: Any) -> None:
    page = people(language="en")
    made_table(page, [ME, BOT], "extra", dice="real", options=FIRST)
    enter(page, 1, 2, 3, 5, 6)
    page.locator("button.die").nth(3).click()
    press(page, "b1")
    page.wait_for_selector(TILES)
    names = [name.replace("\n", "") for name in page.locator(TILES).all_text_contents()]
    assert names == ["A −400: 3 + 9", "B −400: 4 + 8", "C −400: 5 + 7"]
    lettered = page.locator(f"{SHEET} .lettered.legal")
    assert lettered.count() == 6
    page.locator(TILES).nth(1).click()
    page.wait_for_selector(f"{TILES}[aria-pressed=true]")
    drafted = page.locator(f"{SHEET} .lettered.pencilled")
    assert [cell.get_attribute("aria-label")[-1] for cell in drafted.all()] == ["B", "B"]
    page.locator(f"{SHEET} .lettered:not(.pencilled)").first.click(force=True)
    page.wait_for_function(f"() => document.querySelectorAll('{TILES}')[0].getAttribute('aria-pressed') === 'true'")
    page.locator(TILES).first.click()
    pencilled(page, "b0", "b1")
    page.locator(TILES).last.click()
    page.locator(READY_MAIN).click()
    inked(page, "b0", "b1")


def test_the_whole_tray_throws_while_a_throw_is_due(people: Any) -> None:
    page = people(language="en")
    made_table(page, [ME, BOT], "qwixx", options=FIRST)
    page.wait_for_selector(".play .tray.due")
    assert page.locator(".play .tray-throw").inner_text() == "Throw"
    assert page.get_by_role("button", name="Throw", exact=True).count() == 1
    page.locator(".play .tray-throw").click()
    page.wait_for_selector(".play .tray:not(.due)")
    assert page.locator(".play .die .pip").count() >= 6


def test_the_newest_mark_is_told_by_more_than_a_colour(people: Any) -> None:
    page = people(language="en")
    made_table(page, [ME, BOT], dice="real", options=FIRST)
    enter(page, 3, 4, 2, 2, 2, 2)
    press(page, "r7")
    pencilled(page, "r7")
    page.locator(READY_MAIN).click()
    inked(page, "r7")
    cell = page.locator(f"{SHEET} [data-cell=r7]")
    assert "new mark" in cell.get_attribute("aria-label")
    assert cell.locator(".newest-ring").count() == 1


def first_grid(page: Any) -> None:
    """Sit alone at The Choice, with the first grid in use and real dice to be entered."""
    made_table(page, [ME], "the-choice", dice="real", options={"sheet": "A"})
    page.locator(".options .chip").first.click()
    page.locator(READY_MAIN).click()


def test_a_die_lights_what_it_can_serve_also_where_another_would_do_and_a_press_there_uses_it(people: Any) -> None:
    page = people(language="en")
    first_grid(page)
    enter(page, 5, 5, 2)
    page.locator("button.die").first.click()
    lit = {cell.get_attribute("data-cell") for cell in page.locator(f"{SHEET} .legal").all()}
    assert lit == {"s1", "s2", "n5", "n7", "n10", "n12"}
    main = page.locator(".play > .actions .button.main")
    assert main.inner_text() == "Throw 1 die again"
    assert main.get_attribute("aria-label") == "Throw 1 die again: 5 grey"
    press(page, "n7")
    pencilled(page, "n7")
    page.wait_for_selector(READY_MAIN)
    spent = [die.get_attribute("data-die") for die in page.locator("button.die.spent").all()]
    assert spent == ["die1", "die3"]


def test_when_nothing_fits_the_question_says_so_before_one_decides(people: Any) -> None:
    page = people(language="en")
    first_grid(page)
    enter(page, 6, 6, 1)
    for cell in ("n12", "p1"):
        press(page, cell)
        page.wait_for_selector(f"{SHEET} [data-cell={cell}].pencilled", state="attached")
    page.locator(READY_MAIN).click()
    enter(page, 4, 6, 6)
    page.wait_for_function("() => document.querySelector('.play .sentence').textContent.startsWith('Nothing fits')")
    assert page.locator(f"{SHEET} .legal").count() == 0


def test_the_two_grids_to_begin_with_are_seen_and_the_other_one_stands_beside(people: Any) -> None:
    page = people({"width": 1366, "height": 657}, language="en")
    made_table(page, [ME, BOT], "the-choice", options={"sheet": "A"})
    page.wait_for_selector(".options .chip .chip-sheet svg")
    assert page.locator(".options .chip .chip-sheet svg").count() == 2
    names = [chip.get_attribute("aria-label") for chip in page.locator(".options .chip").all()]
    assert names == ["Begin with the front: 8 6 9 4", "Begin with the back: 5 8 1 10"]
    page.locator(".options .chip").last.click()
    page.wait_for_selector(f"{SHEET} [data-cell=n5][transform*=' 147']", state="attached")
    assert page.locator(".options .chip[aria-pressed=true]").count() == 1
    hexagon = page.locator(f"{SHEET} [data-cell=n5] .face").bounding_box()
    assert hexagon["width"] >= 99
    assert page.locator(".page-small figcaption").inner_text() == "Next grid"


def test_the_only_cell_that_fits_is_inked_and_not_thrown_away(people: Any) -> None:
    page = people(language="en")
    made_table(page, [ME], "qwinto", dice="real")
    for face, cell in ((5, "o2"), (4, "o1")):
        page.locator("button.die").first.click()
        page.locator(READY_MAIN).click()
        enter(page, face)
        press(page, cell)
        pencilled(page, cell)
        assert page.locator(READY_MAIN).inner_text().startswith("Ink")
        page.locator(READY_MAIN).click()
        inked(page, cell)


def test_dice_tell_two_sums_apart(people: Any) -> None:
    page = people(language="en")
    first_grid(page)
    enter(page, 5, 5, 2)
    press(page, "n7")
    page.wait_for_function(f"() => document.querySelector('{MAIN}').textContent === 'Pick the dice for it'")
    assert page.locator(".options .chip:visible:not(.quiet)").count() == 0
    page.locator("button.die").nth(2).click()
    assert page.locator("button.die.lifted").count() == 1  # both sums use it
    page.locator("button.die").nth(1).click()
    page.wait_for_selector(READY_MAIN)
    spent = [die.get_attribute("data-die") for die in page.locator("button.die.spent").all()]
    assert spent == ["die2", "die3"]


def test_a_press_during_another_is_not_lost(people: Any) -> None:
    page = people(language="en")
    first_grid(page)
    enter(page, 6, 6, 1)
    page.wait_for_selector(f"{SHEET} [data-cell=n12].legal", state="attached")
    page.evaluate(
        """(sheet) => {
          for (const cell of ["n12", "p1"]) {
            const part = document.querySelector(`${sheet} [data-cell=${cell}]`);
            part.dispatchEvent(new MouseEvent("click", { bubbles: true }));
          }
        }""",
        SHEET,
    )
    pencilled(page, "n12", "p1")


def test_a_fifth_die_that_the_rules_set_apart_lies_in_the_well_too(people: Any) -> None:
    page = people(language="en")
    made_table(page, [ME], "extra", dice="real")
    for faces, column in (((1, 2, 2, 4, 5), "a1"), ((2, 3, 3, 4, 5), "b1"), ((3, 4, 4, 5, 6), "")):
        enter(page, *faces)
        page.locator("button.die").first.click()
        if column:  # the last number has only one column left
            press(page, column)
        page.locator(TILES).first.click()
        page.locator(READY_MAIN).click()
    enter(page, 1, 4, 4, 5, 6)
    page.wait_for_selector(TILES)
    assert page.locator(".play .tray-well button.die").get_attribute("aria-label").split(",")[0].endswith("1")
    assert page.locator(".lead .sentence").inner_text() == "Your 1 came: it is your fifth."
    page.locator("[data-die=die4]").click(force=True)
    page.wait_for_function("() => document.querySelector('.lead .why').textContent.includes('for a pair')")
    page.locator(TILES).first.click()
    page.locator(READY_MAIN, has_text="Ink fifth 1, sums 8 and 11").click()


@pytest.mark.parametrize(("faces", "pressed"), [((2, 3, 3, 4, 5), 2), ((3, 4, 6, 6, 6), 4), ((2, 4, 4, 4, 6), 3)])
def test_any_of_equal_dice_is_the_fifth(people: Any, faces: tuple[int, ...], pressed: int) -> None:
    page = people(language="en")
    made_table(page, [ME], "extra", dice="real")
    enter(page, *faces)
    page.wait_for_selector(".play .tray.has-well")
    page.locator("button.die").nth(pressed).click()
    assert face_in_the_well(page) == f"white {faces[pressed]}, picked"
    assert page.locator(WELL).get_attribute("data-die") == f"die{pressed + 1}"
    press(page, "b1")
    page.wait_for_selector(f"{SHEET} [data-cell=b1].pencilled", state="attached")
    assert f" {faces[pressed]}" in page.locator(f"{SHEET} [data-cell=b0]").get_attribute("aria-label")
    assert page.locator(WELL).get_attribute("data-die") == f"die{pressed + 1}"


def test_an_equal_die_lights_the_same_column_and_where_only_one_is_left_it_goes_there(people: Any) -> None:
    page = people(language="en")
    made_table(page, [ME], "extra", dice="real")
    for faces, column in (((2, 2, 2, 2, 2), "a1"), ((5, 5, 5, 5, 5), "b1")):
        enter(page, *faces)
        page.locator("button.die").nth(4).click()
        press(page, column)
        page.locator(READY_MAIN).click()
    enter(page, 2, 2, 3, 6, 6)
    page.locator("button.die").nth(4).click()
    page.wait_for_selector(f"{SHEET} [data-cell=c1].pencilled", state="attached")
    assert face_in_the_well(page) == "white 6, picked"


def test_a_die_that_cannot_be_the_fifth_says_why(people: Any) -> None:
    page = people(language="en")
    made_table(page, [ME], "extra", dice="real")
    for faces, column in (((2, 2, 2, 2, 2), "a1"), ((5, 5, 5, 5, 5), "b1")):
        enter(page, *faces)
        page.locator("button.die").first.click()
        press(page, column)
        page.locator(READY_MAIN).click()
    enter(page, 6, 6, 6, 6, 6)  # there is only one column left
    enter(page, 1, 2, 3, 4, 6)
    page.wait_for_selector(".play button.die.aside")
    page.locator("button.die").first.click(force=True)
    page.wait_for_function("() => document.querySelector('.play .why').textContent.includes('must be one of yours')")
    assert page.locator(WELL).count() == 0


def test_what_a_draft_costs_stands_on_its_tile_and_on_the_button(people: Any) -> None:
    page = people(language="en")
    made_table(page, [ME], "extra", dice="real")
    for faces in ((1, 2, 2, 4, 5), (1, 2, 2, 4, 5)):
        enter(page, *faces)
        page.locator("button.die").first.click()
        if page.locator(f"{SHEET} [data-cell=a1]:not(.marked)").count():
            press(page, "a1")
        page.locator(TILES).first.click()
        page.wait_for_selector(READY_MAIN)
        costs = "−400" if page.locator(f"{SHEET} .worth").count() == 0 else ""
        assert page.locator(f"{TILES}[aria-pressed=true] .tile-points").all_text_contents() == (
            [costs] if costs else []
        )
        told = "Ink fifth 1, sums 4 and 9"
        assert page.locator(MAIN).inner_text() == (f"{told}: {costs}" if costs else told)
        page.locator(READY_MAIN).click()
        page.wait_for_selector(f"{SHEET} .worth")


def test_a_used_die_is_told_from_one_that_is_of_no_use_on_a_phone_too(people: Any) -> None:
    page = people({"width": 360, "height": 740}, "en")
    made_table(page, [ME, BOT], "the-choice", dice="real", options={**FIRST, "sheet": "A"})
    page.locator(".options .chip").first.click()
    page.locator(READY_MAIN).click()
    enter(page, 1, 1, 1)
    page.locator(f"{SHEET} .legal").first.click(force=True)
    page.wait_for_selector(".play button.die.spent")
    tags = page.evaluate(TAGS)
    assert {one["spent"] for one in tags} == {True, False}
    assert all((one["tag"] not in ("none", '""')) == one["spent"] for one in tags)
    assert all(one["size"] * 0.86 >= 11 for one in tags if one["spent"])
