"""The Choice, rule by rule, on sheet A."""

from __future__ import annotations

import pytest

from cinquina.core import OVER, dice_to_throw, is_lot, parts, undo
from cinquina.games import GAMES
from kit import (
    described,
    dice_asked,
    dice_of,
    ending_option,
    endings,
    marks,
    options,
    parse_option,
    play,
    refused,
    scores,
    start,
)
from pictures import choice_position

RING = "r1 g1 y1 g2 b1 s1 r2 g3 b2 y2 r3 s2 p1 y3 b3 p2"  # clockwise from the top left
PATH = "n8 n6 n9 n4 n1b n11 n1a n2 n12 n7 n3 n10 n5"  # through all thirteen numbers


def test_example_teos_arc_goes_on_at_both_ends() -> None:
    """Red, purple, blue, yellow, purple: the green above or the grey below may be next."""
    position = choice_position("r1 p2 b3 y3 p1")
    position = play(position, "roll 6 2 3", "0 keep")  # green 6, grey 2, green 3
    assert {cell for cell in options(position, 0) if cell[0] in "rygbps" and cell[1:].isdigit()} == {"g1", "s2"}
    assert refused(position, "0 g2") == "colours-must-touch"


def test_example_teos_path_cannot_reach_the_6() -> None:
    position = play(choice_position(path="n8 n12 n7 n3 n1a n9 n4"), "roll 6 6 6", "0 keep")
    assert refused(position, "0 n6") == "path-goes-on-from-its-end"


def test_example_loris_sarah_teo_and_maria() -> None:
    """Green 6, green 1, yellow 2: four players use the same three dice in four ways."""
    position = play(start("the-choice", 4), "0 front", "1 front", "2 front", "3 front", "roll 6 1 2", "0 keep")
    position = play(position, "0 n6", "0 y1", "0 g2", "0 done")
    position = play(position, "1 n7", "1 6+1") if "6+1" in options(position, 1) else play(position, "1 n7")
    position = play(position, "1 y3", "1 done")
    position = play(position, "2 g1", "2 green6", "2 y1", "2 g2", "2 done")
    position = play(position, "3 n6", "3 n2", "3 n1a", "3 done")
    assert marks(position, 0) == {"n6": "step1", "y1": "x", "g2": "x"}
    assert marks(position, 1) == {"n7": "step1", "y3": "x"}
    assert marks(position, 2) == {"g1": "x", "y1": "x", "g2": "x"}
    assert marks(position, 3) == {"n6": "step1", "n2": "step2", "n1a": "step3"}
    assert position.now.failures == [[0, 0]] * 4


def test_example_marias_61_points() -> None:
    first = choice_position(" ".join(RING.split()[:11]), " ".join(PATH.split()[:11]))
    second = choice_position(" ".join(RING.split()[:5]), " ".join(PATH.split()[:10]))
    assert scores(first) == (39,)
    assert scores(second) == (22,)


def test_teo_keeps_one_die_and_throws_the_other_two_again() -> None:
    position = play(choice_position(), "roll 6 1 2", "0 again-1+2")
    assert dice_to_throw(position) == ("die2", "die3")
    position = play(position, "roll 5 5")
    assert position.now.dice == [6, 5, 5]
    assert refused(position, "0 keep") == "the-throw-is-settled"
    assert refused(position, "0 6") == "choose-a-cell-first"


@pytest.mark.parametrize(
    ("crossed", "points"), [(6, 0), (7, 8), (9, 8), (10, 13), (12, 13), (13, 18), (15, 18), (16, 25)]
)
def test_colour_points_at_both_sides_of_every_threshold(crossed: int, points: int) -> None:
    assert scores(choice_position(" ".join(RING.split()[:crossed]))) == (points,)


@pytest.mark.parametrize(("length", "points"), list(enumerate([0, 1, 2, 3, 5, 7, 9, 12, 15, 18, 22, 26, 31, 36])))
def test_path_points(length: int, points: int) -> None:
    assert scores(choice_position(path=" ".join(PATH.split()[:length]))) == (points,)


