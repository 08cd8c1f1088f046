"""Who is at a table, told between servers that share a store: each says whom it sees, at every change and again later.

A server that was killed says nothing more, and after a while those whom it saw are away.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import msgspec

from cinquina.store import Store, StoreError
from cinquina.table.room import Room

AGAIN_SECONDS = 15.0
"""How often a server says again whom it sees."""
SILENT_SECONDS = 40.0
"""A server that has said nothing for so long is gone."""

log = logging.getLogger(__name__)


class Saying(msgspec.Struct, frozen=True):
    """What a server says of a table: whom it sees there, and whether it wants to know whom the others see."""

    server: str
    table: str
    seats: set[int]
    asks: bool


class Presence:
    """Whom this server and the others see; `tell` is called for a table of which that has changed."""

    def __init__(self, store: Store, rooms: dict[str, Room], tell: Callable[[Room], None]) -> None:
        self.store = store
        self.rooms = rooms
        self.tell = tell
        self.server = secrets.token_hex(8)
        self._voice = ThreadPoolExecutor(1, "presence")
        """One thread, so that things are said in the order in which they happened."""
        self._closed = False

    def note(self, room: Room) -> None:
        """Say whom this server sees at a table, if that has changed."""
        if self.store.shared and room.here != room.said:
            self.say(room)

    def say(self, room: Room, *, asks: bool = False) -> None:
        """Say whom this server sees at a table."""
        if self.store.shared and not self._closed:
            room.said = room.here
            saying = Saying(self.server, room.id, room.said, asks)
            self._voice.submit(self._call, msgspec.json.encode(saying).decode())

    def hear(self, text: str) -> None:
        """Take in what a server has said; what is no saying is nobody's business."""
        try:
            saying = msgspec.json.decode(text, type=Saying)
        except msgspec.MsgspecError:
            return
        if saying.server == self.server:
            return
        for room in self.rooms.values():
            if room.id == saying.table:
                if room.sighted(saying.server, saying.seats):
                    self.tell(room)
                if saying.asks and room.here:
                    self.say(room)

    async def keep_saying(self) -> None:
        """Say again and again whom this server sees, and forget servers that do not."""
        while True:
            await asyncio.sleep(AGAIN_SECONDS)
            for room in list(self.rooms.values()):
                if room.here:
                    self.say(room)
                self.forget_silent(room)

    def forget_silent(self, room: Room) -> None:
        """Those whom only a server saw that is gone are away."""
        for server, sighting in list(room.elsewhere.items()):
            if time.monotonic() - sighting.at > SILENT_SECONDS and room.sighted(server, set()):
                self.tell(room)

    def close(self) -> None:
        """Say nothing more, though people may still be leaving; the others notice."""
        self._closed = True
        self._voice.shutdown(wait=False, cancel_futures=True)

    def _call(self, text: str) -> None:
        try:
            self.store.call(text)
        except StoreError as wrong:
            log.warning("the other servers cannot be told who is here: %s", wrong)
