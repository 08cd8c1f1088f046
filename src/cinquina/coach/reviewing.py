"""The review of a game: its choices, its throws, and how its result came about."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from math import sqrt

from cinquina.bots import outlook
from cinquina.bots.players import foresees_throws
from cinquina.coach import account
from cinquina.coach.account import Ledger
from cinquina.coach.effort import REVIEWING, Effort
from cinquina.coach.grades import grade_of, spread_at, thresholds
from cinquina.coach.likeness import plays_like
from cinquina.coach.report import Decision, Grade, Moment, Player, Review, Throw
from cinquina.coach.rollouts import NORMAL_95, deviation
from cinquina.coach.values import Value
from cinquina.coach.valuing import is_ready, prepare, value, value_of_row, values
from cinquina.core import CHOICE, OVER, Choice, Event, Position, Refusal, Roll, after
from cinquina.core.record import Game
from cinquina.sim.compiling import can_compile
from cinquina.sim.loops import UNKNOWN

Progress = Callable[[float], None]
ALL_THROWS = 216
"""Where there are no more throws than this, the mean is over all of them,"""
SOME_THROWS, SOME_THROWS_PLAINLY = 400, 32
"""else over so many, and over fewer while nothing is compiled."""


def review(game: Game, *, progress: Progress | None = None, effort: Effort = REVIEWING) -> Review:
    """The review of a game, or of one so far: what has been settled of it, without a window that is still open."""
    positions = settled(game)
    if len(positions) < 2:
        raise Refusal("nothing-to-review")
    if can_compile() and not is_ready(positions[0]):
        # From when it is done, everything goes faster; until then the review goes on plainly.
        threading.Thread(target=prepare, args=(positions[0],), daemon=True).start()
    reviewer = Reviewer(positions[0], effort)
    events = game.events[: len(positions) - 1]
    for place, event in enumerate(events):
        reviewer.enter(place, event, positions[place], positions[place + 1])
        if progress:
            progress((place + 1) / len(events))
    return reviewer.reviewed()


def settled(game: Game) -> list[Position]:
    """The positions of a game from its beginning, up to the last one in which no window is half answered."""
    positions = [game.back_to(0).position]
    for event in game.events:
        positions.append(after(positions[-1], event))
    while positions[-1].answers:
        positions.pop()
    return positions


class Reviewer:
    """Goes through a game event by event."""

    def __init__(self, start: Position, effort: Effort) -> None:
        self.effort = effort
        self.now = self.start = value(start, effort=effort)
        self.position = start
        self.limits: Mapping[Grade, float] = thresholds(self.start.unit, spread_at(self.start))
        self.ledger = Ledger(account.worths, start.seats)
        self.in_points = Ledger(account.points, start.seats) if self.start.points else None
        self.moments, self.decisions, self.throws = [Moment(0, self.start)], list[Decision](), list[Throw]()

    def enter(self, place: int, event: Event, before: Position, then: Position) -> None:
        """Enter the event at a place."""
        if isinstance(event, Choice):
            self.enter_choice(place, event, before)
        self.position = then
        if then.answers:
            return
        is_new = then.phase != CHOICE or then.now.window != before.now.window
        was, self.now = self.now, value(then, effort=self.effort) if is_new else self.now
        if isinstance(event, Roll):
            self.enter_throw(place, before, was)
        self.moments.append(Moment(place + 1, self.now))

    def enter_throw(self, place: int, before: Position, was: Value) -> None:
        """Enter a throw: by how much the game is worth more or less after it than after the mean of all throws."""
        mean = was if foresees_throws(before.rules) else self.mean_after_throws(place, before) or was
        luck = self.ledger.add_luck(self.now, account.worths(mean))
        in_points = self.in_points.add_luck(self.now, mean.points) if self.in_points else ()
        self.throws.append(Throw(place, luck, in_points))

    def mean_after_throws(self, place: int, before: Position) -> Value | None:
        """What a game is worth after a throw on average; None where that is not known but by playing on."""
        there_are = outlook.throws_there_are(before)
        some = SOME_THROWS if is_ready(before) else SOME_THROWS_PLAINLY
        all_of_them = there_are <= (ALL_THROWS if is_ready(before) else 2 * some)
        throws = outlook.Throws(None, there_are) if all_of_them else outlook.Throws(place, some)
        bot = outlook.number_at_hand(before, outlook.strongest(before.rules))
        said, rows = outlook.appraise_throws(before, bot, throws)
        if said == UNKNOWN:
            return None
        return value_of_row(before, [sum(column) / len(rows) for column in zip(*rows, strict=True)], said)

    def enter_choice(self, place: int, choice: Choice, before: Position) -> None:
        """Enter a choice, unless there was only one option."""
        worths = values(before, choice.seat, effort=self.effort)
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
        """The review of what was entered."""
        accounts = self.ledger.accounts(self.start, self.now)
        in_points = self.in_points.accounts(self.start, self.now) if self.in_points else None
        players = []
        for seat, own in enumerate(accounts):
            losses = [decision.loss for decision in self.decisions if decision.seat == seat]
            mean = sum(losses) / len(losses) if losses else 0.0
            error = NORMAL_95 * deviation(losses) / sqrt(len(losses)) if losses else 0.0
            like = plays_like(self.position, mean) if losses else ""
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