def test_each_die_serves_once() -> None:
    position = play(choice_position(), "roll 6 1 2", "0 keep", "0 n9")  # 6 + 1 + 2: no die is left
    assert options(position, 0) == {"done", "close"}


def test_dice_are_asked_for_only_where_different_ones_would_do() -> None:
    position = play(choice_position(), "roll 1 2 3", "0 keep", "0 n3")  # a three, or one and two
    assert options(position, 0) == {"3", "1+2"}
    assert refused(position, "0 1+3") == "dice-do-not-fit"
    assert refused(position, "0 done") == "choose-the-dice-first"
    assert options(play(position, "0 1+2"), 0) >= {"done", "close", "g1"}
    assert "n1a" in options(play(position, "0 3"), 0)


def test_equal_numbers_are_told_apart_by_their_colours() -> None:
    position = play(choice_position(), "roll 3 3 1", "0 keep", "0 n3")  # yellow 3 and red 3
    assert options(position, 0) == {"3yellow", "3red"}


def test_a_taken_mark_can_be_undone_while_the_throw_is_open() -> None:
    before = play(choice_position(seats=2), "roll 6 1 2", "0 keep")
    assert undo(play(before, "0 n6"), 0) == before


@pytest.mark.parametrize(("cells", "failures"), [(("n6", "n2", "n1a"), 0), (("n6", "n2"), 1), (("n9",), 0), ((), 1)])
def test_the_active_player_fails_with_fewer_than_three_dice(cells: tuple[str, ...], failures: int) -> None:
    position = play(choice_position(), "roll 6 1 2", "0 keep", *(f"0 {cell}" for cell in cells), "0 done")
    assert position.now.failures[0][0] == failures


@pytest.mark.parametrize(("cells", "failures"), [(("n6", "n2"), 0), (("n8",), 0), (("n6",), 1), ((), 1)])
def test_the_others_fail_with_fewer_than_two_dice(cells: tuple[str, ...], failures: int) -> None:
    position = play(
        choice_position(seats=2), "roll 6 1 2", "0 keep", *(f"1 {cell}" for cell in cells), "1 done", "0 done"
    )
    assert position.now.failures[1][0] == failures


@pytest.mark.parametrize(("before", "turned"), [(1, False), (2, True)])
def test_the_third_failure_turns_the_sheet(before: int, turned: bool) -> None:
    position = play(choice_position("r1", failures=before), "roll 6 1 2", "0 keep", "0 done")
    assert position.rules.sheets_of(position.now, 0)[0] == ("the-choice-a-back" if turned else "the-choice-a-front")
    assert position.phase != OVER


@pytest.mark.parametrize(("before", "over"), [(1, False), (2, True)])
def test_the_third_failure_on_the_second_grid_ends_the_game(before: int, over: bool) -> None:
    position = play(choice_position("g1", failures=before, grid=1, seats=2), "roll 6 1 2", "0 keep", "1 n6", "1 n2")
    position = play(position, "1 done", "0 done")
    assert endings(position) == (("third-failure-on-second-grid",) if over else ())


def test_the_first_grid_may_be_closed_at_any_point_and_the_second_never() -> None:
    position = play(choice_position(), "roll 6 1 2", "0 keep")
    assert "close" in options(position, 0)
    position = play(position, "0 n6")
    assert "close" in options(position, 0)
    position = play(position, "0 close", "roll 6 1 2", "0 keep")
    assert refused(position, "0 close") == "second-grid-cannot-be-closed"


def test_failures_belong_to_the_grid_on_which_they_happened() -> None:
    position = play(choice_position(failures=1), "roll 6 1 2", "0 keep", "0 close", "roll 6 1 2", "0 keep", "0 done")
    assert position.now.failures[0] == [2, 1]


@pytest.mark.parametrize(("ring", "ends"), [(RING[3:], True), (RING[6:], False)])
def test_a_grid_with_all_cells_ends_the_game_and_one_cell_less_does_not(ring: str, ends: bool) -> None:
    position = play(choice_position(ring, PATH, seats=2), "roll 1 6 5", "0 keep", "1 done", "0 r1", "0 done")
    assert endings(position) == (("grid-full",) if ends else ())


