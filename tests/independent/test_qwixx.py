"""Qwixx judged by its rulebook and the rulings page alone; written without reading the program."""

from __future__ import annotations

import pytest

from cinquina.core import IllegalSetup, Position, dice_to_throw, seen_by, undo
from kit import endings, marks, options, places, play, refused, scores, start

CHOICE, OVER = 1, 2  # values of position.phase; 0 is a throw awaited
ALL_DICE = ("white1", "white2", "red", "yellow", "green", "blue")

# Every row as printed, left to right; its last cell is the locking one, and gives the lock its letter.
PRINTED = {
    "classic": [
        "r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12",
        "y2 y3 y4 y5 y6 y7 y8 y9 y10 y11 y12",
        "g12 g11 g10 g9 g8 g7 g6 g5 g4 g3 g2",
        "b12 b11 b10 b9 b8 b7 b6 b5 b4 b3 b2",
    ],
    "mixx-numbers": [
        "r10 r6 r2 r8 r3 r4 r12 r5 r9 r7 r11",
        "y9 y12 y4 y6 y7 y2 y5 y8 y11 y3 y10",
        "g8 g2 g10 g12 g6 g9 g7 g4 g5 g11 g3",
        "b5 b7 b11 b9 b12 b3 b8 b10 b2 b6 b4",
    ],
    "mixx-colours": [
        "y2 y3 y4 b5 b6 b7 g8 g9 g10 r11 r12",
        "r2 r3 g4 g5 g6 g7 b8 b9 y10 y11 y12",
        "b12 b11 b10 y9 y8 y7 r6 r5 r4 g3 g2",
        "g12 g11 r10 r9 r8 r7 y6 y5 b4 b3 b2",
    ],
}
ROWS = [(sheet, row.split()) for sheet, rows in PRINTED.items() for row in rows]
EVERY_ROW = [pytest.param(sheet, row, id=f"{sheet}-{row[-1]}") for sheet, row in ROWS]
DIE_OF = {"r": "red", "y": "yellow", "g": "green", "b": "blue"}


def throw(game: Position, white_sum: int) -> str:
    """The line of a throw with this sum of the white dice; the coloured dice still in the game show 1."""
    low = max(1, white_sum - 6)
    shown = {"white1": low, "white2": white_sum - low}
    return "roll " + " ".join(str(shown.get(die, 1)) for die in dice_to_throw(game))


def number(cell: str) -> int:
    return int(cell[1:])


def write(game: Position, *turns: str) -> Position:
    """Whole turns: for each seat the cell it crosses with the white sum, or `-`; action 2 is passed."""
    for turn in turns:
        wishes = turn.split()
        white_sum = next((number(wish) for wish in wishes if wish != "-"), 7)
        game = play(game, throw(game, white_sum))
        asked = game.waiting
        assert all(seat in asked for seat, wish in enumerate(wishes) if wish != "-"), f"{turn} not asked"
        for seat in asked:
            game = play(game, f"{seat} {wishes[seat].replace('-', 'pass')}")
        if game.phase == CHOICE:
            game = play(game, f"{game.active} pass")
    return game


def alone(*cells: str, **house_rules: str) -> Position:
    """One player who has crossed these cells, in this order; `-` is a penalty."""
    return write(start("qwixx", 1, **house_rules), *cells)


def whites(game: Position, white_sum: int, seat: int = 0) -> set[str]:
    """What a seat might choose in action 1 if the white dice now showed this sum."""
    return options(play(game, throw(game, white_sum)), seat)


def two_with_five_reds(**house_rules: str) -> Position:
    """Two players, both with r2 to r6; the first is about to throw."""
    game = start("qwixx", 2, begins=1, **house_rules)
    return write(game, "r2 r2", "r3 r3", "r4 r4", "r5 r5", "r6 r6")


def red_closed(seats: int = 2) -> Position:
    """The first seat has closed red in action 1 of a turn of its own, after r2 to r6; all others too have
    r2 to r6. The second seat is about to throw."""
    game = start("qwixx", seats, begins=(-5) % seats)
    game = write(game, *(" ".join([f"r{n}"] * seats) for n in range(2, 7)))
    assert game.active == 0
    return write(game, " ".join(["r12", *["-"] * (seats - 1)]))


# --- crossing numbers -------------------------------------------------------------------------------------


def test_example_red_5_then_7_and_what_the_other_rows_still_take() -> None:
    game = alone("r5", "r7", "y2", "y4", "y5", "y8", "y10", "g12", "g9", "g6", "b10")
    still = {cell for total in range(2, 13) for cell in whites(game, total)} - {"pass"}
    assert {cell for cell in still if cell[0] == "r"} == {"r8", "r9", "r10", "r11"}
    assert {cell for cell in still if cell[0] == "y"} == {"y11", "y12"}
    assert {cell for cell in still if cell[0] == "g"} == {"g5", "g4", "g3"}
    assert {cell for cell in still if cell[0] == "b"} == {"b9", "b8", "b7", "b6", "b5", "b4", "b3"}
    for gone in ("r2", "r3", "r4", "r6"):
        assert refused(play(game, throw(game, number(gone))), f"0 {gone}")


