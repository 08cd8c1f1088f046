"""Anything in any order at a table of pads: it stays the table its happenings tell, and so does every sheet."""

from __future__ import annotations

import json
import os
from typing import Any

from hypothesis import settings as examples
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from cinquina.core import Refusal, bits, legal_options, scores
from cinquina.core.record import read
from cinquina.games import GAMES
from cinquina.locales import LANGUAGES
from cinquina.table.happenings import Happening
from cinquina.table.turns import is_asked, marks_on
from table.tables import HOST, NAMES, SEED, Played, key_of, seen, settings, standing

EXAMPLES = int(os.environ.get("LAWS_EXAMPLES", "80")) // 8
STEPS = 30
SEATS = st.integers(-1, 3)
PLACES = st.integers(0, 60)
NOBODY = "nobody's key"


class AnyOrderOfPads(RuleBasedStateMachine):
    """People with phones and passers-by who ask for anything at any time."""

    @initialize(
        game=st.sampled_from(["qwixx", "qwinto", "extra", "the-choice"]),
        open_seats=st.integers(0, 2),
        free=st.booleans(),
    )
    def made(self, game: str, open_seats: int, free: bool) -> None:
        options = {"sheet": "free"} if free and game == "the-choice" else {}
        seats = " ".join(["me"] + ["open"] * open_seats)
        self.table = Played(settings(game, seats, dice="none", series=2, options=options))
        self.keys = {0: HOST}

    @property
    def live(self) -> Any:
        return self.table.live

    def key(self, seat: int) -> str:
        """The key of a seat, somebody's or nobody's."""
        return self.keys.get(seat, NOBODY)

    def click(self, seat: int) -> int:
        """The click that is due on a seat's sheet."""
        return self.live.sheets[seat].clicks if seat in self.live.sheets else 0

    def ask(self, wish: Any, *given: Any) -> bool:
        """Let a wish come true, or be refused and change nothing; whether it did."""
        before, number = standing(self.live), self.live.number
        try:
            happened: Happening = wish(*given)
        except Refusal:
            assert standing(self.live) == before
            return False
        self.table.take(happened)
        assert self.live.number == number + 1
        return True

    @rule(name=st.sampled_from(NAMES))
    def join(self, name: str) -> None:
        seat = next((place for place, at in enumerate(self.live.places) if at.seat.kind == "open"), -1)
        if self.ask(self.live.sit, name, key_of(seat), "ab"):
            self.keys[seat] = key_of(seat)

    @rule(seat=SEATS)
    def begin(self, seat: int) -> None:
        self.ask(self.live.begin, self.key(seat), SEED)

    @precondition(lambda self: self.live.begun)
    @rule(seat=SEATS, place=PLACES, more=PLACES)
    def turn(self, seat: int, place: int, more: int) -> None:
        """A turn as people make it: what is asked, or tap by tap until it is whole."""
        if seat not in self.live.sheets or self.live.counted or self.live.ended:
            return
        sheet = self.live.sheets[seat]
        if is_asked(sheet.position):
            options = bits.members(legal_options(sheet.position, 0))
            assert self.ask(self.live.choose, self.key(seat), seat, sheet.clicks, options[place % len(options)])
            return
        while not sheet.is_ready and sheet.offered():
            offered = sheet.offered()
            assert self.ask(self.live.pencil, self.key(seat), seat, sheet.clicks, *offered[place % len(offered)])
            place += more
        assert self.ask(self.live.finish, self.key(seat), seat, sheet.clicks) or sheet.is_over

    @rule(seat=SEATS, other=SEATS, cell=st.sampled_from(["r5", "y3", "7.1", "", "x"]), mark=st.sampled_from("x7 "))
    def pencil_anything(self, seat: int, other: int, cell: str, mark: str) -> None:
        self.ask(self.live.pencil, self.key(seat), other, self.click(other), cell, mark)

    @rule(seat=SEATS, wish=st.sampled_from(["finish", "undo"]), late=st.integers(0, 3))
    def go_on_or_back(self, seat: int, wish: str, late: int) -> None:
        self.ask(getattr(self.live, wish), self.key(seat), seat, self.click(seat) - (late == 3))

    @rule(seat=SEATS, wish=st.sampled_from(["erase", "rub"]), place=PLACES)
    def take_off(self, seat: int, wish: str, place: int) -> None:
        sheet = self.live.sheets.get(seat)
        cells = ["nowhere", *(marks_on(sheet.position) if sheet else ()), *dict(sheet.pencilled if sheet else ())]
        self.ask(getattr(self.live, wish), self.key(seat), seat, self.click(seat), cells[-1 - place % len(cells)])

    @rule(seat=SEATS, wish=st.sampled_from(["count", "resume"]), sure=st.integers(0, 2))
    def count(self, seat: int, wish: str, sure: int) -> None:
        if sure == 2 or wish == "resume":
            self.ask(getattr(self.live, wish), self.key(seat))

    @rule(seat=SEATS)
    def next_game(self, seat: int) -> None:
        self.ask(self.live.next_game, self.key(seat), SEED)

    @rule(seat=SEATS, text=st.text(max_size=8))
    def talk(self, seat: int, text: str) -> None:
        self.ask(self.live.say, self.key(seat), text)

    @rule()
    def restart(self) -> None:
        self.table.live = self.table.rebuilt()

    @rule(seat=SEATS, sure=st.integers(0, 9))
    def end(self, seat: int, sure: int) -> None:
        if sure == 9:
            self.ask(self.live.end, self.key(seat))

    @invariant()
    def read_again_it_is_the_same(self) -> None:
        if hasattr(self, "table"):
            assert standing(self.table.rebuilt()) == standing(self.live)

    @invariant()
    def everybody_can_be_shown_it_and_nobody_the_pencil_of_another(self) -> None:
        if not hasattr(self, "table"):
            return
        for seat, lang in zip([*self.keys, -1], LANGUAGES * 3, strict=False):
            shown = self.table.seen(self.key(seat), lang=lang)
            assert shown == seen(self.live, self.key(seat), lang=lang)
            assert {pad["seat"] for pad in shown["pads"]} <= {seat}
            text = json.dumps(shown)
            assert not any(key in text for key in self.keys.values())
            assert not any(place.key in text for place in self.live.places if place.key)

    @invariant()
    def every_sheet_is_a_game_that_the_rules_agree_with(self) -> None:
        if hasattr(self, "table") and self.live.begun and not self.live.counted:
            for text, (seat, sheet) in zip(
                self.live.records_so_far()[::-1], reversed(self.live.sheets.items()), strict=False
            ):
                game = read(text, GAMES)
                assert game.position == sheet.position
                assert scores(game.position) == (self.live.points(seat),)


AnyOrderOfPads.TestCase.settings = examples(max_examples=EXAMPLES, stateful_step_count=STEPS, deadline=None)
TestAnyOrderOfPads = AnyOrderOfPads.TestCase
