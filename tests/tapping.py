"""A hand with an intention: it taps a whole answer in the page of a table, with as few taps as the page allows."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from browser_hands import MAIN
from cinquina.core import Choice, IllegalMove, Position
from cinquina.table.draft import TAPS_PER_STAGE, is_asked, next_stage, no_draft, taps_of, with_option
from cinquina.table.drafting import Drafting

Option = dict[str, Any]
SEAT = 0
"""The seat of the hand."""
SHOWN = (
    "() => new Promise((done) => setTimeout(() => requestAnimationFrame(done), 60))"  # a page shows what it received
)
PATIENCE = 60.0  # seconds after which nothing more is expected
LIT = 'svg.sheet:not(.small) [data-cell="{}"].legal'
PASS, READY = ".play > .actions .button:nth-child(2)", ":not([aria-disabled])"


def whole_answer(position: Position, choose: Callable[[Position], tuple[int, ...]]) -> list[int]:
    """The taps of a whole answer until the next throw, as if nobody else marked anything."""
    draft = no_draft(position, SEAT)
    while True:
        while draft.position.window == draft.opened and is_asked(draft.position, SEAT):
            for option in choose(draft.position):
                draft = with_option(draft, SEAT, option)
        try:
            draft = next_stage(draft, SEAT)
        except IllegalMove:
            return taps_of(draft)


@dataclass
class Taps:
    """What was tapped, by kind and in order, and what came of it."""

    taps: Counter[str] = field(default_factory=Counter)
    story: list[str] = field(default_factory=list)
    throws: int = 0
    answers: int = 0
    options: int = 0
    marks: int = 0


class Hand:
    """A person in the first seat of a table, with the server's table in sight; `turn` has what it taps."""

    hosted: Any
    table: Any

    def __init__(self, page: Any, hall: Any) -> None:
        self.page, self.hall = page, hall
        self.shown: dict[str, Any] = {}  # the newest snapshot of the page
        self.turn = Taps()
        page.on("websocket", lambda socket: socket.on("framereceived", self.receive))

    def sit_at(self, code: str) -> None:
        """Take a table in hand."""
        self.hosted = self.hall.tables[code]
        self.table = self.hosted.table

    def receive(self, frame: Any) -> None:
        """Note a snapshot; answers to actions are none."""
        told = json.loads(frame)
        self.shown = told if "phase" in told else self.shown

    def wait(self, until: Callable[[], bool], what: str) -> None:
        """Wait for something; the run fails if it does not come."""
        end = time.monotonic() + PATIENCE
        while not until():
            if time.monotonic() > end:
                raise AssertionError(f"{what}: {self.turn.story}")
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
        self.wait(lambda: bool(self.table.throws > before), "nothing was thrown")

    def answer(self, position: Position, rest: list[int]) -> list[int]:
        """Carry out an intention and check what was recorded; return what is left of it for the next window."""
        before = len(self.recorded())
        self.turn.answers += 1
        self.carry_out(Drafting(position, SEAT).essential(rest), rest)
        self.wait(lambda: len(self.recorded()) > before, "nothing was inked")
        self.settle()
        done = self.recorded()[before:]
        if done != [tap % TAPS_PER_STAGE for tap in rest[: len(done)]]:
            raise AssertionError(f"inked {done} instead of {rest}: {self.turn.story}")
        left = rest[len(done) :]
        return [tap - left[0] // TAPS_PER_STAGE * TAPS_PER_STAGE for tap in left]

    # From here on: how an answer is tapped in the page.

    def tap(self, kind: str, what: str, selector: str, place: int = 0) -> None:
        """Press something once the page shows everything, and count it."""
        self.settle()
        self.turn.taps[kind] += 1
        self.turn.story.append(what)
        self.page.locator(selector).nth(place).click(force=kind == "cell", timeout=PATIENCE * 1000)

    def carry_out(self, wanted: Sequence[int], whole: list[int]) -> None:
        """Tap an answer and ink it; if nothing comes after it until the next throw, with that."""
        if not wanted:
            return self.tap("main", "pass", PASS + READY)
        for place, tap in enumerate(wanted):
            if self.is_final(tap, tuple(wanted[: place + 1])):
                return None
        self.settle()
        enough = self.shown["ask"]["enough"]
        if enough and enough["ink"] == whole:
            return self.tap("main", enough["text"], PASS + READY)
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
