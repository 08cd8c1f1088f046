"""Extra! judged by the rulebook and the rulings page alone, without a look at the program."""

from __future__ import annotations

import random
from itertools import permutations

import pytest

from cinquina.core import IllegalMove, IllegalSetup, Position, dice_to_throw, seen_by, undo
from kit import endings, marks, options, places, play, refused, scores, start

ONES = "roll 1 1 1 1 1"

POINTS = {2: 100, 3: 70, 4: 60, 5: 50, 6: 40, 7: 30, 8: 40, 9: 50, 10: 60, 11: 70, 12: 100}
UNDER = {
    "extra": {2: 3, 3: 3, 4: 4, 5: 5, 6: 7, 7: 7, 8: 7, 9: 5, 10: 4, 11: 3, 12: 3},
    "classic": dict.fromkeys(range(2, 13), 4),
}
LENGTH = {"extra": {"a": 10, "b": 9, "c": 8}, "classic": {"a": 8, "b": 8, "c": 8}}
SHEETS = ["extra", "classic"]


# --- helpers -------------------------------------------------------------------------------------------


def solo(**rules: str) -> Position:
    return start("extra", 1, **rules)


def fixed(game: Position, *numbers: int, filler: int) -> Position:
    """Every seat fixes these numbers in a, b, c, each from a throw whose other dice are four fillers."""
    for column, number in zip("abc", numbers, strict=False):
        game = play(game, f"roll {number} {filler} {filler} {filler} {filler}")
        for seat in game.waiting:
            game = play(game, f"{seat} {number}{column}")
    return game


def ones(game: Position, columns: str, throws: int) -> Position:
    """This many throws of five ones; seat by seat the column the ones are noted in, chosen at the first."""
    for number in range(throws):
        game = play(game, ONES)
        if number == 0:
            game = play(game, *(f"{seat} 1{column}" for seat, column in enumerate(columns)))
    return game


def notes(game: Position, seat: int, lines: str) -> Position:
    """A throw and then the steps of one seat: `1 2 2 3 5: 3a 4+6`."""
    faces, steps = lines.split(":")
    return play(game, f"roll {faces}", *(f"{seat} {step}" for step in steps.split()))


def columns(game: Position, seat: int) -> dict[str, str]:
    """Only the three Extra columns of a sheet."""
    return {cell: mark for cell, mark in marks(game, seat).items() if cell[0] in "abc"}


def crosses(game: Position, seat: int, row: int) -> int:
    found = {cell for cell in marks(game, seat) if cell.startswith(f"{row}.")}
    assert found == {f"{row}.{box}" for box in range(1, len(found) + 1)}, "filled from the left, no gaps"
    return len(found)


def row_worth(sheet: str, row: int, count: int) -> int:
    under = UNDER[sheet][row]
    if count == 0:
        return 0
    if count <= under:
        return -200
    return POINTS[row] * (count - under - 1)


def pairings(dice: list[int]) -> set[str]:
    """The two sums of four dice, in all ways."""
    return {f"{min(w + x, y + z)}+{max(w + x, y + z)}" for w, x, y, z in permutations(dice)}


def fifth_dice(heads: dict[str, int], faces: list[int]) -> set[str]:
    """What the fifth die may be and where it may go, told slowly."""
    found = set()
    for face in faces:
        where = [column for column, number in heads.items() if number == face]
        if where:
            found.add(f"{face}{where[0]}")
        elif len(heads) < 3:
            found |= {f"{face}{column}" for column in "abc" if column not in heads}
        elif not any(number in faces for number in heads.values()):
            found.add(f"{face}-")
    return found


# --- the worked examples ---------------------------------------------------------------------------------


def test_example_maria_decides_for_4_6_and_3_from_1_2_2_3_5() -> None:
    game = play(solo(), "roll 1 2 2 3 5", "0 3b")
    assert options(game, 0) == {"3+7", "4+6"}
    game = play(game, "0 4+6")
    assert marks(game, 0) == {"4.1": "x", "6.1": "x", "b0": "3", "b1": "x"}


