"""The server over the network: whole games, invalid requests, foreign pages, hostile input."""

from __future__ import annotations

import html
import json
import random
import re
import time
import xml.etree.ElementTree as ET
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection

from cinquina.core.record import read
from cinquina.games import GAMES
from cinquina.locales import LANGUAGES, words
from cinquina.store import MemoryStore, StoreError
from cinquina.web.app import ServerOptions, app
from cinquina.web.board import MOST_SHEETS
from cinquina.web.guard import HEADERS, MOST_BYTES, MOST_RECORD
from web.server import Answer, Asker, Tab, serving

PLAYED = Path(__file__).parents[1] / "played"
HOSTILE = "<script>alert('x')</script>"
POSTS = ["/tables", "/find", "/replay", "/review", "/verify", "/t/CODE/sit", "/t/CODE/again", "/t/CODE/do"]
PAGES = [
    "/",
    "/games",
    *(f"/{kind}/{game}" for kind in ("new", "rules", "print") for game in GAMES),
    "/replay",
    "/review",
    "/verify",
    "/t/CODE",
    "/t/CODE/tv",
    "/t/CODE/replay",
    "/t/CODE/review",
]


def record(name: str = "qwixx-two-rows-closed") -> str:
    """Return a finished game as text."""
    return (PLAYED / f"{name}.txt").read_text()


@pytest.fixture
def code(asker: Asker) -> str:
    """A table with two people that has begun, Anna first."""
    made, _ = asker.make("qwixx", "me me", options={"begins": "first"})
    return made


def two(asker: Asker, **more: Any) -> tuple[str, str, str]:
    """Return a table of two people, each with a key, Anna first."""
    code, host = asker.make("qwixx", "me open", options={"begins": "first"}, **more)
    return code, host, asker.sit(code)


# --- whole games -------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", list(GAMES))
def test_a_whole_game_is_played_through_the_door(asker: Asker, game: str) -> None:
    code, key = asker.make(game, "me bot bot")
    with asker.watch(code, key) as tab:
        shown = tab.play(random.Random(1))
    assert tab.numbers == sorted(tab.numbers)
    assert shown["over"]["ranking"]
    text = shown["over"]["records"][0]
    assert asker.post("/verify", {"record": text}).value["ok"]
    replay = asker.post("/replay", {"record": text}).value
    assert replay["steps"][-1]["scores"] == [seat["score"] for seat in shown["seats"]]
    assert replay["steps"][-1]["over"]["ranking"] == shown["over"]["ranking"]
    yours = asker.post("/replay", {"record": text, "seat": 0}).value
    for named, told in zip(replay["steps"], yours["steps"], strict=True):
        assert told["seat"] != 0 or "Anna" in named["text"]
        assert "Anna" not in told["text"] + told["also"]
        assert told["seat"] == 0 or told["text"].replace("You begin.", "Anna begins.") == named["text"]
    assert yours["steps"][-1]["over"]["text"] == shown["sentence"]
    assert asker.post("/replay", {"record": text, "seat": 1}).value == replay, "a bot is not you"


def test_two_people_play_a_game_with_real_dice_on_two_pages(asker: Asker) -> None:
    code, host, other = two(asker, dice="real")
    with asker.watch(code, host) as here, asker.watch(code, other) as there:
        luck, tabs = random.Random(2), (here, there)
        for tab in tabs:
            tab.hear()
        while here.shown["phase"] != "over":
            asked = [tab for tab in tabs if playing(tab) and tab.shown["seat"] >= 0]
            done = luck.choice(asked).act(luck) if asked else None
            assert done is None or done.status in (200, 409), done.body
            for tab in tabs:
                tab.catch_up()
        over = there.at_least(here.shown["number"])["over"]
        assert {**over, "reasons": []} == {**here.shown["over"], "reasons": []}
        assert over["reasons"], "in words for each"
    assert "# dice" not in here.shown["over"]["records"][0]


def playing(tab: Tab) -> bool:
    """Whether a game is running."""
    return tab.shown["phase"] in ("roll", "choose")


def test_the_dice_are_promised_before_anybody_else_has_come(asker: Asker) -> None:
    code, key = asker.make("qwixx", "me open")
    with asker.watch(code, key) as tab:
        promised = tab.hear()["proof"]
        assert len(promised["promise"]) == 64
        assert promised["seed"] == ""
        asker.do(code, key, "begin")
        begun = tab.until(lambda shown: shown["phase"] != "lobby")["proof"]
        assert begun["promise"] == promised["promise"]


def fact(shown: Any, title: str) -> str:
    """Return what a lobby says about something."""
    return next(one["text"] for one in shown["facts"] if one["title"] == title)


def test_house_rules_are_told_in_words(asker: Asker) -> None:
    code, key = asker.make("qwixx", "me open", options={"penalty": "3"})
    with asker.watch(code, key) as tab:
        assert fact(tab.hear(), "Rules") == "Sheet: classic · Points lost for a penalty: 3"
    code, key = asker.make("qwixx", "me open", options={"sheet": "mixx-colours", "late_die": "on"})
    with asker.watch(code, key) as tab:
        assert fact(tab.hear(), "Rules") == "Sheet: colours in runs · Late die: on"


def test_a_turn_is_told_in_numbered_steps(asker: Asker) -> None:
    steps = asker.get("/rules/qwinto").body.decode().split("<ol>")[1].split("</ol>")[0]
    assert steps.count("<li>") == 4
    assert "1." not in steps


def test_sums_tell_the_boxes_they_cross(asker: Asker) -> None:
    code, key = asker.make("extra", "me", dice="real", options={"begins": "first"})
    with asker.watch(code, key) as tab:
        shown = tab.until(lambda shown: shown["can"]["roll"])
        asker.do(code, key, "roll", throw=shown["dice"]["count"], faces=[1, 2, 2, 3, 5])
        ask = tab.until(lambda shown: shown["ask"])["ask"]
        three = next(option["tap"] for option in ask["options"] if option["text"] == "Fifth die 3, first track")
        options = [option for option in tab.tapped(three)["options"] if not option["instead"]]
        assert {option["text"]: option["marks"] for option in options} == {
            "Sums 4 and 6": {"4.1": "x", "6.1": "x"},
            "Sums 3 and 7": {"3.1": "x", "7.1": "x"},
        }


