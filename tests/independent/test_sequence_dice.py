"""Sequence Dice judged by its rulebook and the rulings page alone.

The Italian rulebook has no worked examples for this game; every sentence of it and every ruling stands here.
Boards are drawn as six rows of G, B, R and dots, `reach` plays the game up to such a drawing.
"""

from __future__ import annotations

import random

import pytest

from cinquina.core import IllegalSetup, Position, dice_to_throw, opening, seen_by
from cinquina.games import GAMES
from kit import endings, marks, options, places, play, refused, scores, start

NAME = "sequence-dice"
BOARD = """
 2  3  4  5  6  2
 6  7  8  9  7  3
 5  9 12 12  8  4
 4  8 12 12  9  5
 3  7  9  8  7  6
 2  6  5  4  3  2
"""
NUMBER = {
    f"{column}{row}": int(number)
    for row, line in enumerate(BOARD.strip().splitlines(), start=1)
    for column, number in zip("abcdef", line.split(), strict=True)
}
SPACES = {number: {cell for cell in NUMBER if NUMBER[cell] == number} for number in range(2, 13)}
COLOURS = {"G": "green", "B": "blue", "R": "red"}
FACES = {2: "1 1", 3: "1 2", 4: "1 3", 5: "2 3", 6: "2 4", 7: "3 4"}
FACES |= {8: "3 5", 9: "4 5", 10: "4 6", 11: "5 6", 12: "6 6"}

# Nobody has five in a row on any of these boards.
FULL = """
GBBGGG
GGBBGG
BBBBGB
GBGGBB
BGGGBG
GBGBBB
"""
FULL_FOR_THREE = """
BRGBRG
BBGRRG
GRGRBB
BGBBBR
GGBRGG
RRGBRR
"""
FULL_WITH_TWENTY_GREEN = """
GBGGGG
GBGGBG
BGGBGG
BBGBGB
GBBGBB
GGGBBB
"""
TWENTY_GREEN = """
..GGGG
.B.GBG
GBGBGG
G.BGGG
GBGGB.
G..GGB
"""
TWENTY_RED = """
R.R.RR
.BRGBR
.GRRR.
RRR.GR
RBG.BR
RRR.RR
"""


def lines_of(length: int) -> list[tuple[str, ...]]:
    """Every straight run of that many spaces on the board."""
    found = []
    for x in range(6):
        for y in range(6):
            for right, down in ((1, 0), (0, 1), (1, 1), (1, -1)):
                steps = [(x + right * i, y + down * i) for i in range(length)]
                if all(0 <= a < 6 and 0 <= b < 6 for a, b in steps):
                    found.append(tuple(f"{'abcdef'[a]}{b + 1}" for a, b in steps))
    return found


def cells_of(picture: str, letters: str) -> set[str]:
    """The spaces that hold one of these letters on a drawn board."""
    return {
        f"{column}{row}"
        for row, line in enumerate(picture.strip().splitlines(), start=1)
        for column, letter in zip("abcdef", line.strip(), strict=True)
        if letter in letters
    }


def board_of(picture: str) -> dict[str, str]:
    """A drawn board as marks."""
    return {cell: COLOURS[letter] for letter in "GBR" for cell in cells_of(picture, letter)}


def colour_of(game: Position, seat: int) -> str:
    return ("green", "blue", "red")[seat % 2 if len(scores(game)) == 4 else seat]


def throw(game: Position, total: int) -> Position:
    return play(game, f"roll {FACES[total]}")


def choose(game: Position, cell: str) -> Position:
    """The seat that is asked takes the space; a single possible space has been taken by itself."""
    return play(game, f"{game.active} {cell}") if game.waiting else game


def put(game: Position, *cells: str) -> Position:
    """The seats on turn, one after the other, throw an 11 and put a chip on the space."""
    for cell in cells:
        seat = game.active
        game = choose(throw(game, 11), cell)
        assert marks(game, 0)[cell] == colour_of(game, seat)
    return game


def idle(game: Position) -> Position:
    """The seat on turn throws a number it has covered four times: nothing happens, the turn is over."""
    seat = game.active
    mine = {cell for cell, colour in marks(game, 0).items() if colour == colour_of(game, seat)}
    total = next(number for number in range(3, 10) if SPACES[number] <= mine)
    game = throw(game, total)
    assert game.active != seat
    return game


def reach(game: Position, picture: str, turn: int) -> Position:
    """Play elevens until the board looks like the picture and this seat is to throw."""
    wanted = board_of(picture)
    while marks(game, 0) != wanted or game.active != turn:
        colour = colour_of(game, game.active)
        missing = [cell for cell in sorted(wanted) if wanted[cell] == colour and cell not in marks(game, 0)]
        game = put(game, missing[0]) if missing else idle(game)
    assert game.phase == 0
    return game


