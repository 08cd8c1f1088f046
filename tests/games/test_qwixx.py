"""Qwixx, rule by rule: draw the sheet, play a line, draw the sheet again."""

from __future__ import annotations

import pytest

from cinquina.core import OVER, dice_to_throw, parts, ranking
from cinquina.games import GAMES
from kit import described, dice_asked, dice_of, ending_option, endings, options, play, refused, scores, start
from pictures import qwixx_position, qwixx_rows

FIVE_RED = "red xxxxx......"


def test_example_skipped_numbers_are_lost() -> None:
    """The rulebook's first picture: red 5 and 7 are crossed, so 2, 3, 4 and 6 are lost."""
    position = play(qwixx_position("red ...x.x....."), "roll 3 3 1 1 1 1")
    assert "r6" not in options(position, 0)
    assert refused(position, "0 r6") == "left-of-a-cross"
    assert "y6" in options(position, 0)


def test_example_yellow_goes_on_with_11_and_12_and_green_right_of_6() -> None:
    position = qwixx_position("yellow ........x..", "green ......x....", "blue ..x........")
    open_at = {total: options(play(position, f"roll {total - 6} 6 1 1 1 1"), 0) for total in range(7, 12)}
    assert "y11" in open_at[11]
    assert "y10" not in open_at[10]
    assert {"g7", "b10"} & (open_at[7] | open_at[10]) == set()
    assert "b9" in open_at[9]


def test_example_max_says_five() -> None:
    """Emma takes the yellow 5, Max the red one and later the blue 10, Laura and Lino nothing."""
    position = play(start("qwixx", 4), "roll 1 4 3 2 1 6", "2 pass", "1 y5", "0 r5", "3 pass", "0 b10")
    assert qwixx_rows(position, 0) == ["red ...x........", "blue ..x........."]
    assert qwixx_rows(position, 1) == ["yellow ...x........"]
    assert qwixx_rows(position, 2) == qwixx_rows(position, 3) == []
    assert position.active == 1


def test_example_laura_crosses_green_2_and_the_lock() -> None:
    position = qwixx_position("green xxxxx......", others=((), ()))
    position = play(position, "roll 1 1 6 6 6 6", "0 g2", "1 pass", "2 pass", "0 pass")
    assert qwixx_rows(position, 0) == ["green xxxxx.....xx"]
    assert "green" not in dice_to_throw(position)


def test_example_two_rows_more_close_at_once_after_blue() -> None:
    """Blue is closed already; with a twelve Max closes red and Lino closes yellow in the same action."""
    position = qwixx_position("blue xxxxxxxxxxxx", others=((FIVE_RED,), ("yellow xxxxx......",), ()), penalties=3)
    position = play(position, "roll 6 6 1 1 1", "0 pass", "1 r12", "3 pass", "2 y12")
    assert endings(position) == ("two-rows-closed",)
    assert qwixx_rows(position, 1) == ["red xxxxx.....xx"]
    assert qwixx_rows(position, 2) == ["yellow xxxxx.....xx"]
    assert scores(position)[0] == 78 - 15


def test_example_lauras_70_points() -> None:
    position = qwixx_position(
        "red xxxx.......", "yellow xxx........", "green xxxxxxx....", "blue xxxxxxxx...", penalties=2
    )
    assert scores(position) == (70,)


@pytest.mark.parametrize(("row", "allowed"), [("red xxxx.......", False), (FIVE_RED, True)])
def test_the_last_cell_needs_five_crosses_before_it(row: str, allowed: bool) -> None:
    position = play(qwixx_position(row), "roll 6 6 1 1 1 1")
    assert ("r12" in options(position, 0)) is allowed
    if not allowed:
        assert refused(position, "0 r12") == "last-cell-needs-five"


def test_a_cross_of_action_1_counts_towards_the_five() -> None:
    position = play(qwixx_position("red xxxx......."), "roll 6 6 6 1 1 1")
    assert "r12" not in options(position, 0)
    position = play(qwixx_position("red xxxx......."), "roll 5 6 6 1 1 1", "0 r11")
    assert "r12" in options(position, 0)


def test_several_players_may_close_the_same_row_in_action_1() -> None:
    position = qwixx_position(FIVE_RED, others=((FIVE_RED,), ("red xxxx.......",)))
    position = play(position, "roll 6 6 1 2 3 4")
    assert "r12" not in options(position, 2)
    position = play(position, "0 r12", "1 r12", "2 pass")
    assert qwixx_rows(position, 0) == qwixx_rows(position, 1) == ["red xxxxx.....xx"]
    assert endings(position) == ()


