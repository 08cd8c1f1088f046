"""A live table at one screen: all players share one key, the dice need no proof, and the record is the save file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from cinquina.bots import bots_of, choose
from cinquina.core import CHOICE, ROLL, Choice, IllegalSetup, Roll, View, faces_wanted
from cinquina.core.record import BOT_PREFIX, Game
from cinquina.core.series import Series
from cinquina.core.text import shortened
from cinquina.sim.luck import WHIM_STREAM, Luck, SystemLuck
from cinquina.sim.playout import Dice
from cinquina.table.base import Seeds
from cinquina.table.dice import DiceSource
from cinquina.table.dice_table import DiceTable
from cinquina.table.draft import goes_on, no_draft, with_option
from cinquina.table.happenings import (
    BOT,
    EVERYBODY,
    PERSON,
    REAL,
    VIRTUAL,
    Happening,
    Inked,
    Rolled,
    Seat,
    Settings,
    fingerprint,
)
from cinquina.table.hint_book import HintNote

KEY = "this screen"
"""The key of everybody who plays at a local table."""
NO_SEEDS = Seeds("", "")
Save = Callable[[Series], None]


def in_memory(series: Series) -> None:
    """Save nothing: the table lives as long as the process."""


@dataclass(frozen=True, slots=True)
class LocalLuck:
    """The random numbers of a local table: reproducible from a seed, or from the system."""

    seed: int | None = None

    def dice(self, game: int, throw: int) -> Dice:
        """The random source of a throw; both numbers are counted from 0."""
        return SystemLuck() if self.seed is None else Luck(self.seed, game, throw)

    def whims(self, game: int, choice: int) -> Dice:
        """The random source for a bot's choice between equally good options."""
        return SystemLuck() if self.seed is None else Luck(self.seed, game, choice, WHIM_STREAM)


@dataclass
class LocalTable(DiceTable):
    """A table with dice at one screen. `save` is called with the series after every happening."""

    wants_whole_answers: ClassVar[bool] = False
    luck: LocalLuck = LocalLuck()
    save: Save = in_memory

    def continue_with(self, series: Series) -> None:
        """Resume a series at its current position; one without events begins."""
        self.series = series
        self.played = len(series.games) - 1
        self.throws = sum(isinstance(event, Roll) for event in series.current.events)
        self.hints.games = [Counter() for _ in series.games]

    def happen(self, happened: Happening) -> None:
        """Apply a happening and save it."""
        self.take(happened)
        self.save(self.current_series)

    @property
    def current_series(self) -> Series:
        """The series being played."""
        return self._running

    @property
    def people_waiting(self) -> tuple[int, ...]:
        """The seats of people who have to choose."""
        return tuple(seat for seat in self.game.position.waiting if not self.places[seat].is_bot)

    def next_happening(self) -> Happening | None:
        """Return the next throw of the table's dice or choice of a bot; None when people have to act."""
        position = self.game.position
        if position.phase == ROLL and not self.is_entered():
            return Rolled(self.fair_throw())
        if position.phase == CHOICE and not self.people_waiting:
            return self._answer_of_bot(self.bot_to_choose())
        return None

    def _answer_of_bot(self, seat: int) -> Inked:
        """Let a bot choose until its answer is complete."""
        made, draft = self.choices_of_bots, no_draft(self.game.position, seat)
        while goes_on(draft, seat):
            luck = self.luck.whims(self.played, made + len(draft.stages[0]))
            option = choose(self.level_at(seat), View(draft.position), seat, luck)
            draft = with_option(draft, seat, option)
        return Inked(seat, draft.stages[0])

    @property
    def choices_of_bots(self) -> int:
        """The number of choices bots have made in the current game."""
        return sum(isinstance(event, Choice) and self.places[event.seat].is_bot for event in self.game.events)

    # --- differences from a table in the browser ----------------------------------------------------------------

    def fair_throw(self) -> tuple[int, ...]:
        """Return the next throw of the table's dice."""
        return self.luck.dice(self.played, self.throws).throw(faces_wanted(self.game.position))

    def is_entered(self) -> bool:
        """Whether players enter their own dice; then they also enter the lot."""
        return self.settings.dice == REAL

    def _check_seated(self, key: str) -> None:
        """Allow everything to whoever is at this screen, even when only bots play."""

    def hint_lines(self) -> list[str]:
        """Return by game the note about hints, also in the open window; empty for games without any."""
        seats = range(len(self.game.names))
        notes = [HintNote(allowed=True, by_seat=tuple(hints[seat] for seat in seats)) for hints in self.hints.games]
        return [note.line() if any(note.by_seat) else "" for note in notes]

    def _notes(self, number: int, dice: DiceSource) -> str:
        """Return who asked for hints; there is no proof, since nothing was promised about these dice."""
        line = self.hint_lines()[number]
        return f"{line}\n" if line else ""


def local_table(
    series: Series, *, games: int = 1, real_dice: bool = False, seed: int | None = None, save: Save = in_memory
) -> LocalTable:
    """Return a table that resumes a series of this many games; seats named bot:LEVEL are bots."""
    game = series.current
    settings = Settings(
        game=game.position.rules.NAME,
        options=dict(game.position.options),
        seats=tuple(seat_named(name) for name in game.names),
        dice=REAL if real_dice else VIRTUAL,
        spectators=False,
        series=max(games, len(series.games)),
        host=fingerprint(KEY),
        salt="",
        hints=EVERYBODY,
    )
    table = LocalTable(settings, luck=LocalLuck(seed), save=save)
    table.continue_with(series)
    return table


def seat_named(name: str) -> Seat:
    """Return the seat for a name in a record."""
    if name.startswith(BOT_PREFIX):
        return Seat(BOT, level=name.removeprefix(BOT_PREFIX))
    return Seat(PERSON, name)


def check_bots(game: Game) -> None:
    """Refuse a level that the game does not have."""
    known = bots_of(game.position.rules)
    for name in game.names:
        level = name.removeprefix(BOT_PREFIX)
        if name.startswith(BOT_PREFIX) and level not in known:
            raise IllegalSetup("no-such-bot", level=shortened(level), possible=", ".join(known))