def finished(game: Position) -> bool:
    """Whether the game is over, in every way in which it shows."""
    over = game.phase == 2
    assert bool(endings(game)) == over
    if over:
        assert game.waiting == ()
        assert refused(game, "roll 1 2")
    return over


# --- the throw-off ---


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_highest_throw_begins_and_nothing_is_placed_by_the_throw_off(seats: int) -> None:
    for best in range(seats):
        game = start(NAME, seats, begins="lot")
        for seat in range(seats):
            assert game.phase == 0
            game = throw(game, 11 if seat == best else 3)
        assert (game.active, game.phase, marks(game, 0)) == (best, 0, {})
        game = put(game, "a1")
        assert game.active == (best + 1) % seats


def test_the_throw_off_counts_the_sum_and_not_the_highest_die() -> None:
    game = play(start(NAME, 2, begins="lot"), "roll 6 1", "roll 4 4")
    assert game.active == 1


def test_a_two_or_a_twelve_in_the_throw_off_gives_no_chip_and_no_other_throw() -> None:
    game = play(start(NAME, 3, begins="lot"), "roll 6 6", "roll 1 1", "roll 5 6")
    assert (game.active, game.phase, marks(game, 0)) == (0, 0, {})
    assert options(play(game, "roll 1 2"), 0) == SPACES[3]


def test_ties_among_the_highest_throw_again_and_only_they() -> None:
    game = play(start(NAME, 4, begins="lot"), "roll 1 2", "roll 3 6", "roll 6 2", "roll 4 5")
    game = play(game, "roll 1 1", "roll 1 2")
    assert (game.active, game.phase) == (3, 0)
    assert options(play(game, "roll 2 3"), 3) == SPACES[5]


def test_a_tie_below_the_highest_is_not_thrown_again() -> None:
    game = play(start(NAME, 4, begins="lot"), "roll 1 2", "roll 1 2", "roll 2 2", "roll 2 1")
    assert options(play(game, "roll 2 3"), 2) == SPACES[5]


def test_a_tie_of_all_is_thrown_again_until_one_is_the_highest() -> None:
    game = play(start(NAME, 3, begins="lot"), "roll 1 6", "roll 2 5", "roll 3 4")
    game = play(game, "roll 4 4", "roll 1 1", "roll 2 6")
    game = play(game, "roll 6 6", "roll 6 6")
    assert marks(game, 0) == {}
    game = play(game, "roll 1 3", "roll 1 2")
    assert options(play(game, "roll 2 3"), 0) == SPACES[5]


def test_a_second_throw_that_is_lower_than_the_first_of_a_beaten_seat_still_begins() -> None:
    game = play(start(NAME, 3, begins="lot"), "roll 5 5", "roll 4 5", "roll 4 6", "roll 1 1", "roll 1 2")
    assert options(play(game, "roll 2 3"), 2) == SPACES[5]


def test_without_house_rules_the_game_opens_with_the_throw_off_and_five_win() -> None:
    game = play(opening(GAMES[NAME], 2, {}), "roll 1 2", "roll 3 4")
    assert (game.active, marks(game, 0)) == (1, {})
    game = put(game, "a1", "a6", "b1", "b6", "c1", "c6", "d1", "d6", "e1")
    assert finished(game)
    assert list(scores(game)) == [0, 1]


@pytest.mark.parametrize(("seats", "first"), [(2, 0), (2, 1), (3, 2), (4, 1), (4, 3)])
def test_a_place_chosen_as_house_rule_begins_and_the_turn_goes_left(seats: int, first: int) -> None:
    game = start(NAME, seats, begins=first)
    order = []
    for cell in ("a1", "f6", "c4", "d2", "b5"):
        order.append(game.active)
        game = put(game, cell)
    assert order == [(first + turn) % seats for turn in range(5)]


# --- players and sides ---


@pytest.mark.parametrize("seats", [1, 5])
def test_two_three_or_four_play(seats: int) -> None:
    with pytest.raises(IllegalSetup):
        start(NAME, seats)


@pytest.mark.parametrize(
    ("seats", "colours"),
    [(2, ["green", "blue"]), (3, ["green", "blue", "red"]), (4, ["green", "blue", "green", "blue"])],
)
def test_first_and_third_of_four_share_a_colour_against_the_others(seats: int, colours: list[str]) -> None:
    for first in range(seats):
        game = start(NAME, seats, begins=first)
        cells = ["a1", "c2", "e3", "b5"][:seats]
        game = put(game, *cells)
        assert [marks(game, 0)[cells[(seat - first) % seats]] for seat in range(seats)] == colours