@pytest.mark.parametrize(("sheet", "row"), EVERY_ROW)
def test_a_row_is_crossed_from_left_to_right_and_twelve_crosses_give_78(sheet: str, row: list[str]) -> None:
    game = alone(*row[:-1], sheet=sheet)
    assert scores(game) == (55,)
    game = write(game, row[-1])
    lock = f"{row[-1][0]}-lock"
    assert marks(game, 0) == {**dict.fromkeys(row, "x"), lock: "x"}
    assert scores(game) == (78,)
    assert DIE_OF[row[-1][0]] not in dice_to_throw(game)
    assert len(dice_to_throw(game)) == 5
    assert endings(game) == ()


@pytest.mark.parametrize(("sheet", "row"), EVERY_ROW)
def test_numbers_left_out_cannot_be_crossed_later(sheet: str, row: list[str]) -> None:
    game = alone(*row[1:10:2], sheet=sheet)
    for skipped in row[0:10:2]:
        assert skipped not in whites(game, number(skipped))
    for crossed in row[1:10:2]:
        assert crossed not in whites(game, number(crossed))


@pytest.mark.parametrize(("sheet", "row"), EVERY_ROW)
def test_the_last_cell_needs_five_crosses_before_it(sheet: str, row: list[str]) -> None:
    last = row[-1]
    four, five = alone(*row[1:8:2], sheet=sheet), alone(*row[1:10:2], sheet=sheet)
    assert last not in whites(four, number(last))
    assert refused(play(four, throw(four, number(last))), f"0 {last}")
    assert last in whites(five, number(last))


def test_five_crosses_in_other_rows_do_not_open_the_last_cell() -> None:
    game = alone("r2", "r3", "r4", "r5", "y6", "y7", "y8", "y9")
    assert whites(game, 12) == {"g12", "b12", "pass"}


def test_several_numbers_may_be_left_out_at_once_but_never_up_to_the_last_cell_of_an_empty_row() -> None:
    game = start("qwixx", 1)
    assert whites(game, 11) == {"r11", "y11", "g11", "b11", "pass"}
    assert whites(game, 12) == {"g12", "b12", "pass"}
    assert whites(game, 2) == {"r2", "y2", "pass"}


# --- the two actions --------------------------------------------------------------------------------------


def test_example_max_says_five_and_then_crosses_the_blue_10() -> None:
    max_, emma, laura, lino = range(4)
    game = play(start("qwixx", 4), "roll 1 4 3 6 2 6")
    assert game.waiting == (max_, emma, laura, lino)
    for seat in game.waiting:
        assert options(game, seat) == {"r5", "y5", "g5", "b5", "pass"}
    game = play(game, f"{emma} y5", f"{max_} r5", f"{laura} pass", f"{lino} pass")
    assert game.waiting == (max_,)
    game = play(game, f"{max_} b10")
    assert marks(game, max_) == {"r5": "x", "b10": "x"}
    assert marks(game, emma) == {"y5": "x"}
    assert marks(game, laura) == {}
    assert marks(game, lino) == {}
    assert game.active == emma


def test_in_action_1_only_the_sum_of_the_white_dice_counts() -> None:
    game = play(start("qwixx", 2), "roll 1 4 3 6 2 6")
    for wrong in ("r4", "r7", "b10", "g6", "r1", "r-lock"):
        assert refused(game, f"0 {wrong}")
        assert refused(game, f"1 {wrong}")


def test_in_action_1_everybody_crosses_one_number_at_most() -> None:
    game = play(start("qwixx", 2), "roll 1 4 3 6 2 6", "1 r5")
    assert options(game, 1) == set()
    assert refused(game, "1 y5")
    assert refused(play(game, "0 pass"), "1 y5")


def test_in_action_2_one_white_die_goes_with_one_coloured_die_in_the_row_of_its_colour() -> None:
    game = play(start("qwixx", 2), "roll 1 4 3 6 2 6", "0 pass", "1 pass")
    assert options(game, 0) == {"r4", "r7", "y7", "y10", "g3", "g6", "b7", "b10", "pass"}
    assert refused(game, "0 y5")  # the two white dice
    assert refused(game, "0 r9")  # two coloured dice
    assert refused(game, "0 y4")  # the red die in the yellow row


def test_action_2_belongs_to_the_active_player_only_and_is_one_cross() -> None:
    game = play(start("qwixx", 3), "roll 1 4 3 6 2 6", "0 r5", "1 r5", "2 r5")
    assert game.waiting == (0,)
    assert options(game, 1) == options(game, 2) == set()
    assert refused(game, "1 r7")
    game = play(game, "0 r7")
    assert game.waiting == ()
    assert refused(game, "0 y7")


