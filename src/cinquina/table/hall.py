"""All live tables of a server: found by their codes, kept by the store before anybody is told, told to whoever watches.

One lock a table, so that what happens there happens one after the other. Bots answer in threads, never on the event
loop. Servers that share a store hear of each other's events and read them.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable, Coroutine, Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, TypeVar

from cinquina.bots.thinking import Thinker
from cinquina.core import Refusal
from cinquina.store import CodeTaken, Conflict, Entry, NoTable, Repeated, Store, StoreError, TableEnded
from cinquina.table.base import Command, DoneAlready, Seeds, Stale, TableBase
from cinquina.table.codes import new_code, plain_code
from cinquina.table.damage import Damaged, reporting_damage
from cinquina.table.dice_table import DiceTable
from cinquina.table.happenings import (
    MARKS_ONLY,
    Ended,
    Happening,
    Settings,
    happening,
    settings_of,
    written,
)
from cinquina.table.hosted import HostedTable, Viewer
from cinquina.table.learning import Learner
from cinquina.table.pad_table import PadTable
from cinquina.table.presence import Presence
from cinquina.table.setup import check_settings
from cinquina.table.upkeep import MOST_UNUSED, Upkeep

KEY_BYTES = 18
SEED_BYTES = 32
MOST_RETRIES = 8
CODE_TRIES = 20
AWAY_SECONDS = 60.0
"""How long somebody must have been away before others may let a bot play for them."""
LEARNING_SECONDS = 0.4
"""How long a snapshot waits for what can be marked."""
STORE_THREADS = 8
SLOW_FILE = 0.1
"""Seconds after which a file is no longer waited for on the event loop."""

Answer = TypeVar("Answer")


class Hall:
    """The tables. `pace` is how long a bot waits before it throws, so that people can follow.

    `keep` is for how many seconds a table is kept that nobody uses; 0 for ever.
    """

    def __init__(
        self,
        store: Store,
        *,
        pace: float = 0.0,
        away: float = AWAY_SECONDS,
        keep: float = 0.0,
        thinker: Thinker | None = None,
    ) -> None:
        self.store = store
        self.thinker = thinker or Thinker()
        self.pace = pace
        self.patience = away
        self.tables: dict[str, HostedTable] = {}
        self.presence = Presence(store, self.tables, self._notify)
        self.upkeep = Upkeep(self, keep)
        self._opening = asyncio.Lock()
        self._file_thread = ThreadPoolExecutor(1, "file")
        """A file has one writer at a time; more threads would only wait for one another."""
        self._is_slow = False
        self._threads = ThreadPoolExecutor(STORE_THREADS, "store")
        self.learner = Learner(apart=self.thinker.apart)
        self._tasks: set[asyncio.Task[None]] = set()

    # --- tables ------------------------------------------------------------------------------------------------

    async def make(self, settings: Settings) -> HostedTable:
        """A new table, kept; Refusal for settings that will not do."""
        check_settings(settings)
        for _ in range(CODE_TRIES):
            table, code = secrets.token_hex(16), new_code()
            try:
                await self.ask(self.store.create, table, code, written(settings), time.time())
            except CodeTaken:
                continue
            hosted = self.tables.get(code)
            if hosted is None or hosted.id != table:  # an ended table may have had the code before
                hosted = self.tables[code] = HostedTable(table, code, new_table(settings, code))
            await self._start_automatic(hosted)
            return hosted
        raise Refusal("no-free-code")

    async def find(self, typed: str) -> HostedTable:
        """The table with a code, read from the store if need be; NoTable when there is none."""
        code = plain_code(typed)
        if code in self.tables:
            self.tables[code].touched = time.monotonic()
            return self.tables[code]
        async with self._opening:
            if code not in self.tables:
                self.hold(await self.stored(code))
        hosted = self.tables[code]
        await self._start_automatic(hosted)
        return hosted

    async def stored(self, code: str) -> HostedTable:
        """A table as the store has it; NoTable when there is none, Damaged when it cannot be read."""
        row = await self.ask(self.store.find, code) if code else None
        if row is None:
            raise NoTable
        entries = await self.ask(self.store.entries, row.id)
        with reporting_damage(row, entries):
            hosted = HostedTable(row.id, code, new_table(settings_of(row.settings), code))
            take_all(hosted, entries)
        return hosted

    def hold(self, hosted: HostedTable) -> None:
        """Have a table in memory from now on."""
        self.tables[hosted.code] = hosted
        if len(self.tables) > MOST_UNUSED:
            self.upkeep.drop_unused()
        self.presence.announce(hosted, asks=True)
        self._run(self.upkeep.touch(hosted))

    def start(self) -> None:
        """Begin with what goes on by itself: tables left in the middle, upkeep, telling other servers who is here."""
        self._run(self.upkeep.resume_open())
        self._run(self.upkeep.run())
        if self.store.shared:
            self._run(self.presence.announce_periodically())

    # --- what happens ------------------------------------------------------------------------------------------

    async def do(self, hosted: HostedTable, command: Command, key: str = "") -> int:
        """Let a wish come true: kept first, then told. The number it got; the same key twice is the same happening."""
        before = hosted.table.number
        try:
            async with hosted.lock:
                return await self._store(hosted, command, key)
        finally:
            if hosted.table.number != before:  # even a refusal may have come with news from another server
                self._notify(hosted)
                await self._start_automatic(hosted)

    async def learn(self, hosted: HostedTable, seats: Iterable[int], later: Callable[[], None]) -> None:
        """Wait a little until it is known what can be marked on the pads of some seats; else say so later."""
        unknown = hosted.table.to_learn()
        learning = [asyncio.create_task(self.learner.learn(unknown[seat])) for seat in seats if seat in unknown]
        if learning:
            _, late = await asyncio.wait(learning, timeout=LEARNING_SECONDS)
            for one in late:
                one.add_done_callback(lambda _: later())

    async def _store(self, hosted: HostedTable, command: Command, key: str) -> int:
        for _ in range(MOST_RETRIES):
            try:
                happened = await self._validated(hosted, command)
            except Refusal:
                # Somebody else's server may have kept the same click already, or more than we know.
                if self.store.shared and await self._read(hosted):
                    continue
                earlier = await self._stored_as(hosted, key)
                if earlier:
                    return earlier
                raise
            number = hosted.table.number + 1
            try:
                await self._append(hosted, number, happened, key)
            except Repeated as before:
                await self._read(hosted)
                return before.number
            except TableEnded as ended:
                await self._read(hosted)
                raise Stale(ended.reason) from ended
            except Conflict:
                await self._read(hosted)
                continue
            hosted.take(happened)
            return number
        raise Refusal("table-busy")

    @staticmethod
    async def _validated(hosted: HostedTable, command: Command) -> Happening:
        """What a wish leads to, or Refusal; on pads that may have to be looked for, which is not done on the loop."""
        table = hosted.table
        return await asyncio.to_thread(command, table) if table.validates_slowly else command(table)

    async def _stored_as(self, hosted: HostedTable, key: str) -> int:
        """The number that a click got when it was kept before; 0 when it was not."""
        try:
            if key:
                await self.ask(self.store.append, hosted.id, 0, "", time.time(), key)  # no event has the number 0
        except Repeated as before:
            return before.number
        except Refusal:
            pass
        return 0

    async def _append(self, hosted: HostedTable, number: int, happened: Happening, key: str) -> None:
        ended = isinstance(happened, Ended)
        await self.ask(self.store.append, hosted.id, number, written(happened), time.time(), key, ended)

    async def _read(self, hosted: HostedTable) -> bool:
        """Take in what the store has and this process has not; whether there was anything."""
        entries = await self.ask(self.store.entries, hosted.id, hosted.table.number)
        try:
            take_all(hosted, entries)
        except Exception:
            self.tables.pop(hosted.code, None)  # half read it must not be used: who asks next gets the whole story
            await self.stored(hosted.code)
            raise
        return bool(entries)

    def refresh_later(self, table: str) -> None:
        """Take in, in its own time, what another server has kept."""
        self._run(self._refresh_with_retries(table))

    async def _refresh_with_retries(self, table: str) -> None:
        for _ in range(MOST_RETRIES):
            try:
                await self.refresh(table)
            except StoreError:
                await asyncio.sleep(1)
            except Damaged:
                return
            else:
                return

    async def refresh(self, table: str) -> None:
        """Another server has kept something of a table (of any, when it is not named)."""
        for hosted in list(self.tables.values()):
            if table in ("", hosted.id):
                async with hosted.lock:
                    changed = await self._read(hosted)
                if changed:
                    self._notify(hosted)
                    await self._start_automatic(hosted)

    async def ask(self, question: Callable[..., Answer], *given: Any) -> Answer:
        """Ask the store: a file at once, a server in a thread, and in a thread a file that was slow the last time.

        See docs/decisions/a-file-answers-at-once.md.
        """
        if self.store.shared:
            return await self.ask_in_thread(question, *given)
        began = time.monotonic()
        try:
            if self._is_slow:
                return await asyncio.get_running_loop().run_in_executor(self._file_thread, partial(question, *given))
            return question(*given)
        finally:
            self._is_slow = time.monotonic() - began > SLOW_FILE

    async def ask_in_thread(self, question: Callable[..., Answer], *given: Any) -> Answer:
        """Ask the store in a thread, which `close` waits for: no connection is left in the middle of a question."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, partial(question, *given))

    # --- what happens by itself --------------------------------------------------------------------------------

    async def _start_automatic(self, hosted: HostedTable) -> None:
        """See to it that what waits for nobody happens."""
        if not hosted.is_moving and hosted.table.moves_by_itself():
            hosted.moving = self._run(self._run_automatic(hosted))

    def _run(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Let something happen beside all else, until the hall is closed."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _run_automatic(self, hosted: HostedTable) -> None:
        while hosted.table.moves_by_itself():
            before = hosted.table.number
            try:
                await self._automatic_step(hosted)
            except Refusal:
                # Somebody was faster, or the store is away; look again, not in a hurry.
                await asyncio.sleep(0.05)
            if hosted.table.number != before:
                self._notify(hosted)

    async def _automatic_step(self, hosted: HostedTable) -> None:
        table = hosted.table
        if not table.has_begun:
            command: Command = _beginning
        elif table.throws_itself():
            command = table.due_throw()
            await asyncio.sleep(self.pace)
        else:
            asked = table.bots_question(table.bot_to_choose())
            command = asked.answering(await self.thinker.choose(asked.level, asked.view, asked.seat))
        async with hosted.lock:
            await self._store(hosted, command, "")

    # --- who watches -------------------------------------------------------------------------------------------

    def _notify(self, hosted: HostedTable) -> None:
        hosted.invalidate()
        self.presence.announce_change(hosted)
        for viewer in list(hosted.viewers):
            viewer.notify()

    def enter(self, hosted: HostedTable, viewer: Viewer) -> None:
        """Somebody begins to watch."""
        hosted.viewers.add(viewer)
        self._notify(hosted)

    def leave(self, hosted: HostedTable, viewer: Viewer) -> None:
        """Somebody has gone."""
        for key in viewer.keys:
            for seat in hosted.table.seats_of(key):
                hosted.last_seen[seat] = time.monotonic()
        hosted.viewers.discard(viewer)
        hosted.touched = time.monotonic()
        self._notify(hosted)

    async def close(self) -> None:
        """Stop all that moves by itself; nothing is lost by it."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._file_thread.shutdown(wait=False)
        await asyncio.to_thread(self._threads.shutdown)
        self.learner.close()
        self.presence.close()
        self.thinker.close()


def take_all(hosted: HostedTable, entries: list[Entry]) -> None:
    """Take in the stored events that follow what is known."""
    for entry in entries:
        if entry.number == hosted.table.number + 1:
            hosted.take(happening(entry.text))


def new_table(settings: Settings, code: str) -> TableBase:
    """A table at which nothing has happened yet."""
    return PadTable(settings, code) if settings.dice == MARKS_ONLY else DiceTable(settings, code)


def _beginning(table: TableBase) -> Happening:
    """The first game, once."""
    if table.has_begun:
        raise DoneAlready
    return table.beginning(new_seeds())


def new_key() -> str:
    """A secret for a seat that nobody can guess."""
    return secrets.token_urlsafe(KEY_BYTES)


def new_seed() -> str:
    """A seed for a table's dice."""
    return secrets.token_hex(SEED_BYTES)


def new_seeds() -> Seeds:
    """Seeds for a series and the one after it."""
    return Seeds(new_seed(), new_seed())
