"""Live tables for the tests: easy to make, to play at random, and to view.

The host's key is HOST; whoever takes the open seat 2 has the key `key_of(2)`.
"""

from __future__ import annotations

import random
import time
from copy import copy, deepcopy
from typing import Any

import msgspec

from cinquina.core import CHOICE, OVER, ROLL, IllegalMove, Position, Refusal, bits, is_lot, legal_options
from cinquina.locales import words
from cinquina.table.base import Seeds, TableBase
from cinquina.table.dice_table import DiceTable
from cinquina.table.draft import goes_on, is_asked, next_stage, taps_of, with_option
from cinquina.table.drafting import draft_of
from cinquina.table.drafts import Drafts
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
from cinquina.web.viewing import snapshots_of

HOST = "the host's key"
LATE_KEYS = ("a late key", "a later key")
"""The keys of those who sit down during a game."""
SEED = "5eed" * 16
FOLLOWING = "f0110" * 12 + "0000"
SEEDS = Seeds(SEED, FOLLOWING)
CODE = "LUNA-0042"
NAMES = ("Anna", "Lia", "Ugo", "Zoe", "Ivo", "Ada")
LONGEST_GAME = 3000
PATIENCE = 60.0
AHEAD = 0.3
"""How often a random player also inks what comes before the next throw."""


def key_of(seat: int) -> str:
    """Return the key of a seat of `table`; the first is the host's."""
    return HOST if seat == 0 else f"key {seat}"


def settings(game: str = "qwixx", seats: str = "me open", **more: Any) -> Settings:
    """Return settings; seats are `me`, `open`, or a bot's level."""
    made = [seat_of(word, place) for place, word in enumerate(seats.split())]
    usual: dict[str, Any] = {"options": {}, "dice": "virtual", "spectators": True, "series": 1, "salt": "aa"}
    return Settings(game=game, seats=tuple(made), host=fingerprint(HOST), **(usual | more))


def seat_of(word: str, place: int) -> Seat:
    """Return a seat described by a word."""
    if word == "me":
        return Seat(PERSON, NAMES[place])
    return Seat(OPEN) if word == "open" else Seat(BOT, level=word)


class Played:
    """A live table with all its happenings."""

    def __init__(self, told: Settings) -> None:
        self.settings = told
        self.kept: list[str] = []
        self.hosted = HostedTable("id", CODE, new_table(told, CODE))

    @property
    def table(self) -> Any:
        """The table."""
        return self.hosted.table

    def take(self, happened: Happening) -> None:
        """Store a happening as text, then apply what is read back."""
        self.kept.append(written(happened))
        self.hosted.take(happening(self.kept[-1]))
        self.hosted.invalidate()

    def restart(self) -> None:
        """Go on with the table as a new process would: nothing but its happenings is left."""
        self.hosted = HostedTable("id", CODE, self.rebuilt())

    def rebuilt(self) -> Any:
        """Return the table as a new process would read it."""
        table = new_table(self.settings, CODE)
        for text in self.kept:
            table.take(happening(text))
        return table

    def seen(self, *keys: str, lang: str = "en") -> dict[str, Any]:
        """Return the snapshot for these keys as JSON, from a table whose snapshots are cached."""
        return shown_by(self.hosted, *keys, lang=lang)

    def play(self, luck: random.Random, most: int = LONGEST_GAME) -> None:
        """Throw and choose at random until the game is over, or this many times."""
        for _ in range(most):
            if self.table.game.position.phase == OVER:
                return
            self.take(next_happening(self.table, luck))


def table(game: str = "qwixx", seats: int = 2, *, begun: bool = True, **more: Any) -> Played:
    """Return a table with a person with their own key at every seat."""
    played = Played(settings(game, " ".join(["me"] + ["open"] * (seats - 1)), **more))
    for seat in range(1, seats):
        played.take(played.table.sit(NAMES[seat], key_of(seat), f"{seat:02}"))
    if begun:
        played.take(played.table.begin(HOST, SEEDS))
    return played


def next_happening(table: DiceTable, luck: random.Random) -> Happening:
    """Return a possible next happening, requested by somebody who may."""
    position = table.game.position
    if position.phase == ROLL:
        return next_roll(table, luck)
    seat = luck.choice(position.waiting)
    return table.ink(owner(table, seat), seat, table.click(seat), taps_at_random(position, seat, luck))


