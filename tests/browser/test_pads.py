"""Phones as score pads with real dice: marks, corrections, the end; by touch, by keyboard, by screen reader."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from browser_hands import MAIN, made_table, phase
from cinquina.games import GAMES
from cinquina.locales import words

SMALL = {"width": 360, "height": 740}
SEATS = [{"kind": "me", "name": "Ada"}, {"kind": "open"}]
CORRECT = ".play > .actions .button:nth-child(2)"
UNDO = ".play > .actions .button:nth-child(1)"
LIT = "() => document.querySelector('svg.sheet:not(.small) .legal')"


def lit(page: Any) -> None:
    """Wait until cells can be tapped."""
    page.wait_for_function(LIT)


def cell(page: Any, name: str) -> Any:
    """Return a cell of the large sheet."""
    return page.locator(f"svg.sheet:not(.small) [data-cell='{name}']")


def tap(page: Any, *names: str) -> None:
    """Tap cells until they are pencilled."""
    for name in names:
        lit(page)
        cell(page, name).click(force=True)
        page.wait_for_selector(f"svg.sheet:not(.small) [data-cell='{name}'].pencilled", state="attached")


def number(page: Any, name: str, text: str) -> None:
    """Tap a cell and choose a number for it."""
    lit(page)
    cell(page, name).click(force=True)
    page.locator(".options .chip", has_text=text).get_by_text(text, exact=True).click()
    page.wait_for_selector(f"svg.sheet:not(.small) [data-cell='{name}'].pencilled", state="attached")


def done(page: Any, name: str) -> None:
    """Press Done and wait for the mark in ink."""
    page.locator(f"{MAIN}:not([aria-disabled])").click()
    page.wait_for_selector(f"svg.sheet:not(.small) [data-cell='{name}'].marked", state="attached")


def two_phones(people: Any, game: str) -> tuple[Any, Any]:
    """Return Ada and Bruno at a table of pads."""
    ada, bruno = people(SMALL), people(SMALL)
    code = made_table(ada, SEATS, game, dice="none")
    bruno.goto(f"/t/{code}")
    bruno.locator("form input").first.fill("Bruno")
    bruno.locator("form button[type=submit]").first.click()
    for page in (ada, bruno):
        page.wait_for_selector("#table[data-phase=mark]")
        if game != "the-choice":  # it begins with the side of the sheet
            lit(page)
    return ada, bruno


def test_a_correction_in_qwinto_is_seen_on_the_other_phone(people: Any, screens: Path) -> None:
    ada, bruno = two_phones(people, "qwinto")
    number(ada, "y3", "12")
    done(ada, "y3")
    number(ada, "y5", "14")
    done(ada, "y5")
    ada.locator(CORRECT).click()
    ada.screenshot(path=screens / "marks-correct.png")
    cell(ada, "y3").click(force=True)
    ada.locator("dialog .button.main").click()
    bruno.wait_for_function(
        "() => document.querySelector('.log')?.textContent.includes('Ada ha corretto il suo foglio')"
    )
    assert bruno.locator(".others .tag").inner_text() == "Correzioni: 1"
    assert bruno.locator(".others svg.small [data-cell=y3].marked").count() == 0
    assert bruno.locator(".others svg.small [data-cell=y5].marked").count() == 1
    lit(ada)
    bruno.screenshot(path=screens / "marks-corrected.png", full_page=True)


def test_before_a_mark_is_erased_the_others_of_its_turn_are_named(people: Any, screens: Path) -> None:
    page = people(SMALL)
    made_table(page, SEATS[:1], "qwixx", dice="none")
    tap(page, "r5", "b8")
    done(page, "r5")
    tap(page, "penalty1")
    done(page, "penalty1")
    for name, others in (("r5", "Segni dello stesso turno: 8 blu."), ("penalty1", "")):
        page.locator(CORRECT).click()
        cell(page, name).click(force=True)
        told = page.locator("dialog").inner_text()
        assert others in told
        assert ("stesso turno" in told) == bool(others)
        page.screenshot(path=screens / f"marks-erase-{name}.png")
        page.locator("dialog .button:not(.main)").last.click()
        page.locator(CORRECT).click()


def test_two_marks_in_qwixx_are_one_turn_and_the_points_are_counted(people: Any, screens: Path) -> None:
    ada, bruno = two_phones(people, "qwixx")
    ada.screenshot(path=screens / "marks-phone.png")
    tap(ada, "r5", "b8")
    ada.screenshot(path=screens / "marks-pencil.png")
    done(ada, "r5")
    tap(bruno, "penalty1")
    done(bruno, "penalty1")
    cell(ada, "r3").click(force=True)
    ada.wait_for_function("() => document.querySelector('.lead .why').textContent !== ''")
    ada.locator(".count .button").click()
    ada.locator("dialog .button.main").click()
    for page, names in ((ada, ["Tu", "Bruno"]), (bruno, ["Ada", "Tu"])):
        page.wait_for_selector("#table[data-phase=over]")
        assert page.locator(".ranking .who").all_inner_texts() == names
    ada.screenshot(path=screens / "marks-over.png", full_page=True)
    bruno.get_by_role("button", name="Continua a segnare").click()
    ada.wait_for_selector("#table[data-phase=mark]")
    cell(ada, "y3").wait_for()
    tap(ada, "y3")
    ada.locator(UNDO).click()
    ada.wait_for_selector("svg.sheet:not(.small) [data-cell=y3].pencilled", state="detached")


def test_a_turn_is_marked_by_keys_alone(people: Any) -> None:
    page = people()
    sockets: list[Any] = []
    page.on("websocket", lambda socket: sockets.append(socket))
    made_table(page, [{"kind": "me", "name": "Ada"}], dice="none")
    lit(page)
    page.locator("svg.sheet:not(.small) [tabindex='0']").first.focus()
    (socket,) = sockets
    press(page, socket, "Enter")
    page.wait_for_selector("svg.sheet:not(.small) .pencilled", state="attached")
    press(page, socket, "u")
    page.wait_for_function("() => !document.querySelector('svg.sheet:not(.small) .pencilled')")
    press(page, socket, "Enter")
    page.wait_for_selector("svg.sheet:not(.small) .pencilled", state="attached")
    press(page, socket, "c")
    page.wait_for_selector("svg.sheet:not(.small) .marked", state="attached")


def press(page: Any, socket: Any, key: str) -> None:
    """Press a key, and wait for the server's answer: the page accepts no other key before."""
    with socket.expect_event("framereceived", lambda frame: b'"status":200' in frame):
        page.keyboard.press(key)


