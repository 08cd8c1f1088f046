"""Pencil and ink in a real browser: dice are pressed, marks are drafted, and one press inks a throw."""

from __future__ import annotations

from typing import Any

import pytest

from browser.conftest import PHONE
from browser_hands import MAIN, made_table, phase

SHEET = "svg.sheet:not(.small)"
READY_MAIN = f"{MAIN}:not([aria-disabled])"
PASS = ".play > .actions .button:nth-child(2)"
ME, BOT = {"kind": "me", "name": "Ada"}, {"kind": "bot", "level": "random"}
FIRST = {"begins": "first"}


def enter(page: Any, *faces: int) -> None:
    """Enter a throw of real dice, and wait until the page has taken its form away: the next throw has a new one."""
    form = page.wait_for_selector(".tray-box .dice-input", state="attached")
    for die, face in enumerate(faces):
        page.locator(".dice-input fieldset").nth(die).locator("input").nth(face - 1).check(force=True)
    page.locator(READY_MAIN).click()
    page.wait_for_function("(form) => !form.isConnected", arg=form)


def press(page: Any, cell: str) -> None:
    """Press a cell of the own sheet once it is lit or in pencil."""
    page.locator(f"{SHEET} [data-cell={cell}]:is(.legal, .pencilled)").click(force=True)


def pencilled(page: Any, *cells: str) -> None:
    """Wait until these cells, and no others, are in pencil."""
    page.wait_for_function(
        """([sheet, cells]) => {
          const found = [...document.querySelectorAll(`${sheet} .pencilled`)].map((cell) => cell.dataset.cell);
          return found.sort().join() === cells.sort().join();
        }""",
        arg=[SHEET, list(cells)],
    )


def inked(page: Any, *cells: str) -> None:
    """Wait until these cells are marked in ink."""
    for cell in cells:
        page.wait_for_selector(f"{SHEET} [data-cell={cell}].marked:not(.pencilled)", state="attached")


def test_a_pencil_mark_is_rubbed_out_kept_by_a_reload_and_seen_by_nobody_else(people: Any) -> None:
    page, other = people(), people()
    code = made_table(page, [ME, BOT], dice="real", options=FIRST)
    other.goto(f"/t/{code}")
    enter(page, 3, 4, 2, 2, 2, 2)
    other.wait_for_function("() => document.getElementById('table').dataset.phase === 'choose'")
    other.wait_for_timeout(300)
    before = other.locator("#table").inner_html()
    press(page, "r7")
    pencilled(page, "r7")
    press(page, "r7")
    pencilled(page)
    press(page, "b7")
    pencilled(page, "b7")
    page.reload()
    pencilled(page, "b7")
    other.wait_for_timeout(200)
    assert other.locator("#table").inner_html() == before
    assert page.locator(MAIN).inner_text().startswith("Segna 7 blu")


def test_the_white_and_the_coloured_cross_are_inked_together(people: Any) -> None:
    page = people()
    made_table(page, [ME, BOT], dice="real", options=FIRST)
    enter(page, 3, 4, 2, 2, 2, 2)
    press(page, "r6")
    pencilled(page, "r6")
    press(page, "y7")
    pencilled(page, "r6", "y7")
    page.locator(READY_MAIN).click()
    inked(page, "r6", "y7")


def test_another_cell_takes_the_place_of_the_pencilled_one(people: Any) -> None:
    page = people()
    made_table(page, [ME, BOT], "sequence-dice", dice="real", options={"begins": "first"})
    enter(page, 3, 5)
    press(page, "c2")
    pencilled(page, "c2")
    press(page, "e3")
    pencilled(page, "e3")
    page.locator(READY_MAIN).click()
    inked(page, "e3")


def test_a_turn_of_qwinto_is_dice_a_throw_a_cell_and_ink(people: Any) -> None:
    page = people()
    made_table(page, [ME, BOT], "qwinto", options=FIRST)
    page.locator("button.die").nth(0).click()
    page.locator("button.die").nth(2).click()
    assert page.locator("button.die.lifted").count() == 2
    page.locator(READY_MAIN).click()
    page.wait_for_selector(f"{SHEET} .legal", state="attached")
    cell = page.locator(f"{SHEET} .legal").first.get_attribute("data-cell")
    press(page, cell)
    pencilled(page, cell)
    page.locator(READY_MAIN).click()
    inked(page, cell)


