"""What a position is worth: chances to win and points to expect, with their source and how exact they are."""

from __future__ import annotations

from enum import StrEnum

import msgspec


class Unit(StrEnum):
    """The unit in which choices are compared: the chance to win, or points where one plays alone."""

    CHANCE = "chance"
    POINTS = "points"


class Source(StrEnum):
    """Where a value comes from."""

    RESULT = "result"
    """The game is over."""
    EXACT = "exact"
    """Solved."""
    LEARNED = "learned"
    """By the tables of the strongest bot, which are held to results by docs/calibration.md."""
    ROLLED_OUT = "rolled-out"
    """The mean of games that bots played on from here."""
    UNKNOWN = "unknown"


class Value(msgspec.Struct, frozen=True):
    """What a position is worth to everybody at the table.

    `chances` has the chance to win of every side, together 1; empty where somebody plays alone. `points` has the final
    score to expect of every seat and `spreads` its standard deviation; empty in a game without points, and where they
    are not known. `error` is half of the 95 % interval of a chance (alone: of the points), 0 for values that were not
    sampled; `games` is how many games were played on for them.
    """

    source: Source
    sides: tuple[int, ...]
    """By seat: the side it plays for."""
    chances: tuple[float, ...] = ()
    points: tuple[float, ...] = ()
    spreads: tuple[float, ...] = ()
    error: float = 0.0
    games: int = 0
    final: bool = True
    """Whether no better value will be found by asking again later."""

    @property
    def unit(self) -> Unit:
        """In what this value is compared with others."""
        return Unit.CHANCE if self.chances else Unit.POINTS

    def worth(self, seat: int) -> float:
        """Return what the position is worth to a seat, in the unit of the value."""
        return self.chances[self.sides[seat]] if self.chances else self.points[seat]


class Worth(msgspec.Struct, frozen=True):
    """What an option is worth to the seat that has it: its value if everybody plays on well afterwards."""

    option: int
    move: str
    """The option as written in records."""
    value: Value
    loss: float
    """How much less it is worth than the best option, in the unit of the value."""
    loss_error: float
    """Half of the 95 % interval of the loss; with the same dice for all options it is smaller than that of a value."""
