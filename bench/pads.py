"""Compare clicks at tables with dice with and without busy tables of score pads, in one run.

    .venv/bin/python bench/pads.py [--tables 8] [--pads 16] [--clients 4] [--pace 0.25] [--tap 1.0]
        [--warm 6] [--rest 1.5] [--seconds 5] [--rounds 4] [--seed 1] [--json]

Starts a server at 127.0.0.1, as bench/load.py does. At each table with dice a client chooses every `pace` seconds. At
each table of pads two people, each with a socket, tap every `tap` seconds: random marks until they form a turn, then
*finish*; sometimes a mark is erased. Full sheets are scored and the next game starts. The pads alternate between idle
and busy periods of `seconds` each, so that other load on the machine affects both; before an idle period, `rest`
seconds pass for unfinished work. Times at the tables with dice are from a choice to each viewer's snapshot; those of
the pads from *finish* to a snapshot that says what can be marked next. At the end: the processor time to find all that
a turn can write on an empty sheet of each game, and to find what is offered, best of three.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import msgspec
from load import PATIENCE, Ask, Table, Wire, made_table, part_of, playing, seen, served, spent, summary, watch

from cinquina.core import Choice, after, bits, legal_options, opening
from cinquina.games import GAMES
from cinquina.table.happenings import Seat, Settings
from cinquina.table.pad_table import PadTable
from cinquina.table.reachable import asks_before_throw, possible
from cinquina.table.setup import has_pads

PEOPLE = 2
BOTS_PACE = 0.0
ERASED = 0.04
"""The probability that a player erases a mark instead of starting a turn."""
PARTS = {"median": 0.5, "p99": 0.99, "max": 1.0}


class Pad(msgspec.Struct):
    """A sheet of the viewer's own; only the fields used here."""

    seat: int
    window: int
    ready: bool
    ask: Ask | None
    marks: dict[str, list[str]]
    pencil: dict[str, str]
    erasable: list[str]


class SeatState(msgspec.Struct):
    """A seat; only the fields used here."""

    state: str


class Shown(msgspec.Struct):
    """A snapshot of a table of pads; only the fields used here."""

    phase: str
    seats: list[SeatState]
    pads: list[Pad] = []


@dataclass
class PadBench(Table):
    """A table of pads; `times` are from the end of a turn until the next marks are known."""

    turns: int = 0

    async def play(self, pace: float) -> None:
        """Let everybody tap every `pace` seconds, forever."""
        await asyncio.gather(*(self._tapping(place, pace) for place in range(len(self.keys))))

    async def _tapping(self, place: int, pace: float) -> None:
        wire = Wire(self.wire.port)
        await asyncio.sleep(self.luck.random() * pace)
        while True:
            began = time.monotonic()
            await self._tap(place, wire)
            await asyncio.sleep(max(0.0, began + pace - time.monotonic()))

    async def _tap(self, place: int, wire: Wire) -> None:
        """Make one click: the next game, a choice, a mark, or the end of a turn."""
        shown = msgspec.json.decode(self.viewers[place].newest, type=Shown)
        pad = shown.pads[0] if shown.pads else None
        if pad is None or shown.seats[pad.seat].state == "finished":
            await self._say(place, wire, do="next" if shown.phase == "over" else "count")
        elif pad.ask:
            option = self.luck.choice(pad.ask.options).tap
            await self._say(place, wire, do="ink", seat=pad.seat, window=pad.window, taps=[option])
        elif pad.ready and (not pad.marks or self.luck.random() < 0.5):
            await self._finish(place, wire, pad)
        elif pad.erasable and not pad.pencil and self.luck.random() < ERASED:
            cell = self.luck.choice(pad.erasable)
            await self._say(place, wire, do="erase", seat=pad.seat, window=pad.window, cell=cell)
        elif pad.marks:
            cell = self.luck.choice(list(pad.marks))
            mark = self.luck.choice(pad.marks[cell])
            await self._say(place, wire, do="pencil", seat=pad.seat, window=pad.window, cell=cell, mark=mark)

    async def _finish(self, place: int, wire: Wire, pad: Pad) -> None:
        """End a turn, and wait until the next possible marks are known."""
        start = time.perf_counter()
        if not await self._say(place, wire, do="finish", seat=pad.seat, window=pad.window):
            return
        while not self._knows(place) and time.perf_counter() < start + PATIENCE:
            await asyncio.sleep(0.001)
        self.turns += self.measuring
        if self.measuring:
            self.times.append(time.perf_counter() - start)

    def _knows(self, place: int) -> bool:
        """Return whether the newest snapshot has the possible marks, or says that there are none."""
        shown = msgspec.json.decode(self.viewers[place].newest, type=Shown)
        pad = shown.pads[0] if shown.pads else None
        return pad is None or bool(pad.marks) or shown.seats[pad.seat].state == "finished"

    async def _say(self, place: int, wire: Wire, **said: Any) -> bool:
        """Click, and wait until the player's own snapshot shows it; return whether the click was accepted."""
        self.clicks += 1
        self.viewers[place].seen.clear()
        click = f"{place}-{self.clicks}"
        status, answer = await wire.post(f"/t/{self.code}/do", key=self.keys[place], id=click, **said)
        if status != 200:
            self.refused += self.measuring
            return False
        self.choices += self.measuring
        await seen(self.viewers[place], answer["number"])
        return True