def test_action_2_waits_until_everybody_has_chosen_in_action_1() -> None:
    game = play(start("qwixx", 3), "roll 1 4 3 6 2 6", "0 r5", "2 b5")
    assert game.waiting == (1,)
    assert refused(game, "0 b10")
    assert play(game, "1 pass").waiting == (0,)


def test_action_2_comes_after_action_1_and_so_only_to_the_right_of_its_cross() -> None:
    game = play(start("qwixx", 1), "roll 1 4 3 6 2 6", "0 r5")
    assert options(game, 0) == {"r7", "y7", "y10", "g3", "g6", "b7", "b10", "pass"}
    game = play(start("qwixx", 1), "roll 1 4 3 6 2 6", "0 g5")
    assert options(game, 0) == {"r4", "r7", "y7", "y10", "g3", "b7", "b10", "pass"}


def test_two_equal_white_dice_give_each_sum_as_one_option() -> None:
    game = play(start("qwixx", 1), "roll 3 3 1 2 3 4", "0 pass")
    assert options(game, 0) == {"r4", "y5", "g6", "b7", "pass"}


def test_choices_of_action_1_are_simultaneous_and_may_come_in_any_order() -> None:
    thrown = play(start("qwixx", 3), "roll 1 4 3 6 2 6")
    one = play(thrown, "0 r5", "1 y5", "2 pass")
    other = play(thrown, "2 pass", "1 y5", "0 r5")
    assert [marks(one, seat) for seat in range(3)] == [marks(other, seat) for seat in range(3)]
    assert options(one, 0) == options(other, 0)


def test_nobody_sees_a_choice_of_action_1_before_all_have_chosen() -> None:
    game = play(start("qwixx", 3), "roll 1 4 3 6 2 6", "0 r5")
    assert marks(seen_by(game, 0).position, 0) == {"r5": "x"}
    assert marks(seen_by(game, 1).position, 0) == {}
    assert marks(seen_by(play(game, "1 y5", "2 b5"), 1).position, 0) == {"r5": "x"}


def test_taking_back_a_choice_of_action_1_leaves_the_others_choices_standing() -> None:
    game = play(start("qwixx", 3), "roll 1 4 3 6 2 6", "0 r5", "1 y5")
    back = undo(game, 0)
    assert back.waiting == (0, 2)
    assert options(back, 0) == {"r5", "y5", "g5", "b5", "pass"}
    game = play(back, "0 g5", "2 pass")
    assert marks(game, 0) == {"g5": "x"}
    assert marks(game, 1) == {"y5": "x"}


def test_a_player_who_could_only_pass_is_not_asked() -> None:
    game = write(start("qwixx", 2), "r11 -", "y11 y11", "g3 -", "b3 b3")
    game = play(game, "roll 1 1 1 1 1 1")  # nothing for seat 0, the active player: 2 is no longer possible
    assert options(game, 0) == set()
    assert game.waiting == (1,)
    assert options(game, 1) == {"r2", "pass"}
    game = play(game, "1 r2")
    assert game.active == 1
    assert marks(game, 0)["penalty1"] == "x"


# --- the active player and the penalty --------------------------------------------------------------------


@pytest.mark.parametrize("seats", [1, 2, 3, 4, 5])
def test_the_active_role_goes_clockwise_through_all_seats_and_round_again(seats: int) -> None:
    game = start("qwixx", seats)
    for turn in range(2 * seats + 1):
        assert game.active == turn % seats
        assert dice_to_throw(game) == ALL_DICE
        game = play(game, throw(game, 7))
        assert game.waiting == tuple(range(seats))
        for seat in range(seats):
            game = play(game, f"{seat} pass")
        assert game.waiting == (turn % seats,)
        game = play(game, f"{turn % seats} pass")
    assert endings(game) == ()


def test_the_first_active_player_is_drawn_by_lot() -> None:
    game = play(start("qwixx", 5, begins="lot"), "begins 4")
    assert game.active == 4
    assert write(game, "r5 r5 r5 r5 r5").active == 0


@pytest.mark.parametrize("seats", [0, 6])
def test_there_are_one_to_five_players(seats: int) -> None:
    with pytest.raises(IllegalSetup):
        start("qwixx", seats)


def test_the_active_player_takes_a_penalty_only_when_both_actions_left_no_cross() -> None:
    thrown = play(start("qwixx", 2), "roll 1 4 3 6 2 6")
    assert marks(play(thrown, "0 r5", "1 pass", "0 pass"), 0) == {"r5": "x"}
    assert marks(play(thrown, "0 pass", "1 pass", "0 b10"), 0) == {"b10": "x"}
    neither = play(thrown, "0 pass", "1 r5", "0 pass")
    assert marks(neither, 0) == {"penalty1": "x"}
    assert scores(neither) == (-5, 1)


def test_the_penalty_does_not_come_before_action_2() -> None:
    game = play(start("qwixx", 2), "roll 1 4 3 6 2 6", "0 pass", "1 pass")
    assert marks(game, 0) == {}


