"""What a turn can write on a pad: everything the rules allow after some throw, and nothing else."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

import pytest

from cinquina.core import (
    CHOICE,
    OVER,
    ROLL,
    Choice,
    Position,
    Roll,
    after,
    bits,
    dice_to_throw,
    legal_options,
    opening,
)
from cinquina.games import GAMES
from cinquina.table import reachable
from cinquina.table.pad_sheet import after_all
from cinquina.table.reachable import (
    Mark,
    Writing,
    asks_before_throw,
    events_of,
    is_at_rest,
    marks_on,
    played,
    possible,
    turn_for,
    written,
)
from cinquina.table.setup import has_pads

WITH_PADS = [name for name, rules in GAMES.items() if has_pads(rules)]
THROWS = 20
TURNS = 6
SAMPLED = 8
FEW_THROWS = 6


def empty(game: str, **options: str) -> Position:
    """Return a sheet before its first throw."""
    position = opening(GAMES[game], 1, options)
    while asks_before_throw(position):
        position = after(position, Choice(0, bits.members(legal_options(position, 0))[0]))
    return position


def walk(game: str, seed: int, most: int = TURNS) -> Iterator[Position]:
    """Yield a sheet turn by turn, each a random possible one."""
    luck, position = random.Random(seed), empty(game)
    for _ in range(most):
        yield position
        if position.phase == OVER:
            return
        position = after_all(position, events_of(luck.choice(list(possible(position).turns.values()))))


def only(thrown: dict[str, int]) -> Callable[[Position], Iterator[tuple[int, ...]]]:
    """Restrict the throws to one."""
    return lambda position: iter([tuple(thrown[die] for die in dice_to_throw(position))])


def told(position: Position) -> set[frozenset[Mark]]:
    """Return the possible turns on a sheet."""
    found = possible(position)
    return {frozenset(found.marks[place] for place in bits.members(turn)) for turn in found.turns}


def naive_ends(start: Position, position: Position, *, thrown: bool) -> Iterator[frozenset[Mark]]:
    """Yield what every way to play a turn writes, each played through `after` without caching."""
    if thrown and is_at_rest(position):
        yield written(start, position)
    elif position.phase == ROLL:
        for faces in reachable.throws(position):
            yield from naive_ends(start, after(position, Roll(faces)), thrown=True)
    elif position.phase == CHOICE:
        for option in bits.members(legal_options(position, 0)):
            yield from naive_ends(start, after(position, Choice(0, option)), thrown=thrown)


def crossed(game: str, *cells: str) -> Position:
    """Return a sheet with these cells crossed one after the other, a turn each."""
    position = empty(game)
    for cell in cells:
        turn = next(turn for turn in told(position) if cell in dict(turn) and len(turn) == 1)
        position = after_all(position, turn_for(position, turn) or ())
    return position


def test_only_games_on_one_board_have_no_pads() -> None:
    assert [name for name in GAMES if name not in WITH_PADS] == ["sequence-dice"]


@pytest.mark.parametrize("game", WITH_PADS)
def test_whatever_any_throw_allows_is_possible(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    luck = random.Random(4)
    for position in walk(game, 4):
        all_turns = told(position)
        for _ in range(THROWS):
            thrown = {die: luck.randint(1, 6) for die in position.rules.DICE}
            with monkeypatch.context() as patch:
                patch.setattr(reachable, "throws", only(thrown))
                writing = Writing(position)
                found = {writing(state) for state, _, is_over in played(position, writing) if is_over}
            assert found - {frozenset()} <= all_turns


@pytest.mark.parametrize("game", WITH_PADS)
def test_what_is_found_is_what_playing_every_choice_by_itself_finds(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    luck = random.Random(7)
    for position in walk(game, 7):
        some = [{die: luck.randint(1, 6) for die in position.rules.DICE} for _ in range(FEW_THROWS)]
        with monkeypatch.context() as patch:
            patch.setattr(
                reachable, "throws", lambda now, some=some: (faces for one in some for faces in only(one)(now))
            )
            found = possible.__wrapped__(position)
            ends = set(naive_ends(position, position, thrown=False))
        marks = [frozenset(found.marks[place] for place in bits.members(turn)) for turn in found.turns]
        assert set(marks) == ends - {frozenset()}
        assert len(marks) == len(set(marks))


@pytest.mark.parametrize("game", WITH_PADS)
def test_whatever_is_possible_is_written_by_its_events(game: str) -> None:
    for position in walk(game, 5):
        found = possible(position)
        for turn, events in random.Random(6).sample(list(found.turns.items()), min(SAMPLED, len(found.turns))):
            marks = frozenset(found.marks[place] for place in bits.members(turn))
            assert written(position, after_all(position, events_of(events))) == marks
            other = turn_for(position, marks)
            assert other is not None
            assert written(position, after_all(position, other)) == marks
        assert turn_for(position, frozenset({("nowhere", "x")})) is None


def test_a_turn_of_qwixx_is_a_cross_two_crosses_or_a_penalty() -> None:
    position = empty("qwixx")
    found = told(position)
    assert frozenset({("r5", "x"), ("b8", "x")}) in found
    assert frozenset({("r5", "x")}) in found
    assert frozenset({("penalty1", "x")}) in found
    assert {len(turn) for turn in found} == {1, 2}
    assert not any("r12" in dict(turn) or "penalty2" in dict(turn) for turn in found)
    assert sum("penalty1" in dict(turn) for turn in found) == 1


def test_a_last_cell_of_qwixx_brings_its_lock() -> None:
    position = crossed("qwixx", "r2", "r3", "r4", "r5", "r6")
    assert possible(position).implied([("r12", "x")]) == (("r-lock", "x"),)
    assert frozenset({("r12", "x"), ("r-lock", "x")}) in told(position)


def test_a_cell_of_qwinto_takes_the_numbers_that_rise() -> None:
    position = empty("qwinto")
    for mark in (("y2", "5"), ("y4", "9")):
        position = after_all(position, turn_for(position, frozenset({mark})) or ())
    numbers = {mark for cell, mark in possible(position).marks if cell == "y3"}
    assert numbers == {"6", "7", "8"}
    assert possible(position).reasons["y2"] == "cell-is-taken"


def test_of_the_boxes_of_a_row_the_next_one_is_offered() -> None:
    position = empty("extra")
    found = possible(position)
    assert ("7.2", "x") not in found.offered((), ())
    assert {("7.1", "x"), ("a0", "3"), ("a1", "x")} <= set(found.offered((), ()))
    assert ("7.2", "x") in found.offered((("7.1", "x"),), ())
    assert found.implied([("a0", "3")]) == (("a1", "x"),)


def test_a_path_is_walked_step_by_step() -> None:
    position = empty("the-choice", dice="2")
    found = possible(position)
    offered = found.offered((), ())
    assert {mark for _, mark in offered if mark.startswith("step")} == {"step1"}
    first = next(mark for mark in offered if mark[1] == "step1")
    assert "step2" in {mark for _, mark in found.offered((first,), ())}


def test_a_cell_that_no_dice_can_reach_says_why() -> None:
    reasons = possible(crossed("qwixx", "r5")).reasons
    assert reasons["r3"] == "left-of-a-cross"
    assert reasons["r12"] == "last-cell-needs-five"
    assert "b7" not in reasons


def test_a_sheet_whose_game_is_over_takes_no_marks() -> None:
    position = crossed("qwixx", "penalty1", "penalty2", "penalty3", "penalty4")
    assert position.phase == OVER
    assert possible(position).turns == {}
    assert set(marks_on(position)) == {f"penalty{n}" for n in range(1, 5)}
