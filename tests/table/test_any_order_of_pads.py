"""Any request in any order at a table of pads: it equals its stored happenings, and so does every pad."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, precondition, rule

from cinquina.core import bits, legal_options, scores
from cinquina.core.record import read
from cinquina.games import GAMES
from cinquina.table.reachable import asks_before_throw, marks_on
from table.any_order import SEATS, AnyRequests, tried
from table.tables import settings

PLACES = st.integers(0, 60)


class AnyOrderOfPads(AnyRequests):
    """Players and strangers who send any request at any time."""

    @initialize(
        game=st.sampled_from(["qwixx", "qwinto", "extra", "the-choice"]),
        open_seats=st.integers(0, 2),
        free=st.booleans(),
    )
    def made(self, game: str, open_seats: int, free: bool) -> None:
        options = {"sheet": "free"} if free and game == "the-choice" else {}
        seats = " ".join(["me"] + ["open"] * open_seats)
        self.open(settings(game, seats, dice="none", series=2, options=options))

    def click(self, seat: int) -> int:
        """Return the click that is due on a seat's pad."""
        return self.table.sheets[seat].clicks if seat in self.table.sheets else 0

    @precondition(lambda self: self.table.begun)
    @rule(seat=SEATS, place=PLACES, more=PLACES)
    def turn(self, seat: int, place: int, more: int) -> None:
        """Play a turn as people do: answer the question, or tap until the turn is complete."""
        if seat not in self.table.sheets or self.table.counted or self.table.ended:
            return
        sheet = self.table.sheets[seat]
        if asks_before_throw(sheet.position):
            options = bits.members(legal_options(sheet.position, 0))
            assert self.ask(self.table.ink, self.key(seat), seat, sheet.clicks, (options[place % len(options)],))
            return
        while not sheet.is_ready and sheet.offered():
            offered = sheet.offered()
            assert self.ask(self.table.pencil, self.key(seat), seat, sheet.clicks, *offered[place % len(offered)])
            place += more
        assert self.ask(self.table.finish, self.key(seat), seat, sheet.clicks) or sheet.is_over

    @rule(seat=SEATS, other=SEATS, cell=st.sampled_from(["r5", "y3", "7.1", "", "x"]), mark=st.sampled_from("x7 "))
    def pencil_anything(self, seat: int, other: int, cell: str, mark: str) -> None:
        self.ask(self.table.pencil, self.key(seat), other, self.click(other), cell, mark)

    @rule(seat=SEATS, request=st.sampled_from(["finish", "undo"]), late=st.integers(0, 3))
    def go_on_or_back(self, seat: int, request: str, late: int) -> None:
        self.ask(getattr(self.table, request), self.key(seat), seat, self.click(seat) - (late == 3))

    @rule(seat=SEATS, request=st.sampled_from(["erase", "rub"]), place=PLACES)
    def take_off(self, seat: int, request: str, place: int) -> None:
        sheet = self.table.sheets.get(seat)
        cells = ["nowhere", *(marks_on(sheet.position) if sheet else ()), *dict(sheet.pencilled if sheet else ())]
        self.ask(getattr(self.table, request), self.key(seat), seat, self.click(seat), cells[-1 - place % len(cells)])

    @rule(seat=SEATS, request=st.sampled_from(["count", "resume"]), sure=st.integers(0, 2))
    def count(self, seat: int, request: str, sure: int) -> None:
        if sure == 2 or request == "resume":
            self.ask(getattr(self.table, request), self.key(seat))

    def check_secrets(self, seat: int, shown: dict[str, Any], text: str) -> None:
        assert {pad["seat"] for pad in shown["pads"]} <= {seat}

    @invariant()
    def every_sheet_is_a_game_that_the_rules_agree_with(self) -> None:
        if self.table.begun and not self.table.counted:
            for text, (seat, sheet) in zip(
                self.table.records_so_far()[::-1], reversed(self.table.sheets.items()), strict=False
            ):
                game = read(text, GAMES)
                assert game.position == sheet.position
                assert scores(game.position) == (self.table.points(seat),)


AnyOrderOfPads.TestCase.settings = tried(part=8, steps=30)
TestAnyOrderOfPads = AnyOrderOfPads.TestCase
