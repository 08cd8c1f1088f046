"""Qwinto judged by its rulebook and the rulings page, without a look at the program."""

from __future__ import annotations

from itertools import permutations
from random import Random

import pytest

from cinquina.core import IllegalMove, IllegalSetup, Position, dice_to_throw, seen_by, undo
from kit import endings, marks, options, places, play, refused, scores, start

PICKS = ["o", "y", "v", "oy", "ov", "yv", "oyv"]
DIE_OF = {"o": "orange", "y": "yellow", "v": "violet"}

# The printed sheet: the column each cell of a row stands in, from the left, dead cells left out.
ROWS = {
    "o": [2, 3, 4, 6, 7, 8, 9, 10, 11],
    "y": [1, 2, 3, 4, 5, 7, 8, 9, 10],
    "v": [0, 1, 2, 3, 5, 6, 7, 8, 9],
}
COLUMN = {f"{colour}{k + 1}": column for colour, all_of in ROWS.items() for k, column in enumerate(all_of)}
CELLS = list(COLUMN)

# Three full rows that agree with each other in every column.
ORANGE = "o1=3 o2=4 o3=5 o4=7 o5=8 o6=9 o7=10 o8=11 o9=18"
YELLOW = "y1=1 y2=4 y3=5 y4=6 y5=7 y6=9 y7=10 y8=11 y9=15"
VIOLET = "v1=3 v2=4 v3=5 v4=6 v5=8 v6=9 v7=10 v8=11 v9=13"

# Column of three: its cells, other numbers on each, and the pentagon among them.
BONUSES = [
    ("o1=2 y2=6 v3=5", "v3", 5),
    ("o2=4 y3=7 v4=6", "o2", 4),
    ("o5=8 y6=9 v7=10", "o5", 8),
    ("o6=9 y7=12 v8=11", "y7", 12),
    ("o7=16 y8=13 v9=14", "v9", 14),
]


# --- helpers --------------------------------------------------------------------------------------


def entries(plan: str) -> list[tuple[str, int]]:
    """'o1=3 y2=4' as [('o1', 3), ('y2', 4)]."""
    return [(cell, int(number)) for cell, number in (entry.split("=") for entry in plan.split())]


def faces(number: int, dice: int) -> str | None:
    """Faces of this many dice with that sum, if there are any."""
    if not dice <= number <= 6 * dice:
        return None
    thrown = []
    for left in range(dice - 1, -1, -1):
        thrown.append(min(6, number - left))
        number -= thrown[-1]
    return " ".join(str(face) for face in thrown)


def throw(game: Position, pick: str, number: int) -> Position:
    """The active seat throws these dice, gets this sum and keeps it."""
    seat = game.active
    return play(game, f"{seat} {pick}", f"roll {faces(number, len(pick))}", f"{seat} keep")


def pick_for(number: int, cells: list[str]) -> str:
    """The fewest dice that can show the sum and have the colours of all those cells."""
    return next(pick for pick in PICKS if faces(number, len(pick)) and all(cell[0] in pick for cell in cells))


def write(game: Position, number: int, cells: dict[int, str]) -> Position:
    """One whole turn in which the seats named enter the number, and the others enter nothing."""
    game = throw(game, pick_for(number, list(cells.values())), number)
    for seat in game.waiting:
        if "pass" in options(game, seat):
            game = play(game, f"{seat} {cells.get(seat, 'pass')}")
    for seat, cell in cells.items():
        assert marks(game, seat)[cell] == str(number)
    return game


def all_write(game: Position, plan: str) -> Position:
    """Every seat enters the same numbers in the same cells, one turn for each."""
    for cell, number in entries(plan):
        game = write(game, number, dict.fromkeys(range(len(scores(game))), cell))
    return game


def alone(plan: str) -> Position:
    """One player alone whose sheet holds these numbers and no miss."""
    return all_write(start("qwinto", 1), plan)


def nobody_writes(game: Position) -> Position:
    """One turn with a number that nobody enters: a miss for the active seat."""
    return write(game, 10, {})


def misses(game: Position, seat: int) -> int:
    """How many misses the sheet shows, which must fill the boxes from the first."""
    boxes = {cell: mark for cell, mark in marks(game, seat).items() if cell.startswith("miss")}
    assert boxes == {f"miss{box}": "x" for box in range(1, len(boxes) + 1)}
    return len(boxes)


