"""What Extra! says about a throw: the boxes of an option, the steps without a choice, who leaves the game."""

from __future__ import annotations

import pytest

from cinquina.core import Position
from kit import dice_of, endings, parse_option, play, refused, start
from pictures import extra_position


def told(position: Position, spelled: str) -> tuple[str, ...]:
    """Return the boxes that an option is about."""
    return position.rules.told(position.now, 0, parse_option(position, 0, spelled))


def forced(before: Position, now: Position, spelled: str = "", seat: int = 0) -> list[tuple[str, dict[str, int | str]]]:
    """Return the steps without a choice after an option, or after a throw."""
    option = parse_option(before, seat, spelled) if spelled else -1
    return list(now.rules.forced_steps(before.now, now.now, seat, option))


def test_a_thrown_number_must_be_noted_while_a_column_is_free() -> None:
    position = play(start("extra", 1), "roll 1 2 2 3 5")
    assert refused(position, "0 1-") == "fifth-die-must-be-noted"
    assert refused(position, "0 5-") == "fifth-die-must-be-noted"
    fixed = play(extra_position({}, "1:1 3:1 6:1"), "roll 1 2 3 4 5")
    assert refused(fixed, "0 2-") == "a-fixed-number-must-be-noted"


def test_an_option_is_about_the_next_boxes_of_its_column_or_rows() -> None:
    position = play(extra_position({4: 3, 12: 1}, "5:2"), "roll 1 3 6 6 2")
    assert told(position, "1b") == ("b1", "b0")
    assert told(position, "1-") == ()
    position = play(position, "0 2b")
    assert told(position, "4+12") == ("4.4", "4.5", "12.2", "12.3")
    assert told(position, "7+9") == ("7.1", "7.2", "9.1", "9.2")
    fixed = play(extra_position({}, "1:4 3:2 6:1"), "roll 1 2 3 4 5")
    assert told(fixed, "1a") == ("a5", "a0")
    assert told(fixed, "3b") == ("b3", "b0")


@pytest.mark.parametrize(("crosses", "box"), [(8, "a9"), (9, "a10"), (10, "a10"), (12, "a10")])
def test_a_column_that_a_designer_made_longer_is_told_by_its_last_printed_box(crosses: int, box: str) -> None:
    position = play(extra_position({}, f"1:{crosses} 3:1", columns="5,0,0"), "roll 1 3 4 5 6")
    assert told(position, "1a") == (box, "a0")


@pytest.mark.parametrize(
    ("columns", "more", "over"),
    [
        ("1:8 3:1 6:1", "0,0,0", False),
        ("1:8 3:1 6:1", "-1,0,2", True),
        ("1:7 3:1 6:1", "-1,0,2", False),
        ("2:1 3:1 1:8", "-1,0,2", False),
        ("2:1 3:1 1:9", "-1,0,2", True),
        ("2:1 1:8 3:1", "-1,0,2", True),
    ],
)
def test_a_designer_makes_columns_longer_or_shorter(columns: str, more: str, over: bool) -> None:
    position = play(extra_position({}, columns, columns=more), "roll 1 4 4 4 4")
    assert endings(position) == (("all-are-out",) if over else ())


def test_steps_without_a_choice_are_told() -> None:
    before = extra_position({}, "1:1 3:1 6:1")
    noted = play(before, "roll 1 2 4 4 5")
    assert forced(before, noted) == [("note", {"face": 1})]
    chosen = play(noted, "0 6+9")
    assert forced(noted, chosen, "6+9") == []
    paired = {"low": 4, "high": 4, "when": "left", "fifth": 2}
    assert forced(before, play(before, "roll 2 2 2 2 2")) == [("leave", {"face": 2}), ("sums", paired)]
    asked = play(before, "roll 2 4 4 4 4")
    assert forced(before, asked) == []
    left = play(asked, "0 2-")
    assert forced(asked, left, "2-") == [("sums", {"low": 8, "high": 8, "fifth": 2, "when": "left"})]
    free = play(start("extra", 1), "roll 1 2 2 3 5")
    assert forced(free, play(free, "0 3b"), "3b") == []
    assert forced(free, play(free, "0 1a"), "1a") == []


def test_the_dice_of_the_pairs_beside_the_first_die() -> None:
    position = play(start("extra", 1), "roll 1 2 3 5 6", "0 1a")
    assert dice_of(position, "5+11") == [["die2", "die3"], ["die4", "die5"]]
    assert dice_of(position, "7+9") == [["die2", "die4"], ["die3", "die5"]]


def test_the_points_of_the_rows_are_those_agreed_on() -> None:
    printed = start("extra", 1)
    points = (100, 70, 60, 50, 40, 30, 40, 50, 60, 70, 100)
    assert printed.rules.score_tables(printed.now) == {"points": points, "minus": (-200,)}
    changed = start("extra", 1, minus="10", row_points=",".join(map(str, range(11))))
    assert changed.rules.score_tables(changed.now) == {"points": tuple(range(11)), "minus": (-10,)}


def test_who_fills_a_column_leaves_after_the_throw_and_the_last_ones_end_the_game() -> None:
    before = extra_position({}, "1:9 3:1 6:1", seats=3)
    rules = before.rules
    open_ = play(before, "roll 1 2 2 2 2")
    assert [rules.is_leaving(open_.now, seat) for seat in range(3)] == [True, False, False]
    assert [rules.is_out(open_.now, seat) for seat in range(3)] == [False, False, False]
    after_it = play(open_, "1 1a", "2 1a")
    assert [rules.is_out(after_it.now, seat) for seat in range(3)] == [True, False, False]
    assert rules.enders(before.now, after_it.now, "all-are-out") == 0b001
    late = after_it.now.copy()
    late.playing = 0b000
    assert rules.enders(after_it.now, late, "all-are-out") == 0b110
