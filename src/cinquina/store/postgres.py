"""The store in PostgreSQL, for several servers, through psycopg 3 (the extra [postgres])."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, create_engine, event, func, select
from sqlalchemy.engine import URL

from cinquina.store.errors import as_store_error
from cinquina.store.protocol import MESSAGE_PREFIX, AppendCallback, Listener, MessageCallback, StoreError, check_texts
from cinquina.store.sql import SqlStore

if TYPE_CHECKING:
    import psycopg

CHANNEL = "cinquina"
SCHEMA_LOCK = 0x43494E51
"""The program's key for PostgreSQL's advisory locks: CINQ."""
DEFAULTS = {
    "application_name": "cinquina",
    "client_encoding": "utf8",
    "connect_timeout": "10",
    "keepalives_idle": "20",
    "keepalives_interval": "5",
    "keepalives_count": "3",
    "tcp_user_timeout": "30000",
}
"""Used unless the URL says otherwise; a dead network is noticed within a minute."""

TIMEOUTS = "SET lock_timeout = '10s'; SET idle_in_transaction_session_timeout = '10s'"
"""A server that fails in the middle of an append does not block others for long."""


class PostgresStore(SqlStore):
    """A database that several servers share; each is notified of the others' appends."""

    shared = True

    def __init__(self, where: URL) -> None:
        _check_driver()
        where = where.set(query={**DEFAULTS, **where.query})
        # Testing pooled connections costs a round trip, but the first click after a restart does not fail.
        engine = create_engine(where, hide_parameters=True, pool_pre_ping=True, isolation_level="READ COMMITTED")
        event.listen(engine, "connect", _set_up)
        super().__init__(where, engine)
        try:
            self._prepare()
        except BaseException:
            engine.dispose()
            raise

    def listen(self, on_append: AppendCallback, on_message: MessageCallback | None = None) -> Listener:
        """Call back from another thread for every append and message; with "" and 0 after a lost connection."""
        from cinquina.store.listener import PostgresListener

        self._check_open()
        return PostgresListener(self._where, CHANNEL, on_append, on_message)

    def broadcast(self, text: str) -> None:
        """Send a message to all current listeners; it is not stored."""
        check_texts(text=text)
        with as_store_error(self._where), self._writing() as connection:
            connection.execute(select(func.pg_notify(CHANNEL, MESSAGE_PREFIX + text)))

    def _notify(self, connection: Connection, table: str, number: int) -> None:
        connection.execute(select(func.pg_notify(CHANNEL, f"{table} {number}")))

    def _lock_schema(self, connection: Connection) -> None:
        connection.exec_driver_sql("SET LOCAL lock_timeout = 0")  # another process may be in a long upgrade
        connection.execute(select(func.pg_advisory_xact_lock(SCHEMA_LOCK)))


def _set_up(connection: psycopg.Connection[Any], _: object) -> None:
    connection.execute(TIMEOUTS)
    connection.commit()


def _check_driver() -> None:
    try:
        import psycopg  # noqa: F401  # only to see whether it is installed
    except ImportError as missing:
        raise StoreError("store-needs-postgres", place="") from missing