def numbers_that_fit(game: Position, cell: str) -> set[int]:
    """All numbers the active seat could enter in a cell, whatever dice of the right colour give them."""
    fitting = set()
    for number in range(1, 19):
        ways = [pick for pick in PICKS if cell[0] in pick and faces(number, len(pick))]
        offers = {cell in options(throw(game, pick, number), game.active) for pick in ways}
        assert len(offers) == 1
        if offers == {True}:
            fitting.add(number)
    return fitting


def row(colour: str, first: int = 1, last: int = 9) -> set[str]:
    """The cells of a row from one place to another."""
    return {f"{colour}{place}" for place in range(first, last + 1)}


# --- the examples of the rulebook -----------------------------------------------------------------


def test_example_luigi_throws_two_dice_and_throws_them_again() -> None:
    game = play(start("qwinto", 3), "0 yv")
    assert dice_to_throw(game) == ("yellow", "violet")
    game = play(game, "roll 2 4")
    assert options(game, 0) == {"keep", "again"}
    game = play(game, "0 again")
    assert dice_to_throw(game) == ("yellow", "violet")
    game = play(game, "roll 4 5")
    assert game.waiting == (0, 1, 2)
    for seat in range(3):
        assert options(game, seat) == row("y") | row("v") | {"pass"}


def test_example_luigi_tommaso_and_sara_enter_the_nine() -> None:
    game = play(start("qwinto", 3), "0 yv", "roll 2 4", "0 again", "roll 4 5")
    for cell in sorted(row("o")):
        assert refused(game, f"0 {cell}")
    game = play(game, "0 y4", "1 y6", "2 v5")
    assert [marks(game, seat) for seat in range(3)] == [{"y4": "9"}, {"y6": "9"}, {"v5": "9"}]
    assert game.active == 1


TOMMASO = "y2=2 o1=3 v3=6 v5=7 y6=9 o5=8 v7=10 y9=16"


def test_example_tommaso_can_enter_only_a_one_in_the_first_yellow_cell() -> None:
    assert numbers_that_fit(alone(TOMMASO), "y1") == {1}


def test_example_tommaso_can_enter_nothing_between_the_six_and_the_seven() -> None:
    assert numbers_that_fit(alone(TOMMASO), "v4") == set()


def test_example_tommaso_has_completed_two_columns_of_three() -> None:
    assert scores(alone(TOMMASO)) == (2 + 3 + 3 + 6 + 8,)


SARA_ORANGE = "o1=2 o5=10 o6=13 o9=18"
SARA_YELLOW = "y1=1 y2=3 y3=4 y4=6 y5=8 y6=11 y7=12 y8=14 y9=16"
SARA_VIOLET = "v1=1 v3=5 v5=6 v7=9 v8=14 v9=15"
SARA = f"{SARA_ORANGE} {SARA_YELLOW} {SARA_VIOLET}"


def test_example_sara_has_43_points() -> None:
    """Sara (seat 0) skips two of her turns; the other copies her on his own turns and skips the last four."""
    game = start("qwinto", 2, begins=1)
    to_write = entries(SARA)
    for turn in range(21):
        assert endings(game) == ()
        if turn in (1, 3):
            game = nobody_writes(game)
            continue
        cell, number = to_write.pop(0)
        copied = game.active == 1 and turn < 14
        game = write(game, number, {0: cell, 1: cell} if copied else {0: cell})
    assert not to_write
    assert endings(game)
    assert marks(game, 0) == {cell: str(number) for cell, number in entries(SARA)} | {
        "miss1": "x",
        "miss2": "x",
    }
    assert scores(game)[0] == 4 + 16 + 6 + 5 + 10 + 12 - 10 == 43
    assert places(game)[0] == (1, (0,), 43)


# --- entering numbers: rows -----------------------------------------------------------------------


@pytest.mark.parametrize("cell", CELLS)
def test_numbers_grow_strictly_along_a_row_also_across_dead_and_empty_cells(cell: str) -> None:
    game = alone(f"{cell}=9")
    colour, place = cell[0], int(cell[1])
    assert options(throw(game, "oyv", 9), 0) & row(colour) == set()
    assert options(throw(game, "oyv", 8), 0) & row(colour) == row(colour, last=place - 1)
    assert options(throw(game, "oyv", 10), 0) & row(colour) == row(colour, first=place + 1)