def whole_answer(position: Position, seat: int, luck: random.Random, first: int | None = None) -> tuple[int, ...]:
    """Return a random whole answer of a seat in the open window, beginning with an option if one is given."""
    draft = draft_of(position, seat, () if first is None else (first,))
    while goes_on(draft, seat):
        draft = with_option(draft, seat, luck.choice(bits.members(legal_options(draft.position, seat))))
    return draft.stages[0]


def taps_at_random(position: Position, seat: int, luck: random.Random, ahead: float = AHEAD) -> list[int]:
    """Return the taps of a random whole answer, now and then with one for the next window before the next throw."""
    draft = draft_of(position, seat, whole_answer(position, seat, luck))
    if luck.random() < ahead:
        try:
            draft = draft if draft.stage else next_stage(draft, seat)
        except IllegalMove:
            return taps_of(draft)
        while draft.stage == 1 and draft.position.window == draft.opened and is_asked(draft.position, seat):
            draft = with_option(draft, seat, luck.choice(bits.members(legal_options(draft.position, seat))))
    return taps_of(draft)


def next_roll(table: DiceTable, luck: random.Random) -> Happening:
    """Return the throw that is due."""
    position = table.game.position
    if is_lot(position):
        return Rolled(table.fair_throw())
    real = tuple(luck.randint(1, 6) for _ in table.fair_throw()) if table.settings.dice == REAL else None
    return table.roll(owner(table, position.active), table.throws, real)


def owner(table: DiceTable, seat: int) -> str:
    """Return the key that owns a seat."""
    return next(key for key in (HOST, key_of(seat), *LATE_KEYS) if seat in table.seats_of(key))


def choosing(played: Played, luck: random.Random, waiting: int = 1) -> bool:
    """Play until this many seats have to choose at once, none having answered; False when the game ends before."""
    while played.table.game.position.phase != OVER:
        position = played.table.game.position
        if position.phase == CHOICE and len(position.waiting) >= waiting and not position.answers:
            return True
        played.take(next_happening(played.table, luck))
    return False


def copied(dice_table: DiceTable) -> DiceTable:
    """Return a copy of the table."""
    other = copy(dice_table)
    for name in ("log", "chat", "comings", "unseen", "inked", "ahead", "outdated"):
        setattr(other, name, getattr(dice_table, name).copy())
    other.hints = deepcopy(dice_table.hints)
    return other


def standing(table: TableBase) -> dict[str, Any]:
    """Return everything that two readings of a table must agree on."""
    if isinstance(table, DiceTable):
        return vars(table) | {"log": [(line.number, line.before, line.event) for line in table.log]}
    return dict(vars(table))


LONG = 3600.0
"""Seconds that no test takes."""


def nobody_away(hosted: HostedTable) -> None:
    """Let nobody count as away, however long the test takes."""
    hosted.opened, hosted.last_seen = time.monotonic() + LONG, {}


def seen(table: TableBase, *keys: str, lang: str = "en", drafts: Drafts | None = None) -> dict[str, Any]:
    """Return the snapshot for these keys, without anything cached."""
    hosted = HostedTable("id", CODE, table)
    hosted.drafts = drafts or hosted.drafts
    nobody_away(hosted)
    return shown_by(hosted, *keys, lang=lang)


def shown_by(hosted: HostedTable, *keys: str, lang: str) -> dict[str, Any]:
    """Return a snapshot, through JSON and back."""
    snapshots = snapshots_of(hosted)
    viewpoint = snapshots.viewpoint(tuple(fingerprint(key) for key in keys if key), PATIENCE)
    seen = snapshots.seen_by_viewer(words(lang), viewpoint)
    shown: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(seen))
    for seat in shown["seats"]:
        seat["away"] = 0  # this and a few others depend on time
    if shown["over"]:
        shown["over"]["minutes"] = 0
    shown["can"]["bot"] = []
    if shown["next"]:
        shown["next"]["seconds"] = 0
    return shown


def why(request: Any, *given: Any, **named: Any) -> tuple[str, str]:
    """Return the reason of a refusal, and its class; fail if there is none."""
    try:
        request(*given, **named)
    except Refusal as wrong:
        return wrong.reason, type(wrong).__name__
    raise AssertionError("this is allowed")
