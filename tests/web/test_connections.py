"""Clients that hang, send partial data, flood or never read: all are disconnected, and others are not affected."""

from __future__ import annotations

import http.client
import socket
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress

import pytest
from websockets.exceptions import WebSocketException
from websockets.frames import Frame, Opcode

from cinquina.store import MemoryStore
from cinquina.web.app import ServerOptions, app
from cinquina.web.connections import FRAMES_AT_ONCE, MOST_FRAME, MOST_HEADERS, frame_head
from cinquina.web.limits import Deadlines, OpenConnections
from cinquina.web.proxies import Proxies
from web.conftest import OFTEN
from web.server import SOON, Asker, serving
from web.wires import (
    BINARY,
    COMPRESSED,
    HALF_BODY,
    HALF_HEADERS,
    PING,
    TEXT,
    WHOLE,
    asked_from,
    close_code,
    frame,
    handshake,
    heard,
    hello,
    raw_socket,
    status,
    wire,
)

SHORT = Deadlines(headers=1.0, body=1.0, answer=0.5, idle=0.5, linger=0.2, ping=0.5)
LONG = Deadlines(headers=10 * SOON)
GET = b"GET /palette.json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
SCRIPT = GET.replace(b"/palette.json", b"/static/table.js")
SMALL = 4096
"""A small system buffer, so that a client that does not read is noticed soon."""
elsewhere = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has 127.0.0.2 without being asked")


class Served:
    """A server with short deadlines."""

    def __init__(self, asker: Asker, opened: OpenConnections) -> None:
        self.asker = asker
        self.opened = opened
        self.code, self.key = asker.make("qwixx", "me bot")

    def is_empty_soon(self) -> bool:
        """Whether all connections are gone, after a while."""
        deadline = time.monotonic() + SOON
        while self.opened.total and time.monotonic() < deadline:
            time.sleep(0.01)
        return not self.opened.total and not self.opened.of


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    """A server with short deadlines."""
    opened = OpenConnections()
    with serving(app(MemoryStore(), ServerOptions(pace=0.0, limits=OFTEN)), SHORT, opened, buffer=SMALL) as asker:
        yield Served(asker, opened)


@pytest.fixture(scope="module")
def patient() -> Iterator[Asker]:
    """A server with the usual deadlines, longer than any test."""
    with serving(app(MemoryStore(), ServerOptions(pace=0.0, limits=OFTEN))) as asker:
        yield asker


# --- unfinished requests ---------------------------------------------------------------------------------------


def test_a_connection_that_says_nothing_is_closed(served: Served) -> None:
    with wire(served.asker.port) as idle:
        assert heard(idle) == b""


def test_half_the_headers_are_not_waited_for(served: Served) -> None:
    with wire(served.asker.port, HALF_HEADERS) as half:
        assert status(half) == 408


def test_headers_that_come_drop_by_drop_have_the_same_deadline(served: Served) -> None:
    assert dripped(served, b"GET / HTTP/1.1\r\nX: ", b"x") == 408


def test_half_a_body_is_not_waited_for(served: Served) -> None:
    with wire(served.asker.port, HALF_BODY) as half:
        assert status(half) == 408


def test_a_body_that_comes_drop_by_drop_has_the_same_deadline(served: Served) -> None:
    begun = HALF_BODY.replace(b"Length: 100", b"Length: 16000")
    assert dripped(served, begun, b" ") == 408


def test_a_body_that_nobody_reads_is_not_waited_for_either(served: Served) -> None:
    begun = b"GET /palette.json HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 16000\r\n\r\n"
    assert dripped(served, begun, b" ") == 200


def dripped(served: Served, begun: bytes, drop: bytes) -> int:
    """Send a request one byte at a time until the server closes the connection; return the status of its answer."""
    with wire(served.asker.port, begun) as slow:
        return int(drip(slow, drop).split()[1])


