"""Load test of tables in the browser: the time from a click until every viewer of its table has seen it.

    .venv/bin/python bench/load.py [--tables 200] [--spectators 1000] [--clients 4] [--pace 1.0] [--bots 0.6]
        [--warm 20] [--seconds 60] [--seed 1] [--json]

Starts a server (`cinquina serve`, a SQLite file in a temporary folder) at 127.0.0.1; this process plays all clients.
Each table has four seats: `clients` clients, bots on the others. Every `pace` seconds one of a table's clients makes a
random choice; a throw that is due is made at once. Bots choose at once and wait `bots` seconds before they throw. Every
client and every spectator watches over its own socket, half of the spectators in Italian. A viewer has seen a choice
when a snapshot with its number, or a later one, has arrived: the chooser's own at once, all others' when the window is
closed. A choice that leaves the window open counts only for the chooser. This process uses part of the machine too, and
its own delays count against the server.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from cinquina.games import GAMES
from cinquina.locales import LANGUAGES
from cinquina.table.dice_games import STEPS

SEATS = 4
HOST = "127.0.0.1"
ADDRESS = re.compile(r"http://127\.0\.0\.1:(\d+)/")
MANY = "100000"
"""Multiplies the usual limits of a server, for which all these clients are one address."""
PATIENCE = 10.0
"""Seconds after which a choice that a viewer has not seen counts as lost."""
TAPS = 0.8
"""How often a client taps something instead of passing."""
HOSTING = 0
"""The client that made the table, who may begin the next game without asking the others."""
OK = 200
SHORTLY = 0.002
MOST_FILES = 65_536
NUMBER = re.compile(rb'"number":(\d+)')
TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10
WHOLE, MASKED = 0x80, 0x80
"""Bits of a frame's first two bytes."""
NO_MASK = bytes(4)
ANSWER = b'{"id":'
"""How the answer to an action begins; a snapshot begins with its number."""
SHORT, LONGER = 125, 126
"""Up to SHORT bytes the length of a frame is in its second byte; LONGER says that the next two have it."""


# --- a socket, by hand, since this process shares the machine with what it measures -----------------------------------


class Viewer(asyncio.Protocol):
    """A viewer of a table: when each number arrived, and the newest snapshot."""

    def __init__(self, code: str, keys: list[str], language: str) -> None:
        self.code = code
        self.hello = json.dumps({"keys": keys, "lang": language}).encode()
        self.seen: list[tuple[int, float]] = []
        self.newest = b""
        self.came = 0
        self.bytes = 0
        self.arrived: asyncio.Event | None = None
        self.answers: dict[str, asyncio.Future[Answer]] = {}
        self.gone = False
        self._rest = b""
        self._open = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Request the WebSocket."""
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(
            f"GET /t/{self.code}/ws HTTP/1.1\r\nHost: {HOST}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )

    def connection_lost(self, wrong: Exception | None) -> None:
        """Note that the server has closed the connection."""
        self.gone = True

    def data_received(self, data: bytes) -> None:
        """Process complete frames; buffer the rest."""
        self._rest = self._rest + data if self._rest else data
        if not self._open:
            head, end, rest = self._rest.partition(b"\r\n\r\n")
            if not end:
                return
            assert b" 101 " in head, head
            self._open, self._rest = True, rest
            self._send(TEXT, self.hello)
        while self._frame():
            pass

    def _frame(self) -> bool:
        """Process one frame if it is complete."""
        data = self._rest
        if len(data) < 2:
            return False
        start, size = 2, data[1] & ~MASKED
        if size > SHORT:
            start = 4 if size == LONGER else 10
            size = int.from_bytes(data[2:start], "big")
        if len(data) < start + size:
            return False
        self._rest = data[start + size :]
        self._take(data[0] & ~WHOLE, data[start : start + size])
        return True

    def _take(self, kind: int, said: bytes) -> None:
        if kind == PING:
            self._send(PONG, said)
        if kind not in (TEXT, BINARY):
            return
        if said.startswith(ANSWER):
            answer = msgspec.json.decode(said, type=Answer)
            waiting = self.answers.pop(answer.id)
            if not waiting.cancelled():
                waiting.set_result(answer)
            return
        found = NUMBER.search(said, 0, 200)
        assert found, said[:200]
        self.seen.append((int(found[1]), time.perf_counter()))
        self.newest = said
        self.came += 1
        self.bytes += len(said)
        if self.arrived:
            self.arrived.set()

    def shown(self) -> Shown:
        """Return the newest snapshot."""
        return msgspec.json.decode(self.newest, type=Shown)

    def closed(self, seat: int, click: int) -> bool:
        """Return whether the window of a seat's choice is closed: the seat is asked in another one, or in none."""
        shown = self.shown()
        if shown.ask:
            return shown.ask.window // STEPS != click // STEPS
        return shown.phase != "choose" or shown.seats[seat].state == ""

    async def ask(self, key: str, click: str, **said: Any) -> Answer:
        """Send an action, as a page does; return its answer."""
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self.answers[click] = answer
        self._send(TEXT, msgspec.json.encode({"act": {"key": key, "id": click, **said}}))
        return await answer

    def _send(self, kind: int, said: bytes) -> None:
        """Send a frame to the server, with a zero mask."""
        size = bytes([MASKED | len(said)]) if len(said) <= SHORT else bytes([MASKED | LONGER, *len(said).to_bytes(2)])
        self.transport.write(bytes([WHOLE | kind]) + size + NO_MASK + said)


