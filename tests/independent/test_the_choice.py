"""The Choice, judged by its rulebook and the rulings alone."""

from __future__ import annotations

import random
from functools import cache
from itertools import combinations

import pytest

from cinquina.core import IllegalSetup, Position, dice_to_throw
from kit import endings, marks, options, places, play, refused, scores, start

# ---------------------------------------------------------------- what the rulings page prints

COLOURS = ("red", "yellow", "green", "blue", "purple", "grey")
LETTER = {"red": "r", "yellow": "y", "green": "g", "blue": "b", "purple": "p", "grey": "s"}
DICE = ((1, 3, 6, 2, 4, 5), (3, 5, 1, 4, 6, 2), (6, 2, 3, 5, 1, 4))  # the number beside each colour
PATH_POINTS = (0, 1, 2, 3, 5, 7, 9, 12, 15, 18, 22, 26, 31, 36)

RING = {
    "front": ["r1", "g1", "y1", "g2", "b1", "s1", "r2", "g3", "b2", "y2", "r3", "s2", "p1", "y3", "b3", "p2"],
    "back": ["g1", "r1", "p1", "b1", "s1", "r2", "y1", "b2", "g2", "p2", "s2", "r3", "b3", "p3", "y2", "s3"],
}
NUMBERS = {
    "front": (["n8", "n6", "n9", "n4"], ["n12", "n2", "n1a", "n11", "n1b"], ["n7", "n3", "n10", "n5"]),
    "back": (["n5", "n8", "n1a", "n10"], ["n1b", "n11", "n7", "n4", "n12"], ["n3", "n9", "n2", "n6"]),
}

# Throws of three dice that fill the front of sheet A; a use is a ring cell or a number cell with its dice.
# The path of thirteen comes first and takes only four ring cells with it, which are worth nothing.
PATH_FIRST = (
    "n8=6+2 r1",
    "n6=6 n9=6+3",
    "n4=4 n1b=1 g1",
    "n11=6+5 n1a=1",
    "n2=2 n12=6+6",
    "n7=1+1+5",
    "n3=3 n10=6+4",
    "n5=5 y1 g2",
)
REST_OF_RING = ("b1 s1 r2", "g3 b2 y2", "r3 s2 p1", "y3 b3 p2")
WHOLE_FRONT = PATH_FIRST + REST_OF_RING
WHOLE_BACK = (
    "n5=5 n8=6+2",
    "n1a=1 n10=6+4",
    "n12=6+6 g1",
    "n4=4 n7=5+2",
    "n11=6+5 n1b=1",
    "n3=3 n9=6+3",
    "n2=2 n6=6 r1",
    "p1 b1 s1",
    "r2 y1 b2",
    "g2 p2 s2",
    "r3 b3 p3",
    "y2 s3",
)


def value(cell: str) -> int:
    return int(cell[1:].rstrip("ab"))


def neighbours(side: str, cell: str) -> set[str]:
    """The neighbours of a cell as the rulings page defines them."""
    if cell in RING[side]:
        at = RING[side].index(cell)
        return {RING[side][at - 1], RING[side][(at + 1) % 16]}
    a, b, c = NUMBERS[side]
    pairs = [(row[i], row[i + 1]) for row in (a, b, c) for i in range(len(row) - 1)]
    pairs += [(row[i], b[j]) for row in (a, c) for i in range(4) for j in (i, i + 1)]
    return {y for x, y in pairs if x == cell} | {x for x, y in pairs if y == cell}


# ---------------------------------------------------------------- bringing a sheet into a wanted shape


def colour_of(die: int, face: int) -> str:
    return COLOURS[DICE[die].index(face)]


def spell_die(faces: list[int], die: int) -> str:
    """A die in a sum: its number, with the colour where two dice show that number."""
    return f"{faces[die]}{colour_of(die, faces[die]) if faces.count(faces[die]) > 1 else ''}"


def spell_use(faces: list[int], cell: str, dice: tuple[int, ...]) -> str:
    if cell.startswith("n"):
        return "+".join(spell_die(faces, die) for die in dice)
    return f"{colour_of(dice[0], faces[dice[0]])}{faces[dice[0]]}"


def laid_out(uses: str) -> tuple[list[int], list[tuple[str, tuple[int, ...]]]]:
    """The faces that make the uses possible, dice handed out in order, and each cell with its dice."""
    faces: list[int] = []
    wanted = []
    for use in uses.split():
        cell, _, numbers = use.partition("=")
        first = len(faces)
        if numbers:
            faces += [int(number) for number in numbers.split("+")]
        else:
            colour = next(name for name in COLOURS if LETTER[name] == cell[0])
            faces.append(DICE[first][COLOURS.index(colour)])
        wanted.append((cell, tuple(range(first, len(faces)))))
    return faces + [1] * (3 - len(faces)), wanted


def opened(seats: int = 1, sides: str = "front", **house_rules: str) -> Position:
    """A game in which all have chosen their sides: one word for all, or one for each seat."""
    words = sides.split() if " " in sides else [sides] * seats
    return play(start("the-choice", seats, **house_rules), *(f"{i} {word}" for i, word in enumerate(words)))


def rolled(game: Position, *faces: int) -> Position:
    """The dice thrown and kept: everybody may mark."""
    return play(game, f"roll {' '.join(map(str, faces))}", f"{game.active} keep")


def mark(game: Position, seat: int, faces: list[int], cell: str, dice: tuple[int, ...]) -> Position:
    """One cell marked with exactly these dice, naming them only where the program asks."""
    game = play(game, f"{seat} {cell}")
    spelled = spell_use(faces, cell, dice)
    return play(game, f"{seat} {spelled}") if spelled in options(game, seat) else game


