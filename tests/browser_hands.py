"""Hands for the tests: what a person does at a page, without knowing a rule."""

from __future__ import annotations

import random
from contextlib import suppress
from typing import Any

from playwright.sync_api import TimeoutError

AT_ONCE = 700
MAIN = ".play > .actions .button.main"
LEGAL = "svg.sheet:not(.small) .legal"
CHIPS = ".options .chip"
READY = """() => {
  const table = document.getElementById("table");
  if (table.dataset.phase === "over") return "over";
  const shown = (element) => element && element.getClientRects().length > 0;
  const main = document.querySelector(".play > .actions .button.main");
  if (shown(main) && !main.hasAttribute("aria-disabled")) return "main";
  const dice = document.querySelector(".play input[type=radio], .play [role=radio]");
  if (shown(dice)) return "dice";
  const chip = [...document.querySelectorAll(".options .chip")].find(shown);
  const cell = document.querySelector("svg.sheet:not(.small) .legal");
  return chip || cell ? "choose" : "";
}"""


def phase(page: Any) -> str:
    """The phase the page is in."""
    told: str = page.locator("#table").get_attribute("data-phase") or ""
    return told


def step(page: Any, luck: random.Random) -> str:
    """One thing a person does: press the dark button when it is ready, else take something in hand."""
    todo: str = page.wait_for_function(READY).json_value()
    # What the page showed a moment ago may have changed under the hand; then the next look tells what to do.
    with suppress(TimeoutError):
        if todo == "main":
            page.locator(MAIN).click(timeout=AT_ONCE)
        elif todo == "choose":
            choose(page, luck)
    return todo


def choose(page: Any, luck: random.Random) -> None:
    """Take one of the chips or lit cells in hand."""
    ways = page.locator(f"{CHIPS}:visible").all() + page.locator(LEGAL).all()
    if ways:
        luck.choice(ways).click(force=True, timeout=AT_ONCE)


def play_to_the_end(page: Any, seed: int = 1) -> None:
    """Go on until the game is over."""
    luck = random.Random(seed)
    for _ in range(1500):
        if step(page, luck) == "over":
            return
    raise AssertionError("the game does not end")


def play_now(page: Any, title: str, name: str = "Ada") -> None:
    """From the home page to a table against a bot."""
    page.goto("/")
    card = page.locator(".home-grid .card", has_text=title).first
    card.get_by_role("button", name="Gioca subito").click()
    page.wait_for_url("**/t/*")
    page.wait_for_selector("#table[data-phase]")
