"""Real dice that were entered wrongly are corrected until somebody has inked with them, and everybody is told."""

from __future__ import annotations

import random

import pytest

from cinquina.core import CHOICE, ROLL, Roll, is_lot, legal_options
from cinquina.core.record import read
from cinquina.games import GAMES
from cinquina.table.happenings import Corrected, Rolled, happening, written
from table.drafting import do, real
from table.tables import (
    HOST,
    SEEDS,
    Played,
    choosing,
    key_of,
    next_happening,
    settings,
    standing,
    table,
    taps_at_random,
    why,
)

WRONG, RIGHT = (1, 2, 3, 4, 5, 6), (2, 2, 3, 4, 5, 6)


def entered(by: int = 1, seats: int = 3) -> Played:
    """Return Qwixx after a throw of the first seat, entered by a seat."""
    played = table("qwixx", seats, dice="real", options={"begins": "first"})
    played.take(played.table.roll(key_of(by), 0, WRONG))
    return played


def correct(played: Played, seat: int, faces: tuple[int, ...] = RIGHT) -> None:
    """Correct the newest throw."""
    played.take(played.table.correct(key_of(seat), played.table.throws, faces))


@pytest.mark.parametrize("seat", [0, 1])
def test_who_threw_and_who_entered_may_correct_and_the_record_has_only_the_corrected_throw(seat: int) -> None:
    played = entered()
    assert [played.seen(key_of(other))["can"]["correct"] for other in range(3)] == [True, True, False]
    correct(played, seat)
    assert played.table.throws == 1
    assert [event.faces for event in played.table.game.events if isinstance(event, Roll)] == [RIGHT]
    assert "1 2 3 4 5 6" not in played.table.records_so_far()[0]
    assert standing(played.rebuilt()) == standing(played.table)
    luck = random.Random(1)
    played.play(luck)
    assert read(played.table.records()[0], GAMES).events == played.table.game.events


def test_everybody_is_told_who_corrected_what() -> None:
    played = entered()
    correct(played, 1)
    for viewer, said in ((0, "Lia corrected"), (1, "You corrected"), (2, "Lia corrected")):
        shown = played.seen(key_of(viewer))
        (turn,) = shown["log"]
        assert turn["deeds"][0]["text"] == f"{said} the dice: the 1st white die is 2, not 1."
        assert shown["around"] == turn["deeds"][0]["text"]
        assert shown["dice"]["fallen"] == list(RIGHT)
    correct(played, 1, (3, 2, 4, 4, 5, 6))
    told = played.seen(lang="it")["log"][0]["deeds"][0]["text"]
    assert told == "Lia ha corretto i dadi: il 1º dado bianco è 3, non 2; il dado rosso è 4, non 3."


@pytest.mark.parametrize(
    ("game", "wrong", "right", "said"),
    [
        ("extra", (1, 3, 3, 4, 6), (3, 1, 3, 5, 6), "Anna ha corretto i dadi: un 5, non un 4."),
        ("extra", (1, 3, 3, 4, 6), (3, 1, 2, 5, 6), "Anna ha corretto i dadi: 2 e 5, non 3 e 4."),
        ("extra", (1, 2, 3, 4, 6), (2, 1, 3, 4, 6), "Anna ha corretto i dadi: 2, 1, 3, 4 e 6."),
        ("the-choice", (1, 2, 3), (1, 4, 3), "Anna ha corretto i dadi: blu 4, non grigio 2."),
        ("the-choice", (1, 2, 3), (2, 4, 3), "Anna ha corretto i dadi: blu 2 e blu 4, non rosso 1 e grigio 2."),
    ],
)
def test_a_correction_names_what_changed(game: str, wrong: tuple[int, ...], right: tuple[int, ...], said: str) -> None:
    played = table(game, 2, dice="real", options={"begins": "first"})
    luck = random.Random(1)
    while played.table.game.position.phase != ROLL:
        played.take(next_happening(played.table, luck))
    played.take(played.table.roll(HOST, 0, wrong))
    correct(played, 0, right)
    assert played.seen(lang="it")["log"][-1]["deeds"][0]["text"] == said


def test_a_draft_for_the_old_dice_is_dropped_with_a_sentence_and_late_taps_do_not_count() -> None:
    played = entered()
    drafts, click = played.hosted.drafts, played.table.click(2)
    option = next(one["tap"] for one in played.seen(key_of(2))["ask"]["options"])
    drafts.tap(key_of(2), 2, click, option)
    correct(played, 0)
    assert drafts.taps(2) == ()
    assert played.seen(key_of(2))["notice"] == "The dice were corrected, so your pencil marks are gone."
    assert played.seen(key_of(1))["notice"] == ""
    assert why(drafts.tap, key_of(2), 2, click, option) == ("stale-window", "Stale")
    assert why(played.table.ink, key_of(2), 2, click, [option]) == ("stale-window", "Stale")


