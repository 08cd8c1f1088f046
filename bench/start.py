"""Measure how soon a server with many open tables answers, and how much memory it uses.

    .venv/bin/python bench/start.py [--tables 20000] [--events 60] [--db URL] [--seconds 30] [--json]

Fills a store with open tables (by default a SQLite file in a temporary folder; use --db for an empty PostgreSQL
database), each a random game of one of the five games stopped in the middle, every fourth with a bot. Then it starts
`cinquina serve` and measures, from the start of the process, the first answer of the home page and of a table, the
memory at that moment, and for `seconds` seconds how long the home page takes while tables are resumed.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import random
import secrets
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from load import ADDRESS, HOST, MANY, memory, part_of
from sqlalchemy import create_engine, insert

from cinquina.core import CHOICE, OVER, bits, legal_options
from cinquina.games import GAMES
from cinquina.store import open_store, schema
from cinquina.store.urls import parsed
from cinquina.table.dice import CURRENT
from cinquina.table.dice_table import DiceTable
from cinquina.table.happenings import BOT, PERSON, Begun, Chose, Rolled, Seat, Settings, fingerprint, written

KEY = "the key of everybody"
KINDS = 40
"""The number of different games; the tables are copies of them."""
WITH_BOT = 4
AT_ONCE = 200
PAUSE = 0.05


def stopped_game(number: int, events: int) -> list[str]:
    """Return the settings of a table, then its events up to the middle of a random game."""
    luck, game = random.Random(number), list(GAMES)[number % len(GAMES)]
    other = Seat(BOT, level="greedy") if number % WITH_BOT == 0 else Seat(PERSON, "Lia")
    settings = Settings(
        game=game,
        options={},
        seats=(Seat(PERSON, "Anna"), other),
        dice="virtual",
        spectators=True,
        series=1,
        host=fingerprint(KEY),
        salt="",
        seed=secrets.token_hex(32),
    )
    table = DiceTable(settings, "LUNA-0000")
    texts = [written(settings)]
    table.take(begun := Begun(settings.seed, CURRENT, secrets.token_hex(32)))
    texts.append(written(begun))
    while len(texts) <= events and table.game.position.phase != OVER:
        happened = next_happening(table, luck)
        table.take(happened)
        texts.append(written(happened))
    return texts


def next_happening(table: DiceTable, luck: random.Random) -> Rolled | Chose:
    """Return a throw, or a random choice."""
    position = table.game.position
    if position.phase != CHOICE:
        return Rolled(table.fair_throw())
    seat = luck.choice(position.waiting)
    return Chose(seat, luck.choice(bits.members(legal_options(position, seat))))


def fill(url: str, tables: int, events: int) -> str:
    """Insert this many open tables into a store in batches; return the code of one of them."""
    kinds = [stopped_game(number, events) for number in range(KINDS)]
    open_store(url).close()
    engine = create_engine(parsed(url))
    for first in range(0, tables, AT_ONCE):
        rows, happened = [], []
        for number in range(first, min(first + AT_ONCE, tables)):
            settings, *texts = kinds[number % KINDS]
            table, now = f"{number:032x}", time.time()
            head = {"id": table, "code": code_of(number), "settings": settings, "created": now, "changed": now}
            rows.append(head | {"events": len(texts), "ended": False})
            happened += [
                {"table_id": table, "number": place, "at": now, "key": None, "text": text}
                for place, text in enumerate(texts, 1)
            ]
        with engine.begin() as connection:
            connection.execute(insert(schema.tables), rows)
            connection.execute(insert(schema.events), happened)
    engine.dispose()
    return code_of(tables // 2)


def code_of(number: int) -> str:
    """Return the code of a table."""
    return f"LUNA-{number:04}"


def got(port: int, path: str) -> int:
    """Return the status of a page."""
    wire = http.client.HTTPConnection(HOST, port, timeout=60)
    try:
        wire.request("GET", path)
        answer = wire.getresponse()
        answer.read()
        return answer.status
    finally:
        wire.close()


def measured(url: str, code: str, seconds: float) -> dict[str, Any]:
    """Start a server and measure it."""
    line = [sys.executable, "-m", "cinquina", "serve", "--host", HOST, "--port", "0", "--db", url]
    began = time.perf_counter()
    environment = os.environ | {"CINQUINA_LIMITS": MANY}
    server = subprocess.Popen(line, env=environment, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout
        found = ADDRESS.search(server.stdout.readline())
        assert found, "the server did not say where it is"
        port = int(found[1])
        assert got(port, "/") == 200
        first = time.perf_counter() - began
        assert got(port, f"/t/{code}") == 200
        table, at_first = time.perf_counter() - began, memory(server.pid)
        times = sorted(asked(port, seconds))
        return {
            "first_answer_s": first,
            "first_table_s": table,
            "memory_mib": at_first,
            "memory_later_mib": memory(server.pid),
            "home_ms": {"median": part_of(times, 0.5), "p99": part_of(times, 0.99), "max": times[-1]},
        }
    finally:
        server.terminate()
        server.wait(30)


def asked(port: int, seconds: float) -> Iterator[float]:
    """Request the home page repeatedly; yield the milliseconds of each answer."""
    until = time.perf_counter() + seconds
    while time.perf_counter() < until:
        began = time.perf_counter()
        assert got(port, "/") == 200
        yield (time.perf_counter() - began) * 1000
        time.sleep(PAUSE)


def lines(result: dict[str, Any]) -> Iterator[str]:
    """Format the result as text."""
    yield f"{result['tables']} open tables of about {result['events']} events, {result['db']}"
    yield f"first answer after {result['first_answer_s']:.2f} s, a table after {result['first_table_s']:.2f} s"
    yield f"{result['memory_mib']:.0f} MiB then, {result['memory_later_mib']:.0f} MiB {result['seconds']:.0f} s later"
    home = result["home_ms"]
    yield f"home page meanwhile: median {home['median']:.1f} ms, p99 {home['p99']:.1f} ms, max {home['max']:.1f} ms"


def main() -> None:
    """Measure and print the result."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--tables", type=int, default=20_000)
    parser.add_argument("--events", type=int, default=60)
    parser.add_argument("--db", default="")
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--json", action="store_true")
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        url = wanted.db or f"sqlite:///{Path(folder) / 'tables.db'}"
        code = fill(url, wanted.tables, wanted.events)
        result = measured(url, code, wanted.seconds)
    result |= {"tables": wanted.tables, "events": wanted.events, "db": url.split(":")[0], "seconds": wanted.seconds}
    print(json.dumps(result, indent=1) if wanted.json else "\n".join(lines(result)))


if __name__ == "__main__":
    main()
