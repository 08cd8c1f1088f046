"""Receives notifications of appends and messages by other servers: LISTEN on a separate connection, in a thread."""

from __future__ import annotations

import logging
import selectors
import socket
from contextlib import suppress
from threading import Thread, current_thread

import psycopg
from psycopg import sql
from sqlalchemy.engine import URL

from cinquina.store.errors import store_error
from cinquina.store.protocol import MESSAGE_PREFIX, AppendCallback, MessageCallback

FIRST_PAUSE = 0.1
LONGEST_PAUSE = 5.0

log = logging.getLogger(__name__)


class PostgresListener:
    """Calls back for each append and message; reconnects when the connection is lost."""

    def __init__(self, where: URL, channel: str, on_append: AppendCallback, on_message: MessageCallback | None) -> None:
        self._where = where
        self._channel = channel
        self._on_append = on_append
        self._on_message = on_message
        try:
            connection = self._connected()
        except psycopg.Error as error:
            raise store_error(error, where) from error
        self._stop_sender, self._stop_receiver = socket.socketpair()  # closing the sender wakes the thread
        self._thread = Thread(target=self._run, args=(connection,), name="cinquina-listener", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop; there are no callbacks after this returns."""
        self._stop_sender.close()
        if self._thread is not current_thread():
            self._thread.join()

    def _connected(self) -> psycopg.Connection:
        _, options = self._where.get_dialect()().create_connect_args(self._where)
        connection = psycopg.connect(**options, autocommit=True)
        try:
            connection.execute(sql.SQL("LISTEN {}").format(sql.Identifier(self._channel)))
        except BaseException:
            connection.close()
            raise
        return connection

    def _run(self, connection: psycopg.Connection | None) -> None:
        with self._stop_receiver:
            while connection is not None:
                with suppress(psycopg.Error, OSError), connection:
                    self._receive(connection)
                    return
                connection = self._reconnected()
                if connection is not None:
                    self._dispatch("")

    def _receive(self, connection: psycopg.Connection) -> None:
        """Dispatch notifications until `close`."""
        with selectors.DefaultSelector() as selector:
            selector.register(connection, selectors.EVENT_READ)
            selector.register(self._stop_receiver, selectors.EVENT_READ)
            while True:
                for notice in connection.notifies(timeout=0):
                    self._dispatch(notice.payload)
                if any(key.fileobj is self._stop_receiver for key, _ in selector.select()):
                    return

    def _reconnected(self) -> psycopg.Connection | None:
        """Reconnect, however long it takes; return None after `close`."""
        pause = FIRST_PAUSE
        while not self._closed_within(pause):
            with suppress(psycopg.Error, OSError):
                return self._connected()
            pause = min(2 * pause, LONGEST_PAUSE)
        return None

    def _closed_within(self, seconds: float) -> bool:
        with selectors.DefaultSelector() as selector:
            selector.register(self._stop_receiver, selectors.EVENT_READ)
            return bool(selector.select(seconds))

    def _dispatch(self, payload: str) -> None:
        try:
            if not payload.startswith(MESSAGE_PREFIX):
                self._on_append(*_parsed(payload))
            elif self._on_message:
                self._on_message(payload.removeprefix(MESSAGE_PREFIX))
        except Exception:
            log.exception("callback failed for notification %r", payload)


def _parsed(payload: str) -> tuple[str, int]:
    """Return table and number; ("", 0), which means any table, when the payload is not ours."""
    table, _, number = payload.rpartition(" ")
    return (table, int(number)) if table and number.isdecimal() else ("", 0)