def test_passing_tells_the_penalty_it_brings(asker: Asker) -> None:
    code, key = asker.make("qwixx", "me", dice="real", options={"begins": "first"})
    with asker.watch(code, key) as tab:
        shown = tab.until(lambda shown: shown["can"]["roll"])
        asker.do(code, key, "roll", throw=shown["dice"]["count"], faces=[1, 2, 3, 4, 5, 6])
        first = tab.until(lambda shown: shown["ask"])["ask"]
        assert (first["passing"]["text"], first["passing"]["points"]) == ("Pass", -5)
        asker.do(code, key, "ink", seat=0, window=first["window"], taps=first["passing"]["ink"])
        seat = tab.until(lambda shown: not shown["ask"])["seats"][0]
        assert (seat["score"], seat["sheets"][0]["marks"]) == (-5, {"penalty1": "x"})


@pytest.mark.parametrize(("game", "cell"), [("qwixx", "penalty1"), ("qwinto", "miss1"), ("extra", "5.7")])
def test_a_cell_that_nobody_chooses_has_its_reason_too(asker: Asker, game: str, cell: str) -> None:
    code, key = asker.make(game, "me screen")
    with asker.watch(code, key) as tab:
        shown = tab.until(lambda shown: shown["ask"] or shown["can"]["roll"])
        if not shown["ask"]:
            asker.do(code, key, "roll", throw=shown["dice"]["count"])
            shown = tab.until(lambda shown: shown["ask"])
        assert shown["ask"]["why"][cell]


def test_a_page_that_says_who_it_is_all_the_time_is_hung_up_on(asker: Asker) -> None:
    code, key = asker.make("qwixx", "me open")
    with asker.watch(code, key) as tab, pytest.raises(ConnectionClosed):
        says_who_it_is(tab, key, 200)


def says_who_it_is(tab: Tab, key: str, times: int) -> None:
    """Send the keys again and again, as a page does when it opens."""
    for _ in range(times):
        tab.wire.send(json.dumps({"keys": [key], "lang": "en"}))
        tab.hear()


def test_a_rematch_and_the_end_of_the_table(asker: Asker) -> None:
    code, key = asker.make("sequence-dice", "me bot")
    assert asker.do(code, key, "next").reason in ("series-game-runs", "table-not-begun")
    with asker.watch(code, key) as tab:
        tab.play(random.Random(3))
        assert tab.shown["can"]["next"]
        commit = tab.shown["proof"]["promise"]
        tab.at_least(asker.do(code, key, "next").value["number"])
        assert tab.shown["proof"]["promise"] != commit
        assert tab.shown["proof"]["seed"] == ""
        asker.do(code, key, "end")
        assert tab.until(lambda shown: shown["phase"] == "ended")["can"]["end"] is False
    late = asker.do(code, key, "chat", text="ciao")
    assert (late.status, late.reason) == (409, "table-ended")


def test_the_host_begins_with_bots_in_the_open_seats(asker: Asker) -> None:
    code, key = asker.make("qwinto", "me open open")
    other = asker.sit(code, "Lia")
    assert asker.do(code, other, "begin").reason == "not-the-host"
    with asker.watch(code, key) as tab:
        assert tab.hear()["can"]["begin"]
        tab.at_least(asker.do(code, key, "begin").value["number"])
        assert [seat["kind"] for seat in tab.shown["seats"]] == ["person", "person", "bot"]
    assert asker.do(code, key, "begin").status == 409
    assert asker.post(f"/t/{code}/sit", {"name": "Ugo"}).value["seat"] == 2


def test_a_bot_plays_for_who_has_gone(asker: Asker) -> None:
    with serving(app(MemoryStore(), ServerOptions(pace=0.0, away=0.0))) as quick:
        code, host, other = two(quick)
        with quick.watch(code, host) as tab:
            tab.until(lambda shown: shown["phase"] == "roll")
            with quick.watch(code, other) as there:
                there.hear()
                assert quick.do(code, host, "bot", seat=1).reason == "not-away-long-enough"
            tab.until(lambda shown: not shown["seats"][1]["here"])
            assert quick.do(code, host, "bot", seat=1).status == 200
            assert tab.until(lambda shown: shown["seats"][1]["substitute"])
            assert quick.do(code, host, "back", seat=1).reason == "not-your-seat"
            assert quick.do(code, other, "back", seat=1).status == 200
            assert not tab.until(lambda shown: not shown["seats"][1]["substitute"])["seats"][1]["level"]
    code, host, _ = two(asker)
    assert asker.do(code, host, "bot", seat=1).reason in ("not-away-long-enough", "nobody-to-play-for")


# --- invalid requests --------------------------------------------------------------------------------


@pytest.mark.parametrize("path", POSTS)
@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{",
        b"null",
        b"[]",
        b"7",
        b'"text"',
        b"\xff\xfe",
        b'{"game": "\xff"}',
        b'{"key": "\\ud800", "id": "\\ud800", "name": "\\ud800", "record": "\\ud800"}',
        b"{'game': 'qwixx'}",
        b"[" * 10_000,
        b'{"a":' * 2_000,
        b"{}",
        b'{"game": 1, "name": 2, "record": 3, "key": 4}',
        b'{"game": "qwixx", "seats": {}, "key": null}',
    ],
)
def test_what_is_not_understood_is_refused(asker: Asker, code: str, path: str, data: bytes) -> None:
    refused = asker.send(path.replace("CODE", code), data)
    assert (refused.status, refused.reason) == (400, "not-understood")


SOUND: dict[str, dict[str, Any]] = {
    "/tables": {"game": "qwixx", "seats": [{"kind": "me", "name": "A"}]},
    "/t/CODE/sit": {"name": "Lia"},
    "/t/CODE/again": {"key": "k"},
    "/t/CODE/do": {"key": "k", "id": "1", "do": "end"},
    "/find": {"code": "x"},
    "/replay": {"record": "x"},
    "/review": {"record": "x"},
    "/verify": {"record": "x"},
}


@pytest.mark.parametrize("path", POSTS)
def test_a_field_that_nobody_knows_is_refused(asker: Asker, code: str, path: str) -> None:
    refused = asker.post(path.replace("CODE", code), SOUND[path] | {"admin": True})
    assert (refused.status, refused.reason) == (400, "not-understood")


