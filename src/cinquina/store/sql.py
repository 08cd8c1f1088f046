"""The store in a database: one set of statements for SQLite and PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any

from sqlalchemy import Connection, Engine, Select, bindparam, delete, event, insert, select, update
from sqlalchemy.engine import URL
from sqlalchemy.exc import IntegrityError
from sqlalchemy.pool import ConnectionPoolEntry

from cinquina.core import Refusal
from cinquina.store.errors import as_store_error
from cinquina.store.migrate import bring_up_to_date
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
    is_sound,
)
from cinquina.store.schema import events, tables
from cinquina.store.urls import public_url

DELETE_BATCH = 100
"""Tables deleted in one transaction, so that live tables never wait long."""

CLAIM_NUMBER = (
    update(tables)
    .where(tables.c.id == bindparam("table"))
    .where(tables.c.events == bindparam("number") - 1)
    .where(tables.c.ended.is_(False))
    .values(events=bindparam("number"), changed=bindparam("at"), ended=bindparam("ends"))
)
"""Claims the number. It runs first because it locks the row: of two writers the second waits, then matches none."""

ADD = insert(events).values(
    table_id=bindparam("table"),
    number=bindparam("number"),
    at=bindparam("at"),
    key=bindparam("key"),
    text=bindparam("text"),
)
GET = select(tables).where(tables.c.id == bindparam("table"))
FIND = (
    select(tables)
    .where(tables.c.code == bindparam("code"))
    .order_by(tables.c.ended, tables.c.created.desc(), tables.c.id.desc())
    .limit(1)
)
KEY_USED = select(events.c.number).where(events.c.table_id == bindparam("table"), events.c.key == bindparam("key"))
ENTRIES = (
    select(events.c.number, events.c.at, events.c.text)
    .where(events.c.table_id == bindparam("table"), events.c.number > bindparam("after"))
    .order_by(events.c.number)
)
OPEN_CODES = (
    select(tables.c.code)
    .where(tables.c.ended.is_(False), tables.c.changed >= bindparam("since"))
    .order_by(tables.c.changed.desc(), tables.c.id)
)
TOUCH = (
    update(tables)
    .where(tables.c.id == bindparam("table"), tables.c.changed < bindparam("at"))
    .values(changed=bindparam("at"))
)
OLD = select(tables.c.id).where(tables.c.changed < bindparam("before")).limit(DELETE_BATCH)
DELETE_OLD = delete(tables).where(tables.c.id.in_(OLD), tables.c.changed < bindparam("before"))
"""Also deletes their events. `before` is checked twice because an append may happen in between."""


class SqlStore:
    """What both databases have in common; they differ in opening, locking and notifying."""

    shared = False

    def __init__(self, where: URL, engine: Engine, one_writer: AbstractContextManager[object] | None = None) -> None:
        self._where = where
        self._engine = engine
        self._writer = engine.execution_options(writes=True)
        self._one_writer = one_writer or nullcontext()
        self._closed = False
        event.listen(engine, "checkin", self._close_late)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({public_url(self._where)!r})"

    def create(self, table: str, code: str, settings: str, at: float) -> None:
        """Create a table; raise CodeTaken, or Conflict when the id is taken."""
        check_names(table=table, code=code)
        check_texts(settings=settings)
        check_time(at)
        row = StoredTable(table, code, settings, at, at, 0, False)
        try:
            with as_store_error(self._where, unless=IntegrityError), self._writing() as connection:
                connection.execute(insert(tables), {name: getattr(row, name) for name in StoredTable.__slots__})
        except IntegrityError:
            raise (Conflict(0) if self.get(table) else CodeTaken(code)) from None

    def find(self, code: str) -> StoredTable | None:
        """Return the open table with this code, else the newest ended one."""
        return self._one(FIND, code=code)

    def get(self, table: str) -> StoredTable | None:
        """Return the table with this id."""
        return self._one(GET, table=table)

    def append(self, table: str, number: int, text: str, at: float, key: str = "", ended: bool = False) -> None:
        """Store the next event, or raise the first that applies of NoTable, Repeated, TableEnded, Conflict."""
        check_names(table=table, key=key or "none")
        check_texts(text=text)
        check_time(at)
        event = {"table": table, "number": number, "at": at, "key": key or None, "text": text, "ends": ended}
        if not self._add(event):
            raise self._refusal(table, key)

    def _add(self, event: dict[str, Any]) -> bool:
        """Store an event in one transaction; return False if its number is taken or its key was used before."""
        try:
            with as_store_error(self._where, unless=IntegrityError), self._writing() as connection:
                claimed = bool(connection.execute(CLAIM_NUMBER, event).rowcount)
                if claimed:
                    connection.execute(ADD, event)
                    self._notify(connection, event["table"], event["number"])
        except IntegrityError:
            return False
        return claimed

    def entries(self, table: str, after: int = 0) -> list[Entry]:
        """Return the events with numbers above `after`, in order."""
        with self._reading() as connection:
            asked = {"table": table, "after": after}
            return [Entry(*row) for row in connection.execute(ENTRIES, asked)] if is_sound(table) else []

    def open_codes(self, since: float) -> list[str]:
        """Return the codes of open tables changed at that time or later, newest first."""
        with self._reading() as connection:
            return list(connection.scalars(OPEN_CODES, {"since": since}))

    def touch(self, table: str, at: float) -> None:
        """Record that a table is in use: set its time of change, if that is later."""
        check_time(at)
        with as_store_error(self._where), self._writing() as connection:
            connection.execute(TOUCH, {"table": table, "at": at})

    def claim(self) -> None:
        """Do nothing: servers can share this store."""

    def delete_old(self, before: float) -> int:
        """Delete every table, ended or not, last changed before that time; return how many."""
        total = 0
        while True:
            with as_store_error(self._where), self._writing() as connection:
                count = connection.execute(DELETE_OLD, {"before": before}).rowcount
            total += count
            if count < DELETE_BATCH:
                return total

    def listen(self, on_append: AppendCallback, on_message: MessageCallback | None = None) -> Listener:
        """Raise StoreError, unless the database can notify."""
        raise StoreError("store-not-shared", place=public_url(self._where))

    def broadcast(self, text: str) -> None:
        """Raise StoreError, unless the database can notify."""
        raise StoreError("store-not-shared", place=public_url(self._where))

    def close(self) -> None:
        """Close the database; later calls raise StoreError."""
        self._closed = True
        with as_store_error(self._where):
            self._engine.dispose()

    def _close_late(self, connection: object, record: ConnectionPoolEntry) -> None:
        """Close a connection that was in use while the store was closed."""
        if self._closed and connection is not None:
            record.invalidate()

    def _notify(self, connection: Connection, table: str, number: int) -> None:
        """Notify the listeners within the event's transaction."""

    def _lock_schema(self, connection: Connection) -> None:
        """Lock out other processes from the schema until the transaction ends."""

    def _prepare(self) -> None:
        with as_store_error(self._where), self._writing() as connection:
            self._lock_schema(connection)
            bring_up_to_date(connection, self._where)

    def _one(self, statement: Select[Any], **names: str) -> StoredTable | None:
        with self._reading() as connection:
            row = connection.execute(statement, names).first() if all(map(is_sound, names.values())) else None
        return StoredTable(*row) if row else None

    def _refusal(self, table: str, key: str) -> Refusal:
        stored = self._one(GET, table=table)
        with self._reading() as connection:
            used = connection.scalar(KEY_USED, {"table": table, "key": key}) if key else None
        if stored is None:
            return NoTable()
        if used is not None:
            return Repeated(used)
        return TableEnded() if stored.ended else Conflict(stored.events + 1)

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        self._check_open()
        with as_store_error(self._where), self._engine.connect() as connection:
            yield connection

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        self._check_open()
        with self._one_writer, self._writer.begin() as connection:
            yield connection

    def _check_open(self) -> None:
        if self._closed:
            raise StoreError("store-closed", place=public_url(self._where))