def drip(slow: socket.socket, drop: bytes) -> bytes:
    """Send a little again and again until the server closes the connection; return what it sent."""
    got, deadline = b"", time.monotonic() + SOON
    slow.settimeout(0.02)
    while time.monotonic() < deadline:
        try:
            slow.sendall(drop)
            piece = slow.recv(SMALL)
        except TimeoutError:
            continue
        except ConnectionError:
            return got
        got += piece
        if not piece:
            return got
    pytest.fail("the server reads on and on")


def test_empty_lines_do_not_keep_an_idle_connection_open(served: Served) -> None:
    with wire(served.asker.port) as idle:
        assert drip(idle, b"\r\n") == b""


def test_an_answer_that_nobody_reads_is_thrown_away(served: Served) -> None:
    with wire(served.asker.port, SCRIPT * 6, buffer=SMALL):
        assert served.is_empty_soon()


def test_a_request_that_is_cut_off_is_forgotten(served: Served) -> None:
    with wire(served.asker.port, HALF_BODY):
        pass
    assert served.is_empty_soon()
    assert served.asker.get("/palette.json").status == 200


# --- requests that are too long or too many --------------------------------------------------------------------


@pytest.mark.parametrize(
    "begun",
    [
        b"GET /",
        b"GET / HTTP/1.1\r\nX: ",
        b"POST /tables HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nX: ",
        b"POST /tables HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n1;",
    ],
    ids=["address", "header", "trailer", "chunk"],
)
def test_what_is_not_the_body_of_a_request_has_a_limit(patient: Asker, begun: bytes) -> None:
    with wire(patient.port, begun) as long, suppress(ConnectionError):
        for _ in range(1_000):
            long.sendall(b"x" * MOST_HEADERS)
        pytest.fail("the server reads on and on")


def test_a_long_header_is_told_so(patient: Asker) -> None:
    with wire(patient.port, b"GET / HTTP/1.1\r\nX: " + b"x" * (MOST_HEADERS - 18)) as long:
        assert status(long) == 431


def test_a_few_requests_may_be_sent_at_once(patient: Asker) -> None:
    with wire(patient.port, GET * 3 + GET.replace(b"Host", b"Connection: close\r\nHost")) as many:
        assert heard(many).count(b"HTTP/1.1 200") == 4


@pytest.mark.parametrize(
    ("headers", "then"),
    [(b"Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n", "close"), (b"Connection: upgrade\r\n", "")],
)
def test_a_request_that_would_like_another_protocol_is_answered_in_this_one(
    patient: Asker, headers: bytes, then: str
) -> None:
    with wire(patient.port, GET.replace(b"Host", headers + b"Host")) as odd:
        answer = http.client.HTTPResponse(odd)
        answer.begin()
        assert (answer.status, answer.getheader("connection", "")) == (200, then)


def test_requests_without_end_before_the_first_answer_are_hung_up_on(patient: Asker) -> None:
    with wire(patient.port) as flood, suppress(ConnectionError):
        for _ in range(50):
            flood.sendall(GET * 5_000)
        pytest.fail("the server reads on and on")
    assert patient.get("/palette.json").status == 200


@pytest.mark.parametrize(
    "nonsense",
    [
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"GET\r\n\r\n",
        b"GET /\xff\xfe HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
        b"GET http://[ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n",
        b"POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
        b"POST / HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
        handshake("X").replace(b"/t/", b"/t/\xff"),
        handshake("X").replace(b"GET", b"POST"),
        handshake("X", *(f"X-{number}: x" for number in range(200))),
        handshake("X", "X-Long: " + "x" * 9000),
        handshake("X", "Content-Length: 5") + b"hello",
        handshake("X", "X-Odd: \xff"),
    ],
)
def test_nonsense_is_answered_or_hung_up_on_at_once(patient: Asker, nonsense: bytes) -> None:
    with wire(patient.port, nonsense) as odd:
        odd.settimeout(4)  # less than the deadline of an idle connection
        assert b"HTTP/1.1 5" not in heard(odd)
    assert patient.get("/palette.json").status == 200