def finished(game: Position, *seats: int) -> Position:
    """The seats (all when none is named) say that they are done, where they are still asked."""
    for seat in seats or tuple(game.waiting):
        if seat in game.waiting and game.phase == 1:
            game = play(game, f"{seat} done")
    return game


def marking(game: Position, uses: str, *seats: int) -> Position:
    """One throw kept, marked by the seats (all when none is named); nobody has finished yet."""
    faces, wanted = laid_out(uses)
    game = rolled(game, *faces)
    for seat in seats or tuple(game.waiting):
        for cell, dice in wanted:
            game = mark(game, seat, faces, cell, dice)
    return game


def turn(game: Position, uses: str = "", *seats: int) -> Position:
    """One whole throw: the seats (all when none is named) mark the same cells, the others nothing."""
    if not uses:
        return finished(rolled(game, 1, 1, 1))
    return finished(marking(game, uses, *seats))


def turns(game: Position, *throws: str) -> Position:
    for uses in throws:
        game = turn(game, uses)
    return game


def closed(game: Position, seat: int) -> Position:
    """A throw in which the seat closes its grid without a mark and nobody else marks anything."""
    return finished(play(rolled(game, 1, 1, 1), f"{seat} close"))


def failures(game: Position, seat: int, sheet: int = 0) -> int:
    return sum(cell.startswith("failure") for cell in marks(game, seat, sheet))


PROBES = ((1, 2, 4), (6, 2, 4), (6, 5, 3), (2, 4, 5), (4, 6, 1))  # all colours, and all sums from 1 to 12


def within_reach(game: Position, seat: int = 0) -> set[str]:
    """Every cell that some throw would let the seat mark next."""
    return {cell for faces in PROBES for cell in options(rolled(game, *faces), seat)} - {"done", "close"}


def ring_of(cells: set[str]) -> set[str]:
    return {cell for cell in cells if not cell.startswith("n")}


def numbers_of(cells: set[str]) -> set[str]:
    return {cell for cell in cells if cell.startswith("n")}


def first_use(cell: str) -> str:
    """The cheapest way to mark a cell."""
    if not cell.startswith("n"):
        return cell
    number = value(cell)
    return f"{cell}={number}" if number <= 6 else f"{cell}=6+{number - 6}"


@cache
def read_off(sheet: str, side: str) -> dict[str, frozenset[str]]:
    """A printed side as play shows it: each cell with the cells in reach after it was marked first."""
    game = opened(sides=side, sheet=sheet)
    found = {}
    for cell in sorted(within_reach(game)):
        reach = within_reach(turn(game, first_use(cell)))
        found[cell] = frozenset((numbers_of if cell.startswith("n") else ring_of)(reach))
    return found


# ---------------------------------------------------------------- the start


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_one_to_four_players_choose_their_sides_before_the_first_throw(seats: int) -> None:
    game = start("the-choice", seats)
    assert game.waiting == tuple(range(seats))
    assert all(options(game, seat) == {"front", "back"} for seat in range(seats))
    for seat in reversed(range(seats)):
        assert game.phase == 1
        game = play(game, f"{seat} {'back' if seat % 2 else 'front'}")
    assert game.phase == 0
    assert dice_to_throw(game) == ("die1", "die2", "die3")


@pytest.mark.parametrize("seats", [0, 5])
def test_no_game_with_nobody_or_with_five(seats: int) -> None:
    with pytest.raises(IllegalSetup):
        start("the-choice", seats)


def test_each_player_begins_on_the_side_they_chose() -> None:
    game = opened(2, "front back")
    assert ring_of(within_reach(game, 0)) == set(RING["front"])
    assert ring_of(within_reach(game, 1)) == set(RING["back"])


def test_the_lot_says_who_is_active_first() -> None:
    game = play(start("the-choice", 3, begins="lot"), "0 front", "1 front", "2 back")
    game = play(game, "begins 2", "roll 6 1 2")
    assert game.active == 2
    assert game.waiting == (2,)


def test_one_player_alone_draws_no_lot() -> None:
    game = play(start("the-choice", 1, begins="lot"), "0 front", "roll 6 1 2")
    assert game.active == 0


@pytest.mark.parametrize("side", ["front", "back"])
def test_sheet_a_is_laid_out_as_the_rulings_print_it(side: str) -> None:
    cells = [*RING[side], *(cell for row in NUMBERS[side] for cell in row)]
    assert read_off("A", side) == {cell: neighbours(side, cell) for cell in cells}


def test_sheet_a_is_the_default() -> None:
    game = opened(sides="back")
    assert within_reach(turn(game, "n1b=1 y1 b2")) == {"n5", "n3", "n11", "g2", "r2"}


@pytest.mark.parametrize("die", [0, 1, 2])
@pytest.mark.parametrize("colour", COLOURS)
def test_each_die_pairs_its_six_colours_with_its_own_numbers(die: int, colour: str) -> None:
    # the two other dice have gone into a cell of their own before, so only this die is left
    number = DICE[die][COLOURS.index(colour)]
    faces = [6, 6, 6]
    faces[die] = number
    game = rolled(opened(), *faces)
    rest = tuple(other for other in (0, 1, 2) if other != die)
    left = options(mark(game, 0, faces, "n12", rest), 0)
    assert {cell[0] for cell in ring_of(left - {"done", "close"})} == {LETTER[colour]}


# ---------------------------------------------------------------- more sheets


