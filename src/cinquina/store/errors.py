"""Maps errors of the databases to the store's reasons."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import exc
from sqlalchemy.engine import URL

from cinquina.store.protocol import StoreError
from cinquina.store.urls import public_url

LONGEST_WHY = 200

# Exact codes take precedence over their family. An exceeded quota or file size limit comes as IOERR_WRITE.
SQLITE_REASONS = {
    sqlite3.SQLITE_IOERR_WRITE: "store-full",
    sqlite3.SQLITE_IOERR_SHMSIZE: "store-full",
    sqlite3.SQLITE_FULL: "store-full",
    sqlite3.SQLITE_READONLY: "store-read-only",
    sqlite3.SQLITE_PERM: "store-read-only",
    sqlite3.SQLITE_CORRUPT: "store-damaged",
    sqlite3.SQLITE_NOTADB: "store-damaged",
    sqlite3.SQLITE_CANTOPEN: "store-unreachable",
    sqlite3.SQLITE_BUSY: "store-busy",
    sqlite3.SQLITE_LOCKED: "store-busy",
}
POSTGRES_REASONS = {
    "53100": "store-full",  # disk_full
    "25006": "store-read-only",  # read_only_sql_transaction, as on a standby
    "42501": "store-read-only",  # insufficient_privilege, as on the schema public since PostgreSQL 15
    "XX001": "store-damaged",
    "XX002": "store-damaged",
    "40": "store-busy",  # serialization failures and deadlocks
    "55P03": "store-busy",  # lock_not_available
    "57014": "store-busy",  # query_canceled, by statement_timeout
    "08": "store-unreachable",
    "28": "store-unreachable",  # wrong password
    "3D": "store-unreachable",  # no such database
    "53": "store-unreachable",  # too many connections
    "57P": "store-unreachable",  # the server is stopping or starting
}
FILE_REASONS = {
    errno.ENOSPC: "store-full",
    errno.EDQUOT: "store-full",
    errno.EACCES: "store-read-only",
    errno.EPERM: "store-read-only",
    errno.EROFS: "store-read-only",
}


@contextmanager
def as_store_error(where: URL, unless: type[Exception] | tuple[()] = ()) -> Iterator[None]:
    """Raise any failure of the database or its file as StoreError, except for `unless`."""
    try:
        yield
    except unless:
        raise
    except (exc.SQLAlchemyError, sqlite3.Error, OSError) as error:
        raise store_error(error, where) from error


def store_error(error: Exception, where: URL) -> StoreError:
    """Return the StoreError for a failure."""
    return StoreError(_reason(error), place=public_url(where), why=_why(error, where.password or ""))


def _reason(error: Exception) -> str:
    cause = getattr(error, "orig", None) or error
    state = getattr(cause, "sqlstate", None)
    code = getattr(cause, "sqlite_errorcode", None)
    if isinstance(cause, OSError):
        return FILE_REASONS.get(cause.errno or 0, "store-unreachable")
    if code is not None:
        return SQLITE_REASONS.get(code) or SQLITE_REASONS.get(code & 0xFF, "store-failed")
    if state is not None:
        found = (POSTGRES_REASONS.get(state[:length]) for length in (5, 3, 2))
        return next(filter(None, found), "store-failed")
    if isinstance(error, exc.TimeoutError):
        return "store-busy"
    lost = isinstance(error, exc.DBAPIError) and error.connection_invalidated
    return "store-unreachable" if lost or type(cause).__name__ in LOST else "store-failed"


LOST = ("OperationalError", "ConnectionTimeout")
"""Errors psycopg raises without a code when there is no server; by name, since it may not be installed."""


def _why(error: Exception, password: str) -> str:
    """Return the first line of the error message; empty where it would reveal the password."""
    message = str(getattr(error, "orig", None) or error).strip().partition("\n")[0]
    safe = "".join(letter for letter in message if letter.isprintable())
    return "" if password and password in safe else safe[:LONGEST_WHY]