def test_the_other_players_never_take_a_penalty() -> None:
    game = write(start("qwixx", 5), "r5 - - - -")
    for seat in range(1, 5):
        assert marks(game, seat) == {}
    assert scores(game) == (1, 0, 0, 0, 0)


def test_an_active_player_who_cannot_cross_anything_takes_the_penalty_all_the_same() -> None:
    game = alone("r11", "y11", "g3", "b3")
    for penalties in range(1, 4):
        game = play(game, "roll 1 1 1 1 1 1")
        assert game.phase == 0
        assert scores(game) == (4 - 5 * penalties,)
    game = play(game, "roll 1 1 1 1 1 1")
    assert game.phase == OVER
    assert scores(game) == (4 - 20,)


# --- closing a row ----------------------------------------------------------------------------------------


def test_example_laura_crosses_the_green_2_and_the_lock_and_the_green_die_leaves() -> None:
    laura = 2
    game = start("qwixx", 4)
    game = write(game, *(f"b{n} b{n} g{n} b{n}" for n in (12, 10, 9, 7, 5)), "- y2 g2 -")
    assert marks(game, laura) == dict.fromkeys(["g12", "g10", "g9", "g7", "g5", "g2", "g-lock"], "x")
    assert scores(game)[laura] == 28
    assert dice_to_throw(game) == ("white1", "white2", "red", "yellow", "blue")
    assert game.active == laura
    assert endings(game) == ()


def test_a_cross_made_in_action_1_counts_towards_the_five_for_action_2() -> None:
    four = play(alone("r2", "r3", "r4", "r5"), "roll 2 6 6 1 1 1", "0 r8")
    assert "r12" in options(four, 0)
    three = play(alone("r2", "r3", "r4"), "roll 2 6 6 1 1 1", "0 r8")
    assert "r12" not in options(three, 0)
    four_without = play(alone("r2", "r3", "r4", "r5"), "roll 2 6 6 1 1 1", "0 pass")
    assert "r12" not in options(four_without, 0)
    closed = play(four, "0 r12")
    assert marks(closed, 0)["r-lock"] == "x"
    assert scores(closed) == (28,)
    assert dice_to_throw(closed) == ("white1", "white2", "yellow", "green", "blue")


def test_several_players_may_close_the_same_row_in_one_action_1_and_it_is_one_closed_row() -> None:
    game = write(start("qwixx", 3), "r2 r2 r2", "r3 r3 r3", "r4 r4 r4", "r5 r5 r5", "r6 r6 y6")
    game = play(game, throw(game, 12))
    assert game.active == 2
    assert "r12" in options(game, 0)
    assert "r12" in options(game, 1)
    game = play(game, "1 r12")
    assert "r12" in options(game, 0)
    game = play(game, "0 r12", "2 g12", "2 pass")
    assert marks(game, 0)["r-lock"] == marks(game, 1)["r-lock"] == "x"
    assert scores(game) == (28, 28, 10 + 1 + 1)
    assert game.phase == 0
    assert len(dice_to_throw(game)) == 5
    assert endings(game) == ()


def test_fewer_than_five_crosses_give_no_last_cell_even_when_another_player_closes_the_row() -> None:
    game = write(start("qwixx", 2, begins=1), "r2 r2", "r3 r3", "r4 r4", "r5 r5", "y6 r6")
    game = play(game, throw(game, 12), "1 r12")
    assert "r12" not in options(game, 0)
    assert refused(game, "0 r12")


def test_the_lock_belongs_only_to_players_who_crossed_the_last_cell_themselves() -> None:
    game = red_closed(3)
    assert marks(game, 0)["r-lock"] == "x"
    assert "r-lock" not in marks(game, 1)
    assert "r-lock" not in marks(game, 2)
    assert scores(game) == (28, 15, 15)


def test_a_closed_row_is_closed_for_all_players_in_the_following_turns() -> None:
    game = red_closed()
    assert game.active == 1
    for total in (7, 8, 9, 10, 11, 12):
        for seat in (0, 1):
            assert not any(cell.startswith("r") for cell in whites(game, total, seat))
    assert refused(play(game, throw(game, 12)), "1 r12")
    assert whites(game, 7, 1) == {"y7", "g7", "b7", "pass"}


def test_a_die_taken_out_is_not_thrown_any_more_and_the_others_keep_their_colours() -> None:
    game = red_closed()
    assert dice_to_throw(game) == ("white1", "white2", "yellow", "green", "blue")
    assert refused(game, "roll 1 2 3 4 5 6")
    game = play(game, "roll 1 2 3 4 6", "0 pass", "1 pass")
    assert options(game, 1) == {"y4", "y5", "g5", "g6", "b7", "b8", "pass"}


def test_a_row_closed_by_another_in_action_1_takes_its_die_from_the_active_player_at_once() -> None:
    game = play(two_with_five_reds(), "roll 6 6 4 2 3 1", "1 r12", "0 pass")
    assert game.active == 0
    assert options(game, 0) == {"y8", "g9", "b7", "pass"}
    assert refused(game, "0 r10")
    assert "r-lock" not in marks(game, 0)


