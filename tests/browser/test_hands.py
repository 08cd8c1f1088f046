"""What hands touch: dice and their places, tiles that group dice, marks in their states."""

from __future__ import annotations

import random
from typing import Any

import pytest

from browser.layout import Walk
from browser.test_drafts import BOT, FIRST, ME, PASS, READY_MAIN, SHEET, enter, inked, pencilled, press
from browser_hands import MAIN, made_table

TAGS = """() => [...document.querySelectorAll(".play button.die")].map((die) => {
  const { content, fontSize } = getComputedStyle(die, "::after");
  return { spent: die.matches(".spent"), tag: content, size: parseFloat(fontSize) };
})"""
NEWEST_FACES = ".newest > .cell-body > .face"
ALL_FILLED = """([selector, fill]) => {
  const faces = [...document.querySelectorAll(selector)];
  return faces.length > 0 && faces.every((face) => getComputedStyle(face).fill === fill);
}"""
FILL, NEWEST = "(face) => getComputedStyle(face).fill", "rgb(255, 227, 154)"
WELL = ".play .tray-well button.die"
TILES = ".options .tiles .chip"


def names_of_dice(page: Any) -> list[str]:
    """The spoken names of the dice on the table."""
    return [die.get_attribute("aria-label") for die in page.locator(".play button.die").all()]


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


def test_where_a_place_was_pressed_first_all_dice_that_cannot_go_there_are_dim(people: Any) -> None:
    page = people(language="en")
    made_table(page, [ME, BOT], "extra", dice="real", options=FIRST)
    enter(page, 1, 2, 3, 5, 6)
    page.locator("button.die").nth(3).click()
    press(page, "c1")
    page.locator(TILES).first.click()
    page.locator(READY_MAIN).click()
    page.wait_for_selector("#table[data-phase=roll]")
    enter(page, 1, 1, 2, 5, 5)
    press(page, "a1")
    page.wait_for_selector(".play .die.aside")
    assert page.locator(".play .die.aside").count() == 2, "both fives: theirs is another track"


COUNT_DRAWINGS = """() => {
  const table = document.getElementById("table");
  window.drawings = 0;
  table.setAttribute = (name, value) => {
    window.drawings += name === "data-phase";
    Element.prototype.setAttribute.call(table, name, value);
  };
}"""


def test_a_tile_and_its_lettered_cells_are_the_same_and_a_press_draws_the_page_twice_at_most(people: Any) -> None:
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
    page.evaluate(COUNT_DRAWINGS)
    page.locator(TILES).nth(1).click()
    page.wait_for_selector(f"{TILES}[aria-pressed=true]")
    page.wait_for_selector(READY_MAIN)
    assert 1 <= page.evaluate("() => window.drawings") <= 2
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


def test_dice_before_a_throw_stand_in_the_middle(people: Any) -> None:
    page = people({"width": 360, "height": 740}, "en")
    made_table(page, [ME, BOT], "the-choice", options={**FIRST, "sheet": "A"})
    page.locator(".options .chip").first.click()
    page.locator(READY_MAIN).click()
    page.wait_for_selector(".play .tray.due")
    tray = page.locator(".play .tray").bounding_box()
    dice = [die.bounding_box() for die in page.locator(".play .tray .die-body").all()]
    middle = (dice[0]["x"] + dice[-1]["x"] + dice[-1]["width"]) / 2
    assert abs(middle - tray["x"] - tray["width"] / 2) <= 4


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
    assert main.get_attribute("aria-label") == "Throw 1 die again: the grey 5"
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
    page.wait_for_function(
        "() => document.querySelector('.play .sentence').textContent.startsWith('You cannot mark anything')"
    )
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
    assert page.locator(".page-small figcaption").inner_text() == "Second grid"


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


def test_the_tracks_keep_their_places_and_a_single_way_is_called_so(people: Any) -> None:
    page = people({"width": 360, "height": 740}, "en")
    made_table(page, [ME, BOT], "extra", dice="real", options=FIRST)
    enter(page, 2, 2, 2, 3, 6)
    sentence = page.locator(".play .sentence")
    page.wait_for_selector(".play button.die:not([aria-disabled])")
    top = sentence.bounding_box()["y"]
    page.locator(".play button.die").last.click()
    chips = page.locator(".options .chip[data-cell]")
    page.wait_for_function(f"() => document.querySelector('{MAIN}').textContent === 'Choose a track'")
    assert chips.count() == 3
    places = [chip.bounding_box()["x"] for chip in chips.all()]
    chips.nth(1).click()
    page.wait_for_selector(READY_MAIN)
    assert sentence.inner_text() == "Fifth die 6. The other four only make 4 and 5."
    assert sentence.bounding_box()["y"] == pytest.approx(top, abs=1)
    assert [chip.bounding_box()["x"] for chip in chips.all()] == pytest.approx(places, abs=1)
    chips.nth(2).click()
    page.wait_for_selector(".options .chip:nth-child(3)[aria-pressed=true]")


