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
from cinquina.table.codes import new_code, plain_code
from cinquina.table.damage import Damaged, reading
from cinquina.table.happenings import (
    MARKS_ONLY,
    Ended,
    Happening,
    Settings,
    happening,
    settings_of,
    written,
)
from cinquina.table.learning import Learner
from cinquina.table.live import Live
from cinquina.table.pads import Pads
from cinquina.table.presence import Presence
from cinquina.table.room import Room, Viewer
from cinquina.table.seated import DoneAlready, Seated, Seeds, Stale, Wish
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
        self.rooms: dict[str, Room] = {}
        self.presence = Presence(store, self.rooms, self._tell)
        self.upkeep = Upkeep(self, keep)
        self._opening = asyncio.Lock()
        self._file = ThreadPoolExecutor(1, "file")
        """A file has one writer at a time; more threads would only wait for one another."""
        self._is_slow = False
        self._aside = ThreadPoolExecutor(STORE_THREADS, "store")
        self.learner = Learner(apart=self.thinker.apart)
        self._tasks: set[asyncio.Task[None]] = set()

    # --- tables ------------------------------------------------------------------------------------------------

    async def make(self, settings: Settings) -> Room:
        """A new table, kept; Refusal for settings that will not do."""
        check_settings(settings)
        for _ in range(CODE_TRIES):
            table, code = secrets.token_hex(16), new_code()
            try:
                await self.ask(self.store.create, table, code, written(settings), time.time())
            except CodeTaken:
                continue
            room = self.rooms.get(code)
            if room is None or room.id != table:  # an ended table may have had the code before
                room = self.rooms[code] = Room(table, code, new_table(settings, code))
            await self._move(room)
            return room
        raise Refusal("no-free-code")

    async def find(self, typed: str) -> Room:
        """The table with a code, read from the store if need be; NoTable when there is none."""
        code = plain_code(typed)
        if code in self.rooms:
            self.rooms[code].touched = time.monotonic()
            return self.rooms[code]
        async with self._opening:
            if code not in self.rooms:
                self.hold(await self.stored(code))
        room = self.rooms[code]
        await self._move(room)
        return room

    async def stored(self, code: str) -> Room:
        """A table as the store has it; NoTable when there is none, Damaged when it cannot be read."""
        kept = await self.ask(self.store.find, code) if code else None
        if kept is None:
            raise NoTable
        entries = await self.ask(self.store.entries, kept.id)
        with reading(kept, entries):
            room = Room(kept.id, code, new_table(settings_of(kept.settings), code))
            take_all(room, entries)
        return room

    def hold(self, room: Room) -> None:
        """Have a table in memory from now on."""
        self.rooms[room.code] = room
        if len(self.rooms) > MOST_UNUSED:
            self.upkeep.let_go()
        self.presence.say(room, asks=True)
        self._run(self.upkeep.touch(room))

    def start(self) -> None:
        """Begin with what goes on by itself: tables left in the middle, upkeep, telling other servers who is here."""
        self._run(self.upkeep.wake())
        self._run(self.upkeep.keep_tidy())
        if self.store.shared:
            self._run(self.presence.keep_saying())

    # --- what happens ------------------------------------------------------------------------------------------

    async def do(self, room: Room, wish: Wish, key: str = "") -> int:
        """Let a wish come true: kept first, then told. The number it got; the same key twice is the same happening."""
        before = room.live.number
        try:
            async with room.lock:
                return await self._keep(room, wish, key)
        finally:
            if room.live.number != before:  # even a refusal may have come with news from another server
                self._tell(room)
                await self._move(room)

    async def learn(self, room: Room, seats: Iterable[int], later: Callable[[], None]) -> None:
        """Wait a little until it is known what can be marked on the pads of some seats; else say so later."""
        unknown = room.live.to_learn()
        learning = [asyncio.create_task(self.learner.learn(unknown[seat])) for seat in seats if seat in unknown]
        if learning:
            _, late = await asyncio.wait(learning, timeout=LEARNING_SECONDS)
            for one in late:
                one.add_done_callback(lambda _: later())

    async def _keep(self, room: Room, wish: Wish, key: str) -> int:
        for _ in range(MOST_RETRIES):
            try:
                happened = await self._granted(room, wish)
            except Refusal:
                # Somebody else's server may have kept the same click already, or more than we know.
                if self.store.shared and await self._read(room):
                    continue
                earlier = await self._kept_as(room, key)
                if earlier:
                    return earlier
                raise
            number = room.live.number + 1
            try:
                await self._append(room, number, happened, key)
            except Repeated as before:
                await self._read(room)
                return before.number
            except TableEnded as ended:
                await self._read(room)
                raise Stale(ended.reason) from ended
            except Conflict:
                await self._read(room)
                continue
            room.take(happened)
            return number
        raise Refusal("table-busy")

    @staticmethod
    async def _granted(room: Room, wish: Wish) -> Happening:
        """What a wish leads to, or Refusal; on pads that may have to be looked for, which is not done on the loop."""
        return await asyncio.to_thread(wish, room.live) if room.live.grants_slowly else wish(room.live)

    async def _kept_as(self, room: Room, key: str) -> int:
        """The number that a click got when it was kept before; 0 when it was not."""
        try:
            if key:
                await self.ask(self.store.append, room.id, 0, "", time.time(), key)  # no event has the number 0
        except Repeated as before:
            return before.number
        except Refusal:
            pass
        return 0

    async def _append(self, room: Room, number: int, happened: Happening, key: str) -> None:
        ended = isinstance(happened, Ended)
        await self.ask(self.store.append, room.id, number, written(happened), time.time(), key, ended)

    async def _read(self, room: Room) -> bool:
        """Take in what the store has and this process has not; whether there was anything."""
        entries = await self.ask(self.store.entries, room.id, room.live.number)
        try:
            take_all(room, entries)
        except Exception:
            self.rooms.pop(room.code, None)  # half read it must not be used: who asks next gets the whole story
            await self.stored(room.code)
            raise
        return bool(entries)

    def hear(self, table: str) -> None:
        """Take in, in its own time, what another server has kept."""
        self._run(self._heard(table))

    async def _heard(self, table: str) -> None:
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
        for room in list(self.rooms.values()):
            if table in ("", room.id):
                async with room.lock:
                    changed = await self._read(room)
                if changed:
                    self._tell(room)
                    await self._move(room)

    async def ask(self, question: Callable[..., Answer], *given: Any) -> Answer:
        """Ask the store: a file at once, a server in a thread, and in a thread a file that was slow the last time.

        See docs/decisions/a-file-answers-at-once.md.
        """
        if self.store.shared:
            return await self.ask_aside(question, *given)
        began = time.monotonic()
        try:
            if self._is_slow:
                return await asyncio.get_running_loop().run_in_executor(self._file, partial(question, *given))
            return question(*given)
        finally:
            self._is_slow = time.monotonic() - began > SLOW_FILE

    async def ask_aside(self, question: Callable[..., Answer], *given: Any) -> Answer:
        """Ask the store in a thread, which `close` waits for: no connection is left in the middle of a question."""
        return await asyncio.get_running_loop().run_in_executor(self._aside, partial(question, *given))

    # --- what happens by itself --------------------------------------------------------------------------------

    async def _move(self, room: Room) -> None:
        """See to it that what waits for nobody happens."""
        if not room.is_moving and room.live.moves_by_itself():
            room.moving = self._run(self._go_on(room))

    def _run(self, story: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Let something happen beside all else, until the hall is closed."""
        task = asyncio.create_task(story)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _go_on(self, room: Room) -> None:
        while room.live.moves_by_itself():
            before = room.live.number
            try:
                await self._one_step(room)
            except Refusal:
                # Somebody was faster, or the store is away; look again, not in a hurry.
                await asyncio.sleep(0.05)
            if room.live.number != before:
                self._tell(room)

    async def _one_step(self, room: Room) -> None:
        live = room.live
        if not live.has_begun:
            wish: Wish = _beginning
        elif live.throws_itself():
            wish = live.throwing()
            await asyncio.sleep(self.pace)
        else:
            asked = live.bots_question(live.bot_to_choose())
            wish = asked.answering(await self.thinker.choose(asked.level, asked.view, asked.seat))
        async with room.lock:
            await self._keep(room, wish, "")

    # --- who watches -------------------------------------------------------------------------------------------

    def _tell(self, room: Room) -> None:
        room.forget_news()
        self.presence.note(room)
        for viewer in list(room.viewers):
            viewer.tell()

    def enter(self, room: Room, viewer: Viewer) -> None:
        """Somebody begins to watch."""
        room.viewers.add(viewer)
        self._tell(room)

    def leave(self, room: Room, viewer: Viewer) -> None:
        """Somebody has gone."""
        for key in viewer.keys:
            for seat in room.live.seats_of(key):
                room.last_seen[seat] = time.monotonic()
        room.viewers.discard(viewer)
        room.touched = time.monotonic()
        self._tell(room)

    async def close(self) -> None:
        """Stop all that moves by itself; nothing is lost by it."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._file.shutdown(wait=False)
        await asyncio.to_thread(self._aside.shutdown)
        self.learner.close()
        self.presence.close()
        self.thinker.close()


def take_all(room: Room, entries: list[Entry]) -> None:
    """Take in the stored events that follow what is known."""
    for entry in entries:
        if entry.number == room.live.number + 1:
            room.take(happening(entry.text))


def new_table(settings: Settings, code: str) -> Seated:
    """A table at which nothing has happened yet."""
    return Pads(settings, code) if settings.dice == MARKS_ONLY else Live(settings, code)


def _beginning(live: Seated) -> Happening:
    """The first game, once."""
    if live.has_begun:
        raise DoneAlready
    return live.beginning(new_seeds())


def new_key() -> str:
    """A secret for a seat that nobody can guess."""
    return secrets.token_urlsafe(KEY_BYTES)


def new_seed() -> str:
    """A seed for a table's dice."""
    return secrets.token_hex(SEED_BYTES)


def new_seeds() -> Seeds:
    """Seeds for a series and the one after it."""
    return Seeds(new_seed(), new_seed())