async def made_pads(place: int, port: int, seed: int) -> PadBench:
    """Create a full table of pads of one of the games."""
    games = [name for name, rules in GAMES.items() if has_pads(rules)]
    wire = Wire(port)
    seats = [{"kind": "me", "name": "Anna"}, *[{"kind": "open"}] * (PEOPLE - 1)]
    status, made = await wire.post("/tables", game=games[place % len(games)], seats=seats, dice="none")
    assert status == 201, made
    keys = [made["key"]]
    for number in range(1, PEOPLE):
        status, sat = await wire.post(f"/t/{made['code']}/sit", name=f"Client {number}")
        assert status == 200, sat
        keys.append(sat["key"])
    table = PadBench(made["code"], keys, wire, random.Random(seed * 1_000_003 + place))
    for key in keys:
        await watch(table, port, [key], "en")
    return table


@dataclass
class Measured:
    """The measurements while the pads were idle, or while they were busy."""

    times: list[float] = field(default_factory=list)
    """Of the tables with dice, in milliseconds."""
    pads: list[float] = field(default_factory=list)
    clicks: int = 0
    turns: int = 0
    refused: int = 0
    lost: int = 0
    server: float = 0.0
    seconds: float = 0.0

    def add(self, dice: list[Table], pads: list[PadBench]) -> None:
        """Take the measurements from the tables."""
        got = summary(dice)
        self.lost += got["lost"]
        self.refused += got["refused"] + sum(table.refused for table in pads)
        self.times += [at * 1000 for table in dice for at in table.times]
        self.pads += [at * 1000 for table in pads for at in table.times]
        self.clicks += sum(table.choices for table in pads)
        self.turns += sum(table.turns for table in pads)

    def as_json(self) -> dict[str, Any]:
        """Return the measurements as numbers."""
        return {
            "seen": len(self.times),
            "ms": {name: part_of(sorted(self.times), part) for name, part in PARTS.items()},
            "pad_clicks": self.clicks,
            "pad_turns": self.turns,
            "pad_ms": {name: part_of(sorted(self.pads), part) for name, part in PARTS.items()},
            "lost": self.lost,
            "refused": self.refused,
            "server_cpu": self.server / max(self.seconds, 1e-9),
        }


@asynccontextmanager
async def measuring(tables: list[Table]) -> AsyncIterator[None]:
    """Measure during the context."""
    for table in tables:
        table.times, table.answers = [], []
        table.choices = table.throws = table.refused = table.lost = 0
        table.measuring = True
        if isinstance(table, PadBench):
            table.turns = 0
    yield
    for table in tables:
        table.measuring = False


