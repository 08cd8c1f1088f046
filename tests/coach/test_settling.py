"""Luck that shows later: what is expected of the next throws, and what came beyond it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle

import pytest

from cinquina.bots import outlook
from cinquina.coach import settling
from cinquina.coach.settling import Change, Lookout, beyond_expected, expected_changes, no_change
from cinquina.core import opening
from cinquina.games import GAMES
from cinquina.sim.ahead import EMPTY, ENDED, GOING_ON
from cinquina.sim.luck import Games
from cinquina.sim.placeholders import LEARNED, MOST

START = opening(GAMES["qwinto"], 3)
Row = tuple[int, list[float]]


def row(told: int, *chances: float, points: float = 50.0) -> Row:
    """A row of values of three seats, with the same points for all."""
    return told, [*chances, 0.0, 0.0, 0.0, *(points,) * MOST, *(1.0,) * MOST]


def even(told: int = GOING_ON, points: float = 50.0) -> Row:
    """One in which nobody is ahead."""
    return row(told, *(1 / 3,) * 3, points=points)


NOTHING = row(EMPTY, 0.0, 0.0, 0.0, points=0.0)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Games, int]]:
    """In two games of two throws: seat 0 gets ahead by 0.5 or loses all by the first; the second changes only points,
    or finds the game over. Which games were asked for."""
    asked: list[tuple[Games, int]] = []
    going_on: list[Row] = [even(), row(ENDED, 0.5, 0.5, 0.0), NOTHING, NOTHING]
    other: list[Row] = [even(), row(ENDED, 0.0, 0.5, 0.5), NOTHING, NOTHING]
    third: list[Row] = [even(), even(points=56.0), even(), even(points=53.0)]
    rows: Iterator[list[Row]] = cycle([going_on, other, third])

    def look_ahead(position: object, number: int, luck: Games, throws: int) -> tuple[int, list[Row]]:
        asked.append((luck, throws))
        return LEARNED, [one for _ in range(luck.count) for one in next(rows)]

    monkeypatch.setattr(outlook, "look_ahead", look_ahead)
    monkeypatch.setattr(settling, "lookouts", lambda: {"qwinto": Lookout(games=3, throws=2)})
    return asked


def test_what_is_expected_is_the_mean_over_games_for_each_throw(asked: list[tuple[Games, int]]) -> None:
    first, second = expected_changes(START, 7)
    assert asked == [(Games(settling.SEED, 21, 3), 2)]
    assert first.worths == pytest.approx(((0.5 - 2 / 3) / 3, (1.0 - 2 / 3) / 3, (0.5 - 2 / 3) / 3))
    assert first.points == pytest.approx((2.0, 2.0, 2.0))
    assert second.worths == pytest.approx((0.0, 0.0, 0.0))
    assert second.points == pytest.approx((1.0, 1.0, 1.0))


def test_after_the_end_nothing_changes(asked: list[tuple[Games, int]]) -> None:
    changes = settling.changes_ahead(START, Games(0, 0, 1), 2)
    assert changes[1] == no_change(like=changes[0])


def test_a_result_is_not_made_bolder(asked: list[tuple[Games, int]]) -> None:
    (change, _) = settling.changes_ahead(START, Games(0, 0, 1), 2)
    assert change.worths == pytest.approx((1 / 6, 1 / 6, -1 / 3)), "two share the win, whatever is fitted to chances"


def test_luck_is_what_came_and_what_is_expected_now_beyond_what_was_expected() -> None:
    expected = Change((0.01, -0.01), (1.0, 2.0)), Change((0.02, -0.02), (0.5, 0.5))
    ahead = Change((0.05, -0.05), (3.0, 1.0)), Change((0.9, -0.9), (9.0, 9.0))
    found = beyond_expected(Change((0.1, -0.1), (4.0, 4.0)), expected, ahead)
    assert found.worths == pytest.approx((0.1 + 0.05 - 0.03, -0.12))
    assert found.points == pytest.approx((4 + 3 - 1.5, 4 + 1 - 2.5))


def test_what_came_as_expected_is_no_luck() -> None:
    soon, later = Change((0.03, -0.03), ()), Change((-0.01, 0.01), ())
    found = beyond_expected(soon, (soon, later), (later, soon))
    assert found.worths == pytest.approx((0.0, 0.0))
    assert found.points == ()
