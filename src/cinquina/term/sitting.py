"""From a command line to a game: who sits where, which dice, where the game is kept; and how a sitting ends."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from cinquina.core import OVER, IllegalSetup, Roll
from cinquina.core.record import BOT_PREFIX, LONGEST_RECORD, BadRecord
from cinquina.core.series import Series, new_series, read_series, write_series
from cinquina.games import GAMES
from cinquina.locales import Words
from cinquina.sim.luck import Luck, SystemLuck
from cinquina.sim.playout import Dice
from cinquina.table import words as telling
from cinquina.table.saves import new_save, read_limited, write_safely
from cinquina.table.table import Table
from cinquina.term.play import Play, Stopped
from cinquina.term.standings import series_text

SEED_OF_BOTS = 1
"""Added to the seed of the dice, so that the bots' whims are other luck than the dice."""


class Failed(Exception):
    """A command cannot do what it was asked; the message is for the user, the code for the shell."""

    def __init__(self, sentence: str, code: int = 1) -> None:
        super().__init__(sentence)
        self.code = code


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the command line asks of a sitting."""

    seed: int | None = None
    real_dice: bool = False
    games: int = 1
    as_json: bool = False
    confirm: bool = True


def read_games(words: Words, source: str) -> tuple[Series, BadRecord | None]:
    """The games in a file (`-`: standard input), and what is wrong after them; Failed when there is nothing sound."""
    try:
        data = read_limited(None if source == "-" else Path(source), LONGEST_RECORD)
    except OSError as wrong:
        raise Failed(words("error.cannot-read", file=source, problem=wrong.strerror or str(wrong))) from wrong
    try:
        return read_series(decoded(data), GAMES), None
    except BadRecord as wrong:
        if wrong.game is None:
            raise Failed(bad_line(words, source, wrong)) from wrong
        return Series((*wrong.before, wrong.game)), wrong


def decoded(data: bytes) -> str:
    """Bytes as text, or BadRecord with the line that is not UTF-8."""
    if len(data) > LONGEST_RECORD:
        raise BadRecord(1, "too-long", details={"most": LONGEST_RECORD})
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as wrong:
        raise BadRecord(data[: wrong.start].count(b"\n") + 1, "not-utf-8") from wrong


def bad_line(words: Words, source: str, wrong: BadRecord) -> str:
    """Which line of a record is false, and which rule says so."""
    sentence = telling.refusal(words, wrong.game.position if wrong.game else None, wrong)
    return words("error.bad-line", file=source, line=wrong.line, sentence=sentence)


def resumed(words: Words, source: str, games: int) -> Series:
    """The series in a file to go on with, up to so many games; a last line that was cut off is dropped."""
    series, wrong = read_games(words, source)
    if wrong and wrong.reason != "cut-off":
        raise Failed(bad_line(words, source, wrong))
    check_length(words, series, games)
    if series.current.position.phase != OVER:
        return series
    if len(series.games) >= games:
        raise Failed(words("error.already-over", file=source))
    return series.next_game()


def check_length(words: Words, series: Series, games: int) -> None:
    """Refuse more games in a row than a game allows."""
    limit = series.current.position.rules.SERIES
    if limit and games > limit:
        raise Failed(words("refusal.series-full", most=limit), code=2)


def begun(words: Words, game: str, seats: str, options: dict[str, str], games: int) -> Series:
    """A new series of so many games for seats written as Anna,Bruno,bot:random."""
    names = tuple(name.strip() for name in seats.split(","))
    people = [name for name in names if not name.startswith(BOT_PREFIX)]
    if len(set(people)) < len(people):
        raise Failed(words("error.same-name"), code=2)
    try:
        series = new_series(GAMES[game], names, options)
    except IllegalSetup as wrong:
        raise Failed(words.first(f"refusal.{wrong.reason}", **wrong.details), code=2) from wrong
    check_length(words, series, games)
    return series


def sit_down(words: Words, series: Series, file: Path | None, wishes: Wishes) -> int:
    """Play a series at this terminal; the exit code."""
    keeper = Keeper(words, file or new_save(series.current.position.rules.NAME))
    thrown = sum(isinstance(event, Roll) for event in series.current.events)
    dice, whims = luck(wishes.seed, len(series.games), thrown)
    try:
        table = Table(series, dice=None if wishes.real_dice else dice, luck_of_bots=whims, keep=keeper.keep)
    except IllegalSetup as wrong:
        raise Failed(words.first(f"refusal.{wrong.reason}", **wrong.details), code=2) from wrong
    play = Play(
        table,
        words,
        ask=asking(wishes.as_json),
        tell=lambda text: print(text, flush=True),
        as_json=wishes.as_json,
        colour=not wishes.as_json and sys.stdout.isatty() and not no_colour(),
        confirm=wishes.confirm,
    )
    keeper.keep(series)
    return played(words, play, keeper, wishes)


def played(words: Words, play: Play, keeper: Keeper, wishes: Wishes) -> int:
    """Play until the series ends or somebody leaves; the game is kept whatever happens."""
    try:
        play.game()
        while len(play.table.series.games) < wishes.games:
            play.say("series", series_text(words, play.table.series), totals=list(play.table.series.totals()))
            play.next_game(*luck(wishes.seed, len(play.table.series.games) + 1, 0))
            play.game()
    except Stopped:
        play.say("stopped", keeper.where())
        return 0
    except (EOFError, KeyboardInterrupt):
        print("\n" + words("error.stopped") + " " + keeper.where(), file=sys.stderr)
        return 1
    finally:
        keeper.last_resort()
    if len(play.table.series.games) > 1:
        play.say("series", series_text(words, play.table.series), totals=list(play.table.series.totals()))
    return 0


def luck(seed: int | None, game: int, thrown: int) -> tuple[Dice, Dice]:
    """Luck for the dice and for the bots' whims: from a seed, or from the operating system."""
    if seed is None:
        return SystemLuck(), SystemLuck()
    return Luck(seed, game, thrown), Luck(seed + SEED_OF_BOTS, game, thrown)


def asking(as_json: bool) -> Callable[[str], str]:
    """How a line is asked for: with a prompt and editing at a terminal, plainly otherwise."""

    def ask(prompt: str) -> str:
        if sys.stdin.isatty() and not as_json:
            return input(prompt)
        if not as_json:
            print(prompt, end="", flush=True)
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        if not as_json:
            print(line.rstrip("\n"))
        return line.rstrip("\n")

    return ask


def no_colour() -> bool:
    """Whether the user wants no colours."""
    return bool(os.environ.get("NO_COLOR"))


class Keeper:
    """Keeps a series in a file after every event; says so once when it cannot, and never stops the game."""

    def __init__(self, words: Words, file: Path) -> None:
        self.words = words
        self.file = file
        self.unsaved = ""

    def keep(self, series: Series) -> None:
        """Write the series."""
        text = write_series(series)
        try:
            write_safely(self.file, text)
        except OSError as wrong:
            if not self.unsaved:
                problem = wrong.strerror or str(wrong)
                print(self.words("error.cannot-save", file=self.file, problem=problem), file=sys.stderr)
            self.unsaved = text
        else:
            self.unsaved = ""

    def where(self) -> str:
        """Where the game is, and how to go on with it."""
        return "" if self.unsaved else self.words("play.kept", file=self.file)

    def last_resort(self) -> None:
        """When the file could not be written, print the record, so that it can be copied."""
        if self.unsaved:
            print(self.words("error.unsaved-record"), file=sys.stderr)
            print(self.unsaved, end="", file=sys.stderr)
