"""Servers for the tests of requests."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace

import pytest

from cinquina.store import MemoryStore
from cinquina.web import guard
from cinquina.web.app import ServerOptions, app
from store.conftest import lasting_url, new_database, postgres_url, reopen, sqlite_url
from web.server import Asker, serving

__all__ = ["asker", "lasting_url", "new_database", "postgres_url", "reopen", "sqlite_url", "strict"]

OFTEN = 1000


@pytest.fixture(scope="module")
def asker() -> Iterator[Asker]:
    """A server with tables in memory, fast bots, and no rate limits."""
    with serving(app(MemoryStore(), ServerOptions(pace=0.0, limits=OFTEN))) as asking:
        yield asking


@pytest.fixture
def strict(monkeypatch: pytest.MonkeyPatch) -> Iterator[Asker]:
    """A server with the usual limits and a stopped clock, so that slow machines do not matter."""
    monkeypatch.setattr(guard, "time", SimpleNamespace(monotonic=lambda: 0.0))
    with serving(app(MemoryStore(), ServerOptions(pace=0.0))) as asking:
        yield asking