def test_sides_are_chosen_before_the_lot_and_the_lot_before_the_throw() -> None:
    position = start("the-choice", 2, begins="lot")
    assert position.waiting == (0, 1)
    position = play(position, "1 back", "0 front")
    assert is_lot(position)
    assert play(position, "begins 1").active == 1


def test_with_free_sheets_everybody_takes_a_sheet_and_a_side() -> None:
    position = start("the-choice", 2, sheet="free")
    assert refused(position, "0 front") == "take-a-sheet-first"
    position = play(position, "0 sheet-C", "1 sheet-J", "1 back")
    assert refused(position, "0 sheet-A") == "take-a-side-first"
    position = play(position, "0 front")
    assert position.rules.sheets_of(position.now, 0) == ("the-choice-c-front", "the-choice-c-back")
    assert position.rules.sheets_of(position.now, 1) == ("the-choice-j-back", "the-choice-j-front")


def test_who_can_only_say_done_on_the_second_grid_is_not_asked() -> None:
    stuck = choice_position("r1 g1 y1", PATH, grid=1, side="back", seats=2)
    position = play(stuck, "roll 2 4 4", "0 keep")  # blue, blue, grey: no neighbour of the arc
    assert position.waiting == (1,)


def test_what_is_asked_and_what_the_options_do() -> None:
    position = start("the-choice", 2, sheet="free")
    rules = position.rules
    assert rules.question(position.now, 0) == ("take-sheet", {})
    assert described(position, "sheet-C") == ("take-sheet", {"letter": "C"})
    position = play(position, "0 sheet-A", "1 sheet-A")
    assert rules.question(position.now, 0) == ("take-side", {})
    assert described(position, "back") == ("back", {"top": "5 8 1 10"})
    position = play(position, "0 front", "1 front", "roll 1 2 3")
    assert rules.question(position.now, 0) == ("keep-or-again", {"when": "all", "price": "failing"})
    assert described(position, "keep") == ("keep", {})
    assert described(position, "again-1+3") == ("again", {"dice": "1+3", "n": 2})
    position = play(position, "0 keep")
    asked = {"used": 0, "left": "1red+2grey+3green", "price": "failing"}
    assert rules.question(position.now, 0) == ("mark", asked | {"wanted": 3, "when": "all"})
    assert rules.question(position.now, 1) == ("mark", asked | {"wanted": 2, "when": "some"})
    assert described(position, "n3") == ("mark", {"cell": "n3"})
    assert described(position, "done") == ("done-failing", {})
    assert described(position, "close") == ("close-failing", {"points": 0})
    position = play(position, "0 n3")
    assert rules.question(position.now, 0) == ("dice-for-cell", {"cell": "n3"})
    assert described(position, "1+2") == ("by-sum", {"dice": "1+2", "n": 2})
    position = play(position, "0 1+2")
    assert rules.question(position.now, 0) == (
        "mark",
        asked | {"used": 2, "wanted": 3, "left": "3green", "when": "all"},
    )
    position = play(position, "0 g1")
    assert rules.question(position.now, 0) == ("all-dice-used", {})
    assert described(position, "done") == ("done", {})
    assert described(position, "close") == ("close", {"points": 1})


def test_the_dice_for_a_colour_are_asked_for_by_their_numbers() -> None:
    position = play(choice_position(), "roll 6 1 2", "0 keep", "0 g1")
    assert described(position, "green6") == ("by-colour", {"colour": "green", "face": 6})
    assert described(position, "green1") == ("by-colour", {"colour": "green", "face": 1})
    assert position.rules.cell(position.now, 0, parse_option(position, 0, "green6")) == ""


def test_before_a_sheet_is_taken_all_lie_there_empty() -> None:
    position = start("the-choice", 1, sheet="free")
    assert len(position.rules.sheets_of(position.now, 0)) == 20
    assert position.rules.marks(position.now, 0) == ({},) * 20
    assert position.rules.cell(position.now, 0, 0) == ""