def test_in_extra_the_fifth_die_is_pressed_and_a_pair_of_pairs_chosen(people: Any) -> None:
    page = people()
    made_table(page, [ME, BOT], "extra", dice="real", options=FIRST)
    enter(page, 1, 2, 3, 5, 6)
    page.locator("button.die").nth(3).click()
    page.wait_for_selector(".die.lifted")
    press(page, "b1")
    page.wait_for_selector(".options .chip .dice-group")
    assert page.locator(".options .chip").count() == 3
    assert page.locator(".options .chip").first.locator(".die").count() == 4
    page.locator(".options .chip").first.click()
    page.locator(READY_MAIN).click()
    inked(page, "b0", "b1")


def test_where_a_die_is_asked_for_the_dice_are_lit_and_the_tracks_are_quiet(people: Any) -> None:
    page = people(PHONE)
    made_table(page, [ME, BOT], "extra", dice="real", options=FIRST)
    enter(page, 2, 2, 3, 4, 5)
    look = "([what, name]) => getComputedStyle(document.querySelector(what))[name]"
    ring, body = [f"{SHEET} .legal .legal-ring", "opacity"], [".play .tray button.die .die-body", "strokeWidth"]
    page.wait_for_selector(ring[0], state="attached")
    assert float(page.evaluate(look, ring)) < 0.5
    assert page.evaluate(look, body) == "8px"
    page.locator("button.die").first.click()
    page.wait_for_selector(".tray-well button.die")
    assert float(page.evaluate(look, ring)) == 1
    assert page.evaluate(look, body) != "8px"


def test_the_choice_asks_for_the_die_by_lighting_dice(people: Any) -> None:
    page = people()
    made_table(page, [ME], "the-choice", dice="real", options={"sheet": "A"})
    page.locator(".options .chip").first.click()
    page.locator(READY_MAIN).click()
    enter(page, 5, 5, 2)
    press(page, "n7")
    page.wait_for_selector(f"{SHEET} [data-cell=n7].pencilled", state="attached")
    assert page.locator(".options .chip:visible", has_text="7").count() == 0
    page.locator("button.die:not([aria-disabled])").first.click()
    page.wait_for_selector(READY_MAIN)


def test_passing_is_one_tap_that_says_its_price(people: Any) -> None:
    page = people()
    made_table(page, [ME, BOT], dice="real", options=FIRST)
    enter(page, 3, 4, 2, 2, 2, 2)
    page.locator(PASS, has_text="Passa: −5").click()
    page.wait_for_function("() => document.querySelectorAll('svg.sheet:not(.small) .look-box.marked').length === 1")


def test_where_nothing_else_can_be_done_the_main_button_passes(people: Any) -> None:
    page = people(PHONE)
    made_table(page, [ME], "the-choice", dice="real", options={"sheet": "A", "failures": "1"})
    page.locator(".options .chip").first.click()
    page.locator(READY_MAIN).click()
    enter(page, 5, 5, 2)
    press(page, "y1")
    pencilled(page, "y1")
    page.locator("button.die:not([aria-disabled])").first.click()
    press(page, "n7")
    pencilled(page, "y1", "n7")
    page.locator(READY_MAIN).click()
    enter(page, 1, 4, 5)
    page.locator("button.die").nth(2).click()
    page.locator(READY_MAIN).click()
    enter(page, 4)  # nothing fits, and nothing more can be thrown
    page.locator(READY_MAIN, has_text="Passa: griglia chiusa").wait_for()
    assert page.locator(".play .tray button.die.aside").count() == 3  # they look as quiet as they are
    assert page.locator(".options .chip:visible").count() == 0  # giving up the grid would be the same
    assert page.locator(f"{PASS}[aria-disabled]").count() == 1
    page.locator(READY_MAIN).click()
    page.wait_for_selector("#table[data-phase=roll]")


