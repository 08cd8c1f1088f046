"""What makes chances honest."""

from __future__ import annotations

import pytest

from cinquina.coach import sharpness
from cinquina.coach.sharpness import Sharpness, power_at, sharpened, table_of
from cinquina.core import opening
from cinquina.games import GAMES

START = opening(GAMES["sequence-dice"], 3)


@pytest.fixture
def fitted(monkeypatch: pytest.MonkeyPatch) -> dict[str, Sharpness]:
    found = {table_of(START): Sharpness(power=2.0)}
    monkeypatch.setattr(sharpness, "known", lambda: found)
    return found


def test_odds_are_raised_to_the_power_of_their_table(fitted: dict[str, Sharpness]) -> None:
    assert sharpened(START, [0.5, 0.25, 0.25]) == pytest.approx((4 / 6, 1 / 6, 1 / 6))


def test_chances_move_towards_each_other_where_nothing_is_clear(fitted: dict[str, Sharpness]) -> None:
    fitted[table_of(START)] = Sharpness(evening=0.4)
    found = sharpened(START, [0.5, 0.3, 0.2])
    assert found == pytest.approx((0.5 - 0.2 / 6, 0.3 + 0.2 / 30, 0.2 + 0.4 / 15))
    assert sum(found) == pytest.approx(1)


def test_the_power_may_grow_with_the_lead(fitted: dict[str, Sharpness]) -> None:
    fitted[table_of(START)] = Sharpness(growth=4.0)
    assert sharpened(START, [0.5, 0.25, 0.25]) == pytest.approx((4 / 6, 1 / 6, 1 / 6)), "a quarter of the way: power 2"
    assert sharpened(START, [1 / 3] * 3) == pytest.approx((1 / 3,) * 3)


def test_the_power_may_swell_half_way(fitted: dict[str, Sharpness]) -> None:
    fitted[table_of(START)] = Sharpness(swell=1.0)
    odds = (2 / 3) ** 2, (1 / 6) ** 2, (1 / 6) ** 2
    assert sharpened(START, [2 / 3, 1 / 6, 1 / 6]) == pytest.approx([one / sum(odds) for one in odds]), (
        "half way: power 2"
    )
    assert sharpened(START, [1.0, 0.0, 0.0]) == (1.0, 0.0, 0.0)


@pytest.mark.parametrize("evening", [0.0, 0.2])
def test_what_is_certain_stays_certain(evening: float, fitted: dict[str, Sharpness]) -> None:
    fitted[table_of(START)] = Sharpness(power=2.0, evening=evening)
    assert sharpened(START, [0.0, 1.0, 0.0]) == (0.0, 1.0, 0.0)


def test_a_table_that_was_not_fitted_keeps_its_chances(fitted: dict[str, Sharpness]) -> None:
    assert sharpened(opening(GAMES["sequence-dice"], 2), [0.3, 0.7]) == (0.3, 0.7)


def test_what_was_fitted_is_of_tables_that_exist_and_changes_little() -> None:
    for table, fitted in sharpness.known().items():
        name, seats = table.rsplit(" ", 1)
        assert int(seats) in GAMES[name].SEATS
        assert 0.7 <= fitted.power <= 1.7
        assert 0 <= fitted.evening <= 0.6
        assert -0.8 <= fitted.growth <= 0.6
        assert -0.2 <= fitted.swell <= 0.6
        powers = [power_at(fitted, step / 20) for step in range(21)]
        assert all(0 < power < 2 for power in powers), "whoever is ahead stays ahead"
