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

    def __init__(self, store: Store, tables: dict[str, HostedTable], tell: Callable[[HostedTable], None]) -> None:
        self.store = store
        self.tables = tables
        self.tell = tell
        self.server = secrets.token_hex(8)
        self._voice = ThreadPoolExecutor(1, "presence")
        """One thread, so that things are said in the order in which they happened."""
        self._closed = False

    def note(self, hosted: HostedTable) -> None:
        """Say whom this server sees at a table, if that has changed."""
        if self.store.shared and hosted.here != hosted.said:
            self.say(hosted)

    def say(self, hosted: HostedTable, *, asks: bool = False) -> None:
        """Say whom this server sees at a table."""
        if self.store.shared and not self._closed:
            hosted.said = hosted.here
            saying = Saying(self.server, hosted.id, hosted.said, asks)
            self._voice.submit(self._call, msgspec.json.encode(saying).decode())

    def hear(self, text: str) -> None:
        """Take in what a server has said; what is no saying is nobody's business."""
        try:
            saying = msgspec.json.decode(text, type=Saying)
        except msgspec.MsgspecError:
            return
        if saying.server == self.server:
            return
        for hosted in self.tables.values():
            if hosted.id == saying.table:
                if hosted.sighted(saying.server, saying.seats):
                    self.tell(hosted)
                if saying.asks and hosted.here:
                    self.say(hosted)

    async def keep_saying(self) -> None:
        """Say again and again whom this server sees, and forget servers that do not."""
        while True:
            await asyncio.sleep(AGAIN_SECONDS)
            for hosted in list(self.tables.values()):
                if hosted.here:
                    self.say(hosted)
                self.forget_silent(hosted)

    def forget_silent(self, hosted: HostedTable) -> None:
        """Those whom only a server saw that is gone are away."""
        for server, sighting in list(hosted.elsewhere.items()):
            if time.monotonic() - sighting.at > SILENT_SECONDS and hosted.sighted(server, set()):
                self.tell(hosted)

    def close(self) -> None:
        """Say nothing more, though people may still be leaving; the others notice."""
        self._closed = True
        self._voice.shutdown(wait=False, cancel_futures=True)

    def _call(self, text: str) -> None:
        try:
            self.store.call(text)
        except StoreError as wrong:
            log.warning("the other servers cannot be told who is here: %s", wrong)
