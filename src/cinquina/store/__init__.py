"""Stores live tables as append-only logs of events: in memory, in a SQLite file, or in PostgreSQL.

The store knows no rules: it does not read the texts of settings and events.
"""

from cinquina.store.memory import MemoryStore
from cinquina.store.protocol import (
    AppendCallback,
    CodeTaken,
    Conflict,
    Entry,
    Listener,
    NoTable,
    Repeated,
    Store,
    StoredTable,
    StoreError,
    TableEnded,
)

MEMORY_URL = "memory:"

__all__ = [
    "AppendCallback",
    "CodeTaken",
    "Conflict",
    "Entry",
    "Listener",
    "MemoryStore",
    "NoTable",
    "Repeated",
    "Store",
    "StoreError",
    "StoredTable",
    "TableEnded",
    "open_store",
]


def open_store(url: str) -> Store:
    """Open the store at `memory:`, `sqlite:///path` or `postgresql://…`, created if it is new, or raise StoreError."""
    if url == MEMORY_URL:
        return MemoryStore()
    from cinquina.store.urls import parsed  # importing SQLAlchemy takes 0.2 s, which memory: does not need

    where = parsed(url)
    if where.get_backend_name() == "sqlite":
        from cinquina.store.sqlite import SqliteStore

        return SqliteStore(where)
    from cinquina.store.postgres import PostgresStore

    return PostgresStore(where)
