"""A table of pads: everybody marks their own sheet, corrections are visible to all, people end the game."""

from __future__ import annotations

from typing import Any

import pytest

from cinquina.core import CHOICE, bits, opening, scores
from cinquina.core.record import read
from cinquina.core.rules import PLACES
from cinquina.core.spelling import spelled_options
from cinquina.games import GAMES
from cinquina.locales import LANGUAGES
from cinquina.sheets import load
from cinquina.table.happenings import Begun, Queued
from cinquina.table.proof import without_proof
from cinquina.table.reachable import marks_on
from cinquina.table.setup import check_settings
from kit import play
from table.tables import HOST, SEED, SEEDS, Played, key_of, seen, settings, standing, table, why


def pads(game: str = "qwixx", seats: int = 2, **more: Any) -> Played:
    """Return a table of pads where every seat is taken."""
    return table(game, seats, dice="none", **more)


def tap(played: Played, seat: int, *marks: str) -> None:
    """Write pencil marks on a seat's sheet: r5, or y3=12."""
    pad_table = played.table
    for told in marks:
        cell, _, mark = told.partition("=")
        played.take(pad_table.pencil(key_of(seat), seat, pad_table.sheets[seat].clicks, cell, mark or "x"))


def turn(played: Played, seat: int, *marks: str) -> None:
    """Play a whole turn of a seat."""
    tap(played, seat, *marks)
    played.take(played.table.finish(key_of(seat), seat, played.table.sheets[seat].clicks))


def ask(played: Played, do: str, seat: int = 0, *given: Any) -> tuple[Any, ...]:
    """Send a request of a seat's owner, with the click that is due."""
    return (getattr(played.table, do), key_of(seat), seat, played.table.sheets[seat].clicks, *given)


def do(played: Played, request: str, seat: int = 0, *given: Any) -> None:
    """Send a request and apply it."""
    asked, *rest = ask(played, request, seat, *given)
    played.take(asked(*rest))


def marks(played: Played, seat: int = 0) -> dict[str, str]:
    """Return the marks on a seat's sheet."""
    return marks_on(played.table.sheets[seat].position)


def log(played: Played, key: str = "") -> list[str]:
    """Return the log as somebody reads it."""
    return [line["text"] for line in played.seen(key)["log"]]


def learnt(played: Played, seat: int = 0) -> dict[str, Any]:
    """Return a seat's pad as its owner sees it."""
    for sheet in played.table.sheets.values():
        sheet.learn()
    return next(pad for pad in played.seen(key_of(seat))["pads"] if pad["seat"] == seat)


# --- setup ----------------------------------------------------------------------------------------


def test_there_are_no_pads_where_all_play_on_one_board() -> None:
    assert why(check_settings, settings("sequence-dice", "me open", dice="none"))[0] == "pad-of-one-board"


def test_bots_cannot_play_where_nobody_enters_the_dice() -> None:
    assert why(check_settings, settings("qwixx", "me random", dice="none"))[0] == "pad-without-bots"


def test_who_begins_does_not_matter() -> None:
    played = pads(options={"begins": "second", "sheet": "mixx-numbers"})
    assert dict(played.table.sheets[0].position.options)["sheet"] == "mixx-numbers"


def test_who_comes_late_gets_an_empty_sheet() -> None:
    played = Played(settings("qwixx", "me open open", dice="none"))
    played.take(played.table.begin(HOST, SEEDS))
    assert list(played.table.sheets) == [0]
    assert played.seen("somebody")["can"]["sit"]
    turn(played, 0, "r5")
    played.take(played.table.sit("Lia", key_of(1), ""))
    turn(played, 1, "r6")
    assert [seat["kind"] for seat in played.seen()["seats"]] == ["person", "person", "open"]
    played.take(played.table.count(HOST))
    assert isinstance(played.table.sit("Ugo", key_of(2), ""), Queued)
    assert [one["names"] for one in played.seen()["over"]["ranking"]] == [["Anna"], ["Lia"]]