def ready_for_red_only(late_die: str) -> Position:
    """Both players have r2 to r6 and nothing left in the other rows; the first has thrown a double 6 and
    red 4, and has passed; the second has closed red."""
    game = start("qwixx", 2, late_die=late_die)
    game = write(game, "r2 r2", "r3 r3", "r4 r4", "r5 r5", "r6 r6", "y11 y11", "g3 g3", "b3 b3")
    assert game.active == 0
    return play(game, "roll 6 6 4 1 6 6", "1 r12", "0 pass")


def test_an_active_player_left_without_options_by_a_die_taken_out_takes_the_penalty_unasked() -> None:
    game = ready_for_red_only("off")
    assert game.active == 1
    assert game.phase == 0
    assert marks(game, 0)["penalty1"] == "x"


def test_with_late_die_the_same_player_is_asked_about_the_red_die() -> None:
    game = ready_for_red_only("on")
    assert game.waiting == (0,)
    assert options(game, 0) == {"r10", "pass"}
    assert "penalty1" not in marks(play(game, "0 r10"), 0)


def test_an_active_player_who_closes_a_row_in_action_1_goes_on_with_the_other_colours() -> None:
    game = play(two_with_five_reds(), "roll 6 6 6 2 3 1", "0 r12", "1 pass")
    assert options(game, 0) == {"y8", "g9", "b7", "pass"}


def test_a_row_closed_in_action_2_cannot_be_closed_by_the_others_any_more() -> None:
    game = play(two_with_five_reds(), "roll 6 1 6 1 1 1", "0 pass", "1 pass", "0 r12")
    assert game.phase == 0
    assert marks(game, 0)["r-lock"] == "x"
    assert "r-lock" not in marks(game, 1)
    assert "r12" not in whites(game, 12, 1)
    assert "red" not in dice_to_throw(game)


# --- the end ----------------------------------------------------------------------------------------------


def test_example_with_blue_closed_max_closes_red_and_lino_closes_yellow_in_one_action_1() -> None:
    max_, emma, laura, lino = range(4)
    game = start("qwixx", 4)
    game = write(game, *(f"r{n} r{n} y{n} y{n}" for n in range(2, 7)))
    game = write(game, *(f"g{n} g{n} b{n} g{n}" for n in range(12, 7, -1)))
    game = write(game, "- - b2 -", "- - - y7", "r8 - - -")
    assert game.active == emma
    assert endings(game) == ()
    before = scores(game)
    game = play(game, "roll 6 6 1 1 1", f"{max_} r12", f"{emma} pass", f"{laura} pass", f"{lino} y12")
    assert game.phase == OVER
    assert len(endings(game)) == 1
    assert marks(game, max_)["r-lock"] == marks(game, lino)["y-lock"] == marks(game, laura)["b-lock"] == "x"
    # Max: red 6 → 8 crosses; Lino: yellow 6 → 8; Emma, the active player, takes no penalty.
    assert scores(game) == (before[0] + 15, before[1], before[2], before[3] + 15)
    assert "penalty1" not in marks(game, emma)


def test_one_closed_row_does_not_end_the_game_and_two_closed_by_different_players_do() -> None:
    game = red_closed()
    assert endings(game) == ()
    assert game.phase == 0
    game = write(game, "y2 y2", "y3 y3", "y4 y4", "y5 y5", "y6 y6")
    assert endings(game) == ()
    game = play(game, throw(game, 12), "0 pass", "1 y12")
    assert game.phase == OVER
    assert endings(game)


def test_two_rows_closed_in_action_1_leave_no_action_2_and_no_penalty() -> None:
    game = write(start("qwixx", 3), *(f"y{n} r{n} y{n}" for n in (2, 3, 4, 5, 6, 7)))
    game = play(game, "roll 6 6 6 6 6 6", "0 pass", "1 r12")
    assert endings(game) == ()
    game = play(game, "2 y12")
    assert game.phase == OVER
    assert game.waiting == ()
    assert "penalty1" not in marks(game, 0)
    assert scores(game) == (21, 36, 36)


def test_a_second_row_closed_in_action_2_ends_the_game() -> None:
    game = alone("r2", "r3", "r4", "r5", "r6", "y2", "y3", "y4", "y5", "y6")
    game = play(game, "roll 6 6 1 6 1 1", "0 r12")
    assert game.phase == CHOICE
    game = play(game, "0 y12")
    assert game.phase == OVER
    assert scores(game) == (56,)


def test_one_player_alone_ends_with_two_rows_in_two_turns() -> None:
    game = alone("g12", "g11", "g10", "g9", "g8", "b12", "b11", "b10", "b9", "b8", "g2")
    assert dice_to_throw(game) == ("white1", "white2", "red", "yellow", "blue")
    game = play(game, throw(game, 2), "0 b2")
    assert game.phase == OVER
    assert scores(game) == (56,)


