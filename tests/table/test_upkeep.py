"""Background work of a server: resuming, dropping, deleting, and surviving a table it cannot read."""

from __future__ import annotations

import asyncio
import logging
import random
import time
from typing import Any

import pytest

import cinquina.table.damage as damage
import cinquina.table.upkeep as upkeep
from cinquina.store import MemoryStore, NoTable, Store
from cinquina.table.damage import Damaged
from cinquina.table.happenings import Begun, written
from cinquina.table.hosted import HostedTable, Viewer
from table.tables import HOST, SEED, key_of, settings
from table.test_hall import opened, run, two, until

DAY = 86_400.0
BROKEN = {
    "settings of another game": ('{"game": "chess"}', []),
    "settings that are none": ("", []),
    "a choice before the beginning": (written(settings()), ['{"type":"choose","seat":0,"option":0}']),
    "a seat that does not exist": (written(settings()), ['{"type":"sit","seat":7,"name":"x","key":"k","salt":""}']),
    "an event of no kind": (written(settings()), ['{"type":"explode"}']),
    "an event cut off": (written(settings()), ['{"type":"chat","seat":0,"te']),
    "a game nobody knows": (written(settings()).replace("qwixx", "chess"), [f'{{"type":"begin","seed":"{SEED}"}}']),
}


@pytest.fixture(autouse=True)
def nothing_logged() -> None:
    """Let damaged tables of other tests be logged again."""
    damage._logged.clear()


def broken(store: Store, kind: str, code: str = "LUPO-0001") -> None:
    """Store a table that cannot be read."""
    told, events = BROKEN[kind]
    store.create(code, code, told, time.time())
    for number, text in enumerate(events, 1):
        store.append(code, number, text, time.time())


