"""The coach: values for every option of a seat, from what that seat may know."""

from __future__ import annotations

import pytest

from cinquina.coach import has_points, hints, hints_are_ready, prepare_hints
from cinquina.core import Choice, IllegalMove, Position, Roll, bits, legal_options
from cinquina.core.spelling import spelled_options
from cinquina.games import GAMES
from wander import Setup


def thrown(game: str, *faces: int) -> Position:
    """A game for two after its first throw."""
    return Setup(game, 2, (("begins", "first"),), 1).game().after(Roll(faces)).position


@pytest.fixture(scope="module")
def board() -> Position:
    """A game whose bots answer at once."""
    position = thrown("sequence-dice", 2, 4)
    prepare_hints(position)
    return position


def test_every_option_gets_a_hint_and_the_advised_come_first(board: Position) -> None:
    found = hints(board, 0)
    assert {hint.option for hint in found} == set(bits.members(legal_options(board, 0)))
    assert {hint.move for hint in found} == set(spelled_options(board, 0))
    assert all(0 <= hint.winning_chance <= 1 for hint in found)
    advised = [hint.advised for hint in found]
    assert advised[0]
    assert advised == sorted(advised, reverse=True)


def test_hints_are_ready_once_they_are_prepared(board: Position) -> None:
    assert hints_are_ready(board)


def test_a_seat_that_is_not_asked_gets_no_hints(board: Position) -> None:
    with pytest.raises(IllegalMove, match="not-asked"):
        hints(board, 1)
    with pytest.raises(IllegalMove, match="not-asked"):
        hints(Setup("qwixx", 2, (("begins", "first"),), 1).game().position, 0)


def test_hints_do_not_know_what_others_have_chosen_in_the_open_window() -> None:
    position = thrown("qwixx", 1, 4, 3, 6, 2, 6)
    answered = Setup("qwixx", 2, (("begins", "first"),), 1).game().after(Roll((1, 4, 3, 6, 2, 6)))
    answered = answered.after(Choice(0, next(iter(bits.members(legal_options(position, 0))))))
    assert hints(answered.position, 1) == hints(position, 1)


def test_only_a_game_without_points_has_none_to_expect() -> None:
    assert {name for name, rules in GAMES.items() if not has_points(rules)} == {"sequence-dice"}
