"""What every store keeps and promises, and how it refuses."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from cinquina.core import Refusal

LONGEST_NAME = 200
"""Characters of a table's id, a code or a key; an index of PostgreSQL takes no more than 2,700 bytes."""

MESSAGE_PREFIX = "! "
"""How a notice begins that is a call and no append; no table is called so."""

AppendCallback = Callable[[str, int], None]
"""Called with a table and the number of its new event; with "" and 0 when anything may have happened anywhere."""
MessageCallback = Callable[[str], None]
"""Called with what somebody has said by `call`."""


@dataclass(frozen=True, slots=True)
class StoredTable:
    """A table as it is kept: `events` is the number of its newest event, `changed` when that or a `touch` came."""

    id: str
    code: str
    settings: str
    created: float
    changed: float
    events: int
    ended: bool


@dataclass(frozen=True, slots=True)
class Entry:
    """One event of a table; they are numbered from 1 without gaps."""

    number: int
    at: float
    text: str


class StoreError(Refusal):
    """The store cannot do its work; `details` hold the `place` and, where the database said it, `why`.

    store-bad-url         this is no address of a store
    store-needs-postgres  the extra [postgres] is not installed
    store-unreachable     no connection, or it was lost; an append may or may not have been kept: ask again, same key
    store-busy            others kept it busy for too long; nothing was changed
    store-full            no room on the disk, or a limit on its use is reached; nothing was changed
    store-read-only       it may be read but not written
    store-damaged         what is there is no sound database
    store-foreign         the file is the database of another program
    store-newer           a newer Cinquina has made it (`found`, `ours`)
    store-not-shared      asked to listen, where there is nobody to listen to
    store-in-use          another server uses the file
    store-gone            the file was deleted or replaced while it was in use: nothing written is safe
    store-closed          asked after `close`
    store-bad-text        a text with a NUL or half a character, or a name that is empty or too long (`which`)
    store-failed          anything else; `why` says what
    """

    def __str__(self) -> str:
        return ": ".join(str(part) for part in (self.reason, *self.details.values()) if part != "")


class CodeTaken(Refusal):
    """A table that has not ended has this code."""

    def __init__(self, code: str) -> None:
        super().__init__("code-taken", code=code)


class NoTable(Refusal):
    """There is no such table (any more)."""

    def __init__(self) -> None:
        super().__init__("no-such-table")


class TableEnded(Refusal):
    """The table has had its last event."""

    def __init__(self) -> None:
        super().__init__("table-ended")


class Conflict(Refusal):
    """The number is taken or would leave a gap; `next` is the one that would do, 0 when it is the id that is taken."""

    def __init__(self, following: int) -> None:
        super().__init__("event-conflict", next=following)
        self.next = following


class Repeated(Refusal):
    """The key was used at this table before, by the event with this `number`; nothing more was kept."""

    def __init__(self, number: int) -> None:
        super().__init__("event-repeated", number=number)
        self.number = number


class Listener(Protocol):
    """Hears of appends until it is closed."""

    def close(self) -> None:
        """Stop; nothing is heard once this has returned."""


class Store(Protocol):
    """Tables and their events; any thread may call it, and what was appended is safe when `append` returns."""

    @property
    def shared(self) -> bool:
        """Whether servers can share it and `listen` to one another."""

    def create(self, table: str, code: str, settings: str, at: float) -> None:
        """A new table, or CodeTaken; Conflict when the id is taken."""

    def find(self, code: str) -> StoredTable | None:
        """The table with this code that has not ended, else the newest that had it."""

    def get(self, table: str) -> StoredTable | None:
        """The table with this id."""

    def append(self, table: str, number: int, text: str, at: float, key: str = "", ended: bool = False) -> None:
        """Keep the next event; or nothing, and NoTable, Repeated, TableEnded, Conflict, the first that holds."""

    def entries(self, table: str, after: int = 0) -> list[Entry]:
        """The events numbered above `after`, in order."""

    def open_codes(self, since: float) -> list[str]:
        """The codes of the tables that have not ended and changed at that time or later, newest change first."""

    def touch(self, table: str, at: float) -> None:
        """Somebody uses a table: it counts as changed then, if that is later than before."""

    def claim(self) -> None:
        """Keep the store for this server where two cannot share it, until `close`; StoreError when another has it."""

    def delete_old(self, before: float) -> int:
        """Drop every table, ended or not, that changed last before that time; how many."""

    def listen(self, on_append: AppendCallback, on_message: MessageCallback | None = None) -> Listener:
        """Have every append and every call by anybody told, also this store's own, from another thread, in order."""

    def broadcast(self, text: str) -> None:
        """Say something to all who listen now; it is not kept."""

    def close(self) -> None:
        """Let go of the database; whoever asks later gets StoreError."""


def check_names(**names: str) -> None:
    """Refuse a name that some database could not keep as it is."""
    for which, name in names.items():
        if not 0 < len(name) <= LONGEST_NAME:
            raise StoreError("store-bad-text", which=which)
    check_texts(**names)


def check_texts(**texts: str) -> None:
    """Refuse a text that some database could not keep as it is."""
    for which, text in texts.items():
        if not is_sound(text):
            raise StoreError("store-bad-text", which=which)


def is_sound(text: str) -> bool:
    """Whether every database could keep the text: no NUL in it, and no half of a character."""
    try:
        return b"\0" not in text.encode()
    except UnicodeEncodeError:
        return False


def check_time(at: float) -> None:
    """Refuse what is no time."""
    if not math.isfinite(at):
        raise StoreError("store-bad-text", which="at")