def test_every_seat_sees_the_same_board() -> None:
    game = put(start(NAME, 4), "a1", "c2", "e3", "b5", "d6")
    expected = {"a1": "green", "c2": "blue", "e3": "green", "b5": "blue", "d6": "green"}
    for seat in range(4):
        assert marks(game, seat) == expected
        assert marks(seen_by(game, seat).position, seat) == expected


# --- placing ---


@pytest.mark.parametrize("total", [2, 3, 4, 5, 6, 7, 8, 9, 12])
def test_every_number_but_ten_and_eleven_has_its_four_spaces(total: int) -> None:
    assert len(SPACES[total]) == 4
    game = throw(start(NAME, 2), total)
    assert (game.phase, game.active, game.waiting) == (1, 0, (0,))
    assert options(game, 0) == SPACES[total]
    assert options(game, 1) == set()


@pytest.mark.parametrize("faces", ["1 6", "6 1", "2 5", "5 2", "3 4", "4 3"])
def test_only_the_sum_of_both_dice_counts(faces: str) -> None:
    assert options(play(start(NAME, 2), f"roll {faces}"), 0) == SPACES[7]


@pytest.mark.parametrize(("faces", "cell"), [("2 2", "c1"), ("3 3", "a2"), ("4 4", "b4"), ("5 5", None)])
def test_equal_faces_other_than_ones_and_sixes_give_no_other_turn(faces: str, cell: str | None) -> None:
    game = play(start(NAME, 2), f"roll {faces}")
    if cell:
        game = play(game, f"0 {cell}")
    assert (game.active, game.phase) == (1, 0)


def test_two_dice_are_thrown_at_the_beginning_of_every_turn() -> None:
    game = start(NAME, 3)
    for cell in ("a1", "b2", "c3", "d4"):
        assert len(dice_to_throw(game)) == 2
        assert refused(game, "roll 3")
        assert refused(game, "roll 3 4 5")
        game = put(game, cell)


def test_a_chip_goes_only_to_an_empty_space_while_there_is_one_of_the_number() -> None:
    game = throw(put(start(NAME, 2), "b2", "e2"), 7)
    assert options(game, 0) == {"b5", "e5"}
    assert refused(game, "0 e2")
    assert refused(game, "0 b2")
    assert refused(game, "0 a1")
    assert refused(game, "1 b5")


def test_placing_is_a_duty() -> None:
    for total in (7, 11, 12):
        game = throw(start(NAME, 2), total)
        assert "pass" not in options(game, 0)
        assert refused(game, "0 pass")
        assert refused(game, "roll 3 4")


def test_the_last_empty_space_of_a_number_is_played_without_asking() -> None:
    game = throw(put(start(NAME, 2), "b2", "e2", "b5"), 7)
    assert marks(game, 0) == {"b2": "green", "e2": "blue", "b5": "green", "e5": "blue"}
    assert (game.active, game.phase) == (0, 0)


# --- replacing ---


def test_with_all_four_covered_an_opponents_chip_on_one_of_them_is_replaced() -> None:
    game = throw(put(start(NAME, 2), "b2", "e2", "b5", "e5"), 7)
    assert options(game, 0) == {"e2", "e5"}
    assert refused(game, "0 b2")
    assert refused(game, "0 pass")
    game = play(game, "0 e2")
    assert marks(game, 0) == {"b2": "green", "e2": "green", "b5": "green", "e5": "blue"}
    assert (game.active, game.phase) == (1, 0)


def test_the_only_opponents_chip_on_four_covered_spaces_is_replaced_without_asking() -> None:
    game = throw(put(start(NAME, 2), "b2", "e2", "b5", "a3", "e5", "c1"), 7)
    assert marks(game, 0)["e2"] == "green"
    assert (game.active, game.phase) == (1, 0)


def test_of_three_sides_the_chips_of_both_others_can_be_replaced() -> None:
    game = throw(put(start(NAME, 3), "b2", "e2", "b5", "e5", "a1", "c1"), 7)
    assert options(game, 0) == {"e2", "b5"}


def test_with_all_four_ones_own_nothing_happens_and_the_turn_is_over() -> None:
    game = put(start(NAME, 2), "b2", "c1", "e2", "f3", "b5", "a4", "e5", "d6")
    before = marks(game, 0)
    game = throw(game, 7)
    assert (game.active, game.phase, game.waiting) == (1, 0, ())
    assert marks(game, 0) == before