class Wire:
    """A persistent connection for requests; reconnects when the server has closed it."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.ends: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def post(self, path: str, **said: Any) -> tuple[int, dict[str, Any]]:
        """Send a request; return the status and the body of the answer."""
        body = msgspec.json.encode(said)
        try:
            return await self._ask(path, body)
        except (asyncio.IncompleteReadError, ConnectionError):
            self.ends = None
            return await self._ask(path, body)

    async def _ask(self, path: str, body: bytes) -> tuple[int, dict[str, Any]]:
        if self.ends is None or self.ends[0].at_eof():
            self.ends = await asyncio.open_connection(HOST, self.port)
        reader, writer = self.ends
        writer.write(
            f"POST {path} HTTP/1.1\r\nHost: {HOST}\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(body)}\r\n\r\n".encode()
            + body
        )
        head = (await reader.readuntil(b"\r\n\r\n")).lower()
        length = int(head.split(b"content-length:")[1].split(b"\r\n")[0])
        return int(head.split()[1]), msgspec.json.decode(await reader.readexactly(length))


# --- a table ----------------------------------------------------------------------------------------------------------


class Answer(msgspec.Struct):
    """The answer to an action; only the fields used here."""

    id: str
    status: int
    number: int


class Option(msgspec.Struct):
    """One option; only the fields used here."""

    tap: int
    instead: bool


class Draft(msgspec.Struct):
    """What is pencilled, and what to send to ink it."""

    taps: list[int]
    ink: list[int]


class Pass(msgspec.Struct):
    """What to send to pass."""

    ink: list[int]


class Ask(msgspec.Struct):
    """A question to a client."""

    seat: int
    window: int
    options: list[Option]
    draft: Draft
    passing: Pass | None


class Dice(msgspec.Struct):
    """The number of throws so far."""

    count: int


class Seat(msgspec.Struct):
    """What a seat is doing."""

    state: str


class Shown(msgspec.Struct):
    """A snapshot; only the fields used here."""

    phase: str
    seat: int
    seats: list[Seat]
    dice: Dice | None
    ask: Ask | None


@dataclass
class Table:
    """A table with its clients and spectators, and its measurements."""

    code: str
    keys: list[str]
    wire: Wire
    luck: random.Random
    viewers: list[Viewer] = field(default_factory=list)
    """The clients first, one for each key."""
    times: list[float] = field(default_factory=list)
    """Seconds from a choice until a viewer has seen it."""
    answers: list[float] = field(default_factory=list)
    """Seconds from a choice until its answer."""
    choices: int = 0
    throws: int = 0
    refused: int = 0
    lost: int = 0
    clicks: int = 0
    measuring: bool = False

    async def play(self, pace: float) -> None:
        """Choose every `pace` seconds, forever."""
        loop = asyncio.get_running_loop()
        due = loop.time() + self.luck.random() * pace
        while True:
            await asyncio.sleep(max(0.0, due - loop.time()))
            due += pace
            while await self._click() not in ("ink", ""):
                await asyncio.sleep(0)
            due = max(due, loop.time())

    async def _click(self) -> str:
        """Make one click for a client that is to act and return its kind; empty if there is none."""
        for place in self.luck.sample(range(len(self.keys)), len(self.keys)):
            shown = self.viewers[place].shown()
            if shown.phase == "over":
                await self._do(HOSTING, do="next")
                return "next"
            if shown.phase == "roll" and shown.seat >= 0 and shown.dice:
                await self._do(place, do="roll", throw=shown.dice.count)
                return "roll"
            if shown.ask:
                ask = await self._drafted(place, shown.ask)
                ink = ask.draft.ink or (ask.passing.ink if ask.passing else [])
                await self._do(place, do="ink", seat=ask.seat, window=ask.window, taps=ink)
                return "ink"
        return ""

    async def _drafted(self, place: int, ask: Ask) -> Ask:
        """Tap at random until the answer is complete, or pass; return the question with the draft."""
        viewer = self.viewers[place]
        while not ask.draft.ink and (not ask.passing or ask.draft.taps or self.luck.random() < TAPS):
            tap = self.luck.choice([option.tap for option in ask.options if not option.instead])
            self.clicks += 1
            said = {"do": "tap", "seat": ask.seat, "window": ask.window, "tap": tap}
            answer = await viewer.ask(self.keys[place], str(self.clicks), **said)
            if answer.status != OK:
                self.refused += 1
                return ask
            before = ask.draft.taps
            while (now := viewer.shown().ask) and now.draft.taps == before:
                await asyncio.sleep(SHORTLY)
            if not now:
                return ask
            ask = now
        return ask

    async def _do(self, place: int, **said: Any) -> None:
        """Click, and wait until every viewer who may see it has seen it."""
        for viewer in self.viewers:
            viewer.seen.clear()
        self.clicks += 1
        start = time.perf_counter()
        own = self.viewers[place]
        answer = await own.ask(self.keys[place], str(self.clicks), **said)
        answered = time.perf_counter()
        if answer.status != OK:
            self.refused += 1
            return
        times = [await seen(own, answer.number)]
        if said["do"] != "ink" or own.closed(said["seat"], said["window"]):
            times += [await seen(viewer, answer.number) for viewer in self.viewers if viewer is not own]
        if self.measuring and said["do"] == "ink":
            self.choices += 1
            self.answers.append(answered - start)
            self.times += [at - start for at in times if at]
            self.lost += sum(not at for at in times)
        elif self.measuring:
            self.throws += 1


async def seen(viewer: Viewer, number: int) -> float:
    """Return when a viewer saw a number or a later one; 0 if that took too long."""
    viewer.arrived = asyncio.Event()
    try:
        async with asyncio.timeout(PATIENCE):
            while True:
                for came, at in viewer.seen:
                    if came >= number:
                        return at
                viewer.arrived.clear()
                await viewer.arrived.wait()
    except TimeoutError:
        return 0.0
    finally:
        viewer.arrived = None


async def made_table(place: int, port: int, wanted: argparse.Namespace) -> Table:
    """Create a full table of one of the games."""
    wire = Wire(port)
    game = list(GAMES)[place % len(GAMES)]
    others = [{"kind": "open"}] * (wanted.clients - 1) + [{"kind": "bot", "level": "greedy"}] * (SEATS - wanted.clients)
    status, made = await wire.post("/tables", game=game, seats=[{"kind": "me", "name": "Anna"}, *others])
    assert status == 201, made
    keys = [made["key"]]
    for number in range(1, wanted.clients):
        status, sat = await wire.post(f"/t/{made['code']}/sit", name=f"Client {number}")
        assert status == 200, sat
        keys.append(sat["key"])
    table = Table(made["code"], keys, wire, random.Random(wanted.seed * 1_000_003 + place))
    for number, key in enumerate(keys):
        await watch(table, port, [key], LANGUAGES[number % len(LANGUAGES)])
    return table


async def watch(table: Table, port: int, keys: list[str], language: str) -> None:
    """Add a viewer to a table and wait for its first snapshot."""
    loop = asyncio.get_running_loop()
    _, viewer = await loop.create_connection(lambda: Viewer(table.code, keys, language), HOST, port)
    assert await seen(viewer, 0), "no snapshot came"
    table.viewers.append(viewer)


# --- the server -------------------------------------------------------------------------------------------------------


@contextmanager
def served(pace: float) -> Iterator[tuple[int, int]]:
    """Start a server; yield its process id and its port."""
    environment = os.environ | {"CINQUINA_PACE": str(pace), "CINQUINA_LIMITS": MANY}
    with tempfile.TemporaryDirectory() as folder:
        line = [sys.executable, "-m", "cinquina", "serve", "--host", HOST, "--port", "0"]
        line += ["--db", f"sqlite:///{Path(folder) / 'tables.db'}"]
        server = subprocess.Popen(line, env=environment, stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout
            found = ADDRESS.search(server.stdout.readline())
            assert found, "the server did not say where it is"
            yield server.pid, int(found[1])
        finally:
            server.terminate()
            server.wait(30)


def spent(process: int) -> float:
    """Return the processor seconds that a process has used."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory(process: int) -> float:
    """Return the memory of a process in MiB."""
    return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20


