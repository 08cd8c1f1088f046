"""Which players are present, shared between servers with one store: each announces whom it sees, at every change and
periodically.

A killed server stops announcing, and after a while the players it saw count as away.
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
"""How often a server repeats its announcements."""
SILENT_SECONDS = 40.0
"""A server that has been silent for this long is treated as stopped."""

log = logging.getLogger(__name__)


class Announcement(msgspec.Struct, frozen=True):
    """The seats a server sees at a table, and whether it asks the others for theirs."""

    server: str
    table: str
    seats: set[int]
    asks: bool


class Presence:
    """The seats that this server and the others see; `notify` is called for a table where they changed."""

    def __init__(self, store: Store, tables: dict[str, HostedTable], notify: Callable[[HostedTable], None]) -> None:
        self.store = store
        self.tables = tables
        self.notify = notify
        self.server = secrets.token_hex(8)
        self._sender = ThreadPoolExecutor(1, "presence")
        """A single thread, so that announcements are sent in order."""
        self._closed = False

    def announce_change(self, hosted: HostedTable) -> None:
        """Announce the seats this server sees at a table, if they changed."""
        if self.store.shared and hosted.here != hosted.announced:
            self.announce(hosted)

    def announce(self, hosted: HostedTable, *, asks: bool = False) -> None:
        """Announce the seats this server sees at a table."""
        if self.store.shared and not self._closed:
            hosted.announced = hosted.here
            announcement = Announcement(self.server, hosted.id, hosted.announced, asks)
            self._sender.submit(self._broadcast, msgspec.json.encode(announcement).decode())

    def receive(self, text: str) -> None:
        """Apply an announcement of another server; ignore anything else."""
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
        """Repeat the announcements of this server, and drop servers that have stopped."""
        while True:
            await asyncio.sleep(ANNOUNCE_SECONDS)
            for hosted in list(self.tables.values()):
                if hosted.here:
                    self.announce(hosted)
                self.drop_silent(hosted)

    def drop_silent(self, hosted: HostedTable) -> None:
        """Drop what silent servers have announced."""
        for server, presence in list(hosted.remote.items()):
            if time.monotonic() - presence.at > SILENT_SECONDS and hosted.update_remote(server, set()):
                self.notify(hosted)

    def close(self) -> None:
        """Stop announcing; the other servers will notice."""
        self._closed = True
        self._sender.shutdown(wait=False, cancel_futures=True)

    def _broadcast(self, text: str) -> None:
        try:
            self.store.broadcast(text)
        except StoreError as wrong:
            log.warning("cannot announce present players to the other servers: %s", wrong)