def test_dice_tell_two_sums_apart(people: Any) -> None:
    page = people(language="en")
    first_grid(page)
    enter(page, 5, 5, 2)
    press(page, "n7")
    page.wait_for_function(f"() => document.querySelector('{MAIN}').textContent === 'Choose the dice'")
    assert page.locator(".options .chip:visible:not(.quiet)").count() == 0
    page.locator("button.die").nth(2).click()
    assert page.locator("button.die.lifted").count() == 1  # both sums use it
    assert page.locator(f"{MAIN}[aria-disabled].missing").inner_text() == "Choose the dice"  # not a second throw
    page.locator("button.die").nth(1).click()
    page.wait_for_selector(READY_MAIN)
    spent = [die.get_attribute("data-die") for die in page.locator("button.die.spent").all()]
    assert spent == ["die2", "die3"]


def test_exactly_the_dice_of_the_pencil_are_used_and_those_without_a_place_are_left(people: Any) -> None:
    page = people(language="en")
    first_grid(page)
    enter(page, 5, 4, 1)
    press(page, "n10")
    pencilled(page, "n10")
    assert names_of_dice(page) == ["5 grey, used", "4 blue, used", "1 purple, used"]
    press(page, "n10")
    page.wait_for_selector(f"{SHEET} [data-cell=n10]:not(.pencilled)", state="attached")
    for cell in ("n1a", "s2"):
        press(page, cell)
        page.wait_for_selector(f"{SHEET} [data-cell={cell}].pencilled", state="attached")
    page.wait_for_selector(READY_MAIN)
    assert names_of_dice(page) == ["5 grey, used", "4 blue, unused", "1 purple, used"]
    assert page.locator(".play button.die.aside").count() == 0
    assert [one["tag"] for one in page.evaluate(TAGS)] == ['"used"', '"unused"', '"used"']


def test_a_used_die_is_dim_although_another_cell_could_use_it(people: Any) -> None:
    page = people(language="en")
    made_table(page, [ME], "the-choice", dice="real", options={"sheet": "A", "failures": "2"})
    page.locator(".options .chip").first.click()
    page.locator(READY_MAIN).click()
    for _ in range(2):  # on to the second grid, which cannot be closed
        enter(page, 1, 1, 1)
        page.locator(f"{PASS}:not([aria-disabled])").click()
    enter(page, 5, 4, 6)
    press(page, "r1")
    pencilled(page, "r1")
    page.locator(READY_MAIN).click()
    inked(page, "r1")
    assert page.locator(f"{SHEET} .newest > .cell-body > .face").first.evaluate(FILL) == NEWEST  # not as a lit cell
    enter(page, 5, 4, 6)
    press(page, "n10")
    page.wait_for_selector(f"{SHEET} [data-cell=n10].pencilled", state="attached")
    page.wait_for_selector(f"{SHEET} [data-cell=n6].legal", state="attached")
    assert names_of_dice(page) == ["5 grey", "4 blue, used", "6 red, used"]
    page.locator("button.die").nth(2).click()
    page.wait_for_selector("button.die.lifted.spent:not([aria-disabled])")


def test_a_die_beside_a_pencil_mark_lights_cells_and_is_not_thrown_again(people: Any) -> None:
    page = people(language="en")
    first_grid(page)
    enter(page, 6, 6, 1)
    press(page, "n12")
    pencilled(page, "n12")
    page.wait_for_selector(f"{READY_MAIN}:not(:empty)")
    page.locator("button.die").nth(2).click()
    page.wait_for_selector("button.die.lifted")
    assert page.locator(READY_MAIN).inner_text().startswith("Ink")
    pencilled(page, "n12")


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
    assert page.locator(".lead .sentence").inner_text() == "Your 1 came up: it is set aside."
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
    page.wait_for_function("() => document.querySelector('.play .why').textContent.includes('set one of yours aside')")
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
        assert page.locator(MAIN).inner_text().split("\n") == ([told, f"{costs} for now"] if costs else [told])
        page.locator(READY_MAIN).click()
        page.wait_for_selector("#table:not([data-busy])")
        page.wait_for_selector(f"{SHEET} .worth")
        page.wait_for_function(ALL_FILLED, arg=[f"{SHEET} {NEWEST_FACES}", NEWEST])  # also red boxes


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


LOW_DESK = {"width": 1366, "height": 657}