def test_who_inks_at_once_needs_one_tap_for_a_single_mark(people: Any) -> None:
    page = people(PHONE)
    page.goto("/")
    page.evaluate("() => localStorage.setItem('cinquina.at-once', 'true')")
    made_table(page, [ME, BOT], "sequence-dice", dice="real", options={"begins": "first"})
    enter(page, 3, 5)
    press(page, "c2")
    inked(page, "c2")
    assert phase(page) == "roll"


def test_what_was_inked_is_taken_back_into_pencil(people: Any) -> None:
    page, other = people(), people(PHONE)
    code = made_table(page, [ME, {"kind": "open"}], dice="real", options=FIRST)
    other.goto(f"/t/{code}")
    other.locator("form input").first.fill("Bruno")
    other.locator("form button[type=submit]").first.click()
    enter(page, 3, 4, 2, 2, 2, 2)
    press(page, "r7")
    pencilled(page, "r7")
    page.locator(READY_MAIN).click()
    inked(page, "r7")
    page.wait_for_selector(".play > .actions .button:first-child:not([aria-disabled])")
    page.locator(".play > .actions .button").first.click()
    pencilled(page, "r7")


def test_another_fifth_die_rubs_out_the_first(people: Any) -> None:
    page = people(language="en")
    made_table(page, [ME, BOT], "extra", dice="real", options=FIRST)
    enter(page, 2, 3, 4, 5, 6)
    dice = page.locator(".play button.die")
    dice.nth(2).click()
    page.locator(f"{SHEET} .legal").last.click(force=True)
    page.wait_for_selector(f"{SHEET} .pencilled", state="attached")
    page.locator('.play button.die[aria-label*="2"]').first.click()
    pencilled(page)
    page.wait_for_function("() => document.querySelector('.play .sentence').textContent.includes('Where does')")


def test_a_reason_does_not_widen_a_phones_page(people: Any) -> None:
    page = people({"width": 360, "height": 740}, is_mobile=True)
    made_table(page, [ME, BOT], "extra", dice="real", options=FIRST)
    enter(page, 2, 3, 4, 5, 6)
    page.locator(f"{SHEET} .cell:not(.legal)").first.click(force=True)
    page.wait_for_selector(".play .why:not(:empty)")
    assert page.evaluate("() => document.documentElement.scrollWidth") == 360


def test_one_press_inks_the_white_sum_and_nothing_more(people: Any) -> None:
    page = people({"width": 360, "height": 740})
    made_table(page, [ME, BOT], dice="real", options=FIRST)
    enter(page, 6, 2, 6, 4, 3, 4)
    press(page, "r8")
    pencilled(page, "r8")
    assert page.locator(READY_MAIN).inner_text().split("\n") == ["Segna 8 rosso", "e continua"]
    page.locator(PASS, has_text="Segna 8 rosso e basta").click()
    inked(page, "r8")
    page.wait_for_selector(".tray-box .dice-input")  # the bot's throw is entered next
    assert page.locator(f"{SHEET} .look-box.marked").count() == 0


def test_passing_cannot_cost_a_pencil_mark(people: Any) -> None:
    page = people(language="en")
    made_table(page, [ME, BOT], dice="real", options=FIRST)
    enter(page, 6, 2, 6, 4, 3, 4)
    press(page, "y10")
    pencilled(page, "y10")
    page.locator(f"{PASS}[aria-disabled]", has_text="Pass: −5").click(force=True)
    why = "() => document.querySelector('.lead .why').textContent === 'Rub out your pencil marks first, then pass.'"
    page.wait_for_function(why)
    pencilled(page, "y10")
    press(page, "y10")
    page.locator(f"{PASS}:not([aria-disabled])", has_text="Pass: −5").click()
    page.wait_for_selector(f"{SHEET} .look-box.marked", state="attached")


def test_dots_keep_their_meaning_and_white_dice_can_be_used_again(people: Any) -> None:
    page = people(language="en")
    made_table(page, [ME, BOT], dice="real", options=FIRST)
    enter(page, 2, 2, 5, 6, 3, 4)
    page.wait_for_selector(f"{SHEET} .legal.sooner", state="attached")
    press(page, "y4")
    pencilled(page, "y4")
    dots = "(cells) => cells.map((cell) => getComputedStyle(cell.querySelector('.legal-dot')).display)"
    assert page.locator(f"{SHEET} .legal").count() == page.locator(f"{SHEET} .legal.later").count() > 0
    assert set(page.locator(f"{SHEET} .legal").evaluate_all(dots)) == {"inline"}
    assert page.locator(".play .die.spent").count() == 0


