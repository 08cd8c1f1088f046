"""Taps for whole games: a browser plays every game to its end, and what its owner has to tap is counted by turns.

    .venv/bin/python bench/taps.py [--games 6] [--game NAME] [--ink-at-once]

The hand has an intention: before it touches anything, a bot decides the whole answer until the next throw, and the
hand carries it out in the real page with as few taps as the page allows. After every ink the server's table must have
exactly the intended options, else the run fails. Throws do not stay in sight, so that nothing is skipped. A turn begins
with its throw, or with picking dice for it; turns over their limit are listed with everything that was tapped.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import uvicorn
from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from tap_limits import Turn, report

from browser_hands import MAIN, made_table  # helpers of the browser tests
from cinquina.bots import choose
from cinquina.core import ROLL, Position, View
from cinquina.games import GAMES
from cinquina.sim.luck import SystemLuck
from cinquina.store import MemoryStore
from cinquina.web.app import ServerOptions, app
from tapping import READY, SEAT, Hand, whole_answer

SEATS = [{"kind": "me", "name": "Ada"}, {"kind": "bot", "level": "easy"}]
MINDS = ("greedy", "easy", "random")  # the bots that decide for the hand, one after the other, a game each
STORED = """localStorage.setItem("cinquina.pace", '"none"'); localStorage.setItem("cinquina.at-once", "{}")"""


def intended(position: Position, mind: str) -> list[int]:
    """The whole answer of a bot until the next throw."""
    return whole_answer(position, lambda now: (choose(mind, View(now), SEAT, SystemLuck()),))


class Player(Hand):
    """A hand that counts what it taps, by turns."""

    turn: Turn

    def __init__(self, page: Any, hall: Any) -> None:
        super().__init__(page, hall)
        self.turns: list[Turn] = []
        self.known = 0  # throws that belong to the turns so far

    def play(self, game: str, mind: str) -> None:
        """Play a game to its end."""
        self.shown, self.known = {}, 0
        self.sit_at(made_table(self.page, SEATS, game))
        self.begin(Turn(game=game))
        rest: list[int] = []  # of an intention
        self.settle()
        while self.shown["phase"] != "over":
            position = self.table.position
            due = position.phase == ROLL
            others_threw = self.table.throws > self.known
            if others_threw or position.active != self.turn.active or (due and self.turn.throws):
                self.begin(Turn(game=game, active=position.active))
                rest, self.known = [], self.table.throws
            if due:
                self.throw(lambda: self.tap("main", "throw", MAIN + READY))
            else:
                rest = self.answer(position, self.possible(position, rest) or intended(position, mind))
            self.settle()

    def begin(self, turn: Turn) -> None:
        """Count taps for another turn."""
        self.turn = turn
        self.turns.append(turn)

    def throw(self, press: Callable[[], None]) -> None:
        """Press what throws, and wait for it."""
        super().throw(press)
        self.known = self.table.throws


def main(player: type[Player] = Player) -> None:
    """Print a table of taps per turn, and the turns over their limit."""
    wanted = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    wanted.add_argument("--games", type=int, default=6, help="how many games of each kind")
    wanted.add_argument("--game", choices=list(GAMES), action="append", help="only these")
    wanted.add_argument("--ink-at-once", action="store_true", help="with that setting")
    given = wanted.parse_args()
    served = app(MemoryStore(), ServerOptions(pace=0.0, limits=1000))
    server = uvicorn.Server(uvicorn.Config(served, port=0, log_level="warning"))
    threading.Thread(target=server.run, daemon=True).start()
    while not server.started:
        time.sleep(0.05)
    address = f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    over: list[Turn] = []
    print("| game | turn | turns | taps, mean | most | of them, mean | most that count | limit |\n|" + "---|" * 8)
    with sync_playwright() as playwright:
        program = shutil.which("chromium-headless-shell") or shutil.which("chromium")
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        for game in given.game or GAMES:
            context = browser.new_context(viewport={"width": 1366, "height": 657}, base_url=address, locale="en")
            context.add_init_script(STORED.format(str(given.ink_at_once).lower()))
            hand = player(context.new_page(), served.state.hall)
            for number in range(given.games):
                hand.play(game, MINDS[number % len(MINDS)])
            over += report(hand.turns, at_once=given.ink_at_once)
            context.close()
    print(f"\nOver their limit: {len(over)}")
    for turn in over:
        print(f"- {turn.game}, {turn.kind}, {turn.counted()} that count: {'; '.join(turn.story)}")


if __name__ == "__main__":
    main()
