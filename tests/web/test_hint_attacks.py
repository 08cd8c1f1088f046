"""What a hostile client tries to get hints that are not its own, or to learn who asked: each attempt is refused."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

import made_up
from cinquina.locales import words
from cinquina.store import MemoryStore
from cinquina.table.hint_book import hint_note_in
from cinquina.web.app import ServerOptions, app
from cinquina.web.reviews import Reviews
from table.test_hints import fake_value, fake_values
from web.server import Asker, Tab, serving
from web.test_hints import asked

OFTEN = 1000
SAME = {"begins": "first"}
QUIET = 0.25
"""Seconds in which a page would be sent something that a hint had caused."""


@pytest.fixture(autouse=True)
def _quick_coach(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cinquina.coach.values", fake_values)
    monkeypatch.setattr("cinquina.coach.value", fake_value)


@pytest.fixture(scope="module")
def server() -> Iterator[Asker]:
    """A server whose reviews have made-up values."""
    made = app(MemoryStore(), ServerOptions(pace=0.0, limits=OFTEN), reviews=Reviews(reviewer=made_up.review))
    with serving(made) as asker:
        yield asker


@contextmanager
def at_a_question(server: Asker, **more: Any) -> Iterator[tuple[str, Tab, Tab, dict[str, Any]]]:
    """Two people, each with a page, at a table where both are asked; with the code and the question to the first."""
    given = {"hints": "everybody", "options": SAME} | more
    code, key = server.make("qwixx", "me open", **given)
    other = server.sit(code)
    with server.watch(code, key) as mine, server.watch(code, other) as theirs:
        question = asked(mine)
        theirs.at_least(mine.shown["number"])
        assert theirs.shown["ask"], "both choose with the white dice"
        mine.catch_up(QUIET)
        theirs.catch_up(QUIET)
        yield code, mine, theirs, question


def by_socket(tab: Tab, key: str, **what: Any) -> dict[str, Any]:
    """Ask for a hint over the socket of a page; return the answer."""
    tab.wire.send(json.dumps({"act": {"do": "hint", "key": key, "id": f"s {random.random()}"} | what}))
    while True:
        heard = json.loads(tab.wire.recv(timeout=20.0))
        if heard.get("id", "").startswith("s "):
            return dict(heard)


SEATS = (0, -1, -2, 2, 10**6)


@pytest.mark.parametrize("seat", SEATS)
def test_the_hint_of_another_seat_is_refused_by_request_and_by_socket(server: Asker, seat: int) -> None:
    with at_a_question(server) as (code, mine, theirs, question), server.watch(code) as watching:
        watching.hear()
        for key in (theirs.key, "", "guess", "0" * 64):
            said = server.do(code, key, "hint", seat=seat, window=question["window"])
            assert (said.status, said.reason) == (403, "not-your-seat")
            for page in (theirs, watching):
                answer = by_socket(page, key, seat=seat, window=question["window"])
                assert (answer["status"], answer["reason"]) == (403, "not-your-seat")
        mine.catch_up(QUIET)
        assert mine.shown["hint"] is None


def test_a_hint_shows_on_all_pages_of_its_seat_and_on_no_other(server: Asker) -> None:
    with (
        at_a_question(server) as (code, mine, theirs, question),
        server.watch(code, mine.key) as second,
        server.watch(code) as watching,
        server.watch(code, "x") as guess,
    ):
        for tab in (second, watching, guess):
            tab.hear()
        for tab in (mine, theirs, second, watching, guess):
            tab.catch_up(QUIET)
        heard = [len(tab.numbers) for tab in (theirs, watching, guess)]
        answer = by_socket(mine, mine.key, seat=0, window=question["window"])
        assert answer["status"] == 200
        second.until(lambda shown: shown["hint"] and shown["hint"]["advice"])
        for tab in (theirs, watching, guess):
            tab.catch_up(QUIET)
            assert tab.shown["hint"] is None
        assert [len(tab.numbers) for tab in (theirs, watching, guess)] == heard, "not even the same again"


def test_nothing_that_can_be_asked_for_says_that_somebody_asked(server: Asker) -> None:
    with at_a_question(server) as (code, mine, theirs, question):

        def public() -> list[bytes]:
            hello = {"keys": [theirs.key], "lang": "en"}
            asks = ((f"/t/{code}/seen", hello), (f"/t/{code}/records", {"keys": [theirs.key]}))
            return [server.post(path, value).body for path, value in (*asks, (f"/t/{code}/records", {}))]

        before = public()
        assert server.do(code, mine.key, "hint", seat=0, window=question["window"]).status == 200
        mine.until(lambda shown: shown["hint"] and shown["hint"]["advice"])
        assert public() == before
        refused = server.do(code, theirs.key, "hint", seat=0, window=question["window"])
        assert refused.reason == "not-your-seat", "the same whether it was asked for or not"


def test_an_answer_given_in_secret_changes_no_hint(server: Asker) -> None:
    hints = []
    for answers in (False, True):
        with at_a_question(server, dice="real") as (code, mine, theirs, question):
            if answers:
                tap = theirs.tapped(theirs.shown["ask"]["options"][0]["tap"])
                done = server.do(code, theirs.key, "ink", seat=1, window=tap["window"], taps=tap["draft"]["ink"])
                assert done.status == 200
            assert server.do(code, mine.key, "hint", seat=0, window=question["window"]).status == 200
            hint = mine.until(lambda shown: shown["hint"] and shown["hint"]["advice"])["hint"]
            hints.append({name: hint[name] for name in ("taps", "advice", "source")})
    assert hints[0] == hints[1]


@pytest.mark.parametrize("dice", ["virtual", "real"])
def test_where_nobody_gets_hints_neither_way_gives_one(server: Asker, dice: str) -> None:
    with at_a_question(server, hints="nobody", dice=dice) as (code, mine, _, question):
        assert server.do(code, mine.key, "hint", seat=0, window=question["window"]).reason == "hints-nobody"
        answer = by_socket(mine, mine.key, seat=0, window=question["window"])
        assert (answer["status"], answer["reason"]) == (400, "hints-nobody")
        assert answer["error"] == words("en")("refusal.hints-nobody")
        mine.catch_up(QUIET)
        assert mine.shown["hint"] is None
        text = server.post(f"/t/{code}/records", {"keys": [mine.key]}).value["records"][-1]
        assert "\n# hints nobody\n" in text


def test_a_running_game_has_no_review_and_no_practice_and_its_record_no_open_answer(server: Asker) -> None:
    with at_a_question(server) as (code, mine, theirs, _):
        before = server.post(f"/t/{code}/records", {"keys": [mine.key]}).value["records"][-1]
        tap = theirs.tapped(theirs.shown["ask"]["options"][0]["tap"])
        done = server.do(code, theirs.key, "ink", seat=1, window=tap["window"], taps=tap["draft"]["ink"])
        assert done.status == 200
        for keys in ([mine.key], [theirs.key], [mine.key, theirs.key], []):
            (text,) = server.post(f"/t/{code}/records", {"keys": keys}).value["records"]
            assert text == before
        with_answer = without_notes(before) + "1 pass\n"
        for text in (before, with_answer):
            assert server.post("/review", {"record": text}).reason == "review-too-early"
            assert server.post("/practice", {"record": text, "event": 1, "worths": []}).reason == "review-too-early"
        steps = server.post("/replay", {"record": before}).value["steps"]
        assert len(steps) == len([line for line in before.splitlines() if line.startswith("roll")])


def without_notes(text: str) -> str:
    """Return a record without what stands after it."""
    return "".join(line for line in text.splitlines(keepends=True) if not line.startswith("#"))


def test_before_the_game_after_it_and_in_a_lesson_there_is_no_hint(server: Asker) -> None:
    code, key = server.make("qwixx", "me open", hints="everybody", options=SAME)
    assert server.do(code, key, "hint", seat=0, window=0).status in (400, 409)
    with at_a_question(server) as (code, mine, _, question):
        assert server.do(code, mine.key, "end").status == 200
        assert server.do(code, mine.key, "hint", seat=0, window=question["window"]).status == 409
    lesson = server.post("/lessons", {"game": "qwixx", "name": "Ada"}).value
    with server.watch(lesson["code"], lesson["key"]) as tab:
        tab.hear()
        for window in range(0, 3 * 64, 64):
            assert server.do(lesson["code"], lesson["key"], "hint", seat=0, window=window).status in (400, 409)


def test_who_has_left_gets_no_hint_for_the_seat(server: Asker) -> None:
    with at_a_question(server) as (code, mine, theirs, question):
        assert server.do(code, theirs.key, "leave", seat=1).status == 200
        mine.catch_up(QUIET)
        said = server.do(code, theirs.key, "hint", seat=1, window=question["window"])
        assert said.status in (400, 403, 409)


def test_on_one_screen_a_hint_is_gone_when_the_next_player_looks(server: Asker) -> None:
    code, key = server.make("qwixx", "me screen", hints="everybody", options=SAME)
    with server.watch(code, key) as tab:
        first = asked(tab)
        seat, other = first["seat"], 1 - first["seat"]
        assert tab.shown["handover"], "both are asked in secret"
        server.do(code, key, "hint", seat=other, window=first["window"])
        tab.catch_up(QUIET)
        assert tab.shown["hint"] is None, "the hint of who does not sit in front of it"
        server.do(code, key, "hint", seat=seat, window=first["window"])
        shown = tab.until(lambda shown: shown["hint"] and shown["hint"]["advice"])
        assert shown["hint"]["seat"] == seat
        passing = tab.shown["ask"]["passing"]["ink"]
        assert server.do(code, key, "ink", seat=seat, window=first["window"], taps=passing).status == 200
        tab.catch_up(QUIET)
        assert tab.shown["seat"] == other
        assert (tab.shown["hint"] or {"seat": other})["seat"] == other


def test_what_others_know_of_a_hint_comes_when_the_window_is_closed(server: Asker) -> None:
    with at_a_question(server) as (code, mine, theirs, question):
        server.do(code, mine.key, "hint", seat=0, window=question["window"])
        mine.until(lambda shown: shown["hint"] and shown["hint"]["advice"])

        def note() -> Any:
            return hint_note_in(server.post(f"/t/{code}/records", {"keys": [theirs.key]}).value["records"][-1])

        assert note() == (True, (0, 0))
        for tab in (mine, theirs):
            passing = tab.shown["ask"]["passing"]["ink"]
            assert (
                server.do(code, tab.key, "ink", seat=tab.shown["seat"], window=question["window"], taps=passing).status
                == 200
            )
            for page in (mine, theirs):
                page.catch_up(QUIET)
        assert note() == (True, (1, 0))


def test_asking_again_and_again_is_refused_and_counts_once(server: Asker) -> None:
    with at_a_question(server) as (code, mine, _, question):
        ask = mine.shown["ask"]
        said = []
        for number in range(60):
            tap = ask["options"][number % len(ask["options"])]["tap"]
            server.do(code, mine.key, "tap", seat=0, window=question["window"], tap=tap)
            said.append(server.do(code, mine.key, "hint", seat=0, window=question["window"]))
        assert [one.reason for one in said if one.status != 200][-1] == "hints-too-often"
        assert server.do(code, mine.key, "end").status == 200
        text = server.post(f"/t/{code}/records", {"keys": [mine.key]}).value["records"][-1]
        assert hint_note_in(text) == (True, (1, 0))


@pytest.mark.parametrize("wrong", [{"seat": "0"}, {"seat": 0.5}, {"window": -1}, {"window": 2**70}, {"seat": None}])
def test_a_request_that_is_none_gets_a_sentence(server: Asker, wrong: dict[str, Any]) -> None:
    with at_a_question(server) as (code, mine, _, question):
        said = server.do(code, mine.key, "hint", **({"seat": 0, "window": question["window"]} | wrong))
        assert said.status in (400, 409)
        assert said.reason


def test_a_page_of_somebody_else_cannot_ask_for_a_player(server: Asker) -> None:
    with at_a_question(server) as (code, mine, _, question):
        wanted = {"do": "hint", "key": mine.key, "id": "far", "seat": 0, "window": question["window"]}
        said = server.post(f"/t/{code}/do", wanted, origin="https://elsewhere.example")
        assert (said.status, said.reason) == (403, "foreign-page")