@pytest.mark.parametrize("side", ["front", "back"])
@pytest.mark.parametrize("sheet", "ABCDEFGHIJ")
def test_every_sheet_keeps_the_numbers_the_colours_and_the_shape(sheet: str, side: str) -> None:
    grid = read_off(sheet, side)
    assert sorted(map(value, numbers_of(set(grid)))) == [1, *range(1, 13)]
    ring = ring_of(set(grid))
    assert sorted(sum(cell[0] == letter for cell in ring) for letter in "rygbps") == [2, 2, 3, 3, 3, 3]
    for cell, near in grid.items():
        assert all(cell in grid[other] for other in near)
    for cell in ring:
        assert len(grid[cell]) == 2
        assert all(other[0] != cell[0] for other in grid[cell])
    walk = [min(ring)]
    while ahead := sorted(grid[walk[-1]] - set(walk)):
        walk.append(ahead[0])
    assert len(walk) == 16
    numbers = numbers_of(set(grid))
    # in the middle row three cells with six neighbours and the two ends with three;
    # in the rows above and below two ends with three and two cells with four
    assert sorted(len(grid[cell]) for cell in numbers) == [3] * 6 + [4] * 4 + [6] * 3


def test_the_twenty_sides_are_twenty_different_ones() -> None:
    sides = [read_off(sheet, side) for sheet in "ABCDEFGHIJ" for side in ("front", "back")]
    assert all(one != other for one, other in combinations(sides, 2))


def test_an_unknown_sheet_is_no_house_rule() -> None:
    with pytest.raises(IllegalSetup):
        start("the-choice", 2, sheet="K")


def test_with_free_sheets_every_seat_takes_a_sheet_and_then_a_side() -> None:
    game = start("the-choice", 2, sheet="free")
    assert game.waiting == (0, 1)
    assert options(game, 0) == {f"sheet-{letter}" for letter in "ABCDEFGHIJ"}
    game = play(game, "1 sheet-D", "0 sheet-A", "0 back")
    assert game.phase == 1
    assert options(game, 1) == {"front", "back"}
    game = play(game, "1 front")
    assert dice_to_throw(game) == ("die1", "die2", "die3")
    for seat, sheet, side in ((0, "A", "back"), (1, "D", "front")):
        marked = turn(game, "n6=6", 0, 1)
        assert numbers_of(within_reach(marked, seat)) == read_off(sheet, side)["n6"]


def test_with_free_sheets_two_seats_may_take_the_same_sheet() -> None:
    game = play(start("the-choice", 2, sheet="free"), "0 sheet-A", "1 sheet-A", "0 front", "1 front")
    assert within_reach(game, 0) == within_reach(game, 1)


# ---------------------------------------------------------------- throwing


def test_the_active_player_may_throw_any_subset_of_the_dice_again() -> None:
    game = play(opened(2), "roll 6 1 2")
    assert game.waiting == (0,)
    again = {"again-6", "again-1", "again-2", "again-6+1", "again-6+2", "again-1+2", "again-6+1+2"}
    assert options(game, 0) == {"keep"} | again
    assert options(game, 1) == set()
    assert refused(game, "1 keep")


def test_after_the_first_throw_teo_keeps_one_die_and_throws_the_other_two_again() -> None:
    game = play(opened(2), "roll 6 1 2", "0 again-6+2")
    assert dice_to_throw(game) == ("die1", "die3")
    game = play(game, "roll 4 5")  # purple 4, green 1 kept, blue 5
    assert game.waiting == (0, 1)
    expected = {"n4", "n1a", "n1b", "n5", "n6", "n9", "n10", "p1", "p2", "g1", "g2", "g3", "b1", "b2", "b3"}
    assert options(game, 0) == options(game, 1) == expected | {"done", "close"}


@pytest.mark.parametrize("second", ["again-6", "again-6+1+2"])
def test_there_is_no_third_throw(second: str) -> None:
    game = play(opened(), "roll 6 1 2", f"0 {second}")
    game = play(game, "roll " + " ".join("3" for _ in dice_to_throw(game)))
    assert "done" in options(game, 0)
    assert not any(option.startswith(("again", "keep")) for option in options(game, 0))


def test_dice_of_equal_number_are_told_apart_by_their_colour() -> None:
    game = play(opened(), "roll 3 3 6")
    assert {"again-3yellow", "again-3red", "again-3yellow+3red", "again-3red+6", "again-6"} < options(game, 0)
    assert len(options(game, 0)) == 8
    assert dice_to_throw(play(game, "0 again-3red+6")) == ("die2", "die3")


def test_nobody_marks_before_the_active_player_has_finished_throwing() -> None:
    game = play(opened(3), "roll 6 1 2")
    assert refused(game, "0 n6")
    assert refused(game, "2 n6")
    assert play(game, "0 keep").waiting == (0, 1, 2)


def test_the_next_active_player_is_the_next_one_clockwise() -> None:
    game = opened(4)
    seen = []
    for uses in PATH_FIRST[:6]:
        seen.append(game.active)
        game = turn(game, uses)
    assert seen == [0, 1, 2, 3, 0, 1]


def test_the_next_throw_waits_for_the_last_player() -> None:
    game = rolled(opened(3), 6, 1, 2)
    game = play(game, "2 done", "0 done")
    assert game.waiting == (1,)
    assert game.phase == 1
    game = play(game, "1 done")
    assert game.phase == 0
    assert game.active == 1


# ---------------------------------------------------------------- marking: the worked examples


def test_example_a_five_and_a_three_cross_the_eight() -> None:
    game = play(rolled(opened(), 5, 3, 2), "0 n8")
    game = play(game, "0 5+3") if "5+3" in options(game, 0) else game
    assert marks(game, 0) == {"n8": "step1"}


def test_example_teo_goes_on_with_green_above_or_grey_below_and_never_reaches_the_six() -> None:
    game = turns(opened(), "r1 n8=6+2", "p2 n12=6+6", "b3 n7=6+1", "y3 n3=3 n1a=1", "p1 n9=6+3", "n4=4")
    assert ring_of(set(marks(game, 0)) - {"failure1"}) == {"r1", "p2", "b3", "y3", "p1"}
    path = {"n8": 1, "n12": 2, "n7": 3, "n3": 4, "n1a": 5, "n9": 6, "n4": 7}
    assert {cell: marks(game, 0)[cell] for cell in path} == {cell: f"step{at}" for cell, at in path.items()}
    assert within_reach(game) == {"g1", "s2", "n11", "n1b"}
    assert refused(rolled(game, 6, 6, 6), "0 n6")


