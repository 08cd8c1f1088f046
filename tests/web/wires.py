"""Clients that deliberately break HTTP and WebSockets."""

from __future__ import annotations

import base64
import http.client
import json
import socket
from collections.abc import Iterator
from contextlib import contextmanager

from web.server import SOON, Asker

TEXT, BINARY, CLOSE, PING = 1, 2, 8, 9
WHOLE, COMPRESSED, MASKED = 0x80, 0x40, 0x80
HALF_BODY = b"POST /tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\n{"
HALF_HEADERS = b"GET / HTTP/1.1\r\nHost: 127"
KEY = base64.b64encode(bytes(16)).decode()


@contextmanager
def wire(port: int, said: bytes = b"", source: str = "127.0.0.1", buffer: int = 0) -> Iterator[socket.socket]:
    """Open a connection and send something."""
    with socket.socket() as made:
        if buffer:
            made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        made.settimeout(SOON)
        made.bind((source, 0))
        made.connect(("127.0.0.1", port))
        made.sendall(said)
        yield made


@contextmanager
def raw_socket(asker: Asker, code: str, buffer: int = 0) -> Iterator[socket.socket]:
    """Open a WebSocket to a table, after the answer to its handshake."""
    with wire(asker.port, handshake(code), buffer=buffer) as made:
        head = b""
        while b"\r\n\r\n" not in head:
            head += made.recv(1)
        assert b" 101 " in head, head
        yield made


def handshake(code: str, *headers: str) -> bytes:
    """Return a request for a WebSocket."""
    lines = [f"GET /t/{code}/ws HTTP/1.1", "Host: 127.0.0.1", "Upgrade: websocket", "Connection: Upgrade"]
    lines += [f"Sec-WebSocket-Key: {KEY}", "Sec-WebSocket-Version: 13", *headers]
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")


def frame(kind: int, data: bytes = b"", first: int = WHOLE, size: int | None = None) -> bytes:
    """Return a frame with a mask of zeros; its header may claim another size."""
    length = len(data) if size is None else size
    head = bytes([first | kind, MASKED | length]) if length < 126 else bytes([first | kind, MASKED | 126])
    return head + (length.to_bytes(2, "big") if length >= 126 else b"") + bytes(4) + data


def hello(*keys: str) -> bytes:
    """Return the first message of a page."""
    return frame(TEXT, json.dumps({"keys": keys}).encode())


def heard(made: socket.socket) -> bytes:
    """Receive everything until the server closes the connection; raise TimeoutError when it does not."""
    got = b""
    try:
        while piece := made.recv(65536):
            got += piece
    except ConnectionError:
        pass
    return got


def status(made: socket.socket) -> int:
    """Return the status of the answer after which the server closes the connection."""
    return int(heard(made).split()[1])


def close_code(made: socket.socket) -> int:
    """Return why the server closes a WebSocket; only pongs and short frames may come before."""
    got, kind, data = heard(made), 0, b""
    while got and kind != CLOSE:
        kind, size = got[0] & 15, got[1] & 127
        start = 2 if size < 126 else 4
        size = size if size < 126 else int.from_bytes(got[2:4], "big")
        data, got = got[start : start + size], got[start + size :]
    assert kind == CLOSE
    return int.from_bytes(data[:2], "big")


def asked_from(source: str, port: int, path: str = "/palette.json", **headers: str) -> int:
    """Return the status of an answer to a client at another address of this machine."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=SOON, source_address=(source, 0))
    try:
        connection.request("GET", path, headers={name.replace("_", "-"): value for name, value in headers.items()})
        return connection.getresponse().status
    finally:
        connection.close()
