"""What this machine stores of practice and reviews, for the terminal: a file as pages write and read it.

docs/web-protocol.md describes the file. My games in the browser can add it to what a browser keeps.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import Any, Literal

import msgspec

from cinquina.coach import Grade, Review, Worth
from cinquina.coach.grades import grade_of, limits_of
from cinquina.coach.rating import FIRST, after_answer, streak
from cinquina.core.record import Game, write
from cinquina.locales import Words
from cinquina.table.errors import Failed, problem_of
from cinquina.table.practising import Exercise, Kept, kept_of
from cinquina.table.saves import data_folder, write_safely
from cinquina.table.words import game_name

MOST_LINES, MOST_MISTAKES, MOST_DAYS = 1000, 300, 400
"""The oldest are dropped."""
ID_LENGTH = 12
UnitName = Literal["chance", "points"]


class Rated(msgspec.Struct, frozen=True):
    """How puzzles of a game went: the rating, and how many were answered, rightly or not."""

    rating: int = FIRST
    answered: int = 0
    right: int = 0


class ProgressLine(msgspec.Struct, frozen=True):
    """A reviewed game of one's own: what was given away in a choice, with half of its interval, and what dice gave."""

    id: str
    game: str
    title: str
    when: int
    unit: UnitName
    choices: int
    mean: float
    error: float
    luck: float


class Practice(msgspec.Struct):
    """Ratings by game, first answers by game and puzzle, puzzles of the day by day and game, reviewed games."""

    version: int = 1
    ratings: dict[str, Rated] = {}
    answers: dict[str, dict[str, bool]] = {}
    days: dict[str, dict[str, bool]] = {}
    lines: list[ProgressLine] = []


class Mistake(msgspec.Struct, frozen=True):
    """A choice that gave something away: after this many events of its game, and what all options are worth."""

    event: int
    seat: int
    loss: float
    worths: list[Kept]


class GameWithMistakes(msgspec.Struct, frozen=True):
    """A reviewed game with the mistakes that have not been solved since; without any it has no record either."""

    id: str
    game: str
    unit: UnitName
    when: int
    record: str
    mistakes: list[Mistake]


class Mistakes(msgspec.Struct):
    """The games with mistakes, the newest first."""

    version: int = 2
    games: list[GameWithMistakes] = []