# --- too many connections --------------------------------------------------------------------------------------


@elsewhere
def test_one_address_has_only_so_many_connections_and_others_come_in() -> None:
    with serving(app(MemoryStore()), LONG, OpenConnections(per_address=5)) as asker, ExitStack() as held:
        idle = [held.enter_context(wire(asker.port)) for _ in range(8)]
        assert [heard(each) for each in idle[5:]] == [b""] * 3
        assert asked_from("127.0.0.2", asker.port) == 200
        idle[0].close()
        soon(lambda: asked_from("127.0.0.1", asker.port) == 200)


@elsewhere
def test_a_named_proxy_may_have_any_number_of_connections() -> None:
    opened = OpenConnections(per_address=2, proxies=Proxies.named(["127.0.0.2"]))
    with serving(app(MemoryStore()), opened=opened) as asker, ExitStack() as held:
        for _ in range(6):
            held.enter_context(wire(asker.port, source="127.0.0.2"))
        assert asked_from("127.0.0.2", asker.port) == 200


@elsewhere
def test_all_together_have_only_so_many_connections() -> None:
    with serving(app(MemoryStore()), LONG, OpenConnections(most=5)) as asker, ExitStack() as held:
        idle = [held.enter_context(wire(asker.port, source=f"127.0.0.{number + 2}")) for number in range(8)]
        assert [heard(each) for each in idle[5:]] == [b""] * 3
        idle[0].close()
        soon(lambda: asked_from("127.0.0.1", asker.port) == 200)


def test_a_websocket_counts_as_one_connection_until_it_is_closed() -> None:
    opened = OpenConnections(per_address=4)
    with serving(app(MemoryStore(), ServerOptions(pace=0.0)), opened=opened) as asker:
        code, key = asker.make("qwixx", "me bot")
        soon(lambda: opened.total == 0)
        for _ in range(3):
            with ExitStack() as tabs:
                for _ in range(4):
                    tabs.enter_context(asker.watch(code, key)).hear()
                assert opened.total == 4
                with pytest.raises((OSError, EOFError, WebSocketException)):
                    asker.socket(code)
            soon(lambda: opened.total == 0)
        assert not opened.of


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65_535, 65_536, 200_000])
def test_the_head_of_a_frame_is_that_of_the_library(size: int) -> None:
    data = bytes(size)
    assert frame_head(size) + data == Frame(Opcode.BINARY, data).serialize(mask=False)


def soon(holds: Callable[[], bool]) -> None:
    """Wait until something holds; treat a refused connection as not holding."""
    deadline = time.monotonic() + SOON
    while time.monotonic() < deadline:
        with suppress(OSError):
            if holds():
                return
        time.sleep(0.02)
    pytest.fail("it does not come true")


# --- websockets ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "code"),
    [
        (frame(TEXT, b"\xff\xfe") * 5, 1007),
        (frame(TEXT, b"\xe2\x82"), 1007),
        (frame(TEXT, b"{", first=0) + frame(0, b"\xff"), 1007),
        (frame(BINARY, b"x" * (MOST_FRAME + 1)), 1009),
        (frame(TEXT, b"x" * MOST_FRAME, first=0) + frame(0, b"xx"), 1009),
        (frame(TEXT, b"x", first=WHOLE | COMPRESSED), 1002),
        (frame(PING, b"x" * 126), 1002),
        (frame(3), 1002),
        (frame(0, b"x"), 1002),
        (bytes([WHOLE | TEXT, 5]) + b"hello", 1002),
        (frame(PING) * (FRAMES_AT_ONCE * 10), 1008),
        (frame(10) * (FRAMES_AT_ONCE * 10), 1008),
        (frame(TEXT, b"", first=0) + frame(0, b"", first=0) * (FRAMES_AT_ONCE * 10), 1008),
    ],
    ids=[
        "not UTF-8",
        "half a character",
        "not UTF-8 in a later part",
        "too large",
        "too large in parts",
        "compressed",
        "long ping",
        "unknown kind",
        "no beginning",
        "no mask",
        "pings",
        "pongs",
        "empty parts",
    ],
)
def test_a_websocket_that_breaks_the_protocol_is_told_why_and_closed(patient: Asker, said: bytes, code: int) -> None:
    with raw_socket(patient, patient.make("qwixx", "me bot")[0]) as odd:
        with suppress(ConnectionError):
            odd.sendall(said)
        assert close_code(odd) == code


