"""Scores, ranking, and the reasons why a game is over."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from cinquina.core import bits
from cinquina.core.position import Position


@dataclass(frozen=True, slots=True)
class Standing:
    """The place of one side: equal scores share a place, and the next place counts all sides before it."""

    place: int
    seats: tuple[int, ...]
    score: int


def scores(position: Position) -> tuple[int, ...]:
    """Return the current score of every seat."""
    return tuple(map(position.score, range(position.seats)))


def parts(position: Position, seat: int) -> tuple[int, ...]:
    """Return the parts of a seat's score, in the order of the game's PARTS."""
    rules = position.rules
    return tuple(rules.part(position.now, seat, place) for place in range(len(rules.PARTS)))


def endings(position: Position) -> tuple[str, ...]:
    """Return the keys of the reasons why the game is over; empty while it runs."""
    return tuple(position.rules.ENDINGS[bit] for bit in bits.members(position.now.ending))


def ranking(position: Position) -> tuple[Standing, ...]:
    """Return the sides from first to last; partners share one entry."""
    return rank(position, scores(position))


def rank(position: Position, points: tuple[int, ...]) -> tuple[Standing, ...]:
    """Rank every seat by its points: the highest first, equal points share a place, partners share one entry."""
    sides: dict[int, list[int]] = {}
    for seat in range(position.seats):
        sides.setdefault(position.rules.side(position.now, seat), []).append(seat)
    return placed({tuple(seats): points[seats[0]] for seats in sides.values()})


def placed(points: Mapping[tuple[int, ...], int]) -> tuple[Standing, ...]:
    """Rank sides by their points; a side is the seats that play together."""
    standings = [
        Standing(1 + sum(other > own for other in points.values()), seats, own) for seats, own in points.items()
    ]
    return tuple(sorted(standings, key=lambda standing: (standing.place, standing.seats)))