@pytest.mark.parametrize("kind", BROKEN)
def test_a_table_that_cannot_be_read_keeps_no_other_from_being_resumed(
    kind: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def story() -> None:
        store = MemoryStore()
        told = settings("qwixx", "me random", options={"begins": "second"})
        store.create("good", "LUNA-0001", written(told), time.time() - 5)
        store.append("good", 1, written(Begun(SEED)), time.time() - 5)
        broken(store, kind)
        async with opened(store) as hall:
            await hall.upkeep.resume_open()
            assert list(hall.tables) == ["LUNA-0001"]
            for _ in range(3):
                with pytest.raises(Damaged) as wrong:
                    await hall.find("LUPO-0001")
            assert wrong.value.reason == "table-damaged"
            assert wrong.value.raw.startswith("table LUPO-0001\n")

    with caplog.at_level(logging.ERROR):
        run(story())
    assert [record.levelname for record in caplog.records] == ["ERROR"], "one line, without a traceback"
    assert "LUPO-0001" in caplog.text
    assert "Traceback" not in caplog.text


def test_the_raw_record_of_a_damaged_table_has_its_events_and_no_secret() -> None:
    async def story() -> None:
        async with opened(MemoryStore()) as hall:
            hosted = await two(hall, seed=SEED)
            store = hall.store
            store.append(hosted.id, hosted.table.number + 1, '{"type":"choose","seat":0,"option":99}', time.time())
            del hall.tables[hosted.code]
            with pytest.raises(Damaged) as wrong:
                await hall.find(hosted.code)
            raw = wrong.value.raw
            assert '"option":99' in raw
            assert '"name":"Lia"' in raw
            secret = [SEED, hosted.table.following, *(place.key for place in hosted.table.places)]
            assert not any(word in raw for word in secret)

    run(story())


def test_a_table_damaged_while_it_is_in_use_is_dropped_not_half_read(postgres_url: str, reopen: Any) -> None:
    async def story() -> None:
        store = reopen(postgres_url)
        async with opened(store) as hall:
            hosted = await two(hall)
            store.append(hosted.id, hosted.table.number + 1, '{"type":"explode"}', time.time())
            with pytest.raises(Damaged):
                await hall.do(hosted, lambda table: table.say(HOST, "hello?"))
            assert hosted.code not in hall.tables

    run(story())


def test_only_tables_where_something_moves_by_itself_are_held_after_a_start() -> None:
    async def story() -> None:
        store = MemoryStore()
        for number in range(30):
            told = settings("qwixx", "me me" if number % 3 else "me random", options={"begins": "second"})
            store.create(f"t{number}", f"LUNA-{number:04}", written(told), time.time())
            store.append(f"t{number}", 1, written(Begun(SEED)), time.time())
        async with opened(store) as hall:
            await hall.upkeep.resume_open()
            assert sorted(hall.tables) == [f"LUNA-{number:04}" for number in range(0, 30, 3)]

    run(story())


def test_the_event_loop_has_its_turn_while_tables_are_looked_through(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        store = MemoryStore()
        for number in range(40):
            store.create(f"t{number}", f"LUNA-{number:04}", written(settings("qwixx", "me me")), time.time())
        async with opened(store) as hall:
            turns = 0
            waking = asyncio.ensure_future(hall.upkeep.resume_open())
            while not waking.done():
                await asyncio.sleep(0)
                turns += 1
            assert turns > 40

    run(story())


def test_tables_are_let_go_though_no_new_one_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(upkeep, "ROUND_SECONDS", 0.01)
    monkeypatch.setattr(upkeep, "UNUSED", 0.05)

    async def story() -> None:
        async with opened(MemoryStore()) as hall:
            hall.start()
            left, watched = [await two(hall) for _ in range(2)]
            hall.enter(watched, Viewer((), lambda: None))
            await until(lambda: left.code not in hall.tables)
            assert list(hall.tables) == [watched.code]
            assert (await hall.find(left.code)).table.number == left.table.number

    run(story())


def test_trying_many_codes_does_not_fill_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(upkeep, "MOST_UNUSED", 10)
    monkeypatch.setattr("cinquina.table.hall.MOST_UNUSED", 10)

    async def story() -> None:
        async with opened(MemoryStore()) as hall:
            made = [await two(hall) for _ in range(30)]
            hall.tables.clear()
            watched = await hall.find(made[0].code)
            hall.enter(watched, Viewer((), lambda: None))
            for hosted in made:
                await hall.find(hosted.code)
            assert len(hall.tables) <= 12
            assert watched.code in hall.tables

    run(story())


def aged(store: Store, hosted: HostedTable, days: float) -> None:
    """Make a table look unused for days."""
    assert isinstance(store, MemoryStore)
    from dataclasses import replace

    kept = store._tables[hosted.id]
    store._tables[hosted.id] = replace(kept, changed=kept.changed - days * DAY)


def test_old_tables_are_forgotten_unless_somebody_is_at_them() -> None:
    async def story() -> None:
        store = MemoryStore()
        async with opened(store, keep=30 * DAY) as hall:
            old, young, watched = [await two(hall) for _ in range(3)]
            aged(store, old, 31)
            aged(store, young, 29)
            aged(store, watched, 400)
            hall.tables.clear()
            hosted = await hall.find(watched.code)
            hall.enter(hosted, Viewer((key_of(0),), lambda: None))
            await hall.upkeep.tidy()
            await until(lambda: store.get(old.id) is None)
            assert store.get(young.id) is not None
            assert store.get(watched.id) is not None
            with pytest.raises(NoTable):
                await hall.find(old.code)

    run(story())


def test_tables_are_kept_for_ever_where_the_operator_wants_it() -> None:
    async def story() -> None:
        store = MemoryStore()
        async with opened(store) as hall:
            old = await two(hall)
            aged(store, old, 10_000)
            await hall.upkeep.tidy()
            assert store.get(old.id) is not None

    run(story())


def test_a_guest_who_has_just_sat_down_is_not_away() -> None:
    async def story() -> None:
        async with opened(MemoryStore(), away=60.0) as hall:
            hosted = await hall.make(settings("qwixx", "me open open"))
            hosted.opened -= 1000  # the host waited long for guests
            await hall.do(hosted, lambda table: table.sit("Lia", key_of(1), ""))
            await hall.do(hosted, lambda table: table.sit("Ugo", key_of(2), ""))
            await until(lambda: hosted.table.has_begun)
            assert [hosted.away(seat) > hall.patience for seat in range(3)] == [True, False, False]

    run(story())


def test_memory_stays_flat_while_tables_come_and_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(upkeep, "UNUSED", 0.0)

    async def story() -> None:
        async with opened(MemoryStore()) as hall:
            luck = random.Random(1)
            for _ in range(60):
                hosted = await two(hall)
                viewer = Viewer((HOST,), lambda: None)
                hall.enter(hosted, viewer)
                hall.leave(hosted, viewer)
                if luck.random() < 0.3:
                    await hall.upkeep.tidy()
            await hall.upkeep.tidy()
            assert hall.tables == {}
            assert not [task for task in hall._tasks if not task.done()]

    run(story())
