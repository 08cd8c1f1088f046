"""The puzzles that are part of the program: positions of strong bots' games with one option that is clearly the best.

One file a game, made by `tools/puzzles.py`: records, and for each puzzle its record, the number of events before it,
the seat that is asked, and what all its options were worth to the coach when the file was made. The puzzle of a day
depends on the date alone, so that everybody has the same.
"""

from __future__ import annotations

from datetime import date
from functools import cache
from pathlib import Path

import msgspec

from cinquina.coach.rollouts import sides_of
from cinquina.coach.worth import Source, Value, Worth
from cinquina.core import Position
from cinquina.core.record import Game, read
from cinquina.core.spelling import parse_option
from cinquina.games import GAMES

FOLDER = Path(__file__).parent


class Weighed(msgspec.Struct, frozen=True, array_like=True):
    """What an option was found to be worth: see `Worth`."""

    move: str
    chances: tuple[float, ...]
    """By side."""
    points: tuple[float, ...]
    """By seat; empty where they are not known."""
    error: float
    loss: float
    loss_error: float


class Puzzle(msgspec.Struct, frozen=True):
    """A position with one option that is clearly the best, and one that looks good and is clearly worse."""

    id: str
    """Tells it from all other puzzles of its game, also when these are made anew."""
    record: int
    """The place of its game among the records of the file."""
    events: int
    """How many events of the game come before."""
    seat: int
    """Who is asked."""
    rating: int
    """How difficult it is, on the scale of `rating`."""
    source: Source
    games: int
    options: tuple[Weighed, ...]
    """All options, the best first."""
    chosen: dict[str, str]
    """By level: what its bot chooses."""


class Collection(msgspec.Struct, frozen=True):
    """The puzzles of a game."""

    records: tuple[str, ...]
    puzzles: tuple[Puzzle, ...]


NOTHING = Collection((), ())


def file_of(name: str) -> Path:
    """Return the file with the puzzles of a game."""
    return FOLDER / f"{name}.json"


@cache
def collection(name: str) -> Collection:
    """Return the puzzles of a game; none where no file has been made for it."""
    file = file_of(name)
    return msgspec.json.decode(file.read_bytes(), type=Collection) if file.exists() else NOTHING


def puzzles_of(name: str) -> tuple[Puzzle, ...]:
    """Return the puzzles of a game."""
    return collection(name).puzzles


def puzzle_named(name: str, puzzle: str) -> Puzzle | None:
    """Return the puzzle of a game with an id."""
    return next((one for one in puzzles_of(name) if one.id == puzzle), None)


def puzzle_of_day(name: str, day: date) -> Puzzle | None:
    """Return the puzzle of a game for a day: one after the other, from the first again after the last."""
    known = puzzles_of(name)
    return known[day.toordinal() % len(known)] if known else None


@cache
def _whole_game(name: str, record: int) -> Game:
    return read(collection(name).records[record], GAMES)


def game_of(name: str, puzzle: Puzzle) -> Game:
    """Return the game of a puzzle, up to where it is asked."""
    return _whole_game(name, puzzle.record).back_to(puzzle.events)


def worths_of(position: Position, puzzle: Puzzle) -> tuple[Worth, ...]:
    """Return what the options of a puzzle are worth, the best first."""
    sides = sides_of(position.rules, position.now)
    return tuple(
        Worth(
            parse_option(position, puzzle.seat, one.move),
            one.move,
            Value(puzzle.source, sides, one.chances, one.points, error=one.error, games=puzzle.games),
            one.loss,
            one.loss_error,
        )
        for one in puzzle.options
    )