def test_a_partners_chips_count_as_ones_own() -> None:
    game = put(start(NAME, 4), "b2", "c1", "e2", "f3", "b5", "a4", "e5", "d6")
    before = marks(game, 0)
    game = throw(game, 7)
    assert (game.active, game.phase) == (1, 0)
    assert marks(game, 0) == before
    assert options(throw(game, 10), 1) == SPACES[7]
    mixed = throw(put(start(NAME, 4), "b2", "e2", "b5", "e5"), 7)
    assert options(mixed, 0) == {"e2", "e5"}


@pytest.mark.parametrize("total", [2, 12])
def test_chips_on_two_and_twelve_can_be_replaced_by_their_number(total: int) -> None:
    first, second, third, fourth = sorted(SPACES[total])
    game = throw(put(start(NAME, 2), first, second, third, fourth), total)
    assert options(game, 0) == {second, fourth}
    game = play(game, f"0 {second}")
    assert marks(game, 0)[second] == "green"
    assert (game.active, game.phase) == (0, 0)


# --- ten: defence ---


def test_a_ten_takes_off_an_opponents_chip_and_ends_the_turn() -> None:
    game = throw(put(start(NAME, 2), "b2", "e2", "c1", "d5"), 10)
    assert options(game, 0) == {"e2", "d5"}
    assert refused(game, "0 b2")
    assert refused(game, "0 pass")
    game = play(game, "0 e2")
    assert marks(game, 0) == {"b2": "green", "c1": "green", "d5": "blue"}
    assert (game.active, game.phase) == (1, 0)


def test_five_and_five_is_a_ten_like_four_and_six() -> None:
    game = put(start(NAME, 2), "b2", "e2", "c1", "d5")
    for faces in ("5 5", "4 6", "6 4"):
        assert options(play(game, f"roll {faces}"), 0) == {"e2", "d5"}


def test_a_ten_takes_no_chip_from_a_two_or_a_twelve() -> None:
    board = put(start(NAME, 2), "b2", "a1", "c1", "f6", "c2", "c3", "d5", "d4", "a4", "e3", "a5", "b6")
    assert options(throw(board, 10), 0) == {"e3", "b6"}


def test_a_ten_with_a_single_chip_to_take_takes_it_without_asking() -> None:
    game = throw(put(start(NAME, 2), "b2", "a1", "c1", "d2"), 10)
    assert marks(game, 0) == {"b2": "green", "a1": "blue", "c1": "green"}
    assert (game.active, game.phase) == (1, 0)


def test_a_ten_with_no_chip_to_take_ends_the_turn() -> None:
    game = throw(start(NAME, 2), 10)
    assert (game.active, game.phase, marks(game, 0)) == (1, 0, {})
    only_safe_chips = put(start(NAME, 2), "b2", "a1", "c1", "d4")
    game = throw(only_safe_chips, 10)
    assert (game.active, game.phase) == (1, 0)
    assert marks(game, 0) == marks(only_safe_chips, 0)


def test_a_ten_takes_from_any_opponent_of_three() -> None:
    game = throw(put(start(NAME, 3), "b2", "e2", "b5"), 10)
    assert options(game, 0) == {"e2", "b5"}


def test_a_ten_takes_no_chip_of_the_partner() -> None:
    game = throw(put(start(NAME, 4), "b2", "e2", "b5", "e5"), 10)
    assert options(game, 0) == {"e2", "e5"}


def test_a_space_emptied_by_a_ten_can_be_covered_again() -> None:
    game = throw(put(start(NAME, 2), "b2", "e2", "b5", "e5"), 10)
    game = throw(play(game, "0 e2"), 7)
    assert marks(game, 0) == {"b2": "green", "e2": "blue", "b5": "green", "e5": "blue"}
    assert game.active == 0


# --- eleven: joker ---


def test_an_eleven_goes_to_any_empty_space() -> None:
    assert options(throw(start(NAME, 2), 11), 0) == set(NUMBER)
    game = throw(put(start(NAME, 3), "b2", "a1", "c3"), 11)
    assert options(game, 0) == set(NUMBER) - {"b2", "a1", "c3"}
    assert refused(game, "0 a1")
    assert refused(game, "0 pass")


@pytest.mark.parametrize("cell", ["f6", "d3"])
def test_an_eleven_on_a_two_or_a_twelve_gives_no_other_turn(cell: str) -> None:
    game = put(start(NAME, 2), cell)
    assert (game.active, game.phase) == (1, 0)