def test_example_maria_with_1_3_and_6_notes_nothing_from_2_4_5_5_5() -> None:
    game = fixed(solo(), 1, 3, 6, filler=5)
    before = columns(game, 0)
    assert before == {"a0": "1", "a1": "x", "b0": "3", "b1": "x", "c0": "6", "c1": "x"}
    game = play(game, "roll 2 4 5 5 5")
    assert options(game, 0) == {"2-", "4-", "5-"}
    five = play(game, "0 5-")
    assert options(five, 0) == {"6+10", "7+9"}
    five = play(five, "0 7+9")
    assert columns(five, 0) == before
    assert (crosses(five, 0, 7), crosses(five, 0, 9), crosses(five, 0, 10)) == (1, 1, 6)
    two = play(game, "0 2-")  # 4 5 5 5 pair in one way only
    assert two.phase == 0
    assert columns(two, 0) == before
    assert (crosses(two, 0, 9), crosses(two, 0, 10)) == (1, 7)
    four = play(game, "0 4-")
    assert columns(four, 0) == before
    assert (crosses(four, 0, 7), crosses(four, 0, 10)) == (1, 7)


# --- seats, beginning, turns -----------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [1, 2, 3, 4, 5, 6])
def test_one_to_six_players_and_every_throw_counts_for_all(seats: int) -> None:
    game = start("extra", seats)
    assert len(dice_to_throw(game)) == 5
    game = play(game, "roll 1 2 2 3 5")
    assert game.waiting == tuple(range(seats))
    first = {f"{face}{column}" for face in (1, 2, 3, 5) for column in "abc"}
    assert all(options(game, seat) == first for seat in range(seats))
    for seat in reversed(range(seats)):
        assert (game.phase, game.active) == (1, 0)
        game = play(game, f"{seat} 3a", f"{seat} 4+6")
    assert (game.phase, game.active, game.waiting) == (0, 1 % seats, ())


@pytest.mark.parametrize("seats", [0, 7])
def test_nobody_plays_with_no_or_with_seven_players(seats: int) -> None:
    with pytest.raises(IllegalSetup):
        start("extra", seats)


def test_there_is_no_third_sheet() -> None:
    with pytest.raises(IllegalSetup):
        start("extra", 2, sheet="deluxe")


def test_the_turn_passes_clockwise_from_the_one_who_begins() -> None:
    game = play(start("extra", 3, begins="lot"), "begins 1")
    throwers = [game.active]
    for throw in range(4):
        game = play(game, ONES)
        if throw == 0:
            game = play(game, "0 1a", "1 1a", "2 1a")
        throwers.append(game.active)
    assert throwers == [1, 2, 0, 1, 2]


def test_one_player_alone_throws_every_time() -> None:
    game = solo()
    for throw in range(10):
        assert (game.active, game.phase) == (0, 0)
        game = ones(game, "a", 1) if throw == 0 else play(game, ONES)
    assert game.phase == 2


def test_exactly_five_dice_with_faces_one_to_six_are_thrown() -> None:
    game = solo()
    for wrong in ("roll 1 2 3 4", "roll 1 2 3 4 5 6", "roll 1 2 3 4 7", "roll 0 1 2 3 4"):
        assert refused(game, wrong)


def test_the_next_throw_waits_until_everybody_has_noted() -> None:
    game = play(start("extra", 2), "roll 1 2 2 3 5", "1 3a", "1 4+6")
    assert refused(game, ONES)
    game = play(game, "0 5b")
    assert game.phase == 1
    assert refused(game, ONES)
    game = play(game, "0 3+5")
    assert game.phase == 0


def test_nothing_is_noted_before_the_throw() -> None:
    assert options(solo(), 0) == set()
    assert refused(solo(), "0 1a")


def test_players_use_the_same_throw_each_in_their_own_way() -> None:
    game = play(start("extra", 3), "roll 1 2 2 3 5", "0 3a", "0 4+6", "1 3c", "1 3+7", "2 1b", "2 4+8")
    assert marks(game, 0) == {"4.1": "x", "6.1": "x", "a0": "3", "a1": "x"}
    assert marks(game, 1) == {"3.1": "x", "7.1": "x", "c0": "3", "c1": "x"}
    assert marks(game, 2) == {"4.1": "x", "8.1": "x", "b0": "1", "b1": "x"}