@pytest.mark.parametrize("colour", "oyv")
def test_a_number_between_two_others_must_lie_strictly_between_them(colour: str) -> None:
    game = alone(f"{colour}2=5 {colour}8=12")
    assert numbers_that_fit(game, f"{colour}1") == {1, 2, 3, 4}
    assert numbers_that_fit(game, f"{colour}3") == {6, 7, 8, 9, 10, 11}
    assert numbers_that_fit(game, f"{colour}5") == {6, 7, 8, 9, 10, 11}
    assert numbers_that_fit(game, f"{colour}7") == {6, 7, 8, 9, 10, 11}
    assert numbers_that_fit(game, f"{colour}9") == {13, 14, 15, 16, 17, 18}


def test_the_nearest_number_on_each_side_counts_not_the_outermost() -> None:
    game = alone("v1=2 v9=17 v4=8 v6=11")
    assert numbers_that_fit(game, "v5") == {9, 10}
    assert numbers_that_fit(game, "v2") == {3, 4, 5, 6, 7}
    assert numbers_that_fit(game, "v8") == {12, 13, 14, 15, 16}


@pytest.mark.parametrize("cell", ["o1", "o9", "y1", "y9", "v1", "v9"])
def test_any_number_from_1_to_18_may_go_anywhere_on_an_empty_sheet(cell: str) -> None:
    assert numbers_that_fit(start("qwinto", 1), cell) == set(range(1, 19))


def test_a_number_that_blocks_the_cells_beside_it_is_allowed() -> None:
    game = alone("o9=1 y1=18")
    for cell in row("o", last=8) | row("y", first=2):
        assert numbers_that_fit(game, cell) == set()


def test_a_filled_cell_takes_no_second_number() -> None:
    game = alone("o5=8")
    assert numbers_that_fit(game, "o5") == set()
    assert refused(throw(game, "oyv", 9), "0 o5")


@pytest.mark.parametrize("cell", ["o0", "o10", "y0", "y10", "v0", "v10"])
def test_a_row_has_nine_cells_and_its_dead_cell_is_none_of_them(cell: str) -> None:
    assert refused(throw(start("qwinto", 1), "oyv", 9), f"0 {cell}")


# --- entering numbers: columns --------------------------------------------------------------------


@pytest.mark.parametrize("cell", CELLS)
def test_the_same_number_is_refused_in_the_same_column_and_nowhere_else(cell: str) -> None:
    game = throw(alone(f"{cell}=9"), "oyv", 9)
    allowed = {other for other in CELLS if other[0] != cell[0] and COLUMN[other] != COLUMN[cell]}
    assert options(game, 0) == allowed | {"pass"}
    for other in CELLS:
        if other not in allowed:
            assert refused(game, f"0 {other}")


@pytest.mark.parametrize("cells", ["o1 y2 v3", "o2 y3 v4", "o5 y6 v7", "o6 y7 v8", "o7 y8 v9"])
def test_the_third_cell_of_a_column_may_equal_neither_of_the_two_others(cells: str) -> None:
    for first, second, third in permutations(cells.split()):
        game = alone(f"{first}=7 {second}=12")
        assert numbers_that_fit(game, third) == set(range(1, 19)) - {7, 12}


def test_numbers_in_a_column_may_stand_in_any_order() -> None:
    for upper, middle, lower in permutations((7, 8, 9)):
        assert len(marks(alone(f"o5={upper} y6={middle} v7={lower}"), 0)) == 3


# --- the dice -------------------------------------------------------------------------------------


def test_the_active_player_chooses_one_two_or_three_dice_of_any_colour() -> None:
    game = start("qwinto", 2)
    assert game.waiting == (0,)
    assert options(game, 0) == set(PICKS)
    assert options(game, 1) == set()


@pytest.mark.parametrize("pick", PICKS)
def test_only_rows_of_the_colours_thrown_take_the_number(pick: str) -> None:
    game = play(start("qwinto", 2), f"0 {pick}")
    assert dice_to_throw(game) == tuple(DIE_OF[colour] for colour in pick)
    game = play(game, f"roll {faces(5, len(pick))}", "0 keep")
    for seat in (0, 1):
        assert options(game, seat) == {cell for cell in CELLS if cell[0] in pick} | {"pass"}
    for cell in CELLS:
        if cell[0] not in pick:
            assert refused(game, f"0 {cell}")
            assert refused(game, f"1 {cell}")


