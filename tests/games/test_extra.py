"""Extra!, rule by rule: crosses before and after a throw."""

from __future__ import annotations

import pytest

from cinquina.core import OVER, parts
from cinquina.games import GAMES
from kit import described, dice_of, ending_option, endings, marks, options, parse_option, play, refused, scores, start
from pictures import extra_position, extra_rows


def test_example_marias_4_6_and_3() -> None:
    position = play(start("extra", 1), "roll 1 2 2 3 5", "0 3b", "0 4+6")
    assert extra_rows(position) == {4: 1, 6: 1}
    assert marks(position, 0) == {"4.1": "x", "6.1": "x", "b0": "3", "b1": "x"}


def test_example_marias_free_throw() -> None:
    """With 1, 3 and 6 fixed, 2 4 5 5 5 has none of them: any die is left out without a note."""
    position = play(extra_position({}, "1:1 3:1 6:1"), "roll 2 4 5 5 5")
    assert options(position, 0) == {"2-", "4-", "5-"}
    position = play(position, "0 2-")
    assert extra_rows(position) == {9: 1, 10: 1}
    assert position.now.noted[0] == [1, 1, 1]


def test_until_three_numbers_are_fixed_the_fifth_die_is_always_noted() -> None:
    position = play(extra_position({}, "1:1 3:1"), "roll 1 3 4 5 6")
    assert options(position, 0) == {"1a", "3b", "4c", "5c", "6c"}
    assert refused(position, "0 4-") == "fifth-die-must-be-noted"
    assert refused(position, "0 4a") == "column-has-another-number"
    assert refused(position, "0 1c") == "number-has-its-column"


def test_with_three_fixed_a_thrown_one_must_be_noted() -> None:
    position = play(extra_position({}, "1:1 3:1 6:1"), "roll 1 3 4 5 5")
    assert options(position, 0) == {"1a", "3b"}
    assert refused(position, "0 4-") == "a-fixed-number-must-be-noted"
    assert refused(position, "0 2-") == "face-not-thrown"


def test_of_two_equal_dice_one_may_be_noted_and_the_other_be_in_a_sum() -> None:
    position = play(extra_position({}, "1:1 3:1 6:1"), "roll 3 3 4 5 5")
    assert options(position, 0) == {"7+10", "8+9"}  # the 3 was noted automatically
    assert position.now.noted[0] == [1, 2, 1]


def test_pairings_with_equal_sums_are_one_option() -> None:
    position = play(start("extra", 1), "roll 1 1 2 2 6", "0 6a")
    assert options(position, 0) == {"2+4", "3+3"}
    assert refused(position, "0 way3") == "no-such-spelling"


def test_a_step_with_one_possibility_is_made_by_itself() -> None:
    position = play(extra_position({}, "1:1 3:1 6:1"), "roll 1 2 2 2 2")
    assert extra_rows(position) == {4: 2}
    assert position.now.noted[0] == [2, 1, 1]


@pytest.mark.parametrize(("before", "now"), [(7, 9), (8, 10), (9, 10), (10, 10)])
def test_two_equal_sums_cross_no_more_boxes_than_there_are(before: int, now: int) -> None:
    position = play(extra_position({4: before}, "1:1 3:1 6:1"), "roll 1 2 2 2 2")
    assert extra_rows(position) == {4: now}


def test_sums_of_full_rows_may_be_made() -> None:
    position = play(extra_position({2: 9}, ""), "roll 1 1 3 4 6", "0 3a", "0 2+10")
    assert extra_rows(position) == {2: 9, 10: 1}


@pytest.mark.parametrize(("noted", "is_out"), [(8, False), (9, True)])
def test_the_cross_on_a_last_box_ends_the_game_for_that_player(noted: int, is_out: bool) -> None:
    position = extra_position({}, f"1:{noted} 3:1 6:1", seats=2)
    position = play(position, "roll 1 2 2 2 4", "1 4a")
    assert extra_rows(position, 0) == {4: 1, 6: 1}
    assert (not position.now.playing & 1) is is_out
    assert position.phase != OVER


@pytest.mark.parametrize(("sheet", "lengths"), [("extra", (10, 9, 8)), ("classic", (8, 8, 8))])
def test_columns_are_as_long_as_printed(sheet: str, lengths: tuple[int, ...]) -> None:
    for column, length in enumerate(lengths):
        for crosses, over in ((length - 2, False), (length - 1, True)):
            drawn = [f"{face}:1" for face in (1, 3, 6)]
            drawn[column] = f"2:{crosses}"
            position = play(extra_position({}, " ".join(drawn), sheet=sheet), "roll 2 4 4 4 4")
            assert (position.phase == OVER) is over


def test_the_throw_passes_to_the_next_player_still_in_the_game() -> None:
    position = extra_position({}, "1:9 3:1 6:1", seats=3)
    position = play(position, "roll 1 2 2 2 2", "1 1a", "2 1a")
    assert position.active == 1
    position = play(position, "roll 1 1 1 1 1")
    assert position.active == 2
    assert play(position, "roll 1 1 1 1 1").active == 1