def test_the_order_in_which_players_note_makes_no_difference() -> None:
    steps = {0: ["3a", "4+6"], 1: ["5c", "3+5"], 2: ["2b", "4+7"]}
    results = []
    for order in permutations([0, 0, 1, 1, 2, 2]):
        game, left = play(start("extra", 3), "roll 1 2 2 3 5"), {seat: list(s) for seat, s in steps.items()}
        for seat in order:
            game = play(game, f"{seat} {left[seat].pop(0)}")
        results.append([marks(game, seat) for seat in range(3)])
    assert all(result == results[0] for result in results)
    assert results[0][2] == {"4.1": "x", "7.1": "x", "b0": "2", "b1": "x"}


def test_combinations_are_told_only_when_all_have_noted() -> None:
    game = play(start("extra", 2), "roll 1 2 2 3 5", "0 3a", "0 4+6")
    assert marks(seen_by(game, 1).position, 0) == {}
    assert "4.1" in marks(seen_by(game, 0).position, 0)
    game = play(game, "1 3a", "1 3+7")
    assert marks(seen_by(game, 1).position, 0) == {"4.1": "x", "6.1": "x", "a0": "3", "a1": "x"}


def test_a_fifth_die_taken_back_leaves_no_number_behind() -> None:
    game = play(start("extra", 2), "roll 1 2 2 3 5")
    again = undo(play(game, "0 3a"), 0)
    assert marks(again, 0) == {}
    assert options(again, 0) == options(game, 0)
    with pytest.raises(IllegalMove):
        undo(again, 1)


# --- the fifth die: while fewer than three numbers are fixed ---------------------------------------------


def test_a_new_number_stands_at_the_head_and_takes_the_first_box_at_once() -> None:
    for column in "abc":
        game = play(solo(), ONES, f"0 1{column}")
        assert columns(game, 0) == {f"{column}0": "1", f"{column}1": "x"}


def test_the_fifth_die_must_be_noted_while_fewer_than_three_numbers_are_fixed() -> None:
    for numbers in ((), (1,), (1, 3)):
        game = play(fixed(solo(), *numbers, filler=6), "roll 2 2 4 4 5")
        free = "abc"[len(numbers) :]
        assert options(game, 0) == {f"{face}{column}" for face in (2, 4, 5) for column in free}
        for face in (2, 4, 5):
            assert refused(game, f"0 {face}-")


def test_nobody_is_obliged_to_note_a_fixed_number_while_fewer_than_three_are_fixed() -> None:
    one = play(fixed(solo(), 1, filler=6), "roll 1 1 2 3 3")
    assert options(one, 0) == {"1a", "2b", "2c", "3b", "3c"}
    two = play(fixed(solo(), 1, 3, filler=6), "roll 1 1 2 3 3")
    assert options(two, 0) == {"1a", "3b", "2c"}


def test_a_fixed_number_has_only_its_own_column() -> None:
    game = play(solo(), ONES, "0 1b", "roll 1 2 2 3 5")
    assert {option for option in options(game, 0) if option.startswith("1")} == {"1b"}
    assert refused(game, "0 1a")
    assert refused(game, "0 1c")


def test_a_column_has_only_one_number() -> None:
    game = play(solo(), ONES, "0 1b", "roll 1 2 2 3 5")
    for face in (2, 3, 5):
        assert refused(game, f"0 {face}b")


def test_with_two_numbers_fixed_and_only_these_thrown_one_of_them_is_noted() -> None:
    game = play(fixed(solo(), 1, 3, filler=6), "roll 1 1 3 3 3")
    assert options(game, 0) == {"1a", "3b"}
    game = play(game, "0 3b", "0 4+4")
    assert columns(game, 0) == {"a0": "1", "a1": "x", "b0": "3", "b1": "x", "b2": "x"}


def test_a_fourth_number_is_never_fixed() -> None:
    game = play(fixed(solo(), 1, 3, 6, filler=5), "roll 1 2 2 4 4")
    for wrong in ("2a", "2b", "2c", "4a", "4b", "4c"):
        assert refused(game, f"0 {wrong}")


def test_a_die_not_thrown_is_not_noted() -> None:
    game = play(solo(), "roll 1 2 2 3 5")
    assert refused(game, "0 4a")
    assert refused(game, "0 6c")


def test_the_die_noted_as_extra_is_not_in_a_sum() -> None:
    game = play(solo(), "roll 1 2 2 3 5")
    assert options(play(game, "0 5a"), 0) == {"3+5", "4+4"}
    assert options(play(game, "0 2a"), 0) == {"3+8", "4+7", "5+6"}
    assert refused(play(game, "0 5a"), "0 3+8")