@pytest.mark.parametrize(
    ("pick", "roll", "total"),
    [("v", "6", "6"), ("oy", "6 6", "12"), ("oyv", "6 5 4", "15")],
)
def test_the_number_is_the_sum_of_all_dice_thrown(pick: str, roll: str, total: str) -> None:
    cell = f"{pick[-1]}9"
    game = play(start("qwinto", 1), f"0 {pick}", f"roll {roll}", "0 keep", f"0 {cell}")
    assert marks(game, 0) == {cell: total}


@pytest.mark.parametrize("pick", PICKS)
def test_the_second_throw_takes_all_the_dice_of_the_first(pick: str) -> None:
    ones = " ".join("1" for _ in pick)
    game = play(start("qwinto", 2), f"0 {pick}", f"roll {ones}", "0 again")
    assert dice_to_throw(game) == tuple(DIE_OF[colour] for colour in pick)
    assert refused(game, f"roll {ones} 1")
    if len(pick) > 1:
        assert refused(game, f"roll {ones[2:]}")


def test_after_the_second_throw_the_first_result_is_gone() -> None:
    game = alone("o1=7")
    game = play(game, "0 oy", "roll 6 6", "0 again", "roll 2 3")
    assert options(game, 0) == row("y") | {"pass"}
    assert marks(play(game, "0 y1"), 0)["y1"] == "5"


def test_there_is_no_third_throw() -> None:
    game = play(start("qwinto", 2), "0 o", "roll 1", "0 again", "roll 1")
    assert refused(game, "0 again")
    assert refused(game, "0 keep")
    assert refused(game, "roll 1")


def test_a_throw_kept_is_not_thrown_again() -> None:
    game = play(start("qwinto", 2), "0 o", "roll 1", "0 keep")
    assert refused(game, "0 again")
    assert game.waiting == (0, 1)
    assert marks(play(game, "1 o4", "0 o1"), 1) == {"o4": "1"}


def test_only_the_active_player_decides_on_dice_and_the_second_throw() -> None:
    game = start("qwinto", 3)
    assert refused(game, "1 o")
    game = play(game, "0 o", "roll 4")
    assert game.waiting == (0,)
    assert options(game, 1) == options(game, 2) == set()
    assert refused(game, "1 keep")
    assert refused(game, "2 again")
    assert refused(game, "1 o4")


def test_nobody_enters_a_number_before_the_active_player_keeps_the_throw() -> None:
    game = play(start("qwinto", 2), "0 o", "roll 4")
    assert refused(game, "0 o4")
    assert refused(game, "0 pass")


def test_dice_of_a_row_that_is_full_may_still_be_thrown() -> None:
    game = alone(ORANGE)
    assert options(game, 0) == set(PICKS)
    assert options(throw(game, "oy", 5), 0) == (row("y") - {"y4"}) | {"pass"}


@pytest.mark.parametrize("roll", ["roll 7", "roll 0", "roll 1 1", "roll"])
def test_a_throw_shows_one_face_from_1_to_6_for_each_die_thrown(roll: str) -> None:
    assert refused(play(start("qwinto", 1), "0 y"), roll)


# --- entering is simultaneous and optional --------------------------------------------------------


def test_all_players_may_enter_the_number_and_nobody_must() -> None:
    game = throw(start("qwinto", 4), "v", 3)
    assert game.waiting == (0, 1, 2, 3)
    assert all("pass" in options(game, seat) for seat in range(4))


@pytest.mark.parametrize("order", list(permutations((0, 1, 2))))
def test_the_players_answer_in_any_order(order: tuple[int, ...]) -> None:
    game = throw(start("qwinto", 3), "oyv", 9)
    answers = {0: "o3", 1: "pass", 2: "v7"}
    for done, seat in enumerate(order):
        assert game.waiting == tuple(sorted(order[done:]))
        game = play(game, f"{seat} {answers[seat]}")
    assert [marks(game, seat) for seat in range(3)] == [{"o3": "9"}, {}, {"v7": "9"}]
    assert game.active == 1


def test_each_player_is_bound_by_his_own_sheet_only() -> None:
    game = write(start("qwinto", 2), 9, {0: "o5", 1: "v1"})
    game = throw(game, "oyv", 9)
    assert options(game, 0) == (row("y") - {"y6"}) | (row("v") - {"v7"}) | {"pass"}
    assert options(game, 1) == row("o") | row("y") | {"pass"}


