"""Actions over the socket of a page: answers, refusals, repeated clicks, hostile messages."""

from __future__ import annotations

import json
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from cinquina.locales import LANGUAGES, words
from cinquina.web.socket import GONE, MOST_MESSAGE, TOO_LARGE
from web.server import SOON, Asker


def act(wire: ClientConnection, click: str = "1", **said: Any) -> dict[str, Any]:
    """Send an action; return its answer and leave out snapshots that come before it."""
    wire.send(json.dumps({"act": {"id": click, **said}}))
    while True:
        heard: dict[str, Any] = json.loads(wire.recv(timeout=SOON))
        if "status" in heard:
            return heard


def begun(asker: Asker) -> tuple[str, str]:
    """Return a table where the owner of the key has to throw."""
    return asker.make("qwixx", "me me", options={"begins": "first"})


def test_an_action_is_answered_and_its_snapshot_follows(asker: Asker) -> None:
    code, key = begun(asker)
    with asker.watch(code, key) as tab:
        tab.hear()
        answer = act(tab.wire, key=key, do="roll", throw=0)
        assert (answer["id"], answer["status"], answer["error"]) == ("1", 200, "")
        assert tab.at_least(answer["number"])["phase"] == "choose"


def test_an_action_works_before_the_page_has_said_hello(asker: Asker) -> None:
    code, key = begun(asker)
    with asker.socket(code) as wire:
        assert act(wire, key=key, do="roll", throw=0)["status"] == 200


def test_a_click_counts_once_over_socket_and_request(asker: Asker) -> None:
    code, key = begun(asker)
    with asker.watch(code, key) as tab:
        first = act(tab.wire, key=key, do="chat", text="ciao")
        assert asker.do(code, key, "chat", click="1", text="ciao").value["number"] == first["number"]
        assert act(tab.wire, key=key, do="chat", text="ciao")["number"] == first["number"]
    with asker.watch(code, key) as tab:
        assert [line["text"] for line in tab.hear()["chat"]] == ["ciao"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_refusal_is_worded_in_the_language_of_the_page(asker: Asker, lang: str) -> None:
    code, key = begun(asker)
    with asker.watch(code, key, lang=lang) as tab:
        answer = act(tab.wire, key=key, do="roll", throw=5)
    assert (answer["status"], answer["reason"]) == (409, "stale-throw")
    assert answer["error"] == words(lang)("refusal.stale-throw")


def test_a_foreign_key_is_refused(asker: Asker) -> None:
    code, _ = begun(asker)
    with asker.watch(code) as tab:
        assert act(tab.wire, key="somebody", do="roll", throw=0)["status"] == 403
        assert act(tab.wire, key="k" * 65, do="roll", throw=0)["reason"] == "bad-click"


@pytest.mark.parametrize(
    ("said", "closed"),
    [
        ({"act": {"key": "k", "id": "1", "do": "fly"}}, GONE),
        ({"act": {"key": "k", "id": "1", "do": "roll"}}, GONE),
        ({"act": {"key": "k", "id": "1", "do": "roll", "throw": 0, "more": 1}}, GONE),
        ({"act": 7}, GONE),
        ({"act": {"key": "k", "id": "1", "do": "chat", "text": "x" * MOST_MESSAGE}}, TOO_LARGE),
    ],
)
def test_a_message_that_is_none_closes_the_socket(asker: Asker, said: dict[str, Any], closed: int) -> None:
    code, key = begun(asker)
    with asker.watch(code, key) as tab:
        tab.hear()
        tab.wire.send(json.dumps(said))
        with pytest.raises(ConnectionClosed) as gone:
            tab.until(lambda _: False)
    assert gone.value.rcvd is not None
    assert gone.value.rcvd.code == closed
    assert asker.do(code, key, "roll", throw=0).status == 200


def test_actions_of_one_address_are_limited_however_they_are_sent(strict: Asker) -> None:
    code, key = begun(strict)
    with strict.watch(code, key) as tab:
        assert act(tab.wire, key=key, do="chat", text="a")["status"] == 200
        while strict.do(code, key, "chat", text="b").status == 200:
            pass
        refused = act(tab.wire, "late", key=key, do="chat", text="c")
    assert (refused["status"], refused["reason"]) == (429, "too-often")