def test_of_two_equal_dice_one_is_noted_and_the_other_is_in_a_sum() -> None:
    game = play(fixed(solo(), 1, filler=6), "roll 1 1 2 4 6", "0 1a")
    assert options(game, 0) == {"3+10", "5+8", "6+7"}
    game = play(game, "0 3+10")
    assert columns(game, 0) == {"a0": "1", "a1": "x", "a2": "x"}
    assert crosses(game, 0, 3) == 1


# --- the fifth die: three numbers fixed ------------------------------------------------------------------


def test_the_only_own_number_of_a_throw_must_be_noted() -> None:
    game = play(fixed(solo(), 1, 3, 6, filler=5), "roll 2 3 4 5 5")
    assert columns(game, 0)["b2"] == "x"
    assert options(game, 0) == {"6+10", "7+9"}
    for wrong in ("0 2-", "0 3-", "0 5-", "0 5+5", "0 7+10"):
        assert refused(game, wrong)


def test_the_only_own_number_thrown_twice_is_noted_once() -> None:
    game = play(fixed(solo(), 1, 3, 6, filler=5), "roll 3 3 2 4 5")
    assert options(game, 0) == {"5+9", "6+8", "7+7"}
    game = play(game, "0 7+7")
    assert columns(game, 0) == {"a0": "1", "a1": "x", "b0": "3", "b1": "x", "b2": "x", "c0": "6", "c1": "x"}
    assert crosses(game, 0, 7) == 2


def test_of_several_own_numbers_the_player_chooses_which_one_is_noted() -> None:
    game = fixed(solo(), 1, 3, 6, filler=5)
    two = play(game, "roll 1 3 2 4 4")
    assert options(two, 0) == {"1a", "3b"}
    for wrong in ("1-", "2-", "3-", "4-", "2c"):
        assert refused(two, f"0 {wrong}")
    assert options(play(two, "0 1a"), 0) == {"5+8", "6+7"}
    assert options(play(two, "0 3b"), 0) == {"3+8", "5+6"}
    three = play(game, "roll 1 3 6 6 4")
    assert options(three, 0) == {"1a", "3b", "6c"}


def test_a_throw_of_own_numbers_only_is_no_free_throw() -> None:
    game = play(fixed(solo(), 1, 3, 6, filler=5), "roll 6 6 6 6 6")
    assert game.phase == 0
    assert columns(game, 0)["c2"] == "x"
    assert crosses(game, 0, 12) == 2


def test_a_free_throw_needs_three_fixed_numbers_of_ones_own() -> None:
    game = play(start("extra", 2), ONES, "0 1a", "1 1a", "roll 3 3 3 3 5", "0 3b", "1 3b")
    game = play(game, "roll 6 6 6 6 1", "0 6c", "1 1a", "roll 2 4 5 5 5")
    assert options(game, 0) == {"2-", "4-", "5-"}
    assert options(game, 1) == {"2c", "4c", "5c"}


def test_a_free_throw_marks_no_column_however_many_come() -> None:
    game = fixed(solo(), 1, 3, 6, filler=5)
    before = columns(game, 0)
    for _ in range(12):
        game = notes(game, 0, "2 2 4 4 5: 5- 4+8")
    assert columns(game, 0) == before
    assert endings(game) == ()


def test_the_number_fixed_as_the_third_binds_from_the_next_throw_on() -> None:
    game = fixed(solo(), 1, 3, filler=5)
    game = notes(game, 0, "2 2 4 4 6: 6c 4+8")
    game = play(game, "roll 2 2 4 4 6")
    assert columns(game, 0)["c2"] == "x"
    assert options(game, 0) == {"4+8", "6+6"}


# --- what happens by itself ------------------------------------------------------------------------------


def test_a_player_with_nothing_to_decide_is_not_asked() -> None:
    game = fixed(start("extra", 2), 1, 3, filler=5)
    game = play(game, "roll 6 5 5 5 5", "0 6c", "1 5c")
    game = play(game, "roll 6 2 2 2 2")  # forces the 6 on seat 0 and is a free throw for seat 1
    assert game.waiting == (1,)
    assert options(game, 1) == {"2-", "6-"}
    assert refused(game, "0 6c")
    game = play(game, "1 6-")
    assert columns(game, 0)["c2"] == "x"
    assert "c2" not in columns(game, 1)
    assert (crosses(game, 0, 4), crosses(game, 1, 4)) == (2, 2)


