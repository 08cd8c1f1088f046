"""The socket of a page: whole snapshots go out, one for everything that happens; what comes in says who watches."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from cinquina.locales import words
from cinquina.table.hall import Hall
from cinquina.table.hosted import HostedTable, Viewer
from cinquina.web import pages
from cinquina.web.guard import Limit
from cinquina.web.protocol import Hello, TurnedAway
from cinquina.web.viewing import encoded

MOST_KEYS = 12
HELLO_SECONDS = 10.0
MOST_MESSAGE = 4096
MOST_HELLOS = 60
"""So often may a page say who it is, in a minute."""
GONE, TOO_LARGE = 1008, 1009
"""Why a socket is closed, in the words of its standard."""


class ViewerSocket:
    """One socket: snapshots go out one at a time, and only the newest matters."""

    def __init__(self, hall: Hall, hosted: HostedTable, socket: WebSocket) -> None:
        self.hall = hall
        self.hosted = hosted
        self.socket = socket
        self.hello = Hello()
        self.hellos = Limit(burst=MOST_HELLOS, per_minute=MOST_HELLOS)
        self.changed = asyncio.Event()
        self.viewer: Viewer | None = None
        self.sent = b""

    async def run(self) -> None:
        """Until the page is gone."""
        await self.receive_hello(await asyncio.wait_for(self.next_text(), HELLO_SECONDS))
        sending = asyncio.create_task(self.send())
        try:
            while True:
                await self.receive_hello(await self.next_text())
        finally:
            sending.cancel()
            with suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError):
                await sending

    async def next_text(self) -> str:
        """What the page says next; one that speaks in bytes is none of ours."""
        try:
            return await self.socket.receive_text()
        except KeyError as wrong:
            await self.socket.close(GONE)
            raise WebSocketDisconnect(GONE) from wrong

    async def receive_hello(self, text: str) -> None:
        """A page says who it is, at first and when that changes."""
        if len(text) > MOST_MESSAGE or not self.hellos.allows(""):
            await self.socket.close(TOO_LARGE)
            raise WebSocketDisconnect(TOO_LARGE)
        try:
            self.hello = msgspec.json.decode(text, type=Hello)
        except msgspec.DecodeError as wrong:
            await self.socket.close(GONE)
            raise WebSocketDisconnect(GONE) from wrong
        keys = tuple(self.hello.keys[:MOST_KEYS])
        self.sent = b""  # a page that says who it is wants an answer
        self.leave()
        self.viewer = Viewer(keys, self.changed.set)
        self.hall.enter(self.hosted, self.viewer)
        self.changed.set()

    async def send(self) -> None:
        """Tell what is new, as often as there is something new."""
        while True:
            await self.changed.wait()
            self.changed.clear()
            await self.hall.learn(self.hosted, self.seats(), self.changed.set)
            newest_snapshot = self.newest_snapshot()
            if newest_snapshot != self.sent:  # what others did in secret is not even told by silence that is broken
                self.sent = newest_snapshot
                await self.socket.send_bytes(newest_snapshot)

    def seats(self) -> list[int]:
        """The seats of this page."""
        prints = self.viewer.prints if self.viewer else ()
        return [seat for print_ in prints for seat in self.hosted.table.seats_with(print_)]

    def newest_snapshot(self) -> bytes:
        """The newest snapshot for this page."""
        texts = words(pages.supported_language(self.hello.lang))
        table, prints = self.hosted.table, self.viewer.prints if self.viewer else ()
        if not table.settings.spectators and table.has_begun and not any(map(table.seats_with, prints)):
            return msgspec.json.encode(TurnedAway(table.number_for(()), texts("table.no-spectators")))
        return encoded(self.hosted, prints, texts, self.hall.patience)

    def leave(self) -> None:
        """The page watches no more."""
        if self.viewer:
            self.hall.leave(self.hosted, self.viewer)
            self.viewer = None
