"""Connections with deadlines and limits, so that no client can block the server, exhaust its memory or delay its stop.

An HTTP connection always has a deadline: for the headers, for the body, for the answer to be computed and read, for the
next request. A WebSocket is kept alive by pings; here it gets a limit of frames and a deadline for unread data. All
deadlines become short when the server stops.
"""

from __future__ import annotations

import asyncio
import logging
import struct
from collections.abc import Iterator
from contextlib import suppress
from http import HTTPStatus
from typing import Any

import httptools
import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState
from websockets.frames import CloseCode
from websockets.protocol import State

from cinquina.web.limits import Deadline, Deadlines, OpenConnections

log = logging.getLogger(__name__)
silent = logging.getLogger(f"{__name__}.silent")
silent.disabled = True

MOST_FRAME = 8192
MOST_HEADERS = 32_768
"""The most bytes of a request besides its body: request line, headers, and the framing of chunks."""
MOST_WAITING = 8
"""The most requests a client may send before the first is answered."""
SLICE = 4096
"""Bytes parsed before the limits are checked again."""
FRAMES_AT_ONCE = 240
FRAMES_PER_SECOND = 20.0
"""A page sends a frame when it connects, when its language changes, for each action, and for each ping."""
WHOLE_BINARY = 0x82
"""The first byte of a frame that is a whole binary message."""
TWO_BYTES_FOLLOW, EIGHT_BYTES_FOLLOW = 126, 127
"""In the place of a size that has no room in the second byte: how many bytes of it follow."""
GRACE = 2
"""Seconds for requests and clients to finish when the server stops."""


class NetworkConfig(uvicorn.Config):
    """The settings of uvicorn; they are pickled for worker processes."""

    def __init__(
        self, app: Any, *, deadlines: Deadlines | None = None, opened: OpenConnections | None = None, **more: Any
    ) -> None:
        self.deadlines = deadlines or Deadlines()
        self.opened = opened or OpenConnections()
        usual: dict[str, Any] = {
            "http": HttpConnection,
            "ws": SocketConnection,
            "log_level": "warning",
            "access_log": False,
            "proxy_headers": False,
            "ws_max_size": MOST_FRAME,
            "ws_ping_interval": self.deadlines.ping,
            "ws_ping_timeout": self.deadlines.ping,
            "ws_per_message_deflate": False,  # a compressor per viewer would cost more than it saves
            "timeout_keep_alive": self.deadlines.idle,
            "timeout_graceful_shutdown": GRACE,
        }
        super().__init__(app, **(usual | more))


class CountedConnection:
    """What both kinds of connection share: their limits, a deadline, and being counted while open."""

    config: uvicorn.Config
    loop: asyncio.AbstractEventLoop
    transport: asyncio.Transport
    client: tuple[str, int] | None

    def __init__(self, *positional: Any, **named: Any) -> None:
        super().__init__(*positional, **named)
        assert isinstance(self.config, NetworkConfig)
        self.seconds = self.config.deadlines
        self.opened = self.config.opened
        self.deadline = Deadline(self.loop, self.expired)
        self.host = ""
        self.is_counted = False

    def expired(self) -> None:
        """Drop the connection when its deadline passes."""
        self.transport.abort()

    def enter(self, seconds: float) -> None:
        """Count the connection and set its first deadline, or drop it when too many are open."""
        self.host = self.client[0] if self.client else ""
        self.is_counted = self.opened.admit(self.host)
        if self.is_counted:
            self.deadline.set(seconds)
        else:
            self.transport.abort()

    def leave(self) -> None:
        """Stop counting the connection."""
        if self.is_counted:
            self.is_counted = False
            self.opened.release(self.host)


