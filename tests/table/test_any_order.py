"""Any request in any order at a table with dice: it equals its stored happenings and keeps its secrets."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import initialize, precondition, rule

from cinquina.core import CHOICE, OVER, Refusal, is_lot
from cinquina.games import GAMES
from cinquina.table.drafting import draft_of
from cinquina.table.happenings import Rolled
from table.any_order import NOBODY, SEATS, AnyRequests, tried
from table.tables import settings, standing, taps_at_random

TAPS = st.lists(st.integers(-1, 130), max_size=5)
NO_SEAT = -1
CELLS = ("", "r5", "o3", "4.1", "nowhere")


class AnyOrder(AnyRequests):
    """Players, bots and strangers who send any request at any time."""

    @initialize(
        game=st.sampled_from(list(GAMES)),
        open_seats=st.integers(1, 3),
        bot=st.booleans(),
        dice=st.sampled_from(["virtual", "real"]),
        series=st.integers(1, 2),
    )
    def made(self, game: str, open_seats: int, bot: bool, dice: str, series: int) -> None:
        words = ["me"] + ["open"] * open_seats + ["random"] * bot
        words = words[: max(GAMES[game].SEATS)]
        self.open(settings(game, " ".join(words), dice=dice, series=series))

    @property
    def runs(self) -> bool:
        """Whether a game is being played."""
        return self.table.series is not None and not self.table.ended and self.table.game.position.phase != OVER

    @precondition(lambda self: self.runs)
    @rule(data=st.data(), steps=st.integers(1, 40))
    def play(self, data: st.DataObject, steps: int) -> None:
        luck = data.draw(st.randoms(use_true_random=False))
        for _ in range(steps):
            if self.runs:
                self.step(luck)

    def step(self, luck: Any) -> None:
        """Play one throw or choice, of bots too."""
        position = self.table.game.position
        if position.phase == CHOICE:
            seat = luck.choice(position.waiting)
            self.chosen(seat, taps_at_random(position, seat, luck))
        elif is_lot(position) or self.table.throws_itself():
            self.played.take(Rolled(self.table.fair_throw()))
        else:
            real = tuple(luck.randint(1, 6) for _ in self.table.fair_throw())
            who = position.active if position.active in self.keys else next(iter(self.keys), NO_SEAT)
            assert who == NO_SEAT or self.ask(self.table.roll, self.key(who), self.table.throws, real)

    def chosen(self, seat: int, taps: list[int]) -> None:
        """Choose; what the others see does not depend on which options these are."""
        before, watchers = self.table.game.position, [key for place, key in self.keys.items() if place != seat]
        seen_before = [secret(self.played.seen(key), seat) for key in [*watchers, NOBODY]]
        if seat in self.keys:
            assert self.ask(self.table.ink, self.keys[seat], seat, self.table.click(seat), taps)
        else:
            options = draft_of(before, seat, taps).stages[0]
            self.played.take(self.table.bots_question(seat).answering(options)(self.table))
        now = self.table.game.position
        if now.phase == CHOICE and now.window == before.window:
            assert [secret(self.played.seen(key), seat) for key in [*watchers, NOBODY]] == seen_before

    @rule(seat=SEATS, throw=st.integers(-1, 3), faces=st.lists(st.integers(0, 7), max_size=7))
    def roll_anything(self, seat: int, throw: int, faces: list[int]) -> None:
        self.ask(self.table.roll, self.key(seat), throw, tuple(faces))

    @rule(seat=SEATS, throw=st.integers(-1, 3), faces=st.lists(st.integers(0, 7), max_size=7))
    def correct_anything(self, seat: int, throw: int, faces: list[int]) -> None:
        self.ask(self.table.correct, self.key(seat), throw, tuple(faces))

    @precondition(lambda self: self.runs and self.table.throws)
    @rule(seat=SEATS)
    def correct(self, seat: int) -> None:
        """Turn all dice of the newest throw over."""
        fallen = self.played.seen(NOBODY)["dice"]["fallen"]
        may = self.played.seen(self.key(seat))["can"]["correct"]
        done = self.ask(self.table.correct, self.key(seat), self.table.throws, tuple(7 - face for face in fallen))
        assert done == may

    @rule(seat=SEATS, other=SEATS, click=st.integers(-1, 300), taps=TAPS)
    def ink_anything(self, seat: int, other: int, click: int, taps: list[int]) -> None:
        self.ask(self.table.ink, self.key(seat), other, click, taps)

    @precondition(lambda self: self.runs)
    @rule(seat=SEATS, taps=TAPS)
    def ink_any_taps(self, seat: int, taps: list[int]) -> None:
        self.ask(self.table.ink, self.key(seat), seat, self.table.click(seat), taps)

    @precondition(lambda self: self.runs)
    @rule(data=st.data(), most=st.integers(1, 6), ahead=st.sampled_from([0.0, 1.0]))
    def pencil(self, data: st.DataObject, most: int, ahead: float) -> None:
        """Pencil part of an answer; the happenings and what the others see stay the same."""
        luck, position = data.draw(st.randoms(use_true_random=False)), self.table.game.position
        seats = [seat for seat in position.waiting if seat in self.keys and not self.table.places[seat].is_bot]
        if position.phase == CHOICE and seats:
            seat = luck.choice(seats)
            others = [key for place, key in self.keys.items() if place != seat] + [NOBODY]
            before, seen_before = standing(self.table), [self.played.seen(key) for key in others]
            drafts, click = self.played.hosted.drafts, self.table.click(seat)
            for tap in taps_at_random(position, seat, luck, ahead)[:most]:
                with suppress(Refusal):
                    drafts.tap(self.keys[seat], seat, click, tap)
            assert self.played.seen(self.keys[seat])["ask"]["draft"]["taps"] == list(drafts.taps(seat))
            assert standing(self.table) == before
            assert [self.played.seen(key) for key in others] == seen_before

    @rule(seat=SEATS, other=SEATS, click=st.integers(-1, 300), tap=st.integers(-1, 300), cell=st.sampled_from(CELLS))
    def pencil_anything(self, seat: int, other: int, click: int, tap: int, cell: str) -> None:
        drafts, before = self.played.hosted.drafts, standing(self.table)
        with suppress(Refusal):
            drafts.tap(self.key(seat), other, click, tap)
        with suppress(Refusal):
            drafts.untap(self.key(seat), other, click, cell)
        assert standing(self.table) == before

    @precondition(lambda self: self.runs)
    @rule(seat=SEATS)
    def take_back(self, seat: int) -> None:
        self.ask(self.table.undo, self.key(seat), seat, self.table.click(seat))

    @rule(seat=SEATS, other=SEATS, away=st.booleans())
    def leave(self, seat: int, other: int, away: bool) -> None:
        self.ask(self.table.substitute, self.key(seat), other, away=away)

    @rule(seat=SEATS)
    def come_back(self, seat: int) -> None:
        self.ask(self.table.come_back, self.key(seat), seat)

    def check_secrets(self, seat: int, shown: dict[str, Any], text: str) -> None:
        assert self.table.may_show_seed or not self.table.dice.seed or self.table.dice.seed not in text
        assert not self.table.following or self.table.following not in text


def secret(shown: dict[str, Any], seat: int) -> dict[str, Any]:
    """Return what a secret answer of a seat must not change; that there is one is public, and dice stand then."""
    rest = {name: value for name, value in shown.items() if name not in ("sentence", "around")}
    rest["seats"] = [dict(told) for told in shown["seats"]]
    del rest["seats"][seat]["state"]
    rest["can"] = {name: may for name, may in shown["can"].items() if name != "correct"}
    return rest


AnyOrder.TestCase.settings = tried(part=4, steps=60)
TestAnyOrder = AnyOrder.TestCase
