"""The health check of a server."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from cinquina.store import MemoryStore, Store, StoreError
from cinquina.web.app import app
from web.server import Asker, serving


class Away(MemoryStore):
    """A store that cannot be reached."""

    def touch(self, table: str, at: float) -> None:
        """Fail."""
        raise StoreError("store-unreachable", place="postgresql://db.internal/x", why="no route")


def test_a_server_whose_store_answers_is_well(asker: Asker) -> None:
    told = asker.get("/healthz")
    assert (told.status, told.value) == (200, {"ok": True})
    assert told.headers["cache-control"] == "no-store"


def test_a_server_over_a_database_is_well_and_keeps_nothing_of_the_question(
    lasting_url: str, reopen: Callable[[str], Store]
) -> None:
    store = reopen(lasting_url)
    with serving(app(store)) as asker:
        assert asker.get("/healthz").status == 200
        assert store.open_codes(0) == []


def test_a_server_whose_store_is_away_says_so_and_not_where_it_is() -> None:
    with serving(app(Away())) as asker:
        told = asker.get("/healthz")
    assert (told.status, told.value) == (503, {"ok": False, "reason": "store-unreachable"})
    assert b"internal" not in told.body


def test_a_server_whose_file_was_deleted_is_not_well(sqlite_url: str, reopen: Callable[[str], Store]) -> None:
    with serving(app(reopen(sqlite_url))) as asker:
        assert asker.get("/healthz").status == 200
        os.unlink(Path(sqlite_url.removeprefix("sqlite:///")))
        told = asker.get("/healthz")
    assert (told.status, told.value["reason"]) == (503, "store-gone")


def test_who_asks_too_often_is_refused(strict: Asker) -> None:
    answers = {strict.get("/healthz").status for _ in range(260)}
    assert answers == {200, 429}