def test_one_screen_keeps_the_sheets_of_two(people: Any, screens: Path) -> None:
    page = people()
    made_table(page, [{"kind": "me", "name": "Ada"}, {"kind": "screen", "name": "Bruno"}], dice="none")
    tap(page, "r5")
    page.get_by_role("button", name="Bruno", exact=True).first.click()
    assert page.locator("svg.sheet:not(.small) .pencilled").count() == 0
    tap(page, "b7")
    done(page, "b7")
    page.get_by_role("button", name="Ada", exact=True).first.click()
    page.wait_for_selector("svg.sheet:not(.small) [data-cell=r5].pencilled", state="attached")
    page.screenshot(path=screens / "marks-one-screen.png")


def test_a_page_loaded_again_has_its_pencil(people: Any) -> None:
    page = people()
    made_table(page, [{"kind": "me", "name": "Ada"}], dice="none")
    tap(page, "r5")
    page.reload()
    page.wait_for_selector("svg.sheet:not(.small) [data-cell=r5].pencilled", state="attached")
    assert not page.title().startswith("●"), "pads have no turns"
    page.goto("/games")
    page.locator(".table-card").first.wait_for()
    assert page.locator(".table-card.my-turn").count() == 0


def test_a_table_of_pads_is_made_on_its_page(people: Any, screens: Path) -> None:
    page = people(SMALL)
    page.goto("/new/qwinto")
    page.wait_for_load_state("networkidle")
    page.locator("input[name=dice][value=none]").check()
    assert page.locator(".seat-row .kind").nth(1).input_value() == "open"
    page.screenshot(path=screens / "marks-new.png", full_page=True)
    page.locator("#go").click()
    page.wait_for_url("**/t/*")
    page.wait_for_selector("#table[data-phase=lobby]")
    page.get_by_role("button", name="Comincia").click()
    lit(page)


@pytest.mark.parametrize("game", [game for game in GAMES if game != "sequence-dice"])  # it has no sheets
def test_to_count_the_points_is_in_sight_on_a_phone(game: str, people: Any, screens: Path) -> None:
    page, _ = two_phones(people, game)
    page.evaluate("scrollTo(0, 0)")
    page.screenshot(path=screens / f"pad-count-{game}.png")
    count, bar = (page.locator(what).bounding_box() for what in (".count .button", ".play > .actions"))
    assert count["y"] >= bar["y"] + bar["height"]
    assert count["y"] + count["height"] <= SMALL["height"]
    assert "premi Fatto" in page.locator(".lead .hint").inner_text()
    assert page.evaluate(HINT_IS_WHOLE)


