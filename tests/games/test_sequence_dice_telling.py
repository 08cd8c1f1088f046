"""What Sequence Dice says about a board: the meaning of a sum, the throws for the start, what speaks for a space."""

from __future__ import annotations

import random

import pytest

from cinquina.core import Position, after
from cinquina.core.spelling import parse_event
from cinquina.games.sequence_dice import rules
from kit import options, parse_option, play, start
from pictures import CHIPS, board

EMPTY = "...... ...... ...... ...... ...... ......"
LETTERS, LINES = "abcdef", range(1, 7)
ACROSS_DOWN_AND_DIAGONALS = ((1, 0), (0, 1), (1, 1), (-1, 1))


def on_now(position: Position) -> list[str]:
    """Return which lines of the legend hold for the throw on the table."""
    return [key for key, values in position.rules.legend(position.now) if values.get("now")]


def test_the_legend_says_how_long_a_line_wins_and_what_some_sums_do() -> None:
    position = start("sequence-dice", 2)
    assert position.rules.legend(position.now) == (
        ("goal", {"chips": 5, "look": "strong"}),
        ("again", {"low": 2, "high": 12, "now": False, "look": "safe"}),
        ("take", {"sum": 10, "now": False}),
        ("anywhere", {"sum": 11, "now": False}),
        ("full", {"now": False, "look": "small"}),
    )


def test_the_legend_follows_the_numbers_of_a_designer() -> None:
    position = start("sequence-dice", 2, length="6", shorter="1", defence="7", wild="0")
    told = dict(position.rules.legend(position.now))
    assert (told["goal"]["chips"], told["take"]["sum"]) == (5, 7)
    assert "anywhere" not in told


@pytest.mark.parametrize(
    ("picture", "throw", "now"),
    [
        (EMPTY, "roll 5 6", ["anywhere"]),
        (EMPTY, "roll 1 1", ["again"]),
        (EMPTY, "roll 6 6", ["again"]),
        (EMPTY, "roll 3 4", []),
        ("BB.... ...... ...... .B.... ...... ......", "roll 4 6", ["take"]),
        ("...... .G..B. ...... ...... .B..B. ......", "roll 3 4", ["full"]),
        ("B..... ...... ...... ...... ...... ......", "roll 4 6", ["take"]),  # nothing to take: nobody is asked
    ],
)
def test_the_legend_marks_what_holds_for_the_throw(picture: str, throw: str, now: list[str]) -> None:
    assert on_now(play(board(picture), throw)) == now


def test_after_a_chip_is_replaced_no_number_is_told_to_be_full() -> None:
    position = play(board("...... .G..B. ...... ...... .B..B. ......"), "roll 3 4", "0 e5")
    assert on_now(position) == []


def test_a_throw_for_the_start_means_nothing_on_the_board() -> None:
    position = play(start("sequence-dice", 2, begins="lot"), "roll 5 5")
    assert on_now(position) == []
    assert on_now(play(position, "roll 5 6")) == []


def test_each_throw_for_the_start_is_told() -> None:
    def told(position: Position, line: str) -> tuple[Position, object]:
        now = play(position, line)
        return now, now.rules.throw_off(position.now, now.now)

    position, first = told(start("sequence-dice", 2, begins="lot"), "roll 2 3")
    assert first == ("threw", {"sum": 5})
    position, second = told(position, "roll 1 4")
    assert second == ("tie", {"sum": 5})
    position, _ = told(position, "roll 1 1")
    position, last = told(position, "roll 6 4")
    assert last == ("highest", {"sum": 10})
    assert position.now.beginner == 1


def test_a_wild_sum_is_asked_for_as_such_only_while_there_is_room() -> None:
    position = play(board(EMPTY), "roll 5 6")
    assert position.rules.question(position.now, 0) == ("place-anywhere", {"sum": 11})
    full = play(board("GGBBGG BBGGBB GGBBGG BBGGBB GGBBGG BBGGBB"), "roll 5 6")
    assert full.rules.question(full.now, 0) == ("replace", {"sum": 11})


# --- what speaks for a space: the lines, counted one by one -----------------------------------------------------


def all_lines(length: int) -> list[set[str]]:
    """Return the spaces of every straight line on the board."""
    found = []
    for right, down in ACROSS_DOWN_AND_DIAGONALS:
        for column in range(6):
            for row in range(6):
                places = [(column + right * step, row + down * step) for step in range(length)]
                if all(0 <= x < 6 and 0 <= y < 6 for x, y in places):
                    found.append({f"{LETTERS[x]}{y + 1}" for x, y in places})
    return found


