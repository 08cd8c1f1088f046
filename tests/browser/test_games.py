"""Whole games in a real browser: every game, two people, a phone, the keyboard alone."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from browser_hands import (
    CHIPS,
    DICE,
    ENTER_DICE,
    IS_READY,
    MAIN,
    made_table,
    phase,
    play_now,
    play_to_the_end,
    play_together,
    play_together_elsewhere,
    step,
    verdict_on_dice,
)
from cinquina.games import GAMES
from cinquina.locales import words

TITLES = {name: words("it")(f"game.{name}") for name in GAMES}
FIRST = {"begins": "first"}
PHONE, SMALL = {"width": 390, "height": 844}, {"width": 360, "height": 740}


@pytest.mark.parametrize("game", TITLES)
def test_a_newcomer_plays_a_whole_game_against_a_bot(game: str, people: Any, screens: Path) -> None:
    page = people()
    play_now(page, TITLES[game])
    for _ in range(8):
        step(page, random.Random(3))
    page.screenshot(path=screens / f"{game}-desk.png")
    play_to_the_end(page)
    assert page.locator(".ranking li").count() >= 2
    assert verdict_on_dice(page) == "✓ Dadi onesti: controllati"
    page.locator(".dice-verdict summary").click()
    page.screenshot(path=screens / f"{game}-over.png", full_page=True)


@pytest.mark.parametrize(("game", "others"), [("qwixx", [{"kind": "bot", "level": "random"}]), ("extra", [])])
def test_a_whole_game_on_a_phone(game: str, others: list[dict[str, str]], people: Any, screens: Path) -> None:
    page = people(PHONE)
    made_table(page, [{"kind": "me", "name": "Ada"}, *others], game)
    for _ in range(8):
        step(page, random.Random(3))
    page.screenshot(path=screens / f"{game}-phone.png", full_page=True)
    overflow = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert overflow == 0
    play_to_the_end(page)


@pytest.mark.parametrize("game", ["qwixx", "extra", "sequence-dice"])
def test_a_small_phone_shows_the_question_and_the_next_step_at_once(game: str, people: Any, screens: Path) -> None:
    page = people(SMALL)
    play_now(page, TITLES[game])
    for moment in range(3):
        page.wait_for_function(IS_READY)
        page.evaluate("() => scrollTo(0, 0)")
        page.screenshot(path=screens / f"{game}-small-{moment}.png")
        for part in (".play .sentence", ".play .tray", MAIN):
            place = page.locator(part).bounding_box()
            assert place["y"] >= 0
            assert place["y"] + place["height"] <= SMALL["height"], part
        step(page, random.Random(moment))


def test_chips_for_small_cells_show_what_is_written_and_where(people: Any, screens: Path) -> None:
    page = people({"width": 740, "height": 360})
    made_table(page, [{"kind": "me", "name": "Ada"}, {"kind": "bot", "level": "random"}], "qwinto", options=FIRST)
    for die in range(3):
        page.locator("button.die").nth(die).click()
    page.locator(f"{MAIN}:not([aria-disabled])").click()
    page.wait_for_selector(".options .chip[data-cell]")
    page.screenshot(path=screens / "qwinto-many.png")
    chips = page.locator(".options .chip[data-cell]").all()
    assert len(chips) == 27
    total = sum(int(die.get_attribute("aria-label").split()[1].strip(",")) for die in page.locator("button.die").all())
    assert {chip.inner_text() for chip in chips} == {str(total)}
    assert all(chip.locator(".symbol").count() == 1 and chip.locator(".chip-map .here").count() == 1 for chip in chips)
    places = [chip.bounding_box() for chip in chips]
    assert all(place["width"] >= 44 and place["height"] >= 44 for place in places)
    sheet = page.locator("svg.sheet:not(.small)").bounding_box()
    assert all(place["x"] >= sheet["x"] + sheet["width"] for place in places)


def test_two_people_play_from_one_link(people: Any, address: str, screens: Path) -> None:
    ada, bruno = people(), people(PHONE, "en")
    code = made_table(ada, [{"kind": "me", "name": "Ada"}, {"kind": "open"}], options={"penalties": "1"})
    bruno.goto(f"/t/{code}")
    bruno.locator("form input").first.fill("Bruno")
    bruno.locator("form button[type=submit]").first.click()
    ada.wait_for_function("() => document.getElementById('table').dataset.phase !== 'lobby'")
    play_together(ada, bruno)
    assert phase(ada) == phase(bruno) == "over"
    ranked = [page.locator(".ranking .who").all_inner_texts() for page in (ada, bruno)]
    assert [name.replace("Tu", "Ada") for name in ranked[0]] == [name.replace("You", "Bruno") for name in ranked[1]]
    assert verdict_on_dice(bruno) == "✓ Fair dice: checked"
    for page in (ada, bruno):  # the rematch has the dice promised during the first game
        page.locator(".over .button.main").click()
    for page in (ada, bruno):
        page.wait_for_function("() => document.getElementById('table').dataset.phase !== 'over'")
    play_together_elsewhere(code, ada, bruno)
    for page, verdict in ((ada, "✓ Dadi onesti: controllati"), (bruno, "✓ Fair dice: checked")):
        assert verdict_on_dice(page) == verdict


def test_a_whole_game_by_keyboard_alone(people: Any) -> None:
    page = people()
    play_now(page, "Qwixx")
    for _ in range(800):
        if phase(page) == "over":
            return
        page.wait_for_function(KEYBOARD_READY)
        page.keyboard.press("r")
        page.keyboard.press("p")
        page.keyboard.press("c")
    raise AssertionError("the game does not end")


def test_a_cell_of_the_sheet_is_taken_undone_and_confirmed_by_keys(people: Any) -> None:
    page = people()
    play_now(page, "Qwixx")
    while page.locator("svg.sheet:not(.small) .legal").count() == 0:
        page.wait_for_function(KEYBOARD_READY)
        page.keyboard.press("r")
        page.wait_for_timeout(100)
    page.locator("svg.sheet:not(.small) [tabindex='0']").first.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(f"{MAIN}:not([aria-disabled])")
    page.keyboard.press("u")
    page.wait_for_selector(f"{MAIN}[aria-disabled]")
    page.keyboard.press("Enter")
    page.wait_for_selector(f"{MAIN}:not([aria-disabled])")
    page.keyboard.press("c")
    page.wait_for_function("() => document.querySelectorAll('svg.sheet:not(.small) .marks > *').length > 0")


def test_keys_lead_to_the_lit_cells(people: Any) -> None:
    page = people()
    made_table(page, [{"kind": "me", "name": "Ada"}, {"kind": "bot", "level": "random"}], "sequence-dice")
    for _ in range(6):
        page.wait_for_function(KEYBOARD_READY)
        while page.locator("svg.sheet:not(.small) .legal").count() == 0:
            page.keyboard.press("r")
            page.wait_for_timeout(100)
            if phase(page) == "over":
                return
        page.locator(".play .sentence").focus()
        page.keyboard.press("Tab")
        while page.evaluate("() => !document.activeElement.closest('svg')"):
            page.keyboard.press("Tab")
        assert page.evaluate("() => document.activeElement.matches('.legal')")
        several = page.locator("svg.sheet:not(.small) .legal").count() > 1
        first = page.evaluate("() => document.activeElement.dataset.cell")
        page.keyboard.press("n")
        assert page.evaluate("() => document.activeElement.matches('.legal')")
        assert (page.evaluate("() => document.activeElement.dataset.cell") != first) == several
        page.keyboard.press("Enter")
        page.keyboard.press("c")
        page.wait_for_timeout(200)


def test_the_cell_for_which_dice_are_asked_stands_in_pencil(people: Any) -> None:
    page = people()
    made_table(page, [{"kind": "me", "name": "Ada"}], "the-choice", dice="real", options={"begins": "first"})
    page.locator(".options .chip").first.click()
    page.locator(f"{MAIN}:not([aria-disabled])").click()
    page.wait_for_selector(".tray-box input[type=radio]", state="attached")
    for die, face in enumerate((5, 5, 2)):
        page.locator(".dice-input fieldset").nth(die).locator("input").nth(face - 1).check(force=True)
    page.locator(f"{MAIN}:not([aria-disabled])").click()
    page.locator("svg.sheet:not(.small) [data-cell=n7].legal").click(force=True)
    page.wait_for_selector("svg.sheet:not(.small) [data-cell=n7].pencilled", state="attached")
    assert page.locator(MAIN).get_attribute("aria-disabled") == "true"


def test_a_forbidden_cell_says_which_rule_forbids_it(people: Any) -> None:
    page = people()
    play_now(page, "Qwixx")
    while page.locator("svg.sheet:not(.small) .legal").count() == 0:
        page.wait_for_function(KEYBOARD_READY)
        page.keyboard.press("r")
        page.wait_for_timeout(100)
    page.locator("svg.sheet:not(.small) [data-cell=r12]").click(force=True)
    page.wait_for_function("() => [...document.querySelectorAll('.why')].some(line => line.textContent !== '')")


def test_a_page_loaded_again_is_at_the_same_seat(people: Any) -> None:
    page = people()
    play_now(page, "Qwinto")
    page.wait_for_function(IS_READY)
    before = page.locator(".play .sentence").inner_text()
    page.reload()
    page.wait_for_selector("#table[data-phase]")
    page.wait_for_function(IS_READY)
    assert page.locator(".play .sentence").inner_text() == before
    assert "#" not in page.url


KEYBOARD_READY = """() => {
  const table = document.getElementById("table");
  if (table.dataset.phase === "over") return true;
  const main = document.querySelector(".play > .actions .button.main");
  const pass = document.querySelectorAll(".play > .actions .button")[1];
  return !main.hasAttribute("aria-disabled") || !pass.hasAttribute("aria-disabled");
}"""


def test_real_dice_that_are_kept_stay_in_sight(people: Any) -> None:
    page = people(PHONE, "en")
    made_table(page, [{"kind": "me", "name": "Ada"}], "the-choice", dice="real")
    page.locator(f"{CHIPS}:visible").first.click()
    page.locator(MAIN).click()
    page.wait_for_selector(".tray-box input[type=radio]", state="attached")
    page.evaluate(ENTER_DICE, 5)
    page.locator(MAIN).click()
    page.wait_for_selector(".play .tray-box .tray")
    page.locator(DICE).first.click()
    page.locator(MAIN).click()
    page.wait_for_selector(".tray-box input[type=radio]", state="attached")
    asked = page.locator(".dice-input fieldset").count()
    assert 0 < asked < 3
    assert page.locator(".tray-box .tray .die").count() == 3 - asked
    page.evaluate(ENTER_DICE, 6)
    page.locator(MAIN).click()
    page.wait_for_function("() => document.querySelectorAll('.tray-box > .tray .die').length === 3")