def test_an_eleven_on_a_full_board_replaces_any_opponents_chip() -> None:
    game = throw(reach(start(NAME, 2), FULL, 0), 11)
    assert options(game, 0) == cells_of(FULL, "B")
    assert options(game, 0) & (SPACES[2] | SPACES[12])
    assert refused(game, "0 a1")
    assert refused(game, "0 pass")
    game = play(game, "0 f6")
    assert marks(game, 0) == board_of(FULL) | {"f6": "green"}
    assert (game.active, game.phase) == (1, 0)


def test_an_eleven_on_a_full_board_of_three_sides_replaces_a_chip_of_either_opponent() -> None:
    game = throw(reach(start(NAME, 3), FULL_FOR_THREE, 0), 11)
    assert options(game, 0) == cells_of(FULL_FOR_THREE, "BR")


def test_an_eleven_on_a_full_board_replaces_no_chip_of_the_partner() -> None:
    game = throw(reach(start(NAME, 4), FULL, 0), 11)
    assert options(game, 0) == cells_of(FULL, "B")


def test_with_one_empty_space_left_an_eleven_goes_there_and_replaces_nothing() -> None:
    game = reach(start(NAME, 2), FULL, 0)
    game = play(throw(game, 10), "0 b1")
    game = throw(game, 11)
    assert marks(game, 0) == board_of(FULL)
    assert (game.active, game.phase) == (0, 0)


def test_a_full_board_is_no_end_and_no_draw() -> None:
    game = reach(start(NAME, 2), FULL, 0)
    assert not finished(game)
    assert list(scores(game)) == [0, 0]


def test_a_ten_takes_from_a_full_board_but_not_from_a_two_or_a_twelve() -> None:
    game = throw(reach(start(NAME, 2), FULL, 0), 10)
    assert options(game, 0) == cells_of(FULL, "B") - SPACES[2] - SPACES[12]


# --- two and twelve: another turn ---


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("total", [2, 12])
def test_a_two_or_a_twelve_is_placed_as_usual_and_gives_another_turn(seats: int, total: int) -> None:
    game = throw(start(NAME, seats), total)
    cell = min(SPACES[total])
    game = play(game, f"0 {cell}")
    assert (game.active, game.phase, game.waiting) == (0, 0, ())
    assert len(dice_to_throw(game)) == 2
    game = choose(throw(game, 7), "b2")
    assert marks(game, 0) == {cell: "green", "b2": "green"}
    assert game.active == 1


def test_other_turns_follow_one_another_as_long_as_twos_and_twelves_are_thrown() -> None:
    game = start(NAME, 2)
    for total, cell in ((2, "a1"), (12, "c3"), (2, "f1"), (12, "d4")):
        game = play(throw(game, total), f"0 {cell}")
        assert (game.active, game.phase) == (0, 0)
    game = throw(game, 10)
    assert (game.active, game.phase) == (1, 0)
    assert marks(game, 0) == dict.fromkeys(("a1", "c3", "f1", "d4"), "green")


def test_the_other_turn_may_take_with_a_ten_or_place_with_an_eleven_and_then_it_ends() -> None:
    game = play(throw(put(start(NAME, 2), "b2", "e2", "c1", "d5"), 12), "0 c3")
    taken = play(throw(game, 10), "0 d5")
    assert "d5" not in marks(taken, 0)
    assert taken.active == 1
    assert put(game, "f6").active == 1


@pytest.mark.parametrize("total", [2, 12])
def test_the_last_space_of_a_two_or_twelve_is_played_by_itself_and_gives_another_turn(total: int) -> None:
    first, second, third, fourth = sorted(SPACES[total])
    game = throw(put(start(NAME, 2), first, second, third), total)
    assert marks(game, 0)[fourth] == "blue"
    assert (game.active, game.phase) == (1, 0)


@pytest.mark.parametrize("total", [2, 12])
def test_a_two_or_a_twelve_gives_another_turn_also_when_nothing_could_be_placed(total: int) -> None:
    game = start(NAME, 2)
    for cell in sorted(SPACES[total])[:3]:
        game = play(throw(game, total), f"0 {cell}")
    game = throw(game, total)
    assert marks(game, 0) == dict.fromkeys(SPACES[total], "green")
    assert (game.active, game.phase) == (0, 0)
    game = throw(game, total)
    assert marks(game, 0) == dict.fromkeys(SPACES[total], "green")
    assert (game.active, game.phase, game.waiting) == (0, 0, ())
    assert options(throw(game, 7), 0) == SPACES[7]


# --- the supply of twenty chips ---


