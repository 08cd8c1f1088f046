"""A phone's one screen: hints and log unfold above the question; a hint and the sum of the dice are always in sight."""

from __future__ import annotations

from typing import Any

from browser.test_drafts import BOT, FIRST, ME, READY_MAIN, SHEET
from browser_hands import MAIN, made_table

SMALL = {"width": 360, "height": 740}
SCROLLS = "() => document.documentElement.scrollHeight > innerHeight"


def test_hints_and_log_unfold_over_the_table(people: Any) -> None:
    page = people(SMALL)
    made_table(page, [ME, BOT], "qwinto", options=FIRST)
    page.wait_for_selector(".lead .hint:not([hidden])")
    assert page.locator(".lead .hint").inner_text().startswith("Scegli uno, due o tre dadi")
    assert not page.evaluate(SCROLLS), "nothing lies below the bar"
    fold = page.get_by_role("button", name="Suggerimenti e diario")
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
