"""The seats of a table: who sits there now, who waits for one, and what is told about coming and going."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from cinquina.core import IllegalSetup, Rules
from cinquina.core.position import full_options
from cinquina.table.happenings import BOT, OPEN, PERSON, Seat


@dataclass
class Place:
    """Who sits at a seat now: the fingerprint of their key, and whether a bot plays for them."""

    seat: Seat
    key: str = ""
    salt: str = ""
    next_salt: str = ""
    """The salt for the next series, sent after its promise was shown."""
    substitute: bool = False
    is_free: bool = False
    """Whether somebody may sit down here during a game: it was open when the game began, or its owner has left."""

    @property
    def is_bot(self) -> bool:
        """Whether a bot plays here, permanently or as a substitute."""
        return self.seat.kind == BOT or self.substitute

    @property
    def is_seated(self) -> bool:
        """Whether somebody sits here who has not left."""
        return self.seat.kind == PERSON and not self.is_free

    def begin(self, level: str) -> None:
        """Begin a game: a seat that nobody owns any more is kept by a bot of a level; "": there are no bots here."""
        if self.seat.kind == OPEN or self.is_free:
            self.seat = Seat(BOT, level=level) if level else Seat(OPEN)
            self.key, self.substitute, self.is_free = "", False, bool(level)


class Waiting(NamedTuple):
    """Somebody who is in for the next game; `key` is the fingerprint of their key."""

    name: str
    key: str
    salt: str


class Coming(NamedTuple):
    """A line of the log about somebody who came or went: its number, the key of its sentence, a name.

    `owner` is the fingerprint of their key. Who sat down has taken `seat` of those that were there `before`.
    """

    number: int
    key: str
    name: str
    owner: str = ""
    seat: int = -1
    before: tuple[Seat, ...] = ()


def seat_counts(rules: Rules, options: Mapping[str, str]) -> tuple[int, ...]:
    """Return the numbers of seats that a game with these options can have."""
    return tuple(seats for seats in rules.SEATS if _allows(rules, seats, options))


def _allows(rules: Rules, seats: int, options: Mapping[str, str]) -> bool:
    try:
        full_options(rules, seats, options)
    except IllegalSetup:
        return False
    return True


def has_room(places: Sequence[Place], queue: Sequence[Waiting], counts: Sequence[int]) -> bool:
    """Whether one more can be in for the next game."""
    people = sum(place.is_seated for place in places)
    return people + len(queue) < max(len(places), *counts)


def seat_all(places: list[Place], queue: Sequence[Waiting], counts: Sequence[int], level: str) -> list[Waiting]:
    """Give seats to those who wait, in order; return those who got none.

    They get seats that are free, then new ones, then those of bots. Bots of a level fill up to a possible number.
    """
    most = max(len(places), *counts)
    left = []
    for waiting in queue:
        seat = _seat_for(places, most)
        if seat < 0:
            left.append(waiting._replace(salt=""))  # it was meant for the promise of these dice
            continue
        places[seat] = Place(Seat(PERSON, waiting.name), waiting.key, places[seat].salt, waiting.salt)
    while len(places) not in (*counts, most):
        places.append(Place(Seat(BOT, level=level), is_free=True))
    return left


def _seat_for(places: list[Place], most: int) -> int:
    """Return a seat for one more, a new one if needed; -1 when people have all seats."""
    free = [seat for seat, place in enumerate(places) if place.is_free or place.seat.kind == OPEN]
    if not free and len(places) < most:
        places.append(Place(Seat(OPEN)))
        return len(places) - 1
    bots = [seat for seat, place in enumerate(places) if place.seat.kind == BOT]
    return next(iter(free or bots), -1)