def test_points_are_told_by_ring_and_path_of_each_grid() -> None:
    first = " ".join(RING.split()[:7])
    position = choice_position(first, "n8 n6 n9")
    assert parts(position, 0) == (8, 3, 0, 0)
    assert parts(choice_position("g1", "n5 n8", grid=1), 0) == (0, 0, 0, 2)


def test_after_the_sheet_is_turned_the_first_grid_lies_behind() -> None:
    position = play(choice_position("r1", "n8"), "roll 6 1 2", "0 keep", "0 close", "roll 5 1 2", "0 keep", "0 n5")
    assert marks(position, 0, 0) == {"n5": "step1"}
    assert marks(position, 0, 1) == {"r1": "x", "n8": "step1", "failure1": "x"}


def test_what_forbids_a_number_cell() -> None:
    position = play(choice_position(path="n8 n12 n7"), "roll 6 1 2", "0 keep")
    assert refused(position, "0 n8") == "already-crossed"
    assert refused(position, "0 n5") == "path-goes-on-from-its-end"
    fresh = play(choice_position(), "roll 6 1 2", "0 keep")
    assert refused(fresh, "0 n4") == "no-dice-with-this-sum"
    begun = play(choice_position(path="n5"), "roll 6 1 2", "0 keep")
    assert refused(begun, "0 n8") == "path-goes-on-from-its-end"


def test_the_first_and_last_of_each_kind_of_option_are_described() -> None:
    free = start("the-choice", 1, sheet="free")
    assert described(free, "sheet-A") == ("take-sheet", {"letter": "A"})
    assert described(free, "sheet-J") == ("take-sheet", {"letter": "J"})
    assert refused(free, "0 cell3") == "take-a-sheet-first"
    position = play(choice_position(), "roll 3 6 6", "0 keep", "0 r1")  # red 6 alone
    assert marks(position, 0) == {"r1": "x"}
    position = play(choice_position(), "roll 1 3 6", "0 keep", "0 r1")  # three red dice
    assert options(position, 0) == {"red1", "red3", "red6"}
    assert described(position, "red6") == ("by-colour", {"colour": "red", "face": 6})
    position = play(choice_position(), "roll 1 1 1")
    assert described(position, "again-1red+1green+1purple") == ("again", {"dice": "1red+1green+1purple", "n": 3})


def test_the_dice_of_every_kind_of_option_and_what_ends_an_answer() -> None:
    position = start("the-choice", 1, sheet="A")
    assert dice_asked(position) == []
    assert dice_of(position, "front") == []
    assert ending_option(position) == ""
    position = play(position, "0 front", "roll 5 5 2")
    assert dice_asked(position) == ["die1", "die2", "die3"]
    assert dice_of(position, "keep") == []
    assert dice_of(position, "again-2") == [["die3"]]
    assert ending_option(position) == "keep"
    position = play(position, "0 keep")
    assert dice_of(position, "n2") == [["die3"]]
    assert dice_of(position, "n7") == []
    assert dice_of(position, "done") == dice_of(position, "close") == []
    assert ending_option(position) == "done"
    asking = play(position, "0 n7")
    assert ending_option(asking) == ""
    assert [dice_of(asking, option) for option in sorted(options(asking, 0))] == [
        [["die1", "die3"]],
        [["die2", "die3"]],
    ]
    position = play(position, "0 n2")
    assert dice_asked(position) == ["die1", "die2"]


def test_points_are_counted_at_the_end_of_the_arc_and_of_the_path() -> None:
    position = choice_position("r1 g1 y1 g2 b1", "n8 n6")
    counted = position.rules.counted(position.now, 0)[0]
    ring, path = (position.rules.part(position.now, 0, place) for place in (0, 1))
    assert (ring, path) != (0, 0)
    assert counted == {"b1": ring, "n6": path}


def test_the_bounds_within_which_a_designer_may_change_the_numbers() -> None:
    rules = GAMES["the-choice"]
    assert {name: (numbers.least, numbers.most) for name, numbers in rules.NUMBERS.items()} == {
        "failures": (1, 20),
        "dice": (1, 3),
        "dice_of_others": (0, 3),
        "ring_points": (-1000, 1000),
        "path_points": (-1000, 1000),
    }