def test_a_player_enters_the_number_only_once() -> None:
    game = play(throw(start("qwinto", 2), "oyv", 9), "0 o5")
    assert game.waiting == (1,)
    assert refused(game, "0 y1")
    assert refused(game, "0 pass")


def test_what_a_player_enters_is_covered_until_all_have_chosen() -> None:
    game = play(throw(start("qwinto", 3), "oyv", 9), "0 o5", "2 pass")
    for seat in (1, 2):
        assert marks(seen_by(game, seat).position, 0) == {}
    assert marks(seen_by(game, 0).position, 0) == {"o5": "9"}
    game = play(game, "1 y2")
    for seat in range(3):
        seen = seen_by(game, seat).position
        assert [marks(seen, other) for other in range(3)] == [{"o5": "9"}, {"y2": "9"}, {}]


def test_an_entry_may_be_taken_back_while_others_still_choose() -> None:
    game = undo(play(throw(start("qwinto", 2), "oyv", 9), "0 o5"), 0)
    assert game.waiting == (0, 1)
    assert marks(play(game, "0 o6", "1 pass"), 0) == {"o6": "9"}


def test_a_player_who_can_enter_nothing_is_not_asked() -> None:
    game = write(start("qwinto", 3), 1, {0: "o1", 2: "o1"})
    game = throw(game, "o", 1)
    assert game.waiting == (1,)
    assert options(game, 0) == options(game, 2) == set()
    game = play(game, "1 o9")
    assert [misses(game, seat) for seat in range(3)] == [0, 0, 0]
    assert game.active == 2


def test_a_player_with_a_single_cell_left_to_enter_is_still_asked() -> None:
    game = throw(alone("o2=2"), "o", 1)
    assert options(game, 0) == {"o1", "pass"}


# --- misses ---------------------------------------------------------------------------------------


def test_the_active_player_who_does_not_want_to_enter_takes_a_miss() -> None:
    game = play(throw(start("qwinto", 2), "oyv", 9), "0 pass", "1 o5")
    assert (misses(game, 0), misses(game, 1)) == (1, 0)
    assert game.active == 1


def test_the_active_player_who_cannot_enter_takes_a_miss_unasked() -> None:
    game = write(start("qwinto", 3, begins=2), 1, {2: "o1", 0: "o1"})
    game = throw(game, "o", 1)
    assert (game.active, game.waiting) == (0, (1,))
    assert refused(game, "0 o2")
    game = play(game, "1 o9")
    assert [misses(game, seat) for seat in range(3)] == [1, 0, 0]
    assert game.active == 1


def test_when_nobody_can_enter_the_turn_passes_with_a_miss() -> None:
    game = all_write(start("qwinto", 3), "o1=1")
    game = throw(game, "o", 1)
    assert [misses(game, seat) for seat in range(3)] == [0, 1, 0]
    assert game.active == 2
    assert options(game, 2) == set(PICKS)


def test_a_throw_that_fits_nowhere_may_still_be_thrown_again() -> None:
    game = alone("o1=1")
    game = play(game, "0 o", "roll 1")
    assert options(game, 0) == {"keep", "again"}
    assert misses(play(game, "0 again", "roll 2", "0 o2"), 0) == 0
    assert misses(play(game, "0 again", "roll 1"), 0) == 1


def test_players_who_are_not_active_never_take_a_miss() -> None:
    game = start("qwinto", 3)
    for cell, number in entries("o1=3 o2=4 o3=5 o4=7 o5=8 o6=9"):
        game = write(game, number, {game.active: cell})
    assert [misses(game, seat) for seat in range(3)] == [0, 0, 0]


# --- turns, seats, who begins ---------------------------------------------------------------------


@pytest.mark.parametrize("seats", [1, 2, 3, 4, 5, 6])
def test_the_turn_goes_clockwise_through_all_players(seats: int) -> None:
    game = start("qwinto", seats)
    for turn in range(2 * seats + 1):
        assert game.active == turn % seats
        assert game.waiting == (turn % seats,)
        game = throw(game, "oyv", 3 + turn)
        assert game.waiting == tuple(range(seats))
        for seat in range(seats):
            game = play(game, f"{seat} o{turn + 1}" if turn < 9 else f"{seat} y{turn - 8}")
    assert len(scores(game)) == seats
    assert not endings(game)


