"""Any request in any order at a table with dice: it equals its stored happenings and keeps its secrets."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import initialize, precondition, rule

from cinquina.core import CHOICE, OVER, bits, is_lot, legal_options
from cinquina.games import GAMES
from cinquina.table.happenings import Chose, Rolled
from table.any_order import NOBODY, SEATS, AnyRequests, tried
from table.tables import settings


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
            option = luck.choice(bits.members(legal_options(position, seat)))
            self.chosen(seat, option)
        elif is_lot(position) or self.table.throws_itself():
            self.played.take(Rolled(self.table.fair_throw()))
        else:
            real = tuple(luck.randint(1, 6) for _ in self.table.fair_throw())
            who = position.active if position.active in self.keys else 0
            assert self.ask(self.table.roll, self.key(who), self.table.throws, real)

    def chosen(self, seat: int, option: int) -> None:
        """Choose; what the others see does not depend on which option it is."""
        before, watchers = self.table.game.position, [key for place, key in self.keys.items() if place != seat]
        seen_before = [secret(self.played.seen(key), seat) for key in [*watchers, NOBODY]]
        if seat in self.keys:
            assert self.ask(self.table.choose, self.keys[seat], seat, self.table.click(seat), option)
        else:
            self.played.take(Chose(seat, option))
        now = self.table.game.position
        if now.phase == CHOICE and now.window == before.window:
            assert [secret(self.played.seen(key), seat) for key in [*watchers, NOBODY]] == seen_before

    @rule(seat=SEATS, throw=st.integers(-1, 3), faces=st.lists(st.integers(0, 7), max_size=7))
    def roll_anything(self, seat: int, throw: int, faces: list[int]) -> None:
        self.ask(self.table.roll, self.key(seat), throw, tuple(faces))

    @rule(seat=SEATS, other=SEATS, click=st.integers(-1, 300), option=st.integers(-1, 61))
    def choose_anything(self, seat: int, other: int, click: int, option: int) -> None:
        self.ask(self.table.choose, self.key(seat), other, click, option)

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
    """Return what a secret answer of a seat must not change."""
    rest = {name: value for name, value in shown.items() if name not in ("sentence", "around")}
    rest["seats"] = [dict(told) for told in shown["seats"]]
    del rest["seats"][seat]["state"]
    return rest


AnyOrder.TestCase.settings = tried(part=4, steps=60)
TestAnyOrder = AnyOrder.TestCase