@pytest.mark.parametrize("seats", [2, 4])
def test_a_side_has_twenty_chips_and_the_twentieth_can_still_be_placed(seats: int) -> None:
    nineteen = TWENTY_GREEN.strip()[:-2] + ".B"  # e6, a 3, is the twentieth
    game = reach(start(NAME, seats), nineteen, 0)
    assert len(cells_of(nineteen, "G")) == 19
    assert options(throw(game, 11), 0) == set(NUMBER) - set(board_of(nineteen))
    game = idle(choose(throw(game, 3), "e6"))
    assert marks(game, 0) == board_of(TWENTY_GREEN)
    assert game.active == 2 % seats
    for total in (5, 6, 8, 11):
        over = throw(game, total)
        assert marks(over, 0) == board_of(TWENTY_GREEN)
        assert over.active == (game.active + 1) % seats


@pytest.mark.parametrize("seats", [2, 4])
def test_without_chips_in_the_supply_nothing_is_placed_or_replaced(seats: int) -> None:
    game = reach(start(NAME, seats), TWENTY_GREEN, 0)
    for total in (3, 5, 6, 7, 8, 9, 11):
        over = throw(game, total)
        assert marks(over, 0) == board_of(TWENTY_GREEN), total
        assert (over.active, over.phase, over.waiting) == (1, 0, ())


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("total", [2, 12])
def test_without_chips_in_the_supply_a_two_or_twelve_still_gives_another_turn(seats: int, total: int) -> None:
    game = throw(reach(start(NAME, seats), TWENTY_GREEN, 0), total)
    assert marks(game, 0) == board_of(TWENTY_GREEN)
    assert (game.active, game.phase, game.waiting) == (0, 0, ())


@pytest.mark.parametrize("seats", [2, 4])
def test_without_chips_in_the_supply_a_ten_still_takes(seats: int) -> None:
    game = throw(reach(start(NAME, seats), TWENTY_GREEN, 0), 10)
    assert options(game, 0) == SPACES[7] | {"b3"}
    assert "b3" not in marks(play(game, "0 b3"), 0)


def test_the_other_side_goes_on_placing_when_one_supply_is_empty() -> None:
    game = reach(start(NAME, 2), TWENTY_GREEN, 1)
    assert options(throw(game, 8), 1) == {"c2", "b4"}
    assert options(throw(game, 11), 1) == set(NUMBER) - set(board_of(TWENTY_GREEN))


def test_without_chips_in_the_supply_nothing_is_replaced_on_a_full_board() -> None:
    game = reach(start(NAME, 2), FULL_WITH_TWENTY_GREEN, 0)
    for total in (3, 7, 9, 11):
        over = throw(game, total)
        assert marks(over, 0) == board_of(FULL_WITH_TWENTY_GREEN), total
        assert over.active == 1
    assert not finished(throw(game, 11))
    assert throw(game, 12).active == 0


def test_the_third_side_of_three_has_twenty_chips_too() -> None:
    game = reach(start(NAME, 3), TWENTY_RED, 2)
    for total, following in ((4, 0), (5, 0), (7, 0), (11, 0), (2, 2), (12, 2)):
        over = throw(game, total)
        assert marks(over, 0) == board_of(TWENTY_RED), total
        assert (over.active, over.phase) == (following, 0)
    assert options(throw(game, 10), 2) == SPACES[7] | SPACES[9]


def test_a_chip_taken_off_goes_back_to_its_owners_supply() -> None:
    game = reach(start(NAME, 2), TWENTY_GREEN, 1)
    game = play(throw(game, 10), "1 c1")
    assert options(throw(game, 11), 0) == (set(NUMBER) - set(board_of(TWENTY_GREEN))) | {"c1"}
    game = idle(choose(throw(game, 8), "c2"))
    assert marks(game, 0)["c2"] == "green"
    game = throw(game, 8)  # that was the only chip that had come back
    assert "b4" not in marks(game, 0)
    assert (game.active, game.phase) == (1, 0)


def test_a_replaced_chip_goes_back_to_its_owners_supply() -> None:
    game = throw(reach(start(NAME, 2), FULL_WITH_TWENTY_GREEN, 0), 11)
    game = play(throw(game, 3), "1 f2")
    assert options(throw(game, 7), 0) == SPACES[7]
    game = play(throw(game, 3), "0 f2")
    assert marks(game, 0) == board_of(FULL_WITH_TWENTY_GREEN)
    game = throw(idle(game), 7)
    assert marks(game, 0) == board_of(FULL_WITH_TWENTY_GREEN)
    assert game.active == 1


# --- the winner ---


