"""How a game stands or ended: scores, places, and why it is over."""

from __future__ import annotations

from dataclasses import dataclass

from cinquina.core import bits
from cinquina.core.position import Position


@dataclass(frozen=True, slots=True)
class Standing:
    """One side's place: equal scores share it, and the next place counts the sides before it."""

    place: int
    seats: tuple[int, ...]
    score: int


def scores(position: Position) -> tuple[int, ...]:
    """The score of every seat as the sheets stand."""
    return tuple(position.rules.score(position.now, seat) for seat in range(position.seats))


def endings(position: Position) -> tuple[str, ...]:
    """The keys of the reasons why the game is over; none while it runs."""
    return tuple(position.rules.ENDINGS[bit] for bit in bits.members(position.now.ending))


def ranking(position: Position) -> tuple[Standing, ...]:
    """The sides from first to last; partners stand together."""
    sides: dict[int, list[int]] = {}
    for seat in range(position.seats):
        sides.setdefault(position.rules.side(position.now, seat), []).append(seat)
    points = scores(position)
    return rank([(tuple(seats), points[seats[0]]) for seats in sides.values()])


def rank(sides: list[tuple[tuple[int, ...], int]]) -> tuple[Standing, ...]:
    """Places for sides with their scores: the highest first, equal scores share a place."""
    ordered = sorted(sides, key=lambda side: (-side[1], side[0]))
    return tuple(
        Standing(1 + sum(other > score for _, other in sides), seats, score) for seats, score in ordered
    )