def test_a_row_closed_in_action_1_takes_its_die_out_before_action_2() -> None:
    position = qwixx_position("red xxxxxx.....", others=((FIVE_RED,),))
    position = play(position, "roll 6 6 3 1 1 1", "0 pass", "1 r12")
    assert "r9" not in options(position, 0)
    assert refused(position, "0 r9") == "row-closed"


def test_with_late_die_the_closed_row_is_open_for_the_active_player_until_the_turn_ends() -> None:
    position = qwixx_position("red xxxxxx.....", others=((FIVE_RED,),), late_die="on")
    position = play(position, "roll 6 6 6 1 1 1", "0 pass", "1 r12")
    assert "r12" in options(position, 0)
    position = play(position, "0 r12")
    assert qwixx_rows(position, 0) == ["red xxxxxx....xx"]
    assert "red" not in dice_to_throw(position)
    assert endings(position) == ()


def test_with_late_die_two_rows_closed_in_action_1_still_end_the_game() -> None:
    position = qwixx_position(FIVE_RED, others=(("yellow xxxxx......",),), late_die="on")
    assert endings(play(position, "roll 6 6 1 1 1 1", "0 r12", "1 y12")) == ("two-rows-closed",)


def test_two_rows_closed_in_action_1_end_the_game_without_action_2_or_penalty() -> None:
    position = qwixx_position(others=((FIVE_RED,), ("yellow xxxxx......",)), penalties=3)
    position = play(position, "roll 6 6 3 3 3 3", "0 pass", "1 r12", "2 y12")
    assert position.phase == OVER
    assert endings(position) == ("two-rows-closed",)
    assert scores(position)[0] == -15


def test_a_second_row_closed_in_action_2_ends_the_game() -> None:
    position = qwixx_position(FIVE_RED, others=(("blue xxxxxxxxxxxx",),))
    position = play(position, "roll 6 5 6 1 1", "0 pass", "1 pass", "0 r12")
    assert endings(position) == ("two-rows-closed",)


@pytest.mark.parametrize(("before", "over"), [(2, False), (3, True)])
def test_the_fourth_penalty_ends_the_game_and_the_third_does_not(before: int, over: bool) -> None:
    position = play(qwixx_position(penalties=before), "roll 6 6 1 1 1 1", "0 pass", "0 pass")
    assert (position.phase == OVER) is over
    assert scores(position) == (-5 * (before + 1),)


def test_only_the_active_player_takes_a_penalty() -> None:
    position = play(start("qwixx", 2), "roll 1 1 5 5 5 5", "0 pass", "1 pass", "0 pass")
    assert scores(position) == (-5, 0)


def test_nobody_is_asked_who_can_only_pass() -> None:
    position = qwixx_position(
        others=(("red ..........x", "yellow ..........x", "green xxxxxxxxxx.", "blue xxxxxxxxxx."),)
    )
    position = play(position, "roll 3 3 1 1 1 1")
    assert position.waiting == (0,)


def test_a_lock_cannot_be_crossed_alone() -> None:
    position = play(qwixx_position(FIVE_RED), "roll 6 6 1 1 1 1")
    assert refused(position, "0 r-lock") == "the-lock-follows-the-last-cell"


def test_on_mixx_numbers_the_last_cell_is_the_one_printed_last() -> None:
    position = play(qwixx_position(FIVE_RED, sheet="mixx-numbers"), "roll 5 6 1 1 1 1", "0 r11")
    assert qwixx_rows(position, 0) == ["red xxxxx.....xx"]


def test_on_mixx_colours_a_colour_whose_die_has_left_is_crossed_with_the_white_sum_only() -> None:
    """Row 1 ends in red, so closing it removes the red die; two white dice can still cross the red 2 of row 2."""
    closed = qwixx_position("red xxxxxxxxxxxx", sheet="mixx-colours")
    assert "red" not in dice_to_throw(closed)
    position = play(closed, "roll 1 1 4 4 4")
    assert "r2" in options(position, 0)
    position = play(position, "0 pass")
    assert not any(option.startswith("r") for option in options(position, 0))