def side_by_side(game: Position, mine: list[str], theirs: str, keep: str = "") -> Position:
    """The first seat puts its chips in this order, the others theirs elsewhere; one space is kept free."""
    for cell in mine:
        game = put(game, cell)
        while game.phase != 2 and game.active != 0:
            free = [c for c in theirs.split() if c not in marks(game, 0) and c not in [*mine, keep]]
            game = put(game, free[0])
    return game


SCATTERED = "a1 b3 c5 d2 e4 f6 a4 b6 d5 f1 c2 e1 f3 a6 c4 e5"  # never five in a row


@pytest.mark.parametrize("line", lines_of(5), ids=lambda line: f"{line[0]}-{line[-1]}")
def test_five_in_a_row_in_any_direction_win_at_once_whichever_comes_last(line: tuple[str, ...]) -> None:
    for last in line:
        before = side_by_side(start(NAME, 2), [cell for cell in line if cell != last], SCATTERED, last)
        assert not finished(before)
        game = put(before, last)
        assert finished(game)
        assert list(scores(game)) == [1, 0]
        assert places(game) == [(1, (0,), 1), (2, (1,), 0)]


@pytest.mark.parametrize(
    "cells",
    [
        "a1 b1 c1 d1 f1",  # a gap
        "c1 d1 e1 f1 a2",  # round the edge
        "d1 e1 f1 a2 b2",
        "a3 a4 a5 a6 b1",
        "c1 d2 e3 f4 a5",
        "a1 b1 c1 c2 c3",  # a corner
        "a1 b2 c3 d3 e4",  # not straight
        "a1 a2 b3 b4 c5",
        "c1 d2 e3 f4 b6",
        "b6 c5 d4 e3 f1",
    ],
)
def test_chips_that_are_not_in_a_straight_line_one_beside_the_other_do_not_win(cells: str) -> None:
    assert not finished(side_by_side(start(NAME, 2), cells.split(), SCATTERED))


def test_an_opponents_chip_in_the_line_breaks_it() -> None:
    game = put(start(NAME, 2), "a2", "c2", "b2", "a1", "d2", "f6", "e2", "a6", "f2")
    assert not finished(game)


def test_three_and_two_joined_to_six_in_a_row_win_as_well() -> None:
    game = side_by_side(start(NAME, 2), ["a2", "b2", "c2", "e2", "f2"], "a1 f6 a6 c4 e5")
    assert not finished(game)
    game = put(game, "d2")
    assert finished(game)
    assert list(scores(game)) == [1, 0]


def test_a_chip_taken_out_of_the_line_does_not_count_any_more() -> None:
    game = put(start(NAME, 2), "a2", "a1", "b2", "f6", "c2", "a6", "d2")
    game = play(throw(game, 10), "1 c2")
    game = put(game, "e2")
    assert not finished(game)
    game = put(put(game, "c5"), "c2")
    assert finished(game)


def test_a_replaced_chip_can_win() -> None:
    game = put(start(NAME, 2), "b2", "a2", "c2", "e1", "d2", "f5", "e2", "b6")
    game = throw(game, 6)
    assert options(game, 0) == SPACES[6]
    assert not finished(play(game, "0 f5"))
    game = play(game, "0 a2")
    assert finished(game)
    assert list(scores(game)) == [1, 0]


def test_a_winning_two_ends_the_game_without_another_turn() -> None:
    game = put(start(NAME, 2), "b1", "a2", "c1", "c4", "d1", "e5", "e1", "b6")
    game = throw(game, 2)
    assert not finished(play(game, "0 f6"))
    game = play(game, "0 a1")
    assert finished(game)
    assert list(scores(game)) == [1, 0]


def test_a_chip_that_is_placed_without_asking_can_win() -> None:
    game = put(start(NAME, 2), "b1", "f1", "c1", "a6", "d1", "f6", "e1", "c4")
    game = throw(game, 2)
    assert marks(game, 0)["a1"] == "green"
    assert finished(game)


def test_the_first_of_three_to_have_five_wins_and_the_others_share_the_second_place() -> None:
    for winner in range(3):
        game = start(NAME, 3, begins=winner)
        for column in "abcde":
            for _ in range(3):
                if not finished(game):
                    game = put(game, f"{column}{game.active * 2 + 1}")
        assert finished(game)
        assert list(scores(game)) == [int(seat == winner) for seat in range(3)]
        place = {seat: (place, points) for place, seats, points in places(game) for seat in seats}
        assert place == {seat: (1, 1) if seat == winner else (2, 0) for seat in range(3)}