class Diary(msgspec.Struct):
    """The whole diary."""

    kind: Literal["cinquina games"] = "cinquina games"
    version: int = 2
    games: list[Any] = []
    """Results that pages keep; the terminal has none, and leaves them as they are."""
    practice: Practice = msgspec.field(default_factory=Practice)
    mistakes: Mistakes = msgspec.field(default_factory=Mistakes)

    # --- puzzles ---

    def rated(self, game: str) -> Rated:
        """Return how puzzles of a game went so far."""
        return self.practice.ratings.get(game, Rated())

    def answers(self, game: str) -> Mapping[str, bool]:
        """By puzzle of a game: whether its first answer was right."""
        return self.practice.answers.get(game, {})

    def enter_answer(self, game: str, exercise: Exercise, *, right: bool) -> int:
        """Enter an answer; only the first one to a puzzle counts. Return by how much the rating changed."""
        if not exercise.rating or exercise.id in self.answers(game):
            return 0
        before = self.rated(game)
        rating = after_answer(before.rating, before.answered, exercise.rating, right=right)
        self.practice.ratings[game] = Rated(rating, before.answered + 1, before.right + right)
        self.practice.answers.setdefault(game, {})[exercise.id] = right
        return rating - before.rating

    def enter_day(self, game: str, day: date, *, right: bool) -> None:
        """Enter that the puzzle of a day was answered; the first answer stays."""
        self.practice.days.setdefault(day.isoformat(), {}).setdefault(game, right)

    def streak(self, today: date) -> int:
        """On how many days in a row a puzzle of the day was answered."""
        return streak({date.fromisoformat(day) for day in self.practice.days}, today)

    # --- reviews ---

    def is_reviewed(self, game: Game) -> bool:
        """Whether a game has been entered."""
        return any(line.id == id_of(game) for line in self.practice.lines)

    def enter_review(self, words: Words, game: Game, review: Review, seat: int, when: float | None = None) -> None:
        """Enter a reviewed game of one's own: a line, and its mistakes."""
        player, own = review.players[seat], id_of(game)
        moment = round(1000 * (time.time() if when is None else when))
        unit: UnitName = "chance" if review.unit == "chance" else "points"
        name = game.position.rules.NAME
        self.practice.lines.append(
            ProgressLine(
                own,
                name,
                game_name(words, name),
                moment,
                unit,
                player.decisions,
                player.mean_loss,
                player.error,
                player.account.luck,
            )
        )
        mistakes = mistakes_of(review, seat)
        if mistakes:
            self.mistakes.games.append(GameWithMistakes(own, name, unit, moment, write(game), mistakes))

    def waiting(self, game: str = "") -> list[tuple[GameWithMistakes, Mistake]]:
        """The mistakes that wait to be practised, of one game or of all."""
        games = [one for one in self.mistakes.games if game in ("", one.game)]
        return [(one, mistake) for one in games for mistake in one.mistakes]

    def drop(self, solved: GameWithMistakes, mistake: Mistake) -> None:
        """Remove a mistake that has been solved."""
        self.mistakes.games = [without(one, mistake) if one.id == solved.id else one for one in self.mistakes.games]

    def tidy(self) -> None:
        """Sort the games, and drop the oldest ones above the limits."""
        self.practice.lines = sorted(self.practice.lines, key=lambda line: line.when)[-MOST_LINES:]
        self.practice.days = dict(sorted(self.practice.days.items())[-MOST_DAYS:])
        kept, room = list[GameWithMistakes](), MOST_MISTAKES
        for one in sorted(self.mistakes.games, key=lambda one: -one.when):
            room -= len(one.mistakes)
            if room >= 0:
                kept.append(one)
        self.mistakes.games = kept


def without(game: GameWithMistakes, solved: Mistake) -> GameWithMistakes:
    """Return a game without one of its mistakes."""
    rest = [mistake for mistake in game.mistakes if mistake.event != solved.event]
    return msgspec.structs.replace(game, mistakes=rest, record=game.record if rest else "")


def mistakes_of(review: Review, seat: int) -> list[Mistake]:
    """Return the choices of a seat that gave something away."""
    limits = limits_of(review)
    return [
        Mistake(one.event, seat, one.loss, [kept_of(worth, seat, graded(worth, limits)) for worth in one.worths])
        for one in review.decisions
        if one.seat == seat and one.grade != Grade.FINE
    ]


def graded(worth: Worth, limits: Mapping[Grade, float]) -> Grade:
    """Return the grade of an option."""
    return grade_of(worth.loss, worth.loss_error, limits)


def id_of(game: Game) -> str:
    """Return a short name for a game."""
    return hashlib.sha256(write(game).encode()).hexdigest()[:ID_LENGTH]


# --- the file --------------------------------------------------------------------------------------------------------


def diary_file() -> Path:
    """Return the file of this machine."""
    return data_folder() / "practice.json"


def read_diary(words: Words) -> Diary:
    """Read the file of this machine; a new diary without one, Failed if it is damaged or cannot be read."""
    file = diary_file()
    try:
        return msgspec.json.decode(file.read_bytes(), type=Diary)
    except FileNotFoundError:
        return Diary()
    except OSError as wrong:
        raise Failed(words("error.cannot-read", file=file, problem=problem_of(wrong))) from wrong
    except (msgspec.DecodeError, UnicodeDecodeError, ValueError) as wrong:
        raise Failed(words("error.diary-damaged", file=file)) from wrong


def write_diary(words: Words, diary: Diary) -> None:
    """Write the file of this machine, or raise Failed."""
    diary.tidy()
    text = msgspec.json.format(msgspec.json.encode(diary), indent=1).decode()
    try:
        write_safely(diary_file(), text + "\n")
    except OSError as wrong:
        raise Failed(words("error.cannot-write", file=diary_file(), problem=problem_of(wrong))) from wrong
