"""What The Choice says about a throw: whether its dice are enough, what too few cost, who ends the game."""

from __future__ import annotations

import pytest

from cinquina.core import Position, after
from cinquina.core.bits import count
from cinquina.core.spelling import parse_event
from kit import described, dice_asked, dice_of, options, play, start
from pictures import choice_position

RING = "r1 g1 y1 g2 b1 s1 r2 g3 b2 y2 r3 s2 p1 y3 b3 p2"  # clockwise from the top left
PATH = "n8 n6 n9 n4 n1b n11 n1a n2 n12 n7 n3 n10 n5"  # through all thirteen numbers


def asked(position: Position, seat: int = 0) -> dict[str, int | str]:
    """Return what the question to a seat mentions."""
    return position.rules.question(position.now, seat)[1]


def most_used(position: Position) -> int:
    """Return how many dice the first seat can use at most, by trying everything it may do."""
    tried = [option for option in options(position, 0) if option not in ("done", "close")]
    following = [most_used(after(position, parse_event(position, f"0 {option}"))) for option in tried]
    return max([count(position.now.used[0]), *following])


# --- are the dice enough? -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ring", "path"),
    [("", ""), (RING, "n8 n6 n9 n4"), (RING, "n8 n12"), ("r1 g1 y1", PATH), ("r1", PATH), ("r1 g1", "n8 n6 n9 n4")],
)
@pytest.mark.parametrize(
    "throw",
    ["roll 1 1 1", "roll 1 1 4", "roll 1 1 5", "roll 2 2 2", "roll 1 2 2", "roll 2 1 1", "roll 3 5 1", "roll 6 4 3"],
)
def test_the_dice_that_fit_are_counted_before_they_are_kept(ring: str, path: str, throw: str) -> None:
    position = play(choice_position(ring, path, seats=2), throw)
    most = most_used(play(position, "0 keep"))
    short = {"when": "few" if most else "none", "most": most, "price": "failing"}
    assert asked(position) == ({"when": "all", "price": "failing"} if most == 3 else short)


def test_while_marking_it_is_told_whether_the_dice_used_and_left_are_enough() -> None:
    position = play(choice_position(seats=2), "roll 6 1 2", "0 keep")
    failing = {"price": "failing"}
    assert asked(position, 1) == failing | {"when": "some", "used": 0, "wanted": 2, "left": "6green+1green+2yellow"}
    one = play(position, "1 n6")
    assert asked(one, 1) == failing | {"when": "some", "used": 1, "wanted": 2, "left": "1green+2yellow"}
    two = play(one, "1 n2")
    assert asked(two, 1) == failing | {"when": "enough", "used": 2, "wanted": 2, "left": "1green"}
    active = play(position, "0 n6")
    assert asked(active) == failing | {"when": "all", "used": 1, "wanted": 3, "left": "1green+2yellow"}


def test_dice_left_that_fit_nowhere_leave_a_seat_short() -> None:
    position = play(choice_position(RING, "n8 n6 n9 n4", seats=2), "roll 1 1 5", "0 keep")
    assert asked(position)["when"] == "few"
    cell = min(options(position, 0) - {"done", "close"})
    used = play(position, f"0 {cell}")
    while used.now.chosen[0]:
        used = play(used, f"0 {min(options(used, 0))}")
    assert asked(used)["when"] == "short"
    assert asked(used)["most"] == most_used(used)


@pytest.mark.parametrize(
    ("failures", "grid", "price"), [(1, 0, "failing"), (2, 0, "closing"), (1, 1, "failing"), (2, 1, "ending")]
)
def test_too_few_dice_fail_and_the_last_failure_closes_the_grid_or_ends_the_game(
    failures: int, grid: int, price: str
) -> None:
    position = play(choice_position(failures=failures, grid=grid), "roll 6 1 2", "0 keep")
    assert described(position, "done") == (f"done-{price}", {})
    assert asked(position)["price"] == price
    if grid == 0:
        assert described(position, "close") == ("close-failing", {"points": 0})


def test_a_cell_that_one_die_marks_in_any_way_is_asked_for_with_single_dice() -> None:
    position = play(choice_position(), "roll 6 1 2", "0 keep", "0 g1")
    assert position.rules.question(position.now, 0) == ("dice-for-cell", {"cell": "g1", "when": "single"})
    assert dice_of(position, "green6") == [["die1"]]
    assert dice_of(position, "green1") == [["die2"]]


# --- the two grids --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("failures", "answer", "told"),
    [(0, "close", "closed"), (1, "close", "closed"), (2, "close", "closed"), (2, "done", "failed")],
)
def test_the_first_grid_is_closed_by_its_owner_or_by_failures(failures: int, answer: str, told: str) -> None:
    before = choice_position(RING[:20], "n8 n6 n9", failures=failures)
    now = play(before, "roll 1 6 6", "0 keep", f"0 {answer}")
    assert now.now.grid[0] == 1
    assert now.rules.turned(before.now, now.now, 0) == (told, {"points": 8 + 3})


def test_the_grid_in_use_lies_on_top_with_its_number() -> None:
    free = start("the-choice", 1, sheet="free")
    assert free.rules.sheet_numbers(free.now, 0) == (0,) * 20
    assert free.rules.counted(free.now, 0) == ({},) * 20
    assert dice_asked(free) == []
    first, second = choice_position("r1", "n8"), choice_position("r1", "n5 n8", grid=1)
    assert first.rules.sheet_numbers(first.now, 0) == (1, 2)
    assert second.rules.sheet_numbers(second.now, 0) == (2, 1)
    assert second.rules.counted(second.now, 0) == ({"r1": 0, "n8": 2}, {})


def test_the_points_of_ring_and_path_are_those_agreed_on() -> None:
    printed = start("the-choice", 1)
    tables = printed.rules.score_tables(printed.now)
    assert tables == {
        "ring": (0, 0, 0, 0, 0, 0, 0, 8, 8, 8, 13, 13, 13, 18, 18, 18, 25),
        "path": (0, 1, 2, 3, 5, 7, 9, 12, 15, 18, 22, 26, 31, 36),
    }
    changed = start("the-choice", 1, path_points=",".join(map(str, range(14))))
    assert changed.rules.score_tables(changed.now) == {**tables, "path": tuple(range(14))}


# --- the end ----------------------------------------------------------------------------------------------


def test_a_game_is_ended_by_who_has_a_full_grid_or_has_failed_on_the_second() -> None:
    position = choice_position(RING, PATH, seats=3, failures=3)
    rules, state = position.rules, position.now.copy()
    assert rules.enders(state, state, "grid-full") == 0b001
    assert rules.enders(state, state, "third-failure-on-second-grid") == 0
    state.ring[1][1], state.crossed[2][1] = state.ring[0][0], state.crossed[0][0]
    assert rules.enders(state, state, "grid-full") == 0b001
    state.crossed[1][1], state.ring[2][0] = state.crossed[0][0], state.ring[0][0]
    assert rules.enders(state, state, "grid-full") == 0b011
    state.failures = [[2, 2], [0, 3], [3, 2], *state.failures[3:]]
    assert rules.enders(state, state, "third-failure-on-second-grid") == 0b010
    state.failures[2][1] = 4
    assert rules.enders(state, state, "third-failure-on-second-grid") == 0b110
