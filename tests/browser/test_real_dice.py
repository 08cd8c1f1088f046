"""Real dice on phones: one grid in sight with the button, back to the question, corrected until somebody has inked."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from browser_hands import MAIN, made_table

SMALL = {"width": 360, "height": 740}
FINGER = 43.5
SEATS = [{"kind": "me", "name": "Ada"}, {"kind": "open"}]
FACES = ".dice-input fieldset:nth-child({}) label:nth-of-type({})"
SENTENCE = ".play .sentence"
SIZES = """() => [...document.querySelectorAll(".dice-input label")].map((one) => {
  const { left, top, right, bottom } = one.getBoundingClientRect();
  return [right - left, bottom - top, left, top, innerWidth - right, innerHeight - bottom];
})"""

GAPS = """() => {
  const box = (one) => one.getBoundingClientRect();
  const tray = box(document.querySelector(".dice-input"));
  const rows = [...document.querySelectorAll(".dice-input fieldset")].map((row) => [...row.querySelectorAll(".die")]);
  const tiles = rows.map((row) => row.map((die) => box(die.querySelector(".die-body"))));
  const beside = [...document.querySelectorAll(".dice-input .beside")];
  const tileOf = (one) => box(one.closest("svg").querySelector(".die-body"));
  const within = (one, all) => one.left > all.left + 1 && one.right < all.right - 1 && one.top > all.top + 1
    && one.bottom < all.bottom - 1;
  return {
    apart: tiles.every((row) => row.every((tile, i) => i === 0 || tile.left - row[i - 1].right >= 4)),
    inside: beside.every((one) => within(box(one), tileOf(one))),
    edge: tiles.flat().every((tile) => within(tile, tray)) && rows.flat().every((die) => box(die).right < tray.right),
  };
}"""

WHOLE_TEXT = """() => {
  const [text, lead] = [document.querySelector(".lead .around"), document.querySelector(".play > .lead")];
  const [inner, outer] = [text.getBoundingClientRect(), lead.getBoundingClientRect()];
  return text.scrollHeight <= text.clientHeight + 1 && inner.bottom <= outer.bottom + 1 && inner.height > 0;
}"""


def enter(page: Any, *faces: int) -> None:
    """Tap faces, the first die first."""
    for die, face in enumerate(faces, 1):
        page.locator(FACES.format(die, face)).tap()


def two_phones(people: Any, game: str = "qwixx") -> tuple[Any, Any]:
    """Return Ada, who begins, and Bruno at a table with real dice."""
    ada, bruno = people(SMALL), people(SMALL)
    code = made_table(ada, SEATS, game, dice="real", options={"begins": "first"})
    bruno.goto(f"/t/{code}")
    bruno.locator("form input").first.fill("Bruno")
    bruno.locator("form button[type=submit]").first.click()
    for page in (ada, bruno):
        page.wait_for_selector("#table[data-phase]:not([data-phase=lobby])")
    return ada, bruno


@pytest.mark.parametrize(("game", "dice"), [("qwixx", 6), ("extra", 5), ("the-choice", 3)])
def test_all_faces_are_large_enough_and_in_sight_with_the_button(
    game: str, dice: int, people: Any, screens: Path
) -> None:
    page = people(SMALL)
    made_table(page, [{"kind": "me", "name": "Ada"}, {"kind": "screen", "name": "Bruno"}], game, dice="real")
    while not page.locator(".dice-input").count():
        page.locator(f"{MAIN}:not([aria-disabled]), .options .chip").last.click()
        page.wait_for_timeout(60)
    page.evaluate("scrollTo(0, 0)")
    sizes = page.evaluate(SIZES)
    assert len(sizes) == 6 * dice
    assert all(min(width, height) >= FINGER and min(space) >= 0 for width, height, *space in sizes), sizes
    box = page.locator(MAIN).bounding_box()
    assert box["y"] + box["height"] <= SMALL["height"]
    enter(page, *range(1, dice))
    missing = page.locator(MAIN)
    assert missing.get_attribute("aria-disabled")
    named = game == "qwixx"  # dice that look alike only have numbers
    assert ("Manca il dado" if named else "Tocca le facce che vedi") in missing.inner_text()
    names = page.locator(".die-legend").all_inner_texts()
    assert len(names) == dice
    assert named or names == [f"dado {die}" for die in range(1, dice + 1)]
    assert page.evaluate(GAPS) == {"apart": True, "inside": True, "edge": True}
    page.set_viewport_size({"width": 320, "height": 740})
    assert page.evaluate(GAPS)["edge"], "also on a narrow phone"
    page.set_viewport_size(SMALL)
    page.screenshot(path=screens / f"real-dice-{game}.png")
    enter(page, *range(1, dice + 1))
    page.locator(f"{MAIN}:not([aria-disabled])").click()
    page.wait_for_selector(".dice-input", state="detached")
    assert page.evaluate("scrollY") == 0
    assert page.locator(SENTENCE).bounding_box()["y"] > 0
    page.get_by_role("button", name="Cambia il lancio").tap()
    page.screenshot(path=screens / f"real-dice-correct-{game}.png")
    assert "freccia indietro" in page.locator(".lead .around").inner_text()
    assert page.evaluate(WHOLE_TEXT)
    assert not page.locator(".lead .hint").is_visible(), "the tip was for before"


def test_sentences_speak_to_the_right_person_and_a_correction_reaches_everybody(people: Any, screens: Path) -> None:
    ada, bruno = two_phones(people)
    assert ada.locator(SENTENCE).inner_text() == "Lancia e inserisci i tuoi dadi."
    assert bruno.locator(SENTENCE).inner_text() == "Tira Ada: inserisci i suoi dadi."
    assert ada.title().startswith("●")
    assert not bruno.title().startswith("●")
    enter(bruno, 1, 2, 3, 4, 5, 6)
    bruno.locator(f"{MAIN}:not([aria-disabled])").click()
    cell = bruno.locator("svg.sheet:not(.small) .legal").first
    cell.wait_for()
    cell.click(force=True)
    bruno.wait_for_selector("svg.sheet:not(.small) .pencilled", state="attached")
    ada.get_by_role("button", name="Cambia il lancio").tap()
    assert ada.locator(".dice-input :checked").count() == 6
    ada.screenshot(path=screens / "real-dice-correct.png")
    enter(ada, 5)
    ada.locator(f"{MAIN}:not([aria-disabled])").click()
    bruno.wait_for_function("() => document.querySelector('.lead .why').textContent.includes('corretti')")
    assert bruno.locator("svg.sheet:not(.small) .pencilled").count() == 0
    assert "Ada ha corretto i dadi" in bruno.locator(".log-card .log").inner_text()
    assert "Hai corretto i dadi" in ada.locator(".log-card .log").inner_text()
    ada.locator(".play > .actions .button:nth-child(2):not([aria-disabled])").click()
    bruno.get_by_role("button", name="Cambia il lancio").wait_for(state="hidden")


def test_a_correction_can_be_left_and_the_draft_is_still_there(people: Any) -> None:
    ada, _ = two_phones(people)
    enter(ada, 1, 2, 3, 4, 5, 6)
    ada.locator(f"{MAIN}:not([aria-disabled])").click()
    cell = ada.locator("svg.sheet:not(.small) .legal").first
    cell.wait_for()
    cell.click(force=True)
    ada.wait_for_selector("svg.sheet:not(.small) .pencilled", state="attached")
    ada.get_by_role("button", name="Cambia il lancio").tap()
    assert ada.locator(MAIN).get_attribute("aria-disabled"), "nothing was changed"
    ada.get_by_role("button", name="Annulla").tap()
    ada.wait_for_selector(".dice-input", state="detached")
    assert ada.locator("svg.sheet:not(.small) .pencilled").count() == 1


BESIDE = """() => {
  const box = (what) => document.querySelector(what).getBoundingClientRect();
  const [grid, main] = [box(".dice-input"), box(".play > .actions .button.main")];
  const cells = [...document.querySelectorAll(".sheet-box svg.sheet:not(.small) .cell")];
  const places = cells.map((cell) => cell.getBoundingClientRect());
  const isBeside = (at) => at.left > grid.right && at.right < innerWidth && at.top > 0 && at.bottom < main.top;
  return cells.every((cell) => cell.checkVisibility({ visibilityProperty: true })) && places.every(isBeside);
}"""


@pytest.mark.parametrize("size", [(1366, 657), (1024, 768)])
@pytest.mark.parametrize("game", ["qwixx", "qwinto"])
def test_on_a_desk_the_own_sheet_stays_beside_the_faces(
    game: str, size: tuple[int, int], people: Any, screens: Path
) -> None:
    page = people({"width": size[0], "height": size[1]}, "en")
    made_table(page, [{"kind": "me", "name": "Ada"}, {"kind": "screen", "name": "Bruno"}], game, dice="real")
    for die in page.locator(".play button.die").all() if game == "qwinto" else []:
        die.click()
    if game == "qwinto":
        page.locator(f"{MAIN}:not([aria-disabled])").click()
    page.wait_for_selector(".dice-input")
    page.screenshot(path=screens / f"real-dice-desk-{game}-{size[0]}.png")
    assert page.evaluate(BESIDE)
    assert all(min(width, height) >= FINGER for width, height, *_ in page.evaluate(SIZES))
    for die in range(1, page.locator(".dice-input fieldset").count() + 1):
        page.locator(FACES.format(die, 6)).click()
    page.locator(f"{MAIN}:not([aria-disabled])").click()
    page.get_by_role("button", name="Edit the dice").click()
    assert page.evaluate(BESIDE)


FACE_SIZES = """() => [...document.querySelectorAll(".dice-input .die-face")].map((one) => {
  const { width, height } = one.getBoundingClientRect();
  return [width, height, Number(getComputedStyle(one).opacity)];
})"""


@pytest.mark.parametrize("size", [(1366, 657), (1280, 800)])
def test_faces_with_a_colour_are_large_on_a_desk_and_stay_readable_while_corrected(
    size: tuple[int, int], people: Any, screens: Path
) -> None:
    page = people({"width": size[0], "height": size[1]}, "en")
    seats = [{"kind": "me", "name": "Ada"}, {"kind": "screen", "name": "Bruno"}]
    made_table(page, seats, "the-choice", dice="real", options={"begins": "first"})
    while not page.locator(".dice-input").count():
        page.locator(f"{MAIN}:not([aria-disabled]), .options .chip").last.click()
        page.wait_for_timeout(60)
    assert "pairs of number and colour" in page.locator(".entering").inner_text()
    for die in (1, 2, 3):
        page.locator(FACES.format(die, 5)).click()
    page.locator(f"{MAIN}:not([aria-disabled])").click()
    page.get_by_role("button", name="Edit the dice").click()
    faces = page.evaluate(FACE_SIZES)
    assert len(faces) == 18
    assert all(width >= 60 and height >= 36 and shown >= 0.6 for width, height, shown in faces), faces
    assert all(min(space) >= 0 for _, _, *space in page.evaluate(SIZES))
    box = page.locator(MAIN).bounding_box()
    assert box["y"] + box["height"] <= size[1]
    page.screenshot(path=screens / f"real-dice-desk-the-choice-{size[0]}.png")


def test_axe_finds_nothing_while_dice_are_entered_and_corrected(people: Any) -> None:
    from browser.test_pages import faults

    page = people(SMALL, bypass_csp=True)
    made_table(page, [{"kind": "me", "name": "Ada"}], dice="real")
    page.wait_for_selector(".dice-input")
    assert faults(page) == []
    enter(page, 1, 2, 3, 4, 5, 6)
    page.locator(f"{MAIN}:not([aria-disabled])").click()
    page.wait_for_selector(".dice-input", state="detached")
    assert faults(page) == []
    page.get_by_role("button", name="Cambia il lancio").tap()
    assert faults(page) == []
