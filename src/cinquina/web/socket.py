"""The socket of a page: it sends a whole snapshot after every change, and receives who is watching and actions."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from http import HTTPStatus
from typing import NoReturn

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from cinquina.locales import words
from cinquina.table.hall import Hall
from cinquina.table.hosted import HostedTable, Viewer
from cinquina.web import pages
from cinquina.web.actions import Action, Hello, SocketMessage
from cinquina.web.guard import Limit
from cinquina.web.requests import BadRequest, answer_refused, answered
from cinquina.web.response_protocol import Answered, TurnedAway
from cinquina.web.viewing import encoded

MOST_KEYS = 12
HELLO_SECONDS = 10.0
MOST_MESSAGE = 4096
MOST_HELLOS = 60
"""How often per minute a page may send its keys."""
GONE, TOO_LARGE = 1008, 1009
"""WebSocket close codes."""
MESSAGE = msgspec.json.Decoder(SocketMessage)


class ViewerSocket:
    """One socket. Snapshots are sent one at a time, and outdated ones are skipped."""

    def __init__(self, hall: Hall, hosted: HostedTable, socket: WebSocket, may_act: Callable[[], bool]) -> None:
        self.hall = hall
        self.hosted = hosted
        self.socket = socket
        self.may_act = may_act
        """Whether the client may act now; counts it if so."""
        self.hello = Hello()
        self.hellos = Limit(burst=MOST_HELLOS, per_minute=MOST_HELLOS)
        self.changed = asyncio.Event()
        self.viewer: Viewer | None = None
        self.sent = b""

    async def run(self) -> None:
        """Serve the socket until the page is gone."""
        await self.receive(await asyncio.wait_for(self.next_text(), HELLO_SECONDS))
        sending = asyncio.create_task(self.send())
        try:
            while True:
                await self.receive(await self.next_text())
        finally:
            sending.cancel()
            with suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError):
                await sending

    async def next_text(self) -> str:
        """Receive a text; close the socket after binary data."""
        try:
            return await self.socket.receive_text()
        except KeyError as wrong:
            await self.socket.close(GONE)
            raise WebSocketDisconnect(GONE) from wrong

    async def receive(self, text: str) -> None:
        """Receive an action, or the keys and the language of a page: at first and when they change."""
        if len(text) > MOST_MESSAGE:
            await self.hang_up(TOO_LARGE)
        try:
            message = MESSAGE.decode(text)
        except (msgspec.DecodeError, RecursionError):
            await self.hang_up(GONE)
        else:
            await self.do(message)

    async def do(self, message: SocketMessage) -> None:
        """Do what a message wants."""
        if message.act:
            await self.act(message.act)
        elif message.ping:
            await self.socket.send_bytes(msgspec.json.encode(Answered(message.ping, HTTPStatus.OK)))
        else:
            await self.greet(message)

    async def hang_up(self, code: int) -> NoReturn:
        """Close the socket."""
        await self.socket.close(code)
        raise WebSocketDisconnect(code)

    async def act(self, wanted: Action) -> None:
        """Run an action and send its answer."""
        texts = words(pages.supported_language(self.hello.lang))
        if self.may_act():
            said = await answered(self.hall, self.hosted.code, wanted, texts)
        else:
            said = answer_refused(texts, None, wanted, BadRequest(429, "too-often"))
        await self.socket.send_bytes(msgspec.json.encode(said))

    async def greet(self, hello: Hello) -> None:
        """Begin to show the table to the owner of some keys, in their language."""
        if not self.hellos.allows(""):
            await self.hang_up(TOO_LARGE)
        self.hello = hello
        keys = tuple(hello.keys[:MOST_KEYS])
        self.sent = b""  # so that the page gets an answer in any case
        self.leave()
        self.viewer = Viewer(keys, self.changed.set)
        self.hall.enter(self.hosted, self.viewer)
        self.changed.set()

    async def send(self) -> None:
        """Send a snapshot after every change."""
        while True:
            await self.changed.wait()
            self.changed.clear()
            await self.hall.learn(self.hosted, self.seats(), self.changed.set)
            newest = self.newest_snapshot()
            if newest != self.sent:  # sending an unchanged snapshot would reveal that somebody chose in secret
                self.sent = newest
                await self.socket.send_bytes(newest)

    def seats(self) -> list[int]:
        """Return the seats of this page."""
        prints = self.viewer.prints if self.viewer else ()
        return [seat for print_ in prints for seat in self.hosted.table.seats_with(print_)]

    def newest_snapshot(self) -> bytes:
        """Return the newest snapshot for this page."""
        texts = words(pages.supported_language(self.hello.lang))
        table, prints = self.hosted.table, self.viewer.prints if self.viewer else ()
        if not table.settings.spectators and table.has_begun and not any(map(table.seats_with, prints)):
            free = not table.ended and any(map(table.can_be_taken, range(len(table.places))))
            text = texts("table.no-spectators-seat" if free else "table.no-spectators")
            return msgspec.json.encode(TurnedAway(table.number_for(()), text, free))
        return encoded(self.hosted, prints, texts, self.hall.patience)

    def leave(self) -> None:
        """Stop watching."""
        if self.viewer:
            self.hall.leave(self.hosted, self.viewer)
            self.viewer = None