def test_it_is_too_late_once_anybody_has_inked_and_possible_again_when_that_is_undone() -> None:
    played = entered()
    luck = random.Random(2)
    taps = taps_at_random(played.table.game.position, 2, luck, ahead=0)
    played.take(played.table.ink(key_of(2), 2, played.table.click(2), taps))
    assert not played.seen(key_of(1))["can"]["correct"]
    assert why(played.table.correct, key_of(1), 1, RIGHT) == ("correct-inked", "IllegalMove")
    played.take(played.table.undo(key_of(2), 2, played.table.click(2)))
    assert played.seen(key_of(1))["can"]["correct"]
    correct(played, 1)


@pytest.mark.parametrize(
    ("seat", "throw", "faces", "reason"),
    [
        (2, 1, RIGHT, "correct-not-yours"),
        (1, 0, RIGHT, "stale-throw"),
        (1, 2, RIGHT, "stale-throw"),
        (1, 1, WRONG, "correct-same"),
        (1, 1, (0, 2, 3, 4, 5, 6), "no-such-face"),
        (1, 1, (7, 2, 3, 4, 5, 6), "no-such-face"),
        (1, 1, (1, 2, 3), "wrong-number-of-dice"),
        (1, 1, (), "wrong-number-of-dice"),
    ],
)
def test_a_false_correction_is_refused_with_a_reason(
    seat: int, throw: int, faces: tuple[int, ...], reason: str
) -> None:
    played = entered()
    before = standing(played.table)
    assert why(played.table.correct, key_of(seat), throw, faces)[0] == reason
    assert standing(played.table) == before


def test_there_is_nothing_to_correct_with_virtual_dice_before_a_throw_and_at_a_table_of_pads() -> None:
    virtual = table("qwixx", 2)
    choosing(virtual, random.Random(3))
    assert why(virtual.table.correct, HOST, 1, RIGHT)[0] == "correct-virtual"
    assert not virtual.seen(HOST)["can"]["correct"]
    early = table("qwixx", 2, dice="real", options={"begins": "first"})
    assert why(early.table.correct, HOST, 0, RIGHT)[0] == "correct-nothing"
    assert why(table("qwixx", 2, dice="none").table.correct, HOST, 0, RIGHT)[0] == "not-at-this-table"
    assert why(entered().table.correct, "nobody's key", 1, RIGHT) == ("not-your-table", "NotYours")


def test_bots_answer_again_with_the_corrected_dice() -> None:
    played = Played(settings("qwixx", "me random", dice="real", options={"begins": "first"}))
    played.take(played.table.beginning(SEEDS))
    played.take(played.table.roll(HOST, 0, WRONG))
    late = played.table.bots_question(1)
    (option, *_) = [one for one in range(60) if legal_options(played.table.game.position, 1) >> one & 1]
    played.take(late.answering((option,))(played.table))
    assert played.table.bot_to_choose() == -1
    correct(played, 0)
    assert played.table.bot_to_choose() == 1
    assert why(late.answering((option,)), played.table)[0] == "done-already"
    assert standing(played.rebuilt()) == standing(played.table)


@pytest.mark.parametrize("game", GAMES)
def test_any_throw_of_a_game_is_corrected_to_any_other_and_the_game_goes_on(game: str) -> None:
    luck = random.Random(4)
    played = table(game, 2, dice="real")
    corrected = 0
    for _ in range(60):
        position = played.table.game.position
        if position.phase not in (ROLL, CHOICE):
            break
        is_throw = position.phase == ROLL and not is_lot(position)
        clicks = played.table.click(0)
        played.take(next_happening(played.table, luck))
        if is_throw and played.table.game.position.phase in (ROLL, CHOICE):
            line = played.table.log[-1]
            faces = tuple(7 - face for face in line.event.faces)
            correct(played, position.active, faces)
            corrected += 1
            assert played.table.click(0) > clicks
            assert played.table.log[-1].event == Roll(faces)
            assert standing(played.rebuilt()) == standing(played.table)
    assert corrected > 5


def test_stored_throws_are_read_as_ever() -> None:
    assert happening('{"type":"roll","faces":[1,2]}') == Rolled((1, 2))
    assert written(Rolled((1, 2))) == '{"type":"roll","faces":[1,2]}'
    assert happening(written(Corrected(1, (3, 4)))) == Corrected(1, (3, 4))


@pytest.mark.parametrize(
    ("again", "english", "italian"),
    [
        ("0 again-3+5", "Throw dice 1 and 2 again, and enter them.", "Rilancia i dadi 1 e 2 e inseriscili."),
        ("0 again-4", "Throw die 3 again, and enter it.", "Rilancia il dado 3 e inseriscilo."),
    ],
)
def test_whoever_throws_real_dice_again_is_told_which_and_not_what_was_corrected(
    again: str, english: str, italian: str
) -> None:
    played = real("the-choice", 2, "0 front", "1 front", "roll 3 5 6")
    correct(played, 0, (3, 5, 4))
    assert played.seen(key_of(0), lang="en")["around"].startswith("You corrected the dice")
    do(played, again)
    shown = played.seen(key_of(0), lang="en")
    assert (shown["sentence"], shown["guide"]) == (english, "")
    assert "corrected" not in shown["around"]
    assert played.seen(key_of(0), lang="it")["sentence"] == italian
