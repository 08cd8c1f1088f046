"""Hints at a table: who gets them, what is stored and told about them, and that nobody else learns anything."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

import cinquina.table.hint_desk as desks
from cinquina.coach import Source, Value, Worth
from cinquina.core import CHOICE, OVER, Choice, Position, Refusal, after, bits, legal_options
from cinquina.core.record import read, write
from cinquina.games import GAMES
from cinquina.locales import LANGUAGES, words
from cinquina.store import MemoryStore
from cinquina.table.drafting import Drafting
from cinquina.table.hall import Hall
from cinquina.table.happenings import Hinted, fingerprint, settings_of, written
from cinquina.table.hint_book import HintNote, hint_note_in
from cinquina.table.hint_words import reasons
from cinquina.table.hinting import PASSING, Found, asked_of, found_by_coach, hint_of, plain_asked
from cinquina.table.hosted import HostedTable
from cinquina.table.proof import Witness, checks, is_sound, proof_in
from cinquina.table.refusals import (
    DoneAlready,
    NotYours,
    Stale,
    UnsupportedAction,
)
from cinquina.web.hint_view import hint_view, unbroken
from cinquina.web.viewing import encoded
from table.tables import CODE, HOST, Played, choosing, copied, key_of, settings, shown_by, table, taps_at_random
from table.test_hall import opened, run, until

TOGETHER = ("qwixx", "qwinto", "the-choice", "extra")
NOW = 1000.0


def fake_values(position: Position, seat: int, **_: object) -> tuple[Worth, ...]:
    """Value options by their numbers, the last one best, without a coach."""
    options = bits.members(legal_options(position, seat))
    sides = tuple(range(position.seats))
    found = [
        Worth(
            option,
            position.rules.spell(position.now, seat, option),
            Value(Source.LEARNED, sides, chances_of(0.5 - place / 100, seat, sides), (50.0 - place,) * len(sides)),
            loss=place / 100,
            loss_error=0.0,
        )
        for place, option in enumerate(reversed(options))
    ]
    return tuple(found)


def chances_of(own: float, seat: int, sides: tuple[int, ...]) -> tuple[float, ...]:
    """Return chances that sum to 1; nothing for somebody alone."""
    others = (1 - own) / max(1, len(sides) - 1)
    return tuple(own if side == seat else others for side in sides) if len(sides) > 1 else ()


def fake_value(position: Position, **_: object) -> Value:
    """Value a position, without a coach."""
    sides = tuple(range(position.seats))
    return Value(Source.LEARNED, sides, chances_of(0.4, 0, sides), (40.0,) * len(sides))


@pytest.fixture
def coach(monkeypatch: pytest.MonkeyPatch) -> None:
    """A coach that answers at once."""
    monkeypatch.setattr("cinquina.coach.values", fake_values)
    monkeypatch.setattr("cinquina.coach.value", fake_value)


def asked_table(game: str = "qwixx", seats: int = 2, **more: Any) -> Played:
    """Return a table with hints for everybody, where several seats have to choose."""
    played = table(game, seats, hints="everybody", **more)
    assert choosing(played, random.Random(3), waiting=min(2, seats))
    return played


def asks(played: Played, seat: int = 0, key: str = "") -> Hinted:
    """Let a seat ask for a hint."""
    now = played.table
    return now.hint(key or key_of(seat), seat, now.click(seat))


# --- who gets hints --------------------------------------------------------------------------------------------------


def test_a_seat_that_is_asked_gets_a_hint() -> None:
    assert asks(asked_table(), 1) == Hinted(1)


@pytest.mark.parametrize("key", ["key 1", "a key of nobody", ""])
def test_nobody_gets_the_hint_of_another_seat(key: str) -> None:
    played = asked_table()
    with pytest.raises(NotYours):
        played.table.hint(key, 0, played.table.click(0))


def test_there_is_no_hint_for_a_window_that_is_closed() -> None:
    played = asked_table()
    with pytest.raises(Stale):
        played.table.hint(key_of(0), 0, played.table.click(0) + 64)


def test_there_is_no_hint_for_who_has_answered() -> None:
    played, luck = asked_table(), random.Random(1)
    position = played.table.game.position
    taps = taps_at_random(position, 0, luck, ahead=0.0)
    played.take(played.table.ink(key_of(0), 0, played.table.click(0), taps))
    with pytest.raises(Refusal) as refused:
        asks(played)
    assert refused.value.reason == "not-asked"


def test_where_nobody_gets_hints_they_are_refused_with_a_sentence() -> None:
    played = table("qwixx", 2)
    assert choosing(played, random.Random(3))
    seat = played.table.game.position.waiting[0]
    with pytest.raises(Refusal) as refused:
        asks(played, seat)
    assert refused.value.reason == "hints-nobody"
    assert all("refusal.hints-nobody" in words(language) for language in LANGUAGES)


def test_there_are_no_hints_at_a_table_that_is_over_or_on_pads() -> None:
    played = asked_table()
    played.take(played.table.end(HOST))
    with pytest.raises(Stale):
        asks(played)
    with pytest.raises(UnsupportedAction):
        table("qwixx", 1, dice="none").table.check_hint(HOST, 0, 0)


def test_tables_of_earlier_versions_open_without_hints() -> None:
    text = written(settings())
    assert '"hints":"nobody"' in text
    assert settings_of(text.replace(',"hints":"nobody"', "")) == settings()
    with pytest.raises(Exception, match="hints"):
        settings_of(text.replace('"nobody"', '"somebody"'))


# --- what is stored, and told later ----------------------------------------------------------------------------------


def test_it_is_stored_once_a_window_that_a_seat_asked() -> None:
    played = asked_table()
    played.take(asks(played))
    with pytest.raises(DoneAlready):
        asks(played)
    assert played.rebuilt().hints == played.table.hints
    played.play(random.Random(2), 6)
    while 0 not in played.table.game.position.waiting:
        played.play(random.Random(2), 1)
    played.take(asks(played))
    assert played.table.hints.games == [{0: 2}]


def test_the_record_says_who_asked_how_often_once_the_window_is_closed() -> None:
    played = asked_table(series=2)
    assert hint_note_in(played.table.records_so_far()[-1]) == HintNote(allowed=True, by_seat=(0, 0))
    played.take(asks(played, 1))
    assert hint_note_in(played.table.records_so_far()[-1]) == HintNote(allowed=True, by_seat=(0, 0))
    played.play(random.Random(4))
    text = played.table.records()[0]
    assert hint_note_in(text) == HintNote(allowed=True, by_seat=(0, 1))
    assert "Lia asked for 1 hint." in played.seen(HOST)["over"]["hints"]
    played.take(played.table.following_game(SimpleNamespace(seed="", following="")))
    assert played.table.records()[0].startswith(text)
    assert "# hints everybody 0 0\n" in played.table.records_so_far()[1]


def test_the_record_says_that_nobody_could_ask() -> None:
    played = table("qwixx", 2)
    played.play(random.Random(4))
    (text,) = played.table.records()
    assert "\n# hints nobody\n" in text
    assert hint_note_in(text) == HintNote(allowed=False, by_seat=())
    assert played.seen(HOST)["over"]["hints"] == ""


def test_a_record_with_notes_is_read_and_verified_as_before() -> None:
    played = asked_table()
    played.take(asks(played))
    played.play(random.Random(4))
    (text,) = played.table.records()
    game = read(text, GAMES)
    assert write(game) == "".join(line for line in text.splitlines(keepends=True) if not line.startswith("#"))
    assert is_sound(checks(game, proof_in(text), Witness()))


@pytest.mark.parametrize("text", ["", "# hints", "# hints some 1", "# hints everybody x", "# hints everybody 99999"])
def test_a_note_that_is_not_understood_says_nothing(text: str) -> None:
    assert hint_note_in(f"{text}\n") is None


# --- secrets ---------------------------------------------------------------------------------------------------------


def sent(hosted: HostedTable, but: int) -> list[bytes]:
    """Return what everybody but a seat is sent, in all languages."""
    seats = len(hosted.table.places)
    others = [(fingerprint(key_of(seat)),) for seat in range(seats) if seat != but]
    hosted.invalidate()
    return [encoded(hosted, prints, words(lang), 60.0) for prints in (*others, ()) for lang in LANGUAGES]


@pytest.mark.parametrize("game", GAMES)
def test_a_hint_changes_no_byte_of_what_others_are_sent(
    game: str, coach: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cinquina.table.hosted.time", SimpleNamespace(monotonic=lambda: NOW))
    played, luck, looked = table(game, 3 if game in TOGETHER else 2, hints="everybody"), random.Random(7), 0
    while choosing(played, luck) and looked < 12:
        seat = luck.choice(played.table.game.position.waiting)
        with_hint, without = (HostedTable("id", CODE, copied(played.table), opened=NOW) for _ in range(2))
        now = with_hint.table
        before = sent(with_hint, seat)
        with_hint.take(now.hint(key_of(seat), seat, now.click(seat)))  # type: ignore[attr-defined]
        asked = asked_of(with_hint.drafts.drafting(seat), ())
        with_hint.hints[seat] = desks.SeatHint(now.draft_moment(seat) or (0, 0), ())
        with_hint.hints[seat].found = found = hint_of(asked, found_by_coach(plain_asked(asked), desks.WARM))
        assert sent(with_hint, seat) == before
        own = shown_by(with_hint, key_of(seat), lang="en")
        assert len(own["hint"]["advice"]) == len(found.advice)
        if not now.is_silent:
            other = (seat + 1) % len(now.places)
            for hosted in (with_hint, without):
                hosted.take(hosted.table.say(key_of(other), "well?"))
            assert sent(with_hint, seat) == sent(without, seat)
        looked += 1
        played.play(luck, 6)
    assert looked > 3


def test_how_long_somebody_is_away_does_not_tell_that_somebody_asked(
    coach: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = [NOW]
    monkeypatch.setattr("cinquina.table.hosted.time", SimpleNamespace(monotonic=lambda: clock[0]))
    played = table("qwixx", 3, hints="everybody")
    assert choosing(played, random.Random(7), waiting=3)
    hosted = HostedTable("id", CODE, copied(played.table), opened=NOW - 40.0)
    now: Any = hosted.table
    before = sent(hosted, 0)
    assert b'"away":40' in before[-1]
    clock[0] += 15.0
    hosted.take(now.hint(key_of(0), 0, now.click(0)))
    assert sent(hosted, 0) == before
    hosted.take(now.end(HOST))
    assert b'"away":55' in sent(hosted, 0)[-1], "what everybody may know brings it up to date"


@pytest.mark.parametrize("game", TOGETHER)
def test_the_coach_is_told_nothing_that_the_seat_cannot_see(game: str) -> None:
    played, luck, looked = table(game, 3, hints="everybody"), random.Random(11), 0
    while choosing(played, luck, waiting=2) and looked < 10:
        position = played.table.game.position
        seat, other = luck.sample(position.waiting, 2)
        before = plain_asked(asked_of(Drafting(position, seat), ()))
        answered = copied(played.table)
        taps = taps_at_random(position, other, luck, ahead=0.0)
        answered.take(answered.ink(key_of(other), other, answered.click(other), taps))
        if answered.game.position.opened is position.opened and seat in answered.game.position.waiting:
            assert plain_asked(asked_of(Drafting(answered.game.position, seat), ())) == before
            looked += 1
        played.play(luck, 6)
    assert looked > 2


# --- what a hint says ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_everything_that_can_be_tapped_next_has_a_value_in_words(game: str, coach: None) -> None:
    played, luck, looked = table(game, 2), random.Random(5), 0
    while choosing(played, luck) and looked < 12:
        seat = luck.choice(played.table.game.position.waiting)
        drafting = Drafting(played.table.game.position, seat)
        taps: tuple[int, ...] = ()
        while drafting.offers(taps) and len(taps) < 4:
            asked = asked_of(drafting, taps)
            hint = hint_of(asked, found_by_coach(plain_asked(asked), desks.WARM))
            cells = {offer.cell(seat) for offer in drafting.offers(taps)} - {""}
            found = {one.tap for one in hint.advice}
            assert {offer.tap for offer in drafting.offers(taps) if not offer.cell(seat)} <= found
            assert {offer.cell(seat) for offer in drafting.offers(taps) if offer.tap in found} - {""} == cells
            losses = [one.loss for one in hint.advice]
            assert losses == sorted(losses)
            assert losses[0] == 0
            assert all(0 <= one.worth <= 1 for one in hint.advice)
            for one in hint.advice:
                now = after(one.step.position, Choice(seat, one.option))
                goes_on = now.phase == CHOICE and seat in now.waiting and now.window == one.step.position.window
                assert not (goes_on and words("en")("hint.ends") in reasons(words("en"), one, seat))
            for language in LANGUAGES:
                view = hint_view(words(language), hint, seat)
                assert [one.best for one in view.advice] == [len(view.advice) > 1] + [False] * (len(view.advice) - 1)
                assert all("{" not in one.spoken and one.worth in one.spoken for one in view.advice)
            taps = (*taps, luck.choice(drafting.offers(taps)).tap)
        looked += 1
        played.play(luck, 6)
    assert looked > 3


def qwixx_at(*events: str) -> Position:
    """Return a position of a game of Qwixx in which the first player begins."""
    lines = ["cinquina 1", "game qwixx 1", "option sheet classic", "option begins first", "seat 0 A", "seat 1 B"]
    return read("\n".join([*lines, *events]) + "\n", GAMES).position


def test_what_comes_after_the_open_window_is_reckoned_from_passing_in_it() -> None:
    position = qwixx_at("roll 1 2 3 4 5 6")
    asked = asked_of(Drafting(position, 0), ())
    first, later = (fake_values(step.position, 0) for step in asked.steps)
    hint = hint_of(asked, Found((first, later), None))
    stop = position.rules.stop(position.now, 0)
    passing = next(one for one in first if one.option == stop)
    best_later = next(one for one in hint.advice if one.step is asked.steps[1])
    assert best_later.worth == pytest.approx(passing.value.worth(0) - later[0].loss)
    assert [one.tap for one in hint.advice].count(PASSING) == 1
    assert len({one.tap for one in hint.advice}) == len(hint.advice)


def test_a_whole_draft_keeps_the_values_of_its_last_step() -> None:
    position = qwixx_at("roll 1 2 3 4 5 6")
    drafting = Drafting(position, 1)
    (offer, *_) = drafting.offers(())
    assert asked_of(drafting, (offer.tap,)).taps == ()


def test_an_option_says_what_it_gives_up_and_what_it_brings(coach: None) -> None:
    position = qwixx_at("roll 3 4 3 4 5 6")
    asked = asked_of(Drafting(position, 1), ())
    hint = hint_of(asked, found_by_coach(plain_asked(asked), desks.WARM))
    said = {one.text: one.reason for one in hint_view(words("en"), hint, 1).advice}
    assert said["Red 7"] == unbroken("Gives up red 2–6, +1 point at once")
    assert said["Pass"] == ""


# --- on a server -----------------------------------------------------------------------------------------------------


async def asked_hosted(hall: Hall) -> tuple[HostedTable, int]:
    """Return a table on a server at which the host is asked something, and the click."""
    hosted = await hall.make(settings("qwixx", "me random", hints="everybody", options={"begins": "second"}))
    now: Any = hosted.table
    await until(lambda: now.has_begun and now.game.position.phase == CHOICE and 0 in now.game.position.waiting)
    return hosted, now.click(0)


def test_a_hint_is_stored_then_found_then_shown_to_the_seat_alone(coach: None) -> None:
    async def story() -> None:
        async with opened(MemoryStore()) as hall:
            hosted, click = await asked_hosted(hall)
            before = len(hall.store.entries(hosted.id))
            await hall.hint(hosted, HOST, 0, click)
            assert hall.store.entries(hosted.id)[before].text == written(Hinted(0))
            await until(lambda: bool(hosted.hints[0].found))
            assert shown_by(hosted, HOST, lang="en")["hint"]["advice"]
            assert shown_by(hosted, lang="en")["hint"] is None
            number = hosted.table.number
            await hall.hint(hosted, HOST, 0, click)
            assert hosted.table.number == number

    run(story())


def test_a_hint_is_dropped_when_the_window_closes(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        async with opened(MemoryStore()) as hall:
            hosted, click = await asked_hosted(hall)
            waits = asyncio.Event()

            async def never(asked: object) -> Any:
                await waits.wait()

            monkeypatch.setattr(hall.hint_desk, "first", never)
            await hall.hint(hosted, HOST, 0, click)
            task = hosted.hints[0].task
            assert shown_by(hosted, HOST, lang="en")["hint"] == {"seat": 0, "window": click} | {
                "taps": [],
                "advice": [],
                "unit": "",
                "source": "",
                "coming": True,
            }
            now: Any = hosted.table
            passing = now.rules.stop(now.game.position.now, 0)
            await hall.do(hosted, lambda one: one.ink(HOST, 0, click, [passing]))
            assert not hosted.hints
            await until(lambda: bool(task and task.done()))

    run(story())


def test_too_many_hints_are_refused(coach: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desks.HintRate, "count", counted(2))

    async def story() -> None:
        async with opened(MemoryStore()) as hall:
            hosted, click = await asked_hosted(hall)
            offers = hosted.drafts.drafting(0).offers(())
            await hall.hint(hosted, HOST, 0, click)
            hosted.drafts.tap(HOST, 0, click, offers[0].tap)
            await hall.hint(hosted, HOST, 0, click)
            hosted.drafts.untap(HOST, 0, click, "")
            with pytest.raises(Refusal) as refused:
                await hall.hint(hosted, HOST, 0, click)
            assert refused.value.reason == "hints-too-often"

    run(story())


def counted(most: int) -> Callable[[desks.HintRate], None]:
    """Return a count that refuses after this many hints, whatever the time."""

    def count(self: desks.HintRate) -> None:
        if len(self.asked) >= most:
            raise Refusal("hints-too-often")
        self.asked.append(0.0)

    return count


def test_a_rate_forgets_what_was_long_ago(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [0.0]
    monkeypatch.setattr(desks, "time", SimpleNamespace(monotonic=lambda: clock[0]))
    rate = desks.HintRate()
    for _ in range(desks.MOST_HINTS):
        rate.count()
    with pytest.raises(Refusal):
        rate.count()
    clock[0] = desks.HINT_SECONDS
    rate.count()


def test_a_coach_that_fails_is_told_and_disturbs_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise ValueError("no idea")

    monkeypatch.setattr("cinquina.coach.values", broken)

    async def story() -> None:
        async with opened(MemoryStore()) as hall:
            hosted, click = await asked_hosted(hall)
            await hall.hint(hosted, HOST, 0, click)
            await until(lambda: not hosted.hints[0].is_coming)
            shown = shown_by(hosted, HOST, lang="en")["hint"]
            assert shown["source"] == words("en")("error.our-fault")
            assert shown["advice"] == []

    run(story())


def test_a_better_answer_replaces_the_first(coach: None) -> None:
    async def story() -> None:
        async with opened(MemoryStore()) as hall:
            hosted, click = await asked_hosted(hall)
            worker = hall.hint_desk.worker = FakeWorker()  # type: ignore[assignment]
            await hall.hint(hosted, HOST, 0, click)
            await until(lambda: bool(hosted.hints[0].found))
            first = shown_by(hosted, HOST, lang="en")["hint"]
            assert first["coming"]
            assert "8 games" in first["source"]
            worker.is_ready.set()
            await until(lambda: not hosted.hints[0].is_coming)
            better = shown_by(hosted, HOST, lang="en")["hint"]
            assert not better["coming"]
            assert words("en")("hint.source.learned") in better["source"]

    run(story())


def test_where_nothing_better_can_be_prepared_the_first_answer_is_the_last(
    coach: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = plain_asked(asked_of(Drafting(qwixx_at("roll 3 4 3 4 5 6"), 1), ()))
    monkeypatch.setattr(desks, "is_ready", lambda asked: False)
    monkeypatch.setattr(desks, "_failed", set())
    assert desks.better_found(asked) is None

    def fail(position: Any) -> None:
        raise OSError

    monkeypatch.setattr("cinquina.coach.prepare", fail)
    desks.prepare((asked.game, asked.options), [qwixx_at("roll 3 4 3 4 5 6")])
    assert desks.better_found(asked) is not None


class FakeWorker:
    """A process that first answers roughly, then well."""

    def __init__(self) -> None:
        self.is_ready = asyncio.Event()

    async def ask(self, function: Callable[..., Any], *given: Any, patience: float | None = None) -> Any:
        """Answer a question."""
        found = found_by_coach(given[0], desks.WARM)
        if function is desks.better_found:
            await self.is_ready.wait()
            return found
        rough = Value(Source.ROLLED_OUT, (0, 1), (0.5, 0.5), error=0.2, games=8, final=False)
        steps = tuple(tuple(Worth(one.option, one.move, rough, 0, 0) for one in step) for step in found.steps)
        return Found(steps, None)

    def close(self) -> None:
        """End."""


def test_the_game_goes_on_to_its_end_with_hints(coach: None) -> None:
    played = asked_table("extra")
    luck = random.Random(1)
    while played.table.game.position.phase != OVER:
        for seat in played.table.game.position.waiting:
            if not played.table.has_hint(seat):
                played.take(asks(played, seat))
        played.play(luck, 1)
    assert sum(hint_note_in(played.table.records()[0]).by_seat) > 10  # type: ignore[union-attr]
    assert played.rebuilt().records() == played.table.records()
