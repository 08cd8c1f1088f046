"""Tables of pads in a hall: stored before anybody is notified, read by other servers, computed off the event loop."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from cinquina.store import MemoryStore, Store
from cinquina.table import hall as halls
from cinquina.table import learning
from cinquina.table.hall import Hall
from cinquina.table.hosted import HostedTable
from cinquina.table.reachable import marks_on, next_turn
from table.tables import HOST, key_of, settings, standing

SOON = 30.0
Reopen = Callable[[str], Store]


def run(story: Awaitable[None]) -> None:
    """Run a coroutine, with a timeout."""

    async def limited() -> None:
        await asyncio.wait_for(asyncio.ensure_future(story), SOON)

    asyncio.run(limited())


async def two_pads(hall: Hall, game: str = "qwinto") -> HostedTable:
    """Return a table of two pads that has begun."""
    hosted = await hall.make(settings(game, "me open", dice="none"))
    await hall.do(hosted, lambda table: table.sit("Lia", key_of(1), ""))
    while not hosted.table.has_begun:
        await asyncio.sleep(0.005)
    return hosted


async def turn(hall: Hall, hosted: HostedTable, seat: int, cell: str, mark: str) -> None:
    """Play a turn with one mark."""
    sheet, key = hosted.table.sheets[seat], key_of(seat)
    await hall.do(hosted, lambda table: table.pencil(key, seat, sheet.clicks, cell, mark))
    await hall.do(hosted, lambda table: table.finish(key, seat, sheet.clicks))


def test_a_table_of_pads_is_the_same_after_a_restart_in_every_store(lasting_url: str, reopen: Reopen) -> None:
    store = reopen(lasting_url)
    before: dict[str, Any] = {}

    async def first() -> None:
        hall = Hall(store)
        hosted = await two_pads(hall)
        await turn(hall, hosted, 0, "y3", "12")
        await turn(hall, hosted, 1, "o4", "7")
        await turn(hall, hosted, 0, "y5", "14")
        await hall.do(hosted, lambda table: table.erase(HOST, 0, table.sheets[0].clicks, "y3"))
        await hall.do(hosted, lambda table: table.pencil(HOST, 0, table.sheets[0].clicks, "v2", "3"))
        before.update(code=hosted.code, standing=standing(hosted.table))
        await hall.close()

    async def second() -> None:
        hall = Hall(reopen(lasting_url))
        hosted = await hall.find(before["code"])
        assert standing(hosted.table) == before["standing"]
        await hall.do(hosted, lambda table: table.finish(HOST, 0, table.sheets[0].clicks))
        assert marks_on(hosted.table.sheets[0].position) == {"y5": "14", "v2": "3"}
        await hall.close()

    run(first())
    store.close()
    run(second())


def test_the_same_click_twice_is_one_mark() -> None:
    async def story() -> None:
        hall = Hall(MemoryStore())
        hosted = await two_pads(hall)
        request = lambda table: table.pencil(HOST, 0, 0, "y3", "12")  # noqa: E731 - used twice, as a page does
        assert await hall.do(hosted, request, "click") == await hall.do(hosted, request, "click")
        assert hosted.table.sheets[0].pencilled == (("y3", "12"),)
        await hall.close()

    run(story())


def test_what_takes_long_to_learn_is_said_later(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(halls, "LEARNING_SECONDS", 0.01)

    async def story() -> None:
        hall = Hall(MemoryStore())
        hosted = await two_pads(hall)
        sheet, later, enough = hosted.table.sheets[0], asyncio.Event(), threading.Event()
        monkeypatch.setattr(learning, "next_turn", lambda position: enough.wait() and next_turn(position))
        await hall.learn(hosted, [0], later.set)
        assert sheet.possible is None
        enough.set()
        await later.wait()
        assert sheet.possible is not None
        assert set(hosted.table.to_learn()) == {1}
        await hall.learn(hosted, [1], later.set)
        await hall.close()

    run(story())
