"""Nobody else learns anything about a draft, nor which answer was inked while its window is open, in any game."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import suppress
from types import SimpleNamespace

import pytest

from cinquina.core import CHOICE, Refusal
from cinquina.games import GAMES
from cinquina.locales import LANGUAGES, words
from cinquina.table.dice_table import DiceTable
from cinquina.table.happenings import fingerprint
from cinquina.table.hosted import HostedTable
from cinquina.web.viewing import encoded
from table.tables import CODE, choosing, copied, key_of, table, taps_at_random

TOGETHER = ("qwixx", "qwinto", "the-choice", "extra")
NOW = 1000.0
LOOKED = 25
"""Windows that are looked at in a game."""


@pytest.fixture(autouse=True)
def stopped_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stop the clock that says for how long players are away, the only thing in a snapshot that depends on time."""
    monkeypatch.setattr("cinquina.table.hosted.time", SimpleNamespace(monotonic=lambda: NOW))


def hosted_copy(dice_table: DiceTable) -> HostedTable:
    """Return a copy of a table, as it would be held by a server that has just read it."""
    return HostedTable("id", CODE, copied(dice_table), opened=NOW)


def sent(hosted: HostedTable, but: int) -> list[bytes]:
    """Return what everybody but a seat is sent: each other seat, all of them together, spectators, in all languages."""
    seats = len(hosted.table.places)
    others = [(fingerprint(key_of(seat)),) for seat in range(seats) if seat != but]
    together = tuple(print_ for (print_,) in others)
    hosted.invalidate()
    return [encoded(hosted, prints, words(lang), 60.0) for prints in (*others, together, ()) for lang in LANGUAGES]


def drafts_made(hosted: HostedTable, seat: int, luck: random.Random) -> Iterator[None]:
    """Pencil and rub out, stopping after each change."""
    dice_table, drafts = hosted.table, hosted.drafts
    assert isinstance(dice_table, DiceTable)
    click = dice_table.click(seat)
    for tap in taps_at_random(dice_table.game.position, seat, luck, ahead=0.5):
        with suppress(Refusal):  # what an undo has pencilled may be in the way
            drafts.tap(key_of(seat), seat, click, tap)
        yield
    if luck.random() < 0.5:
        drafts.untap(key_of(seat), seat, click, "")
        yield


def answered(dice_table: DiceTable, seat: int, luck: random.Random, undone: int) -> HostedTable | None:
    """Return the table after a seat's whole answer, taken back and inked again so often; None if it is the last."""
    hosted, opened = hosted_copy(dice_table), dice_table.game.position.opened
    now = hosted.table
    assert isinstance(now, DiceTable)
    for left in range(undone, -1, -1):
        for _ in drafts_made(hosted, seat, luck):
            pass
        taps = taps_at_random(now.game.position, seat, luck, ahead=0.5)
        hosted.take(now.ink(key_of(seat), seat, now.click(seat), taps))
        if now.game.position.opened is not opened or now.game.position.phase != CHOICE:
            return None
        if left:
            hosted.take(now.undo(key_of(seat), seat, now.click(seat)))
    return hosted


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("game", GAMES)
def test_a_draft_changes_no_byte_of_what_others_are_sent(game: str, seats: int) -> None:
    luck, looked = random.Random(31 + seats), 0
    played = table(game, seats)
    while choosing(played, luck) and looked < LOOKED:
        seat = luck.choice(played.table.game.position.waiting)
        hosted = hosted_copy(played.table)
        before = sent(hosted, seat)
        for _ in drafts_made(hosted, seat, luck):
            assert sent(hosted, seat) == before
        looked += 1
        played.play(luck, 6)
    assert looked > 3


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("game", TOGETHER)
def test_every_whole_answer_looks_the_same_to_others_however_often_it_was_taken_back(game: str, seats: int) -> None:
    luck, looked = random.Random(37 + seats), 0
    played = table(game, seats)
    while choosing(played, luck, waiting=2) and looked < LOOKED:
        seat = luck.choice(played.table.game.position.waiting)
        before = sent(hosted_copy(played.table), seat)
        made = [answered(played.table, seat, luck, undone=luck.choice([0, 0, 1, 2])) for _ in range(5)]
        told = [sent(hosted, seat) for hosted in made if hosted]
        assert told
        assert all(one == told[0] for one in told)
        assert told[0] != before, "that there is an answer is public"
        looked += 1
        played.play(luck, 6)
    assert looked > 3


@pytest.mark.parametrize("game", TOGETHER)
def test_an_answer_taken_back_looks_as_if_it_had_never_been_there(game: str) -> None:
    luck, looked = random.Random(41), 0
    played = table(game, 3)
    while choosing(played, luck, waiting=2) and looked < LOOKED:
        seat = luck.choice(played.table.game.position.waiting)
        hosted = hosted_copy(played.table)
        before, now = sent(hosted, seat), hosted.table
        assert isinstance(now, DiceTable)
        taps = taps_at_random(now.game.position, seat, luck, ahead=0.5)
        hosted.take(now.ink(key_of(seat), seat, now.click(seat), taps))
        hosted.take(now.undo(key_of(seat), seat, now.click(seat)))
        assert hosted.drafts.by_seat, "it is in pencil"
        assert sent(hosted, seat) == before
        looked += 1
        played.play(luck, 6)
    assert looked > 3


@pytest.mark.parametrize("game", ["the-choice", "qwinto"])
def test_others_cannot_tell_which_marks_came_with_the_dice_that_were_kept(game: str) -> None:
    """Keeping and marking in one ink opens the window of the others with one answer in it, whichever it is."""
    luck, looked = random.Random(43), 0
    played = table(game, 3)
    while choosing(played, luck) and looked < LOOKED:
        position = played.table.game.position
        seat = position.waiting[0]
        told, numbers = [], set()
        for _ in range(12 if len(position.waiting) == 1 else 0):
            hosted = hosted_copy(played.table)
            now = hosted.table
            assert isinstance(now, DiceTable)
            happened = now.ink(key_of(seat), seat, now.click(seat), taps_at_random(position, seat, luck, ahead=1.0))
            hosted.take(happened)
            if happened.ahead and now.game.position.phase == CHOICE and now.game.position.answers:
                told.append(sent(hosted, seat))
                numbers.add(now.number_for(()))
        assert all(one == told[0] for one in told)
        assert numbers <= {played.table.number + 1}, "a window that opens is news"
        looked += len(told) > 1
        played.play(luck, 4)
    assert looked > 2
