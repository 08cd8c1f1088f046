"""Servers that share a store are notified of each other's appends."""

from __future__ import annotations

import queue
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from cinquina.store import Store, StoreError, open_store

WRITER = Path(__file__).with_name("writer.py")
SOON = 60.0


class Ear:
    """Records what it receives, in order."""

    def __init__(self) -> None:
        self.heard: queue.Queue[tuple[str, int]] = queue.Queue()

    def __call__(self, table: str, number: int) -> None:
        self.heard.put((table, number))

    def next(self) -> tuple[str, int]:
        return self.heard.get(timeout=SOON)


@pytest.fixture
def shared(postgres_url: str) -> Iterator[Store]:
    store = open_store(postgres_url)
    store.create("t 1", "rosa", "{}", 1.0)
    yield store
    store.close()


@pytest.fixture
def ear(shared: Store) -> Iterator[Ear]:
    ear = Ear()
    listener = shared.listen(ear)
    yield ear
    listener.close()


def ask(url: str, statement: str) -> list[Any]:
    psycopg = pytest.importorskip("psycopg")
    with psycopg.connect(url, autocommit=True) as connection:
        cursor = connection.execute(statement)
        return cursor.fetchall() if cursor.description else []


HERE = "FROM pg_stat_activity WHERE datname = current_database()"
LISTENING = f"SELECT pid {HERE} AND query LIKE 'LISTEN%'"


@pytest.mark.parametrize("where", ["memory", "sqlite"])
def test_a_store_that_cannot_be_shared_says_so(where: str, sqlite_url: str, reopen: Callable[[str], Store]) -> None:
    store = reopen("memory:" if where == "memory" else sqlite_url)
    assert not store.shared
    with pytest.raises(StoreError, match="store-not-shared"):
        store.listen(Ear())


def test_an_append_is_heard_with_its_table_and_number(shared: Store, ear: Ear) -> None:
    assert shared.shared
    shared.append("t 1", 1, "one", 1.0)
    shared.append("t 1", 2, "two", 1.0)
    assert [ear.next(), ear.next()] == [("t 1", 1), ("t 1", 2)]


def test_a_refused_append_is_not_heard(shared: Store, ear: Ear) -> None:
    shared.append("t 1", 1, "one", 1.0, key="a")
    for number, key in ((1, ""), (3, ""), (2, "a")):
        with pytest.raises(Exception, match="event-"):
            shared.append("t 1", number, "x", 1.0, key=key)
    shared.append("t 1", 2, "two", 1.0)
    assert [ear.next(), ear.next()] == [("t 1", 1), ("t 1", 2)]


def test_another_process_is_heard(postgres_url: str, shared: Store, ear: Ear) -> None:
    subprocess.run([sys.executable, str(WRITER), postgres_url, "t 1", "5"], check=True, capture_output=True)
    assert [ear.next() for _ in range(5)] == [("t 1", number) for number in range(1, 6)]
    assert len(shared.entries("t 1")) == 5


def test_a_listener_whose_connection_is_cut_comes_back_and_says_look_again(
    postgres_url: str, shared: Store, ear: Ear
) -> None:
    for number in (1, 2):
        assert ask(postgres_url, LISTENING.replace("pid", "pg_terminate_backend(pid)", 1)) == [(True,)]
        assert ear.next() == ("", 0)
        shared.append("t 1", number, "x", 1.0)
        assert ear.next() == ("t 1", number)


def test_a_strangers_notice_means_look_again(postgres_url: str, ear: Ear) -> None:
    for payload in ("", "nonsense", "t x", " 7"):
        ask(postgres_url, f"SELECT pg_notify('cinquina', '{payload}')")
        assert ear.next() == ("", 0)


def test_a_call_is_heard_by_all_and_kept_by_nobody(postgres_url: str, shared: Store) -> None:
    said: queue.Queue[str] = queue.Queue()
    other = open_store(postgres_url)
    listeners = [store.listen(lambda *_: None, said.put) for store in (shared, other)]
    other.broadcast("è qui ! 3")
    assert [said.get(timeout=SOON) for _ in listeners] == ["è qui ! 3"] * 2
    for listener in listeners:
        listener.close()
    other.close()
    assert shared.entries("t 1") == []
    with pytest.raises(StoreError, match="store-bad-text"):
        shared.broadcast("a\0b")


def test_who_does_not_care_for_calls_hears_nothing_of_them(shared: Store, ear: Ear) -> None:
    shared.broadcast("somebody is here")
    shared.append("t 1", 1, "one", 1.0)
    assert ear.next() == ("t 1", 1)


def test_an_owner_that_fails_goes_on_hearing(shared: Store, caplog: pytest.LogCaptureFixture) -> None:
    ear = Ear()

    def clumsy(table: str, number: int) -> None:
        ear(table, number)
        raise ValueError("clumsy")

    listener = shared.listen(clumsy)
    for number in (1, 2):
        shared.append("t 1", number, "x", 1.0)
        assert ear.next() == ("t 1", number)
    listener.close()
    assert "clumsy" in caplog.text


def test_a_closed_listener_is_silent_and_leaves_no_connection(postgres_url: str, shared: Store) -> None:
    ear = Ear()
    listener = shared.listen(ear)
    started = time.monotonic()
    listener.close()
    listener.close()
    shared.append("t 1", 1, "one", 1.0)
    assert ear.heard.empty()
    while ask(postgres_url, LISTENING):
        assert time.monotonic() - started < SOON


def test_a_store_whose_connections_were_cut_goes_on(postgres_url: str, shared: Store) -> None:
    ask(postgres_url, f"SELECT pg_terminate_backend(pid) {HERE} AND pid <> pg_backend_pid()")
    shared.append("t 1", 1, "one", 1.0)
    assert len(shared.entries("t 1")) == 1