def test_example_loris_sarah_teo_and_maria_with_green_6_green_1_and_yellow_2() -> None:
    game = rolled(opened(4), 6, 1, 2)
    game = play(game, "0 n6", "0 y1", "0 g1")
    assert options(game, 0) == {"done", "close"}
    game = play(game, "1 n7", "1 y3")
    assert options(game, 1) == {"done", "close"}
    game = play(game, "2 g1", "2 green6", "2 y1", "2 g2")
    assert options(game, 2) == {"done", "close"}
    game = play(game, "3 n6", "3 n2", "3 n1a")
    game = finished(game)
    assert marks(game, 0) == {"n6": "step1", "y1": "x", "g1": "x"}
    assert marks(game, 1) == {"n7": "step1", "y3": "x"}
    assert marks(game, 2) == {"g1": "x", "y1": "x", "g2": "x"}
    assert marks(game, 3) == {"n6": "step1", "n2": "step2", "n1a": "step3"}
    assert game.active == 1
    assert game.phase == 0


def test_example_three_colours_three_numbers_one_sum_or_a_colour_and_a_sum() -> None:
    for uses in ("g1 y1 g2", "n6=6 n2=2 n1a=1", "n9=6+1+2", "g1 n3=1+2"):
        game = turn(opened(), uses)
        assert set(marks(game, 0)) == {use.partition("=")[0] for use in uses.split()}  # and no failure


# ---------------------------------------------------------------- marking: the rules


def test_the_first_mark_may_be_any_cell_of_a_die_colour_or_of_any_sum() -> None:
    expected = {"n6", "n1a", "n1b", "n2", "n7", "n8", "n3", "n9", "g1", "g2", "g3", "y1", "y2", "y3"}
    assert options(rolled(opened(), 6, 1, 2), 0) == expected | {"done", "close"}


def test_a_die_serves_once_as_its_colour_or_as_its_number() -> None:
    game = play(rolled(opened(), 6, 1, 2), "0 y1")  # the 2 has gone as yellow
    assert options(game, 0) == {"n6", "n1a", "n1b", "n7", "g1", "g2", "done", "close"}
    game = play(game, "0 n7")  # the 6 and the 1
    assert options(game, 0) == {"done", "close"}
    assert refused(game, "0 g1")


def test_a_sum_counts_for_one_number_cell_only() -> None:
    game = play(rolled(opened(), 6, 1, 2), "0 n9")
    assert options(game, 0) == {"done", "close"}


def test_sums_above_twelve_and_differences_reach_no_cell() -> None:
    game = rolled(opened(), 6, 6, 2)  # green, purple, yellow; 4 would be a difference
    assert numbers_of(options(game, 0)) == {"n6", "n2", "n12", "n8"}


def test_the_crosses_of_the_ring_form_one_arc_that_grows_at_both_ends() -> None:
    game = turn(opened(), "y1 g2 b1")
    assert ring_of(within_reach(game)) == {"g1", "s1"}
    game = turn(game, "g1 s1 r1")
    assert ring_of(within_reach(game)) == {"p2", "r2"}


def test_the_arc_goes_round_the_corner_of_the_top_left() -> None:
    game = turn(opened(), "r1")
    assert ring_of(within_reach(game)) == {"g1", "p2"}
    assert ring_of(within_reach(turn(game, "p2 b3"))) == {"g1", "y3"}


def test_the_last_gap_of_the_ring_is_reached_and_then_nothing_is_left() -> None:
    game = turns(opened(), "r1 g1 y1", "g2 b1 s1", "r2 g3 b2", "y2 r3 s2", "p1 y3 b3")
    assert ring_of(within_reach(game)) == {"p2"}
    assert ring_of(within_reach(turn(game, "p2"))) == set()


def test_a_colour_that_does_not_touch_the_arc_is_refused() -> None:
    game = turn(opened(), "r1")
    assert refused(rolled(game, 6, 1, 3), "0 g2")


def test_the_path_goes_on_only_from_its_newest_cell() -> None:
    game = turn(opened(), "n6=6 n2=2")
    # not the other neighbours of the 6, nor the 6 itself
    assert numbers_of(within_reach(game)) == {"n8", "n12", "n1a", "n7", "n3"}
    assert numbers_of(within_reach(turn(game, "n12=6+6"))) == {"n8", "n7"}


def test_the_path_never_goes_through_a_crossed_cell_and_may_run_dead() -> None:
    game = turns(opened(), "n6=6 n2=2 r1", "n7=6+1 g1", "n12=6+6 y1", "n8=6+2 g2")
    assert numbers_of(within_reach(game)) == set()


def test_both_ones_are_cells_of_their_own() -> None:
    game = turn(opened(), "n1a=1")
    assert numbers_of(within_reach(game)) == {"n6", "n9", "n2", "n11", "n3", "n10"}
    game = turn(opened(), "n1b=1")
    assert numbers_of(within_reach(game)) == {"n4", "n11", "n5"}


def test_ring_and_numbers_never_neighbour_each_other() -> None:
    game = turn(opened(), "r1 g1 y1")
    assert numbers_of(within_reach(game)) == {cell for row in NUMBERS["front"] for cell in row}
    game = turn(opened(), "n8=6+2")
    assert ring_of(within_reach(game)) == set(RING["front"])


