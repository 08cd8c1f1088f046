"""Reviews with made-up values, for tests of what shows them: quick, the same every time, and with every grade."""

from __future__ import annotations

import random
from collections.abc import Callable

from msgspec.structs import replace

from cinquina.coach import (
    Account,
    Decision,
    Grade,
    Moment,
    Player,
    Review,
    Source,
    Throw,
    Unit,
    Value,
    Worth,
    grades,
)
from cinquina.coach.grades import THRESHOLDS, grade_of
from cinquina.core import Choice, Position, after, bits, legal_options, scores, seen_by
from cinquina.core.record import Game

POINTS_OF_A_CHANCE = 50.0


def review(game: Game, progress: Callable[[float], None] = lambda done: None) -> Review:
    """Return a review of a game: its shape is right, its values are drawn by lot."""
    made = MadeUp(game)
    for place, event in enumerate(game.events):
        made.enter(place, event)
        progress((place + 1) / len(game.events))
    return made.review()


def lowered(value: Value, side: int, loss: float) -> Value:
    """Return a value that is worth less to a side, and more to the others."""
    if not value.chances:
        return replace(value, points=tuple(points - loss for points in value.points))
    rest = len(value.chances) - 1
    chances = [chance - loss if at == side else chance + loss / rest for at, chance in enumerate(value.chances)]
    return replace(value, chances=tuple(chances))


class MadeUp:
    """Goes through a game and makes values up."""

    def __init__(self, game: Game) -> None:
        self.luck = random.Random(len(game.events))
        self.position = game.back_to(0).position
        self.last, self.seats = game.position, game.position.seats
        self.sides = tuple(self.position.rules.side(self.position.now, seat) for seat in range(self.seats))
        self.alone = len(set(self.sides)) == 1
        self.unit = Unit.POINTS if self.alone else Unit.CHANCE
        self.scale = POINTS_OF_A_CHANCE if self.alone else 1.0
        self.moments = [Moment(0, self.value())]
        self.decisions: list[Decision] = []
        self.throws: list[Throw] = []

    def value(self, better: float = 0.0) -> Value:
        """Return a value; the first side has a little more."""
        sides = max(self.sides) + 1
        shares = [self.luck.uniform(0.8, 1.2) + (better if side == 0 else 0) for side in range(sides)]
        return Value(
            Source.ROLLED_OUT,
            self.sides,
            () if self.alone else tuple(share / sum(shares) for share in shares),
            points=tuple(60 * shares[side] for side in self.sides) if self.position.rules.POINTS else (),
            spreads=(POINTS_OF_A_CHANCE / grades.POINTS_OF_A_CHANCE,) * self.seats,
            error=0.02 * self.scale,
            games=400,
        )

    def result(self) -> Value:
        """Return the value of the end."""
        points = scores(self.last)
        best = [self.sides[seat] for seat in range(self.seats) if points[seat] == max(points)]
        chances = tuple((side in best) / len(set(best)) for side in range(max(self.sides) + 1))
        told = tuple(map(float, points)) if self.position.rules.POINTS else ()
        return Value(Source.RESULT, self.sides, () if self.alone else chances, points=told)

    def enter(self, place: int, event: object) -> None:
        """Enter an event."""
        before = self.position
        self.position = after(before, event)  # type: ignore[arg-type]
        if isinstance(event, Choice):
            self.choose(place, event, before)
        else:
            luck = [self.luck.gauss(0, 0.05 * self.scale) for _ in range(self.seats)]
            points = tuple(50 * one for one in luck) if before.rules.POINTS else ()
            self.throws.append(Throw(place, tuple(luck), points))
        if not self.position.answers:
            is_last = place == len(self.moments) and self.position == self.last
            self.moments.append(Moment(place + 1, self.result() if is_last else self.value(place / 200)))

    def choose(self, place: int, event: Choice, before: Position) -> None:
        """Enter a choice."""
        seen = seen_by(before, event.seat).position
        options = list(bits.members(legal_options(seen, event.seat)))
        if len(options) < 2:
            return
        self.luck.shuffle(options)
        worths, loss, best = [], 0.0, self.value(0.3)
        for option in options:
            move = seen.rules.spell(seen.now, event.seat, option)
            worths.append(
                Worth(
                    option,
                    move,
                    lowered(best, self.sides[event.seat], loss * self.scale),
                    loss * self.scale,
                    0.01 * self.scale,
                )
            )
            loss += (0.28 - loss) * self.luck.choice((0.01, 0.03, 0.08, 0.15))
        made = next(worth for worth in worths if worth.option == event.option)
        limits = {grade: self.scale * share for grade, share in THRESHOLDS.items()}
        grade = grade_of(made.loss, made.loss_error, limits)
        lost = made.loss if grade != Grade.FINE else 0.0
        self.decisions.append(Decision(place, event.seat, event.option, tuple(worths), lost, grade))

    def review(self) -> Review:
        """Return the review."""
        end = self.result()
        self.moments[-1] = Moment(self.moments[-1].events, end)
        players = tuple(self.player(seat, end) for seat in range(self.seats))
        found = tuple(self.moments), tuple(self.decisions), tuple(self.throws), players
        return Review(self.unit, True, *found)

    def player(self, seat: int, end: Value) -> Player:
        """Return the account of a seat."""
        own = [decision.loss for decision in self.decisions if decision.seat == seat]
        start = self.moments[0].value
        in_unit = self.account(start.worth(seat), end.worth(seat), sum(own), self.scale)
        points = self.account(start.points[seat], end.points[seat], 9.5, 50.0) if end.points else None
        mean = sum(own) / len(own) if own else 0.0
        return Player(seat, in_unit, points, len(own), mean, mean / 3, "medium")

    def account(self, start: float, result: float, own: float, scale: float) -> Account:
        """Return an account that adds up."""
        others, unexplained = 0.07 * scale, 0.03 * scale
        return Account(start, result - start + own - others - unexplained, own, others, unexplained, result)