@pytest.mark.parametrize(
    "wrong",
    [
        {"do": "destroy"},
        {"do": ["roll"]},
        {"seat": "0"},
        {"seat": 0.5},
        {"window": None},
        {"taps": [True]},
        {"taps": 5},
        {"tap": "1"},
        {"cell": 5},
        {"throw": "1"},
        {"faces": "123456"},
        {"faces": [1, "2"]},
        {"text": 5},
        {"key": 5},
        {"id": ""},
        {"id": "i" * 65},
        {"id": "a\u0000b"},
        {"id": "\u202e"},
        {"key": "k" * 65},
    ],
)
def test_a_wish_of_the_wrong_kind_is_refused(asker: Asker, code: str, wrong: dict[str, Any]) -> None:
    refused = asker.post(f"/t/{code}/do", {"key": "k", "id": "1", "do": "chat", "text": "a"} | wrong)
    assert refused.status == 400
    assert refused.reason in ("not-understood", "bad-click")


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ({"game": "chess"}, "no-such-game"),
        ({"game": "g" * 5000}, "no-such-game"),
        ({"seats": []}, "no-such-seats"),
        ({"seats": [{"kind": "open"}] * 400}, "no-such-seats"),
        ({"seats": [{"kind": "open"}, {"kind": "open"}]}, "nobody-plays"),
        ({"seats": [{"kind": "bot", "level": "random"}] * 2}, "nobody-plays"),
        ({"seats": [{"kind": "me", "name": ""}]}, "bad-name"),
        ({"seats": [{"kind": "me", "name": "bot:greedy"}]}, "name-of-a-bot"),
        ({"seats": [{"kind": "me", "name": "a\u0000"}]}, "bad-name"),
        ({"seats": [{"kind": "me", "name": "A"}, {"kind": "bot", "level": HOSTILE}]}, "no-such-bot"),
        ({"seats": [{"kind": "god", "name": "A"}]}, "not-understood"),
        ({"options": {"sheet": HOSTILE}}, "no-such-option-value"),
        ({"options": {HOSTILE: "1"}}, "no-such-option-name"),
        ({"options": {"sheet": 1}}, "not-understood"),
        ({"dice": "loaded"}, "not-understood"),
        ({"spectators": "no"}, "not-understood"),
        ({"series": 0}, "bad-series"),
        ({"series": 6}, "series-full"),
        ({"series": 10**25}, "bad-series"),
        ({"series": 1.5}, "not-understood"),
        ({"salt": "xyz"}, "bad-salt"),
        ({"salt": "a" * 33}, "bad-salt"),
    ],
)
def test_a_table_that_cannot_be_is_refused_with_the_reason(asker: Asker, wrong: dict[str, Any], reason: str) -> None:
    refused = asker.post("/tables", SOUND["/tables"] | wrong)
    assert (refused.status, refused.reason) == (400, reason)


@pytest.mark.parametrize("path", POSTS)
def test_a_request_that_is_too_large_is_refused(asker: Asker, code: str, path: str) -> None:
    most = MOST_RECORD if path in ("/replay", "/review", "/verify") else MOST_BYTES
    field = "record" if most == MOST_RECORD else "text"
    for extra in (1, 5000):
        refused = asker.send(path.replace("CODE", code), json.dumps({field: ""}).encode().ljust(most + extra))
        assert (refused.status, refused.reason) == (413, "too-large")
    assert asker.send(path.replace("CODE", code), b"{".ljust(most)).status == 400


@pytest.mark.parametrize("path", POSTS)
@pytest.mark.parametrize(
    "origin",
    [
        "https://evil.example",
        "null",
        "http://127.0.0.1",
        "http://127.0.0.1:1",
        "http://[",
        "//",
        "http://127.0.0.1:PORT.evil.example",
    ],
)
def test_a_request_of_a_foreign_page_is_refused(asker: Asker, code: str, path: str, origin: str) -> None:
    told = origin.replace("PORT", str(asker.port))
    refused = asker.post(path.replace("CODE", code), SOUND[path], origin=told)
    assert (refused.status, refused.reason) == (403, "foreign-page")


@pytest.mark.parametrize(
    ("site", "status"), [("cross-site", 403), ("same-site", 403), ("same-origin", 201), ("none", 201)]
)
def test_without_an_origin_the_browser_says_where_the_page_is_from(asker: Asker, site: str, status: int) -> None:
    assert asker.post("/tables", SOUND["/tables"], origin="", sec_fetch_site=site).status == status


def test_a_program_that_names_no_page_at_all_may_ask(asker: Asker) -> None:
    assert asker.post("/tables", SOUND["/tables"], origin="").status == 201


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://[", "http://127.0.0.1"])
def test_a_socket_of_a_foreign_page_is_refused(asker: Asker, code: str, origin: str) -> None:
    with pytest.raises(InvalidStatus) as wrong:
        asker.socket(code, origin)
    assert wrong.value.response.status_code == 403


@pytest.mark.parametrize(
    "typed", ["NOBODY-1", "luna", "%00", "%ff", "..%2f..%2fetc", "%F0%9F%92%A5", "a" * 3000, "%22%3E%3Cscript%3E"]
)
def test_a_code_of_no_table_is_not_found(asker: Asker, typed: str) -> None:
    for path, value in (("sit", SOUND["/t/CODE/sit"]), ("do", SOUND["/t/CODE/do"])):
        refused = asker.post(f"/t/{typed}/{path}", value)
        assert refused.status == 404
        if "%2f" not in typed:
            assert refused.reason == "no-such-table"
    for page in ("", "/tv", "/replay", "/qr.svg"):
        missing = asker.get(f"/t/{typed}{page}")
        assert missing.status == 404
        assert b"<script>" not in missing.body
    with pytest.raises(InvalidStatus):
        asker.socket(typed)


# --- keys --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", ["", "wrong", "k" * 64, "\x00", "💥"])
def test_a_wrong_key_does_nothing(asker: Asker, code: str, key: str) -> None:
    actions: list[tuple[str, dict[str, Any]]] = [
        ("roll", {"throw": 0}),
        ("tap", {"seat": 0, "window": 64, "tap": 0}),
        ("untap", {"seat": 0, "window": 64, "cell": ""}),
        ("ink", {"seat": 0, "window": 64, "taps": [0]}),
        ("undo", {"seat": 0, "window": 64}),
        ("begin", {}),
        ("next", {}),
        ("end", {}),
        ("chat", {"text": "ciao"}),
        ("bot", {"seat": 1}),
        ("back", {"seat": 0}),
    ]
    for what, more in actions:
        assert asker.do(code, key, what, **more).status == 403


