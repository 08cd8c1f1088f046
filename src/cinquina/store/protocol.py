"""The interface of all stores, and their errors."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from cinquina.core import Refusal

LONGEST_NAME = 200
"""The most characters of a table's id, a code or a key; an index entry in PostgreSQL has at most 2,700 bytes."""

MESSAGE_PREFIX = "! "
"""Marks notifications that are messages rather than appends; no table id begins like this."""

AppendCallback = Callable[[str, int], None]
"""Called with a table and the number of its new event; with "" and 0 when any table may have changed."""
MessageCallback = Callable[[str], None]
"""Called with a message sent by `broadcast`."""


@dataclass(frozen=True, slots=True)
class StoredTable:
    """A stored table: `events` is the number of its newest event, `changed` the time of that or of a later `touch`."""

    id: str
    code: str
    settings: str
    created: float
    changed: float
    events: int
    ended: bool


@dataclass(frozen=True, slots=True)
class Entry:
    """One event of a table; events are numbered from 1 without gaps."""

    number: int
    at: float
    text: str


class StoreError(Refusal):
    """The store failed; `details` holds the `place` and, if the database gave one, the reason `why`.

    store-bad-url         the URL is invalid
    store-needs-postgres  the extra [postgres] is not installed
    store-unreachable     no connection, or it was lost; an append may have been stored: retry with the same key
    store-busy            locked by others for too long; nothing was changed
    store-full            disk full, or a quota reached; nothing was changed
    store-read-only       it can be read but not written
    store-damaged         the database is corrupt
    store-foreign         the file is the database of another program
    store-newer           created by a newer Cinquina (`found`, `ours`)
    store-not-shared      this store cannot be shared, so there is nothing to listen to
    store-in-use          another server uses the file
    store-gone            the file was deleted or replaced while in use: nothing written is safe
    store-closed          called after `close`
    store-bad-text        a text with a NUL or a lone surrogate, or a name that is empty or too long (`which`)
    store-failed          anything else; see `why`
    """

    def __str__(self) -> str:
        return ": ".join(str(part) for part in (self.reason, *self.details.values()) if part != "")


class CodeTaken(Refusal):
    """An open table has this code."""

    def __init__(self, code: str) -> None:
        super().__init__("code-taken", code=code)


class NoTable(Refusal):
    """There is no such table."""

    def __init__(self) -> None:
        super().__init__("no-such-table")


class TableEnded(Refusal):
    """The table has ended."""

    def __init__(self) -> None:
        super().__init__("table-ended")


class Conflict(Refusal):
    """The number is taken or would leave a gap; `next` is the right one, 0 when the table's id is taken."""

    def __init__(self, following: int) -> None:
        super().__init__("event-conflict", next=following)
        self.next = following


class Repeated(Refusal):
    """The event with this `number` already used this key at this table; nothing was stored."""

    def __init__(self, number: int) -> None:
        super().__init__("event-repeated", number=number)
        self.number = number


class Listener(Protocol):
    """Receives notifications until it is closed."""

    def close(self) -> None:
        """Stop; there are no callbacks after this returns."""


class Store(Protocol):
    """Tables and their events. It is thread-safe, and an event is durable when `append` returns."""

    @property
    def shared(self) -> bool:
        """Whether several servers can use it and `listen` to each other."""

    def create(self, table: str, code: str, settings: str, at: float) -> None:
        """Create a table; raise CodeTaken, or Conflict when the id is taken."""

    def find(self, code: str) -> StoredTable | None:
        """Return the open table with this code, else the newest ended one."""

    def get(self, table: str) -> StoredTable | None:
        """Return the table with this id."""

    def append(self, table: str, number: int, text: str, at: float, key: str = "", ended: bool = False) -> None:
        """Store the next event, or raise the first that applies of NoTable, Repeated, TableEnded, Conflict."""

    def entries(self, table: str, after: int = 0) -> list[Entry]:
        """Return the events with numbers above `after`, in order."""

    def open_codes(self, since: float) -> list[str]:
        """Return the codes of open tables changed at that time or later, newest first."""

    def touch(self, table: str, at: float) -> None:
        """Record that a table is in use: set its time of change, if that is later."""

    def claim(self) -> None:
        """Reserve a store that cannot be shared, until `close`; raise StoreError when another server has it."""

    def delete_old(self, before: float) -> int:
        """Delete every table, ended or not, last changed before that time; return how many."""

    def listen(self, on_append: AppendCallback, on_message: MessageCallback | None = None) -> Listener:
        """Call back from another thread, in order, for every append and message, including this store's own."""

    def broadcast(self, text: str) -> None:
        """Send a message to all current listeners; it is not stored."""

    def close(self) -> None:
        """Close the database; later calls raise StoreError."""


def check_names(**names: str) -> None:
    """Refuse a name that some database could not store unchanged."""
    for which, name in names.items():
        if not 0 < len(name) <= LONGEST_NAME:
            raise StoreError("store-bad-text", which=which)
    check_texts(**names)


def check_texts(**texts: str) -> None:
    """Refuse a text that some database could not store unchanged."""
    for which, text in texts.items():
        if not is_sound(text):
            raise StoreError("store-bad-text", which=which)


def is_sound(text: str) -> bool:
    """Whether every database can store the text: no NUL and no lone surrogates."""
    try:
        return b"\0" not in text.encode()
    except UnicodeEncodeError:
        return False


def check_time(at: float) -> None:
    """Refuse an infinite or undefined time."""
    if not math.isfinite(at):
        raise StoreError("store-bad-text", which="at")