async def measured(wanted: argparse.Namespace, process: int, port: int) -> dict[str, Measured]:
    """Play with and without the pads, in turns."""
    dice = [await made_table(place, port, wanted) for place in range(wanted.tables)]
    pads = [await made_pads(place, port, wanted.seed) for place in range(wanted.pads)]
    found = {"without": Measured(), "with": Measured()}
    async with playing(dice, wanted.pace):
        async with playing(list(pads), wanted.tap):
            await asyncio.sleep(wanted.warm)
        for _ in range(wanted.rounds):
            await asyncio.sleep(wanted.rest)
            await one_round(found["without"], dice, [], wanted, process)
            async with playing(list(pads), wanted.tap):
                await one_round(found["with"], dice, pads, wanted, process)
    return found


async def one_round(
    found: Measured, dice: list[Table], pads: list[PadBench], wanted: argparse.Namespace, process: int
) -> None:
    """Measure for some seconds."""
    before, began = spent(process), time.perf_counter()
    async with measuring([*dice, *pads]):
        await asyncio.sleep(wanted.seconds)
    found.server += spent(process) - before
    found.seconds += time.perf_counter() - began
    found.add(dice, pads)


def lines(wanted: argparse.Namespace, got: dict[str, dict[str, Any]]) -> Iterator[str]:
    """Format the result as text."""
    yield f"{wanted.tables} tables with dice, {wanted.pads} of pads, {wanted.rounds} rounds of {wanted.seconds:.0f} s"
    for name, one in got.items():
        yield (
            f"{name + ' pads':13} " + ", ".join(f"{part} {one['ms'][part]:.1f} ms" for part in PARTS) + f"; "
            f"{one['seen']:,} seen, {one['lost']} not, {one['refused']} clicks refused; "
            f"server {one['server_cpu']:.0%} of a core"
        )
    ratio = {part: got["with"]["ms"][part] / max(got["without"]["ms"][part], 1e-9) for part in PARTS}
    yield "with/without  " + ", ".join(f"{part} {ratio[part]:.2f}" for part in PARTS)
    one = got["with"]
    yield (
        f"the pads      {one['pad_clicks']} clicks, {one['pad_turns']} turns; from the end of a turn to the next: "
        + ", ".join(f"{part} {one['pad_ms'][part]:.0f} ms" for part in PARTS)
    )


def searched() -> dict[str, dict[str, float]]:
    """Return, by game, the processor milliseconds of a search on an empty sheet, and of finding what is offered."""
    found = {}
    for name, rules in GAMES.items():
        if has_pads(rules):
            pads = PadTable(Settings(name, {}, (Seat("person", "Anna"),), "none", True, 1, "", ""))
            position = opening(rules, 1, pads.options)
            while asks_before_throw(position):
                position = after(position, Choice(0, bits.members(legal_options(position, 0))[0]))
            all_turns = possible(position)
            found[name] = {
                "search": best(partial(possible.__wrapped__, position)),
                "offered": best(partial(all_turns.offered, (), ())),
            }
    return found


def best(work: Callable[[], object]) -> float:
    """Return the least processor milliseconds of three runs."""
    taken = []
    for _ in range(3):
        began = time.process_time()
        work()
        taken.append((time.process_time() - began) * 1000)
    return min(taken)


def asked() -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--tables", type=int, default=8)
    parser.add_argument("--pads", type=int, default=16)
    parser.add_argument("--clients", type=int, default=4, choices=range(1, 5))
    parser.add_argument("--pace", type=float, default=0.25)
    parser.add_argument("--tap", type=float, default=1.0)
    parser.add_argument("--warm", type=float, default=6.0)
    parser.add_argument("--rest", type=float, default=1.5)
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    return parser.parse_args()


def main() -> None:
    """Measure and print the result."""
    wanted = asked()
    with served(BOTS_PACE) as (process, port):
        found = asyncio.run(measured(wanted, process, port))
    got = {name: one.as_json() for name, one in found.items()}
    searches = searched()
    if wanted.json:
        print(json.dumps(got | {"searches": searches}, indent=1))
        return
    print("\n".join(lines(wanted, got)))
    for name, took in searches.items():
        print(f"{name:13} a search on an empty sheet {took['search']:.0f} ms, what is offered {took['offered']:.1f} ms")


if __name__ == "__main__":
    main()