@pytest.mark.parametrize("game", ["qwixx", "qwinto", "extra", "the-choice"])
def test_axe_finds_nothing_on_a_pad(game: str, people: Any, screens: Path) -> None:
    from browser.test_pages import faults

    page = people(bypass_csp=True)
    made_table(page, [{"kind": "me", "name": "Ada"}, {"kind": "screen", "name": "Bruno"}], game, dice="none")
    page.wait_for_selector("#table[data-phase=mark]")
    page.wait_for_load_state("networkidle")
    if game == "the-choice":
        page.locator(".options .chip:visible").first.click()
    lit(page)
    assert faults(page) == []
    page.screenshot(path=screens / f"marks-{game}.png")
    page.set_viewport_size(SMALL)
    cell_lit = page.locator("svg.sheet:not(.small) .legal").first
    cell_lit.click(force=True)
    page.wait_for_timeout(300)
    assert faults(page) == []
    page.screenshot(path=screens / f"marks-{game}-small.png", full_page=True)
    assert phase(page) == "mark"


TARGETS = """() => {
  const [reach, finger] = [22, 43.5];
  const boxes = [...document.querySelectorAll("svg.sheet:not(.small) .legal")].map((cell) => {
    const { x, y, width, height } = cell.getBoundingClientRect();
    const [wide, high, small] = [width / 2 + reach, height / 2 + reach, Math.min(width, height) < finger];
    return { cell: cell.dataset.cell, x: x + width / 2, y: y + height / 2, wide, high, small };
  });
  const isNear = (one, other) => Math.abs(one.x - other.x) < other.wide && Math.abs(one.y - other.y) < other.high;
  const small = boxes.filter((one) => one.small);
  return small.map((one) => ({ ...one, alone: small.filter((other) => isNear(one, other)).length === 1 }));
}"""
LENS = """() => [...document.querySelectorAll(".lens [role=button]")].map((one) => {
  const { left, top, right, bottom } = one.getBoundingClientRect();
  const space = Math.min(left, top, innerWidth - right, innerHeight - bottom);
  return [one.dataset.cell, Math.min(right - left, bottom - top), space];
})"""


