"""Qwinto, rule by rule: draw the sheet, play a line, draw the sheet again."""

from __future__ import annotations

import pytest

from cinquina.core import OVER, Position, dice_to_throw, parts
from cinquina.games import GAMES
from kit import described, dice_of, ending_option, endings, options, play, refused, scores, start
from pictures import qwinto_position, qwinto_rows

NINE = ". . . . . . . . ."


def entering(position: Position, total: int) -> Position:
    """Throw all three dice and keep a sum of at least three."""
    faces = [min(6, total - 2), 1, 1]
    faces[1] += min(5, total - sum(faces))
    faces[2] += total - sum(faces)
    return play(position, "0 oyv", "roll " + " ".join(map(str, faces)), "0 keep")


def test_example_luigi_throws_two_dice_and_then_both_again() -> None:
    position = play(start("qwinto", 3), "0 yv")
    assert dice_to_throw(position) == ("yellow", "violet")
    position = play(position, "roll 2 4", "0 again")
    assert dice_to_throw(position) == ("yellow", "violet")
    position = play(position, "roll 4 5")
    assert {option[0] for option in options(position, 0) - {"pass"}} == {"y", "v"}
    assert refused(position, "0 o3") == "colour-not-thrown"


def test_example_luigi_tommaso_and_sara_enter_the_nine() -> None:
    position = play(start("qwinto", 3), "0 yv", "roll 2 4", "0 again", "roll 4 5", "1 y6", "0 y5", "2 v5")
    assert qwinto_rows(position, 0)[1] == ". . . . 9 . . . ."
    assert qwinto_rows(position, 1)[1] == ". . . . . 9 . . ."
    assert qwinto_rows(position, 2)[2] == ". . . . 9 . . . ."
    assert position.active == 1


def test_example_tommasos_sheet() -> None:
    """Only a 1 fits left of the yellow 2, and nothing fits between the violet 6 and 7."""
    position = qwinto_position("3 5 . . 9 . 13 . .", ". 2 6 . . 10 12 . .", "4 . 6 . 7 8 . 14 .")
    assert "y1" in options(play(position, "0 y", "roll 1", "0 keep"), 0)
    for total in range(2, 7):
        assert "y1" not in options(play(position, "0 y", f"roll {total}", "0 keep"), 0)
    for total in range(3, 19):
        assert "v4" not in options(entering(position, total), 0)


def test_example_saras_43_points() -> None:
    """4 for orange, 16 for the full yellow row, 6 for violet, bonuses 5, 10 and 12, two misses."""
    position = qwinto_position("3 . . 7 10 13 . . .", "1 2 4 6 8 11 12 14 16", "2 . 5 . 6 8 9 15 .", misses=2)
    assert parts(position, 0) == (4, 16, 6, 5 + 10 + 12, -10)
    assert scores(position) == (43,)


@pytest.mark.parametrize(("total", "fits"), [(5, False), (6, True), (7, True), (8, False)])
def test_numbers_rise_strictly_also_across_empty_cells_and_the_dead_one(total: int, fits: bool) -> None:
    position = entering(qwinto_position(". . 5 . . 8 . . .", NINE, NINE), total)
    assert ("o4" in options(position, 0)) is fits
    if not fits:
        assert refused(position, "0 o4") == "row-must-increase"


def test_a_number_stands_once_in_a_column_of_three_and_of_two() -> None:
    position = entering(qwinto_position("9 . . . . . . . .", ". . . . 9 . . . .", NINE), 9)
    assert refused(position, "0 v3") == "number-twice-in-column"
    assert refused(position, "0 v5") == "number-twice-in-column"
    assert "v4" in options(position, 0)


def test_a_taken_cell_is_taken() -> None:
    position = entering(qwinto_position("9 . . . . . . . .", NINE, NINE), 12)
    assert refused(position, "0 o1") == "cell-is-taken"


def test_the_second_throw_is_final() -> None:
    position = play(start("qwinto", 1), "0 o", "roll 1", "0 again", "roll 6")
    assert refused(position, "0 again") == "the-sum-stands"


@pytest.mark.parametrize(("before", "over"), [(2, False), (3, True)])
def test_the_fourth_miss_ends_the_game_and_the_third_does_not(before: int, over: bool) -> None:
    position = play(qwinto_position(NINE, NINE, NINE, misses=before), "0 o", "roll 1", "0 keep", "0 pass")
    assert (position.phase == OVER) is over
    assert endings(position) == (("four-misses",) if over else ())


def test_only_the_active_player_takes_a_miss() -> None:
    position = play(start("qwinto", 2), "0 o", "roll 3", "0 keep", "0 pass", "1 pass")
    assert scores(position) == (-5, 0)