def test_the_dice_of_a_second_throw_are_in_the_log_at_once(people: Any) -> None:
    page = people(LOW_DESK, "en")
    made_table(page, [ME, BOT], "the-choice", dice="real", options={**FIRST, "sheet": "A"})
    page.locator(".options .chip").first.click()
    page.locator(READY_MAIN).click()
    enter(page, 5, 5, 2)
    page.locator("button.die").nth(2).click()
    page.locator(READY_MAIN).click()
    enter(page, 6)
    page.locator(".log > .turn.again:first-child .die").first.wait_for()
    assert page.locator(".log > .turn:first-child .die").count() == 3


def test_two_sheets_of_a_player_stand_side_by_side_and_the_log_keeps_its_room(people: Any) -> None:
    page = people(LOW_DESK, "en")
    made_table(page, [ME, BOT], "the-choice", dice="real", options={**FIRST, "sheet": "A"})
    page.locator(".options .chip").first.click()
    page.locator(READY_MAIN).click()
    enter(page, 5, 5, 2)
    page.wait_for_selector(".other-sheets > *")
    heading, thrown, room = (page.locator(f".log-card{what}").bounding_box() for what in (" h2", " .thrown", ""))
    assert heading["height"] > 12, "the log has its heading"
    assert thrown["y"] + thrown["height"] <= room["y"] + room["height"], "the throw just made is in it"
    page.evaluate(
        """async () => {
          const sheets = document.querySelector(".other-sheets");
          if (sheets.children.length < 2) sheets.append(sheets.firstElementChild.cloneNode(true));
          const { tellSheets } = await import("/static/others.js");
          tellSheets(sheets.parentElement, sheets.children.length);
        }"""
    )
    one, other = (page.locator(".other-sheets > *").nth(place).bounding_box() for place in (0, 1))
    assert (one["y"], one["height"]) == (other["y"], other["height"])
    assert page.locator(".log-card").bounding_box()["height"] >= 64
    assert (
        page.evaluate(
            "() => { const side = document.querySelector('.side'); return side.scrollHeight - side.clientHeight; }"
        )
        <= 1
    )


def test_a_log_fades_only_where_it_goes_on(people: Any) -> None:
    page = people(LOW_DESK, "en")
    low = "(log) => { log.style.maxHeight = '20px'; log.style.minHeight = 0; }"
    for game, faces in (("extra", (1, 2, 3, 5, 6)), ("qwixx", (1, 2, 3, 4, 5, 6))):  # a tall sheet and a wide one
        made_table(page, [ME, BOT], game, dice="real", options=FIRST)
        enter(page, *faces)
        log = page.locator(".log-card > .log")
        assert log.evaluate("(log) => [log.matches('.cut'), getComputedStyle(log).maskImage]") == [False, "none"]
        log.evaluate(low)
        page.wait_for_selector(".log-card > .log.cut")
        assert log.evaluate("(log) => getComputedStyle(log).maskImage") != "none"


def test_a_reason_of_two_lines_leaves_the_tray_alone(people: Any) -> None:
    page = people(LOW_DESK, "en")
    made_table(page, [ME, BOT], "extra", dice="real", options=FIRST)
    enter(page, 1, 1, 3, 4, 6)
    page.locator(f"{SHEET} .cell:not(.legal)").nth(20).click(force=True)
    page.wait_for_selector(".play .why:not(:empty)")
    why, tray = (page.locator(f".play {what}").bounding_box() for what in (".why", ".tray"))
    assert why["height"] > 25, "it has two lines"
    assert tray["y"] - why["y"] - why["height"] >= 5


def test_three_tiles_hold_their_dice_sums_and_points(people: Any) -> None:
    page = people(language="en")
    made_table(page, [ME, BOT], "extra", dice="real", options=FIRST)
    enter(page, 1, 3, 4, 5, 6)
    page.locator("button.die").first.click()
    press(page, "b1")
    page.wait_for_selector(TILES)
    assert page.locator(f"{TILES} .tile-points").all_inner_texts() == ["−400", "−400", "−200"]
    walk = Walk(page, random.Random(1))
    walk.measure("begun")
    assert [fault for fault in walk.faults if "tile" in fault] == []


def test_the_other_of_two_equal_dice_stays_bright_when_one_is_set_apart(people: Any) -> None:
    page = people(language="en")
    made_table(page, [ME, BOT], "extra", dice="real", options=FIRST)
    enter(page, 2, 2, 4, 5, 6)
    page.locator("button.die").first.click()
    page.wait_for_selector(WELL)
    left = page.locator(".play .tray-thrown button.die")
    assert left.count() == 4
    assert page.locator(".play .tray-thrown button.die.aside").count() == 0


def test_the_choice_says_with_which_grid_one_begins(people: Any) -> None:
    page = people(language="en")
    made_table(page, [ME, BOT], "the-choice", options={"sheet": "A"})
    page.locator(".options .chip", has_text="Back").click()
    page.locator(READY_MAIN).wait_for()
    assert page.locator(READY_MAIN).inner_text() == "Begin with the back"