@pytest.mark.parametrize("seats", [0, 7])
def test_one_to_six_players_play(seats: int) -> None:
    with pytest.raises(IllegalSetup):
        start("qwinto", seats)


@pytest.mark.parametrize("first", [0, 1, 2, 3, 4, 5])
def test_the_seat_named_begins_and_the_next_one_follows(first: int) -> None:
    game = start("qwinto", 6, begins=first)
    assert game.active == first
    assert nobody_writes(game).active == (first + 1) % 6


@pytest.mark.parametrize("first", [0, 1, 2])
def test_the_lot_decides_who_begins(first: int) -> None:
    game = start("qwinto", 3, begins="lot")
    assert game.waiting == ()
    assert refused(game, "0 o")
    assert refused(game, "begins 3")
    game = play(game, f"begins {first}")
    assert game.active == first
    assert options(game, first) == set(PICKS)
    assert refused(game, f"begins {first}")


# --- the end --------------------------------------------------------------------------------------


def test_one_full_row_does_not_end_the_game() -> None:
    game = alone(ORANGE)
    assert endings(game) == ()
    assert game.phase == 1


def test_one_full_row_each_does_not_end_the_game() -> None:
    game = all_write(start("qwinto", 3), ORANGE)
    assert endings(game) == ()
    game = start("qwinto", 2)
    for place, number in enumerate((3, 4, 5, 7, 8, 9, 10, 11, 12), start=1):
        game = write(game, number, {0: f"o{place}", 1: f"v{place}"})
    assert endings(game) == ()
    assert scores(game) == (12, 12)


@pytest.mark.parametrize(("first", "second"), list(permutations((ORANGE, YELLOW, VIOLET), 2)))
def test_the_second_full_row_of_a_player_ends_the_game(first: str, second: str) -> None:
    *most, last = second.split()
    game = alone(f"{first} {' '.join(most)}")
    assert endings(game) == ()
    game = all_write(game, last)
    assert len(endings(game)) == 1
    assert (game.phase, game.waiting, options(game, 0)) == (2, (), set())
    for line in ("0 o", "0 pass", "roll 1"):
        with pytest.raises(IllegalMove):
            play(game, line)


def test_the_cell_that_completes_the_second_row_may_be_any_cell_of_it() -> None:
    game = alone(ORANGE + " " + YELLOW.replace("y4=6 ", ""))
    assert not endings(game)
    game = all_write(game, "y4=6")
    assert len(endings(game)) == 1
    assert scores(game) == (18 + 15,)


def test_a_player_who_is_not_active_ends_the_game_too() -> None:
    game = all_write(start("qwinto", 2), ORANGE + " " + YELLOW.removesuffix(" y9=15"))
    other = 1 - game.active
    active = game.active
    game = write(game, 15, {other: "y9"})
    assert len(endings(game)) == 1
    assert (misses(game, active), misses(game, other)) == (1, 0)


@pytest.mark.parametrize("order", list(permutations((0, 1, 2))))
def test_everybody_has_entered_before_the_game_ends(order: tuple[int, ...]) -> None:
    game = all_write(start("qwinto", 3), ORANGE + " " + YELLOW.removesuffix(" y9=15"))
    game = throw(game, "oyv", 15)
    answers = {0: "y9", 1: "v6", 2: "y9"}
    for seat in order:
        assert endings(game) == ()
        assert seat in game.waiting
        game = play(game, f"{seat} {answers[seat]}")
    assert len(endings(game)) == 1
    assert [marks(game, seat).get(cell) for seat, cell in answers.items()] == ["15", "15", "15"]
    assert scores(game) == (18 + 15, 18 + 8 + 1, 18 + 15)
    assert places(game) == [(1, (0,), 33), (1, (2,), 33), (3, (1,), 27)]


def test_three_misses_do_not_end_the_game_and_the_fourth_does() -> None:
    game = start("qwinto", 1)
    for taken in range(4):
        assert misses(game, 0) == taken
        assert endings(game) == ()
        assert scores(game) == (-5 * taken,)
        game = nobody_writes(game)
    assert misses(game, 0) == 4
    assert len(endings(game)) == 1
    assert (game.phase, game.waiting, options(game, 0)) == (2, (), set())
    assert scores(game) == (-20,)
    assert places(game) == [(1, (0,), -20)]