def test_a_throw_that_leaves_nobody_anything_to_decide_passes_by_itself() -> None:
    game = fixed(start("extra", 3), 1, 3, 6, filler=5)
    assert game.active == 0
    game = play(game, "roll 2 2 2 2 2")
    assert (game.phase, game.active, game.waiting) == (0, 1, ())
    assert [crosses(game, seat, 4) for seat in range(3)] == [2, 2, 2]


# --- the two sums ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rest", "sums"),
    [
        ("2 3 4 6", {"5+10", "6+9", "7+8"}),
        ("2 3 4 5", {"5+9", "6+8", "7+7"}),
        ("2 2 3 4", {"4+7", "5+6"}),
        ("2 2 3 3", {"4+6", "5+5"}),
    ],
)
def test_four_dice_make_two_sums_in_all_ways_and_equal_ways_are_one(rest: str, sums: set[str]) -> None:
    assert options(play(solo(), f"roll 1 {rest}", "0 1a"), 0) == sums


def test_four_dice_that_pair_in_one_way_pair_by_themselves() -> None:
    game = play(solo(), "roll 1 2 2 2 3", "0 1a")
    assert game.phase == 0
    assert (crosses(game, 0, 4), crosses(game, 0, 5)) == (1, 1)


def test_both_sums_are_compulsory() -> None:
    game = play(solo(), "roll 1 2 2 3 5", "0 3a")
    for wrong in ("pass", "done", "4", "6", "4+4", "6+6", "5+5"):
        assert refused(game, f"0 {wrong}")


def test_two_equal_sums_make_two_crosses_in_their_row() -> None:
    game = notes(solo(), 0, "1 2 5 3 4: 1a 7+7")
    assert marks(game, 0) == {"7.1": "x", "7.2": "x", "a0": "1", "a1": "x"}


@pytest.mark.parametrize("boxes_left", [2, 1, 0])
def test_two_equal_sums_cross_no_more_boxes_than_are_left(boxes_left: int) -> None:
    game = fixed(solo(), 1, 2, 3, filler=6)  # six crosses in row 12, which has nine boxes
    for _ in range(3 - boxes_left):
        game = notes(game, 0, "6 6 4 4 4: 4- 8+12")
    assert crosses(game, 0, 12) == 9 - boxes_left
    game = play(game, "roll 6 6 6 6 6")
    assert crosses(game, 0, 12) == 9
    assert row_worth("extra", 12, 9) == 500
    assert "12.10" not in marks(game, 0)


def test_the_sum_of_a_full_row_may_be_made_and_gives_no_cross() -> None:
    game = ones(solo(), "a", 5)
    assert crosses(game, 0, 2) == 9
    game = play(game, "roll 1 1 1 4 4")
    game = play(game, "0 1a")
    assert options(game, 0) == {"2+8", "5+5"}
    game = play(game, "0 2+8")
    assert crosses(game, 0, 2) == 9
    assert crosses(game, 0, 8) == 1


def test_a_full_row_does_not_free_a_player_from_making_a_choice_of_fifth_die() -> None:
    game = ones(solo(), "a", 6)
    game = play(game, "roll 1 1 1 1 4")
    assert options(game, 0) == {"1a", "4b", "4c"}


# --- the end ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("sheet", SHEETS)
@pytest.mark.parametrize("column", ["a", "b", "c"])
def test_the_cross_on_the_last_extra_box_ends_the_game_and_the_one_before_does_not(sheet: str, column: str) -> None:
    length = LENGTH[sheet][column]
    game = ones(solo(sheet=sheet), column, length - 1)
    assert (game.phase, endings(game)) == (0, ())
    assert f"{column}{length - 1}" in marks(game, 0)
    assert f"{column}{length}" not in marks(game, 0)
    game = play(game, ONES)
    assert game.phase == 2
    assert len(endings(game)) == 1
    assert set(columns(game, 0)) == {f"{column}{box}" for box in range(length + 1)}


