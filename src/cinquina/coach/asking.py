"""The questions of a review, hundreds of them: answered when they are asked, or in advance by several workers.

A question about one place in a game does not depend on answers about other places, so they may be answered in any
order.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeVar, cast

from cinquina.bots import outlook
from cinquina.bots.players import foresees_throws
from cinquina.coach.effort import Effort
from cinquina.coach.settling import Expected, expected_changes
from cinquina.coach.valuing import is_ready, prepare, value, value_of_row, values
from cinquina.coach.worth import Source, Value, Worth
from cinquina.core import CHOICE, Choice, Event, Position, Roll, after, opening
from cinquina.games import GAMES
from cinquina.sim.compiling import can_compile
from cinquina.sim.placeholders import UNKNOWN

ALL_THROWS = 216
"""With at most this many possible throws, a mean is taken over all of them."""
SOME_THROWS, SOME_THROWS_PLAINLY = 400, 32
"""Otherwise a mean is taken over this many random throws; over fewer while nothing is compiled."""
VALUE, VALUES, MEAN, EXPECTED = "value", "values", "mean", "expected"
Result = TypeVar("Result")
Known = Mapping[tuple[str, int], object]
"""Answers that are known already, by question and place."""


class Asking:
    """Answers the questions of a review; answers that are known already are looked up."""

    def __init__(self, effort: Effort, known: Known | None = None) -> None:
        self.effort = effort
        self.known: Known = known or {}

    def value(self, place: int, position: Position) -> Value:
        """Return the value of the position at a place."""
        return self._answer((VALUE, place), lambda: value(position, effort=self.effort))

    def values(self, place: int, position: Position, seat: int) -> tuple[Worth, ...]:
        """Return the values of a seat's options at a place."""
        return self._answer((VALUES, place), lambda: values(position, seat, effort=self.effort))

    def mean_after_throws(self, place: int, before: Position) -> Value | None:
        """Return the mean value after a throw at a place; None if only rollouts could tell."""
        return self._answer((MEAN, place), lambda: mean_after_throws(place, before))

    def expected(self, place: int, before: Position) -> Expected:
        """Return the changes to expect before a throw at a place."""
        return self._answer((EXPECTED, place), lambda: expected_changes(before, place))

    def _answer(self, question: tuple[str, int], ask: Callable[[], Result]) -> Result:
        return cast(Result, self.known[question]) if question in self.known else ask()


def mean_after_throws(place: int, before: Position) -> Value | None:
    """Return the mean value of a game after a throw; None if only rollouts could tell."""
    there_are = outlook.throws_there_are(before)
    some = SOME_THROWS if is_ready(before) else SOME_THROWS_PLAINLY
    all_of_them = there_are <= (ALL_THROWS if is_ready(before) else 2 * some)
    throws = outlook.Throws(None, there_are) if all_of_them else outlook.Throws(place, some)
    bot = outlook.number_at_hand(before, outlook.strongest(before.rules))
    said, rows = outlook.appraise_throws(before, bot, throws)
    if said == UNKNOWN:
        return None
    return value_of_row(before, [sum(column) / len(rows) for column in zip(*rows, strict=True)], said)


def prepare_all(start: Position) -> None:
    """Prepare values and, where throws are looked ahead, the code for that."""
    prepare(start)
    if foresees_throws(start.rules) and can_compile():
        outlook.prepare_to_look_ahead(start, outlook.strongest(start.rules))


def is_all_ready(position: Position) -> bool:
    """Return whether everything that `prepare_all` prepares is ready, or cannot be made ready here."""
    plays_on = can_compile() and foresees_throws(position.rules)
    return is_ready(position) and (not plays_on or outlook.looks_ahead(position.rules))


@dataclass(frozen=True)
class EventQuestions:
    """The questions of a review about some events of a game: work that can be handed out in pieces.

    If `prepared`, as where the review is made, all is prepared wherever questions are answered.
    """

    game: str
    seats: int
    options: tuple[tuple[str, str], ...]
    events: tuple[Event, ...]
    effort: Effort
    prepared: bool
    first: int
    count: int

    def done(self) -> Known:
        """Answer them."""
        positions = positions_of(self.game, self.seats, self.options, self.events)
        if self.prepared and not is_all_ready(positions[0]):
            prepare_all(positions[0])
        asking, known = Asking(self.effort), dict[tuple[str, int], object]()
        for place in range(self.first, self.first + self.count):
            event, before, then = self.events[place], positions[place], positions[place + 1]
            if isinstance(event, Choice):
                known[VALUES, place] = asking.values(place, before, event.seat)
            elif not foresees_throws(before.rules):
                known[MEAN, place] = asking.mean_after_throws(place, before)
            if not then.answers and is_another_window(before, then):
                now = known[VALUE, place + 1] = asking.value(place + 1, then)
                if isinstance(event, Roll) and self.prepared and settles_later(before, now.source):
                    known[EXPECTED, place] = asking.expected(place, before)
        return known


def is_another_window(before: Position, then: Position) -> bool:
    """Return whether an event opened another window, or none is open after it."""
    return then.phase != CHOICE or then.now.window != before.now.window


def settles_later(before: Position, source: Source) -> bool:
    """Return whether a part of a throw's luck shows only later; never if games are played on to value it."""
    later = foresees_throws(before.rules) and before.now.beginner >= 0 and source != Source.ROLLED_OUT
    return later and can_compile()


@lru_cache(1)
def positions_of(
    game: str, seats: int, options: tuple[tuple[str, str], ...], events: tuple[Event, ...]
) -> Sequence[Position]:
    """Return the positions before and after each of some events."""
    positions = [opening(GAMES[game], seats, dict(options))]
    for event in events:
        positions.append(after(positions[-1], event))
    return positions