def test_four_misses_of_all_players_together_do_not_end_the_game() -> None:
    game = start("qwinto", 2)
    for _ in range(6):
        assert endings(game) == ()
        game = nobody_writes(game)
    assert (misses(game, 0), misses(game, 1)) == (3, 3)
    assert endings(game) == ()
    assert len(endings(nobody_writes(game))) == 1


def test_a_fourth_miss_taken_unasked_ends_the_game() -> None:
    game = alone("o1=1")
    for _ in range(3):
        game = throw(game, "o", 1)
        assert endings(game) == ()
    game = play(game, "0 o", "roll 1")
    assert endings(game) == ()
    assert len(endings(play(game, "0 again", "roll 1"))) == 1
    assert len(endings(play(game, "0 keep"))) == 1


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_the_others_still_enter_in_the_turn_of_the_fourth_miss(order: tuple[int, int]) -> None:
    game = start("qwinto", 2)
    for _ in range(6):
        game = nobody_writes(game)
    game = throw(game, "o", 6)
    answers = {0: "pass", 1: "o3"}
    for seat in order:
        assert endings(game) == ()
        game = play(game, f"{seat} {answers[seat]}")
    assert len(endings(game)) == 1
    assert marks(game, 1)["o3"] == "6"
    assert scores(game) == (-20, -14)
    assert places(game) == [(1, (1,), -14), (2, (0,), -20)]


def test_the_others_still_enter_when_the_active_player_takes_the_fourth_miss_unasked() -> None:
    game = write(start("qwinto", 2, begins=1), 2, {0: "o1", 1: "y1"})
    for _ in range(6):
        game = nobody_writes(game)
    game = throw(game, "o", 1)
    assert endings(game) == ()
    assert game.waiting == (1,)
    game = play(game, "1 o4")
    assert len(endings(game)) == 1
    assert scores(game) == (1 - 20, 2 - 15)


def both_about_to_end(may_enter: bool) -> Position:
    """Seat 0 is active with three misses, seat 1 lacks only a 1 in the first yellow cell for its second row.

    Seat 0 may enter a yellow 1 as well, or has entered one already.
    """
    game = start("qwinto", 2)
    if not may_enter:
        game = write(game, 1, {0: "y1"})
    for cell, number in entries(f"{ORANGE} {YELLOW.removeprefix('y1=1 ')}"):
        skips = game.active == 0 and misses(game, 0) < 3
        game = write(game, number, {1: cell} if skips else {0: cell, 1: cell})
    if game.active == 1:
        game = write(game, 3, {1: "v1"})
    assert (game.active, misses(game, 0), misses(game, 1), endings(game)) == (0, 3, 0, ())
    return game


def test_second_row_and_fourth_miss_can_end_the_game_together() -> None:
    game = throw(both_about_to_end(may_enter=True), "y", 1)
    assert game.waiting == (0, 1)
    game = play(game, "1 y1")
    assert endings(game) == ()
    game = play(game, "0 pass")
    assert len(set(endings(game))) == 2
    assert misses(game, 0) == 4


def test_second_row_and_a_fourth_miss_taken_unasked_can_end_the_game_together() -> None:
    game = throw(both_about_to_end(may_enter=False), "y", 1)
    assert game.waiting == (1,)
    assert len(set(endings(play(game, "1 y1")))) == 2
    assert len(endings(play(game, "1 pass"))) == 1


def test_with_a_fourth_miss_threatening_an_entry_still_leaves_one_reason_only() -> None:
    game = play(throw(both_about_to_end(may_enter=True), "y", 1), "1 y1", "0 y1")
    assert len(endings(game)) == 1
    game = play(throw(both_about_to_end(may_enter=True), "y", 1), "1 pass", "0 pass")
    assert len(endings(game)) == 1


# --- points ---------------------------------------------------------------------------------------


def test_an_empty_sheet_scores_nothing() -> None:
    assert scores(start("qwinto", 6)) == (0, 0, 0, 0, 0, 0)


@pytest.mark.parametrize(("plan", "last"), [(ORANGE, 18), (YELLOW, 15), (VIOLET, 13)])
def test_a_full_row_scores_its_last_number_and_one_with_a_gap_its_count(plan: str, last: int) -> None:
    cells = plan.split()
    assert scores(alone(plan)) == (last,)
    for gap in range(9):
        assert scores(alone(" ".join(cells[:gap] + cells[gap + 1 :]))) == (8,)
    assert scores(alone(cells[-1])) == (1,)