def nearly_out() -> Position:
    """1, 2, 3 in columns a, b, c; one box of column c is left."""
    game = fixed(solo(), 1, 2, 3, filler=6)
    for _ in range(6):
        game = notes(game, 0, "3 4 4 5 5: 9+9")
    assert {"c7"} <= set(marks(game, 0))
    return game


def test_a_player_forced_to_the_last_box_is_out_and_both_sums_still_count() -> None:
    game = play(nearly_out(), "roll 3 4 5 5 6")
    assert game.phase == 1
    assert options(game, 0) == {"9+11", "10+10"}
    nines, tens = crosses(game, 0, 9), crosses(game, 0, 10)
    game = play(game, "0 10+10")
    assert game.phase == 2
    assert "c8" in marks(game, 0)
    assert (crosses(game, 0, 9), crosses(game, 0, 10)) == (nines, tens + 2)


def test_a_player_may_choose_the_last_box() -> None:
    game = play(nearly_out(), "roll 1 3 4 4 5")
    assert options(game, 0) == {"1a", "3c"}
    game = play(game, "0 3c", "0 5+9")
    assert game.phase == 2
    assert crosses(game, 0, 5) == 1


def test_a_player_may_choose_another_number_than_that_of_the_last_box() -> None:
    game = play(nearly_out(), "roll 1 3 4 4 5", "0 1a", "0 7+9")
    assert (game.phase, endings(game)) == (0, ())
    assert "c8" not in marks(game, 0)


def test_a_free_throw_never_ends_the_game() -> None:
    game = play(nearly_out(), "roll 4 4 4 4 4", "roll 6 6 6 6 6", "roll 5 5 5 5 5")
    assert game.phase == 0


def test_with_fewer_than_three_numbers_a_new_number_spares_the_last_box() -> None:
    game = play(ones(solo(), "c", 7), "roll 1 1 1 1 4")
    assert options(game, 0) == {"1c", "4a", "4b"}
    spared = play(game, "0 4b")
    assert spared.phase == 0
    out = play(game, "0 1c")
    assert out.phase == 2
    assert crosses(out, 0, 5) == 1


def test_the_others_go_on_and_the_one_who_is_out_notes_nothing_more() -> None:
    game = ones(start("extra", 3), "acb", 8)
    assert endings(game) == ()
    left = marks(game, 1)
    assert "c8" in left
    game = play(game, "roll 1 2 4 6 6")
    assert game.waiting == (0, 2)
    assert options(game, 1) == set()
    assert refused(game, "1 1c")
    assert refused(game, "1 2a")
    game = play(game, "0 2b", "0 7+10", "2 2c", "2 5+12")
    assert game.phase == 0
    assert marks(game, 1) == left


def test_one_who_is_out_keeps_the_points_while_the_others_go_on() -> None:
    game = ones(start("extra", 2), "ca", 8)
    for _ in range(3):
        game = play(game, "roll 4 4 4 4 6")
        assert game.waiting == (1,)
        game = play(game, "1 6b")
    assert scores(game)[0] == 500
    assert (crosses(game, 0, 8), crosses(game, 1, 8)) == (0, 6)


def test_the_throw_passes_to_the_next_player_still_in_the_game() -> None:
    game, throwers = start("extra", 6), []
    for throw in range(10):
        throwers.append(game.active)
        game = ones(game, "accbca", 1) if throw == 0 else play(game, ONES)
    # the eighth throw puts 1, 2 and 4 out, the ninth 3, the tenth 0 and 5
    assert throwers == [0, 1, 2, 3, 4, 5, 0, 1, 3, 5]
    assert game.phase == 2


def test_the_last_player_in_the_game_throws_every_time() -> None:
    game = ones(start("extra", 3), "cac", 8)
    throwers = []
    while game.phase != 2:
        throwers.append(game.active)
        game = play(game, ONES)
    assert throwers == [1, 1]


def test_the_game_ends_only_when_all_are_out() -> None:
    game = ones(start("extra", 3), "abc", 9)
    assert endings(game) == ()
    assert (game.phase, len(dice_to_throw(game))) == (0, 5)
    game = play(game, ONES)
    assert len(endings(game)) == 1
    assert (game.phase, game.waiting, len(dice_to_throw(game))) == (2, (), 0)
    assert refused(game, ONES)


