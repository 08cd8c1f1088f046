"""How a result came about, step by step: luck, own losses, others' losses, and what these do not explain."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from cinquina.coach.report import Account
from cinquina.coach.worth import Value

Numbers = tuple[float, ...]
"""By seat."""
Measure = Callable[[Value], Numbers]
"""What of a value is accounted for."""


def worths(value: Value) -> Numbers:
    """Return by seat what a value is worth to it, in the unit of the value."""
    return tuple(value.worth(seat) for seat in range(len(value.sides)))


def points(value: Value) -> Numbers:
    """Return by seat the points to expect."""
    return value.points


def less(one: Numbers, other: Numbers) -> Numbers:
    """Return the differences, by seat."""
    return tuple(a - b for a, b in zip(one, other, strict=True))


def plus(one: Numbers, other: Numbers) -> Numbers:
    """Return the sums, by seat."""
    return tuple(a + b for a, b in zip(one, other, strict=True))


@dataclass
class Ledger:
    """The running account of all seats in one measure."""

    measure: Measure
    seats: int
    luck: list[float] = field(default_factory=list)
    own: list[float] = field(default_factory=list)
    others: list[float] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.luck, self.own, self.others = ([0.0] * self.seats for _ in range(3))

    def add_luck(self, after: Value, mean: Numbers) -> Numbers:
        """Enter the luck of a throw and return it: the value after it minus the mean over all throws."""
        change = less(self.measure(after), mean)
        self.add_more_luck(change)
        return change

    def add_more_luck(self, change: Numbers) -> None:
        """Enter the part of a throw's luck that shows only later."""
        self.luck = list(plus(tuple(self.luck), change))

    def add_loss(self, seat: int, best: Value, made: Value) -> None:
        """Enter a choice that was not the best: its seat's loss is the others' gain."""
        for each, given_away in enumerate(less(self.measure(best), self.measure(made))):
            if each == seat:
                self.own[each] += given_away
            else:
                self.others[each] -= given_away

    def unexplained(self, start: Value, end: Value) -> Numbers:
        """Return what the account of all seats does not explain so far."""
        return tuple(account.unexplained for account in self.accounts(start, end))

    def accounts(self, start: Value, end: Value) -> Sequence[Account]:
        """Return the accounts of all seats."""
        began, came_to = self.measure(start), self.measure(end)
        return [
            Account(
                start=began[seat],
                luck=self.luck[seat],
                own_losses=self.own[seat],
                others_losses=self.others[seat],
                unexplained=came_to[seat] - began[seat] - self.luck[seat] + self.own[seat] - self.others[seat],
                result=came_to[seat],
            )
            for seat in range(self.seats)
        ]
