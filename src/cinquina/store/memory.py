"""The store without a database: for temporary games and tests, and as the reference for the other stores."""

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
    """Stores tables until the program ends."""

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
        """Create a table; raise CodeTaken, or Conflict when the id is taken."""
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
        """Return the open table with this code, else the newest ended one."""
        with self._open():
            named = [stored for stored in self._tables.values() if stored.code == code]
            return max(named, key=lambda stored: (not stored.ended, stored.created, stored.id), default=None)

    def get(self, table: str) -> StoredTable | None:
        """Return the table with this id."""
        with self._open():
            return self._tables.get(table)

    def append(self, table: str, number: int, text: str, at: float, key: str = "", ended: bool = False) -> None:
        """Store the next event, or raise the first that applies of NoTable, Repeated, TableEnded, Conflict."""
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
        """Return the events with numbers above `after`, in order."""
        with self._open():
            return self._entries.get(table, [])[max(after, 0) :]

    def open_codes(self, since: float) -> list[str]:
        """Return the codes of open tables changed at that time or later, newest first."""
        with self._open():
            found = [stored for stored in self._tables.values() if not stored.ended and stored.changed >= since]
        return [stored.code for stored in sorted(found, key=lambda stored: (-stored.changed, stored.id))]

    def touch(self, table: str, at: float) -> None:
        """Record that a table is in use: set its time of change, if that is later."""
        check_time(at)
        with self._open():
            if table in self._tables and self._tables[table].changed < at:
                self._tables[table] = replace(self._tables[table], changed=at)

    def claim(self) -> None:
        """Do nothing: no other process can use it."""

    def delete_old(self, before: float) -> int:
        """Delete every table, ended or not, last changed before that time; return how many."""
        with self._open():
            old = [stored.id for stored in self._tables.values() if stored.changed < before]
            for table in old:
                del self._tables[table], self._entries[table], self._keys[table]
        return len(old)

    def listen(self, on_append: AppendCallback, on_message: MessageCallback | None = None) -> Listener:
        """Raise StoreError: no other process can write here."""
        raise StoreError("store-not-shared", place="memory:")

    def broadcast(self, text: str) -> None:
        """Raise StoreError: there is nobody to receive it."""
        raise StoreError("store-not-shared", place="memory:")

    def close(self) -> None:
        """Close the store; later calls raise StoreError."""
        self._closed = True

    def _open(self) -> RLock:
        if self._closed:
            raise StoreError("store-closed", place="memory:")
        return self._lock