def test_nothing_is_marked_before_the_first_game() -> None:
    pad_table = pads().table
    fresh = table("qwixx", 2, begun=False, dice="none").table
    assert why(fresh.pencil, HOST, 0, 0, "r5", "x")[0] == "table-not-begun"
    assert why(fresh.count, HOST)[0] == "table-not-begun"
    assert why(pad_table.begin, HOST, SEEDS) == ("table-begun", "Stale")


# --- a turn ---------------------------------------------------------------------------------------


def test_two_marks_are_one_turn_and_nobody_waits() -> None:
    played = pads()
    turn(played, 1, "g7")
    turn(played, 0, "r5", "b8")
    turn(played, 0, "y3")
    assert marks(played) == {"r5": "x", "b8": "x", "y3": "x"}
    assert marks(played, 1) == {"g7": "x"}
    assert log(played) == ["Lia: green 7.", "Anna: red 5, blue 8.", "Anna: yellow 3."]
    assert log(played, HOST) == ["Lia: green 7.", "You: red 5, blue 8.", "You: yellow 3."]
    assert played.seen(HOST)["around"] == "You: yellow 3."
    assert [seat["score"] for seat in played.seen()["seats"]] == [3, 1]


def test_what_no_throw_allows_is_refused() -> None:
    played = pads()
    tap(played, 0, "r5", "b8")
    for cell, mark in (("y3", "x"), ("r5", "x"), ("r12", "x"), ("nowhere", "x"), ("y3", "12"), ("", "turn"), ("", "")):
        assert why(*ask(played, "pencil", 0, cell, mark))[0] == "pad-no-throw-for-it"
    do(played, "finish")
    assert why(*ask(played, "pencil", 0, "r4", "x"))[0] == "pad-no-throw-for-it"


def test_nothing_in_pencil_is_no_turn() -> None:
    played = pads("extra")
    assert why(*ask(played, "finish"))[0] == "pad-not-a-turn"
    tap(played, 0, "7.1")
    assert why(*ask(played, "finish"))[0] == "pad-not-a-turn"
    assert not learnt(played)["ready"]
    tap(played, 0, "7.2", "b0=4")
    assert learnt(played)["ready"]
    do(played, "finish")
    assert marks(played) == {"7.1": "x", "7.2": "x", "b0": "4", "b1": "x"}


def test_pencil_marks_are_taken_back_one_by_one_or_rubbed_out_with_what_came_after() -> None:
    played = pads("extra")
    tap(played, 0, "7.1", "5.1", "b0=4")
    do(played, "undo")
    assert played.table.sheets[0].pencilled == (("7.1", "x"), ("5.1", "x"))
    do(played, "rub", 0, "7.1")
    assert played.table.sheets[0].pencil == ()
    assert why(*ask(played, "rub", 0, "7.1"))[0] == "pad-nothing-in-pencil"
    assert why(*ask(played, "undo"))[0] == "nothing-to-undo"


def test_pencil_is_seen_by_its_owner_alone() -> None:
    played = pads()
    tap(played, 0, "r5")
    assert learnt(played)["pencil"] == {"r5": "x"}
    for key in (key_of(1), ""):
        assert "r5" not in played.seen(key)["seats"][0]["sheets"][0]["marks"]
        assert all(pad["seat"] == 1 for pad in played.seen(key)["pads"])


def test_nobody_marks_on_the_sheet_of_another_and_no_click_counts_twice() -> None:
    played = pads()
    pad_table = played.table
    assert why(pad_table.pencil, HOST, 1, 0, "r5", "x") == ("not-your-seat", "NotYours")
    assert why(pad_table.pencil, "nobody", 0, 0, "r5", "x") == ("not-your-table", "NotYours")
    assert why(pad_table.pencil, HOST, 99, 0, "r5", "x") == ("not-your-seat", "NotYours")
    tap(played, 0, "r5")
    assert why(pad_table.pencil, HOST, 0, 0, "b8", "x") == ("stale-window", "Stale")
    assert why(pad_table.finish, HOST, 0, 0) == ("stale-window", "Stale")
    tap(played, 1, "r5")  # a change of another sheet makes no click stale
    do(played, "finish")
    assert why(pad_table.undo, HOST, 0, 1) == ("stale-window", "Stale")


