"""The edges of what all games share: limits, what a refusal mentions, and what is declared of a state."""

from __future__ import annotations

import pytest

from cinquina.core import Choice, IllegalMove, IllegalSetup, Numbers, Roll, State, number, numbers, opening
from cinquina.core.record import BadRecord, new_game, read, write
from cinquina.core.rules import SHEET_OPTION
from cinquina.core.series import Series, new_series, read_series, write_series
from cinquina.core.spelling import parse_event, parse_number
from cinquina.core.text import shortened
from cinquina.games import GAMES
from kit import dice_asked, dice_of, play, start

QWIXX = GAMES["qwixx"]
HEADER = "cinquina 1\ngame qwixx 1\nseat 0 Anna\nseat 1 Bruno\n"


# --- states -------------------------------------------------------------------------------------------------


class Single(State):
    """A state with the shortest lists there are."""

    alone: int = number()
    one: list[int] = numbers(1)
    row: list[list[int]] = numbers(1, 2)


def test_lists_of_one_are_copied_in_full() -> None:
    given = [[3, 4]]
    state = Single(one=[7], row=given)
    given[0][0] = 9
    values = state.values()
    values["row"][0][1] = 8
    assert (state.one, state.row) == ([7], [[3, 4]])


def test_only_states_have_fields_not_their_class() -> None:
    assert not hasattr(Single, "alone")
    assert not hasattr(State, "phase")


def test_a_field_is_one_number_unless_it_says_otherwise() -> None:
    assert [(Single.HOLDS[name].packed, Single.HOLDS[name].width) for name in ("alone", "one", "row")] == [(0, 1)] * 3


def test_all_unknown_fields_are_named() -> None:
    with pytest.raises(TypeError, match=r"^no such fields: four, three$"):
        Single(three=3, four=4)


def test_a_question_is_about_all_dice_that_lie_unless_a_game_says_otherwise() -> None:
    position = play(start("sequence-dice", 2), "roll 3 4")
    assert dice_asked(position) == list(position.rules.DICE)
    assert dice_of(position, "b2") == [list(position.rules.DICE)]


# --- the numbers of a game ----------------------------------------------------------------------------------


@pytest.mark.parametrize("value", ["0", "10", "7"])
def test_a_number_within_its_bounds_is_allowed(value: str) -> None:
    assert Numbers((5,), 0, 10).allows(value)


@pytest.mark.parametrize("value", ["", "x", "-1", "11", "007", "+5", "5,5", "5,", "٤", "5 ", "--5", "1e1"])
def test_no_other_number_is(value: str) -> None:
    assert not Numbers((5,), 0, 10).allows(value)


def test_a_number_has_at_most_five_digits_and_a_sign() -> None:
    assert Numbers((0,), -99_999, 99_999).allows("-99999")
    assert Numbers((0, 0), -99_999, 99_999).allows("-99999,99999")
    assert not Numbers((0,), 0, 10_000_000).allows("1000000")


def test_a_table_needs_all_its_numbers() -> None:
    table = Numbers((1, 2, 3), 0, 9)
    assert table.allows("0,5,9")
    assert not any(table.allows(text) for text in ("1,2", "1,2,3,4", "1,2,x", "1,2,10", "1,,3"))


def test_a_refused_number_says_what_would_be_allowed() -> None:
    with pytest.raises(IllegalSetup, match=r"^no-such-numbers$") as wrong:
        opening(QWIXX, 2, {"penalty": "101"})
    bounds = {"count": 1, "least": 0, "most": 100}
    assert wrong.value.details == {"name": "penalty", "value": "101", "usual": "5"} | bounds
    with pytest.raises(IllegalSetup, match=r"^no-such-numbers$") as wrong:
        opening(QWIXX, 2, {"row_points": "1,2,3"})
    assert wrong.value.details["count"] == 13


def test_a_pad_pairs_numbers_that_the_game_has() -> None:
    assert GAMES["the-choice"].PAD.others
    for rules in GAMES.values():
        assert {*rules.PAD.others, *rules.PAD.others.values()} <= rules.NUMBERS.keys()


def test_the_option_that_chooses_the_sheet_goes_by_one_name() -> None:
    with_sheets = {name for name, rules in GAMES.items() if SHEET_OPTION in rules.OPTIONS}
    assert with_sheets == {"qwixx", "the-choice", "extra"}


