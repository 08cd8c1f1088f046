"""Positions to solve: puzzles, and one's own mistakes; for every screen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal, NamedTuple

import msgspec

from cinquina.bots.outlook import strongest
from cinquina.coach import Grade, Source, Unit, Value, Worth, thresholds
from cinquina.coach.grades import grade_of
from cinquina.coach.puzzles import Puzzle, game_of, worths_of
from cinquina.core import Choice, IllegalMove, Position, Refusal, bits, legal_options, seen_by
from cinquina.core.record import BOT_PREFIX, Game
from cinquina.core.spelling import parse_option
from cinquina.locales import Words


class NoPuzzle(Refusal):
    """There is no such puzzle."""


class Kept(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a review said about an option, as it is stored: its worth to the chooser, in the unit of the review."""

    move: str
    worth: float
    points: float | None
    error: float
    loss: float
    loss_error: float
    grade: Literal["fine", "inaccuracy", "mistake", "blunder"]


class Exercise(NamedTuple):
    """A position to solve: the game up to it, who is asked, and what the options are worth, the best first.

    `grades` are those of the options. `chosen` has by level what its bot chooses, or nothing; `played` what was chosen
    in the game, or -1. A rating of 0: it is not rated.
    """

    game: Game
    seat: int
    worths: tuple[Worth, ...]
    grades: tuple[Grade, ...]
    chosen: dict[str, int]
    played: int = -1
    id: str = ""
    rating: int = 0

    @property
    def seen(self) -> Position:
        """The position as the seat sees it."""
        return seen_by(self.game.position, self.seat).position

    def grade(self, option: int) -> Grade:
        """The grade of an option; one without a significant loss solves the exercise."""
        return next(grade for worth, grade in zip(self.worths, self.grades, strict=True) if worth.option == option)


def of_puzzle(words: Words, name: str, puzzle: Puzzle) -> Exercise:
    """Return a puzzle as an exercise for the reader."""
    game = game_of(name, puzzle)
    worths = worths_of(game.position, puzzle)
    limits = thresholds(Unit.CHANCE, 0.0)
    options = {worth.move: worth.option for worth in worths}
    chosen = {level: options[move] for level, move in puzzle.chosen.items()}
    chosen[strongest(game.position.rules)] = worths[0].option  # else it would not have become a puzzle
    return Exercise(
        played_by_reader(words, game, puzzle.seat),
        puzzle.seat,
        worths,
        tuple(grade_of(worth.loss, worth.loss_error, limits) for worth in worths),
        chosen,
        id=puzzle.id,
        rating=puzzle.rating,
    )


def of_kept(words: Words, record: Game, event: int, kept: Sequence[Kept]) -> Exercise:
    """Return a choice of a game with what was kept about its options; raise Refusal if these are not its options."""
    game, seat, made = before_choice(record, event)
    seen = seen_by(game.position, seat).position
    try:
        worths = tuple(kept_worth(seen, seat, one) for one in kept)
    except IllegalMove as wrong:
        raise NoPuzzle("practice-other-options") from wrong
    if sorted(worth.option for worth in worths) != sorted(bits.members(legal_options(seen, seat))):
        raise NoPuzzle("practice-other-options")
    grades = tuple(Grade(one.grade) for one in kept)
    return Exercise(played_by_reader(words, game, seat), seat, worths, grades, {}, made)


def kept_of(worth: Worth, seat: int, grade: Grade) -> Kept:
    """Return what is kept of an option."""
    value = worth.value
    points = value.points[seat] if value.points else None
    return Kept(worth.move, value.worth(seat), points, value.error, worth.loss, worth.loss_error, grade.value)


def kept_worth(seen: Position, seat: int, kept: Kept) -> Worth:
    """Return what was kept of an option; everybody has the values of its chooser, since no other is known."""
    in_chance = len({seen.rules.side(seen.now, one) for one in range(seen.seats)}) > 1
    points = kept.points if in_chance else kept.worth
    value = Value(
        Source.UNKNOWN,
        sides=(0,) * seen.seats,
        chances=(kept.worth,) if in_chance else (),
        points=() if points is None else (points,) * seen.seats,
        error=kept.error,
    )
    return Worth(parse_option(seen, seat, kept.move), kept.move, value, kept.loss, kept.loss_error)


def played_by_reader(words: Words, game: Game, seat: int) -> Game:
    """Return a game in which a person has a seat: the reader in the place of a bot."""
    if not game.names[seat].startswith(BOT_PREFIX):
        return game
    names = [*game.names[:seat], words("practice.you"), *game.names[seat + 1 :]]
    return replace(game, names=tuple(names))


def before_choice(game: Game, event: int) -> tuple[Game, int, int]:
    """Return a game before one of its choices, who made it and what was chosen; raise Refusal if it is none."""
    chosen = game.events[event] if 0 <= event < len(game.events) else None
    if not isinstance(chosen, Choice):
        raise NoPuzzle("practice-no-choice")
    before = game.back_to(event)
    if bits.count(legal_options(seen_by(before.position, chosen.seat).position, chosen.seat)) < 2:
        raise NoPuzzle("practice-no-choice")
    return before, chosen.seat, chosen.option