def test_equal_points_share_a_place_and_the_next_one_counts_them() -> None:
    position = qwixx_position("red x..........", others=(("blue x..........",), (), ()))
    assert [(standing.place, standing.seats) for standing in ranking(position)] == [
        (1, (0,)),
        (1, (1,)),
        (3, (2,)),
        (3, (3,)),
    ]


def test_what_is_asked_and_what_the_options_do() -> None:
    position = play(start("qwixx", 1), "roll 1 4 3 6 2 6")
    assert position.rules.question(position.now, 0) == ("white-sum-own", {"sum": 5})
    assert described(position, "r5") == ("cross", {"cell": "r5"})
    assert described(position, "pass") == ("pass", {})
    position = play(position, "0 r5")
    assert position.rules.question(position.now, 0) == ("white-and-colour", {})


def test_what_forbids_a_cell_that_no_dice_give() -> None:
    position = play(qwixx_position("red x.........."), "roll 1 4 3 6 2 6")
    assert refused(position, "0 r2") == "already-crossed"
    position = play(position, "0 pass")
    assert refused(position, "0 r12") == "last-cell-needs-five"
    assert refused(position, "0 b12") == "not-a-white-and-a-coloured-die"


def test_at_the_end_closed_rows_and_their_dice_are_known() -> None:
    position = play(qwixx_position(FIVE_RED, others=(("yellow xxxxx......",),)), "roll 6 6 1 1 1 1", "0 r12", "1 y12")
    assert position.now.closed == 0xFFF_FFF
    assert position.now.gone == 0b1100


def test_points_are_told_by_row_and_penalties() -> None:
    position = qwixx_position(
        "red x..........", "yellow xx.........", "green xxx........", "blue xxxx.......", penalties=1
    )
    assert parts(position, 0) == (1, 3, 6, 10, -5)


# --- what a score is made of --------------------------------------------------------------------------------


def test_parts_go_by_colour_where_a_row_has_one_and_by_row_where_it_has_several() -> None:
    for sheet in ("classic", "mixx-numbers"):
        position = start("qwixx", 2, sheet=sheet)
        assert position.rules.part_names(position.now) == ("red", "yellow", "green", "blue", "penalties")
    mixed = start("qwixx", 2, sheet="mixx-colours")
    assert mixed.rules.part_names(mixed.now) == ("row1", "row2", "row3", "row4", "penalties")


def test_the_white_dice_are_asked_for_first_then_all_that_are_left() -> None:
    position = play(start("qwixx", 2), "roll 3 4 2 5 6 1")
    assert dice_asked(position) == ["white1", "white2"]
    assert dice_of(position, "r7") == [["white1", "white2"]]
    assert dice_of(position, "pass") == [[]]
    assert ending_option(position) == "pass"
    position = play(position, "0 pass", "1 pass")
    assert dice_asked(position) == ["white1", "white2", "red", "yellow", "green", "blue"]
    assert dice_of(position, "r5") == [["white1", "red"]]
    assert dice_of(position, "r6") == [["white2", "red"]]
    assert dice_of(position, "y8") == [["white1", "yellow"]]
    assert dice_of(position, "b5") == [["white2", "blue"]]
    assert dice_of(position, "pass") == [[]]


def test_the_die_of_a_closed_row_is_not_asked_for() -> None:
    position = play(qwixx_position("blue xxxxxxxxxxxx"), "roll 3 4 2 5 6", "0 pass")
    assert dice_asked(position) == ["white1", "white2", "red", "yellow", "green"]


def test_cells_left_of_a_cross_and_of_closed_rows_are_lost() -> None:
    position = qwixx_position("red ..x........", "blue xxxxxxxxxxxx")
    assert set(position.rules.lost(position.now, 0)) == {"r2", "r3"}
    other = qwixx_position("red ..x........", others=(("blue xxxxxxxxxxxx",),))
    assert set(other.rules.lost(other.now, 0)) == {"r2", "r3", *(f"b{number}" for number in range(2, 13))}


def test_the_bounds_within_which_a_designer_may_change_the_numbers() -> None:
    rules = GAMES["qwixx"]
    assert {name: (numbers.least, numbers.most) for name, numbers in rules.NUMBERS.items()} == {
        "penalty": (0, 100),
        "penalties": (1, 20),
        "lock_needs": (0, 10),
        "locks": (1, 4),
        "row_points": (-1000, 1000),
    }
