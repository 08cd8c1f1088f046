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
    """A server that keeps its tables in memory, hurries its bots, and lets one address ask as often as it likes."""
    with serving(app(MemoryStore(), ServerOptions(pace=0.0, limits=OFTEN))) as asking:
        yield asking


@pytest.fixture
def strict(monkeypatch: pytest.MonkeyPatch) -> Iterator[Asker]:
    """A server of its own with the usual limits, for which no time passes, however slow the machine is."""
    monkeypatch.setattr(guard, "time", SimpleNamespace(monotonic=lambda: 0.0))
    with serving(app(MemoryStore(), ServerOptions(pace=0.0))) as asking:
        yield asking
