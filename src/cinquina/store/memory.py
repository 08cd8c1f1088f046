"""The store without a database: for games nobody needs tomorrow, for tests, and as the twin the others are held to."""

from __future__ import annotations

from dataclasses import replace
from threading import RLock

from cinquina.store.protocol import (
    AppendCallback,
    CodeTaken,
    Conflict,
    Entry,
    Listener,
    MessageCallback,
    NoTable,
    Repeated,
    StoredTable,
    StoreError,
    TableEnded,
    check_names,
    check_texts,
    check_time,
)


class MemoryStore:
    """Keeps tables as long as the program runs."""

    shared = False

    def __init__(self) -> None:
        self._lock = RLock()
        self._tables: dict[str, StoredTable] = {}
        self._entries: dict[str, list[Entry]] = {}
        self._keys: dict[str, dict[str, int]] = {}
        self._closed = False

    def __repr__(self) -> str:
        return "MemoryStore()"

    def create(self, table: str, code: str, settings: str, at: float) -> None:
        """A new table, or CodeTaken; Conflict when the id is taken."""
        check_names(table=table, code=code)
        check_texts(settings=settings)
        check_time(at)
        with self._open():
            if table in self._tables:
                raise Conflict(0)
            if any(stored.code == code and not stored.ended for stored in self._tables.values()):
                raise CodeTaken(code)
            self._tables[table] = StoredTable(table, code, settings, at, at, 0, False)
            self._entries[table] = []
            self._keys[table] = {}

    def find(self, code: str) -> StoredTable | None:
        """The table with this code that has not ended, else the newest that had it."""
        with self._open():
            named = [stored for stored in self._tables.values() if stored.code == code]
            return max(named, key=lambda stored: (not stored.ended, stored.created, stored.id), default=None)

    def get(self, table: str) -> StoredTable | None:
        """The table with this id."""
        with self._open():
            return self._tables.get(table)

    def append(self, table: str, number: int, text: str, at: float, key: str = "", ended: bool = False) -> None:
        """Keep the next event; or nothing, and NoTable, Repeated, TableEnded, Conflict, the first that holds."""
        check_names(table=table, key=key or "none")
        check_texts(text=text)
        check_time(at)
        with self._open():
            stored = self._tables.get(table)
            if stored is None:
                raise NoTable
            if key in self._keys[table]:
                raise Repeated(self._keys[table][key])
            if stored.ended:
                raise TableEnded
            if number != stored.events + 1:
                raise Conflict(stored.events + 1)
            self._entries[table].append(Entry(number, at, text))
            if key:
                self._keys[table][key] = number
            self._tables[table] = replace(stored, changed=at, events=number, ended=ended)

    def entries(self, table: str, after: int = 0) -> list[Entry]:
        """The events numbered above `after`, in order."""
        with self._open():
            return self._entries.get(table, [])[max(after, 0) :]

    def open_codes(self, since: float) -> list[str]:
        """The codes of the tables that have not ended and changed at that time or later, newest change first."""
        with self._open():
            found = [stored for stored in self._tables.values() if not stored.ended and stored.changed >= since]
        return [stored.code for stored in sorted(found, key=lambda stored: (-stored.changed, stored.id))]

    def touch(self, table: str, at: float) -> None:
        """Somebody uses a table: it counts as changed then, if that is later than before."""
        check_time(at)
        with self._open():
            if table in self._tables and self._tables[table].changed < at:
                self._tables[table] = replace(self._tables[table], changed=at)

    def claim(self) -> None:
        """Nobody else could use it."""

    def delete_old(self, before: float) -> int:
        """Drop every table, ended or not, that changed last before that time; how many."""
        with self._open():
            old = [stored.id for stored in self._tables.values() if stored.changed < before]
            for table in old:
                del self._tables[table], self._entries[table], self._keys[table]
        return len(old)

    def listen(self, on_append: AppendCallback, on_message: MessageCallback | None = None) -> Listener:
        """StoreError: nobody else can write here."""
        raise StoreError("store-not-shared", place="memory:")

    def broadcast(self, text: str) -> None:
        """StoreError: nobody else can hear it."""
        raise StoreError("store-not-shared", place="memory:")

    def close(self) -> None:
        """Let go of everything; whoever asks later gets StoreError."""
        self._closed = True

    def _open(self) -> RLock:
        if self._closed:
            raise StoreError("store-closed", place="memory:")
        return self._lock
