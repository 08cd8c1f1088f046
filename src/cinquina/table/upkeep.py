"""What a server does beside its tables: resume those left in the middle, let go of the unused, forget the old.

Nobody waits for any of it: each step is short, and the event loop has its turn in between.
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
"""Seconds before its start whose tables a server looks at. Bots answer within seconds: older ones wait for people."""
PAUSE_FACTOR = 4.0
"""After each look the event loop is left alone for this many times as long as the look took."""
SHORTEST_PAUSE = 0.001
UNUSED = 3600.0
"""Seconds after which a table that nobody looks at is not held in memory any more."""
MOST_UNUSED = 1000
"""Tables that nobody looks at are not held beyond this number, so that trying codes does not fill the memory."""
ROUND_SECONDS = 60.0
"""How often unused tables are let go."""
DELETE_SECONDS = 3600.0
"""How often the store is asked to forget."""
TOUCH_SECONDS = 3600.0
"""How often a table in use is noted as used in the store."""

log = logging.getLogger(__name__)


class Upkeep:
    """The upkeep of a hall; `keep` is for how many seconds an unused table stays in the store, 0 for ever."""

    def __init__(self, hall: Hall, keep: float) -> None:
        self.hall = hall
        self.keep = keep
        self._deleted_at = -math.inf

    # --- after a start -----------------------------------------------------------------------------------------

    async def resume_open(self) -> None:
        """Resume, one after the other, the tables where something happens without anybody's doing."""
        try:
            codes = await self.hall.ask(self.hall.store.open_codes, time.time() - RECENT)
        except StoreError as wrong:
            log.error("tables left in the middle are resumed only when somebody looks at them: %s", wrong)
            return
        for code in codes:
            began = time.monotonic()
            await self._resume(code)
            await asyncio.sleep(max(SHORTEST_PAUSE, PAUSE_FACTOR * (time.monotonic() - began)))

    async def _resume(self, code: str) -> None:
        """Hold a table if something is to happen there, else leave it in the store."""
        hall = self.hall
        if code in hall.tables:
            return
        try:
            hosted = await hall.stored(code)
            if hosted.table.moves_by_itself():
                await hall.find(code)
        except (Damaged, NoTable):
            return  # logged already, or forgotten meanwhile
        except StoreError as wrong:
            log.error("table %s is resumed only when somebody looks at it: %s", code, wrong)

    # --- all the time ------------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Let go, note what is in use and forget, again and again."""
        while True:
            await asyncio.sleep(ROUND_SECONDS)
            await self.tidy()

    async def tidy(self) -> None:
        """One round."""
        self.drop_unused()
        for hosted in list(self.hall.tables.values()):
            if hosted.viewers:
                await self.touch(hosted)
        if time.monotonic() - self._deleted_at > DELETE_SECONDS:
            self._deleted_at = time.monotonic()
            await self.delete_old()

    def drop_unused(self) -> None:
        """Drop from memory the tables that nobody has looked at for long, or are too many; the store has them."""
        unused = [hosted for hosted in self.hall.tables.values() if not hosted.is_used]
        unused.sort(key=lambda hosted: hosted.touched)
        too_many = max(0, len(unused) - MOST_UNUSED)
        for place, hosted in enumerate(unused):
            if place < too_many or time.monotonic() - hosted.touched > UNUSED:
                del self.hall.tables[hosted.code]

    async def touch(self, hosted: HostedTable) -> None:
        """Note in the store, now and then, that a table is in use, so that no server forgets it."""
        if not self.keep or time.monotonic() - hosted.touched_in_store < TOUCH_SECONDS:
            return
        hosted.touched_in_store = time.monotonic()
        try:
            await self.hall.ask(self.hall.store.touch, hosted.id, time.time())
        except StoreError as wrong:
            log.error("that table %s is in use cannot be noted: %s", hosted.code, wrong)

    async def delete_old(self) -> None:
        """Drop from the store the tables that nobody has used for as long as they are kept."""
        if not self.keep:
            return
        try:
            count = await self.hall.ask_in_thread(self.hall.store.delete_old, time.time() - self.keep)
        except StoreError as wrong:
            log.error("old tables cannot be forgotten: %s", wrong)
            return
        if count:
            log.info("forgot %d tables that nobody has used for %.0f days", count, self.keep / 86_400)