def test_colours_and_numbers_of_one_throw_may_be_marked_in_any_order() -> None:
    for order in ("y1 n6 g1", "n6 g1 y1", "n6 y1 g1"):
        game = play(rolled(opened(), 6, 1, 2), *(f"0 {cell}" for cell in order.split()))
        assert marks(game, 0) == {"n6": "step1", "y1": "x", "g1": "x"}
    game = rolled(opened(), 6, 1, 2)
    game = play(game, "0 g1", "0 green1", "0 n6", "0 y1")
    assert marks(game, 0) == {"n6": "step1", "y1": "x", "g1": "x"}


def test_the_players_mark_in_one_window_in_any_order() -> None:
    game = rolled(opened(2), 6, 1, 2)
    game = play(game, "1 n6", "0 n6", "1 n2", "0 y1", "1 n1a", "0 g1", "1 done", "0 done")
    assert marks(game, 0) == {"n6": "step1", "y1": "x", "g1": "x"}
    assert marks(game, 1) == {"n6": "step1", "n2": "step2", "n1a": "step3"}


# ---------------------------------------------------------------- marking: which dice


def test_a_cell_that_different_dice_would_mark_is_one_option_and_the_dice_are_asked_for() -> None:
    game = rolled(opened(), 3, 3, 6)  # yellow 3, red 3, red 6
    assert options(play(game, "0 n3"), 0) == {"3yellow", "3red"}
    assert options(play(game, "0 n6"), 0) == {"6", "3yellow+3red"}
    assert options(play(game, "0 n9"), 0) == {"3yellow+6", "3red+6"}
    assert options(play(game, "0 r1"), 0) == {"red3", "red6"}
    assert "done" in options(play(game, "0 n12"), 0)
    assert "done" in options(play(game, "0 y1"), 0)


def test_the_dice_not_named_stay_free() -> None:
    game = play(rolled(opened(), 3, 3, 6), "0 n6")
    assert "r1" in options(play(game, "0 3yellow+3red"), 0)  # the red 6
    assert options(play(game, "0 3yellow+3red"), 0) == {"r1", "r2", "r3", "done", "close"}
    left = options(play(game, "0 6"), 0)  # yellow 3 and red 3; beside the 6 lie 8, 9, 2 and 1
    assert left == {"r1", "r2", "r3", "y1", "y2", "y3", "done", "close"}


def test_a_used_die_no_longer_raises_the_question() -> None:
    game = play(rolled(opened(), 6, 1, 2), "0 n6", "0 g1")  # only the green 1 is left
    assert marks(game, 0) == {"n6": "step1", "g1": "x"}
    assert "done" in options(game, 0)


# ---------------------------------------------------------------- failed throws


@pytest.mark.parametrize(
    ("uses", "active_fails", "other_fails"),
    [
        ("", 1, 1),
        ("g1", 1, 1),
        ("n6=6", 1, 1),
        ("g1 y1", 1, 0),
        ("n7=6+1", 1, 0),
        ("n6=6 g1", 1, 0),
        ("g1 y1 g2", 0, 0),
        ("n7=6+1 y1", 0, 0),
        ("n9=6+1+2", 0, 0),
    ],
)
def test_the_active_player_must_use_three_dice_and_the_others_two(
    uses: str, active_fails: int, other_fails: int
) -> None:
    game = turn(opened(3), uses)
    assert [failures(game, seat) for seat in range(3)] == [active_fails, other_fails, other_fails]


def test_the_failed_throws_fill_their_boxes_one_after_the_other() -> None:
    game = turn(opened(), "r1 g1")
    assert marks(game, 0) == {"r1": "x", "g1": "x", "failure1": "x"}
    game = turn(game, "y1")
    assert marks(game, 0) == {"r1": "x", "g1": "x", "y1": "x", "failure1": "x", "failure2": "x"}


def test_failed_throws_cost_no_points() -> None:
    game = turn(turn(turn(opened(), "n6=6 n2=2 n1a=1")))
    assert failures(game, 0) == 2
    assert scores(game) == (3,)


def test_nobody_is_obliged_to_use_dice_they_could_use() -> None:
    game = rolled(opened(2), 6, 1, 2)
    assert {"done", "n6", "g1"} < options(game, 0) & options(game, 1)
    game = play(game, "0 done", "1 done")
    assert (failures(game, 0), failures(game, 1)) == (1, 1)


def test_one_player_alone_is_always_active_and_needs_three_dice_every_time() -> None:
    game = turns(opened(), "r1 g1", "y1 g2")
    assert game.active == 0
    assert failures(game, 0) == 2


# ---------------------------------------------------------------- from the first grid to the second


def test_two_failed_throws_leave_the_grid_open_and_the_third_turns_the_sheet() -> None:
    game = turns(opened(), "r1 g1", "y1 n8=6+2", "g2 b1")
    assert failures(game, 0) == 2
    game = turn(game, "s1")
    assert marks(game, 0) == {}
    old = {"r1", "g1", "y1", "n8", "g2", "b1", "s1", "failure1", "failure2", "failure3"}
    assert set(marks(game, 0, 1)) == old
    assert ring_of(within_reach(game)) == set(RING["back"])
    assert not endings(game)


def test_who_began_on_the_back_goes_on_on_the_front() -> None:
    game = turns(opened(sides="back"), "", "", "")
    assert within_reach(game) == set(RING["front"]) | {cell for row in NUMBERS["front"] for cell in row}


def test_the_new_grid_begins_with_the_next_throw_not_with_dice_left_over() -> None:
    game = rolled(turns(opened(2), "", ""), 6, 1, 2)
    game = play(game, "0 done")
    assert game.waiting == (1,)
    assert refused(game, "0 n6")
    game = play(game, "1 done")
    assert game.phase == 0
    assert "n6" in options(rolled(game, 6, 1, 2), 0)


