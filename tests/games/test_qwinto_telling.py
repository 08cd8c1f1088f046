"""What Qwinto says about a throw: the last one, the points on the sheet, who ends the game."""

from __future__ import annotations

from kit import dice_of, play, start
from pictures import qwinto_position

EMPTY = ". . . . . . . . ."
FULL = "1 2 3 4 5 6 7 8 9"


def test_the_active_player_is_told_that_the_last_throw_stands() -> None:
    again = play(start("qwinto", 2), "0 ov", "roll 3 4", "0 again", "roll 4 4")
    assert again.rules.question(again.now, 0) == ("enter", {"sum": 8, "when": "last"})
    assert again.rules.question(again.now, 1) == ("enter", {"sum": 8})
    kept = play(start("qwinto", 2), "0 ov", "roll 3 4", "0 keep")
    assert kept.rules.question(kept.now, 0) == ("enter", {"sum": 7})


def test_where_there_is_one_throw_only_nothing_is_said_of_a_last_one() -> None:
    single = play(start("qwinto", 1, throws="1"), "0 ov", "roll 3 4")
    assert single.rules.question(single.now, 0) == ("enter", {"sum": 7})


def test_a_sum_that_fits_nowhere_is_told_before_it_is_kept() -> None:
    position = play(qwinto_position("9 10 . . . . . . .", EMPTY, EMPTY), "0 o", "roll 3")
    assert position.rules.question(position.now, 0) == ("nowhere", {"sum": 3})


def test_the_dice_of_passing_are_those_thrown() -> None:
    position = play(start("qwinto", 2), "0 ov", "roll 3 4")
    assert dice_of(position, "keep") == [["orange", "violet"]]
    assert dice_of(play(position, "0 keep"), "pass") == [["orange", "violet"]]


def test_the_points_of_a_miss_are_those_agreed_on() -> None:
    printed, changed = start("qwinto", 1), start("qwinto", 1, miss="8")
    assert printed.rules.score_tables(printed.now) == {"miss": (-5,)}
    assert changed.rules.score_tables(changed.now) == {"miss": (-8,)}


def test_points_are_written_beside_the_rows_and_on_the_last_miss() -> None:
    position = qwinto_position(FULL, "2 3 . . . . . . .", EMPTY, misses=2)
    counted = position.rules.counted(position.now, 0)[0]
    assert {key: counted[key] for key in ("orange", "yellow", "violet")} == {"orange": 9, "yellow": 2, "violet": 0}
    assert -10 in counted.values()
    assert "miss1" not in counted


def test_a_game_is_ended_by_who_completed_the_rows_or_has_the_misses() -> None:
    before = qwinto_position(FULL, "2 3 4 5 6 7 8 9 .", EMPTY, seats=3)
    rules, state = before.rules, before.now.copy()
    assert rules.enders(state, state, "two-rows-complete") == 0
    state.complete = [1, 2, 3, *state.complete[3:]]
    assert rules.enders(state, state, "two-rows-complete") == 0b110
    state.active = 2
    assert rules.enders(state, state, "four-misses") == 0b100