# --- the measurement --------------------------------------------------------------------------------------------------


@asynccontextmanager
async def playing(tables: list[Table], pace: float) -> AsyncIterator[None]:
    """Play at all tables during the context."""
    tasks = [asyncio.create_task(table.play(pace)) for table in tables]
    try:
        yield
        broken = [task for task in tasks if task.done()]
        assert not broken, broken[0].exception()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def measured(wanted: argparse.Namespace, process: int, port: int) -> dict[str, Any]:
    """Play and return the measurements."""
    empty = memory(process)
    tables = [await made_table(place, port, wanted) for place in range(wanted.tables)]
    for place in range(wanted.spectators):
        await watch(tables[place % wanted.tables], port, [], LANGUAGES[place // wanted.tables % len(LANGUAGES)])
    async with playing(tables, wanted.pace):
        await asyncio.sleep(wanted.warm)
        viewers = [viewer for table in tables for viewer in table.viewers]
        for table in tables:
            table.measuring = True
        before = time.perf_counter(), spent(process), time.process_time(), *traffic(viewers)
        await asyncio.sleep(wanted.seconds)
        after = time.perf_counter(), spent(process), time.process_time(), *traffic(viewers)
    wall, server, own, came, size = (now - then for then, now in zip(before, after, strict=True))
    return summary(tables) | {
        "tables": wanted.tables,
        "clients": wanted.clients * wanted.tables,
        "spectators": wanted.spectators,
        "pace": wanted.pace,
        "seconds": wall,
        "choices_per_second": sum(table.choices for table in tables) / wall,
        "throws_per_second": sum(table.throws for table in tables) / wall,
        "snapshots_per_second": came / wall,
        "snapshot_bytes": size / max(came, 1),
        "server_cpu": server / wall,
        "own_cpu": own / wall,
        "memory_mib": memory(process),
        "memory_empty_mib": empty,
        "gone": sum(viewer.gone for viewer in viewers),
    }


def traffic(viewers: list[Viewer]) -> tuple[int, int]:
    """Return the snapshots and bytes received so far."""
    return sum(viewer.came for viewer in viewers), sum(viewer.bytes for viewer in viewers)


def summary(tables: list[Table]) -> dict[str, Any]:
    """Return the times of all tables together, in milliseconds."""
    times = sorted(at * 1000 for table in tables for at in table.times)
    answers = sorted(at * 1000 for table in tables for at in table.answers)
    parts = {"median": 0.5, "p95": 0.95, "p99": 0.99, "max": 1.0}
    return {
        "seen": len(times),
        "lost": sum(table.lost for table in tables),
        "refused": sum(table.refused for table in tables),
        "ms": {name: part_of(times, part) for name, part in parts.items()},
        "answer_ms": {name: part_of(answers, part) for name, part in parts.items()},
    }


def part_of(ordered: list[float], part: float) -> float:
    """Return the quantile of the times."""
    return ordered[min(int(len(ordered) * part), len(ordered) - 1)] if ordered else 0.0


def lines(got: dict[str, Any]) -> Iterator[str]:
    """Format the result as text."""
    yield f"{got['tables']} tables, {got['clients']} clients, {got['spectators']} spectators, {got['seconds']:.0f} s"
    for name, what in (("ms", "seen by a viewer"), ("answer_ms", "answered")):
        times = got[name]
        yield f"{what:17} " + ", ".join(f"{part} {times[part]:.1f} ms" for part in times)
    yield f"{got['seen']:,} times a viewer saw a choice; {got['lost']} not seen, {got['refused']} clicks refused"
    yield (
        f"{got['choices_per_second']:.0f} choices/s, {got['throws_per_second']:.0f} throws/s, "
        f"{got['snapshots_per_second']:,.0f} snapshots/s of {got['snapshot_bytes']:,.0f} bytes, {got['gone']} hung up"
    )
    yield (
        f"server {got['server_cpu']:.0%} of a core, {got['memory_mib']:.0f} MiB ({got['memory_empty_mib']:.0f} empty); "
        f"this process {got['own_cpu']:.0%}"
    )


def asked() -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--spectators", type=int, default=1000)
    parser.add_argument("--clients", type=int, default=SEATS, choices=range(1, SEATS + 1))
    parser.add_argument("--pace", type=float, default=1.0)
    parser.add_argument("--bots", type=float, default=0.6)
    parser.add_argument("--warm", type=float, default=20.0)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    return parser.parse_args()


def main() -> None:
    """Measure and print the result."""
    wanted = asked()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    files = MOST_FILES if most == resource.RLIM_INFINITY else min(most, MOST_FILES)
    resource.setrlimit(resource.RLIMIT_NOFILE, (files, most))
    with served(wanted.bots) as (process, port):
        got = asyncio.run(measured(wanted, process, port))
    print(json.dumps(got, indent=1) if wanted.json else "\n".join(lines(got)))


if __name__ == "__main__":
    main()
