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
from cinquina.table.hosted import HostedTable

ANNOUNCE_SECONDS = 15.0
"""How often a server says again whom it sees."""
SILENT_SECONDS = 40.0
"""A server that has said nothing for so long is gone."""

log = logging.getLogger(__name__)


class Announcement(msgspec.Struct, frozen=True):
    """What a server says of a table: whom it sees there, and whether it wants to know whom the others see."""

    server: str
    table: str
    seats: set[int]
    asks: bool


class Presence:
    """Whom this server and the others see; `tell` is called for a table of which that has changed."""

    def __init__(self, store: Store, tables: dict[str, HostedTable], notify: Callable[[HostedTable], None]) -> None:
        self.store = store
        self.tables = tables
        self.notify = notify
        self.server = secrets.token_hex(8)
        self._sender = ThreadPoolExecutor(1, "presence")
        """One thread, so that things are said in the order in which they happened."""
        self._closed = False

    def announce_change(self, hosted: HostedTable) -> None:
        """Say whom this server sees at a table, if that has changed."""
        if self.store.shared and hosted.here != hosted.announced:
            self.announce(hosted)

    def announce(self, hosted: HostedTable, *, asks: bool = False) -> None:
        """Say whom this server sees at a table."""
        if self.store.shared and not self._closed:
            hosted.announced = hosted.here
            announcement = Announcement(self.server, hosted.id, hosted.announced, asks)
            self._sender.submit(self._broadcast, msgspec.json.encode(announcement).decode())

    def receive(self, text: str) -> None:
        """Take in what a server has said; what is no saying is nobody's business."""
        try:
            announcement = msgspec.json.decode(text, type=Announcement)
        except msgspec.MsgspecError:
            return
        if announcement.server == self.server:
            return
        for hosted in self.tables.values():
            if hosted.id == announcement.table:
                if hosted.update_remote(announcement.server, announcement.seats):
                    self.notify(hosted)
                if announcement.asks and hosted.here:
                    self.announce(hosted)

    async def announce_periodically(self) -> None:
        """Say again and again whom this server sees, and forget servers that do not."""
        while True:
            await asyncio.sleep(ANNOUNCE_SECONDS)
            for hosted in list(self.tables.values()):
                if hosted.here:
                    self.announce(hosted)
                self.drop_silent(hosted)

    def drop_silent(self, hosted: HostedTable) -> None:
        """Those whom only a server saw that is gone are away."""
        for server, presence in list(hosted.remote.items()):
            if time.monotonic() - presence.at > SILENT_SECONDS and hosted.update_remote(server, set()):
                self.notify(hosted)

    def close(self) -> None:
        """Say nothing more, though people may still be leaving; the others notice."""
        self._closed = True
        self._sender.shutdown(wait=False, cancel_futures=True)

    def _broadcast(self, text: str) -> None:
        try:
            self.store.broadcast(text)
        except StoreError as wrong:
            log.warning("the other servers cannot be told who is here: %s", wrong)
