"""Coming and going: late sitters, leavers, those who wait for the next game, and those who are ready for it."""

from __future__ import annotations

import random
from types import SimpleNamespace
from typing import Any

import pytest

from cinquina.bots.players import OF_GAMES
from cinquina.core import OVER
from cinquina.core.record import read
from cinquina.games import GAMES
from cinquina.locales import words
from cinquina.store import MemoryStore
from cinquina.table import evening
from cinquina.table.base import BotsQuestion
from cinquina.table.happenings import Queued, Ready, Sat, Unqueued, Went, fingerprint
from cinquina.table.hosted import READY_SECONDS, HostedTable, Viewer
from cinquina.table.proof import Witness, checks, proof_in
from cinquina.web.replay import replay_of
from table.tables import (
    HOST,
    LATE_KEYS,
    SEEDS,
    Played,
    choosing,
    key_of,
    next_happening,
    settings,
    standing,
    table,
    whole_answer,
    why,
)
from table.test_hall import opened, run, until

LATE, LATER = LATE_KEYS
NEXT = SEEDS._replace(following="0ff" * 21 + "0")
BOT_NAME = "bot:medium"


def alone(game: str = "qwixx", seats: str = "me open", **more: Any) -> Played:
    """Return a table that the host began with bots in the open seats."""
    played = Played(settings(game, seats, **more))
    played.take(played.table.begin(HOST, SEEDS))
    return played


def answer_of_bot(asked: BotsQuestion, luck: random.Random) -> Any:
    """Return the command for a random answer of a bot."""
    return asked.answering(whole_answer(asked.view.position, asked.seat, luck))


def finished(played: Played) -> Played:
    """Play a game to its end; bots choose at random too."""
    luck, now = random.Random(3), played.table
    while now.game.position.phase != OVER:
        if now.throws_itself():
            played.take(now.due_throw()(now))
        elif now.bot_to_choose() >= 0:
            played.take(answer_of_bot(now.bots_question(now.bot_to_choose()), luck)(now))
        else:
            played.take(next_happening(now, luck))
    return played


def told(played: Played, *keys: str) -> list[str]:
    """Return what the log tells about people."""
    return [turn["text"] for turn in played.seen(*keys)["log"] if turn["seat"] < 0 and turn["text"]]


def test_whoever_comes_or_goes_is_called_you_and_named_to_the_others() -> None:
    played = table("qwixx", 2)
    played.take(played.table.substitute(HOST, 1, away=True))
    played.take(played.table.come_back(key_of(1), 1))
    played.take(played.table.sit("Zoe", LATE, ""))
    assert told(played) == ["A bot plays for Lia.", "Lia is back.", "Zoe is in for the next game."]
    assert told(played, key_of(1))[:2] == ["A bot plays for you.", "You are back in the game."]
    assert told(played, LATE)[-1] == "You are in for the next game."
    played.take(played.table.leave(key_of(1), 1))
    assert told(played, key_of(1))[-1] == "You left: a bot plays on."
    played.take(played.table.end(HOST))
    assert (played.seen(HOST)["sentence"], played.seen(key_of(1))["sentence"]) == (
        "You ended this table.",
        "The host has ended this table.",
    )