def test_all_may_go_out_in_the_same_throw() -> None:
    game = ones(start("extra", 6), "cccccc", 8)
    assert game.phase == 2
    assert places(game) == [(1, (seat,), 500) for seat in range(6)]


# --- scoring ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("sheet", SHEETS)
@pytest.mark.parametrize("row", list(range(2, 13)))
def test_a_row_is_worth_its_points_times_the_highest_factor_and_minus_200_before(sheet: str, row: int) -> None:
    p = max(1, row - 6)
    q = row - p
    f = next(face for face in (2, 5, 3, 4) if face not in (p, q) and 2 * face != row)
    numbers = [face for face in range(1, 7) if face not in (p, q, f)][:3]
    game = fixed(solo(sheet=sheet), *numbers, filler=f)
    while crosses(game, 0, 2 * f) < UNDER[sheet][2 * f] + 6:
        game = play(game, f"roll {f} {f} {f} {f} {f}")
    base = POINTS[2 * f] * 5
    length = UNDER[sheet][row] + 6
    sums = f"{min(row, 2 * f)}+{max(row, 2 * f)}"
    assert scores(game) == (base,)
    for count in range(1, length + 1):
        game = notes(game, 0, f"{p} {q} {f} {f} {f}: {f}- {sums}")
        assert crosses(game, 0, row) == count
        assert scores(game) == (base + row_worth(sheet, row, count),)
    game = notes(game, 0, f"{p} {q} {f} {f} {f}: {f}- {sums}")
    assert crosses(game, 0, row) == length
    assert scores(game) == (base + 5 * POINTS[row],)


@pytest.mark.parametrize(("sheet", "total"), [("extra", 360), ("classic", 350)])
def test_the_rows_of_a_finished_sheet_add_up(sheet: str, total: int) -> None:
    game = fixed(solo(sheet=sheet), 1, 2, 3, filler=6)  # row 12: six crosses
    game = play(game, *["roll 4 4 4 4 4"] * 6)  # row 8: twelve (classic: full)
    game = play(game, *["roll 5 5 5 5 5"] * 2)  # row 10: four, still under -200
    for _ in range(3):
        game = notes(game, 0, "4 5 4 5 6: 6- 9+9")  # row 9: six
    game = play(game, *["roll 3 3 3 3 3"] * 7)  # row 6: full
    assert game.phase == 2
    # extra: 12 at x2, 8 at x4, 10 at -200, 9 on the 0, 6 at x5; classic: x1, x5, -200, x1, x5
    worth = {"extra": 200 + 160 - 200 + 0 + 200, "classic": 100 + 200 - 200 + 50 + 200}
    assert worth[sheet] == total
    assert scores(game) == (total,)


@pytest.mark.parametrize("sheet", SHEETS)
def test_every_row_begun_and_none_beyond_minus_200_makes_minus_2200(sheet: str) -> None:
    game = solo(sheet=sheet)
    for throw in (
        "1 1 1 1 2: 1c",
        "1 1 3 1 4: 1c 4+5",
        "1 1 5 1 6: 1c 6+7",
        "1 2 6 3 6: 1c 8+9",
        "1 4 6 5 6: 1c 10+11",
        "1 6 6 6 5: 1c",
        "1 2 5 2 5: 1c 7+7",
        "1 4 4 4 4: 1c",
    ):
        game = notes(game, 0, throw)
    assert game.phase == 2
    assert scores(game) == (-2200,)


def test_a_row_without_a_cross_scores_nothing() -> None:
    assert scores(solo()) == (0,)
    assert scores(ones(solo(), "a", 5)) == (500,)


def test_the_extra_columns_score_nothing() -> None:
    few, many = ones(solo(), "a", 5), ones(solo(), "a", 10)
    assert scores(few) == scores(many) == (500,)


def eight_throws(choices: list[str]) -> Position:
    """Eight throws of 1 2 2 4 4, all note the 1 in column c, each seat always makes the same sums."""
    game = start("extra", len(choices))
    for _ in range(8):
        game = play(game, "roll 1 2 2 4 4")
        for seat, sums in enumerate(choices):
            game = play(game, f"{seat} 1c", f"{seat} {sums}")
    return game


