"""Reads records from files: the valid games, and the first invalid line."""

from __future__ import annotations

from pathlib import Path

from cinquina.core.record import LONGEST_RECORD, BadRecord, Game
from cinquina.core.series import Series, read_series
from cinquina.games import GAMES
from cinquina.locales import Words
from cinquina.table import words as telling
from cinquina.table.errors import Failed, problem_of
from cinquina.table.saves import read_limited

STANDARD_INPUT = "-"


def read_bytes(words: Words, source: str) -> bytes:
    """Read a file (`-`: standard input), at most one byte more than a record may have; raise Failed if unreadable."""
    try:
        return read_limited(None if source == STANDARD_INPUT else Path(source), LONGEST_RECORD)
    except OSError as wrong:
        raise Failed(words("error.cannot-read", file=source, problem=problem_of(wrong))) from wrong


def read_games(words: Words, source: str) -> tuple[Series, BadRecord | None]:
    """Read the games in a file (`-`: standard input), and the error after them; raise Failed without a valid game."""
    return games_in(words, source, read_bytes(words, source))


def games_in(words: Words, source: str, data: bytes) -> tuple[Series, BadRecord | None]:
    """Return the games in the bytes of a file, and the error after them; raise Failed without a valid game."""
    try:
        return read_series(decoded(data), GAMES), None
    except BadRecord as wrong:
        sound = (*wrong.before, wrong.game) if wrong.game else wrong.before
        if not sound:
            raise Failed(bad_line(words, source, wrong)) from wrong
        return Series(sound), wrong


def read_game_at(words: Words, source: str, to: int | None) -> Game:
    """Read the newest game of a record after this many events; raise Failed for an invalid record."""
    series, wrong = read_games(words, source)
    if wrong:
        raise Failed(bad_line(words, source, wrong))
    return game_at(words, series.current, to)


def game_at(words: Words, game: Game, to: int | None) -> Game:
    """Return a game after this many events (None: all), or raise Failed."""
    if to is not None and to > len(game.events):
        raise Failed(words("error.not-so-many-events", n=len(game.events), to=to), code=2)
    return game if to is None else game.back_to(to)


def decoded(data: bytes) -> str:
    """Decode bytes, or raise BadRecord with the line that is not UTF-8."""
    if len(data) > LONGEST_RECORD:
        raise BadRecord(1, "too-long", details={"most": LONGEST_RECORD})
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as wrong:
        raise BadRecord(data[: wrong.start].count(b"\n") + 1, "not-utf-8") from wrong


def bad_line(words: Words, source: str, wrong: BadRecord) -> str:
    """Return which line of a record is invalid, and why."""
    sentence = telling.refusal(words, wrong.game.position if wrong.game else None, wrong)
    return words("error.bad-line", file=source, line=wrong.line, sentence=sentence)
