"""Helpers for rule tests: a game in the language of its record.

game = start("qwixx", 2)                     # seat 0 begins unless begins= names another
game = play(game, "roll 1 4 3 6 2 6", "0 r5", "1 pass")
assert options(game, 0) == {"b10", "pass"}
assert refused(game, "0 r12") == "last-cell-needs-five"
"""

from __future__ import annotations

from cinquina.core import IllegalMove, Position, after, endings, legal_options, opening, ranking, scores
from cinquina.core.rules import PLACES
from cinquina.core.spelling import parse_event, parse_option, spelled_options
from cinquina.games import GAMES

__all__ = [
    "after",
    "endings",
    "legal_options",
    "marks",
    "options",
    "places",
    "play",
    "refused",
    "scores",
    "start",
]


def start(name: str, seats: int, begins: int | str = 0, **house_rules: str) -> Position:
    """Start a game; seat 0 begins unless another seat is named; "lot" draws the starting player."""
    who = PLACES[begins] if isinstance(begins, int) else begins
    return opening(GAMES[name], seats, {"begins": who, **house_rules})


def play(position: Position, *lines: str) -> Position:
    """Play events written as in a record; a text may have several lines."""
    for text in lines:
        for line in text.strip().splitlines():
            position = after(position, parse_event(position, line.strip()))
    return position


def options(position: Position, seat: int) -> set[str]:
    """Return a seat's legal options as text; empty if it is not asked."""
    return set(spelled_options(position, seat))


def described(position: Position, spelled: str, seat: int = 0) -> tuple[str, dict[str, int | str]]:
    """Return the description of an option."""
    return position.rules.describe(position.now, seat, parse_option(position, seat, spelled))


def dice_of(position: Position, spelled: str, seat: int = 0) -> list[list[str]]:
    """Return the names of the dice an option uses, in groups."""
    groups = position.rules.dice_of(position.now, seat, parse_option(position, seat, spelled))
    return [dice_named(position, dice) for dice in groups]


def dice_asked(position: Position, seat: int = 0) -> list[str]:
    """Return the names of the dice that the question to a seat is about."""
    return dice_named(position, position.rules.dice_asked(position.now, seat))


def dice_named(position: Position, dice: int) -> list[str]:
    """Return the names of a bit set of dice."""
    return [name for die, name in enumerate(position.rules.DICE) if dice >> die & 1]


def ending_option(position: Position, seat: int = 0) -> str:
    """Return the option that ends a seat's answer without a mark; empty if there is none."""
    stop = position.rules.stop(position.now, seat)
    return position.rules.spell(position.now, seat, stop) if stop >= 0 else ""


def refused(position: Position, line: str) -> str:
    """Return the key of the rule that forbids an event; fail if it is allowed."""
    try:
        after(position, parse_event(position, line))
    except IllegalMove as wrong:
        return wrong.reason
    raise AssertionError(f"{line!r} is allowed")


def marks(position: Position, seat: int, sheet: int = 0) -> dict[str, str]:
    """Return the marks on a seat's sheet: cell id to mark."""
    return position.marks(seat)[sheet]


def places(position: Position) -> list[tuple[int, tuple[int, ...], int]]:
    """Return the ranking as (place, seats, score)."""
    return [(standing.place, standing.seats, standing.score) for standing in ranking(position)]
