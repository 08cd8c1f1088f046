"""What Qwixx says about a sheet: why a cell is refused, rows that are closed, who ends the game; the cells lost."""

from __future__ import annotations

from cinquina.core import Position
from cinquina.games.qwixx import rules
from kit import dice_asked, endings, play, refused, start
from pictures import qwixx_position

FIVE_RED = "red xxxxx......"
BITS = rules.ROW_BITS


def question(position: Position) -> object:
    """Return the question to the first seat."""
    return position.rules.question(position.now, 0)


def test_the_last_cell_is_refused_by_the_number_of_crosses_agreed_on() -> None:
    throw = "roll 1 4 3 6 2 6"
    assert refused(play(qwixx_position("red xxx........"), throw), "0 r12") == "last-cell-needs-five"
    assert refused(play(qwixx_position("red xxx........", lock_needs="6"), throw), "0 r12") == "last-cell-needs-more"


def test_who_could_not_use_the_white_sum_is_told_so_in_action_2() -> None:
    nowhere = ("white-and-colour", {"sum": 5, "when": "nowhere"})
    lost = ("red .....x.....", "yellow .....x.....", "green xxxxxxxx...", "blue xxxxxxxx...")
    assert question(play(qwixx_position(*lost), "roll 1 4 3 6 2 2")) == nowhere
    closed = ("red .....x.....", "yellow .....x.....", "green .......x...")
    everywhere_else = qwixx_position(*closed, others=(("blue xxxxxxxxxxxx",),))
    assert question(play(everywhere_else, "roll 1 4 3 6 2", "1 pass")) == nowhere


def test_who_could_use_the_white_sum_is_only_asked_for_white_and_colour() -> None:
    plain: object = ("white-and-colour", {})
    fits_in_blue = qwixx_position("red .....x.....", "yellow .....x.....", "green xxxxxxx....")
    asked = play(fits_in_blue, "roll 4 1 3 6 2 2")
    assert question(asked) == ("white-sum-own", {"sum": 5})
    assert question(play(asked, "0 pass")) == plain
    assert question(play(asked, "0 b5")) == plain


def test_others_are_asked_for_the_white_sum_of_somebody_else() -> None:
    position = play(start("qwixx", 2), "roll 1 4 3 6 2 6")
    assert position.rules.question(position.now, 1) == ("white-sum", {"sum": 5})


def test_the_rows_that_a_seat_has_closed_itself() -> None:
    position = qwixx_position("red xxxxxx.....", others=(("blue xxxxxxxxxxxx",), ("red xxxxxxxxxxxx", "green x..")))
    assert [position.rules.closed(position.now, seat) for seat in range(3)] == [(), ("blue",), ("red",)]
    both = qwixx_position("yellow xxxxxxxxxxxx", "green xxxxxxxxxxxx")
    assert both.rules.closed(both.now, 0) == ("yellow", "green")


def test_the_points_of_the_rows_are_those_agreed_on() -> None:
    printed = start("qwixx", 1)
    points = (0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78)
    assert printed.rules.score_tables(printed.now) == {"row": points, "penalty": (-5,)}
    changed = start("qwixx", 1, penalty="7", row_points=",".join(map(str, range(13))))
    assert changed.rules.score_tables(changed.now) == {"row": tuple(range(13)), "penalty": (-7,)}


def test_a_game_is_ended_by_who_closed_its_last_row_or_has_the_penalties() -> None:
    position = qwixx_position(FIVE_RED, others=((FIVE_RED, "blue xxxxxxxxxxxx"), (FIVE_RED,)))
    before = play(position, "roll 6 6 1 1 1")
    now = play(before, "0 pass", "1 r12", "2 r12")
    assert endings(now) == ("two-rows-closed",)
    assert now.rules.enders(before.now, now.now, "two-rows-closed") == 0b110
    two = start("qwixx", 2).now.copy()
    two.active = 1
    assert now.rules.enders(two, two, "four-penalties") == 0b10
    assert now.rules.enders(two, two, "two-rows-closed") == 0


def test_both_white_dice_are_asked_for_in_action_1() -> None:
    assert dice_asked(play(start("qwixx", 1), "roll 1 4 3 6 2 6")) == ["white1", "white2"]


# --- the cells up to the last cross, looked at one by one -----------------------------------------------------


def cells_up_to_last_cross(row: int) -> int:
    """Return the cells of one row that have a cross at or right of them."""
    return sum(1 << cell for cell in range(BITS) if row >> cell)


def test_every_row_is_filled_up_to_its_last_cross_whatever_the_other_rows_have() -> None:
    everything = (1 << BITS) - 1
    for row in range(1 << BITS):
        for place in range(rules.ROWS):
            for beside in (0, everything):
                sheet = sum((row if other == place else beside) << other * BITS for other in range(rules.ROWS))
                filled = rules.up_to_last_cross(sheet)
                assert filled >> place * BITS & everything == cells_up_to_last_cross(row)
