"""Concurrent writers: threads of one store, stores on one database, processes that start together."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from threading import Barrier

from cinquina.core import Refusal
from cinquina.store import Store, open_store

WRITER = Path(__file__).with_name("writer.py")
Reopen = Callable[[str], Store]


def outcomes(calls: Sequence[Callable[[], None]]) -> Counter[str]:
    """Return the results of calls that start at the same moment."""
    together = Barrier(len(calls))

    def made(call: Callable[[], None]) -> str:
        together.wait()
        try:
            call()
        except Refusal as refused:
            return refused.reason
        return "kept"

    with ThreadPoolExecutor(len(calls)) as pool:
        return Counter(pool.map(made, calls))


def race(stores: list[Store], rounds: int, *, key: str = "") -> Counter[str]:
    """Let every store append the same number, round after round."""
    total: Counter[str] = Counter()
    for number in range(1, rounds + 1):
        same = key and f"{key} {number}"
        total += outcomes([partial(store.append, "t", number, "x", 1.0, key=same) for store in stores])
    return total


def test_of_several_threads_exactly_one_gets_a_number(store: Store) -> None:
    store.create("t", "rosa", "{}", 1.0)
    assert race([store] * 4, 15) == {"kept": 15, "event-conflict": 45}
    assert [entry.number for entry in store.entries("t")] == list(range(1, 16))


def test_of_several_stores_exactly_one_gets_a_number(lasting_url: str, reopen: Reopen) -> None:
    stores = [reopen(lasting_url) for _ in range(3)]
    stores[0].create("t", "rosa", "{}", 1.0)
    assert race(stores, 15) == {"kept": 15, "event-conflict": 30}
    assert [entry.number for entry in stores[1].entries("t")] == list(range(1, 16))


def test_the_same_click_sent_twice_at_once_is_kept_once(lasting_url: str, reopen: Reopen) -> None:
    stores = [reopen(lasting_url) for _ in range(3)]
    stores[0].create("t", "rosa", "{}", 1.0)
    assert race(stores, 15, key="click") == {"kept": 15, "event-repeated": 30}


def test_of_several_tables_exactly_one_gets_a_code(url: str, reopen: Reopen) -> None:
    first = reopen(url)
    stores = [first] * 3 if url == "memory:" else [first, reopen(url), reopen(url)]
    for code in ("rosa", "blu", "verde"):
        calls = [partial(store.create, f"{code} {n}", code, "{}", 1.0) for n, store in enumerate(stores)]
        assert outcomes(calls) == {"kept": 1, "code-taken": 2}


def test_tables_do_not_disturb_one_another(store: Store) -> None:
    def play(table: str) -> None:
        store.create(table, table, "{}", 1.0)
        for number in range(1, 26):
            store.append(table, number, f"{table} {number}", 1.0)

    tables = [f"table {n}" for n in range(6)]
    assert outcomes([partial(play, table) for table in tables]) == {"kept": 6}
    for table in tables:
        assert [entry.text for entry in store.entries(table)] == [f"{table} {n}" for n in range(1, 26)]


def test_a_reader_never_sees_half_of_an_append(store: Store) -> None:
    store.create("t", "rosa", "{}", 1.0)

    def write() -> None:
        for number in range(1, 61):
            store.append("t", number, "x", 1.0)

    def read() -> None:
        while (kept := store.get("t")) and kept.events < 60:
            numbers = [entry.number for entry in store.entries("t")]
            assert numbers == list(range(1, len(numbers) + 1))
            assert len(numbers) >= kept.events

    assert outcomes([write, read, read]) == {"kept": 3}


def test_stores_opened_at_the_same_moment_make_one_schema(lasting_url: str) -> None:
    assert outcomes([lambda: open_store(lasting_url).close()] * 8) == {"kept": 8}


def test_processes_that_start_at_once_share_a_table(lasting_url: str, reopen: Reopen) -> None:
    count = 40
    command = [sys.executable, str(WRITER), lasting_url, "t", str(count)]
    store = reopen(lasting_url)
    store.create("t", "rosa", "{}", 1.0)
    writers = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    told = [line.split() for writer in writers for line in writer.communicate()[0].splitlines()]
    assert [writer.returncode for writer in writers] == [0, 0]
    assert sorted((int(number), text) for number, text in told) == [(e.number, e.text) for e in store.entries("t")]
    assert len(told) == 2 * count