@pytest.mark.parametrize(("yellow", "over"), [("1 3 4 6 7 8 9 10 .", True), ("1 3 4 6 7 8 9 . .", False)])
def test_the_second_complete_row_ends_the_game(yellow: str, over: bool) -> None:
    position = qwinto_position("2 4 5 7 8 9 10 11 12", yellow, NINE)
    position = play(position, "0 oyv", "roll 6 6 5", "0 keep", "0 y9")
    assert (position.phase == OVER) is over


def test_both_reasons_can_hold_at_once() -> None:
    """Seat 0 is active and passes for the fourth time; seat 1 fills its second row with the same sum."""
    position = qwinto_position("2 4 5 7 8 9 10 11 12", "1 3 4 6 7 8 9 10 .", NINE, seats=2)
    state = position.now.copy()
    for field in (state.rows, state.taken, state.complete, state.open):
        field[0], field[1] = field[1], field[0]
    state.misses[0] = 3
    position = type(position)(position.rules, position.options, state, (), state)
    position = play(position, "0 oyv", "roll 6 6 5", "0 keep", "1 y9", "0 pass")
    assert endings(position) == ("two-rows-complete", "four-misses")


def test_a_complete_row_is_worth_its_last_number_an_incomplete_one_its_count() -> None:
    assert scores(qwinto_position("2 4 5 7 8 9 10 11 18", NINE, NINE)) == (18,)
    assert scores(qwinto_position("2 4 5 7 8 9 10 11 .", NINE, NINE)) == (8,)


@pytest.mark.parametrize(
    ("orange", "yellow", "violet", "bonus"),
    [
        ("3 . . . . . . . .", ". 4 . . . . . . .", ". . 5 . . . . . .", 5),
        (". 3 . . . . . . .", ". . 4 . . . . . .", ". . . 5 . . . . .", 3),
        (". . . . 3 . . . .", ". . . . . 4 . . .", ". . . . . . 5 . .", 3),
        (". . . . . 3 . . .", ". . . . . . 4 . .", ". . . . . . . 5 .", 4),
        (". . . . . . 3 . .", ". . . . . . . 4 .", ". . . . . . . . 5", 5),
        (". . . . . . 3 . .", ". . . . . . . . .", ". . . . . . . . 5", 0),
    ],
)
def test_a_complete_column_of_three_is_worth_its_pentagon(orange: str, yellow: str, violet: str, bonus: int) -> None:
    position = qwinto_position(orange, yellow, violet)
    filled = sum(cell != "." for row in (orange, yellow, violet) for cell in row.split())
    assert scores(position) == (filled + bonus,)


def test_what_is_asked_and_what_the_options_do() -> None:
    position = start("qwinto", 1)
    assert position.rules.question(position.now, 0) == ("pick-dice", {})
    assert described(position, "ov") == ("throw", {"colours": "orange violet"})
    assert refused(position, "0 o1") == "pick-dice-first"
    position = play(position, "0 ov", "roll 4 5")
    assert position.rules.question(position.now, 0) == ("keep-or-again", {"sum": 9})
    assert described(position, "keep") == ("keep", {})
    assert described(position, "again") == ("again", {})
    assert refused(position, "0 o1") == "keep-or-throw-again"
    position = play(position, "0 keep")
    assert position.rules.question(position.now, 0) == ("enter", {"sum": 9})
    assert described(position, "o3") == ("enter", {"cell": "o3", "colour": "orange", "sum": 9})
    assert described(position, "pass") == ("pass", {})
    assert refused(position, "0 o") == "the-sum-stands"


def test_the_dice_of_a_turn_and_what_ends_an_answer() -> None:
    position = start("qwinto", 2)
    assert dice_of(position, "ov") == [["orange", "violet"]]
    assert dice_of(position, "y") == [["yellow"]]
    assert ending_option(position) == ""
    position = play(position, "0 ov", "roll 3 4")
    assert dice_of(position, "again") == dice_of(position, "keep") == [["orange", "violet"]]
    assert ending_option(position) == "keep"
    position = play(position, "0 keep")
    assert dice_of(position, "o3") == [["orange", "violet"]]
    assert ending_option(position) == "pass"


def test_the_bounds_within_which_a_designer_may_change_the_numbers() -> None:
    rules = GAMES["qwinto"]
    assert {name: (numbers.least, numbers.most) for name, numbers in rules.NUMBERS.items()} == {
        "miss": (0, 100),
        "misses": (1, 20),
        "rows": (1, 3),
        "throws": (1, 5),
        "entry_points": (-100, 100),
    }