def test_a_seats_key_moves_no_other_seat(asker: Asker) -> None:
    code, host, other = two(asker)
    with asker.watch(code, host) as tab:
        tab.until(lambda shown: shown["phase"] == "roll")
        assert asker.do(code, other, "roll", throw=0).reason == "not-your-seat"
        asker.do(code, host, "roll", throw=0)
        ask = tab.until(lambda shown: shown["ask"])["ask"]
    for seat, key in ((0, other), (1, host)):
        refused = asker.do(code, key, "ink", seat=seat, window=ask["window"], taps=[ask["options"][0]["tap"]])
        assert (refused.status, refused.reason) == (403, "not-your-seat")
    assert asker.do(code, other, "end").reason == "not-the-host"


def test_no_key_is_in_anything_that_others_get(asker: Asker) -> None:
    code, host, other = two(asker)
    for key, wrong in ((host, other), (other, host)):
        with asker.watch(code, key) as tab, asker.watch(code) as onlooker:
            asker.do(code, key, "chat", text="ciao")
            for each in (tab, onlooker):
                each.until(lambda shown: shown["chat"])
                assert wrong not in json.dumps(each.shown)
                assert key not in json.dumps(each.shown)
    for page in ("", "/tv", "/replay", "/qr.svg"):
        body = asker.get(f"/t/{code}{page}").body.decode()
        assert host not in body
        assert other not in body


def test_two_people_never_get_the_same_seat(asker: Asker) -> None:
    code, _ = asker.make("qwixx", "me open open open")
    seats = [asker.post(f"/t/{code}/sit", {"name": f"P{n}"}).value for n in range(3)]
    assert [sat["seat"] for sat in seats] == [1, 2, 3]
    assert len({sat["key"] for sat in seats}) == 3
    assert asker.post(f"/t/{code}/sit", {"name": "P4"}).value["seat"] == -1, "in for the next game"
    assert asker.post(f"/t/{code}/sit", {"name": "P5"}).reason == "table-full"


# --- repeated and outdated clicks --------------------------------------------------------------------


def test_the_same_click_twice_happens_once(asker: Asker, code: str) -> None:
    code, host, other = two(asker)
    with asker.watch(code, host) as tab:
        tab.until(lambda shown: shown["phase"] == "roll")
        rolls = [asker.do(code, host, "roll", "one click", throw=0) for _ in range(3)]
        assert {(done.status, done.value["number"]) for done in rolls} == {(200, rolls[0].value["number"])}
        chats = [asker.do(code, key, "chat", "one click", text="ciao") for key in (other, host, other)]
        said = chats[0].value["number"]
        assert [done.value["number"] for done in chats] == [said, rolls[0].value["number"], said]
        assert len(tab.at_least(said)["chat"]) == 1


def test_messages_out_of_order_are_stale(asker: Asker) -> None:
    code, host, other = two(asker)
    assert asker.do(code, host, "undo", seat=0, window=64).status == 409
    assert asker.do(code, host, "ink", seat=0, window=64, taps=[0]).reason == "stale-window"
    for throw in (-1, 1, 99):
        assert asker.do(code, host, "roll", throw=throw).reason == "stale-throw"
    assert asker.do(code, host, "roll", throw=0).status == 200
    assert asker.do(code, host, "roll", throw=0).status == 409
    with asker.watch(code, other) as tab:
        ask = tab.hear()["ask"]
        wanted = {"seat": 1, "window": ask["window"], "taps": [ask["options"][0]["tap"]]}
        assert asker.do(code, other, "ink", **wanted).status == 200
        again = asker.do(code, other, "ink", **wanted)
        assert (again.status, again.reason) == (409, "stale-window")
        assert asker.do(code, other, "undo", seat=1, window=ask["window"] + 1).status == 200
        assert asker.do(code, other, "undo", seat=1, window=ask["window"]).reason == "nothing-to-undo"
        assert asker.do(code, other, "ink", **wanted).status == 200


def test_what_a_rule_forbids_is_told_as_that_rule(asker: Asker) -> None:
    code, host, _ = two(asker, dice="real")
    asker.do(code, host, "roll", throw=0, faces=[1, 1, 1, 1, 1, 1])
    with asker.watch(code, host) as tab:
        ask = tab.until(lambda shown: shown["ask"])["ask"]
    refused = asker.do(code, host, "ink", seat=0, window=ask["window"], taps=[10])
    assert refused.status == 400
    assert "." not in refused.reason
    in_italian = asker.post(
        f"/t/{code}/do",
        {"key": host, "id": "x", "do": "ink", "seat": 0, "window": ask["window"], "taps": [10]},
        cookie="lang=it",
    )
    assert in_italian.reason == refused.reason
    assert in_italian.value["error"] != refused.value["error"]


@pytest.mark.parametrize(
    ("faces", "reason"),
    [
        (None, "wrong-number-of-dice"),
        ([], "wrong-number-of-dice"),
        ([1] * 5, "wrong-number-of-dice"),
        ([1] * 2000, "wrong-number-of-dice"),
        ([1, 2, 3, 4, 5, 7], "no-such-face"),
        ([0, 2, 3, 4, 5, 6], "no-such-face"),
        ([1, 2, 3, 4, 5, 10**19], "no-such-face"),
        ([-1, 2, 3, 4, 5, 6], "no-such-face"),
    ],
)
def test_the_faces_of_real_dice_are_checked(asker: Asker, faces: list[int] | None, reason: str) -> None:
    code, host, other = two(asker, dice="real")
    refused = asker.do(code, other, "roll", throw=0, faces=faces)
    assert (refused.status, refused.reason) == (400, reason)
    with asker.watch(code, other) as tab:
        assert [die["id"] for die in tab.hear()["wanted"]] == ["white1", "white2", "red", "yellow", "green", "blue"]
        assert asker.do(code, other, "roll", throw=0, faces=[1, 2, 3, 4, 5, 6]).status == 200
        assert list(tab.until(lambda shown: shown["phase"] == "choose")["dice"]["faces"].values()) == [1, 2, 3, 4, 5, 6]
    assert host