def test_a_sheet_that_is_finished_takes_no_more_and_says_so_to_all() -> None:
    played = pads()
    for number in range(1, 5):
        turn(played, 0, f"penalty{number}")
    assert learnt(played)["marks"] == {}
    assert "finished" in learnt(played)["sentence"]
    assert log(played)[-1].endswith("The sheet of Anna is finished.")
    assert played.seen()["seats"][0]["state"] == "finished"
    turn(played, 1, "r5")


def test_a_closed_row_is_told_to_all_and_closed_to_nobody() -> None:
    played = pads()
    for cell in ("r2", "r3", "r4", "r5", "r6"):
        turn(played, 0, cell)
        turn(played, 1, cell)
    turn(played, 0, "r12")
    assert "red row closed" in log(played)[-1]
    assert marks(played)["r-lock"] == "x"
    turn(played, 1, "r12")
    assert marks(played, 1)["r-lock"] == "x"


def test_a_side_is_chosen_before_the_first_throw_and_two_dice_are_enough() -> None:
    played = pads("the-choice")
    pad = learnt(played)
    assert [option["group"] for option in pad["ask"]["options"]] == ["front", "back"]
    assert why(*ask(played, "pencil", 0, "n6", "step1"))[0] == "pad-no-throw-for-it"
    assert why(*ask(played, "ink", 0, (0,)))[0] != ""
    do(played, "ink", 0, (pad["ask"]["options"][1]["tap"],))
    assert why(*ask(played, "ink", 0, (pad["ask"]["options"][1]["tap"],)))[0] == "pad-asks-nothing"
    do(played, "undo")
    do(played, "ink", 0, (pad["ask"]["options"][0]["tap"],))
    turn(played, 0, "n6=step1", "s2")
    assert marks(played) == {"n6": "step1", "s2": "x"}
    turn(played, 0, "failure1")
    before = played.seen()["seats"][0]["sheets"][0]["id"]
    tap(played, 0, "failure2")
    played.take(played.table.pencil(HOST, 0, played.table.sheets[0].clicks, "", "turn"))
    do(played, "finish")
    assert played.seen()["seats"][0]["sheets"][0]["id"] != before
    assert "turned over" in log(played)[-1]


def test_a_sheet_and_its_side_are_chosen_one_after_the_other() -> None:
    played = pads("the-choice", options={"sheet": "free"})
    do(played, "ink", 0, (learnt(played)["ask"]["options"][2]["tap"],))
    do(played, "ink", 0, (learnt(played)["ask"]["options"][1]["tap"],))
    assert [sheet["id"] for sheet in played.seen()["seats"][0]["sheets"]] == ["the-choice-c-back", "the-choice-c-front"]
    assert log(played, key_of(1)) == ["Anna takes sheet C.", "Anna begins with the back."]
    do(played, "undo")
    assert log(played, key_of(1))[-1] == "Anna took the last choice back."
    assert why(*ask(played, "undo"))[0] == "nothing-to-undo"


# --- corrections ----------------------------------------------------------------------------------


def test_a_number_found_wrong_at_once_may_be_moved() -> None:
    played = pads("qwinto")
    turn(played, 0, "y3=12")
    do(played, "undo")
    turn(played, 0, "y5=12")
    assert marks(played) == {"y5": "12"}
    assert log(played, key_of(1))[1] == "Anna took the last turn back: yellow, 3rd cell: 12."
    assert played.seen()["seats"][0]["corrections"] == 0


