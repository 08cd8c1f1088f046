"""All live tables of a server. A request is validated, then stored, then broadcast to the viewers.

Each table has a lock, so that its happenings come one after the other. Bots choose in threads, never on the event loop.
Servers that share a store notify one another of new events and read them.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Coroutine, Iterable
from typing import Any

from cinquina.bots.thinking import Thinker
from cinquina.core import Refusal, View
from cinquina.store import CodeTaken, Conflict, Entry, NoTable, Repeated, Store, StoreError, TableEnded
from cinquina.table.base import BotsQuestion, Command, TableBase
from cinquina.table.codes import new_code, plain_code
from cinquina.table.damage import Damaged, reporting_damage
from cinquina.table.dice_table import DiceTable
from cinquina.table.draft import goes_on, no_draft, with_option
from cinquina.table.drafts import Drafts
from cinquina.table.evening import beginning, ending, nudge, wait_for_ready, watch_absence
from cinquina.table.happenings import (
    MARKS_ONLY,
    Ended,
    Happening,
    Settings,
    happening,
    settings_of,
    written,
)
from cinquina.table.hint_desk import HintDesk
from cinquina.table.hints import give_hint
from cinquina.table.hosted import HostedTable, Viewer
from cinquina.table.learning import PadLearner
from cinquina.table.lesson_table import LessonTable
from cinquina.table.pad_table import PadTable
from cinquina.table.presence import Presence
from cinquina.table.refusals import Stale
from cinquina.table.setup import check_settings
from cinquina.table.store_access import StoreAccess
from cinquina.table.upkeep import MOST_UNUSED, Upkeep

log = logging.getLogger(__name__)
MOST_RETRIES = 8
RETRY_PAUSE = 0.005
"""Seconds to wait after a conflict with another server, times the number of tries, so that neither is starved."""
REFUSAL_PAUSE, LONGEST_PAUSE = 0.05, 2.0
"""Seconds to wait after a refused automatic step, times the number of refusals in a row, and the longest wait."""
MANY_REFUSALS = 10
"""After this many refusals of automatic steps in a row the log says that a table does not go on."""
CODE_TRIES = 20
AWAY_SECONDS = 60.0
"""How long a player must be away before others may let a bot play for them."""
LEARNING_SECONDS = 0.4
"""How long a snapshot waits for the possible marks of a pad."""


class Hall:
    """The live tables of a server. `pace` is how many seconds a bot waits before it throws.

    `keep` is after how many seconds an unused table is deleted; 0 for never.
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
        self.access = StoreAccess(store)
        self.thinker = thinker or Thinker()
        self.pace = pace
        self.patience = away
        self.tables: dict[str, HostedTable] = {}
        self.presence = Presence(store, self.tables, self.notify)
        self.upkeep = Upkeep(self, keep)
        self._opening = asyncio.Lock()
        self.learner = PadLearner(apart=self.thinker.apart)
        self.hint_desk = HintDesk(apart=self.thinker.apart)
        self._tasks: set[asyncio.Task[None]] = set()

    # --- tables ------------------------------------------------------------------------------------------------

    async def make(self, settings: Settings) -> HostedTable:
        """Create and store a new table; raise Refusal for invalid settings."""
        check_settings(settings)
        for _ in range(CODE_TRIES):
            table, code = secrets.token_hex(16), new_code()
            try:
                await self.access.ask(self.store.create, table, code, written(settings), time.time())
            except CodeTaken:
                continue
            hosted = self.tables.get(code)
            if hosted is None or hosted.id != table:  # an ended table may have had the same code
                hosted = self.tables[code] = HostedTable(table, code, new_table(settings, code))
            await self._start_automatic(hosted)
            return hosted
        raise Refusal("no-free-code")

    async def find(self, typed: str) -> HostedTable:
        """Return the table with a code, from memory or from the store; raise NoTable when there is none."""
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
        """Read a table from the store; raise NoTable when there is none, Damaged when it cannot be read."""
        row = await self.access.ask(self.store.find, code) if code else None
        if row is None:
            raise NoTable
        entries = await self.access.ask(self.store.entries, row.id)
        with reporting_damage(row, entries):
            hosted = HostedTable(row.id, code, new_table(settings_of(row.settings), code))
            take_all(hosted, entries)
        return hosted

    def hold(self, hosted: HostedTable) -> None:
        """Hold a table in memory."""
        self.tables[hosted.code] = hosted
        if len(self.tables) > MOST_UNUSED:
            self.upkeep.drop_unused()
        self.presence.announce(hosted, asks=True)
        self.run(self.upkeep.touch(hosted))

    def start(self) -> None:
        """Start the background tasks: resuming tables, upkeep, announcing who is present."""
        self.run(self.upkeep.resume_open())
        self.run(self.upkeep.run())
        if self.store.shared:
            self.run(self.presence.announce_periodically())

    # --- requests ----------------------------------------------------------------------------------------------

    async def do(self, hosted: HostedTable, command: Command, key: str = "") -> int:
        """Validate a command, store its happening, notify the viewers; return its number. A key is only used once."""
        before = hosted.table.number
        try:
            async with hosted.lock:
                return await self._store(hosted, command, key)
        finally:
            if hosted.table.number != before:  # even a refused command may have read events of another server
                self.notify(hosted)
                await self._start_automatic(hosted)

    def draft(self, hosted: HostedTable, seat: int, change: Callable[[Drafts], None]) -> None:
        """Change the draft of a seat and show it to the seat's own pages."""
        change(hosted.drafts)
        self.show(hosted, seat)

    async def hint(self, hosted: HostedTable, key: str, seat: int, click: int, once: str = "") -> None:
        """Give a hint to a seat, whose own pages show it; that it asked is stored first."""
        await give_hint(self, hosted, key, seat, click, once)

    def nudge(self, hosted: HostedTable, key: str, seat: int) -> None:
        """Ask a player to go on."""
        nudge(hosted, key, seat)
        self.show(hosted, seat)

    def succeed(self, hosted: HostedTable, code: str) -> None:
        """Show everybody at a closed table where it goes on."""
        hosted.successor = code
        self.notify(hosted)

    @staticmethod
    def show(hosted: HostedTable, seat: int) -> None:
        """Notify the pages of a seat's owner only."""
        own = hosted.table.places[seat].key
        for viewer in list(hosted.viewers):
            if own in viewer.prints:
                viewer.notify()

    async def learn(self, hosted: HostedTable, seats: Iterable[int], later: Callable[[], None]) -> None:
        """Wait briefly until the possible marks of some seats' pads are known; call `later` if they come later."""
        unknown = hosted.table.to_learn()
        learning = [asyncio.create_task(self.learner.learn(unknown[seat])) for seat in seats if seat in unknown]
        if learning:
            _, late = await asyncio.wait(learning, timeout=LEARNING_SECONDS)
            for one in late:
                one.add_done_callback(lambda _: later())

    async def _store(self, hosted: HostedTable, command: Command, key: str) -> int:
        for tried in range(MOST_RETRIES):
            try:
                happened = await self._validated(hosted, command)
            except Refusal:
                # Another server may have stored the same click already, or events that are not known here yet.
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
                await asyncio.sleep(RETRY_PAUSE * tried)
                await self._read(hosted)
                continue
            hosted.take(happened)
            return number
        raise Refusal("table-busy")

    @staticmethod
    async def _validated(hosted: HostedTable, command: Command) -> Happening:
        """Run a command, in a thread if it may have to search."""
        table = hosted.table
        return await asyncio.to_thread(command, table) if table.validates_slowly else command(table)

    async def _stored_as(self, hosted: HostedTable, key: str) -> int:
        """Return the number under which a click was already stored; 0 when it was not."""
        try:
            if key:
                await self.access.ask(self.store.append, hosted.id, 0, "", time.time(), key)  # there is no event 0
        except Repeated as before:
            return before.number
        except Refusal:
            pass
        return 0

    async def _append(self, hosted: HostedTable, number: int, happened: Happening, key: str) -> None:
        ended = isinstance(happened, Ended)
        await self.access.ask(self.store.append, hosted.id, number, written(happened), time.time(), key, ended)

    async def _read(self, hosted: HostedTable) -> bool:
        """Apply the stored events that this process has not seen; return whether there were any."""
        entries = await self.access.ask(self.store.entries, hosted.id, hosted.table.number)
        try:
            take_all(hosted, entries)
        except Exception:
            self.tables.pop(hosted.code, None)  # a partly read table must not be used: the next request reads it again
            await self.stored(hosted.code)
            raise
        return bool(entries)

    def refresh_later(self, table: str) -> None:
        """Read in the background what another server has stored."""
        self.run(self._refresh_with_retries(table))

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
        """Read what another server has stored at a table; at all tables when `table` is empty."""
        for hosted in list(self.tables.values()):
            if table in ("", hosted.id):
                async with hosted.lock:
                    changed = await self._read(hosted)
                if changed:
                    self.notify(hosted)
                    await self._start_automatic(hosted)

    # --- automatic steps ---------------------------------------------------------------------------------------

    async def _start_automatic(self, hosted: HostedTable) -> None:
        """Start the automatic steps of a table, if there are any to make, and the wait for the next game."""
        wait_for_ready(self, hosted)
        if not hosted.is_moving and hosted.table.moves_by_itself():
            hosted.moving = self.run(self._run_automatic(hosted))

    def run(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Run a background task until the hall is closed."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _run_automatic(self, hosted: HostedTable) -> None:
        refusals = 0
        while hosted.table.moves_by_itself():
            before = hosted.table.number
            try:
                await self._automatic_step(hosted)
            except Refusal as wrong:
                # Somebody was faster, or the store is unreachable: try again, less and less often.
                refusals += 1
                if refusals == MANY_REFUSALS:
                    log.error("table %s cannot go on by itself: %s %s", hosted.table.code, wrong.reason, wrong.details)
                await asyncio.sleep(min(REFUSAL_PAUSE * refusals, LONGEST_PAUSE))
            if hosted.table.number != before:
                refusals = 0
                self.notify(hosted)

    async def _automatic_step(self, hosted: HostedTable) -> None:
        table = hosted.table
        if not table.has_begun:
            command: Command = beginning
        elif table.ends_itself():
            command = ending
        elif table.throws_itself():
            command = table.due_throw()
            await asyncio.sleep(self.pace)
        else:
            asked = table.bots_question(table.bot_to_choose())
            command = asked.answering(asked.answer or await self._answer_of_bot(asked))
        async with hosted.lock:
            await self._store(hosted, command, "")

    async def _answer_of_bot(self, asked: BotsQuestion) -> tuple[int, ...]:
        """Let a bot choose until its answer is complete, so that it is stored as one happening."""
        draft = no_draft(asked.view.position, asked.seat)
        while goes_on(draft, asked.seat):
            option = await self.thinker.choose(asked.level, View(draft.position), asked.seat)
            draft = with_option(draft, asked.seat, option)
        return draft.stages[0]

    # --- viewers -----------------------------------------------------------------------------------------------

    def notify(self, hosted: HostedTable) -> None:
        """Tell everybody who looks at a table that something has changed."""
        hosted.invalidate()
        self.presence.announce_change(hosted)
        for viewer in list(hosted.viewers):
            viewer.notify()

    def enter(self, hosted: HostedTable, viewer: Viewer) -> None:
        """Add a viewer."""
        hosted.viewers.add(viewer)
        self.notify(hosted)
        watch_absence(self, hosted)

    def leave(self, hosted: HostedTable, viewer: Viewer) -> None:
        """Remove a viewer."""
        for key in viewer.keys:
            for seat in hosted.table.seats_of(key):
                hosted.last_seen[seat] = time.monotonic()
        hosted.viewers.discard(viewer)
        hosted.touched = time.monotonic()
        self.notify(hosted)
        watch_absence(self, hosted)

    async def close(self) -> None:
        """Cancel the background tasks; nothing is lost."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.access.close()
        self.learner.close()
        self.hint_desk.close()
        self.presence.close()
        self.thinker.close()


def take_all(hosted: HostedTable, entries: list[Entry]) -> None:
    """Apply the stored events that follow what is known."""
    for entry in entries:
        if entry.number == hosted.table.number + 1:
            hosted.take(happening(entry.text))


def new_table(settings: Settings, code: str) -> TableBase:
    """Return a table without any happenings."""
    if settings.dice == MARKS_ONLY:
        return PadTable(settings, code)
    return LessonTable(settings, code) if settings.lesson else DiceTable(settings, code)