# --- rate limits -------------------------------------------------------------------------------------


def test_who_makes_tables_too_often_has_to_wait(strict: Asker) -> None:
    answers = [strict.post("/tables", SOUND["/tables"]).status for _ in range(30)]
    assert answers[:20] == [201] * 20
    assert 429 in answers[20:]
    assert strict.post("/tables", {}).reason == "too-often"
    assert strict.post("/verify", {"record": ""}).status == 200


def test_who_tries_seats_too_often_has_to_wait(strict: Asker) -> None:
    answers = [strict.post(f"/t/LUNA-{n}/sit", {"name": "A"}).status for n in range(75)]
    assert answers[:60] == [404] * 60
    assert answers[-1] == 429


def test_who_clicks_or_looks_too_often_has_to_wait(strict: Asker) -> None:
    answers = [strict.get(f"/t/LUNA-{n}") for n in range(330)]
    assert {answer.status for answer in answers[:240]} == {404}
    assert answers[-1].status == 429
    assert b"<html" in answers[-1].body
    assert strict.post("/t/LUNA-1/do", SOUND["/t/CODE/do"]).status == 429
    assert strict.get("/t/LUNA-1/qr.svg").status == 429


def test_who_tries_codes_at_the_socket_too_often_has_to_wait(strict: Asker) -> None:
    code, _ = strict.make()
    for _ in range(300):
        strict.get("/t/NOBODY-1")
    with pytest.raises(InvalidStatus):
        strict.socket(code)


# --- headers -----------------------------------------------------------------------------------------


def has_headers(answer: Answer) -> bool:
    """Whether an answer has all security headers."""
    return all(answer.headers.get(name) == value for name, value in HEADERS.items())


def test_every_answer_has_the_headers_that_keep_pages_safe(asker: Asker, code: str) -> None:
    paths = [path.replace("CODE", code) for path in PAGES]
    paths += ["/nowhere", "/t/NOBODY-1", "/static/icon.svg", "/static/nothing", "/static/../app.py", "/palette.json"]
    paths += [
        "/sheets/en/qwixx-classic.json",
        "/sheets/en/nothing.json",
        "/lang/it",
        f"/t/{code}/qr.svg",
        "/tables",
        "/new/chess",
    ]
    for path in paths:
        assert has_headers(asker.get(path)), path
    for path in POSTS:
        for data in (b"{", b" " * (MOST_RECORD + 1), json.dumps(SOUND[path]).encode()):
            assert has_headers(asker.send(path.replace("CODE", code), data)), path
    assert has_headers(asker.post("/tables", {}, origin="http://evil.example"))
    assert has_headers(asker.post("/", {}))


class Broken(MemoryStore):
    """A store with a bug."""

    def find(self, code: str) -> Any:
        """Fail."""
        raise ZeroDivisionError(f"an xyzzy of the server about {code}")


def test_our_own_mistakes_are_told_without_details_and_with_the_headers() -> None:
    with serving(app(Broken())) as asker:
        for broken in (asker.get("/t/LUNA-1"), asker.post("/t/LUNA-1/sit", {"name": "A"})):
            assert broken.status == 500
            assert b"xyzzy" not in broken.body
            assert b"Traceback" not in broken.body
            assert has_headers(broken)


class Away(MemoryStore):
    """A store that cannot be reached."""

    def find(self, code: str) -> Any:
        """Fail."""
        raise StoreError("store-unreachable", place="postgresql://db.internal/x", why=f"no route for {code}")


def test_where_the_store_is_and_what_ails_it_is_not_for_guests() -> None:
    with serving(app(Away())) as asker:
        for away in (asker.get("/t/LUNA-1"), asker.post("/t/LUNA-1/do", SOUND["/t/CODE/do"])):
            assert away.status == 503
            assert b"internal" not in away.body
            assert b"route" not in away.body
            assert has_headers(away)
        assert away.reason == "store-unreachable"


def test_the_policy_lets_no_foreign_and_no_inline_script_run(asker: Asker) -> None:
    policy = asker.get("/").headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy
    assert "*" not in policy


def test_scripts_and_styles_carry_no_headers_that_browsers_read_on_pages_alone(asker: Asker) -> None:
    for file in ("table.js", "table.css"):
        headers = asker.get(f"/static/{file}").headers
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["cross-origin-resource-policy"] == "same-origin"
        assert not {"content-security-policy", "permissions-policy", "x-frame-options"} & {*headers}
    assert has_headers(asker.get("/static/icon.svg")), "which can be opened as a page"


def test_answers_with_keys_are_not_kept_by_anybody(asker: Asker) -> None:
    code, _ = asker.make("qwixx", "me open")
    assert asker.post("/tables", SOUND["/tables"]).headers["cache-control"] == "no-store"
    assert asker.post(f"/t/{code}/sit", {"name": "A"}).headers["cache-control"] == "no-store"


# --- pages -------------------------------------------------------------------------------------------