def test_the_highest_total_wins() -> None:
    game = eight_throws(["4+8", "6+6"])
    assert scores(game) == (180, 200)  # row 4 at x3 and row 8 on the 0; row 6 full
    assert places(game) == [(1, (1,), 200), (2, (0,), 180)]


def test_equal_points_share_a_place() -> None:
    behind = places(eight_throws(["4+8", "6+6", "4+8"]))
    assert sorted(behind) == [(1, (1,), 200), (2, (0,), 180), (2, (2,), 180)]
    ahead = places(eight_throws(["6+6", "4+8", "6+6"]))
    assert [(place, score) for place, _, score in ahead][:2] == [(1, 200), (1, 200)]


def test_one_who_is_out_early_may_win() -> None:
    game = ones(start("extra", 2), "ca", 8)
    game = play(game, "roll 1 3 4 4 5", "1 1a", "1 7+9", "roll 1 3 4 4 5", "1 1a", "1 8+8")
    assert game.phase == 2
    assert scores(game) == (500, 500 - 3 * 200)
    assert places(game) == [(1, (0,), 500), (2, (1,), -100)]


# --- whole games, told again slowly ----------------------------------------------------------------------


@pytest.mark.parametrize("sheet", SHEETS)
@pytest.mark.parametrize("seats", [1, 2, 3, 4, 5, 6])
def test_whole_games_offer_and_mark_exactly_what_the_rulebook_says(seats: int, sheet: str) -> None:
    luck = random.Random(100 * seats + len(sheet))
    for _ in range(4):
        whole_game(luck, seats, sheet)


def whole_game(luck: random.Random, seats: int, sheet: str) -> None:
    game = start("extra", seats, sheet=sheet)
    heads: list[dict[str, int]] = [{} for _ in range(seats)]
    noted = [dict.fromkeys("abc", 0) for _ in range(seats)]
    rows = [dict.fromkeys(range(2, 13), 0) for _ in range(seats)]
    inside, thrower = list(range(seats)), 0
    while inside:
        assert (game.phase, game.active, endings(game)) == (0, thrower, ())
        faces = [luck.randint(1, 6) for _ in range(5)]
        game = play(game, "roll " + " ".join(map(str, faces)))
        asked = [seat for seat in inside if decides(heads[seat], faces)]
        assert list(game.waiting) == asked
        luck.shuffle(asked)
        for seat in [*asked, *(seat for seat in inside if seat not in asked)]:
            game, die = step(luck, game, seat, fifth_dice(heads[seat], faces))
            if die[1] != "-":
                heads[seat][die[1]] = int(die[0])
                noted[seat][die[1]] += 1
            rest = list(faces)
            rest.remove(int(die[0]))
            game, sums = step(luck, game, seat, pairings(rest))
            for row in map(int, sums.split("+")):
                rows[seat][row] = min(rows[seat][row] + 1, UNDER[sheet][row] + 6)
        for seat in range(seats):
            paper = {f"{row}.{box + 1}": "x" for row in rows[seat] for box in range(rows[seat][row])}
            paper |= {f"{column}{box + 1}": "x" for column in "abc" for box in range(noted[seat][column])}
            paper |= {f"{column}0": str(number) for column, number in heads[seat].items()}
            assert marks(game, seat) == paper
        inside = [s for s in inside if all(noted[s][column] < LENGTH[sheet][column] for column in "abc")]
        ring = [(thrower + ahead) % seats for ahead in range(1, seats + 1)]
        thrower = next((seat for seat in ring if seat in inside), thrower)
    assert game.phase == 2
    assert scores(game) == tuple(
        sum(row_worth(sheet, row, count) for row, count in rows[seat].items()) for seat in range(seats)
    )


def decides(heads: dict[str, int], faces: list[int]) -> bool:
    """Whether a throw leaves anything to decide."""
    dice = fifth_dice(heads, faces)
    rest = list(faces)
    rest.remove(int(min(dice)[0]))
    return len(dice) > 1 or len(pairings(rest)) > 1


def step(luck: random.Random, game: Position, seat: int, allowed: set[str]) -> tuple[Position, str]:
    """One step of one seat: asked when there is a choice, and offered exactly what is allowed."""
    chosen = luck.choice(sorted(allowed))
    if len(allowed) > 1:
        assert options(game, seat) == allowed
        game = play(game, f"{seat} {chosen}")
    return game, chosen
