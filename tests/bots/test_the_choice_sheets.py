"""The bots of The Choice on every sheet: the tables of the sheets in play, and exact play alone with them."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from itertools import product
from typing import Any

import numpy as np
import pytest

from cinquina import bots
from cinquina.bots import answer, compiled, is_ready, prepare, prepare_aside, stood_in_for, thinking
from cinquina.bots.compiled import compiled_bots
from cinquina.bots.lru import LruCache
from cinquina.bots.table_file import no_progress
from cinquina.bots.the_choice import BOTS, STAND_INS, large_tables, solver, tables
from cinquina.bots.the_choice.backward_induction import ENDED
from cinquina.bots.the_choice.chances import grid_of
from cinquina.bots.the_choice.large_tables import ACTIVE_PART, GOING_ON
from cinquina.bots.the_choice.layout import ARCS, PATHS, RACE_STEP
from cinquina.bots.the_choice.play import both_grids, judge
from cinquina.bots.the_choice.tables import Needs
from cinquina.bots.the_choice.values import ALONE, points_to_come
from cinquina.core import OVER, ROLL, Choice, Position, Roll, after, bits, faces_wanted, opening, seen_by
from cinquina.games import GAMES
from cinquina.games.the_choice import DONE, GRIDS, KEEP, LETTERS, NAME, TAKE_SHEET, TAKE_SIDE
from cinquina.sim.batch import play_games
from cinquina.sim.binding import plain
from cinquina.sim.luck import Games, Luck
from cinquina.sim.placeholders import SPARE

RULES = GAMES[NAME]
PATIENCE = 60.0
C, D = 2 * LETTERS.index("C"), 2 * LETTERS.index("D")


def table(*seats: str, options: dict[str, str] | None = None) -> Position:
    """A game at its first throw; a seat is told as the sheet it takes, where that is free, and the side, `D back`."""
    position = opening(RULES, len(seats), {"begins": "first", **(options or {})})
    for seat, taken in enumerate(seats):
        for word in taken.split():
            option = TAKE_SHEET + LETTERS.index(word) if word in LETTERS else TAKE_SIDE + int(word == "back")
            position = after(position, Choice(seat, option))
    return position


def thrown(position: Position, *faces: int) -> Position:
    return after(position, Roll(faces))


def needs(position: Position, *names: str) -> Needs:
    return tables.needs_of(tuple(BOTS[name] for name in names), position.now)


def pages(*found: int) -> frozenset[int]:
    return frozenset(found)


# --- which tables ---------------------------------------------------------------------------------------------


def test_alone_the_tables_are_those_of_the_sheet_in_the_order_of_its_sides() -> None:
    for bot in ("hard", "expert"):
        for side, word in enumerate(("front", "back")):
            assert needs(table(word, options={"sheet": "C"}), bot) == Needs(alone=pages(C + side))
        (first,) = needs(opening(RULES, 1, {"sheet": "C"}), bot).alone
        assert first in (C, C + 1)


def test_in_a_race_the_tables_are_those_of_all_sheets_in_play_whichever_side_comes_first() -> None:
    on_c = Needs(race=pages(C, C + 1))
    assert needs(opening(RULES, 3, {"sheet": "C"}), "expert", "easy", "easy") == on_c
    assert needs(table("front", "back", options={"sheet": "C"}), "expert") == on_c
    free = table("C front", "D back", options={"sheet": "free"})
    assert needs(free, "expert") == Needs(race=pages(C, C + 1, D, D + 1))
    assert needs(free, "hard") == Needs(alone=pages(C, D + 1))


def test_before_sheets_are_taken_the_tables_are_those_of_the_one_a_bot_would_take() -> None:
    for seats, bot in ((1, "hard"), (2, "race"), (2, "hard")):
        position = opening(RULES, seats, {"sheet": "free"})
        worth = np.zeros(RULES.CHOICES)
        given = (0, BOTS[bot], tables.bare(), worth)
        (sheet,) = bits.members(plain(RULES, judge)(position.now, [None] * SPARE, *given))
        found = needs(position, bot)
        assert {page // GRIDS for page in found.alone | found.race} == {sheet - TAKE_SHEET}
        taken = after(position, Choice(0, sheet))
        (side,) = bits.members(plain(RULES, judge)(taken.now, [None] * SPARE, *given))
        assert (sheet - TAKE_SHEET) * GRIDS + side - TAKE_SIDE in found.alone | found.race


def test_who_judges_without_tables_needs_none() -> None:
    position = table("front", "front", options={"sheet": "C"})
    assert needs(position, "random", "easy", "medium", "greedy", "quick") == tables.NOTHING
    assert needs(table("front", options={"dice": "2"}), "hard", "expert") == tables.NOTHING
    assert all(needs(position, name) == tables.NOTHING for name in BOTS if BOTS[name] in STAND_INS.values())


# --- the door, with tables that are quickly made --------------------------------------------------------------


@pytest.fixture
def built(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int]]:
    """Tables with the number of their first page for every value, bots as if compiled; which tables have been built."""
    asked: list[tuple[str, int]] = []

    def pair(name: str, first: int, *setting: float) -> Any:
        asked.append((name, first))
        if name == "race":
            return np.full((GRIDS, PATHS, ARCS, ENDED), (100 + first) / RACE_STEP, np.uint16)
        return np.full((GRIDS, PATHS, ARCS, ENDED), 100 + first, np.float32)

    def judged(rules: Any, state: Any, seat: int, number: int, known: Any, worth: Any) -> int:
        return int(plain(RULES, judge)(state, [None] * SPARE, seat, number, known, worth))

    monkeypatch.setattr(large_tables, "grid_pair", pair)
    monkeypatch.setattr(tables, "_at_hand", LruCache(tables.MOST_AT_HAND, tables.size_of))
    monkeypatch.setattr(compiled, "compile_bots", lambda rules: None)
    monkeypatch.setattr(compiled, "judged", judged)
    monkeypatch.setattr(bots, "_compiled", {})
    return asked


def marking(position: Position) -> Position:
    """The position once the active seat has kept a throw."""
    return after(thrown(position, 1, 1, 1), Choice(0, KEEP))


def test_a_bot_on_a_sheet_not_prepared_is_stood_in_for_then_answers_itself(built: list[tuple[str, int]]) -> None:
    for letter in ("C", "D"):
        position = marking(table("back", options={"sheet": letter}))
        view, first = seen_by(position, 0), LETTERS.index(letter) * GRIDS + 1
        assert stood_in_for(position, ("easy", "hard")) == {"hard"}
        assert answer("hard", view, 0).bot == "quick"
        assert ("alone", first) not in built
        prepare(position, "hard")
        assert built.count(("alone", first)) == 1
        assert not stood_in_for(position, ("easy", "hard"))
        told = answer("hard", view, 0)
        assert told.bot == "hard"
        assert max(told.worth.values()) == 100 + first


def test_a_bot_prepared_for_another_position_uses_the_tables_of_that_one(built: list[tuple[str, int]]) -> None:
    start, later = opening(RULES, 1, {"sheet": "C"}), marking(table("back", options={"sheet": "D"}))
    prepare(start, "hard")
    assert answer("hard", seen_by(later, 0), 0).bot == "quick"
    assert answer("hard", seen_by(later, 0), 0, tables_of=start).bot == "hard"


def test_a_server_answers_while_a_sheet_is_prepared(
    built: list[tuple[str, int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    compiling, building, pair = threading.Event(), threading.Event(), large_tables.grid_pair
    monkeypatch.setattr(compiled, "compile_bots", lambda rules: compiling.wait(PATIENCE))
    monkeypatch.setattr(large_tables, "grid_pair", lambda *asked: building.wait(PATIENCE) and pair(*asked))
    position = marking(table("back", options={"sheet": "C"}))
    told = (NAME, "hard", dict(position.options), position.now.values(), 0)
    assert thinking._chosen(*told) is None
    compiling.set()
    wait_until(lambda: thinking._chosen(*told) is not None)
    assert not is_ready(position, "hard")
    building.set()
    wait_until(lambda: is_ready(position, "hard"))
    assert bits.has(RULES.legal(position.now, 0), thinking._chosen(*told) or 0)
    assert built == [("alone", C + 1)]


def wait_until(done: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not done():
        assert time.monotonic() < deadline, "it never happens"
        time.sleep(0.01)


def test_what_cannot_be_prepared_is_not_tried_again(
    built: list[tuple[str, int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*given: Any) -> None:
        built.append(("broken", 0))
        raise ValueError

    monkeypatch.setattr(bots, "_under_way", set())
    monkeypatch.setattr(large_tables, "grid_pair", broken)
    position = marking(table("back", options={"sheet": "C"}))
    for _ in range(3):
        prepare_aside(position, {"hard"}).join(PATIENCE)
    assert built == [("broken", 0)]
    assert answer("hard", seen_by(position, 0), 0).bot == "quick"


def test_simulations_take_the_tables_of_the_sheet_that_is_played(built: list[tuple[str, int]]) -> None:
    for seats, names, expected in (
        (1, ("hard",), {"alone"}),
        (2, ("expert", "easy"), {"race"}),
        (2, ("expert", "hard"), {"alone", "race"}),
    ):
        built.clear()
        told = compiled_bots(RULES, names)
        told.tables_for(told.at_seats, opening(RULES, seats, {"sheet": "D"}).now)
        assert {name for name, _ in built} == expected
        assert {first // GRIDS for _, first in built} == {LETTERS.index("D")}


# --- exact ----------------------------------------------------------------------------------------------------


def exact(position: Position) -> float:
    """What a game alone is worth before a throw, by the table of its grid."""
    s: Any = position.now
    known = tables.tables_for((BOTS["hard"],), s)
    return float(points_to_come(s, 0, ALONE, known, grid_of(s, 0, known)))


def played_alone(sheet: str, seed: int) -> list[Position]:
    """A game of hard alone, as it stands before each throw of a turn."""
    position, luck, found = opening(RULES, 1, {"sheet": sheet}), Luck(seed), []
    while position.phase != OVER:
        if position.phase == ROLL:
            if position.now.beginner >= 0 and not position.now.again:
                found.append(position)
            position = after(position, Roll(luck.throw(faces_wanted(position))))
        else:
            told = answer("hard", seen_by(position, 0), 0)
            assert told.bot == "hard"
            position = after(position, Choice(0, told.taken(luck)))
    return found


@pytest.mark.prove
@pytest.mark.parametrize("sheet", ["A", "C"])
def test_hard_alone_is_exact(sheet: str) -> None:
    """It knows the value of a game on this sheet, every position is worth the mean of its best options, and games by
    it come to the value."""
    start = opening(RULES, 1, {"sheet": sheet})
    prepare(start, "hard")
    told = answer("hard", seen_by(start, 0), 0)
    (side,) = (option - TAKE_SIDE for option in bits.members(told.liked))
    second = solver.solve({"sheet": sheet, "side": ("back", "front")[side], "hazard": "1"}, no_progress)
    values = large_tables.grid_pair("alone", LETTERS.index(sheet) * GRIDS + side, 1.0, 1.0)
    assert values[0, 0, 0, 0] == pytest.approx(second.value, abs=1e-4)
    assert max(told.worth.values()) == pytest.approx(values[1, 0, 0, 0], abs=1e-4)
    before = played_alone(sheet, 3)
    assert exact(before[0]) == pytest.approx(values[1, 0, 0, 0], abs=1e-4)
    for position in before[::5]:
        best = [
            max(answer("hard", seen_by(thrown(position, *faces), 0), 0).worth.values())
            for faces in product(range(1, 7), repeat=3)
        ]
        assert exact(position) == pytest.approx(np.mean(best), abs=1e-3)
    points = play_games(RULES, 1, {"sheet": sheet}, Games(9, 0, 5000), bots=compiled_bots(RULES, ("hard",))).scores[
        :, 0
    ]
    assert abs(points.mean() - values[1, 0, 0, 0]) < 4 * points.std() / np.sqrt(len(points))


@pytest.mark.prove
def test_what_two_empty_grids_are_worth_is_known_for_every_order_of_sides() -> None:
    for first in (C, C + 1):
        known = both_grids(ALONE, tables.bare(), first, tables.other_side(first))
        assert known == pytest.approx(large_tables.grid_pair("alone", first, 1.0, 1.0)[1, 0, 0, 0], abs=1e-4)


@pytest.mark.prove
def test_racers_on_another_sheet_know_its_tables() -> None:
    position = table("front", "back", options={"sheet": "C"})
    values = RACE_STEP * large_tables.grid_pair("race", C, GOING_ON, ACTIVE_PART, RACE_STEP)
    prepare(position, "race")
    told = answer("race", seen_by(marking(position), 0), 0)
    assert told.bot == "race"
    once_failed = values[1, 0, 0, 1]
    assert told.worth[DONE] == pytest.approx(once_failed, abs=RACE_STEP)
