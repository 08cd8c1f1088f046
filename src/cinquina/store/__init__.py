"""Live tables kept as an append-only log of events: in memory, in a SQLite file, or in PostgreSQL, behind one door.

The store knows no rules: settings and events are texts whose meaning belongs to others.
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
    """The store at `memory:`, `sqlite:///path` or `postgresql://…`, made if it is new, or StoreError."""
    if url == MEMORY_URL:
        return MemoryStore()
    from cinquina.store.urls import parsed  # SQLAlchemy takes a fifth of a second, which memory: need not wait for

    where = parsed(url)
    if where.get_backend_name() == "sqlite":
        from cinquina.store.sqlite import SqliteStore

        return SqliteStore(where)
    from cinquina.store.postgres import PostgresStore

    return PostgresStore(where)
