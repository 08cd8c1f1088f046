"""Sequence Dice, rule by rule: draw the board, play a throw, draw the board again."""

from __future__ import annotations

import pytest

from cinquina.core import IllegalSetup, opening
from cinquina.core.record import BadRecord, read
from cinquina.games import GAMES, sequence_dice
from cinquina.locales import LANGUAGES, words
from cinquina.table import words as telling
from kit import described, endings, options, places, play, refused, start
from pictures import board, drawn_board

EMPTY = "...... ...... ...... ...... ...... ......"


def test_the_highest_throw_begins_and_ties_among_the_highest_throw_again() -> None:
    position = play(start("sequence-dice", 3, begins="lot"), "roll 5 5", "roll 1 1", "roll 6 4")
    assert position.active == 0
    position = play(position, "roll 1 2")
    assert position.active == 2
    position = play(position, "roll 2 2")
    assert position.active == 2
    assert position.now.beginner == 2


def test_a_chip_goes_on_an_empty_space_of_the_number() -> None:
    position = play(board(EMPTY), "roll 3 4")
    assert options(position, 0) == {"b2", "e2", "b5", "e5"}
    assert refused(position, "0 a1") == "space-has-another-number"
    assert drawn_board(play(position, "0 e5")).split()[4] == "....G."


def test_where_all_four_are_covered_an_opponents_chip_is_replaced() -> None:
    picture = "...... .G..B. ...... ...... .G..B. ......"
    position = play(board(picture), "roll 3 4")
    assert options(position, 0) == {"e2", "e5"}
    assert refused(position, "0 b2") == "own-chip-is-there"
    assert drawn_board(play(position, "0 e5")).split()[4] == ".G..G."


def test_while_a_space_is_empty_no_chip_is_replaced() -> None:
    position = play(board("...... .B..B. ...... ...... ...... ......"), "roll 3 4")
    assert refused(position, "0 b2") == "empty-spaces-first"


def test_the_last_empty_space_is_taken_without_asking() -> None:
    position = play(board("...... .B..B. ...... ...... .B.... ......"), "roll 3 4")
    assert drawn_board(position).split()[4] == ".B..G."
    assert position.active == 1


def test_all_four_ones_own_ends_the_turn() -> None:
    picture = "...... .G..G. ...... ...... .G..G. ......"
    position = play(board(picture), "roll 3 4")
    assert drawn_board(position).split() == picture.split()
    assert position.active == 1


def test_a_ten_takes_an_opponents_chip_but_not_from_a_2_or_12() -> None:
    position = play(board("B.B... ...... ..B... ..G... .B.... ......"), "roll 4 6")
    assert options(position, 0) == {"c1", "b5"}
    assert refused(position, "0 a1") == "two-and-twelve-are-safe"
    assert refused(position, "0 c4") == "take-an-opponents-chip"
    assert refused(position, "0 f6") == "take-an-opponents-chip"
    assert drawn_board(play(position, "0 c1")).split()[0] == "B....."


@pytest.mark.parametrize(
    ("picture", "line"),
    [
        ("...... .GGGGG ...... ...... ...... ......", "b2 c2 d2 e2 f2"),
        ("...... B..... B..... B..... B..... B.....", "a2 a3 a4 a5 a6"),
        ("...... G..... .G.... ..G... ...G.. ....G.", "a2 b3 c4 d5 e6"),
        ("....G. ...G.. ..G... .G.... G..... ......", "e1 d2 c3 b4 a5"),
        (".....G G..... .G.... ..G... ...G.. ......", ""),
    ],
)
def test_the_line_that_has_won_is_told_from_one_end_to_the_other(picture: str, line: str) -> None:
    position = board(picture)
    assert position.rules.line(position.now) == tuple(line.split())


def test_a_ten_with_nothing_to_take_ends_the_turn() -> None:
    position = play(board("B..... ...... ..B... ...... ...... ......"), "roll 4 6")
    assert position.active == 1


def test_an_eleven_goes_on_any_empty_space() -> None:
    position = play(board("GB.... ...... ...... ...... ...... ......"), "roll 5 6")
    assert len(options(position, 0)) == 34
    assert refused(position, "0 a1") == "own-chip-is-there"
    assert refused(position, "0 b1") == "empty-spaces-first"


def test_an_eleven_on_a_full_board_replaces_any_opponents_chip() -> None:
    picture = "GGBBGG BBGGBB GGBBGG BBGGBB GGBBGG BBGGBB"
    position = play(board(picture), "roll 5 6")
    assert len(options(position, 0)) == picture.count("B")


@pytest.mark.parametrize("throw", ["roll 1 1", "roll 6 6"])
def test_a_two_or_twelve_gives_another_turn(throw: str) -> None:
    position = play(board(EMPTY), throw)
    position = play(position, f"0 {min(options(position, 0))}")
    assert position.active == 0


def test_a_two_gives_another_turn_also_when_nothing_can_be_placed() -> None:
    position = play(board("G....G ...... ...... ...... ...... G....G"), "roll 1 1")
    assert position.active == 0