def test_the_fourth_penalty_ends_the_game_at_once_and_the_third_does_not() -> None:
    game = write(start("qwixx", 2), "- r2", "- r3", "- r4", "- r5", "- r6")
    assert marks(game, 0) == {"penalty1": "x", "penalty2": "x", "penalty3": "x"}
    assert endings(game) == ()
    game = write(game, "- r7")
    game = play(game, throw(game, 8), "0 pass", "1 r8", "0 pass")
    assert game.phase == OVER
    assert game.active == 0
    assert len(endings(game)) == 1
    assert marks(game, 0) == {f"penalty{k}": "x" for k in range(1, 5)}
    assert scores(game) == (-20, 28)


def test_two_rows_closed_in_action_1_spare_the_active_player_the_fourth_penalty() -> None:
    game = write(start("qwixx", 3), *(f"- r{n} y{n}" for n in range(2, 11)))
    assert game.active == 0
    assert scores(game) == (-15, 45, 45)
    game = play(game, "roll 6 6 1 1 1 1", "0 pass", "1 r12", "2 y12")
    assert game.phase == OVER
    assert "penalty4" not in marks(game, 0)
    assert scores(game) == (-15, 66, 66)


def test_one_row_closed_in_action_1_does_not_spare_the_active_player_the_fourth_penalty() -> None:
    game = write(start("qwixx", 3), *(f"- r{n} y{n}" for n in range(2, 11)))
    game = play(game, "roll 6 6 1 1 1 1", "0 pass", "1 r12", "2 pass")
    assert endings(game) == ()
    game = play(game, "0 pass")
    assert game.phase == OVER
    assert endings(game) == endings(alone("-", "-", "-", "-"))
    assert scores(game) == (-20, 66, 45)


def test_penalties_are_counted_for_each_player_alone() -> None:
    game = write(start("qwixx", 2), *["- -"] * 6)
    assert endings(game) == ()
    assert scores(game) == (-15, -15)
    game = write(game, "- -")
    assert game.phase == OVER
    assert scores(game) == (-20, -15)


def test_the_two_ways_to_end_have_different_reasons() -> None:
    rows = write(red_closed(), *(f"y{n} y{n}" for n in range(2, 7)))
    rows = play(rows, throw(rows, 12), "0 y12", "1 pass")
    penalties = alone("-", "-", "-", "-")
    assert len(endings(rows)) == len(endings(penalties)) == 1
    assert endings(rows) != endings(penalties)


def test_nothing_happens_after_the_end() -> None:
    game = alone("-", "-", "-", "-")
    assert game.phase == OVER
    assert game.waiting == ()
    assert refused(game, "roll 1 2 3 4 5 6")
    assert refused(game, "0 pass")


# --- points -----------------------------------------------------------------------------------------------


def test_a_row_scores_1_3_6_10_and_so_on_and_the_lock_counts_as_a_cross() -> None:
    game = start("qwixx", 1)
    seen = [scores(game)[0]]
    for n in range(2, 13):
        game = write(game, f"r{n}")
        seen.append(scores(game)[0])
    assert seen == [0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 78]
    six_and_lock = alone("g12", "g11", "g10", "g9", "g8", "g2")
    assert scores(six_and_lock) == (28,)


def test_example_lauras_70_points() -> None:
    red, yellow = "r2 r5 r6 r9", "y3 y4 y10"
    green, blue = "g12 g11 g9 g8 g7 g5 g4", "b12 b11 b10 b8 b7 b6 b4 b3"
    game = alone(*f"{red} - {yellow} {green} - {blue}".split())
    assert scores(game) == (10 + 6 + 28 + 36 - 10,)
    assert scores(game) == (70,)


def test_each_row_is_scored_by_itself() -> None:
    assert scores(alone("r2", "y2", "g12", "b12")) == (4,)
    assert scores(alone("r2", "r3", "y2", "y3")) == (6,)


def test_points_may_be_negative() -> None:
    game = alone("r2", "-", "-", "-", "-")
    assert scores(game) == (1 - 20,)


def test_the_highest_total_wins_and_equal_points_share_a_place() -> None:
    game = start("qwixx", 3)
    for turn in range(10):
        game = write(game, ("-" if turn % 3 == 0 else f"g{12 - turn}") + f" g{12 - turn} b{12 - turn}")
    assert game.phase == OVER
    ranking = {seat: (place, score) for place, seats, score in places(game) for seat in seats}
    assert ranking[1] == ranking[2] == (1, 55)
    assert ranking[0][0] > 1
    assert ranking[0][1] == 21 - 20


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_all_players_may_end_with_equal_points_on_the_first_place(seats: int) -> None:
    game = red_closed(seats)
    assert {score for _, _, score in places(game)} == {28, 15}
    game = start("qwixx", seats)
    turns = (*(f"r{n}" for n in range(2, 7)), *(f"y{n}" for n in range(2, 7)))
    game = write(game, *(" ".join([cell] * seats) for cell in turns))
    game = write(game, " ".join(["r12"] * seats), " ".join(["y12"] * seats))
    assert game.phase == OVER
    assert scores(game) == (56,) * seats
    assert {place for place, _, _ in places(game)} == {1}