def test_close_stands_beside_done_at_every_point_of_the_first_grid() -> None:
    game = rolled(opened(2), 6, 1, 2)
    for move in ("n6", "n2", "n1a"):
        assert {"done", "close"} <= options(game, 0)
        game = play(game, f"0 {move}")
    assert options(game, 0) == {"done", "close"}


def test_a_grid_closed_of_ones_own_will_is_scored_and_the_other_side_used_from_the_next_throw_on() -> None:
    game = play(marking(opened(2), "n6=6 n2=2 n1a=1"), "0 close")
    assert game.waiting == (1,)
    assert refused(game, "0 r1")
    game = play(game, "1 done")
    assert marks(game, 0) == {}
    assert marks(game, 0, 1) == {"n6": "step1", "n2": "step2", "n1a": "step3"}
    assert marks(game, 1) == {"n6": "step1", "n2": "step2", "n1a": "step3"}
    assert scores(game) == (3, 3)
    assert ring_of(within_reach(game, 0)) == set(RING["back"])
    assert ring_of(within_reach(game, 1)) == set(RING["front"])


def test_closing_after_too_few_dice_fails_on_the_grid_that_is_closed() -> None:
    game = closed(opened(2), 0)
    assert failures(game, 0, 1) == 1
    assert failures(game, 0) == 0


def test_closing_with_a_third_failure_turns_the_sheet_only_once() -> None:
    game = closed(turns(opened(), "", ""), 0)
    assert not endings(game)
    assert failures(game, 0) == 0
    assert "n12" in options(rolled(game, 6, 6, 6), 0)
    game = turns(game, "", "")
    assert not endings(game)
    assert endings(turn(game))


def test_failures_of_the_first_grid_do_not_count_on_the_second() -> None:
    game = turns(opened(), "", "", "r1 g1 y1")
    game = finished(play(marking(game, "g2 b1 s1"), "0 close"))
    assert failures(game, 0, 1) == 2
    game = turns(game, "", "")
    assert not endings(game)
    assert failures(game, 0) == 2
    assert endings(turn(game))


def test_the_second_grid_cannot_be_closed() -> None:
    game = rolled(closed(opened(), 0), 6, 1, 2)
    assert "done" in options(game, 0)
    assert "close" not in options(game, 0)
    assert refused(game, "0 close")


def test_the_players_turn_their_sheets_each_for_themselves() -> None:
    game = closed(opened(3), 1)
    assert marks(game, 1) == {}
    assert failures(game, 0) == failures(game, 2) == 1
    game = rolled(game, 6, 1, 2)
    assert ["close" in options(game, seat) for seat in range(3)] == [True, False, True]


# ---------------------------------------------------------------- who is not asked


def test_on_the_second_grid_a_player_with_all_dice_used_is_not_asked() -> None:
    game = marking(closed(opened(2), 0), "g1 r1 p1", 0)
    assert game.waiting == (1,)


def test_on_the_second_grid_a_throw_that_gives_nothing_fails_by_itself() -> None:
    game = turn(closed(opened(), 0), "g1 n1b=1")  # open: red 1, grey 3; 5, 3 and 11
    game = rolled(game, 4, 4, 2)  # purple, blue, yellow; 4 2 8 6 10
    assert game.phase == 0
    assert failures(game, 0) == 2


def test_on_the_first_grid_a_throw_that_gives_nothing_still_leaves_done_or_close() -> None:
    game = turn(opened(sides="back"), "g1 n1b=1")
    game = rolled(game, 4, 4, 2)
    assert options(game, 0) == {"done", "close"}


def test_a_seat_that_has_finished_is_not_asked_again() -> None:
    game = play(rolled(opened(2), 6, 1, 2), "1 done")
    assert options(game, 1) == set()
    assert refused(game, "1 n6")


# ---------------------------------------------------------------- the end


def test_the_third_failure_of_the_active_player_on_the_second_grid_ends_the_game() -> None:
    game = turns(closed(opened(), 0), "", "")
    assert not endings(game)
    game = turn(game)
    assert endings(game)
    assert game.phase == 2
    assert game.waiting == ()


def test_the_third_failure_of_another_player_on_the_second_grid_ends_the_game_too() -> None:
    game = closed(opened(2, "back front"), 1)  # both are on the back now
    game = turn(game, "g1 r1 p1")
    game = turn(game, "b1 s1 r2", 0)
    game = turn(game, "y1 b2 g2", 0)
    assert (failures(game, 0), failures(game, 1)) == (1, 2)
    assert game.active == 0
    assert not endings(game)
    game = turn(game, "p2 s2 r3", 0)
    assert endings(game)
    assert (failures(game, 0), failures(game, 1)) == (1, 3)


def test_everybody_finishes_marking_the_throw_in_which_somebody_ends_the_game() -> None:
    game = turns(closed(opened(3), 0), "", "")  # seats 1 and 2 have turned their sheets by now
    game = play(rolled(game, 6, 1, 2), "0 done")
    assert game.phase == 1
    assert not endings(game)
    assert game.waiting == (1, 2)
    game = play(game, "2 n6", "2 n2", "1 done")
    assert game.waiting == (2,)
    game = finished(play(game, "2 g1"))
    assert endings(game)
    assert scores(game) == (0, 0, 2)


def test_a_second_grid_not_begun_scores_nothing() -> None:
    game = closed(opened(2), 0)
    for uses in PATH_FIRST[:3]:
        game = turn(game, uses, 1)
    assert endings(game)
    assert marks(game, 1, 1) == {}
    assert scores(game) == (0, 7)  # 8 6 9 4 1 on the first


def test_third_failure_of_the_first_grid_in_the_last_throw_is_scored_and_no_more() -> None:
    game = closed(opened(2), 0)
    game = turn(game, "n6=6 n2=2 n1a=1", 1)
    game = turn(game)
    game = turn(game)
    assert endings(game)
    assert scores(game) == (0, 3)


