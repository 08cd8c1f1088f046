"""The review of a game: its choices, its throws, and how its result came about."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from time import monotonic, process_time
from typing import TYPE_CHECKING

import msgspec

from cinquina.bots.players import foresees_throws
from cinquina.coach import account
from cinquina.coach.account import Ledger, less, plus
from cinquina.coach.asking import (
    Asking,
    EventQuestions,
    Known,
    is_all_ready,
    is_another_window,
    prepare_all,
    settles_later,
)
from cinquina.coach.effort import REVIEWING, Effort
from cinquina.coach.grades import grade_of, spread_at, thresholds
from cinquina.coach.likeness import plays_like
from cinquina.coach.report import Decision, Grade, Moment, Player, Review, Throw
from cinquina.coach.rollouts import NORMAL_95, deviation
from cinquina.coach.settling import Change, Expected, beyond_expected, no_change
from cinquina.coach.worth import Value
from cinquina.core import CHOICE, OVER, Choice, Event, Position, Refusal, Roll, after
from cinquina.core.record import Game
from cinquina.sim.compiling import PREPARING

if TYPE_CHECKING:
    from cinquina.sim.pool import Workers

Progress = Callable[[float], None]
EVENTS = 4
"""About how many events a worker gets at a time."""
LOADING, LONGEST_LOADING = 2.5, 15.0
"""How long a review waits until code that was compiled before is loaded: CPU seconds, and seconds by the clock.