def test_only_the_newest_turn_may_be_moved_and_only_once() -> None:
    played = pads("qwinto")
    turn(played, 0, "y3=12")
    turn(played, 0, "o3=5")
    do(played, "undo")
    assert why(*ask(played, "undo"))[0] == "nothing-to-undo"
    assert marks(played) == {"y3": "12"}


def test_a_number_found_wrong_later_is_erased_and_everybody_is_told() -> None:
    played = pads("qwinto")
    turn(played, 0, "y3=12")
    turn(played, 0, "y5=14")
    turn(played, 1, "o3=5")
    do(played, "erase", 0, "y3")
    assert marks(played) == {"y5": "14"}
    for lang in LANGUAGES:
        shown = played.seen(key_of(1), lang=lang)
        assert ("3rd" in shown["log"][-1]["text"]) != ("3ª" in shown["log"][-1]["text"])
        assert shown["around"] == shown["log"][-1]["text"]
    assert log(played)[-1] == "Anna corrected their sheet. Erased: yellow, 3rd cell: 12."
    assert [seat["corrections"] for seat in played.seen()["seats"]] == [1, 0]
    turn(played, 0, "y3=9")  # the cell is free again for another throw


def test_of_a_turn_only_the_wrong_mark_is_erased_where_the_rest_can_stand() -> None:
    played = pads()
    turn(played, 0, "r5", "b8")
    turn(played, 0, "y3")
    do(played, "erase", 0, "r5")
    assert marks(played) == {"b8": "x", "y3": "x"}
    assert log(played)[-1] == "Anna corrected their sheet. Erased: red 5."


def test_a_whole_turn_goes_where_the_rest_could_not_stand() -> None:
    played = pads("extra")
    turn(played, 0, "7.1", "5.1", "b0=4")
    turn(played, 0, "7.2", "9.1", "c0=2")
    assert {cell for cell, _ in played.table.sheets[0].beside("5.1")} == {"7.1", "b0", "b1"}
    do(played, "erase", 0, "5.1")
    assert marks(played) == {"7.1": "x", "9.1": "x", "c0": "2", "c1": "x"}  # a box moves up


def test_a_mark_that_others_rest_on_is_not_erased_before_them() -> None:
    played = pads()
    for cell in ("r2", "r3", "r4", "r5", "r6", "r12"):
        turn(played, 0, cell)
    assert why(*ask(played, "erase", 0, "r4"))[0] == "pad-others-rest-on-it"
    do(played, "erase", 0, "r-lock")
    do(played, "erase", 0, "r4")
    assert marks(played) == {"r2": "x", "r3": "x", "r5": "x", "r6": "x"}


def test_only_own_marks_in_ink_can_be_erased() -> None:
    played = pads()
    turn(played, 0, "r5")
    tap(played, 0, "b8")
    for cell in ("b8", "r6", "", "nowhere"):
        assert why(*ask(played, "erase", 0, cell))[0] == "pad-nothing-to-erase"
    assert why(played.table.erase, key_of(1), 0, played.table.sheets[0].clicks, "r5")[0] == "not-your-seat"


def test_an_erased_penalty_makes_room_for_another() -> None:
    played = pads()
    for number in range(1, 5):
        turn(played, 0, f"penalty{number}")
    do(played, "erase", 0, "penalty2")
    assert list(marks(played)) == ["penalty1", "penalty2", "penalty3"]
    turn(played, 0, "r5")


# --- the end --------------------------------------------------------------------------------------


def test_anybody_seated_counts_the_points_and_can_say_that_it_was_too_early() -> None:
    played = pads()
    turn(played, 1, "r5")
    tap(played, 0, "b8")
    assert why(played.table.count, "nobody")[0] == "not-your-table"
    assert why(played.table.resume, HOST) == ("pad-not-counted", "Stale")
    assert why(played.table.next_game, HOST, SEEDS) == ("series-game-runs", "Stale")
    played.take(played.table.count(key_of(1)))
    shown = played.seen(HOST)
    assert shown["phase"] == "over"
    assert [one["names"] for one in shown["over"]["ranking"]] == [["Lia"], ["Anna"]]
    assert [sum(part["points"] for part in one) for one in shown["over"]["parts"]] == [0, 1]
    assert why(played.table.count, HOST) == ("pad-counted", "Stale")
    assert why(*ask(played, "finish")) == ("pad-counted", "Stale")
    played.take(played.table.resume(HOST))
    do(played, "finish")
    assert marks(played) == {"b8": "x"}