def test_dice_have_a_ring_only_while_they_are_the_answer(people: Any) -> None:
    page = people()
    made_table(page, [ME, BOT], "qwinto", options=FIRST)
    asking = page.locator(".play .tray.asks")
    asking.wait_for()
    page.locator(".play button.die").first.click()
    page.wait_for_selector(".play button.die.lifted")
    edges = "(dice) => dice.map((die) => getComputedStyle(die, '::after').borderTopStyle)"
    assert page.locator(".play button.die").evaluate_all(edges) == ["solid", "dashed", "dashed"]
    page.locator(f"{MAIN}:not([aria-disabled])").click()
    page.wait_for_selector(".options .chip, svg.sheet:not(.small) .legal", state="attached")
    assert asking.count() == 0
    made_table(page, [ME, BOT], "extra", options=FIRST, dice="real")
    enter(page, 1, 2, 3, 4, 5)
    page.locator(".play button.die").first.click()
    page.locator("svg.sheet:not(.small) .legal").first.click(force=True)
    page.wait_for_selector(".options .tiles")
    assert asking.count() == 0, "the ways to pair are tiles"
    made_table(page, [ME], "the-choice", dice="real", options={"sheet": "A"})
    page.locator(".options .chip").first.click()
    page.locator(READY_MAIN).click()
    enter(page, 3, 3, 5)
    press(page, "n11")
    page.locator(READY_MAIN).wait_for()
    assert asking.count() == 0, "all dice are used"


LOOK_OF_BUTTON = """(button) => {
  const { borderTopWidth, borderTopColor, fontWeight, backgroundColor } = getComputedStyle(button);
  return [borderTopWidth, borderTopColor, fontWeight, backgroundColor];
}"""
IN_TRAY = """() => {
  const tray = document.querySelector(".play .tray").getBoundingClientRect();
  return [...document.querySelectorAll(".play button.die:not([data-tag=''])")].map((die) => {
    const tag = getComputedStyle(die, "::after");
    const place = die.getBoundingClientRect();
    return place.top >= tray.top - 1 && place.bottom + parseFloat(tag.fontSize) <= tray.bottom;
  });
}"""


@pytest.mark.parametrize("screen", [{"width": 360, "height": 740}, {"width": 390, "height": 844}])
def test_the_tag_of_a_die_that_is_of_no_use_lies_in_the_tray(screen: dict[str, int], people: Any) -> None:
    page = people(screen)
    first_grid(page)
    enter(page, 5, 5, 2)
    press(page, "y1")
    pencilled(page, "y1")
    page.locator("button.die:not([aria-disabled])").first.click()
    page.locator(f"{READY_MAIN}.costs").wait_for()  # more dice could still be used
    costly = page.locator(READY_MAIN).evaluate(LOOK_OF_BUTTON)
    press(page, "n7")
    pencilled(page, "y1", "n7")
    page.locator(f"{READY_MAIN}:not(.costs)").click()
    enter(page, 1, 1, 4)
    press(page, "n2")
    page.locator("button.die[data-tag=resta]").wait_for()
    assert page.evaluate(IN_TRAY) == [True, True, True]
    assert page.locator(READY_MAIN).evaluate(LOOK_OF_BUTTON) == costly, "one look, whether or not more can be marked"


def test_the_number_beside_a_player_says_that_it_is_of_chips(people: Any) -> None:
    page = people({"width": 390, "height": 844})
    made_table(page, [ME, BOT], "sequence-dice", options=FIRST)
    page.wait_for_selector(".others .supply")
    told = "(one) => getComputedStyle(one, '::after').content"
    assert page.locator(".others .supply").first.evaluate(told).startswith('"fiche ')


def test_the_question_names_the_dice_that_are_picked(people: Any) -> None:
    page = people({"width": 360, "height": 740})
    made_table(page, [ME, BOT], "qwinto", options=FIRST)
    asked = page.locator(".lead .sentence")
    asked.get_by_text("Quali dadi lanci").wait_for()
    page.locator("button.die:not([aria-disabled])").first.click()
    asked.get_by_text("Lancia arancione, o cambia dadi.").wait_for()


def test_dice_that_can_be_thrown_again_are_outlined_until_one_is_kept(people: Any) -> None:
    page = people({"width": 390, "height": 844})
    first_grid(page)
    enter(page, 5, 5, 2)
    page.wait_for_selector(f"{SHEET} .legal")
    assert page.locator(".tray.asks button.die:not([aria-disabled])").count() == len((5, 5, 2))
    press(page, "n2")
    pencilled(page, "n2")
    page.locator(".tray:not(.asks)").wait_for()
