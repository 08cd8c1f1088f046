"""Hints: the value of every option of a seat, in points and in win probability, as estimated by the strong bots."""

from __future__ import annotations

from dataclasses import dataclass

from cinquina.bots import answer, is_ready, names_of, prepare
from cinquina.core import IllegalMove, Position, Rules, bits, seen_by

BY_POINTS = ("solo", "hard")
"""The bots that estimate points; the first one that the game has is used."""
BY_CHANCE = "expert"
"""The bot that estimates win probabilities."""
ONLY_THE_WIN = ("win",)


@dataclass(frozen=True, slots=True)
class Hint:
    """One option of a seat and its estimated outcome."""

    option: int
    move: str
    """The option as written in records."""
    expected_score: float
    winning_chance: float
    advised: bool
    """Whether the expert would choose it."""


def hints(position: Position, seat: int) -> tuple[Hint, ...]:
    """Return a hint for every option of a seat, the advised ones first; IllegalMove if it has nothing to choose."""
    if seat not in position.waiting:
        raise IllegalMove("not-asked", seat=seat)
    view = seen_by(position, seat)
    rules, state = position.rules, view.position.now
    points, chances = answer(points_bot(rules), view, seat), answer(BY_CHANCE, view, seat)
    found = [
        Hint(
            option,
            move=rules.spell(state, seat, option),
            expected_score=expected,
            winning_chance=chances.worth[option],
            advised=bits.has(chances.liked, option),
        )
        for option, expected in points.worth.items()
    ]
    return tuple(sorted(found, key=lambda hint: (-hint.advised, -hint.winning_chance)))


def has_hints(rules: Rules) -> bool:
    """Whether a game has the bots that are asked for hints."""
    names = names_of(rules)
    return BY_CHANCE in names and any(bot in names for bot in BY_POINTS)


def points_bot(rules: Rules) -> str:
    """Return the bot of a game that estimates final scores best."""
    return next(bot for bot in BY_POINTS if bot in names_of(rules))


def bots_for_hints(rules: Rules) -> tuple[str, ...]:
    """Return the bots used for the hints of a game."""
    return points_bot(rules), BY_CHANCE


def hints_are_ready(position: Position) -> bool:
    """Return whether hints are available at once; otherwise weaker bots answer until `prepare_hints` is done."""
    return all(is_ready(position, bot) for bot in bots_for_hints(position.rules))


def prepare_hints(position: Position) -> None:
    """Compile the bots and build the tables that hints need; the first time this may take a minute."""
    for bot in bots_for_hints(position.rules):
        prepare(position, bot)
