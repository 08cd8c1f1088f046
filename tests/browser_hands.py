"""Hands for the tests: what a person does at a page, without knowing a rule."""

from __future__ import annotations

import random
from contextlib import ExitStack, suppress
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Error

from web.server import Asker, Tab

AT_ONCE = 700
A_BLINK = 0.002
PATIENCE = 60_000
MAIN = ".play > .actions .button.main"
LEGAL = "svg.sheet:not(.small) .legal"
CHIPS = ".options .chip"
DICE = ".play button.die:not([aria-disabled])"
READY = """() => {
  const table = document.getElementById("table");
  if (table.dataset.phase === "over") return "over";
  if (table.hasAttribute("data-busy")) return "";
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
    with suppress(Error):
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
            page.keyboard.press("Escape")  # a press meant for the last cell may have enlarged somebody's sheet
            return
    raise AssertionError("the game does not end")


def play_on_elsewhere(page: Any, code: str) -> None:
    """Close a table's page, play the game to its end without it, and open the page again.

    For tests about the end of a game: a page takes far longer to draw every throw.
    """
    key = page.evaluate("(code) => JSON.parse(localStorage.getItem('cinquina.keys'))[code][0]", code)
    asker = Asker(urlsplit(page.url).port or 0)
    page.goto("about:blank")
    with asker.watch(code, key) as tab:
        tab.play(random.Random(1))
    page.goto(f"/t/{code}")
    page.wait_for_selector("#table[data-phase=over]")


def play_together_elsewhere(code: str, *pages: Any) -> None:
    """Close a table's pages, play the game to its end without them, and open them again."""
    find_key = "(code) => JSON.parse(localStorage.getItem('cinquina.keys'))[code][0]"
    keys = [page.evaluate(find_key, code) for page in pages]
    asker = Asker(urlsplit(pages[0].url).port or 0)
    for page in pages:
        page.goto("about:blank")
    with ExitStack() as opened:
        finish(random.Random(1), *[opened.enter_context(asker.watch(code, key)) for key in keys])
    for page in pages:
        page.goto(f"/t/{code}")
        page.wait_for_selector("#table[data-phase=over]")


def finish(luck: random.Random, *tabs: Tab) -> None:
    """Players go on to the end; a click that comes too late is refused, and the next look tells what to do."""
    for tab in tabs:
        tab.at_least(0)
    while tabs[0].shown["phase"] != "over":
        for tab in tabs:
            tab.catch_up(A_BLINK)
            with suppress(AssertionError):
                tab.act(luck)


def play_now(page: Any, title: str, name: str = "Ada") -> None:
    """From the home page to a table against a bot that plays like a child, where there are others."""
    page.goto("/")
    card = page.locator(".home-grid .card", has_text=title).first
    strengths = (card.get_attribute("data-strengths") or "").split()
    card.get_by_role("button", name="Gioca subito").click()
    if len(strengths) > 1:  # else nobody asks
        page.get_by_role("button", name="Una bambina").click()
    page.wait_for_url("**/t/*")
    page.wait_for_selector("#table[data-phase]")


def new_table(page: Any, seats: list[dict[str, str]], game: str = "qwixx", **more: Any) -> tuple[str, str]:
    """A table as its page makes it; return its code and the key of whoever made it."""
    told = page.request.post("/tables", data={"game": game, "seats": seats, "salt": "", **more}).json()
    return told["code"], told["key"]


def made_table(page: Any, seats: list[dict[str, str]], game: str = "qwixx", **more: Any) -> str:
    """A table that is opened by whoever made it; return its code."""
    code, key = new_table(page, seats, game, **more)
    page.goto(f"/t/{code}#{key}")
    page.wait_for_selector("#table[data-phase]")
    return code


IS_READY = """() => {
  if (document.querySelector("#table[data-busy]")) return false;
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
                with suppress(Error):
                    step(page, luck, AT_ONCE)
    raise AssertionError("the game does not end")


def verdict_on_dice(page: Any) -> str:
    """What the page says about the dice at the end, once it has checked them."""
    verdict = page.locator(".dice-verdict summary:not(:empty)")
    verdict.wait_for()
    return str(verdict.inner_text())
