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
    named = game == "qwixx"  # dice that look alike have no names
    assert ("Manca il dado" if named else "Tocca le facce che vedi") in missing.inner_text()
    assert page.locator(".die-legend").count() == (dice if named else 0)
    page.screenshot(path=screens / f"real-dice-{game}.png")
    enter(page, *range(1, dice + 1))
    page.locator(f"{MAIN}:not([aria-disabled])").click()
    page.wait_for_selector(".dice-input", state="detached")
    assert page.evaluate("scrollY") == 0
    assert page.locator(SENTENCE).bounding_box()["y"] > 0


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
    ada.get_by_role("button", name="Correggi i dadi").tap()
    assert ada.locator(".dice-input :checked").count() == 6
    ada.screenshot(path=screens / "real-dice-correct.png")
    enter(ada, 5)
    ada.locator(f"{MAIN}:not([aria-disabled])").click()
    bruno.wait_for_function("() => document.querySelector('.lead .why').textContent.includes('corretti')")
    assert bruno.locator("svg.sheet:not(.small) .pencilled").count() == 0
    assert "Ada ha corretto i dadi" in bruno.locator(".log-card .log").inner_text()
    assert "Hai corretto i dadi" in ada.locator(".log-card .log").inner_text()
    ada.locator(".play > .actions .button:nth-child(2):not([aria-disabled])").click()
    bruno.get_by_role("button", name="Correggi i dadi").wait_for(state="hidden")


def test_a_correction_can_be_left_and_the_draft_is_still_there(people: Any) -> None:
    ada, _ = two_phones(people)
    enter(ada, 1, 2, 3, 4, 5, 6)
    ada.locator(f"{MAIN}:not([aria-disabled])").click()
    cell = ada.locator("svg.sheet:not(.small) .legal").first
    cell.wait_for()
    cell.click(force=True)
    ada.wait_for_selector("svg.sheet:not(.small) .pencilled", state="attached")
    ada.get_by_role("button", name="Correggi i dadi").tap()
    assert ada.locator(MAIN).get_attribute("aria-disabled"), "nothing was changed"
    ada.get_by_role("button", name="Annulla").tap()
    ada.wait_for_selector(".dice-input", state="detached")
    assert ada.locator("svg.sheet:not(.small) .pencilled").count() == 1


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
    page.get_by_role("button", name="Correggi i dadi").tap()
    assert faults(page) == []
