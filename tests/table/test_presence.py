"""Servers that share a store announce to each other who is at their tables."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from cinquina.store import MemoryStore
from cinquina.table import presence
from cinquina.table.hall import Hall
from cinquina.table.hosted import HostedTable, Viewer
from table.tables import HOST, settings


class Shared(MemoryStore):
    """A store in memory that several halls share; messages are delivered at once."""

    shared = True

    def __init__(self) -> None:
        super().__init__()
        self.ears: list[Callable[[str], None]] = []

    def broadcast(self, text: str) -> None:
        for ear in self.ears:
            ear(text)


def two_halls() -> tuple[Hall, Hall]:
    """Two halls that receive each other's messages."""
    store, loop = Shared(), asyncio.get_running_loop()
    halls = Hall(store), Hall(store)
    store.ears = [
        lambda text, hall=hall: loop.call_soon_threadsafe(hall.presence.receive, text)  # type: ignore[misc]
        for hall in halls
    ]
    return halls


async def same_table(one: Hall, two: Hall) -> tuple[HostedTable, HostedTable]:
    """Return a new table, opened by both."""
    hosted = await one.make(settings("qwixx"))
    return hosted, await two.find(hosted.code)


async def until(holds: Callable[[], bool]) -> None:
    """Wait for something that happens by itself, with a timeout."""
    for _ in range(2000):
        if holds():
            return
        await asyncio.sleep(0.005)
    raise AssertionError("it did not happen")


def nothing() -> None:
    """Ignore a notification."""


def test_somebody_at_one_server_is_here_for_the_other_until_they_leave() -> None:
    async def story() -> None:
        one, two = two_halls()
        hosted, twin = await same_table(one, two)
        told: list[bool] = []
        two.enter(twin, Viewer((), lambda: told.append(True)))
        host, again = Viewer((HOST,), nothing), Viewer((HOST,), nothing)
        told.clear()
        one.enter(hosted, host)
        await until(lambda: twin.present == {0})
        assert told
        assert twin.away(0) == 0
        two.enter(twin, again)
        one.leave(hosted, host)
        await until(lambda: not twin.remote)
        assert hosted.present == twin.present == {0}
        two.leave(twin, again)
        await until(lambda: not hosted.present and not twin.present)
        assert 0 < twin.away(0) < hosted.away(1)
        await one.close()
        await two.close()

    asyncio.run(story())


def test_a_server_that_opens_a_table_late_asks_who_is_here() -> None:
    async def story() -> None:
        one, two = two_halls()
        hosted = await one.make(settings("qwixx"))
        one.enter(hosted, Viewer((HOST,), nothing))
        twin = await two.find(hosted.code)
        await until(lambda: twin.present == {0})
        await one.close()
        await two.close()

    asyncio.run(story())


def test_those_whom_only_a_killed_server_saw_are_away_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        one, two = two_halls()
        hosted, twin = await same_table(one, two)
        for hall in (one, two):
            hall.start()
        one.enter(hosted, Viewer((HOST,), nothing))
        await until(lambda: twin.present == {0})
        await asyncio.sleep(3 * presence.SILENT_SECONDS)
        assert twin.present == {0}, "a server that lives says so again"
        await one.close()
        await until(lambda: not twin.present)
        await two.close()

    monkeypatch.setattr(presence, "ANNOUNCE_SECONDS", 0.02)
    monkeypatch.setattr(presence, "SILENT_SECONDS", 0.2)
    asyncio.run(story())


def test_people_may_leave_a_server_that_is_closed() -> None:
    async def story() -> None:
        one, two = two_halls()
        hosted, _ = await same_table(one, two)
        host = Viewer((HOST,), nothing)
        one.enter(hosted, host)
        await one.close()
        one.leave(hosted, host)
        assert not hosted.present
        await two.close()

    asyncio.run(story())


def test_what_is_no_saying_is_nobodys_business() -> None:
    async def story() -> None:
        one, two = two_halls()
        hosted, _ = await same_table(one, two)
        for text in ("", "nonsense", "{}", '{"server":"x","table":"y","seats":[1],"asks":false}'):
            one.presence.receive(text)
        one.presence.receive(f'{{"server":"x","table":"{hosted.id}","seats":["no"],"asks":false}}')
        assert not hosted.remote
        await one.close()
        await two.close()

    asyncio.run(story())