def test_bots_nobody_has_chosen_are_of_a_level_that_the_game_has(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(OF_GAMES, "qwixx")  # now it has only the bots of any game
    now = alone(seats="me open random").table
    assert now.names == ("Anna", "bot:easy", "bot:random")
    assert [now.level_at(seat) for seat in range(3)] == ["easy", "easy", "random"]
    now.take(now.leave(HOST, 0))
    luck = random.Random(1)
    while not now.is_over:
        asked = None if now.throws_itself() else now.bots_question(now.bot_to_choose())
        assert asked is None or asked.level in ("easy", "random")
        now.take(answer_of_bot(asked, luck)(now) if asked else now.due_throw()(now))


# --- sitting down late ---------------------------------------------------------------------------------------


def test_a_seat_that_a_bot_keeps_is_taken_during_the_game() -> None:
    played = alone()
    assert played.seen()["can"]["sit"]
    played.take(played.table.sit("Lia", LATE, "bb"))
    assert [place.is_bot for place in played.table.places] == [False, False]
    assert [seat["name"] for seat in played.seen(LATE)["seats"] if seat["mine"]] == ["Lia"]
    assert told(played) == ["Lia takes over from Nino."]
    assert told(played, LATE) == ["You take over from Nino."]
    assert played.seen(LATE)["around"] == "You take over from Nino."
    assert not played.seen()["can"]["sit"]
    assert standing(played.rebuilt()) == standing(played.table)
    finished(played)


def test_a_record_names_whoever_played_to_the_end() -> None:
    played = alone()
    assert played.table.game.names == ("Anna", BOT_NAME)
    played.take(played.table.sit("Lia", LATE, "bb"))
    finished(played)
    (record,) = played.table.records()
    assert "\nseat 0 Anna\nseat 1 Lia\n" in record
    shown = replay_of(words("en"), read(record, GAMES)).start.seats
    assert [(seat.name, seat.level) for seat in shown] == [("Anna", ""), ("Lia", "")]
    played.take(played.table.leave(LATE, 1))
    played.take(played.table.sit("Zoe", LATER, "cc"))
    assert played.table.records() == [record], "the game was over"
    played.take(played.table.next_game(HOST, NEXT))
    assert played.table.game.names == ("Anna", "Zoe")


def test_the_salt_of_a_late_sitter_counts_from_the_next_series_on() -> None:
    played = alone()
    salts = played.table.dice.salts
    played.take(played.table.sit("Lia", LATE, "bb"))
    assert played.table.salts == salts == tuple(played.seen()["proof"]["salts"])
    finished(played)
    assert why(played.table.add_salt, LATE, "cc")[0] == "salt-known"
    played.take(played.table.next_game(HOST, NEXT))
    assert played.table.dice.salts[1] == "bb"
    finished(played)
    games = [*(game for game, _ in played.table.past), played.table.game]
    for game, record in zip(games, played.table.records(), strict=True):
        proof = proof_in(record)
        assert proof is not None
        assert all(check.state != "wrong" for check in checks(game, proof, Witness()))


def test_what_a_bot_thought_of_is_dropped_when_somebody_has_sat_down() -> None:
    played, luck = alone(), random.Random(5)
    while played.table.bot_to_choose() < 0:
        played.take(next_happening(played.table, luck))
    answer = answer_of_bot(played.table.bots_question(1), luck)
    played.take(played.table.sit("Lia", LATE, ""))
    assert why(answer, played.table)[0] == "done-already"
    assert played.table.draft_moment(1) is not None


def test_the_seat_of_a_bot_of_somebody_away_or_of_a_person_is_not_taken() -> None:
    played = table("the-choice", 4)
    played.take(played.table.substitute(HOST, 1, away=True))
    assert why(played.table.sit, "Zoe", LATE, "") == ("table-full", "IllegalMove")
    assert isinstance(alone("qwixx", "me random").table.sit("Zoe", LATE, ""), Queued)


def test_a_chat_message_keeps_the_name_of_whoever_sent_it() -> None:
    played = table()
    played.take(played.table.say(key_of(1), "ciao"))
    played.take(played.table.leave(key_of(1), 1))
    played.take(played.table.sit("Zoe", LATE, ""))
    assert [(line["name"], line["text"]) for line in played.seen()["chat"]] == [("Lia", "ciao")]


# --- leaving ---------------------------------------------------------------------------------------------------


def test_leaving_the_lobby_opens_the_seat_again() -> None:
    played = table("qwixx", 3, begun=False)
    assert played.seen(key_of(1))["can"]["leave"] == [1]
    played.take(played.table.leave(key_of(1), 1))
    assert [seat["kind"] for seat in played.seen()["seats"]] == ["person", "open", "person"]
    assert why(played.table.leave, key_of(1), 1) == ("not-your-seat", "NotYours")
    played.take(played.table.sit("Zoe", LATE, ""))
    assert [seat["name"] for seat in played.seen()["seats"]] == ["Anna", "Zoe", "Ugo"]


def test_when_the_host_has_left_the_lobby_any_player_begins_and_no_salt_is_missed() -> None:
    played = Played(settings("qwixx", "me open open", salt=None))
    played.take(played.table.sit("Lia", LATE, "bb"))
    assert why(played.table.begin, LATE, SEEDS)[0] == "not-the-host"
    played.take(played.table.leave(HOST, 0))
    assert played.seen(LATE)["can"]["begin"]
    played.take(played.table.begin(LATE, SEEDS))
    assert played.table.game.names == (BOT_NAME, "Lia", BOT_NAME)


def test_leaving_a_game_lets_a_bot_go_on_and_the_others_are_told() -> None:
    played = table()
    played.take(played.table.leave(key_of(1), 1))
    assert played.table.places[1].is_bot
    assert told(played, HOST) == ["Lia has left: a bot plays on."] == [played.seen(HOST)["around"]]
    shown = played.seen(key_of(1))
    assert (shown["can"]["back"], shown["can"]["leave"], shown["can"]["chat"]) == ([1], [], False)
    assert why(played.table.leave, key_of(1), 1) == ("left-already", "Stale")
    assert standing(played.rebuilt()) == standing(played.table)
    finished(played)


def test_whoever_left_comes_back_unless_somebody_else_has_sat_down() -> None:
    played = table()
    played.take(played.table.leave(key_of(1), 1))
    played.take(played.table.come_back(key_of(1), 1))
    assert not played.table.places[1].is_bot
    assert not played.seen()["can"]["sit"]
    played.take(played.table.leave(key_of(1), 1))
    assert played.table.sit("Zoe", LATE, "") == Sat(1, "Zoe", fingerprint(LATE), "")
    played.take(played.table.sit("Zoe", LATE, ""))
    assert why(played.table.come_back, key_of(1), 1) == ("not-your-seat", "NotYours")


def test_in_the_next_game_a_bot_has_the_seat_of_whoever_left_until_somebody_takes_it() -> None:
    played = finished(table("qwixx", 3))
    played.take(played.table.leave(key_of(1), 1))
    played.take(played.table.next_game(HOST, NEXT))
    assert played.table.game.names == ("Anna", BOT_NAME, "Ugo")
    assert played.table.seats_of(key_of(1)) == ()
    played.take(played.table.sit("Zoe", LATE, ""))
    assert played.seen(LATE)["seats"][1]["name"] == "Zoe"


def test_the_end_says_for_whom_a_bot_was_playing() -> None:
    played = table("qwixx", 2)
    played.take(played.table.leave(key_of(1), 1))
    finished(played)
    assert played.seen(HOST)["over"]["reasons"][-1] == "A bot played for Lia at the end."
    assert played.seen(key_of(1))["over"]["reasons"][-1] == "A bot played for you at the end."


def test_the_sheet_of_whoever_leaves_a_table_of_pads_is_carried_on() -> None:
    played = table("qwixx", 2, dice="none")
    played.take(played.table.leave(key_of(1), 1))
    sheet = played.table.sheets[1]
    assert told(played) == ["Lia has left."]
    played.take(played.table.sit("Zoe", LATE, ""))
    assert played.table.sheets[1] is sheet
    played.take(played.table.leave(LATE, 1))
    played.take(played.table.count(HOST))
    played.take(played.table.next_game(HOST, SEEDS))
    assert [seat["kind"] for seat in played.seen()["seats"]] == ["person", "open"]
    assert list(played.table.sheets) == [0]


# --- in for the next game ----------------------------------------------------------------------------------------


def test_a_watcher_is_in_for_the_next_game_and_gets_a_seat_of_their_own() -> None:
    played = table()
    played.take(played.table.sit("Zoe", LATE, "cc"))
    assert (played.seen(LATE)["queued"], played.seen()["queue"]) == (True, ["Zoe"])
    assert played.seen(LATE)["can"]["leave"] == [-1]
    assert why(played.table.sit, "Zoe", LATE, "") == ("queued-already", "Stale")
    finished(played).take(played.table.next_game(HOST, NEXT))
    assert played.table.game.names == ("Anna", "Lia", "Zoe")
    assert played.table.dice.salts[2] == "cc"
    assert told(played)[:1] == ["Zoe plays from now on."]
    assert standing(played.rebuilt()) == standing(played.table)
    finished(played)
    assert len(played.seen()["over"]["ranking"]) == 3


def test_within_a_series_nobody_joins() -> None:
    played = table(series=2)
    played.take(played.table.sit("Zoe", LATE, ""))
    finished(played).take(played.table.next_game(HOST, NEXT))
    assert played.table.game.names == ("Anna", "Lia")
    finished(played).take(played.table.next_game(HOST, NEXT))
    assert played.table.game.names == ("Anna", "Lia", "Zoe")


def test_people_come_before_bots_and_the_count_of_the_game_is_kept() -> None:
    played = finished(alone("the-choice", "me random me random"))
    played.take(played.table.sit("Zoe", LATE, ""))
    played.take(played.table.sit("Ivo", LATER, ""))
    assert why(played.table.sit, "Ada", "one too many", "") == ("table-full", "IllegalMove")
    assert not played.seen()["can"]["queue"]
    played.take(played.table.next_game(HOST, NEXT))
    assert played.table.game.names == ("Anna", "Zoe", "Ugo", "Ivo")


def test_who_waits_may_give_up_and_a_free_seat_comes_first() -> None:
    played = table()
    played.take(played.table.sit("Zoe", LATE, ""))
    assert played.table.leave(LATE, -1) == Unqueued(fingerprint(LATE))
    played.take(played.table.leave(key_of(1), 1))
    assert played.seen(LATE)["can"]["sit"]
    played.take(played.table.sit("Zoe", LATE, ""))
    assert (played.table.queue, played.table.seats_of(LATE)) == ([], (1,))


# --- ready ---------------------------------------------------------------------------------------------------------


def test_the_next_game_begins_when_all_who_are_present_are_ready() -> None:
    played = finished(table("qwixx", 3))
    assert played.table.next_game(HOST, NEXT, (0,)) == Went(SEEDS.following, 2, NEXT.following)
    played.take(played.table.next_game(key_of(1), NEXT, (0, 1, 2)))
    assert played.table.ready == {fingerprint(key_of(1))}
    assert why(played.table.next_game, key_of(1), NEXT, (0, 1, 2)) == ("others-not-ready", "NotYours")
    assert isinstance(played.table.next_game(HOST, NEXT, (0, 1, 2)), Ready)
    assert isinstance(played.table.next_game(HOST, NEXT, (0, 1)), Went), "the third went away"
    shown = played.seen(key_of(1))
    assert (shown["next"]["ready"], shown["next"]["awaited"], shown["can"]["next"]) == (True, ["Anna", "Ugo"], False)
    assert played.seen(HOST)["can"]["next"]


def test_the_host_begins_without_waiting_by_pressing_again() -> None:
    played = finished(table())
    played.take(played.table.next_game(HOST, NEXT, (0, 1)))
    assert played.seen(HOST)["can"]["next"]
    played.take(played.table.next_game(HOST, NEXT, (0, 1)))
    assert (played.table.played, played.table.ready) == (1, set())


def test_nobody_is_ready_any_more_when_a_game_on_pads_goes_on() -> None:
    played = table("qwixx", 2, dice="none")
    played.take(played.table.count(HOST))
    played.take(played.table.next_game(HOST, SEEDS, (0, 1)))
    assert played.seen(key_of(1))["next"]["awaited"] == ["Lia"]
    played.take(played.table.resume(key_of(1)))
    assert (played.table.ready, played.seen(HOST)["next"]) == (set(), None)


def test_alone_against_bots_the_next_game_begins_at_once() -> None:
    played = finished(alone("qwixx", "me me random"))
    assert isinstance(played.table.next_game(HOST, NEXT, (0, 1, 2)), Went)


def test_the_next_game_begins_some_time_after_the_first_was_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = SimpleNamespace(now=1000.0)
    monkeypatch.setattr("cinquina.table.hosted.time", SimpleNamespace(monotonic=lambda: clock.now))
    monkeypatch.setattr(evening, "LOOK_SECONDS", 0.005)

    async def story() -> None:
        store = MemoryStore()
        async with opened(store) as hall:
            hosted = await hall.make(settings("qwixx", "me open"))
            await hall.do(hosted, lambda now: now.sit("Lia", key_of(1), ""))
            await until(lambda: hosted.table.has_begun)
            watching(hall, hosted, HOST, key_of(1))
            for happened in to_the_end(hosted):
                await hall.do(hosted, lambda _, happened=happened: happened)  # type: ignore[misc]
            await hall.do(hosted, lambda now: now.next_game(HOST, NEXT, hosted.awaited))
            assert hosted.seconds_to_next == READY_SECONDS
            clock.now += READY_SECONDS - 1
            assert (games_of(hosted), hosted.awaited) == (1, (1,))
        async with opened(store) as restarted:
            again = await restarted.find(hosted.code)
            watching(restarted, again, HOST, key_of(1))
            assert again.seconds_to_next == READY_SECONDS, "it counts from when the server knows it"
            clock.now += READY_SECONDS + 1
            await until(lambda: games_of(again) == 2)

    run(story())


def to_the_end(hosted: HostedTable) -> Any:
    """Yield what two people do until their game is over."""
    luck = random.Random(4)
    while hosted.table.position is None or hosted.table.position.phase != OVER:
        yield next_happening(hosted.table, luck)  # type: ignore[arg-type]


def games_of(hosted: HostedTable) -> int:
    """Return the number of games of a table."""
    return len(hosted.table.records_so_far())


def watching(hall: Any, hosted: HostedTable, *keys: str) -> None:
    """Let people look at a table."""
    for key in keys:
        hall.enter(hosted, Viewer((key,), lambda: None))


# --- away ------------------------------------------------------------------------------------------------------------


def test_the_absent_are_named_and_nudged_and_see_it_when_they_come_back(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = SimpleNamespace(now=1000.0)
    monkeypatch.setattr("cinquina.table.hosted.time", SimpleNamespace(monotonic=lambda: clock.now))
    monkeypatch.setattr("cinquina.table.evening.time", SimpleNamespace(monotonic=lambda: clock.now))
    played = table()
    assert choosing(played, random.Random(2), waiting=2)
    played.hosted.opened = clock.now
    watcher = Viewer((HOST,), lambda: None)
    played.hosted.viewers.add(watcher)
    luck = random.Random(1)
    answer = whole_answer(played.table.game.position, 0, luck)
    played.take(played.table.ink(HOST, 0, played.table.click(0), answer))
    assert played.seen(HOST)["sentence"] == "Waiting for Lia."
    clock.now += 20
    played.hosted.invalidate()
    assert played.seen(HOST)["sentence"] == "Lia is away: the game waits."
    assert played.seen(HOST, lang="it")["sentence"] == "Lia non c'è: la partita aspetta."
    evening.nudge(played.hosted, HOST, 1)
    assert why(evening.nudge, played.hosted, HOST, 1) == ("nudged-already", "Stale")
    assert why(evening.nudge, played.hosted, HOST, 0) == ("nobody-to-nudge", "Stale")
    assert why(evening.nudge, played.hosted, "nobody", 1) == ("not-your-table", "NotYours")
    assert played.seen(key_of(1))["nudge"] == {"n": 1, "name": "Anna"}
    assert played.seen(HOST)["nudge"] is None
    answer = whole_answer(played.table.game.position, 1, luck)
    played.take(played.table.ink(key_of(1), 1, played.table.click(1), answer))
    assert played.seen(key_of(1))["nudge"] is None


# --- closed ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["qwixx", "sequence-dice"])
def test_a_table_that_is_closed_shows_how_it_stood_and_its_record(game: str) -> None:
    played = table(game)
    played.play(random.Random(4), 12)
    assert played.table.game.position.phase != OVER
    played.take(played.table.end(HOST))
    shown = played.seen(HOST)
    assert (shown["phase"], shown["can"]["again"]) == ("ended", True)
    assert len(shown["over"]["records"]) == 1
    assert (shown["over"]["ranking"], len(shown["over"]["parts"])) == ([], 2)
    assert not played.seen()["can"]["again"]


def test_a_closed_table_of_pads_shows_its_sheets_and_records() -> None:
    played = table("qwixx", 2, dice="none")
    played.take(played.table.end(HOST))
    assert len(played.seen(HOST)["over"]["records"]) == 2
