"""The luck of throws that shows only later: how values change from a throw until dice are thrown again.

Values of some games foresee the choices after a throw, and what the sheets will be worth then, only roughly. Some of
what a throw was worth shows when dice are about to be thrown again, some only later. So the luck of a throw is measured
from there, and compared with the mean of other throws that the strongest bot plays on.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

import msgspec

from cinquina.bots import outlook
from cinquina.bots.players import number_of
from cinquina.coach.account import less, worths
from cinquina.coach.valuing import value_of_row
from cinquina.coach.worth import Value
from cinquina.core import Position
from cinquina.sim.ahead import EMPTY, ENDED, STEPS
from cinquina.sim.luck import Games

FILE = Path(__file__).parent / "lookouts.json"
"""How far to look ahead, by game: far enough to bring the account near its goal, and a review within its time."""
SEED = 20_262


class Lookout(msgspec.Struct, frozen=True):
    """The number of games to look ahead in, and of throws in each."""

    games: int = 12
    throws: int = 3


@cache
def lookouts() -> dict[str, Lookout]:
    """Return the lookouts of the games that were measured."""
    return msgspec.json.decode(FILE.read_bytes(), type=dict[str, Lookout])


class Change(NamedTuple):
    """The change of a value, by seat: in its unit, and in points if they are known."""

    worths: tuple[float, ...]
    points: tuple[float, ...]


Expected = tuple[Change, ...]
"""For each of the next throws: the expected change of all values from that throw until dice are thrown again."""


def expected_changes(before: Position, place: int) -> Expected:
    """Return the changes to expect of a throw at a place in a game, and of the throws after it, if all play well."""
    lookout = lookouts().get(before.rules.NAME, Lookout())
    changes = changes_ahead(before, Games(SEED, place * lookout.games, lookout.games), lookout.throws)
    return tuple(mean_of(changes[throw :: lookout.throws]) for throw in range(lookout.throws))


def changes_ahead(before: Position, luck: Games, throws: int) -> list[Change]:
    """Return, by game and in each game by throw, the change of values from a throw until dice are thrown again."""
    number = number_of(before.rules, outlook.strongest(before.rules))
    said, rows = outlook.look_ahead(before, number, luck, throws)
    found = [value_of_row(before, row, said, is_over=told == ENDED) if told != EMPTY else None for told, row in rows]
    changes = [change_between(*step) for step in zip(found[::STEPS], found[1::STEPS], strict=True)]
    none = no_change(like=next(filter(None, changes)))
    return [change or none for change in changes]


def change_between(thrown: Value | None, settled: Value | None) -> Change | None:
    """Return the change from one value to another; None if the game was over before."""
    if not thrown or not settled:
        return None
    known = thrown.points and settled.points
    return Change(less(worths(settled), worths(thrown)), less(settled.points, thrown.points) if known else ())


def no_change(like: Change) -> Change:
    """Return a change of zero, with points only if the other one has some."""
    return Change((0.0,) * len(like.worths), (0.0,) * len(like.points))


def mean_of(changes: Sequence[Change]) -> Change:
    """Return the mean of changes; without points unless all of them have some."""
    worths, points = zip(*changes, strict=True)
    return Change(mean_by_seat(worths), mean_by_seat(points) if all(points) else ())


def mean_by_seat(numbers: tuple[tuple[float, ...], ...]) -> tuple[float, ...]:
    """Return the mean of the numbers of each seat."""
    return tuple(sum(of_seat) / len(numbers) for of_seat in zip(*numbers, strict=True))


def beyond_expected(shown: Change, expected: Expected, ahead: Expected) -> Change:
    """Return the luck of a throw that shows only after it; points are empty unless they are known throughout.

    `shown` is how values have changed since the throw, `expected` has the changes that were expected before it (of that
    throw and of those after it), and `ahead` has the changes that are expected now of the throws to come.
    """
    known = all(change.points for change in (shown, *expected, *ahead))
    return Change(
        more_than(shown.worths, [one.worths for one in expected], [one.worths for one in ahead]),
        more_than(shown.points, [one.points for one in expected], [one.points for one in ahead]) if known else (),
    )


def more_than(
    shown: tuple[float, ...], expected: list[tuple[float, ...]], ahead: list[tuple[float, ...]]
) -> tuple[float, ...]:
    """Return for one measure, by seat: `shown` plus what is expected of later throws, minus all that was `expected`.

    The last throw in `ahead` is left out, since `expected` does not reach that far.
    """
    now, before = ([sum(of_seat) for of_seat in zip(*numbers, strict=True)] for numbers in (ahead[:-1], expected))
    return tuple(change + (now[seat] if now else 0.0) - before[seat] for seat, change in enumerate(shown))
