"""Processor time of what a server computes for a throw, without network: snapshots, drafts, and an append to SQLite.

    .venv/bin/python bench/snapshots.py [--throws 80] [--appends 2000]

Four people, alternately in English and Italian, tap at random until an answer is complete; after everything that
happens, snapshots are made for all of them and for onlookers in both languages.
"""

from __future__ import annotations

import argparse
import random
import tempfile
import time
from pathlib import Path

import msgspec

from cinquina.core import OVER, ROLL
from cinquina.games import GAMES
from cinquina.locales import Words, words
from cinquina.store import open_store
from cinquina.table.base import Seeds
from cinquina.table.dice import CURRENT
from cinquina.table.dice_table import DiceTable
from cinquina.table.happenings import Begun, Happening, Rolled, Seat, Settings, fingerprint
from cinquina.table.hosted import HostedTable
from cinquina.web.question_protocol import Question
from cinquina.web.viewing import snapshots_of

KEYS = ("a", "b", "c", "d")
LANGUAGES: tuple[Words, ...] = (words("en"), words("it"))
SEEDS = Seeds("ab" * 16, "cd" * 16)
TAPS = 0.8
"""How often somebody taps something instead of passing."""
EVENT = "x" * 60
"""As long as most stored events."""


class Play:
    """A table with everybody's newest question."""

    def __init__(self, game: str, luck: random.Random) -> None:
        seats = tuple(Seat("person", f"Player {key}") for key in KEYS)
        host = fingerprint(KEYS[0])
        self.table = DiceTable(Settings(game, {}, seats, "virtual", True, 1, host, ""), "LIMONE-1234")
        for place, key in zip(self.table.places, KEYS, strict=True):
            place.key = fingerprint(key)
        self.hosted = HostedTable("table", "LIMONE-1234", self.table)
        self.luck = luck
        self.asked: dict[int, Question | None] = {}
        self.happen(Begun(SEEDS.seed, CURRENT, SEEDS.following))

    def happen(self, happened: Happening) -> None:
        """Apply a happening and make all snapshots."""
        self.hosted.take(happened)
        self.hosted.invalidate()
        for language in LANGUAGES:
            self.show((), language)
        for seat, key in enumerate(KEYS):
            self.asked[seat] = self.show((fingerprint(key),), LANGUAGES[seat % len(LANGUAGES)])

    def show(self, prints: tuple[str, ...], language: Words) -> Question | None:
        """Make and encode the snapshot for a viewer; return the question in it."""
        snapshots = snapshots_of(self.hosted)
        if not prints:
            snapshots.public(language)
            return None
        shown = snapshots.seen_by_viewer(language, snapshots.viewpoint(prints, 60.0))
        msgspec.json.encode(shown)
        return shown.ask

    def play(self, throws: int) -> None:
        """Play until this many throws were made."""
        while throws:
            position = self.table.game.position
            if position.phase == OVER:
                self.happen(self.table.next_game(KEYS[0], SEEDS))
            elif position.phase == ROLL:
                self.happen(Rolled(self.table.fair_throw()))
                throws -= 1
            else:
                self.answer(self.luck.choice(position.waiting))

    def answer(self, seat: int) -> None:
        """Tap until a seat's answer is complete, or pass, and ink it."""
        key, ask = KEYS[seat], self.asked[seat]
        assert ask is not None
        while not ask.draft.ink and (not ask.passing or ask.draft.taps or self.luck.random() < TAPS):
            tap = self.luck.choice([option.tap for option in ask.options if not option.instead])
            self.hosted.drafts.tap(key, seat, ask.window, tap)
            again = self.show((fingerprint(key),), LANGUAGES[seat % len(LANGUAGES)])
            assert again is not None
            ask = again
        taps = ask.draft.ink or (ask.passing.ink if ask.passing else [])
        self.happen(self.table.ink(key, seat, ask.window, taps))


def measured_append(appends: int) -> float:
    """Return the processor seconds of an append to a file."""
    with tempfile.TemporaryDirectory() as folder:
        store = open_store(f"sqlite:///{Path(folder) / 'tables.db'}")
        store.create("table", "LIMONE-1234", "{}", 1.0)
        began = time.process_time()
        for number in range(1, appends + 1):
            store.append("table", number, EVENT, 2.0, f"click {number}")
        spent = time.process_time() - began
        store.close()
    return spent / appends


def main() -> None:
    """Print the processor time by game, its mean, and that of an append."""
    wanted = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    wanted.add_argument("--throws", type=int, default=80)
    wanted.add_argument("--appends", type=int, default=2000)
    given = wanted.parse_args()
    total = 0.0
    for game in GAMES:
        Play(game, random.Random(1)).play(20)  # what is cached for good is not counted
        play = Play(game, random.Random(2))
        began = time.process_time()
        play.play(given.throws)
        spent = time.process_time() - began
        total += spent
        print(f"{game:14} {spent / given.throws * 1e3:6.2f} ms a throw")
    print(f"{'mean':14} {total / given.throws / len(GAMES) * 1e3:6.2f} ms a throw")
    print(f"an append      {measured_append(given.appends) * 1e6:6.0f} µs")


if __name__ == "__main__":
    main()