@pytest.mark.parametrize("game", ["qwixx", "qwinto", "extra"])
def test_every_sheet_has_a_record_that_the_rules_agree_with(game: str) -> None:
    played = pads(game, 2)
    for seat in (0, 1):
        for _ in range(3):
            sheet = played.table.sheets[seat]
            while not sheet.is_ready:
                tap(played, seat, "=".join(sheet.offered()[-1]))
            do(played, "finish", seat)
    played.take(played.table.count(HOST))
    told = played.table.records()
    assert len(told) == 2
    for seat, text in enumerate(told):
        game_read = read(without_proof(text), GAMES)
        assert game_read.names == (played.table.places[seat].seat.name,)
        assert marks_on(game_read.position) == marks(played, seat)
        assert scores(game_read.position)[0] == played.table.points(seat)
        assert read(text, GAMES) == game_read


def test_a_series_adds_up_and_a_rematch_begins_anew() -> None:
    played = pads(series=2)
    turn(played, 0, "r5")
    played.take(played.table.count(HOST))
    clicks = played.table.sheets[0].clicks
    played.take(played.table.next_game(key_of(1), SEEDS))
    assert marks(played) == {}
    assert why(played.table.pencil, HOST, 0, clicks, "r5", "x") == ("stale-window", "Stale")
    turn(played, 0, "r5")
    turn(played, 0, "r6")
    played.take(played.table.count(HOST))
    assert played.seen()["series"] == {"game": 2, "games": 2, "totals": [4, 0]}
    assert len(played.table.records()) == 4
    played.take(played.table.next_game(HOST, SEEDS))
    assert played.seen()["series"] == {"game": 1, "games": 2, "totals": [0, 0]}


def test_the_host_ends_the_table_and_nothing_can_be_marked_any_more() -> None:
    played = pads()
    turn(played, 0, "r5")
    assert why(played.table.end, key_of(1))[0] == "not-the-host"
    played.take(played.table.end(HOST))
    assert why(*ask(played, "pencil", 0, "b8", "x")) == ("table-ended", "Stale")
    shown = played.seen(HOST)
    assert (shown["phase"], shown["pads"]) == ("ended", [])


# --- storage and snapshots ------------------------------------------------------------------------


def test_a_table_read_again_is_the_same_and_looks_for_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    played = pads("qwinto", 3)
    turn(played, 0, "y3=12")
    turn(played, 1, "y3=12")
    turn(played, 1, "miss1")
    do(played, "erase", 1, "y3")
    tap(played, 2, "v4=3")
    monkeypatch.setattr("cinquina.table.pad_sheet.next_turn", None)
    monkeypatch.setattr("cinquina.table.pad_sheet.turn_for", None)
    assert standing(played.rebuilt()) == standing(played.table)


def test_until_it_is_known_what_can_be_marked_the_sheet_is_shown_without() -> None:
    played = pads()
    assert played.seen(HOST)["pads"][0]["marks"] == {}
    assert played.seen(HOST)["sentence"] == "One moment …"
    assert len(learnt(played)["marks"]) == 41
    assert set(played.table.to_learn()) == set()


def test_one_screen_can_keep_several_sheets() -> None:
    played = Played(settings("qwixx", "me me", dice="none"))
    assert played.table.is_full
    played.take(Begun(SEED))
    assert [pad["seat"] for pad in played.seen(HOST)["pads"]] == [0, 1]
    for seat, cell in ((1, "r5"), (0, "b7")):
        played.take(played.table.pencil(HOST, seat, 0, cell, "x"))
        played.take(played.table.finish(HOST, seat, 1))
    assert [list(marks(played, seat)) for seat in (0, 1)] == [["b7"], ["r5"]]