def test_all_sixteen_and_all_thirteen_cells_of_the_first_grid_end_the_game() -> None:
    game = turns(opened(), *WHOLE_FRONT[:-1])
    assert not endings(game)
    game = turn(game, WHOLE_FRONT[-1])
    assert endings(game)
    assert game.phase == 2
    assert failures(game, 0) == failures(game, 0, 1) == 0
    assert scores(game) == (61,)


def test_a_full_first_grid_ends_the_game_also_when_its_owner_closes_it() -> None:
    game = play(marking(turns(opened(), *WHOLE_FRONT[:-1]), WHOLE_FRONT[-1]), "0 close")
    assert endings(game)
    assert scores(game) == (61,)


def test_all_cells_of_the_second_grid_end_the_game() -> None:
    game = turns(closed(opened(), 0), *WHOLE_BACK)
    assert endings(game)
    assert failures(game, 0) <= 1
    assert scores(game) == (61,)


def test_all_sixteen_colours_without_all_the_numbers_end_nothing() -> None:
    game = turns(opened(), "r1 g1 y1", "g2 b1 s1", "r2 g3 b2", "y2 r3 s2", "p1 y3 b3", "p2 n7=6+1")
    assert not endings(game)
    assert scores(game) == (26,)


def test_all_thirteen_numbers_without_all_the_colours_end_nothing() -> None:
    game = turns(opened(), *PATH_FIRST)
    assert not endings(game)
    assert scores(game) == (36,)


def test_cells_of_two_grids_do_not_add_up_to_a_full_one() -> None:
    game = turns(opened(), "r1 g1 y1", "g2 b1 s1", "r2 g3 b2", "y2 r3 s2", "p1 y3 b3")
    game = finished(play(marking(game, "p2"), "0 close"))
    game = turns(game, *WHOLE_BACK[:7])
    assert not endings(game)
    assert scores(game) == (25 + 36,)


def test_everybody_finishes_marking_the_throw_in_which_a_grid_is_full() -> None:
    game = turns(opened(2), *WHOLE_FRONT[:-1])
    game = play(marking(game, WHOLE_FRONT[-1], 0), "0 done")
    assert game.phase == 1
    assert game.waiting == (1,)
    game = play(game, "1 y3", "1 b3", "1 done")
    assert endings(game)
    assert scores(game) == (61, 36 + 18)


def test_both_ends_can_come_in_one_throw() -> None:
    full = turns(opened(), *WHOLE_FRONT)
    failed = turns(closed(opened(), 0), "", "", "")
    assert set(endings(full)).isdisjoint(endings(failed))
    game = turns(opened(2), *WHOLE_FRONT[:8])
    game = finished(play(marking(game, WHOLE_FRONT[8], 0), "1 close"))
    for uses in WHOLE_FRONT[9:]:
        assert not endings(game)
        game = turn(game, uses, 0)
    assert set(endings(game)) == set(endings(full)) | set(endings(failed))
    assert scores(game) == (61, 36)


# ---------------------------------------------------------------- points


@pytest.mark.parametrize(
    ("crosses", "points"),
    [(0, 0), (1, 0), (6, 0), (7, 8), (9, 8), (10, 13), (12, 13), (13, 18), (15, 18), (16, 25)],
)
def test_the_points_of_the_ring_come_in_steps(crosses: int, points: int) -> None:
    game = opened()
    for first in range(0, crosses, 3):
        game = turn(game, " ".join(RING["front"][first : min(first + 3, crosses)]))
    assert len(ring_of({cell for cell in marks(game, 0) if not cell.startswith("failure")})) == crosses
    assert scores(game) == (points,)


def path_of(length: int) -> Position:
    """One player with a path of that length and at most four ring cells."""
    game = opened()
    for uses in PATH_FIRST:
        kept = []
        for use in uses.split():
            if use.startswith("n"):
                if not length:
                    break
                length -= 1
            kept.append(use)
        if any(use.startswith("n") for use in kept):
            game = turn(game, " ".join(kept))
    return game


@pytest.mark.parametrize("length", range(14))
def test_the_points_of_the_path_grow_with_its_length(length: int) -> None:
    game = path_of(length)
    assert sum(word.startswith("step") for word in marks(game, 0).values()) == length
    assert scores(game) == (PATH_POINTS[length],)


def test_example_maria_has_61_points() -> None:
    game = turns(opened(), *PATH_FIRST[:6], "n3=3 y1 g2", "b1 s1 r2", "g3 b2 y2")
    game = finished(play(marking(game, "r3"), "0 close"))
    assert scores(game) == (39,)
    game = turns(game, *WHOLE_BACK[:5], "n3=3 r1 p1", "b1 s1")
    assert not endings(game)
    game = turns(game, "", "")
    assert endings(game)
    first, second = marks(game, 0, 1), marks(game, 0)
    assert len(ring_of({cell for cell in first if not cell.startswith("failure")})) == 11
    assert len(numbers_of(set(first))) == 11
    assert len(ring_of({cell for cell in second if not cell.startswith("failure")})) == 5
    assert len(numbers_of(set(second))) == 10
    assert scores(game) == (61,)
    assert places(game) == [(1, (0,), 61)]


def test_the_colours_of_two_grids_are_counted_apart() -> None:
    game = finished(play(marking(turn(opened(), "r1 g1 y1"), "g2 b1 s1"), "0 close"))
    game = turns(game, "g1 r1 p1", "b1 s1 r2")
    assert scores(game) == (0,)


def test_the_paths_of_two_grids_are_counted_apart() -> None:
    game = finished(play(marking(opened(), "n6=6 n2=2 n1a=1"), "0 close"))
    game = turn(game, "n1a=1 n8=6+2")
    assert scores(game) == (3 + 2,)