def test_the_game_ends_when_all_are_out() -> None:
    position = play(extra_position({}, "1:9 3:1 6:1"), "roll 1 2 2 2 2")
    assert endings(position) == ("all-are-out",)


@pytest.mark.parametrize(
    ("sheet", "total", "minus", "points"),
    [("extra", 2, 3, 100), ("extra", 5, 5, 50), ("extra", 7, 7, 30), ("extra", 12, 3, 100)]
    + [("classic", total, 4, points) for total, points in ((2, 100), (3, 70), (7, 30), (9, 50))],
)
def test_a_row_scores_by_the_last_box_reached(sheet: str, total: int, minus: int, points: int) -> None:
    by_crosses = [0] + [-200] * minus + [points * factor for factor in range(6)]
    for crosses, score in enumerate(by_crosses):
        assert scores(extra_position({total: crosses}, sheet=sheet)) == (score,)


def test_the_fifth_die_comes_before_the_pairs_and_is_then_settled() -> None:
    position = play(start("extra", 2), "roll 1 2 2 3 5")
    assert [refused(position, f"0 way{way}") for way in (1, 2, 3)] == ["fifth-die-first"] * 3
    position = play(position, "0 3b")
    assert refused(position, "0 3b") == "fifth-die-is-settled"


def test_what_is_asked_and_what_the_options_do() -> None:
    position = play(start("extra", 1), "roll 1 2 2 3 5")
    assert position.rules.question(position.now, 0) == ("fifth-die", {})
    assert described(position, "3b") == ("note", {"face": 3, "column": "b"})
    position = play(position, "0 3b")
    assert position.rules.question(position.now, 0) == ("pair", {"fifth": 3, "when": "chosen"})
    assert described(position, "4+6") == ("sums", {"low": 4, "high": 6, "fifth": 3, "when": "noted"})
    assert described(position, "3+7") == ("sums", {"low": 3, "high": 7, "fifth": 3, "when": "noted"})
    free = play(extra_position({}, "1:1 3:1 6:1"), "roll 2 4 5 5 5")
    assert described(free, "5-") == ("leave", {"face": 5})
    assert described(free, "2-") == ("leave", {"face": 2})
    assert described(play(free, "0 2-"), "9+10") == ("sums", {"low": 9, "high": 10, "fifth": 2, "when": "left"})


def test_the_question_says_which_own_numbers_came() -> None:
    def asked(columns: str, *lines: str) -> object:
        position = play(extra_position({}, columns), *lines)
        return position.rules.question(position.now, 0)

    assert asked("1:1 3:1 6:1", "roll 1 2 3 4 5") == ("fifth-die", {"when": "own", "faces": "1 3"})
    assert asked("1:1 3:1 6:1", "roll 1 2 3 4 5", "0 3b") == ("pair", {"fifth": 3, "when": "chosen"})
    assert asked("1:1 3:1 6:1", "roll 1 2 4 4 5") == ("pair", {"fifth": 1, "when": "own"})
    assert asked("1:1 3:1", "roll 1 2 4 4 5", "0 4c") == ("pair", {"fifth": 4, "when": "chosen"})


def test_an_option_marks_the_next_box_of_its_column() -> None:
    position = play(extra_position({}, "1:4 3:1"), "roll 1 3 4 5 6")
    cells = {text: position.rules.cell(position.now, 0, parse_option(position, 0, text)) for text in ("1a", "3b", "4c")}
    assert cells == {"1a": "a5", "3b": "b2", "4c": "c1"}


def test_points_are_told_by_row() -> None:
    position = extra_position({2: 5, 7: 1, 12: 6})
    assert parts(position, 0) == (100, 0, 0, 0, 0, -200, 0, 0, 0, 0, 200)


def test_the_dice_of_the_fifth_and_of_the_pairs() -> None:
    position = play(start("extra", 2), "roll 1 2 3 5 6")
    assert dice_of(position, "1a") == [["die1"]]
    assert dice_of(position, "5b") == [["die4"]]
    assert dice_of(position, "way1") == []
    assert ending_option(position) == ""
    position = play(position, "0 5b")
    assert dice_of(position, "3+9") == [["die1", "die2"], ["die3", "die5"]]
    assert dice_of(position, "4+8") == [["die1", "die3"], ["die2", "die5"]]
    assert dice_of(position, "5+7") == [["die1", "die5"], ["die2", "die3"]]


def test_the_bounds_within_which_a_designer_may_change_the_numbers() -> None:
    rules = GAMES["extra"]
    assert {name: (numbers.least, numbers.most) for name, numbers in rules.NUMBERS.items()} == {
        "minus": (0, 10000),
        "row_points": (-1000, 1000),
        "columns": (-7, 20),
    }
