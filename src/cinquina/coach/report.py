"""The review of a game: what every choice and every throw was worth, and how the result came about."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from cinquina.coach.worth import Unit, Value, Worth


class Grade(StrEnum):
    """How much a choice gave away; see `THRESHOLDS` in `grades`."""

    FINE = "fine"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


class Decision(msgspec.Struct, frozen=True):
    """One choice: what its seat could have chosen, what it did choose, and what that cost."""

    event: int
    """The number of the choice among the events of the game, from 0."""
    seat: int
    made: int
    """The option that was chosen."""
    worths: tuple[Worth, ...]
    """All options, the best first, as the seat saw them."""
    loss: float
    grade: Grade


class Throw(msgspec.Struct, frozen=True):
    """One throw, or the lot: how much it changed what the game was worth to every seat."""

    event: int
    luck: tuple[float, ...]
    """By seat, in the unit of the review: the value after the throw less the mean over all throws."""
    points: tuple[float, ...]
    """The same in points; empty where they are not known."""


class Account(msgspec.Struct, frozen=True):
    """How a seat came to its result: start + luck - own losses + others' losses + not explained = result."""

    start: float
    luck: float
    own_losses: float
    others_losses: float
    unexplained: float
    result: float


class Player(msgspec.Struct, frozen=True):
    """How a seat played: its account, in the unit of the review and in points, and its accuracy."""

    seat: int
    account: Account
    points: Account | None
    decisions: int
    """How many choices it had with more than one option."""
    mean_loss: float
    """Given away in a choice, on average; `error` is half of its 95 % interval."""
    error: float
    plays_like: str
    """The level whose mean loss is nearest; empty where that is not known."""


class Moment(msgspec.Struct, frozen=True):
    """What the game was worth after `events` of its events; a point of the graph."""

    events: int
    value: Value


class Review(msgspec.Struct, frozen=True):
    """The review of a finished game, or of one so far."""

    unit: Unit
    finished: bool
    moments: tuple[Moment, ...]
    decisions: tuple[Decision, ...]
    throws: tuple[Throw, ...]
    players: tuple[Player, ...]
    final: bool = True
    """Whether it says the same another time; else code was still being compiled, and estimates are rougher."""