# --- house rule: late die ---------------------------------------------------------------------------------


def test_with_late_die_row_and_die_stay_open_for_the_active_player_until_the_turn_ends() -> None:
    game = play(two_with_five_reds(late_die="on"), "roll 6 6 4 2 3 1", "1 r12", "0 pass")
    assert options(game, 0) == {"r10", "y8", "g9", "b7", "pass"}
    game = play(game, "0 r10")
    assert marks(game, 0)["r10"] == "x"
    assert scores(game) == (21, 28)
    assert dice_to_throw(game) == ("white1", "white2", "yellow", "green", "blue")
    assert whites(game, 11, 0) == {"y11", "g11", "b11", "pass"}


def test_with_late_die_the_last_cell_and_the_lock_are_included_and_it_stays_one_closed_row() -> None:
    game = play(two_with_five_reds(late_die="on"), "roll 6 6 6 2 3 1", "1 r12", "0 pass")
    assert "r12" in options(game, 0)
    game = play(game, "0 r12")
    assert marks(game, 0)["r-lock"] == marks(game, 1)["r-lock"] == "x"
    assert scores(game) == (28, 28)
    assert endings(game) == ()
    assert dice_to_throw(game) == ("white1", "white2", "yellow", "green", "blue")


def test_with_late_die_the_last_cell_still_needs_five_crosses() -> None:
    game = start("qwixx", 2, begins=1, late_die="on")
    game = write(game, "r2 r2", "r3 r3", "r4 r4", "r5 r5", "y6 r6")
    game = play(game, "roll 6 6 6 2 3 1", "1 r12", "0 pass")
    assert options(game, 0) == {"y8", "g9", "b7", "pass"}


def test_with_late_die_an_unused_offer_still_means_a_penalty_and_the_die_leaves() -> None:
    game = play(two_with_five_reds(late_die="on"), "roll 6 6 4 2 3 1", "1 r12", "0 pass", "0 pass")
    assert marks(game, 0)["penalty1"] == "x"
    assert "red" not in dice_to_throw(game)
    assert "r-lock" not in marks(game, 0)


def test_with_late_die_a_second_row_closed_in_action_2_ends_the_game() -> None:
    game = two_with_five_reds(late_die="on")
    game = write(game, "y2 y2", "y3 y3", "y4 y4", "y5 y5", "y6 y6", "- b12")
    assert game.active == 0
    game = play(game, "roll 6 6 1 6 1 1", "1 r12", "0 pass")
    assert "y12" in options(game, 0)
    assert play(game, "0 y12").phase == OVER


@pytest.mark.parametrize("late_die", ["off", "on"])
def test_with_two_rows_closed_after_action_1_the_game_is_over_either_way(late_die: str) -> None:
    game = start("qwixx", 3, late_die=late_die)
    game = write(game, *(f"y{n} r{n} y{n}" for n in (2, 3, 4, 5, 6, 7)))
    game = play(game, "roll 6 6 6 6 6 6", "0 pass", "1 r12", "2 y12")
    assert game.phase == OVER
    assert "penalty1" not in marks(game, 0)


def test_late_die_is_off_unless_chosen() -> None:
    for house_rules in ({}, {"late_die": "off"}):
        game = play(two_with_five_reds(**house_rules), "roll 6 6 6 2 3 1", "1 r12", "0 pass")
        assert options(game, 0) == {"y8", "g9", "b7", "pass"}


# --- variant sheet: mixed numbers -------------------------------------------------------------------------


def test_on_mixx_numbers_right_means_the_printed_order_and_not_the_size_of_the_number() -> None:
    game = alone("r6", sheet="mixx-numbers")
    assert "r2" in whites(game, 2)
    assert "r10" not in whites(game, 10)
    game = alone("b12", sheet="mixx-numbers")
    assert "b10" in whites(game, 10)
    assert "b3" in whites(game, 3)
    assert "b5" not in whites(game, 5)
    assert "b11" not in whites(game, 11)


def test_on_mixx_numbers_the_classic_last_numbers_need_no_crosses_and_11_10_3_4_do() -> None:
    game = start("qwixx", 1, sheet="mixx-numbers")
    assert whites(game, 12) == {"r12", "y12", "g12", "b12", "pass"}
    assert whites(game, 2) == {"r2", "y2", "g2", "b2", "pass"}
    assert whites(game, 11) == {"y11", "g11", "b11", "pass"}
    assert whites(game, 10) == {"r10", "g10", "b10", "pass"}
    assert whites(game, 3) == {"r3", "y3", "b3", "pass"}
    assert whites(game, 4) == {"r4", "y4", "g4", "pass"}


def test_on_mixx_numbers_the_coloured_die_serves_the_row_of_its_colour() -> None:
    game = play(start("qwixx", 1, sheet="mixx-numbers"), "roll 1 4 6 6 2 6", "0 r5")
    assert options(game, 0) == {"r7", "y7", "g6", "b7", "b10", "pass"}  # r10 is left; y10, g3 are last cells