# --- events as text -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lines", "event", "reason"),
    [
        ((), "0 r5", "throw-first"),
        ((), "7 r5", "throw-first"),
        (("roll 1 4 3 6 2 6",), "roll 1 4", "choose-first"),
        (("roll 1 4 3 6 2 6",), "7 r5", "no-such-seat"),
        (("roll 1 4 3 6 2 6",), "2 r5", "no-such-seat"),
    ],
)
def test_a_line_that_cannot_stand_here_is_refused_when_it_is_read(
    lines: tuple[str, ...], event: str, reason: str
) -> None:
    with pytest.raises(IllegalMove, match=f"^{reason}$"):
        parse_event(play(start("qwixx", 2), *lines), event)


def test_a_number_in_an_event_has_at_most_three_digits() -> None:
    assert parse_number("999") == 999
    with pytest.raises(IllegalMove, match=r"^not-a-number$"):
        parse_number("1000")


def test_what_was_not_done_cannot_be_undone() -> None:
    with pytest.raises(IllegalMove, match=r"^nothing-to-undo$") as wrong:
        new_game(QWIXX, ("Anna", "Bruno")).undo(1)
    assert wrong.value.details == {"seat": 1}


def test_a_text_of_forty_letters_is_repeated_whole() -> None:
    assert shortened("x" * 40) == "x" * 40
    assert shortened("x" * 41) == "x" * 40 + "…"


# --- records and series -------------------------------------------------------------------------------------


def test_undo_leaves_the_events_that_are_still_written() -> None:
    game = new_game(GAMES["the-choice"], ("Anna", "Bruno"), {"begins": "first"})
    for line in ("0 front", "1 back", "roll 6 1 2", "0 keep", "0 n6", "1 n6", "0 n2", "1 done"):
        game = game.after(parse_event(game.position, line))
    for undone in (game.undo(0), game.undo(1), game.undo(0).undo(0)):
        assert read(write(undone), GAMES) == undone


@pytest.mark.parametrize(("letters", "reason"), [(2_000_000, "cut-off"), (2_000_001, "too-long")])
def test_a_record_has_at_most_two_million_letters(letters: int, reason: str) -> None:
    with pytest.raises(BadRecord, match=f": {reason}$") as wrong:
        read("x" * letters, GAMES)
    assert wrong.value.details.get("most", 2_000_000) == 2_000_000


@pytest.mark.parametrize(("cut", "has_game"), [("opt", False), ("seat", False), ("beg", True), ("roll", True)])
def test_a_cut_off_line_that_may_be_of_the_header_leaves_no_game(cut: str, has_game: bool) -> None:
    with pytest.raises(BadRecord, match=r": cut-off$") as wrong:
        read(HEADER + cut, GAMES)
    assert (wrong.value.game is not None) is has_game


def test_a_false_record_says_what_stands_there_and_what_should() -> None:
    with pytest.raises(BadRecord) as wrong:
        read(HEADER.replace("qwixx", "yahtzee"), GAMES)
    assert wrong.value.details == {"name": "yahtzee", "possible": "qwixx, qwinto, the-choice, extra, sequence-dice"}
    over = write(ended(new_series(QWIXX, ("Anna",), {"begins": "first"})).current)
    with pytest.raises(BadRecord) as wrong:
        read(over.replace("score -20", "score -15"), GAMES)
    assert wrong.value.details == {"given": "score -15", "wanted": "score -20"}


def ended(series: Series) -> Series:
    """Pass until the first player has four penalties."""
    game = series.current
    while game.position.phase != 2:
        waiting = game.position.waiting
        passed = Choice(waiting[0], QWIXX.stop(game.position.now, waiting[0])) if waiting else Roll((1,) * 6)
        game = game.after(passed)
    return series.with_current(game)


def three_games() -> Series:
    """Return a series of three games, the last one not begun."""
    series = ended(new_series(QWIXX, ("Anna", "Bruno"), {"begins": "first"}))
    return ended(series.next_game()).next_game()


def test_a_series_with_windows_line_ends_is_read() -> None:
    series = three_games()
    assert read_series(write_series(series).replace("\n", "\r\n"), GAMES) == series


def begins(text: str) -> int:
    """Return the line on which the last game of a text begins."""
    return max(number for number, line in enumerate(text.split("\n"), 1) if line == "cinquina 1")


def test_a_false_game_leaves_the_whole_games_before_it() -> None:
    series = three_games()
    text = write_series(Series(series.games[:2])) + "\n" + HEADER
    with pytest.raises(BadRecord, match=rf"^line {begins(text)}: series-of-strangers$") as wrong:
        read_series(text, GAMES)
    assert (wrong.value.before, wrong.value.game) == (series.games[:1], series.games[1])
    text = write_series(series) + "\n" + HEADER
    with pytest.raises(BadRecord, match=rf"^line {begins(text)}: series-game-runs$") as wrong:
        read_series(text, GAMES)
    assert (wrong.value.before, wrong.value.game) == (series.games[:2], series.games[2])