class HttpConnection(CountedConnection, HttpToolsProtocol):
    """An HTTP connection."""

    def __init__(self, *positional: Any, **named: Any) -> None:
        super().__init__(*positional, **named)
        self.is_receiving = False
        """Whether a request has been received in part."""
        self.newest = 0
        """Bytes now being parsed."""
        self.overhead = 0
        """Bytes of the newest request besides its body."""

    # --- from the network ----------------------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as in uvicorn
        """Count the connection, or refuse it."""
        super().connection_made(transport)
        self.enter(self.seconds.headers)

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop counting the connection."""
        self.deadline.clear()
        self.leave()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Parse; answer what is not HTTP once, without logging it."""
        self._unset_keepalive_if_required()
        for piece in pieces(data):
            self.newest = len(piece)
            self.overhead += self.newest
            try:
                self.parser.feed_data(piece)
            except httptools.HttpParserUpgrade:
                self.upgrade()
                return
            except httptools.HttpParserError:
                self.refuse(HTTPStatus.BAD_REQUEST)
            if self.overhead > MOST_HEADERS:
                self.refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)
            if len(self.pipeline) > MOST_WAITING:
                self.refuse(HTTPStatus.TOO_MANY_REQUESTS)
            if self.transport.is_closing():
                return

    def upgrade(self) -> None:
        """Switch to a WebSocket; ignore requests for any other protocol."""
        if not self._should_upgrade():
            self.cycle.keep_alive = False  # the parser stops here
        elif self.pipeline or (self.cycle and not self.cycle.response_complete):
            self.refuse(HTTPStatus.BAD_REQUEST)
        else:
            self.deadline.clear()
            self.leave()
            self.handle_websocket_upgrade()

    # --- from the parser -----------------------------------------------------------------------------------------

    def on_message_begin(self) -> None:
        """Start a request."""
        super().on_message_begin()
        self.overhead = self.newest
        self.is_receiving = True
        self.deadline.set(self.seconds.headers)

    def on_headers_complete(self) -> None:
        """Start its body."""
        super().on_headers_complete()
        self.deadline.set(self.seconds.body)

    def on_body(self, body: bytes) -> None:
        """Receive a part of its body."""
        self.overhead -= len(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        """Finish receiving a request."""
        super().on_message_complete()
        self.is_receiving = False
        self.wait_for_next()

    def on_response_complete(self) -> None:
        """Finish answering a request."""
        super().on_response_complete()
        if not self.is_receiving:
            self.wait_for_next()

    def wait_for_next(self) -> None:
        """Set the deadline for the answer or, after that, for the next request."""
        answered = self.cycle is None or self.cycle.response_complete
        self.deadline.set(self.seconds.idle + self.seconds.linger if answered else self.seconds.answer)

    # --- the end -------------------------------------------------------------------------------------------------

    def expired(self) -> None:
        """Answer a request that came too slowly; drop everything else."""
        if self.is_receiving and not self.transport.is_closing():
            self.refuse(HTTPStatus.REQUEST_TIMEOUT)
        else:
            self.transport.abort()

    def refuse(self, status: HTTPStatus) -> None:
        """Close the connection, with an answer if it cannot be mistaken for that to another request."""
        if self.transport.is_closing():
            return
        if self.may_answer():
            head = f"HTTP/1.1 {status.value} {status.phrase}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
            self.transport.write(head.encode())
        if self.cycle:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        self.transport.close()
        self.deadline.set(self.seconds.linger)

    def may_answer(self) -> bool:
        """Whether the request being received is the only unanswered one."""
        if self.cycle is None or self.cycle.response_complete:
            return True
        return self.is_receiving and self.cycle.more_body and not self.cycle.response_started and not self.pipeline

    def shutdown(self) -> None:
        """Answer complete requests and refuse the others: the server stops."""
        super().shutdown()
        if self.is_receiving:
            self.refuse(HTTPStatus.SERVICE_UNAVAILABLE)
        self.deadline.stop(self.seconds.stop)


class SocketConnection(CountedConnection, WebSocketsSansIOProtocol):
    """A WebSocket connection."""

    def __init__(self, *positional: Any, **named: Any) -> None:
        super().__init__(*positional, **named)
        self.frames_left = float(FRAMES_AT_ONCE)
        self.counted_at = self.loop.time()
        self.conn.logger = silent  # it would log a traceback for every protocol error of a client

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Count the connection, or refuse it."""
        super().connection_made(transport)
        self.enter(self.seconds.answer)

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop counting the connection."""
        self.deadline.clear()
        self.leave()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Parse in small pieces."""
        for piece in pieces(data):
            if self.transport.is_closing():
                return
            super().data_received(piece)
        if self.conn.handshake_exc and not self.handshake_initiated:
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.transport.close()
            self.deadline.set(self.seconds.linger)

    def handle_events(self) -> None:
        """Process frames, unless there are too many."""
        now = self.loop.time()
        earned = (now - self.counted_at) * FRAMES_PER_SECOND
        self.frames_left = min(self.frames_left + earned, FRAMES_AT_ONCE) - len(self.conn.events)
        self.counted_at = now
        if self.frames_left < 0:
            self.fail(CloseCode.POLICY_VIOLATION, "too many frames")
        else:
            super().handle_events()

    async def send(self, message: Any) -> None:
        """Send a message; a snapshot, which many may get, follows the head of its frame without being copied."""
        await self.writable.wait()
        data, is_open = message.get("bytes"), self.conn.state is State.OPEN and not self.close_sent
        if data is None or not is_open or self.disconnected:
            await super().send(message)
        else:
            self.transport.writelines((frame_head(len(data)), data))

    def send_receive_event_to_app(self) -> None:
        """Pass a message to the application; close the connection if a text is not UTF-8."""
        if self.curr_msg_data_type == "text" and not self.close_sent and not is_utf8(b"".join(self.frames)):
            self.frames = []
            self.fail(CloseCode.INVALID_DATA, "not UTF-8")
        else:
            super().send_receive_event_to_app()

    def fail(self, code: CloseCode, reason: str) -> None:
        """Close the connection after a protocol error."""
        if self.conn.state is State.OPEN:
            self.conn.fail(code, reason)
            self.handle_parser_exception()
            self.deadline.set(self.seconds.linger)
        else:
            self.transport.abort()

    def start_keepalive(self) -> None:
        """Rely on pings from now on."""
        self.deadline.clear()
        super().start_keepalive()

    def pause_writing(self) -> None:
        """Set a deadline while the client does not read."""
        super().pause_writing()
        self.deadline.set(self.seconds.unread)

    def resume_writing(self) -> None:
        """Clear the deadline: the client reads again."""
        super().resume_writing()
        if not self.transport.is_closing():
            self.deadline.clear()

    def keepalive_timeout(self) -> None:
        """Close the connection: a ping was not answered."""
        super().keepalive_timeout()
        self.deadline.set(self.seconds.linger)

    async def run_asgi(self) -> None:
        """Run the application; afterwards, limit the time to send the rest."""
        await super().run_asgi()
        if not self.disconnected:
            self.deadline.set(self.seconds.linger)

    def shutdown(self) -> None:
        """Close the connection: the server stops."""
        with suppress(InvalidState):  # the closing handshake has already begun
            super().shutdown()
        self.transport.close()
        self.deadline.stop(self.seconds.stop)


def frame_head(size: int) -> bytes:
    """Return what comes before the data of a whole binary message (RFC 6455, section 5.2)."""
    if size < TWO_BYTES_FOLLOW:
        return struct.pack("!BB", WHOLE_BINARY, size)
    if size < 1 << 16:
        return struct.pack("!BBH", WHOLE_BINARY, TWO_BYTES_FOLLOW, size)
    return struct.pack("!BBQ", WHOLE_BINARY, EIGHT_BYTES_FOLLOW, size)


def pieces(data: bytes) -> Iterator[bytes]:
    """Split data into slices."""
    return (data[start : start + SLICE] for start in range(0, len(data), SLICE))


def is_utf8(text: bytes) -> bool:
    """Whether bytes are valid UTF-8."""
    try:
        text.decode()
    except UnicodeDecodeError:
        return False
    return True