# --- variant sheet: mixed colours -------------------------------------------------------------------------


def test_on_mixx_colours_a_cross_blocks_the_cells_left_of_it_in_its_row_whatever_their_colour() -> None:
    game = alone("b5", sheet="mixx-colours")
    assert whites(game, 4) == {"g4", "r4", "b4", "pass"}  # y4 is left of b5 in row 1
    assert whites(game, 8) == {"g8", "b8", "y8", "r8", "pass"}


def test_on_mixx_colours_the_coloured_die_serves_the_cells_of_its_colour_in_any_row() -> None:
    game = play(start("qwixx", 1, sheet="mixx-colours"), "roll 1 4 3 6 2 6", "0 b5")
    assert options(game, 0) == {"r4", "r7", "y7", "y10", "g3", "g6", "b7", "b10", "pass"}
    game = play(start("qwixx", 1, sheet="mixx-colours"), "roll 1 4 3 6 2 6", "0 g5")
    assert options(game, 0) == {"r4", "r7", "y7", "y10", "g3", "g6", "b7", "b10", "pass"}
    game = play(alone("g8", sheet="mixx-colours"), "roll 1 4 3 6 2 6", "0 pass")
    assert options(game, 0) == {"r4", "r7", "y7", "y10", "g3", "g6", "b10", "pass"}  # b7 is left of g8


def test_on_mixx_colours_five_crosses_of_one_colour_in_two_rows_do_not_open_a_lock() -> None:
    game = alone("r2", "r3", "r10", "r9", "r8", "r11", sheet="mixx-colours")
    assert "r12" not in whites(game, 12)
    assert scores(game) == (1 + 3 + 6,)


def row_1_closed_by_seat_1(late_die: str = "off") -> Position:
    """Seat 1 has y2 y3 y4 b5 b6 in row 1, seat 0 r2 r3 g4 g5 g6 in row 2; seat 0 has thrown a double 6
    with red 2, yellow 3, green 2, blue 1, has passed, and seat 1 has closed row 1 with r12."""
    game = start("qwixx", 2, begins=1, sheet="mixx-colours", late_die=late_die)
    game = write(game, "r2 y2", "r3 y3", "g4 y4", "g5 b5", "g6 b6")
    return play(game, "roll 6 6 2 3 2 1", "1 r12", "0 pass")


def test_on_mixx_colours_a_departed_die_serves_in_no_row_in_action_2() -> None:
    game = row_1_closed_by_seat_1()
    assert marks(game, 1)["r-lock"] == "x"
    assert scores(game)[1] == 28
    # r8 stands in open row 4, but its die is gone; g8 and b7 stand in closed row 1.
    assert options(game, 0) == {"y9", "pass"}


def test_on_mixx_colours_late_die_keeps_the_closed_row_and_its_colour_open_in_action_2() -> None:
    game = row_1_closed_by_seat_1("on")
    assert options(game, 0) == {"r8", "y9", "g8", "b7", "pass"}
    game = play(game, "0 g8")
    assert marks(game, 0)["g8"] == "x"
    assert scores(game) == (15 + 1, 28)
    assert "red" not in dice_to_throw(game)


def test_on_mixx_colours_cells_of_a_departed_colour_may_still_be_crossed_with_the_white_sum() -> None:
    game = play(row_1_closed_by_seat_1(), "0 y9")
    assert dice_to_throw(game) == ("white1", "white2", "yellow", "green", "blue")
    assert whites(game, 8, 0) == {"b8", "y8", "r8", "pass"}  # not g8, which is in row 1
    assert whites(game, 5, 0) == {"r5", "y5", "pass"}  # not b5 in row 1; g5 is crossed
    assert whites(game, 11, 0) == {"y11", "g11", "pass"}  # not r11 in row 1; b11 is left of y9
    assert whites(game, 2, 1) == {"r2", "pass"}
    game = play(game, throw(game, 8), "0 r8", "1 r8")
    assert marks(game, 0)["r8"] == marks(game, 1)["r8"] == "x"


def test_on_mixx_colours_the_other_dice_of_a_closed_row_stay_in_the_game_for_open_rows() -> None:
    game = play(row_1_closed_by_seat_1(), "0 y9", "roll 4 4 1 2 1", "0 pass", "1 pass")
    # seat 1 has row 1 only: y5 in row 4, g6 in row 2, b5 only in closed row 1
    assert game.active == 1
    assert options(game, 1) == {"y5", "g6", "pass"}


def test_on_mixx_colours_the_game_ends_on_two_closed_rows() -> None:
    game = play(row_1_closed_by_seat_1(), "0 y9")
    game = play(game, throw(game, 12), "1 pass", "0 y12")
    assert game.phase == OVER
    assert marks(game, 0)["y-lock"] == "x"
    assert scores(game) == (28 + 1, 28)