@pytest.mark.parametrize(("plan", "pentagon", "bonus"), BONUSES)
def test_a_full_column_of_three_scores_its_pentagon(plan: str, pentagon: str, bonus: int) -> None:
    assert (pentagon, bonus) in entries(plan)
    assert scores(alone(plan)) == (3 + bonus,)


@pytest.mark.parametrize(("plan", "pentagon", "bonus"), BONUSES)
def test_a_column_of_three_with_a_gap_scores_no_bonus(plan: str, pentagon: str, bonus: int) -> None:
    for left_out in plan.split():
        assert scores(alone(plan.replace(left_out, ""))) == (2,)


@pytest.mark.parametrize("plan", ["y1=3 v2=4", "o3=3 y4=4", "y5=3 v5=4", "o4=3 v6=4", "o8=3 y9=4"])
def test_a_full_column_of_two_scores_no_bonus(plan: str) -> None:
    assert scores(alone(plan)) == (2,)


def test_all_bonuses_and_two_full_rows_are_added_and_misses_taken_off() -> None:
    game = nobody_writes(nobody_writes(nobody_writes(start("qwinto", 1))))
    game = all_write(game, f"{ORANGE} v3=5 v4=6 v7=10 v8=11 v9=13 {YELLOW}")
    assert len(endings(game)) == 1
    assert scores(game) == (18 + 15 + 5 + (5 + 4 + 8 + 10 + 13) - 15,)


def test_points_may_be_negative_and_equal_points_share_a_place() -> None:
    game = start("qwinto", 3)
    for _ in range(9):
        game = nobody_writes(game)
    assert scores(game) == (-15, -15, -15)
    assert places(game) == [(1, (0,), -15), (1, (1,), -15), (1, (2,), -15)]
    game = nobody_writes(game)
    assert endings(game)
    assert scores(game) == (-20, -15, -15)
    assert places(game) == [(1, (1,), -15), (1, (2,), -15), (3, (0,), -20)]


# --- whole games ----------------------------------------------------------------------------------


def allowed(sheet: dict[str, str], pick: str, number: int) -> set[str]:
    """The cells where the two rules of writing let a number stand."""
    cells = set()
    for cell in CELLS:
        if cell in sheet or cell[0] not in pick:
            continue
        fits = True
        for other, mark in sheet.items():
            if other.startswith("miss"):
                continue
            if other[0] == cell[0] and other < cell:
                fits = fits and int(mark) < number
            elif other[0] == cell[0]:
                fits = fits and int(mark) > number
            elif COLUMN[other] == COLUMN[cell]:
                fits = fits and int(mark) != number
        if fits:
            cells.add(cell)
    return cells


def row_count(sheet: dict[str, str]) -> int:
    """How many rows of a sheet are full."""
    return sum(row(colour) <= set(sheet) for colour in "oyv")


@pytest.mark.parametrize("seats", [1, 2, 3, 4, 5, 6])
def test_whole_games_offer_what_the_two_writing_rules_allow_until_an_end_is_reached(seats: int) -> None:
    dice = Random(seats)
    for _ in range(6):
        game = start("qwinto", seats)
        turn = 0
        while not endings(game):
            active = turn % seats
            assert game.active == active
            before = [marks(game, seat) for seat in range(seats)]
            pick = dice.choice(PICKS)
            thrown = [dice.randint(1, 6) for _ in pick]
            game = play(game, f"{active} {pick}", "roll " + " ".join(map(str, thrown)), f"{active} keep")
            can = [allowed(sheet, pick, sum(thrown)) for sheet in before]
            asked = tuple(seat for seat in range(seats) if can[seat])
            chosen = {}
            if asked:
                assert game.waiting == asked
            for seat in asked:
                assert options(game, seat) == can[seat] | {"pass"}
                chosen[seat] = dice.choice(sorted(can[seat]))
                game = play(game, f"{seat} {chosen[seat]}")
            for seat in range(seats):
                expected = dict(before[seat])
                if seat in chosen:
                    expected[chosen[seat]] = str(sum(thrown))
                elif seat == active:
                    expected[f"miss{sum(cell.startswith('miss') for cell in expected) + 1}"] = "x"
                assert marks(game, seat) == expected
            sheets = [marks(game, seat) for seat in range(seats)]
            ends = any("miss4" in sheet for sheet in sheets) + any(row_count(sheet) > 1 for sheet in sheets)
            assert len(endings(game)) == ends
            turn += 1