def test_why_a_cell_cannot_be_marked_is_told_for_every_cell() -> None:
    played = pads()
    turn(played, 0, "r5")
    tap(played, 0, "b3", "g3")
    why_not = learnt(played)["why"]
    assert "Correct" in why_not["r5"]
    assert "left" in why_not["r3"]
    assert "pencil" in why_not["y7"]
    assert set(why_not) | set(learnt(played)["marks"]) == {cell.id for cell in load("qwixx-classic").cells}


def test_what_is_shown_does_not_depend_on_what_was_shown_before() -> None:
    played = pads("qwinto")
    turn(played, 0, "y3=12")
    learnt(played)
    for lang in LANGUAGES:
        for key in (HOST, key_of(1), ""):
            assert played.seen(key, lang=lang) == seen(played.table, key, lang=lang)


# --- dice that must be used: the active player's number, and the others' number --------------------


def real_turns(active: int, dice: str, others: str) -> set[frozenset[tuple[str, str]]]:
    """Return what the first of two players can mark after a throw of The Choice, failures included, by the rules."""
    rules = GAMES["the-choice"]
    options = {"begins": PLACES[active], "dice": dice, "dice_of_others": others}
    position = play(opening(rules, 2, options), "0 front", "1 front", "roll 1 5 3", f"{active} keep")
    found, to_do = set(), [position]
    while to_do:
        now = to_do.pop()
        if now.phase != CHOICE:
            found.add(frozenset(rules.marks(now.now, 0)[0].items()))
        elif 1 in now.waiting:
            to_do.append(play(now, "1 done"))
        else:
            spelled = [spelled for spelled in spelled_options(now, 0) if spelled != "close"]
            to_do += [play(now, f"0 {option}") for option in spelled]
    return found


@pytest.mark.parametrize("dice", ["1", "2", "3"])
@pytest.mark.parametrize("others", ["0", "1", "2", "3"])
def test_a_pad_demands_no_failure_that_is_none_and_refuses_none_that_is_one(dice: str, others: str) -> None:
    played = pads("the-choice", options={"dice": dice, "dice_of_others": others})
    do(played, "ink", 0, (learnt(played)["ask"]["options"][0]["tap"],))
    failure = {("failure1", "x")}
    learnt_now = played.table.sheets[0].learnt
    known = {frozenset(learnt_now.marks[place] for place in bits.members(turn)) for turn in learnt_now.turns}
    for active in (0, 1):
        for marked in real_turns(active, dice, others) - {frozenset()}:
            apart = {marked - failure, marked & failure} - {frozenset()}
            assert marked in known or apart <= known, (active, marked)


@pytest.mark.parametrize(("dice", "others"), [("3", "0"), ("1", "3"), ("1", "0")])
def test_one_die_is_a_turn_where_it_is_enough_for_anybody(dice: str, others: str) -> None:
    played = pads("the-choice", options={"dice": dice, "dice_of_others": others})
    do(played, "ink", 0, (learnt(played)["ask"]["options"][0]["tap"],))
    turn(played, 0, "s2")
    assert marks(played) == {"s2": "x"}
    turn(played, 0, "failure1")
    assert marks(played) == {"s2": "x", "failure1": "x"}


@pytest.mark.parametrize(("game", "number", "box"), [("qwixx", "penalties", "penalty"), ("qwinto", "misses", "miss")])
def test_more_penalties_than_boxes_can_be_tapped(game: str, number: str, box: str) -> None:
    played = pads(game, options={number: "6"})
    for mark in (f"{box}1", f"{box}2", f"{box}3", f"{box}4", f"{box}4=2"):
        turn(played, 0, mark)
    assert not played.table.sheets[0].is_over
    assert f"{box}4" not in learnt(played)["why"]
    turn(played, 0, f"{box}4=3")
    assert played.table.sheets[0].is_over