def test_the_dots_of_the_white_sum_stay_white_beside_a_coloured_mark(people: Any) -> None:
    page = people(language="en")
    made_table(page, [ME, BOT], dice="real", options=FIRST)
    enter(page, 2, 6, 4, 5, 4, 1)
    press(page, "g10")
    pencilled(page, "g10")
    dots = "(cells) => cells.map((cell) => getComputedStyle(cell.querySelector('.legal-dot')).fill)"
    assert set(page.locator(f"{SHEET} .legal").evaluate_all(dots)) == {"rgb(255, 255, 255)"}
    assert page.locator(f"{SHEET} .legal").count() == 3


THROWN = {
    "qwixx": ((3, 4, 2, 2, 2, 2), "r7"),
    "qwinto": ((5,), "o2"),
    "the-choice": ((6, 6, 1), "n12"),
    "extra": ((1, 2, 2, 2, 2), "b1"),
    "sequence-dice": ((3, 5), "c2"),
}


@pytest.mark.parametrize("game", THROWN)
def test_enter_pencils_a_cell_and_once_more_inks_it_and_space_rubs_out(game: str, people: Any) -> None:
    page = people(language="en")
    made_table(page, [ME, BOT], game, dice="real", options=FIRST | ({"sheet": "A"} if game == "the-choice" else {}))
    faces, cell = THROWN[game]
    before = {"qwinto": ".play button.die", "the-choice": ".options .chip"}.get(game)
    if before:  # which die is thrown, or which grid is used
        page.locator(before).first.press("Enter")
        page.locator(READY_MAIN).press("Enter")
    enter(page, *faces)
    if game == "extra":  # which die is the fifth
        page.locator("button.die").first.press("Enter")
    here = page.locator(f"{SHEET} [data-cell={cell}]")
    for key in ("Enter", " "):
        page.wait_for_selector(f"{SHEET} [data-cell={cell}]:is(.legal, .pencilled)", state="attached")
        here.press(key)
        state = "pencilled" if key == "Enter" else "legal"
        page.wait_for_selector(f"{SHEET} [data-cell={cell}].{state}", state="attached")
        if game == "extra" and key == " ":
            page.locator("button.die").first.press("Enter")
    here.press("Enter")
    page.wait_for_selector(f"{SHEET} [data-cell={cell}].pencilled", state="attached")
    page.wait_for_selector(READY_MAIN)
    here.press("Enter")
    inked(page, cell)


@pytest.mark.parametrize(("game", "size", "boxes"), [("qwixx", (1366, 657), 6), ("qwixx", (360, 740), 1)])
def test_points_are_written_in_pencil_during_the_game(
    game: str, size: tuple[int, int], boxes: int, people: Any
) -> None:
    page = people({"width": size[0], "height": size[1]}, language="en")
    made_table(page, [ME, BOT], game, dice="real", options=FIRST)
    enter(page, 6, 2, 6, 4, 3, 4)
    assert page.locator(f"{SHEET} .layer-written .pencil").count() == 0
    press(page, "r8")
    pencilled(page, "r8")
    page.locator(PASS).click()
    enter(page, 1, 1, 2, 3, 4, 5)  # while dice are entered, a laptop has no room for the boxes of rows
    page.wait_for_function(
        "([sheet, boxes]) => document.querySelectorAll(`${sheet} .layer-written .pencil`).length >= boxes",
        arg=[SHEET, boxes],
    )


def test_the_cells_of_a_wide_sheet_fill_a_small_laptop(people: Any) -> None:
    page = people({"width": 1366, "height": 657}, language="en")
    made_table(page, [ME, BOT], options=FIRST)
    first, second = (page.locator(f"{SHEET} [data-cell={cell}] .face").bounding_box() for cell in ("r2", "r3"))
    assert second["x"] - first["x"] >= 61
