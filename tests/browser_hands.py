"""Hands for the tests: what a person does at a page, without knowing a rule."""

from __future__ import annotations

import random
from contextlib import suppress
from typing import Any

from playwright.sync_api import TimeoutError

AT_ONCE = 700
PATIENCE = 20_000
MAIN = ".play > .actions .button.main"
LEGAL = "svg.sheet:not(.small) .legal"
CHIPS = ".options .chip"
DICE = ".play button.die:not([aria-disabled])"
READY = """() => {
  const table = document.getElementById("table");
  if (table.dataset.phase === "over") return "over";
  const shown = (element) => element && element.getClientRects().length > 0;
  const main = document.querySelector(".play > .actions .button.main");
  if (shown(main) && !main.hasAttribute("aria-disabled")) return "main";
  if (document.querySelector(".play .tray-box input[type=radio]")) return "dice";
  const chip = [...document.querySelectorAll(".options .chip")].find(shown);
  const cell = document.querySelector("svg.sheet:not(.small) .legal");
  const die = document.querySelector(".play button.die:not([aria-disabled])");
  return chip || cell || die ? "choose" : "";
}"""


ENTER_DICE = """(seed) => {
  const radios = [...document.querySelectorAll(".play .tray-box input[type=radio]")];
  for (const name of new Set(radios.map((radio) => radio.name))) {
    const faces = radios.filter((radio) => radio.name === name);
    seed = (seed * 1103515245 + 12345) % 2147483648;
    faces[seed % faces.length].click();
  }
}"""


def phase(page: Any) -> str:
    """The phase the page is in."""
    told: str = page.locator("#table").get_attribute("data-phase") or ""
    return told


def step(page: Any, luck: random.Random, patience: float = PATIENCE) -> str:
    """Do one thing as a person would: press the dark button when it is ready, else something that is lit."""
    todo: str = page.wait_for_function(READY, timeout=patience).json_value()
    # What the page showed a moment ago may have changed under the hand; then the next look tells what to do.
    with suppress(TimeoutError):
        if todo == "main":
            page.locator(MAIN).click(timeout=AT_ONCE)
        elif todo == "choose":
            choose(page, luck)
        elif todo == "dice":
            page.evaluate(ENTER_DICE, luck.randrange(1 << 30))
    return todo


def choose(page: Any, luck: random.Random) -> None:
    """Press one of the chips, lit cells or dice."""
    chips = page.locator(f"{CHIPS}:visible").all()
    cells = page.locator(LEGAL).all()
    dice = page.locator(f"{DICE}:visible").all()
    if not chips and not cells and not dice:
        return
    taken = luck.choice(chips + cells + dice)
    # A cell is pressed through what is drawn on it; a chip must not lie under anything.
    taken.click(force=taken in cells, timeout=AT_ONCE)


def play_to_the_end(page: Any, seed: int = 1) -> None:
    """Go on until the game is over."""
    luck = random.Random(seed)
    for _ in range(1500):
        if step(page, luck) == "over":
            return
    raise AssertionError("the game does not end")


def play_now(page: Any, title: str, name: str = "Ada") -> None:
    """From the home page to a table against a bot that plays like a child."""
    page.goto("/")
    card = page.locator(".home-grid .card", has_text=title).first
    card.get_by_role("button", name="Gioca subito").click()
    page.get_by_role("button", name="Un bambino").click()
    page.wait_for_url("**/t/*")
    page.wait_for_selector("#table[data-phase]")


def made_table(page: Any, seats: list[dict[str, str]], game: str = "qwixx", **more: Any) -> str:
    """A table made as its page does, opened by whoever made it."""
    page.goto("/")
    told = page.evaluate(
        """async (wanted) => {
          const answer = await fetch("/tables", {method: "POST", body: JSON.stringify(wanted)});
          const told = await answer.json();
          localStorage.setItem("cinquina.keys", JSON.stringify({[told.code]: [told.key]}));
          return told;
        }""",
        {"game": game, "seats": seats, "salt": "", **more},
    )
    code: str = told["code"]
    page.goto(f"/t/{code}")
    page.wait_for_selector("#table[data-phase]")
    return code


IS_READY = """() => {
  const main = document.querySelector(".play > .actions .button.main");
  const lit = document.querySelector(
    "svg.sheet:not(.small) .legal, .options:not([hidden]) .chip, .play button.die:not([aria-disabled]), " +
    ".play .tray-box input[type=radio]"
  );
  return Boolean(lit) || (main && main.getClientRects().length > 0 && !main.hasAttribute("aria-disabled"));
}"""


def is_ready(page: Any) -> bool:
    """Whether the person is to do something now."""
    return bool(page.evaluate(IS_READY))


def play_together(*pages: Any, seed: int = 5) -> None:
    """Several people go on, whoever is asked, until the game is over for all."""
    luck = random.Random(seed)
    for _ in range(3000):
        if all(phase(page) == "over" for page in pages):
            return
        for page in pages:
            if is_ready(page):
                with suppress(TimeoutError):
                    step(page, luck, AT_ONCE)
    raise AssertionError("the game does not end")


def verdict_on_dice(page: Any) -> str:
    """What the page says about the dice at the end, once it has checked them."""
    verdict = page.locator(".dice-verdict summary:not(:empty)")
    verdict.wait_for()
    return str(verdict.inner_text())