def test_the_highest_total_wins_and_equal_totals_share_a_place() -> None:
    game = turn(opened(4), "n6=6 n2=2 n1a=1", 0, 2)
    while not endings(game):
        game = turn(game, "n3=3", 3) if scores(game)[3] == 0 else turn(game)
    assert scores(game) == (3, 0, 3, 1)
    place = {seat: at for at, seats, _ in places(game) for seat in seats}
    assert place[0] == place[2] == 1
    assert place[0] < place[3] < place[1]


def test_a_game_without_a_mark_is_a_game_of_zeros() -> None:
    game = opened(4)
    for _ in range(5):
        game = turn(game)
        assert not endings(game)
    game = turn(game)
    assert endings(game)
    assert scores(game) == (0, 0, 0, 0)
    assert [(at, points) for at, _, points in places(game)] == [(1, 0)] * 4


# ---------------------------------------------------------------- whole games beside a plain reading of the rules


class Player:
    """One player's sheet A, kept with the rulings page in hand."""

    def __init__(self, side: str) -> None:
        self.side = side
        self.second = False
        self.earned = 0
        self.clear()

    def clear(self) -> None:
        self.ring: list[str] = []
        self.path: list[str] = []
        self.failed = 0

    def points(self) -> int:
        crosses = len(self.ring)
        colour = 25 if crosses == 16 else 18 if crosses > 12 else 13 if crosses > 9 else 8 if crosses > 6 else 0
        return self.earned + colour + PATH_POINTS[len(self.path)]

    def uses(self, faces: list[int], free: set[int]) -> dict[str, list[tuple[int, ...]]]:
        """Every cell that may be marked now, with all the dice that would do."""
        found: dict[str, list[tuple[int, ...]]] = {}
        for cell in RING[self.side]:
            joins = not self.ring or any(other in neighbours(self.side, cell) for other in self.ring)
            if cell not in self.ring and joins:
                dice: list[tuple[int, ...]] = [
                    (die,) for die in sorted(free) if LETTER[colour_of(die, faces[die])] == cell[0]
                ]
                found |= {cell: dice} if dice else {}
        for cell in (cell for row in NUMBERS[self.side] for cell in row):
            joins = not self.path or cell in neighbours(self.side, self.path[-1])
            if cell not in self.path and joins:
                groups = [group for size in (1, 2, 3) for group in combinations(sorted(free), size)]
                dice = [group for group in groups if sum(faces[die] for die in group) == value(cell)]
                found |= {cell: dice} if dice else {}
        return found

    def full(self) -> bool:
        return len(self.ring) == 16 and len(self.path) == 13

    def turn_over(self) -> None:
        self.earned = self.points()
        self.clear()
        self.side = "back" if self.side == "front" else "front"
        self.second = True


def marked_at_random(
    game: Position, seat: int, player: Player, faces: list[int], luck: random.Random
) -> tuple[Position, int, bool]:
    """A seat's whole marking; the options are compared before every step. Dice used, and whether it closed."""
    free = {0, 1, 2}
    while True:
        uses = player.uses(faces, free)
        ends = {"done"} if player.second else {"done", "close"}
        if not uses and player.second:
            assert seat not in game.waiting
            return game, 3 - len(free), False
        assert options(game, seat) == set(uses) | ends
        if not uses or luck.random() < 0.04:
            word = "close" if not player.second and luck.random() < 0.1 else "done"
            return play(game, f"{seat} {word}"), 3 - len(free), word == "close"
        cell = luck.choice(sorted(uses))
        dice = luck.choice(uses[cell])
        game = play(game, f"{seat} {cell}")
        if len(uses[cell]) > 1:
            assert options(game, seat) == {spell_use(faces, cell, group) for group in uses[cell]}
            game = play(game, f"{seat} {spell_use(faces, cell, dice)}")
        (player.path if cell.startswith("n") else player.ring).append(cell)
        free -= set(dice)


def thrown_at_random(game: Position, luck: random.Random) -> tuple[Position, list[int]]:
    faces = [luck.randint(1, 6) for _ in range(3)]
    game = play(game, f"roll {' '.join(map(str, faces))}")
    again = [die for die in range(3) if luck.random() < 0.3]
    if not again:
        return play(game, f"{game.active} keep"), faces
    game = play(game, f"{game.active} again-{'+'.join(spell_die(faces, die) for die in again)}")
    for die in again:
        faces[die] = luck.randint(1, 6)
    return play(game, f"roll {' '.join(str(faces[die]) for die in again)}"), faces


@pytest.mark.parametrize("seed", range(24))
def test_whole_games_run_as_a_plain_reading_of_the_rules_says(seed: int) -> None:
    luck = random.Random(seed)
    seats = 1 + seed % 4
    sides = [luck.choice(("front", "back")) for _ in range(seats)]
    game = play(start("the-choice", seats), *(f"{seat} {side}" for seat, side in enumerate(sides)))
    players = [Player(side) for side in sides]
    active, over = 0, False
    while not over:
        assert (game.active, game.phase, endings(game)) == (active, 0, ())
        game, faces = thrown_at_random(game, luck)
        closing = []
        for seat in luck.sample(range(seats), seats):
            player = players[seat]
            game, used, closes = marked_at_random(game, seat, player, faces, luck)
            player.failed += used < (3 if seat == active else 2)
            over = over or player.full() or (player.second and player.failed == 3)
            if closes or (player.failed == 3 and not player.second):
                closing.append(player)
        for player in closing:
            player.turn_over()
        assert scores(game) == tuple(player.points() for player in players)
        active = (active + 1) % seats
    assert game.phase == 2
    assert endings(game)
