"""Background work of a server: resume interrupted tables, drop unused ones from memory, delete old ones.

Each step is short, so that the event loop is never blocked for long.
"""

from __future__ import annotations

import asyncio
import logging
import math
import time
from typing import TYPE_CHECKING

from cinquina.store import NoTable, StoreError
from cinquina.table.damage import Damaged
from cinquina.table.hosted import HostedTable

if TYPE_CHECKING:
    from cinquina.table.hall import Hall

RECENT = 24 * 3600.0
"""Only tables changed this recently are resumed at the start: older ones do not wait for a bot."""
PAUSE_FACTOR = 4.0
"""After each table that is resumed, pause for this many times as long as that took."""
SHORTEST_PAUSE = 0.001
UNUSED = 3600.0
"""Seconds after which an unused table is dropped from memory."""
MOST_UNUSED = 1000
"""At most this many unused tables stay in memory, so that guessing codes does not fill it."""
ROUND_SECONDS = 60.0
"""How often unused tables are dropped from memory."""
DELETE_SECONDS = 3600.0
"""How often old tables are deleted from the store."""
TOUCH_SECONDS = 3600.0
"""How often the store records that a table is in use."""

log = logging.getLogger(__name__)


class Upkeep:
    """The background work of a hall; `keep` is after how many seconds an unused table is deleted, 0 for never."""

    def __init__(self, hall: Hall, keep: float) -> None:
        self.hall = hall
        self.keep = keep
        self._deleted_at = -math.inf

    # --- after a start -----------------------------------------------------------------------------------------

    async def resume_open(self) -> None:
        """Resume the tables that have automatic steps to make, one after the other."""
        try:
            codes = await self.hall.access.ask(self.hall.store.open_codes, time.time() - RECENT)
        except StoreError as wrong:
            log.error("cannot resume interrupted tables until somebody opens them: %s", wrong)
            return
        for code in codes:
            began = time.monotonic()
            await self._resume(code)
            await asyncio.sleep(max(SHORTEST_PAUSE, PAUSE_FACTOR * (time.monotonic() - began)))

    async def _resume(self, code: str) -> None:
        """Load a table if it has automatic steps to make."""
        hall = self.hall
        if code in hall.tables:
            return
        try:
            hosted = await hall.stored(code)
            if hosted.table.moves_by_itself() or hosted.table.ready:
                await hall.find(code)
        except (Damaged, NoTable):
            return  # already logged, or deleted meanwhile
        except StoreError as wrong:
            log.error("cannot resume table %s until somebody opens it: %s", code, wrong)

    # --- periodically ------------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Do the periodic work until cancelled."""
        while True:
            await asyncio.sleep(ROUND_SECONDS)
            await self.tidy()

    async def tidy(self) -> None:
        """Do the periodic work once."""
        self.drop_unused()
        for hosted in list(self.hall.tables.values()):
            if hosted.viewers:
                await self.touch(hosted)
        if time.monotonic() - self._deleted_at > DELETE_SECONDS:
            self._deleted_at = time.monotonic()
            await self.delete_old()

    def drop_unused(self) -> None:
        """Drop tables from memory that have been unused for long or are too many; they stay in the store."""
        unused = [hosted for hosted in self.hall.tables.values() if not hosted.is_used]
        unused.sort(key=lambda hosted: hosted.touched)
        too_many = max(0, len(unused) - MOST_UNUSED)
        for place, hosted in enumerate(unused):
            if place < too_many or time.monotonic() - hosted.touched > UNUSED:
                del self.hall.tables[hosted.code]

    async def touch(self, hosted: HostedTable) -> None:
        """Record in the store, once in a while, that a table is in use, so that it is not deleted."""
        if not self.keep or time.monotonic() - hosted.touched_in_store < TOUCH_SECONDS:
            return
        hosted.touched_in_store = time.monotonic()
        try:
            await self.hall.access.ask(self.hall.store.touch, hosted.id, time.time())
        except StoreError as wrong:
            log.error("cannot record that table %s is in use: %s", hosted.code, wrong)

    async def delete_old(self) -> None:
        """Delete tables from the store that have been unused for too long."""
        if not self.keep:
            return
        try:
            count = await self.hall.access.ask_in_thread(self.hall.store.delete_old, time.time() - self.keep)
        except StoreError as wrong:
            log.error("cannot delete old tables: %s", wrong)
            return
        if count:
            log.info("deleted %d tables unused for %.0f days", count, self.keep / 86_400)