class Tags(HTMLParser):
    """Collects the parts of a page that the content security policy would block."""

    def __init__(self) -> None:
        super().__init__()
        self.stopped: list[str] = []
        self.lang = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Record what would be blocked."""
        given = dict(attrs)
        if tag == "html":
            self.lang = given.get("lang") or ""
        inline = tag == "script" and "src" not in given and given.get("type") != "application/json"
        foreign = any("//" in (given.get(name) or "") for name in ("src", "action"))
        if inline or foreign or tag == "style" or any(name.startswith("on") or name == "style" for name in given):
            self.stopped.append(f"{tag} {given}")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("path", PAGES)
def test_every_page_answers_in_both_languages(asker: Asker, code: str, path: str, lang: str) -> None:
    page = asker.get(path.replace("CODE", code), cookie=f"lang={lang}", accept_language="fr")
    assert page.status == 200
    tags = Tags()
    tags.feed(page.body.decode())
    assert tags.lang == lang
    assert tags.stopped == []
    assert page.headers["content-type"] == "text/html; charset=utf-8"


@pytest.mark.parametrize(
    ("cookie", "browser", "lang"),
    [
        ("", "", "en"),
        ("", "it-IT,it;q=0.9,en;q=0.8", "it"),
        ("", "fr,de;q=0.8", "en"),
        ("", "fr,it;q=0.2", "it"),
        ("lang=it", "en", "it"),
        ("lang=en", "it", "en"),
        ("lang=xx", "it", "it"),
        ("lang=../../etc", "", "en"),
        ('lang="><script>', ",,;;", "en"),
    ],
)
def test_the_language_is_the_chosen_one_then_the_browsers(asker: Asker, cookie: str, browser: str, lang: str) -> None:
    page = asker.get("/", cookie=cookie, accept_language=browser)
    assert f'lang="{lang}"' in page.body.decode()[:400]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_language_is_remembered_and_the_page_comes_back(asker: Asker, lang: str) -> None:
    answer = asker.get(f"/lang/{lang}?back=/rules/qwixx")
    assert (answer.status, answer.headers["location"]) == (303, "/rules/qwixx")
    assert answer.headers["set-cookie"].startswith(f"lang={lang};")
    assert "samesite=lax" in answer.headers["set-cookie"].lower()


@pytest.mark.parametrize(
    "back",
    [
        "https://evil.example",
        "//evil.example",
        "/%5Cevil.example",
        "%5C%5Cevil.example",
        "/%09/evil.example",
        "/%0a/evil.example",
        "%09//evil.example",
        "javascript:alert(1)",
        "evil.example",
        "/%0d%0aset-cookie:%20a=b",
        "",
        "%00",
    ],
)
def test_the_way_back_leads_to_no_other_server(asker: Asker, back: str) -> None:
    answer = asker.get(f"/lang/it?back={back}")
    where = answer.headers["location"]
    assert answer.status == 303
    assert re.match(r"/(?![/\\])", where)
    assert not re.search(r"[\x00-\x20\\]", where)
    assert len(answer.headers.get_all("set-cookie") or []) == 1


def test_a_language_nobody_speaks_becomes_one_we_do(asker: Asker) -> None:
    for lang in ("xx", "%22%3E", "it%0d%0aa:b"):
        assert asker.get(f"/lang/{lang}").headers["set-cookie"].startswith("lang=en;")


def test_sheets_and_colours_are_data(asker: Asker) -> None:
    assert asker.get("/palette.json").value
    for lang, name in (("en", "red 5"), ("it", "rosso 5")):
        sheet = asker.get(f"/sheets/{lang}/qwixx-classic.json").value
        assert (sheet["game"], sheet["names"]["r5"], sheet["short"]["r5"]) == ("qwixx", name, "5")
    for name in ("nothing", "..%2f..%2fpyproject", "schema/../palette", "%00"):
        assert asker.get(f"/sheets/en/{name}.json").status == 404
    assert asker.get("/sheets/it/nothing.json").reason == "no-such-page"


def test_static_files_do_not_lead_out_of_their_folder(asker: Asker) -> None:
    for path in ("../app.py", "..%2fapp.py", "%2e%2e/app.py", "....//app.py", "/etc/passwd", "%00"):
        assert asker.get(f"/static/{path}").status in (404, 400)


@pytest.mark.parametrize("where", ["chess", "%3Cscript%3E", "a" * 3000, "%00"])
def test_a_game_that_is_none_is_not_found(asker: Asker, where: str) -> None:
    for kind in ("new", "rules", "print"):
        missing = asker.get(f"/{kind}/{where}")
        assert missing.status == 404
        assert b"<script>" not in missing.body


def test_a_table_is_shown_as_a_code_to_photograph(asker: Asker, code: str) -> None:
    picture = asker.get(f"/t/{code}/qr.svg")
    assert picture.headers["content-type"].startswith("image/svg+xml")
    root = ET.fromstring(picture.body)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert b"<script" not in picture.body


def test_a_very_long_host_name_is_no_mistake_of_ours(asker: Asker, code: str) -> None:
    assert asker.get(f"/t/{code}/qr.svg", host="h" * 4000).status < 500
    assert asker.get("/", host="[").status < 500


# --- hostile text ------------------------------------------------------------------------------------


def test_names_and_chat_with_html_come_back_as_data(asker: Asker) -> None:
    seats = [{"kind": "me", "name": HOSTILE}, {"kind": "open"}]
    made = asker.post("/tables", {"game": "qwixx", "seats": seats}).value
    code, key = made["code"], made["key"]
    asker.sit(code, "{name} %s ${x}")
    asker.do(code, key, "chat", text=HOSTILE)
    with asker.watch(code) as tab:
        shown = tab.until(lambda shown: shown["chat"])
        assert [seat["name"] for seat in shown["seats"]] == [HOSTILE, "{name} %s ${x}"]
        assert (shown["chat"][0]["name"], shown["chat"][0]["text"]) == (HOSTILE, HOSTILE)
    for page in ("", "/tv", "/replay"):
        assert HOSTILE.encode() not in asker.get(f"/t/{code}{page}").body


@pytest.mark.parametrize("text", ["", "   ", "a" * 301, "\u202e", "\x07", "\x00"])
def test_chat_that_cannot_be_read_is_refused(asker: Asker, code: str, text: str) -> None:
    code, host, _ = two(asker)
    refused = asker.do(code, host, "chat", text=text)
    assert (refused.status, refused.reason) == (400, "bad-chat")


def test_partners_do_not_talk(asker: Asker) -> None:
    code, host = asker.make("sequence-dice", "me open open open")
    keys = [host, *(asker.sit(code, name) for name in ("Lia", "Ugo", "Zoe"))]
    with asker.watch(code, host) as tab:
        assert not tab.until(lambda shown: shown["phase"] != "lobby")["can"]["chat"]
    assert {asker.do(code, key, "chat", text="six").reason for key in keys} == {"partners-do-not-talk"}


# --- who may watch -----------------------------------------------------------------------------------


def test_a_table_without_spectators_shows_nothing_to_them(asker: Asker) -> None:
    code, host, other = two(asker, spectators=False)
    for keys in ((), ("wrong",)):
        with asker.watch(code, *keys) as tab:
            shown = tab.until(lambda shown: "refused" in shown)
            assert (set(shown), shown["sit"]) == ({"number", "refused", "sit"}, False)
    for key in (host, other):
        with asker.watch(code, key) as tab:
            assert tab.hear()["seats"][0]["name"] == "Anna"


def test_an_onlooker_sees_the_game_and_may_do_nothing(asker: Asker) -> None:
    code, _, _ = two(asker)
    with asker.watch(code, lang="it") as tab:
        shown = tab.until(lambda shown: shown["phase"] == "roll")
        assert [name for name, may in shown["can"].items() if may] == ["queue"]
        assert shown["ask"] is None


def test_an_answer_is_told_to_others_only_as_answered(asker: Asker) -> None:
    code, host, other = two(asker)
    asker.do(code, host, "roll", throw=0)
    with asker.watch(code, host) as here, asker.watch(code, other) as there, asker.watch(code) as onlooker:
        ask = here.until(lambda shown: shown["ask"])["ask"]
        for tab in (there, onlooker):
            tab.hear()
        before = {tab.key: tab.shown["seats"][0]["sheets"] for tab in (there, onlooker)}
        crossing = next(option for option in ask["options"] if option["cell"])
        number = asker.do(code, host, "ink", seat=0, window=ask["window"], taps=[crossing["tap"]]).value["number"]
        assert here.at_least(number)["seats"][0]["sheets"] != before[""]
        for tab in (there, onlooker):
            shown = tab.until(lambda shown: shown["seats"][0]["state"] == "chosen")
            assert shown["number"] < number
            assert shown["seats"][0]["sheets"] == before[tab.key]
            assert shown["series"]["totals"] == [0, 0]


# --- sockets -----------------------------------------------------------------------------------------


def closed_after(wire: ClientConnection, said: str | bytes) -> int:
    """Return the code with which a socket is closed after a message."""
    try:
        wire.send(said)
        while True:
            wire.recv(timeout=5)
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else 0


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ("", 1008),
        ("hello", 1008),
        ("[]", 1008),
        ("null", 1008),
        ('{"keys": "a"}', 1008),
        ('{"keys": [1]}', 1008),
        ('{"keys": [], "admin": true}', 1008),
        ('{"lang": 5}', 1008),
        ("[" * 4000, 1008),
        ('{"keys": ["' + "k" * 5000 + '"]}', 1009),
        ("x" * 9000, 1009),
        ("x" * 200_000, 1009),
        (b'{"keys": []}', 1008),
        (b"\xff\xfe", 1008),
    ],
)
def test_a_socket_that_says_nonsense_is_closed(asker: Asker, code: str, said: str | bytes, why: int) -> None:
    with asker.socket(code) as wire:
        assert closed_after(wire, said) == why
    with asker.watch(code) as tab:
        tab.until(lambda shown: shown["watching"] == 1)


def test_nonsense_after_a_hello_closes_too_and_leaves_nobody_behind(asker: Asker, code: str) -> None:
    for said in ("nonsense", b"bytes"):
        with asker.watch(code) as tab:
            tab.hear()
            assert closed_after(tab.wire, said) == 1008
    with asker.watch(code) as tab:
        tab.until(lambda shown: shown["watching"] == 1)


def test_half_a_character_as_a_key_is_nobodys(asker: Asker, code: str) -> None:
    with asker.socket(code) as wire:
        wire.send('{"keys": ["\\ud83d\\udca5", "\\u0000", ""]}')
        assert not json.loads(wire.recv(timeout=5))["host"]


def test_a_page_that_reconnects_gets_the_newest_snapshot(asker: Asker) -> None:
    code, host, _ = two(asker)
    with asker.watch(code, host) as tab:
        tab.until(lambda shown: shown["phase"] == "roll")
    number = asker.do(code, host, "roll", throw=0).value["number"]
    with asker.watch(code, host) as tab:
        shown = tab.hear()
        assert shown["number"] == number
        assert shown["ask"]


def test_two_tabs_of_one_seat_are_both_told_everything(asker: Asker) -> None:
    code, host, _ = two(asker)
    with asker.watch(code, host) as one, asker.watch(code, host, lang="it") as other:
        for text in ("uno", "due", "tre"):
            number = asker.do(code, host, "chat", text=text).value["number"]
            for tab in (one, other):
                assert tab.at_least(number)["chat"][-1]["text"] == text
        assert one.shown["sentence"] != other.shown["sentence"]
        for tab in (one, other):
            assert tab.numbers == sorted(tab.numbers)


def test_a_page_may_say_anew_who_it_is_and_in_which_language(asker: Asker) -> None:
    code, host, _ = two(asker)
    with asker.watch(code) as tab:
        assert not tab.hear()["host"]
        tab.wire.send(json.dumps({"keys": [host], "lang": "it"}))
        assert tab.until(lambda shown: shown["host"])["watching"] == 1
        tab.wire.send(json.dumps({"keys": ["x"] * 20 + [host], "lang": "<>"}))
        assert tab.until(lambda shown: not shown["host"])


def test_what_a_page_says_at_its_socket_moves_nothing(asker: Asker) -> None:
    code, host, _ = two(asker)
    with asker.watch(code, host) as tab:
        tab.hear()
        assert closed_after(tab.wire, json.dumps({"key": host, "id": "1", "do": "end"})) == 1008
    assert asker.do(code, host, "chat", text="still here").status == 200


# --- records -----------------------------------------------------------------------------------------


MOST_OF_A_REPLAY = 100_000
"""Bytes, before they are compressed."""


@pytest.mark.parametrize("path", sorted(PLAYED.glob("*.txt")), ids=lambda path: path.stem)
def test_one_answer_has_all_steps_of_a_record(asker: Asker, path: Path) -> None:
    answer = asker.post("/replay", {"record": path.read_text()}, cookie="lang=it")
    start, steps = answer.value["start"], answer.value["steps"]
    game = read(path.read_text(), GAMES)
    assert len(steps) == len(game.events)
    assert all(step["text"] and not re.search(r"said\.|option\.|[{}]", step["text"] + step["also"]) for step in steps)
    assert [bool(step["over"]) for step in steps] == [False] * (len(steps) - 1) + [True]
    assert len(answer.body) < MOST_OF_A_REPLAY
    for seat in range(1 if start["shared_board"] else len(start["seats"])):
        assert after_all(start, steps, seat) == list(game.position.marks(seat)[:MOST_SHEETS])


def after_all(start: dict[str, Any], steps: list[dict[str, Any]], seat: int) -> list[dict[str, str]]:
    """Return the marks on the sheets of a seat after all steps."""
    sheets = {place: (sheet["id"], sheet["marks"]) for place, sheet in enumerate(start["seats"][seat]["sheets"])}
    for change in (one for step in steps for one in step["sheets"]):
        if change["seat"] == seat:
            old = sheets.get(change["place"], ("", {}))
            marks = (old[1] if old[0] == change["id"] else {}) | change["marks"]
            sheets[change["place"]] = change["id"], {cell: mark for cell, mark in marks.items() if mark}
    return [marks for _, marks in sheets.values()]


def test_a_code_is_found_however_it_is_typed(asker: Asker, code: str) -> None:
    word, number = code.split("-")
    for typed in (code, f" {word.lower()} {int(number)} ", f"http://example.org/t/{code}/tv"):
        assert asker.post("/find", {"code": typed}).value == {"code": code}
    for typed in ("", "monte", f"{word} 99999999", HOSTILE, "x" * 5000):
        refused = asker.post("/find", {"code": typed})
        assert (refused.status, refused.reason) == (404, "no-such-table")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "empty"),
        ("hello\n", "not-a-record"),
        ("cinquina 99\n", "newer-format"),
        ("cinquina 1\ngame chess 1\n", "no-such-game"),
        (HOSTILE + "\n", "not-a-record"),
        ("\x00" * 100, "cut-off"),
        ("cinquina 1\n" * 20_000, "no-game-line"),
        (record() + "roll 1 1 1 1 1 1\n", "after-the-end"),
        (record().replace("score ", "score 1"), "wrong-score"),
        (record()[: len(record()) // 2], "cut-off"),
        (re.sub(r"^seat 0 .*$", "seat 0 " + "a" * 41, record(), flags=re.M), "bad-name"),
        (re.sub(r"^seat 0 .*$", "seat 7 A", record(), flags=re.M), "seats-out-of-order"),
        ("cinquina 1\ngame qwixx 1\n" + "seat 0 A\n" * 10, "seats-out-of-order"),
    ],
)
def test_a_false_record_is_refused_with_its_line(asker: Asker, text: str, reason: str) -> None:
    refused = asker.post("/replay", {"record": text})
    assert refused.status == 400
    assert refused.reason == reason or reason == "cut-off"
    assert asker.post("/verify", {"record": text}).value["ok"] is False


def test_a_hostile_name_in_a_record_comes_back_as_data(asker: Asker) -> None:
    text = re.sub(r"^seat 0 .*$", f"seat 0 {HOSTILE}", record(), flags=re.M)
    answer = asker.post("/replay", {"record": text})
    assert answer.headers["content-type"] == "application/json"
    assert answer.value["start"]["seats"][0]["name"] == HOSTILE


def test_dice_are_proved_or_not(asker: Asker) -> None:
    code, key = asker.make("qwinto", "me bot")
    with asker.watch(code, key) as tab:
        text = tab.play(random.Random(5))["over"]["records"][0]
    lines = text.splitlines(keepends=True)
    rolls = [place for place, line in enumerate(lines) if line.startswith("roll")]
    swapped = [*lines]
    swapped[rolls[-1]] = " ".join(["roll", *(str(int(face) % 6 + 1) for face in lines[rolls[-1]].split()[1:])]) + "\n"
    assert asker.post("/verify", {"record": text}).value["ok"] is True
    false = [
        "".join(swapped),
        "".join(lines[:-1]),
        text.replace("# dice ", "# dice 0"),
        re.sub(r" aa\.-\n$", " ff.-\n", text),
        re.sub(r" aa\.-\n$", " aa.ff\n", text),
        re.sub(r"(# dice 2 \S+) 0 ", r"\1 1 ", text),
        record(),
    ]
    for told in false:
        answer = asker.post("/verify", {"record": told}, cookie="lang=it")
        assert (answer.status, answer.value["ok"]) == (200, False)
        assert not answer.value["text"].startswith("refusal.")
    kept = {"promised": tab.shown["proof"]["promise"], "salts": {"0": "aa"}}
    answer = asker.post("/verify", {"record": text} | kept)
    assert (answer.value["ok"], answer.value["text"]) == (True, "The dice are as promised.")
    assert asker.post("/verify", {"record": text} | kept | {"promised": "0" * 64}).value["ok"] is False
    assert asker.post("/verify", {"record": text} | kept | {"salts": {"0": "ab"}}).value["ok"] is False
    assert asker.post("/verify", {"record": text, "promised": "abc"}).reason == "bad-promise"
    assert asker.post("/verify", {"record": text, "salts": {"0": "xyz"}}).reason == "bad-salt"


# --- damaged tables ----------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", ["en", "it"])
def test_a_damaged_table_is_told_in_a_sentence_with_its_raw_record_to_save(asker: Asker, lang: str) -> None:
    assert asker.app
    code = f"LUPO-{LANGUAGES.index(lang):04}"
    asker.app.state.hall.store.create(code, code, '{"game": "chess", "seed": "5ec2e7"}', time.time())
    page = asker.get(f"/t/{code}", cookie=f"lang={lang}")
    assert page.status == 410
    assert words(lang)("refusal.table-damaged", code=code) in html.unescape(page.body.decode())
    assert f'href="/t/{code}/raw.txt"' in page.body.decode()
    raw = asker.get(f"/t/{code}/raw.txt")
    assert (raw.status, raw.body.decode()) == (200, f'table {code}\n{{"game": "chess", "seed": ""}}\n')
    click = asker.do(code, "k", "roll")
    assert (click.status, click.reason) == (410, "table-damaged")


def test_a_sound_table_shows_no_raw_record(asker: Asker) -> None:
    code, _ = asker.make("qwixx", "me open")
    assert asker.get(f"/t/{code}/raw.txt").status == 404


def test_a_table_is_seen_by_its_players_without_their_being_there(asker: Asker) -> None:
    code, host = asker.make("qwixx", "me open")
    guest = asker.sit(code)
    seen = asker.post(f"/t/{code}/seen", {"keys": [guest], "lang": "it"})
    assert seen.status == 200
    assert [seat["mine"] for seat in seen.value["seats"]] == [False, True]
    with asker.watch(code, host) as anna:
        assert [seat["here"] for seat in anna.hear()["seats"]] == [True, False]
    assert asker.post(f"/t/{code}/seen", {"keys": ["nobody"]}).reason == "table-for-its-players"
    assert asker.post(f"/t/{code}/seen", {}).status == 403
    assert asker.post("/t/LUNA-0000/seen", {"keys": [guest]}).status == 404