def test_without_chips_nothing_is_placed_but_a_ten_still_takes() -> None:
    picture = "GGGG.G G.GG.G GG.GGG .GGGGB GG...B ......"
    assert picture.count("G") == 20
    position = board(picture, length="6")
    assert play(position, "roll 2 2").active == 1
    assert play(position, "roll 6 6").active == 0
    assert options(play(position, "roll 5 5"), 0) == {"f4", "f5"}


def test_one_chip_left_is_placed() -> None:
    picture = "GGGG.G G.GG.G GG.GGG .GG.GB G...GB ......"
    assert picture.count("G") == 19
    assert options(play(board(picture, length="6"), "roll 5 6"), 0)


@pytest.mark.parametrize(
    ("picture", "throw", "space"),
    [
        ("GGGG.. ...... ...... ...... ...... ......", "roll 3 3", "e1"),
        (".G.... .G.... .G.... .G.... ...... ......", "roll 3 4", "b5"),
        ("G..... .G.... ..G... ...G.. ...... ......", "roll 3 4", "e5"),
        (".....G ....G. ...G.. ..G... ...... ......", "roll 3 4", "b5"),
    ],
)
def test_five_in_a_row_in_any_direction_wins_at_once(picture: str, throw: str, space: str) -> None:
    position = play(board(picture), throw, f"0 {space}")
    assert endings(position) == ("in-a-row",)
    assert places(position) == [(1, (0,), 1), (2, (1,), 0)]


def test_with_length_six_five_are_not_enough() -> None:
    position = play(board("GGGG.. ...... ...... ...... ...... ......", length="6"), "roll 3 3", "0 e1")
    assert endings(position) == ()
    assert endings(play(position, "roll 4 4", "1 e3", "roll 1 1", "0 f1")) == ("in-a-row",)


def test_teams_share_chips_and_places() -> None:
    position = play(board("GGGG.. ...... ...... ...... ...... ......", seats=4, active=2), "roll 3 3", "2 e1")
    assert places(position) == [(1, (0, 2), 1), (2, (1, 3), 0)]


def test_three_players_always_play_five() -> None:
    with pytest.raises(IllegalSetup):
        opening(sequence_dice.GAME, 3, {"length": "6"})


def test_with_three_players_either_opponents_chip_may_be_taken() -> None:
    position = play(board(".BR... ...... ...... ...... ...... ......", seats=3), "roll 4 6")
    assert options(position, 0) == {"b1", "c1"}


def test_what_is_asked_and_what_the_options_do() -> None:
    placing = play(board(EMPTY), "roll 3 4")
    assert placing.rules.question(placing.now, 0) == ("place", {"sum": 7})
    assert described(placing, "b2") == ("place", {"cell": "b2"})
    replacing = play(board("...... .G..B. ...... ...... .G..B. ......"), "roll 3 4")
    assert replacing.rules.question(replacing.now, 0) == ("replace", {"sum": 7})
    assert described(replacing, "e2") == ("replace", {"cell": "e2"})
    taking = play(board(".BB... ...... ...... ...... ...... ......"), "roll 4 6")
    assert taking.rules.question(taking.now, 0) == ("take", {"sum": 10})
    assert described(taking, "b1") == ("take", {"cell": "b1"})


# --- numbers that make no sense together --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("numbers", "reason"),
    [
        ({"wild": "1"}, "wild-is-no-sum"),
        ({"wild": "10"}, "wild-is-defence"),
        ({"defence": "11"}, "wild-is-defence"),
        ({"defence": "7", "wild": "7"}, "wild-is-defence"),
    ],
)
def test_one_sum_has_one_meaning_and_1_is_no_sum(numbers: dict[str, str], reason: str) -> None:
    with pytest.raises(IllegalSetup) as refused:
        start("sequence-dice", 2, **numbers)
    assert refused.value.reason == f"sequence-dice.{reason}"
    for language in LANGUAGES:
        sentence = telling.refusal(words(language), None, refused.value)
        assert next(value for value in numbers.values()) in sentence
        assert "{" not in sentence
        assert "wild-is" not in sentence


def test_other_numbers_of_the_two_sums_are_allowed() -> None:
    for wild in ("0", *map(str, range(2, 13))):
        for defence in map(str, range(2, 13)):
            if wild != defence:
                assert start("sequence-dice", 2, wild=wild, defence=defence).now.wild == int(wild)


def test_a_record_with_such_numbers_says_why_it_is_refused() -> None:
    text = "cinquina 1\ngame sequence-dice 1\noption wild 10\nseat 0 Anna\nseat 1 Ugo\nroll 3 4\n"
    with pytest.raises(BadRecord) as wrong:
        read(text, GAMES)
    assert "10" in telling.refusal(words("en"), None, wrong.value)
    assert "defence" in telling.refusal(words("it"), None, wrong.value)


def test_the_bounds_within_which_a_designer_may_change_the_numbers() -> None:
    rules = GAMES["sequence-dice"]
    assert {name: (numbers.least, numbers.most) for name, numbers in rules.NUMBERS.items()} == {
        "shorter": (0, 2),
        "chips": (12, 36),
        "defence": (2, 12),
        "wild": (0, 12),
    }