def test_a_team_wins_with_the_chips_of_both_partners() -> None:
    game = put(start(NAME, 4), "a1", "a6", "b1", "c6", "c1", "e6", "d1", "f4")
    game = put(game, "e1")
    assert finished(game)
    assert list(scores(game)) == [1, 0, 1, 0]
    assert [(seats, points) for _, seats, points in places(game)] == [((0, 2), 1), ((1, 3), 0)]
    first, second = (place for place, _, _ in places(game))
    assert first == 1 < second


def test_the_second_team_wins_too() -> None:
    game = put(start(NAME, 4), "a1", "a6", "c1", "b6", "e1", "c6", "f3", "d6", "b4", "e6")
    assert finished(game)
    assert list(scores(game)) == [0, 1, 0, 1]
    assert [(seats, points) for _, seats, points in places(game)] == [((1, 3), 1), ((0, 2), 0)]


# --- six in a row as house rule ---


@pytest.mark.parametrize("line", lines_of(6), ids=lambda line: f"{line[0]}-{line[-1]}")
def test_with_length_six_only_six_in_a_row_win(line: tuple[str, ...]) -> None:
    for last in line:
        before = side_by_side(start(NAME, 2, length="6"), [c for c in line if c != last], SCATTERED, last)
        assert not finished(before)
        game = put(before, last)
        assert finished(game)
        assert list(scores(game)) == [1, 0]


def test_with_length_six_no_five_in_a_row_win() -> None:
    for line in lines_of(5):
        assert not finished(side_by_side(start(NAME, 2, length="6"), list(line), SCATTERED))


def test_two_teams_may_play_for_six() -> None:
    game = put(start(NAME, 4, length="6"), "a1", "a6", "b1", "c6", "c1", "e6", "d1", "f4", "e1", "b4")
    assert not finished(game)
    game = put(game, "f1")
    assert finished(game)
    assert list(scores(game)) == [1, 0, 1, 0]


def test_three_players_always_play_five() -> None:
    with pytest.raises(IllegalSetup):
        start(NAME, 3, length="6")
    assert finished(side_by_side(start(NAME, 3, length="5"), ["a2", "b2", "c2", "d2", "e2"], SCATTERED))


def test_a_line_is_of_five_or_six() -> None:
    for length in ("4", "7"):
        with pytest.raises(IllegalSetup):
            start(NAME, 2, length=length)


# --- whole games against a naive reading of the rules ---


def expected_options(board: dict[str, str], side: str, total: int) -> set[str]:
    """What the rulebook lets a side do with a throw, told once more and as plainly as possible."""
    theirs = {cell for cell, colour in board.items() if colour != side}
    if total == 10:
        return theirs - SPACES[2] - SPACES[12]
    if sum(colour == side for colour in board.values()) == 20:
        return set()
    spaces = set(NUMBER) if total == 11 else SPACES[total]
    return (spaces - set(board)) or (spaces & theirs)


def has_line(board: dict[str, str], side: str, length: int) -> bool:
    return any(all(board.get(cell) == side for cell in line) for line in lines_of(length))


@pytest.mark.parametrize(("seats", "length"), [(2, 5), (2, 6), (3, 5), (4, 5), (4, 6)])
def test_whole_games_go_as_the_rulebook_tells_them(seats: int, length: int) -> None:
    dice = random.Random(seats * 10 + length)
    for _ in range(4):
        game, board, seat = start(NAME, seats, length=str(length)), dict[str, str](), 0
        for turn in range(400):
            assert (game.active, game.phase, game.waiting) == (seat, 0, ())
            assert marks(game, seat) == board
            side = colour_of(game, seat)
            one, two = dice.randint(1, 6), dice.randint(1, 6)
            total = one + two
            may = expected_options(board, side, total)
            game = play(game, f"roll {one} {two}")
            if len(may) > 1:
                assert (game.waiting, options(game, seat)) == ((seat,), may)
            else:
                assert game.waiting == ()
            if may:
                patient = sorted(cell for cell in may if not has_line(board | {cell: side}, side, length))
                cell = dice.choice(patient if patient and turn < 300 else sorted(may))
                game = play(game, f"{seat} {cell}") if len(may) > 1 else game
                if total == 10:
                    del board[cell]
                else:
                    board[cell] = side
            if has_line(board, side, length):
                break
            if total not in (2, 12):
                seat = (seat + 1) % seats
        assert marks(game, 0) == board
        if has_line(board, side, length):
            assert finished(game)
            assert list(scores(game)) == [int(colour_of(game, s) == side) for s in range(seats)]
        else:
            assert not finished(game)
