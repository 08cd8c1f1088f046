"""A real server in a thread on a free port, and a client that uses the standard library alone."""

from __future__ import annotations

import itertools
import json
import random
import socket
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.client import HTTPMessage
from typing import Any

import uvicorn
from starlette.applications import Starlette
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from cinquina.web.connections import NetworkConfig
from cinquina.web.limits import Deadlines, OpenConnections

SOON = 60.0
AT_ONCE = 0.02
GOES_ON = 0.7
"""How often a random player taps something, and something more."""
_clicks = itertools.count()


@dataclass(frozen=True)
class Answer:
    """A response."""

    status: int
    body: bytes
    headers: HTTPMessage

    @property
    def value(self) -> Any:
        """The JSON in it."""
        return json.loads(self.body)

    @property
    def reason(self) -> str:
        """The reason of a refusal, which always has a sentence."""
        assert self.value["error"]
        assert not self.value["error"].startswith("refusal.")
        return str(self.value["reason"])


class Stay(urllib.request.HTTPRedirectHandler):
    """Follows no redirects."""

    def redirect_request(self, *_: Any) -> None:
        """Refuse."""


@dataclass
class Asker:
    """A client of the server on a port."""

    port: int
    app: Starlette | None = None
    base: str = "/"
    opener: urllib.request.OpenerDirector = field(
        default_factory=lambda: urllib.request.build_opener(Stay, urllib.request.ProxyHandler({}))
    )

    @property
    def origin(self) -> str:
        """The server's origin."""
        return f"http://127.0.0.1:{self.port}"

    def get(self, path: str, **headers: str) -> Answer:
        """Send a GET request."""
        return self._asked(urllib.request.Request(self.origin + path, headers=named(headers)))

    def send(self, path: str, data: bytes, **headers: str) -> Answer:
        """POST bytes, as from one of the server's own pages unless `origin` says otherwise."""
        usual = {"content_type": "application/json", "origin": self.origin}
        return self._asked(urllib.request.Request(self.origin + path, data=data, headers=named(usual | headers)))

    def post(self, path: str, value: Any, **headers: str) -> Answer:
        """POST a value as JSON."""
        return self.send(path, json.dumps(value).encode(), **headers)

    def _asked(self, request: urllib.request.Request) -> Answer:
        try:
            with self.opener.open(request, timeout=SOON) as answer:
                return Answer(answer.status, answer.read(), answer.headers)
        except urllib.error.HTTPError as answer:
            with answer:
                return Answer(answer.code, answer.read(), answer.headers)  # type: ignore[arg-type]  # the stubs are incomplete

    def make(self, game: str = "qwixx", seats: str = "me bot", **more: Any) -> tuple[str, str]:
        """Make a table; return its code and the host's key. `bot` is a random one."""
        names = iter(("Anna", "Lia", "Ugo", "Zoe", "Ivo", "Ada"))
        told = [{"kind": kind} | extra(kind, next(names)) for kind in seats.split()]
        made = self.post(f"{self.base}tables", {"game": game, "seats": told, "salt": "aa"} | more)
        assert made.status == 201, made.body
        return made.value["code"], made.value["key"]

    def sit(self, code: str, name: str = "Lia") -> str:
        """Take a seat; return its key."""
        sat = self.post(f"{self.base}t/{code}/sit", {"name": name, "salt": "bb"})
        assert sat.status == 200, sat.body
        return str(sat.value["key"])

    def do(self, code: str, key: str, what: str, click: str = "", **more: Any) -> Answer:
        """Send an action, with a new id unless one is given."""
        return self.post(
            f"{self.base}t/{code}/do", {"key": key, "id": click or f"click {next(_clicks)}", "do": what} | more
        )

    @contextmanager
    def watch(self, code: str, *keys: str, lang: str = "en") -> Iterator[Tab]:
        """Open a page that watches a table."""
        with self.socket(code) as wire:
            wire.send(json.dumps({"keys": list(keys), "lang": lang}))
            yield Tab(self, code, wire, keys[0] if keys else "")

    def socket(self, code: str, origin: str = "") -> ClientConnection:
        """Open a socket to a table without sending anything."""
        address = f"ws://127.0.0.1:{self.port}{self.base}t/{code}/ws"
        page = Origin(origin or self.origin)
        return connect(address, origin=page, compression=None, proxy=None, open_timeout=SOON)