def test_a_compressed_bomb_finds_no_decompressor(patient: Asker) -> None:
    code, _ = patient.make("qwixx", "me bot")
    with wire(patient.port, handshake(code, "Sec-WebSocket-Extensions: permessage-deflate")) as bomb:
        assert b"permessage-deflate" not in bomb.recv(SMALL)


def test_a_flood_of_pings_does_not_hold_up_others(patient: Asker) -> None:
    code, _ = patient.make("qwixx", "me bot")
    with raw_socket(patient, code) as flood:
        flood.sendall(hello())
        with suppress(ConnectionError):
            for _ in range(2_000):
                flood.sendall(frame(PING, b"x" * 125) * 100)
            pytest.fail("the server reads on and on")
    assert patient.get(f"/t/{code}").status == 200


def test_a_page_that_pings_now_and_then_stays(patient: Asker) -> None:
    code, key = patient.make("qwixx", "me bot")
    with patient.watch(code, key) as tab:
        tab.hear()
        for _ in range(50):
            assert tab.wire.ping().wait(SOON)


@pytest.mark.parametrize("said", [b"", frame(TEXT, b"{", size=1000)], ids=["no pong", "half a frame"])
def test_a_websocket_that_answers_no_ping_is_closed(served: Served, said: bytes) -> None:
    with raw_socket(served.asker, served.code) as dead:
        dead.sendall(hello() + said)
        heard(dead)


def test_a_websocket_that_reads_nothing_is_cut_off() -> None:
    opened, seconds = OpenConnections(), Deadlines(unread=0.4)
    with serving(app(MemoryStore(), ServerOptions(limits=OFTEN)), seconds, opened, buffer=SMALL) as asker:
        served = Served(asker, opened)
        with raw_socket(asker, served.code, buffer=SMALL) as deaf:
            deaf.sendall(hello(served.key))
            for number in range(100):
                assert asker.do(served.code, served.key, "chat", text=f"{number} " + "x" * 100).status == 200
            assert served.is_empty_soon()


def test_a_server_stops_though_clients_read_nothing() -> None:
    with ExitStack() as held:
        with serving(app(MemoryStore(), ServerOptions(limits=OFTEN)), buffer=SMALL) as asker:
            code, key = asker.make("qwixx", "me bot")
            for _ in range(3):
                held.enter_context(wire(asker.port, SCRIPT * 6, buffer=SMALL))
                held.enter_context(raw_socket(asker, code, buffer=SMALL)).sendall(hello(key))
            for number in range(100):
                assert asker.do(code, key, "chat", text=f"{number} " + "x" * 100).status == 200
            begun = time.monotonic()
        assert time.monotonic() - begun < Deadlines().unread


def test_more_sockets_than_allowed_from_one_forwarded_address_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cinquina.web.handlers.PER_ADDRESS", 2)
    with (
        serving(app(MemoryStore(), ServerOptions(pace=0.0, proxies=Proxies.named(["127.0.0.1"])))) as asker,
        ExitStack() as held,
    ):
        code, _ = asker.make("qwixx", "me bot")

        def answer(who: str) -> bytes:
            made = held.enter_context(wire(asker.port, handshake(code, f"X-Forwarded-For: {who}")))
            return made.recv(12)

        said = {who: [answer(who) for _ in range(3)] for who in ("192.0.2.1", "192.0.2.2")}
        assert set(map(tuple, said.values())) == {(b"HTTP/1.1 101", b"HTTP/1.1 101", b"HTTP/1.1 403")}