def longest(drawn: dict[str, str], mark: str, space: str, length: int) -> int:
    """Return the most chips of one mark in a line over a space where nobody else has one."""
    over = [line for line in all_lines(length) if space in line]
    free = [line for line in over if {drawn[one] for one in line} <= {".", mark}]
    return max((sum(drawn[one] == mark for one in line) for line in free), default=0)


def spaces_of(picture: str) -> dict[str, str]:
    """Return what lies on each space."""
    return {f"{LETTERS[x]}{y + 1}": mark for y, line in enumerate(picture.split()) for x, mark in enumerate(line)}


def drawn(luck: random.Random, marks: str) -> str:
    """Return a board with these marks at random."""
    return " ".join("".join(luck.choice(marks) for _ in range(6)) for _ in range(6))


@pytest.mark.parametrize(
    ("seats", "marks", "house_rules"),
    [
        (2, "...GGB", {}),
        (2, "..GGBB", {"length": "6"}),
        (2, "...GBB", {"shorter": "2"}),
        (3, "..GBRR", {"shorter": "1"}),
        (4, "..GGBB", {"shorter": "2"}),
    ],
)
@pytest.mark.parametrize("throw", ["roll 5 6", "roll 4 6"])
def test_the_lines_that_a_chip_brings_on_and_stops(
    seats: int, marks: str, house_rules: dict[str, str], throw: str
) -> None:
    length = int(house_rules.get("length", "5")) - int(house_rules.get("shorter", "0"))
    picture = drawn(random.Random(f"{seats}{marks}{house_rules}"), marks)
    before = play(board(picture, seats=seats, chips="36", **house_rules), throw)
    opponents = CHIPS[1 : 3 if seats == 3 else 2]
    assert options(before, 0)
    for space in options(before, 0):
        now = after(before, parse_event(before, f"0 {space}"))
        old, new = spaces_of(picture), spaces_of(picture) | {space: "." if throw == "roll 4 6" else "G"}
        reached = 0 if throw == "roll 4 6" else longest(new, "G", space, length)
        stopped = max(longest(old, mark, space, length) for mark in opponents)
        counts = [("line", reached), ("stops", stopped)]
        expected = [(key, {"chips": n, "length": length}) for key, n in counts if length - 2 <= n < length]
        assert list(before.rules.reasons(before.now, now.now, 0, parse_option(before, 0, space))) == expected, space


@pytest.mark.parametrize(
    ("picture", "throw", "space", "told"),
    [
        ("GGG..B ...... ...... ...... ...... ......", "roll 2 3", "d1", [("line", 4)]),
        ("...... B..... G..... G..... G..... ......", "roll 1 1", "a6", []),
        ("...... ...... ..GGG. ...... ...... ......", "roll 5 6", "f3", [("line", 4)]),
    ],
)
def test_a_line_may_begin_in_the_corner_and_ends_at_the_edge(
    picture: str, throw: str, space: str, told: list[tuple[str, int]]
) -> None:
    before = play(board(picture), throw)
    now = play(before, f"0 {space}")
    reasons = before.rules.reasons(before.now, now.now, 0, parse_option(before, 0, space))
    assert [(key, values["chips"]) for key, values in reasons] == told


# --- lines of three to six ----------------------------------------------------------------------------------


def pictured(line: set[str], without: str = "") -> int:
    """Return the spaces of a line as a bit set, without one of them."""
    return sum(1 << (int(space[1]) - 1) * 6 + LETTERS.index(space[0]) for space in line if space != without)


@pytest.mark.parametrize(("length", "shorter"), [("5", "2"), ("5", "1"), ("5", "0"), ("6", "0")])
def test_every_line_wins_and_no_line_with_a_gap_or_over_an_edge(length: str, shorter: str) -> None:
    state = start("sequence-dice", 2, length=length, shorter=shorter).now.copy()
    lines = all_lines(state.length)
    luck = random.Random(length + shorter)
    for line in lines:
        for without in ("", *line):
            chips = pictured(line, without)
            state.chips[0] = chips
            assert rules.has_line(state, 0) == (not without)
    for _ in range(1500):
        state.chips[1] = chips = luck.getrandbits(36) & (luck.getrandbits(36) | luck.getrandbits(36))
        assert rules.has_line(state, 1) == any(chips & bits == bits for bits in map(pictured, lines))