def named(headers: dict[str, str]) -> dict[str, str]:
    """Return headers with their HTTP names, without empty ones."""
    return {name.replace("_", "-"): value for name, value in headers.items() if value}


def extra(kind: str, name: str) -> dict[str, str]:
    """Return the other fields of a seat."""
    return {"bot": {"level": "random"}, "open": {}}.get(kind, {"name": name})


@dataclass
class Tab:
    """A page with its socket: it has the newest snapshot and can play."""

    asker: Asker
    code: str
    wire: ClientConnection
    key: str
    shown: dict[str, Any] = field(default_factory=dict)
    numbers: list[int] = field(default_factory=list)

    def hear(self) -> dict[str, Any]:
        """Return the next snapshot."""
        self.shown = json.loads(self.wire.recv(timeout=SOON))
        self.numbers.append(self.shown["number"])
        return self.shown

    def catch_up(self, seconds: float = AT_ONCE) -> None:
        """Receive all snapshots that are there or about to come."""
        with suppress(TimeoutError):
            while True:
                self.shown = json.loads(self.wire.recv(timeout=seconds))
                self.numbers.append(self.shown["number"])

    def until(self, holds: Any) -> dict[str, Any]:
        """Return the first of the next snapshots for which something holds."""
        while not holds(self.hear()):
            pass
        return self.shown

    def at_least(self, number: int) -> dict[str, Any]:
        """Return the first snapshot with this number or a later one."""
        return (
            self.shown if self.shown and self.shown["number"] >= number else self.until(lambda s: s["number"] >= number)
        )

    def act(self, luck: random.Random) -> Answer | None:
        """Throw or choose at random if it is this page's turn; else return None."""
        shown = self.shown
        if shown["can"]["roll"]:
            faces = [luck.randint(1, 6) for _ in shown["wanted"]] or None
            return self.asker.do(self.code, self.key, "roll", throw=shown["dice"]["count"], faces=faces)
        if shown["ask"]:
            ask = self.drafted(luck)
            ink = ask["draft"]["ink"] or ask["passing"]["ink"]
            return self.asker.do(self.code, self.key, "ink", seat=ask["seat"], window=ask["window"], taps=ink)
        return None

    def drafted(self, luck: random.Random) -> dict[str, Any]:
        """Pass, or tap at random until the draft can be inked and a little more; return the question with the draft."""
        ask = self.shown["ask"]
        while not ask["passing"] or luck.random() < GOES_ON:
            taps = [option["tap"] for option in ask["options"] if not option["instead"]]
            if not taps or (ask["draft"]["ink"] and luck.random() > GOES_ON):
                break
            ask = self.tapped(luck.choice(taps))
            while not ask["draft"]["ink"]:
                ask = self.tapped(luck.choice([option["tap"] for option in ask["options"] if not option["instead"]]))
        return ask

    def tapped(self, tap: int) -> dict[str, Any]:
        """Tap something; return the question with the new draft."""
        ask = self.shown["ask"]
        done = self.asker.do(self.code, self.key, "tap", seat=ask["seat"], window=ask["window"], tap=tap)
        assert done.status == 200, done.body
        before = ask["draft"]["taps"]
        now: dict[str, Any] = self.until(lambda shown: shown["ask"]["draft"]["taps"] != before)["ask"]
        return now

    def play(self, luck: random.Random) -> dict[str, Any]:
        """Play the game to its end."""
        shown = self.hear()
        while shown["phase"] != "over":
            done = self.act(luck)
            assert done is None or done.status == 200, done.body
            shown = self.at_least(done.value["number"]) if done else self.hear()
        return shown


@contextmanager
def serving(
    app: Starlette, deadlines: Deadlines | None = None, opened: OpenConnections | None = None, buffer: int = 0
) -> Iterator[Asker]:
    """Run a server in a thread, set up as `cinquina serve` does; `buffer` limits the bytes a client has not read."""
    listening = socket.socket()
    if buffer:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, buffer)
    listening.bind(("127.0.0.1", 0))
    server = uvicorn.Server(NetworkConfig(app, deadlines=deadlines, opened=opened, log_level="critical"))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    deadline = time.monotonic() + SOON
    while not server.started and time.monotonic() < deadline:
        time.sleep(0.005)
    try:
        yield Asker(listening.getsockname()[1], app)
    finally:
        server.should_exit = True
        thread.join(SOON)
        listening.close()
        assert not thread.is_alive(), "the server does not stop"
