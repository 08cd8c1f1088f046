"""From a command line to a game: players, dice, save file, and the end of the session."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from cinquina.bots import prepare_aside, stood_in_for, usual_level
from cinquina.core import OVER, Refusal
from cinquina.core.record import BOT_PREFIX, Game
from cinquina.core.series import Series, check_length, new_series
from cinquina.games import GAMES
from cinquina.locales import Words
from cinquina.table import words as telling
from cinquina.table.errors import Failed
from cinquina.table.local import check_bots, local_table
from cinquina.table.saves import new_save
from cinquina.term.play import Play, Stopped, Style
from cinquina.term.records import STANDARD_INPUT, bad_line, read_games
from cinquina.term.save_file import SaveFile, program
from cinquina.term.standings import series_text

BOT_WORD = "bot"


@dataclass(frozen=True, slots=True)
class SessionOptions:
    """The options of a session."""

    seed: int | None = None
    real_dice: bool = False
    games: int = 1
    as_json: bool = False
    confirm: bool = True

    def to_resume(self) -> str:
        """Return the options to repeat when the game is resumed."""
        given = [f"--seed {self.seed}"] if self.seed is not None else []
        given += ["--real-dice"] if self.real_dice else []
        given += [f"--series {self.games}"] if self.games > 1 else []
        given += ["--no-confirm"] if not self.confirm else []
        return "".join(f" {word}" for word in given)


def resumed_series(words: Words, source: str, games: int) -> Series:
    """Read a series to resume, up to this many games; an incomplete last line is dropped."""
    if source == STANDARD_INPUT:
        raise Failed(words("error.resume-a-file"), code=2)
    series, wrong = read_games(words, source)
    if wrong and wrong.reason != "cut-off":
        raise Failed(bad_line(words, source, wrong))
    check_games(words, series, games)
    try:
        check_bots(series.current)
    except Refusal as refused:
        raise Failed(telling.refusal(words, None, refused)) from refused
    if series.current.position.phase != OVER:
        return series
    if len(series.games) >= games:
        raise Failed(words("error.already-over", file=source, call=program()))
    return series.next_game()


def check_games(words: Words, series: Series, games: int) -> None:
    """Refuse a longer series than the game allows."""
    try:
        check_length(series.current.position.rules, games)
    except Refusal as wrong:
        raise Failed(telling.refusal(words, None, wrong), code=2) from wrong


def new_series_of(words: Words, game: str, seats: str, options: dict[str, str], games: int) -> Series:
    """Return a new series for seats written as Anna,Bruno,bot:random; `bot` is one of the usual level."""
    written = [name.strip() for name in seats.split(",")]
    names = tuple(BOT_PREFIX + usual_level(GAMES[game]) if name == BOT_WORD else name for name in written)
    people = [name for name in names if not name.startswith(BOT_PREFIX)]
    if len(set(people)) < len(people):
        raise Failed(words("error.same-name"), code=2)
    try:
        series = new_series(GAMES[game], names, options)
        check_bots(series.current)
    except Refusal as wrong:
        raise Failed(telling.refusal(words, None, wrong), code=2) from wrong
    check_games(words, series, games)
    return series


def play_series(words: Words, series: Series, file: Path | None, options: SessionOptions) -> int:
    """Play a series at this terminal; return the exit code."""
    file = file or new_save(series.current.position.rules.NAME)
    save_file = SaveFile(words, file, options.to_resume())

    def save(newest: Series) -> None:
        save_file.write(newest, table.hint_lines())
        prepare_bots(newest.current)

    known = save_file.hints()
    table = local_table(series, games=options.games, real_dice=options.real_dice, seed=options.seed, save=save)
    table.hints.games[: len(known)] = known[: len(series.games)]
    colour = not options.as_json and sys.stdout.isatty() and not os.environ.get("NO_COLOR")
    style = Style(options.as_json, colour, options.confirm)
    play = Play(table, words, ask=asking(options.as_json), write=lambda text: print(text, flush=True), style=style)
    save(series)
    try:
        return play_to_the_end(words, play, save_file, options.games)
    finally:
        save_file.print_unsaved()


def prepare_bots(game: Game) -> None:
    """Prepare in the background the bots that stand-ins play for now."""
    bots = {name.removeprefix(BOT_PREFIX) for name in game.names if name.startswith(BOT_PREFIX)}
    slow = stood_in_for(game.position, bots)
    if slow:
        prepare_aside(game.position, slow)


def play_to_the_end(words: Words, play: Play, save_file: SaveFile, games: int) -> int:
    """Play until the series ends or somebody leaves; return the exit code. The game is saved in any case."""
    try:
        play.game()
        while len(play.table.current_series.games) < games:
            print_totals(words, play)
            play.next_game()
            play.game()
    except Stopped:
        play.emit("stopped", save_file.how_to_resume())
        return 0
    except (EOFError, KeyboardInterrupt):
        print("\n" + words("error.stopped") + " " + save_file.how_to_resume(), file=sys.stderr)
        return 1
    if len(play.table.current_series.games) > 1:
        print_totals(words, play)
    return 0


def print_totals(words: Words, play: Play) -> None:
    """Print the totals of the series."""
    series = play.table.current_series
    play.emit("series", series_text(words, series), totals=list(series.totals()))


def asking(as_json: bool) -> Callable[[str], str]:
    """Return how to read a line: with a prompt and editing at a terminal, plainly otherwise."""

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
