"""How a page reaches the server: over its socket, and as requests when the socket does not answer."""

from __future__ import annotations

import json
from typing import Any

from browser_hands import MAIN, made_table

ME, BOT = {"kind": "me", "name": "Ada"}, {"kind": "bot", "level": "random"}
READY_MAIN = f"{MAIN}:not([aria-disabled])"


def requests_of(page: Any) -> list[str]:
    """Return a list that will have the actions which the page sends as requests."""
    seen: list[str] = []

    def note(request: Any) -> None:
        if request.url.endswith("/do"):
            seen.append(json.loads(request.post_data)["do"])

    page.on("request", note)
    return seen


def throw(page: Any) -> None:
    """Throw, and wait until the dice lie."""
    page.locator(READY_MAIN).click()
    page.wait_for_function("() => document.getElementById('table').dataset.phase === 'choose'")


def test_actions_go_over_the_socket(people: Any) -> None:
    page = people()
    made_table(page, [ME, BOT], options={"begins": "first"})
    sent = requests_of(page)
    page.wait_for_selector(READY_MAIN)
    sent.clear()  # the salt is sent before the socket is open
    throw(page)
    assert sent == []


def test_an_action_that_is_lost_with_the_socket_is_sent_as_a_request(people: Any) -> None:
    page = people()
    lost: list[str] = []

    def route(socket: Any) -> None:
        server = socket.connect_to_server()

        def on_message(said: str) -> None:
            act = json.loads(said).get("act")
            if act and not lost:
                lost.append(act["do"])
                socket.close()
                server.close()
            else:
                server.send(said)

        socket.on_message(on_message)

    page.route_web_socket("**/ws", route)
    made_table(page, [ME, BOT], options={"begins": "first"})
    sent = requests_of(page)
    throw(page)
    assert lost == ["roll"]
    assert "roll" in sent
