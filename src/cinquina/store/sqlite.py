"""The store in one SQLite file, for one server.

Writes go to a log beside the file (WAL), so that readers never wait. Each append is flushed to the disk before it
returns (synchronous=FULL): people are told of a throw only when not even a power cut can undo it. That costs 0.35 ms
(median, on a disk that flushes in 0.13 ms). NORMAL costs 0.13 ms; a killed server loses nothing then either, but a
power cut may take the last half minute. A click has 20 ms, so the safe one is cheap enough.
"""

from __future__ import annotations

import sqlite3
import time
from pathlib import Path
from threading import Lock

from sqlalchemy import Connection, create_engine, event
from sqlalchemy.engine import URL
from sqlalchemy.exc import OperationalError

from cinquina.store.errors import told_plainly
from cinquina.store.sql import SqlStore

WAIT = 5.0
"""Seconds that a writer waits for another process."""
PRAGMAS = ("synchronous=FULL", "foreign_keys=ON", f"busy_timeout={int(WAIT * 1000)}")


class SqliteStore(SqlStore):
    """A file; several processes may use it, but they do not hear of one another."""

    def __init__(self, where: URL) -> None:
        engine = create_engine(where, hide_parameters=True)
        event.listen(engine, "connect", _set_up)
        event.listen(engine, "begin", _begin)
        super().__init__(where, engine, one_writer=Lock())  # SQLite itself would have them sleep and try again
        try:
            with told_plainly(where):
                Path(where.database or "").parent.mkdir(parents=True, exist_ok=True)
            self._prepare()
            with told_plainly(where):
                self._use_log()
        except BaseException:
            engine.dispose()
            raise

    def _use_log(self) -> None:
        """Turn WAL on, which the file remembers; while another process does the same SQLite refuses without waiting."""
        deadline = time.monotonic() + WAIT
        while True:
            try:
                with self._engine.connect() as connection:
                    connection.exec_driver_sql("PRAGMA journal_mode=WAL")
                return
            except OperationalError as error:
                busy = getattr(error.orig, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY
                if not busy or time.monotonic() > deadline:
                    raise
                time.sleep(0.01)


def _set_up(connection: sqlite3.Connection, _: object) -> None:
    connection.isolation_level = None  # `_begin` says how a transaction begins, not the driver
    for pragma in PRAGMAS:
        connection.execute(f"PRAGMA {pragma}")


def _begin(connection: Connection) -> None:
    """A writer takes the lock at once, for one that took it later could not be made to wait; a lone read needs none."""
    if connection.get_execution_options().get("writes"):
        connection.exec_driver_sql("BEGIN IMMEDIATE")
