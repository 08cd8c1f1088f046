"""A server killed at any moment: every event it acknowledged is stored, once and in order."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from pathlib import Path

from cinquina.store import open_store

WRITER = Path(__file__).with_name("writer.py")
ROUNDS = 4


def killed_writer(url: str, after: float) -> list[tuple[int, str]]:
    """Return what a writer acknowledged, until it was killed that many seconds after its first event."""
    with subprocess.Popen([sys.executable, str(WRITER), url, "t"], stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout is not None
        first = writer.stdout.readline()
        time.sleep(after)
        writer.kill()
        lines = [first, *writer.stdout]
    return [(int(line.split()[0]), line.split()[1]) for line in lines if line.endswith("\n")]


def test_what_a_killed_writer_had_acknowledged_is_there(lasting_url: str) -> None:
    store = open_store(lasting_url)
    store.create("t", "rosa", "{}", 1.0)
    store.close()
    told: list[tuple[int, str]] = []
    for _ in range(ROUNDS):
        told += killed_writer(lasting_url, random.uniform(0, 0.15))
        store = open_store(lasting_url)
        kept = [(entry.number, entry.text) for entry in store.entries("t")]
        table = store.get("t")
        store.close()
        assert table is not None
        assert [number for number, _ in kept] == list(range(1, len(kept) + 1))
        assert len({text for _, text in kept}) == len(kept)
        assert set(told) <= set(kept)
        assert len(kept) <= table.events
    assert len(kept) <= len(told) + ROUNDS
