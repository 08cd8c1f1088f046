"""Live tables for the tests: made in a line, played at random, looked at by anybody.

The host's key is HOST; who takes the open seat 2 has the key `key_of(2)`.
"""

from __future__ import annotations

import random
from typing import Any

import msgspec

from cinquina.core import CHOICE, OVER, ROLL, Refusal, bits, is_lot, legal_options
from cinquina.locales import words
from cinquina.table.base import Seeds, TableBase
from cinquina.table.dice_table import DiceTable
from cinquina.table.hall import new_table
from cinquina.table.happenings import (
    BOT,
    OPEN,
    PERSON,
    REAL,
    Happening,
    Rolled,
    Seat,
    Settings,
    fingerprint,
    happening,
    written,
)
from cinquina.table.hosted import HostedTable
from cinquina.web.viewing import snapshot

HOST = "the host's key"
SEED = "5eed" * 16
FOLLOWING = "f0110" * 12 + "0000"
SEEDS = Seeds(SEED, FOLLOWING)
CODE = "LUNA-0042"
NAMES = ("Anna", "Lia", "Ugo", "Zoe", "Ivo", "Ada")
LONGEST_GAME = 3000


def key_of(seat: int) -> str:
    """The key of a seat of `table`; the first is the host's."""
    return HOST if seat == 0 else f"key {seat}"


def settings(game: str = "qwixx", seats: str = "me open", **more: Any) -> Settings:
    """Settings in a line; seats are `me`, `open`, or a bot's level."""
    made = [seat_of(word, place) for place, word in enumerate(seats.split())]
    usual: dict[str, Any] = {"options": {}, "dice": "virtual", "spectators": True, "series": 1, "salt": "aa"}
    return Settings(game=game, seats=tuple(made), host=fingerprint(HOST), **(usual | more))


def seat_of(word: str, place: int) -> Seat:
    """A seat in a word."""
    if word == "me":
        return Seat(PERSON, NAMES[place])
    return Seat(OPEN) if word == "open" else Seat(BOT, level=word)


class Played:
    """A live table with all that has happened at it."""

    def __init__(self, told: Settings) -> None:
        self.settings = told
        self.table: Any = new_table(told, CODE)
        self.kept: list[str] = []
        self.hosted = HostedTable("id", CODE, self.table)

    def take(self, happened: Happening) -> None:
        """Keep it as text, then let the table read that."""
        self.kept.append(written(happened))
        self.table.take(happening(self.kept[-1]))

    def rebuilt(self) -> Any:
        """The table as a new process would read it."""
        table = new_table(self.settings, CODE)
        for text in self.kept:
            table.take(happening(text))
        return table

    def seen(self, *keys: str, lang: str = "en") -> dict[str, Any]:
        """What somebody with these keys is shown, as it travels, by a room that has shown the table before."""
        self.hosted.table = self.table
        return shown_by(self.hosted, *keys, lang=lang)

    def play(self, luck: random.Random, most: int = LONGEST_GAME) -> None:
        """Random throws and choices until the game is over, or so many."""
        for _ in range(most):
            if self.table.game.position.phase == OVER:
                return
            self.take(next_happening(self.table, luck))


def table(game: str = "qwixx", seats: int = 2, *, begun: bool = True, **more: Any) -> Played:
    """A table with a person of their own key on every seat."""
    played = Played(settings(game, " ".join(["me"] + ["open"] * (seats - 1)), **more))
    for seat in range(1, seats):
        played.take(played.table.sit(NAMES[seat], key_of(seat), f"{seat:02}"))
    if begun:
        played.take(played.table.begin(HOST, SEEDS))
    return played


def next_happening(table: DiceTable, luck: random.Random) -> Happening:
    """What could happen next, asked for by who may ask."""
    position = table.game.position
    if position.phase == ROLL:
        return next_roll(table, luck)
    seat = luck.choice(position.waiting)
    option = luck.choice(bits.members(legal_options(position, seat)))
    return table.choose(owner(table, seat), seat, table.click(seat), option)


def next_roll(table: DiceTable, luck: random.Random) -> Happening:
    """The throw that is due."""
    position = table.game.position
    if is_lot(position):
        return Rolled(table.fair_throw())
    real = tuple(luck.randint(1, 6) for _ in table.fair_throw()) if table.settings.dice == REAL else None
    return table.roll(owner(table, position.active), table.throws, real)


def owner(table: DiceTable, seat: int) -> str:
    """The key that owns a seat."""
    return next(key for key in (HOST, key_of(seat)) if seat in table.seats_of(key))


def choosing(played: Played, luck: random.Random, waiting: int = 1) -> bool:
    """Play on until so many seats are asked at once, nobody having answered; False when the game ends before."""
    while played.table.game.position.phase != OVER:
        position = played.table.game.position
        if position.phase == CHOICE and len(position.waiting) >= waiting and not position.answers:
            return True
        played.take(next_happening(played.table, luck))
    return False


def standing(table: TableBase) -> dict[str, Any]:
    """All of a table that two readings of it must agree on."""
    if isinstance(table, DiceTable):
        return vars(table) | {"log": [(line.number, line.before, line.event) for line in table.log]}
    return dict(vars(table))


def seen(table: TableBase, *keys: str, lang: str = "en") -> dict[str, Any]:
    """What somebody is shown by a room that has never shown anything."""
    return shown_by(HostedTable("id", CODE, table), *keys, lang=lang)


def shown_by(hosted: HostedTable, *keys: str, lang: str) -> dict[str, Any]:
    """A snapshot, through JSON and back."""
    shown: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(snapshot(hosted, keys, words(lang), 60.0)))
    for seat in shown["seats"]:
        seat["away"] = 0  # the only thing in it that time changes
    shown["can"]["bot"] = []
    return shown


def why(wish: Any, *given: Any, **named: Any) -> tuple[str, str]:
    """The reason for which something is refused, and the kind of refusal; fails when it is allowed."""
    try:
        wish(*given, **named)
    except Refusal as wrong:
        return wrong.reason, type(wrong).__name__
    raise AssertionError("this is allowed")
