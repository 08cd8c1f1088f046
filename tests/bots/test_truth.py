"""Exact values by position: against solvers that share nothing with ours, and against the tables of our solvers."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from bots import test_qwinto_bots as small_qwinto
from bots.test_sequence_dice_small import BOARD, POSITIONS
from cinquina import truth
from cinquina.bots.qwixx import solver
from cinquina.bots.qwixx.features import class_of
from cinquina.core import (
    CHOICE,
    OVER,
    Choice,
    IllegalMove,
    Position,
    Roll,
    after,
    faces_wanted,
    opening,
    scores,
)
from cinquina.games import GAMES, qwinto
from cinquina.sim.luck import Luck
from kit import play, start
from pictures import qwixx_crosses
from small_board import exact_values, first_node, start_of

THROWS = 500
NEARLY_FULL = "B.BBG. GBGB.B GBGG.. B.B..G GGBGGB B.GBGG"
"""A board on which little can still happen."""


def one_entry_away() -> Position:
    """The small Qwinto: whoever throws has few cells to enter a sum in."""
    position: Any = opening(GAMES["qwinto"], 1, {"misses": "1"})
    for row in range(3):
        for place, number in enumerate(small_qwinto.SMALL[row]):
            if number:
                qwinto.enter(position.now, 0, row * 9 + place, number)
    return position


def check_sequence_dice(drawing: str) -> int:
    """Compare the value of a board with that of a naive program; return how many positions were worked out."""
    naive, position = exact_values(drawing), start_of(drawing)
    exact = truth.of(position)
    assert exact.value(position) == pytest.approx(naive[first_node(drawing)], abs=1e-8)
    assert len(exact.table().columns["value"]) == len(naive)
    return len(naive)


def test_a_board_with_little_space_is_worth_what_a_naive_program_finds() -> None:
    assert check_sequence_dice(NEARLY_FULL) > 5


@pytest.mark.prove
def test_a_larger_board_is_worth_what_a_naive_program_finds() -> None:
    assert check_sequence_dice(BOARD) == POSITIONS


@pytest.mark.prove
def test_a_small_qwinto_is_worth_what_a_naive_program_finds() -> None:
    position = one_entry_away()
    assert truth.of(position).value(position) == pytest.approx(small_qwinto.small_value(small_qwinto.SMALL))


def late_in_qwixx(seats: int = 1, **options: str) -> Position:
    """Two rows with one cell left, two without any; any miss ends the game, and so does a closed row."""
    position: Any = opening(GAMES["qwixx"], seats, {"penalties": "1", "locks": "1", "begins": "first"} | options)
    qwixx_crosses(position.now, 0, 0b001111100000 | 0b001010101010 << 12 | 0b001000000001 << 24 | 0b001000000011 << 36)
    return position


def test_a_late_position_of_qwixx_is_worth_the_same_by_the_solver_and_by_the_rules_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    position = late_in_qwixx()
    rows = tuple(class_of(position.now.sheet[0] >> 12 * row & 0xFFF) for row in range(4))
    monkeypatch.setattr(solver, "points_to_come", lambda terms, progress: solver.work_out(terms, start=rows))
    by_solver, by_rules = truth.of(position), truth.explored(position)
    assert by_solver.value(position) == pytest.approx(by_rules.value(position), abs=1e-4)
    thrown = after(position, Roll((6, 6, 1, 1, 1, 1)))
    assert by_solver.options(thrown) == pytest.approx(by_rules.options(thrown), abs=1e-4)
    values = by_rules.options(thrown)
    assert by_solver.best(thrown) == by_rules.best(thrown)
    assert by_rules.best(thrown) == tuple(option for option in values if values[option] == max(values.values()))
    assert len(by_rules.best(thrown)) < len(values)
    assert min(by_rules.losses(thrown).values()) == 0
    with pytest.raises(IllegalMove, match="throw-first"):
        by_rules.options(position)


def test_among_others_who_only_throw_a_position_is_worth_the_mean_of_those_after_a_throw(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    position = late_in_qwixx(2, begins="second")
    rows = tuple(class_of(position.now.sheet[0] >> 12 * row & 0xFFF) for row in range(4))
    monkeypatch.setattr(solver, "points_to_come", lambda terms, progress: solver.work_out(terms, start=rows))
    exact, dice = truth.of(position, others_pass=True), Luck(5)
    found = np.array([exact.value(after(position, Roll(dice.throw((6,) * 6)))) for _ in range(THROWS)])
    assert found.std() > 0
    assert exact.value(position) == pytest.approx(found.mean(), abs=5 * found.std() / THROWS**0.5)


@pytest.mark.prove
def test_the_value_of_a_position_is_the_mean_of_those_after_the_throws() -> None:
    for name, options in (("qwixx", {}), ("the-choice", {"sheet": "C"})):
        luck, dice = np.random.default_rng(1), Luck(3)
        position = opening(GAMES[name], 1, options)
        exact = truth.of(position)
        while position.phase != OVER:
            if position.phase == CHOICE:
                values = exact.options(position)
                assert exact.value(position) == pytest.approx(max(values.values()), abs=1e-4)
                position = after(position, Choice(0, int(luck.choice(list(values)))))
                continue
            thrown = [after(position, Roll(dice.throw(faces_wanted(position)))) for _ in range(300)]
            found = np.array([exact.value(one) for one in thrown])
            error = 5 * found.std() / len(found) ** 0.5 + 1e-3
            assert exact.value(position) == pytest.approx(found.mean(), abs=error)
            position = thrown[0]
        assert exact.value(position) == scores(position)[0]


def test_what_is_not_known_is_refused() -> None:
    with pytest.raises(truth.NotExact, match="truth-unknown"):
        truth.of(play(start("qwixx", 2), "roll 1 4 3 6 2 6"))
    with pytest.raises(truth.NotExact, match="truth-too-large"):
        truth.of(start("extra", 1), most=1)
    other = play(start("sequence-dice", 2), "roll 1 2")
    with pytest.raises(truth.NotExact, match="truth-unknown"):
        truth.of(start_of(NEARLY_FULL)).value(other)
    with pytest.raises(truth.NotExact, match="truth-unknown"):
        truth.explored(late_in_qwixx()).value(late_in_qwixx(penalty="6"))