@pytest.mark.parametrize("game", ["qwixx", "qwinto", "the-choice", "extra"])
def test_a_finger_reaches_every_cell_of_a_pad_alone_or_by_a_magnifier(game: str, people: Any, screens: Path) -> None:
    page = people(SMALL)
    made_table(page, [{"kind": "me", "name": "Ada"}], game, dice="none")
    page.wait_for_function("() => document.querySelector('svg.sheet:not(.small) .legal, .options .chip')")
    for chip in page.locator(".options .chip:not([data-cell])").all()[:1]:
        chip.click()
    lit(page)
    small = page.evaluate(TARGETS)
    for target in [one for one in small if not one["alone"]][:: max(1, len(small) // 6)]:
        page.touchscreen.tap(target["x"], target["y"])
        shown = {cell: (size, space) for cell, size, space in page.evaluate(LENS)}
        assert min(shown[target["cell"]]) >= 0
        assert all(size >= 44 for size, _ in shown.values()), shown
        page.screenshot(path=screens / f"lens-{game}.png")
        page.keyboard.press("Escape")
        page.wait_for_selector(".lens", state="detached")
    for target in [one for one in small if one["alone"]][:1]:
        page.touchscreen.tap(target["x"] + 16, target["y"])
        page.wait_for_selector(f"svg.sheet:not(.small) [data-cell='{target['cell']}'].pencilled", state="attached")


HINT_IS_WHOLE = """() => {
  const [hint, lead] = [document.querySelector(".lead .hint"), document.querySelector(".play > .lead")];
  const [inner, outer] = [hint.getBoundingClientRect(), lead.getBoundingClientRect()];
  return inner.height > 0 && inner.bottom <= outer.bottom + 1 && inner.right <= outer.right + 1
    && hint.scrollHeight <= hint.clientHeight + 1;
}"""
NUMBERS = """() => {
  const box = (what) => document.querySelector(what).getBoundingClientRect();
  const { width, height } = box(".play > .sheet-box");
  const chips = [...document.querySelectorAll(".options .chip")].map((chip) => chip.getBoundingClientRect());
  const meet = (one, other) => one.left < other.right - 0.5 && other.left < one.right - 0.5
    && one.top < other.bottom - 0.5 && other.top < one.bottom - 0.5;
  return {
    unseen: chips.filter(({ top, bottom }) => top < 0 || bottom > innerHeight).length,
    over: chips.filter((one) => chips.some((two) => two !== one && meet(one, two))).length,
    small: chips.filter(({ width, height }) => Math.min(width, height) < 43.5).length,
    covered: chips.filter((one) => [...document.querySelectorAll(".play > .actions, .play .sentence")].some((two) =>
      meet(one, two.getBoundingClientRect()))).length,
    said: [...document.querySelectorAll(".option-group.numbers > span, .play .sentence")].filter((one) =>
      one.checkVisibility() && one.textContent.endsWith("?") && one.getBoundingClientRect().top >= 0
        && one.scrollWidth <= one.clientWidth + 1).length,
    cut: [...document.querySelectorAll(".count")].filter((one) => one.checkVisibility({ visibilityProperty: true })
      && one.getBoundingClientRect().bottom > innerHeight + 1).length,
    count: chips.length,
    sheet: [width, height].map(Math.round),
  };
}"""
SHEET = """() => {
  const { width, height } = document.querySelector(".play > .sheet-box").getBoundingClientRect();
  return [width, height].map(Math.round);
}"""


@pytest.mark.parametrize("size", [SMALL, {"width": 1366, "height": 657}])
def test_all_numbers_for_a_cell_of_a_pad_are_in_sight_with_their_question(
    people: Any, screens: Path, size: dict[str, int]
) -> None:
    page = people(SMALL)
    page.set_viewport_size(size)
    made_table(page, SEATS[:1], "qwinto", dice="none")
    lit(page)
    before = page.evaluate(SHEET)
    cell(page, "o7").click(force=True)
    page.wait_for_selector(".options .chip")
    page.screenshot(path=screens / f"pad-numbers-{size['width']}.png")
    found = page.evaluate(NUMBERS)
    assert found == {
        "unseen": 0, "over": 0, "small": 0, "covered": 0, "said": 1, "cut": 0, "count": 18, "sheet": before,
    }  # fmt: skip
    assert page.locator("svg.sheet:not(.small) .asked").get_attribute("data-cell") == "o7"


RING = """([kind]) => {
  const ring = document.querySelector(`.sheet:not(.small) ${kind} .legal-ring`);
  return parseFloat(getComputedStyle(ring).strokeWidth);
}"""


def test_cells_of_a_pad_are_lit_less_than_those_of_a_question(people: Any) -> None:
    page = people(SMALL)
    widths = []
    for dice in ("none", "real"):
        made_table(page, SEATS[:1], "qwinto", dice=dice)
        if dice == "none":
            lit(page)
            widths.append(page.evaluate(RING, [".legal"]))
            cell(page, "o7").click(force=True)
            page.wait_for_selector(".asked")
            widths.append(page.evaluate(RING, [".asked"]))
        else:
            widths.append(page.evaluate(RING, [".cell"]))
    assert widths[0] < widths[2] < widths[1], "faint on a pad, and the cell that is asked about stands out"


def test_two_pads_on_one_phone_are_in_sight_with_all_their_buttons(people: Any) -> None:
    page = people(SMALL)
    made_table(page, [{"kind": "me", "name": "Ada"}, {"kind": "me", "name": "Bruno"}], dice="none")
    lit(page)
    assert page.locator(".tabs .button:visible").count() == 2
    assert page.evaluate("() => document.documentElement.scrollHeight") == SMALL["height"]


def test_what_is_touched_under_the_magnifier_is_pencilled(people: Any) -> None:
    page = people(SMALL)
    made_table(page, [{"kind": "me", "name": "Ada"}], dice="none")
    lit(page)
    cell(page, "g8").tap(force=True)
    explained = words("it")("web.play.magnified")
    assert page.locator(".lens p").inner_text() == explained
    page.locator(".lens [data-cell=g7]").tap(force=True)
    page.wait_for_selector("svg.sheet:not(.small) [data-cell=g7].pencilled", state="attached")
    assert page.locator(".lens").count() == 0
    done(page, "g7")
    cell(page, "b7").tap(force=True)
    page.wait_for_selector(".lens")
    assert page.locator(".lens p").count() == 0, "whoever has chosen once knows how"


def test_who_closed_a_row_is_written_on_everybodys_sheet_and_told(people: Any, screens: Path) -> None:
    page = people(SMALL)
    made_table(page, [{"kind": "me", "name": "Ada"}, {"kind": "screen", "name": "Bruno"}], dice="none")
    for name in ("r2", "r3", "r4", "r5", "r6", "r12"):
        tap(page, name)
        done(page, name)
    page.get_by_role("button", name="Bruno", exact=True).first.click()
    assert page.locator("svg.sheet:not(.small) .stamp").text_content() == "chiusa · Ada"
    assert page.locator("svg.sheet:not(.small) .shut").get_attribute("aria-description") == "chiusa · Ada"
    assert "È chiusa per tutti." in page.locator(".play .around").inner_text()
    page.screenshot(path=screens / "pad-closed.png")
