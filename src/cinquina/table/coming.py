"""Coming and going at a table: sitting down, also late, leaving, coming back, being in for the next game.

See docs/decisions/a-free-seat-is-kept-by-a-bot.md.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from cinquina.core import IllegalMove
from cinquina.table.base import Seeds, TableBase
from cinquina.table.happenings import (
    OPEN,
    PERSON,
    Happening,
    Left,
    Queued,
    Ready,
    Returned,
    Sat,
    Seat,
    Substituted,
    Unqueued,
    check_salt,
    fingerprint,
)
from cinquina.table.places import Coming, Place, Waiting, has_room, seat_all, seat_counts
from cinquina.table.refusals import NotYours, Stale, UnsupportedAction
from cinquina.table.setup import check_player


@dataclass
class OpenTable(TableBase):
    """A table where people come and go."""

    has_bots: ClassVar[bool] = True
    """Whether bots play for those who are away."""

    @property
    def takes_more(self) -> bool:
        """Whether one more can be in for the next game."""
        return self.has_begun and not self.ended and has_room(self.places, self.queue, self._counts)

    @cached_property
    def _counts(self) -> tuple[int, ...]:
        """The numbers of seats that this game can have."""
        return seat_counts(self.rules, self.settings.options)

    def awaited(self, present: Collection[int]) -> tuple[int, ...]:
        """Those of the seats present whose owners are not ready for the next game."""
        return tuple(
            seat
            for seat, place in enumerate(self.places)
            if seat in present and place.is_seated and not place.substitute and place.key not in self.ready
        )

    # --- requests ----------------------------------------------------------------------------------------------

    def sit(self, name: str, key: str, salt: str) -> Sat | Queued:
        """Take the first seat that is free; if there is none, be in for the next game."""
        self._check_runs()
        check_player(name)
        check_salt(salt)
        print_ = fingerprint(key)
        for seat in range(len(self.places)):
            if self.can_be_taken(seat):
                return Sat(seat, name, print_, salt)
        if any(waiting.key == print_ for waiting in self.queue):
            raise Stale("queued-already")
        if not self.takes_more:
            raise IllegalMove("table-full")
        return Queued(name, print_, salt)

    def leave(self, key: str, seat: int) -> Left | Unqueued:
        """Leave a seat, or the queue for the next game."""
        self._check_runs()
        if any(waiting.key == fingerprint(key) for waiting in self.queue):
            return Unqueued(fingerprint(key))
        self._check_owner(key, seat)
        if self.places[seat].is_free:
            raise Stale("left-already")
        return Left(seat)

    def substitute(self, key: str, seat: int, *, away: bool) -> Substituted:
        """Let a bot play for somebody who is away."""
        self._check_bots()
        self._check_seated(key)
        if not (0 <= seat < len(self.places)) or self.places[seat].is_bot or not self.has_begun:
            raise IllegalMove("nobody-to-play-for")
        if not away:
            raise IllegalMove("not-away-long-enough")
        return Substituted(seat)

    def come_back(self, key: str, seat: int) -> Returned:
        """Play again instead of the bot, also after having left."""
        self._check_runs()
        self._check_owner(key, seat)
        if not self.places[seat].substitute and not self.places[seat].is_free:
            raise Stale("nobody-plays-for-you")
        return Returned(seat)

    def next_game(self, key: str, seeds: Seeds, present: Collection[int] = ()) -> Happening:
        """Begin the next game, or be ready for it while others present are not; the host need not wait for them."""
        self._check_runs()
        self._check_seated(key)
        self.check_over()
        own = fingerprint(key)
        if all(self.places[seat].key == own for seat in self.awaited(present)):
            return self.following_game(seeds)
        if own not in self.ready:
            return Ready(own)
        if not self.is_host(key) and self.host_sits:
            raise NotYours("others-not-ready")
        return self.following_game(seeds)

    def check_over(self) -> None:
        """Refuse the next game while one is played."""
        raise UnsupportedAction

    def _check_bots(self) -> None:
        self._check_runs()
        if not self.has_bots:
            raise UnsupportedAction

    # --- applying happenings -----------------------------------------------------------------------------------

    def take(self, happened: Happening) -> None:
        """Apply a stored happening."""
        super().take(happened)
        match happened:
            case Sat(seat, name, key, salt):
                self._sit(seat, Waiting(name, key, salt))
            case Left(seat):
                self._leave(seat)
            case Substituted(seat):
                self.places[seat].substitute = True
                self._tell("bot", self.places[seat])
            case Returned(seat):
                self.places[seat].substitute = self.places[seat].is_free = False
                self._tell("back", self.places[seat])
            case Queued(name, key, salt):
                self.queue.append(Waiting(name, key, salt))
                self._tell("queued", self.queue[-1])
            case Unqueued(key):
                self.queue = [waiting for waiting in self.queue if waiting.key != key]
            case Ready(key):
                self.ready.add(key)

    def _sit(self, seat: int, who: Waiting) -> None:
        person, before = Seat(PERSON, who.name), tuple(place.seat for place in self.places)
        self.queue = [waiting for waiting in self.queue if waiting.key != who.key]
        if self.has_begun:  # the salts of the dice in use cannot change
            self.places[seat] = Place(person, who.key, self.places[seat].salt, who.salt)
            self._tell("joins" if before[seat].kind == OPEN else "sat", who, seat, before)
        else:
            self.places[seat] = Place(person, who.key, who.salt)

    def _leave(self, seat: int) -> None:
        place = self.places[seat]
        if not self.has_begun:
            self.places[seat] = Place(Seat(OPEN))
            return
        place.substitute, place.is_free = self.has_bots, True
        self.ready.discard(place.key)
        self._tell("left" if self.has_bots else "left-pad", place)

    def begin_game(self, *, new_series: bool) -> None:
        """Prepare the seats for a game: before a new series, those who wait get theirs."""
        self.ready.clear()
        self.comings.clear()
        if new_series:
            waited = self.queue
            self.queue = seat_all(self.places, waited, self._counts, self.usual_level)
            for waiting in waited:
                self._tell("watches" if waiting.key in {one.key for one in self.queue} else "joins", waiting)
        for place in self.places:
            place.begin(self.usual_level if self.has_bots else "")

    def _tell(self, key: str, who: Place | Waiting, seat: int = -1, before: tuple[Seat, ...] = ()) -> None:
        """Add a line to the log; its number tells nothing about answers in secret."""
        name = who.seat.name if isinstance(who, Place) else who.name
        self.comings.append(Coming(self.number_for(()), key, name, who.key, seat, before))
