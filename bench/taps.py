"""Taps for whole games: a browser plays every game to its end, and what its owner has to tap is counted by turns.

    .venv/bin/python bench/taps.py [--games 6] [--game NAME] [--ink-at-once]

The hand has an intention: before it touches anything, a bot decides the whole answer until the next throw, and the
hand carries it out in the real page with as few taps as the page allows. After every ink the server's table must have
exactly the intended options, else the run fails. Throws do not stay in sight, so that nothing is skipped. A turn begins
with its throw, or with picking dice for it; turns over their limit are listed with everything that was tapped.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import uvicorn
from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from tap_limits import NOBODY, SEAT, Turn, report

from browser_hands import MAIN, made_table  # helpers of the browser tests
from cinquina.bots import choose
from cinquina.core import ROLL, Choice, IllegalMove, Position, View
from cinquina.games import GAMES
from cinquina.sim.luck import SystemLuck
from cinquina.store import MemoryStore
from cinquina.table.draft import TAPS_PER_STAGE, is_asked, next_stage, no_draft, taps_of, with_option
from cinquina.table.drafting import Drafting
from cinquina.web.app import ServerOptions, app

Option = dict[str, Any]
SEATS = [{"kind": "me", "name": "Ada"}, {"kind": "bot", "level": "easy"}]
MINDS = ("greedy", "easy", "random")  # the bots that decide for the hand, one after the other, a game each
SHOWN = (
    "() => new Promise((done) => setTimeout(() => requestAnimationFrame(done), 60))"  # a page shows what it received
)
PATIENCE = 10.0  # seconds after which nothing more is expected
STORED = """localStorage.setItem("cinquina.pace", '"none"'); localStorage.setItem("cinquina.at-once", "{}")"""
LIT = 'svg.sheet:not(.small) [data-cell="{}"].legal'
PASS, READY = ".play > .actions .button:nth-child(2)", ":not([aria-disabled])"


def intended(position: Position, mind: str) -> list[int]:
    """The whole answer of a bot until the next throw, as taps, as if nobody else marked anything."""
    draft = no_draft(position, SEAT)
    while True:
        while draft.position.window == draft.opened and is_asked(draft.position, SEAT):
            draft = with_option(draft, SEAT, choose(mind, View(draft.position), SEAT, SystemLuck()))
        try:
            draft = next_stage(draft, SEAT)
        except IllegalMove:
            return taps_of(draft)


class Player:
    """A person in the first seat of a table, with the server's table in sight."""

    def __init__(self, page: Any, hall: Any) -> None:
        self.page, self.hall = page, hall
        self.shown: dict[str, Any] = {}  # the newest snapshot of the page
        self.turns: list[Turn] = []
        self.known = 0  # throws that belong to the turns so far
        page.on("websocket", lambda socket: socket.on("framereceived", self.receive))

    def receive(self, frame: Any) -> None:
        """Note a snapshot."""
        self.shown = json.loads(frame)

    def wait(self, until: Callable[[], bool], what: str) -> None:
        """Wait for something; the run fails if it does not come."""
        end = time.monotonic() + PATIENCE
        while not until():
            if time.monotonic() > end:
                raise SystemExit(f"{what}: {self.turn.story}")
            self.page.wait_for_timeout(5)

    def settle(self) -> None:
        """Wait until the others have done what they can and the page shows it."""
        self.wait(self.is_in_step, "the page is out of step")
        self.page.evaluate(SHOWN)

    def is_in_step(self) -> bool:
        """Whether nobody else is to act now, and the page has received everything."""
        ask = self.shown.get("ask")
        received = self.shown.get("number"), tuple(ask["draft"]["taps"] if ask else ())
        waits = self.table.has_begun and not self.table.moves_by_itself()
        return waits and received == (self.table.number_for({SEAT}), self.hosted.drafts.taps(SEAT))

    def recorded(self) -> list[int]:
        """The options that the server has recorded for the seat."""
        choices = [event for event in self.table.game.events if isinstance(event, Choice)]
        return [choice.option for choice in choices if choice.seat == SEAT]

    def play(self, game: str, mind: str) -> None:
        """Play a game to its end."""
        self.shown, self.known = {}, 0
        self.hosted = self.hall.tables[made_table(self.page, SEATS, game)]
        self.table: Any = self.hosted.table
        self.begin(Turn(game, NOBODY))
        rest: list[int] = []  # of an intention
        self.settle()
        while self.shown["phase"] != "over":
            position = self.table.position
            due = position.phase == ROLL
            others_threw = self.table.throws > self.known
            if others_threw or position.active != self.turn.active or (due and self.turn.throws):
                self.begin(Turn(game, position.active))
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

    def possible(self, position: Position, rest: list[int]) -> list[int]:
        """What is left of an intention, unless others have made it impossible."""
        try:
            Drafting(position, SEAT).draft(rest)
        except IllegalMove:
            self.turn.story.append("(asked again)")
            return []
        return rest

    def throw(self, press: Callable[[], None]) -> None:
        """Press what throws, and wait for it."""
        before = self.table.throws
        press()
        self.turn.throws += 1
        self.known = before + 1
        self.wait(lambda: bool(self.table.throws > before), "nothing was thrown")

    def answer(self, position: Position, rest: list[int]) -> list[int]:
        """Carry out an intention and check what was recorded; return what is left of it for the next window."""
        before = len(self.recorded())
        self.turn.answers += 1
        self.carry_out(Drafting(position, SEAT).essential(rest))
        self.wait(lambda: len(self.recorded()) > before, "nothing was inked")
        self.settle()
        done = self.recorded()[before:]
        if done != [tap % TAPS_PER_STAGE for tap in rest[: len(done)]]:
            raise SystemExit(f"inked {done} instead of {rest}: {self.turn.story}")
        left = rest[len(done) :]
        return [tap - left[0] // TAPS_PER_STAGE * TAPS_PER_STAGE for tap in left]

    # From here on: how an answer is tapped in the page.

    def tap(self, kind: str, what: str, selector: str, place: int = 0) -> None:
        """Press something once the page shows everything, and count it."""
        self.settle()
        self.turn.taps[kind] += 1
        self.turn.story.append(what)
        self.page.locator(selector).nth(place).click(force=kind == "cell", timeout=PATIENCE * 1000)

    def carry_out(self, wanted: Sequence[int]) -> None:
        """Tap an answer and ink it."""
        if not wanted:
            return self.tap("main", "pass", PASS + READY)
        for place, tap in enumerate(wanted):
            if self.is_final(tap, tuple(wanted[: place + 1])):
                return None
        return self.tap("main", "ink", MAIN + READY)

    def is_final(self, tap: int, draft: tuple[int, ...]) -> bool:
        """Press an option, and wait until it is drafted; return whether it was inked, or dice were thrown."""
        self.settle()
        number, drafts = self.table.number, self.hosted.drafts
        option = next(one for one in self.shown["ask"]["options"] if one["tap"] == tap)
        if option["throws"]:
            self.throw(lambda: self.press(option))
            return True
        self.press(option)
        self.turn.options += 1
        self.turn.marks += option["cell"] != "" or not option["dice"]  # closing a grid is chosen like a mark
        self.wait(lambda: self.table.number > number or drafts.taps(SEAT) == draft, f"{option['text']} not drafted")
        return bool(self.table.number > number)

    def press(self, option: Option) -> None:
        """Press an option: its cell, its dice, or what stands for it beside the sheet."""
        options, dice = self.shown["ask"]["options"], dice_of(option)
        if option["cell"]:
            self.press_cell(option)
        elif option["throws"] and sum(one["throws"] for one in options) > 1:
            for die in dice:
                self.press_die("pick", die)
            self.tap("main", option["text"], MAIN + READY)
        elif len(option["dice"]) > 1:
            tiles = sorted(one["tap"] for one in options if not one["cell"] and len(one["dice"]) > 1)
            self.tap("tile", option["text"], ".options .tiles .chip", tiles.index(option["tap"]))
        elif option["dice"] and not option["throws"]:
            self.press_answer(option)
        else:
            self.tap("tile", option["text"], f'.play >> role=button[name="{option["text"]}"]')

    def press_answer(self, option: Option) -> None:
        """Press the dice that make a cell, until they tell this way from the others."""
        drafted = bool(self.shown["ask"]["draft"]["taps"])
        others = [one for one in self.shown["ask"]["options"] if len(one["dice"]) == 1 and not one["cell"]]
        pressed: list[str] = []
        for die in dice_of(option):
            self.press_die("which" if drafted else "die", die)
            pressed.append(die)
            if sum(set(pressed) <= set(dice_of(one)) for one in others) == 1:
                return

    def press_cell(self, option: Option) -> None:
        """Press the cell of an option, or a die; both where its cell could be marked in several ways."""
        ask, dice = self.shown["ask"], dice_of(option)
        ways = [one for one in ask["options"] if one["cell"] == option["cell"]]
        if of_first_window(ways) != [option]:
            alone = [one for one in ask["options"] if one["dice"] == option["dice"]] == [option]
            if alone and len(dice) == 1 and not ask["passing"]:
                return self.press_die("die", dice[0])
            self.press_die("die", next(die for die in dice if of_first_window(ways, die) == [option]))
        return self.tap("cell", f"cell {option['cell']}", LIT.format(option["cell"]))

    def press_die(self, kind: str, die: str) -> None:
        """Press a die: to throw it, or to say which one is meant."""
        self.tap(kind, f"{kind} {die}", f'.play button.die[data-die="{die}"]{READY}')


def dice_of(option: Option) -> list[str]:
    """The dice that an option uses."""
    return [die for group in option["dice"] for die in group]


def of_first_window(ways: list[Option], die: str = "") -> list[Option]:
    """What the page takes of the ways to mark a cell: those with a pressed die, those that displace nothing, those in
    the earliest window."""
    own = [one for one in ways if not die or die in dice_of(one)]
    own = [one for one in own if not one["instead"]] or own
    first = min(one["tap"] // TAPS_PER_STAGE for one in own)
    return [one for one in own if one["tap"] // TAPS_PER_STAGE == first]


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
