"""How a page reaches the server: over its socket, and as requests when the socket does not answer."""

from __future__ import annotations

import json
import signal
from typing import Any

from browser.test_drafts import SHEET, enter, inked, pencilled, press
from browser_hands import MAIN, made_table
from web.test_killed import serving

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


LOST = ".front > .notice:not([hidden])"
"""Where a page says that nobody answers."""


def lost(page: Any, *, is_lost: bool) -> None:
    """Wait until the page says that nobody answers, or no longer says anything about it."""
    page.wait_for_selector(LOST, state="visible" if is_lost else "hidden")
    if not is_lost:
        assert page.locator(".play .why").inner_text() == ""


def pencil_of_qwixx(page: Any) -> str:
    """At a new table with real dice, pencil the red 7; return the code of the table."""
    code = made_table(page, [ME, BOT], dice="real", options={"begins": "first"})
    enter(page, 3, 4, 2, 2, 2, 2)
    press(page, "r7")
    pencilled(page, "r7")
    return code


def test_a_frozen_server_is_told_the_draft_kept_and_the_action_made_when_it_answers(people: Any) -> None:
    with serving("memory:") as server:
        page = people(at=f"http://127.0.0.1:{server.port}", quiet=False)  # the browser logs when the server stops
        pencil_of_qwixx(page)
        server.process.send_signal(signal.SIGSTOP)
        try:
            page.locator(READY_MAIN).click()
            lost(page, is_lost=True)
            pencilled(page, "r7")
        finally:
            server.process.send_signal(signal.SIGCONT)
        inked(page, "r7")
        lost(page, is_lost=False)


def test_a_page_that_is_offline_says_so_and_goes_on_when_it_is_back(people: Any) -> None:
    page = people(quiet=False)  # the browser logs every request that fails
    pencil_of_qwixx(page)
    page.context.set_offline(True)  # the browser's name for it
    lost(page, is_lost=True)
    page.locator(READY_MAIN).click()
    page.wait_for_timeout(300)
    page.context.set_offline(False)
    inked(page, "r7")
    lost(page, is_lost=False)


def test_a_laptop_that_was_closed_shows_what_has_happened_since(people: Any) -> None:
    page, other = people(fresh=True), people()
    page.clock.install()
    dead: list[Any] = []

    def route(socket: Any) -> None:
        server = socket.connect_to_server()
        is_first = not dead
        dead.append(socket)
        server.on_message(lambda said: None if is_first and asleep else socket.send(said))
        socket.on_message(lambda said: None if is_first and asleep else server.send(said))

    asleep: list[bool] = []
    page.route_web_socket("**/ws", route)
    code = pencil_of_qwixx(page)
    key = page.evaluate("JSON.parse(localStorage['cinquina.keys'])")[code][0]
    asleep.append(True)  # from now on nothing reaches the first socket any more, and nothing tells it so
    other.goto(f"/t/{code}#{key}")
    press(other, "r7")
    pencilled(other)
    press(other, "b7")
    other.locator(READY_MAIN).click()
    inked(other, "b7")
    page.clock.fast_forward("01:00:00")
    page.clock.run_for(10_000)
    inked(page, "b7")
    lost(page, is_lost=False)
    assert len(dead) > 1
    assert page.locator(f"{SHEET} .pencilled").count() == 0


SLOW_SNAPSHOTS = """
const add = WebSocket.prototype.addEventListener;
WebSocket.prototype.addEventListener = function (name, listen, ...more) {
  let newest = null;
  const late = (event) => setTimeout(() => listen((newest = event)), 900);
  add.call(this, name, name !== "message" ? listen : (event) => {
    const said = new TextDecoder().decode(new Uint8Array(event.data));
    if (!said.includes('"status"')) return newest ? late(event) : listen((newest = event));
    listen(event);
    if (newest) listen(newest);
  }, ...more);
};
"""
"""Every answer comes at once, then an old snapshot again, as when something else changed, and the new one at last."""


def test_a_press_waits_until_the_page_shows_what_the_one_before_has_drafted(people: Any) -> None:
    page = people()
    page.add_init_script(SLOW_SNAPSHOTS)
    made_table(page, [ME, BOT], dice="real", options={"begins": "first"})
    enter(page, 3, 4, 2, 2, 2, 2)
    red, blue = (page.locator(f"{SHEET} [data-cell={cell}]") for cell in ("r7", "b7"))
    page.wait_for_selector(f"{SHEET} [data-cell=r7].legal", state="attached")
    for cell in (red, red, blue):  # pencilled, rubbed out, another pencilled
        cell.click(force=True)
    pencilled(page, "b7")
    page.wait_for_selector(READY_MAIN)
    assert page.locator(".play .why").inner_text() == ""