On a machine that has compiled nothing it then begins plainly.
"""


def review(
    game: Game, *, progress: Progress | None = None, effort: Effort = REVIEWING, workers: Workers | None = None
) -> Review:
    """Return the review of a game, finished or not; an open window is left out, and workers share the questions."""
    positions = settled(game)
    if len(positions) < 2:
        raise Refusal("nothing-to-review")
    was_ready = is_all_ready(positions[0]) or becomes_ready(positions[0])
    known = answers(positions, game.events, effort, workers, progress) if workers else None
    found = entered(game, positions, effort, None if known else progress, known)
    if not was_ready and not known and is_all_ready(positions[0]):
        return entered(game, positions, effort, None)  # takes little now, and says what it would say the next time
    return found if was_ready else msgspec.structs.replace(found, final=False)


def becomes_ready(position: Position) -> bool:
    """Prepare in a thread and wait as long as loading compiled code takes; return whether all is prepared then."""
    preparing = threading.Thread(target=prepare_all, args=(position,), name=PREPARING, daemon=True)
    preparing.start()
    work, clock = process_time(), monotonic()
    while preparing.is_alive() and process_time() - work < LOADING and monotonic() - clock < LONGEST_LOADING:
        preparing.join(0.02)
    return is_all_ready(position)


def entered(
    game: Game, positions: Sequence[Position], effort: Effort, progress: Progress | None, known: Known | None = None
) -> Review:
    """Return the review of a game as far as the positions go, with what is prepared now; `known` has known answers."""
    reviewer = Reviewer(positions[0], effort, known)
    events = game.events[: len(positions) - 1]
    for place, event in enumerate(events):
        reviewer.enter(place, event, positions[place], positions[place + 1])
        if progress:
            progress((place + 1) / len(events))
    return reviewer.reviewed()


def answers(
    positions: Sequence[Position],
    events: Sequence[Event],
    effort: Effort,
    workers: Workers,
    progress: Progress | None,
) -> Known:
    """Return what workers answer to the questions about events, as far as the positions go."""
    from cinquina.sim.pool import pieces_of

    start, known, done = positions[0], dict[tuple[str, int], object](), tuple(events[: len(positions) - 1])
    setup = (start.rules.NAME, start.seats, start.options, done)
    pieces = list(pieces_of(EventQuestions(*setup, effort, is_all_ready(start), 0, len(done)), EVENTS))
    for place, piece in enumerate(workers.in_order(pieces)):
        known.update(piece)
        if progress:
            progress((place + 1) / len(pieces))
    return known


def prepare_review(game: Game) -> None:
    """Prepare all that the best review of a game needs; the first time this may take minutes."""
    prepare_all(game.back_to(0).position)


def settled(game: Game) -> list[Position]:
    """Return the positions of a game up to the last one in which no window is partly answered."""
    positions = [game.back_to(0).position]
    for event in game.events:
        positions.append(after(positions[-1], event))
    while positions[-1].answers:
        positions.pop()
    return positions


@dataclass(frozen=True)
class Unsettled:
    """A throw whose luck is not complete until dice are thrown again.

    `number` is its place among the throws, `expected` what was expected before it, `unexplained` what the account did
    not explain after it.
    """

    number: int
    expected: Expected
    unexplained: Change


class Reviewer:
    """Goes through a game event by event."""

    def __init__(self, start: Position, effort: Effort, known: Known | None = None) -> None:
        self.asking = Asking(effort, known)
        self.now = self.start = self.asking.value(0, start)
        self.position = start
        self.limits: Mapping[Grade, float] = thresholds(self.start.unit, spread_at(self.start))
        self.ledger = Ledger(account.worths, start.seats)
        self.in_points = Ledger(account.points, start.seats) if self.start.points else None
        self.moments, self.decisions, self.throws = [Moment(0, self.start)], list[Decision](), list[Throw]()
        self.unsettled: Unsettled | None = None
        self.ahead: Expected | None = None
        """What is expected of the next throws, if that is known already."""

    def enter(self, place: int, event: Event, before: Position, then: Position) -> None:
        """Enter the event at a place."""
        if isinstance(event, Choice):
            self.enter_choice(place, event, before)
        self.position = then
        if then.answers:
            return
        is_new = is_another_window(before, then)
        was, self.now = self.now, self.asking.value(place + 1, then) if is_new else self.now
        if isinstance(event, Roll):
            self.enter_throw(place, before, was)
        if then.phase != CHOICE and self.unsettled:
            self.settle_throw(self.unsettled, place + 1)
        self.moments.append(Moment(place + 1, self.now))

    def enter_throw(self, place: int, before: Position, was: Value) -> None:
        """Enter the luck of a throw: the value after it minus the mean over all throws."""
        mean = was if foresees_throws(before.rules) else self.asking.mean_after_throws(place, before) or was
        luck = self.ledger.add_luck(self.now, account.worths(mean))
        in_points = self.in_points.add_luck(self.now, mean.points) if self.in_points else ()
        self.throws.append(Throw(place, luck, in_points))
        if settles_later(before, self.now.source) and is_all_ready(before):
            expected = self.ahead or self.asking.expected(place, before)
            self.unsettled = Unsettled(len(self.throws) - 1, expected, self.unexplained())

    def unexplained(self) -> Change:
        """Return what is not explained so far."""
        in_points = self.in_points.unexplained(self.start, self.now) if self.in_points else ()
        return Change(self.ledger.unexplained(self.start, self.now), in_points)

    def settle_throw(self, thrown: Unsettled, place: int) -> None:
        """Enter the part of a throw's luck that shows only now that dice are thrown again, or that the game is over."""
        self.unsettled = None
        throw, before, now = self.throws[thrown.number], thrown.unexplained, self.unexplained()
        shown = Change(less(now.worths, before.worths), less(now.points, before.points))
        over = self.position.phase == OVER
        self.ahead = None if over else self.asking.expected(place, self.position)
        ahead = self.ahead or (no_change(like=shown),) * len(thrown.expected)
        more = beyond_expected(shown, thrown.expected, ahead)
        self.ledger.add_more_luck(more.worths)
        throw = msgspec.structs.replace(throw, luck=plus(throw.luck, more.worths))
        if self.in_points and more.points:
            self.in_points.add_more_luck(more.points)
            throw = msgspec.structs.replace(throw, points=plus(throw.points, more.points))
        self.throws[thrown.number] = throw

    def enter_choice(self, place: int, choice: Choice, before: Position) -> None:
        """Enter a choice, unless there was only one option."""
        worths = self.asking.values(place, before, choice.seat)
        if len(worths) == 1:
            return
        made = next(worth for worth in worths if worth.option == choice.option)
        blamed = made.loss > made.loss_error
        if blamed:
            self.ledger.add_loss(choice.seat, worths[0].value, made.value)
            if self.in_points:
                self.in_points.add_loss(choice.seat, worths[0].value, made.value)
        grade = grade_of(made.loss, made.loss_error, self.limits)
        loss = made.loss if blamed else 0.0
        self.decisions.append(Decision(place, choice.seat, choice.option, worths, loss, grade))

    def reviewed(self) -> Review:
        """Return the review of what was entered."""
        accounts = self.ledger.accounts(self.start, self.now)
        in_points = self.in_points.accounts(self.start, self.now) if self.in_points else None
        players = []
        for seat, own in enumerate(accounts):
            losses = [decision.loss for decision in self.decisions if decision.seat == seat]
            mean = sum(losses) / len(losses) if losses else 0.0
            error = NORMAL_95 * deviation(losses) / sqrt(len(losses)) if losses else 0.0
            like = plays_like(self.position.rules.NAME, mean, alone=self.position.seats == 1) if losses else ""
            points = in_points[seat] if in_points else None
            players.append(Player(seat, own, points, len(losses), mean, error, like))
        return Review(
            self.start.unit,
            self.position.phase == OVER,
            tuple(self.moments),
            tuple(self.decisions),
            tuple(self.throws),
            tuple(players),
        )
