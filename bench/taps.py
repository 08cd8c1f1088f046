"""Taps for whole games: a browser plays every game to its end, and what its owner has to tap is counted by turns.

    .venv/bin/python bench/taps.py [--games 2]

A turn is from one change of the active player to the next. The hand knows no rule: it presses the main button when it
is ready, else a lit cell, an option or a die. Taps that pick dice (to throw, or to lift) are counted apart. Throws do
not stay in sight, so that nothing is skipped.
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
import sys
import threading
import time
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

import uvicorn

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from browser_hands import DICE, LEGAL, MAIN, made_table  # helpers of the browser tests
from cinquina.games import GAMES
from cinquina.store import MemoryStore
from cinquina.web.app import ServerOptions, app

MOST_TAPS = 2000
SETTLED = 90
"""Milliseconds in which a page shows what a tap did."""
NO_WAITING = """localStorage.setItem("cinquina.pace", '"none"')"""
READY = f"""() => {{
  const shown = (element) => element && element.getClientRects().length > 0;
  const first = (selector) => [...document.querySelectorAll(selector)].filter(shown).length;
  const main = document.querySelector("{MAIN}");
  return {{
    over: document.getElementById("table").dataset.phase === "over",
    main: shown(main) && !main.hasAttribute("aria-disabled"),
    cells: first("{LEGAL}"), chips: first(".options .chip"), dice: first("{DICE}"),
    lifted: document.querySelectorAll("button.die.lifted").length,
  }};
}}"""


class Counting:
    """The newest snapshot of a page, and the taps by turn."""

    def __init__(self, page: Any) -> None:
        self.active, self.turn, self.mine, self.last = -1, 0, 0, ""
        self.taps: dict[tuple[int, bool], Counter[str]] = defaultdict(Counter)
        page.on("websocket", lambda socket: socket.on("framereceived", self.receive))

    def receive(self, frame: Any) -> None:
        """Follow whose turn it is."""
        shown = json.loads(frame)
        if shown.get("active", -1) != self.active:
            self.active = shown["active"]
            self.turn += 1

    def count(self, kind: str) -> None:
        """Count a tap for the turn that is running."""
        self.taps[self.turn, self.active == self.mine][kind] += 1
        self.last = kind


def play(page: Any, counting: Counting, luck: random.Random) -> None:
    """Play a game to its end."""
    for _ in range(MOST_TAPS):
        ready = page.evaluate(READY)
        if ready["over"]:
            return
        tap(page, counting, ready, luck)
        page.wait_for_timeout(SETTLED)
    raise SystemExit("the game does not end")


def tap(page: Any, counting: Counting, ready: dict[str, Any], luck: random.Random) -> None:
    """Press one thing."""
    if ready["main"]:
        counting.count("main")
        page.locator(MAIN).click()
    elif ready["cells"] and not (ready["dice"] and counting.last == "cell"):
        counting.count("cell")
        page.locator(LEGAL).nth(luck.randrange(ready["cells"])).click(force=True)
    elif ready["chips"]:
        counting.count("option")
        page.locator(".options .chip:visible").nth(luck.randrange(ready["chips"])).click()
    elif ready["dice"]:
        counting.count("die")
        page.locator(DICE).nth(luck.randrange(ready["dice"])).click()


def measured(browser: Any, address: str, game: str, games: int) -> Counting:
    """Play some games against a bot."""
    context = browser.new_context(viewport={"width": 1366, "height": 657}, base_url=address)
    context.add_init_script(NO_WAITING)
    page = context.new_page()
    counting = Counting(page)
    for number in range(games):
        made_table(page, [{"kind": "me", "name": "Ada"}, {"kind": "bot", "level": "random"}], game)
        play(page, counting, random.Random(number))
    context.close()
    return counting


def report(game: str, counting: Counting) -> None:
    """Print the taps per turn: own turns and others', with and without picking dice."""
    for own in (True, False):
        turns = [taps for (_, mine), taps in counting.taps.items() if mine == own]
        if turns:
            totals = [sum(taps.values()) for taps in turns]
            picked = sum(taps["die"] for taps in turns) / len(turns)
            whose = "own" if own else "others'"
            mean = sum(totals) / len(turns)
            print(f"| {game} | {whose} | {len(turns)} | {mean:.2f} | {max(totals)} | {picked:.2f} |", flush=True)


def main() -> None:
    """Print a table of taps per turn."""
    wanted = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    wanted.add_argument("--games", type=int, default=2, help="how many games of each kind")
    wanted.add_argument("--game", choices=list(GAMES), action="append", help="only these")
    given = wanted.parse_args()
    from playwright.sync_api import sync_playwright

    served = app(MemoryStore(), ServerOptions(pace=0.0, limits=1000))
    server = uvicorn.Server(uvicorn.Config(served, port=0, log_level="warning"))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.05)
    address = f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    print("| game | turn | turns | taps, mean | most | of them dice |\n|---|---|---|---|---|---|")
    with sync_playwright() as playwright:
        program = shutil.which("chromium-headless-shell") or shutil.which("chromium")
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        for game in given.game or GAMES:
            report(game, measured(browser, address, game, given.games))
    server.should_exit = True
    thread.join(10)


if __name__ == "__main__":
    main()
