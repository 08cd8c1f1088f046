"""The hall: tables are found by their codes, stored before anybody is notified, and resumed after any failure."""

from __future__ import annotations

import asyncio
import random
import threading
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest

import cinquina.table.hall as halls
import cinquina.table.keys as keys
import cinquina.table.upkeep as upkeep
from cinquina.bots import thinking as thinkers
from cinquina.core import CHOICE, OVER, ROLL, Refusal, bits, is_lot, legal_options
from cinquina.games import GAMES
from cinquina.store import MemoryStore, NoTable, Store, StoreError, TableEnded
from cinquina.table.codes import new_code, plain_code
from cinquina.table.dice_table import DiceTable
from cinquina.table.hall import Hall
from cinquina.table.happenings import Begun, Happening, Inked, Rolled, happening, settings_of, written
from cinquina.table.hosted import HostedTable, Viewer
from cinquina.table.proof import Check, Witness, checks, proof_in
from cinquina.table.refusals import Stale
from table.tables import HOST, NAMES, key_of, settings, standing, taps_at_random

SOON = 60.0
Reopen = Callable[[str], Store]


def run(story: Awaitable[None]) -> None:
    """Run a coroutine, with a timeout."""

    async def limited() -> None:
        await asyncio.wait_for(asyncio.ensure_future(story), SOON)

    asyncio.run(limited())


@asynccontextmanager
async def opened(store: Store, **more: Any) -> AsyncIterator[Hall]:
    """Open a hall that is closed after the test."""
    hall = Hall(store, **more)
    try:
        yield hall
    finally:
        await hall.close()


class Counter:
    """A viewer that records at each notification the table's number, and that in the store."""

    def __init__(self, hall: Hall, hosted: HostedTable, *keys: str) -> None:
        self.hall, self.hosted = hall, hosted
        self.numbers: list[int] = []
        self.kept: list[int] = []
        self.viewer = Viewer(keys, self.tell)
        hall.enter(hosted, self.viewer)
        self.numbers.clear()
        self.kept.clear()

    def tell(self) -> None:
        """Receive a notification."""
        self.numbers.append(self.hosted.table.number)
        self.kept.append(len(self.hall.store.entries(self.hosted.id)))


async def until(holds: Callable[[], bool]) -> None:
    """Wait for something that happens by itself."""
    while not holds():
        await asyncio.sleep(0.005)


def reread(hall: Hall, hosted: HostedTable) -> DiceTable:
    """Return the table as a new process would read it; entries have no gaps."""
    kept = hall.store.get(hosted.id)
    assert kept is not None
    entries = hall.store.entries(hosted.id)
    assert [entry.number for entry in entries] == list(range(1, len(entries) + 1))
    table = DiceTable(settings_of(kept.settings), kept.code)
    for entry in entries:
        table.take(happening(entry.text))
    return table


def is_kept(hall: Hall, hosted: HostedTable) -> bool:
    """Whether a new process would read the same table."""
    return standing(reread(hall, hosted)) == standing(hosted.table)


def say(text: str, key: str = HOST) -> Callable[[DiceTable], Happening]:
    """Return the command to send a chat message."""
    return lambda table: table.say(key, text)


async def two(hall: Hall, **more: Any) -> HostedTable:
    """Return a table with two people that has begun."""
    hosted = await hall.make(settings("qwixx", "me open", options={"begins": "first"}, **more))
    await hall.do(hosted, lambda table: table.sit(NAMES[1], key_of(1), ""))
    await until(lambda: hosted.table.series is not None)
    return hosted


# --- making, finding, acting -------------------------------------------------------------------------


def test_a_table_is_made_found_and_played_in_every_store(store: Store) -> None:
    async def story() -> None:
        async with opened(store) as hall:
            hosted = await two(hall)
            for typed in (hosted.code, hosted.code.lower(), hosted.code.replace("-", " "), f" {hosted.code} "):
                assert await hall.find(typed) is hosted
            number = await hall.do(hosted, lambda table: table.roll(HOST, 0, None), "click 1")
            assert number == hosted.table.number
            assert hosted.table.game.position.phase == CHOICE
            assert is_kept(hall, hosted)

    run(story())


def test_a_code_that_is_none_is_no_table(store: Store) -> None:
    async def story() -> None:
        async with opened(store) as hall:
            for typed in ("", "LUNA", "42", "LUNA-9999999", "../../etc", "💥", "\0", "a" * 5000, "NOBODY-1"):
                with pytest.raises(NoTable):
                    await hall.find(typed)
            assert hall.tables == {}

    run(story())


def test_settings_that_will_not_do_make_no_table() -> None:
    async def story() -> None:
        store = MemoryStore()
        async with opened(store) as hall:
            for told in (settings("chess"), settings("qwixx", "random open"), settings(series=99)):
                with pytest.raises(Refusal):
                    await hall.make(told)
        assert store.open_codes(0) == []

    run(story())


def test_the_same_click_twice_happens_once_and_gets_the_same_number(store: Store) -> None:
    async def story() -> None:
        async with opened(store) as hall:
            hosted = await two(hall)
            requests: list[Callable[[DiceTable], Happening]] = [say("ciao"), lambda table: table.roll(HOST, 0, None)]
            for place, request in enumerate(requests):
                numbers = {await hall.do(hosted, request, f"click {place}") for _ in range(3)}
                assert len(numbers) == 1
            click = hosted.table.click(0)
            option = bits.members(legal_options(hosted.table.game.position, 0))[0]
            answers = [hall.do(hosted, lambda table: table.ink(HOST, 0, click, (option,)), "c") for _ in range(4)]
            assert len(set(await asyncio.gather(*answers))) == 1
            assert await hall.do(hosted, say("something else"), "click 0") < hosted.table.number
            assert is_kept(hall, hosted)

    run(story())


def test_the_same_click_after_a_restart_is_still_the_same(lasting_url: str, reopen: Reopen) -> None:
    async def story() -> None:
        async with opened(reopen(lasting_url)) as hall:
            hosted = await two(hall)
            number = await hall.do(hosted, lambda table: table.roll(HOST, 0, None), "click")
        async with opened(reopen(lasting_url)) as hall:
            again = await hall.find(hosted.code)
            assert await hall.do(again, lambda table: table.roll(HOST, 0, None), "click") == number
            with pytest.raises(Stale):
                await hall.do(again, lambda table: table.roll(HOST, 0, None), "another click")
            assert is_kept(hall, again)
            assert again.table.number == hosted.table.number

    run(story())


def test_many_wishes_at_once_happen_one_after_the_other(store: Store) -> None:
    async def story() -> None:
        async with opened(store) as hall:
            hosted = await two(hall)
            before = hosted.table.number
            numbers = await asyncio.gather(*(hall.do(hosted, say(str(n)), f"c{n}") for n in range(20)))
            assert sorted(numbers) == list(range(before + 1, before + 21))
            assert is_kept(hall, hosted)

    run(story())


def test_a_table_that_has_ended_gives_its_code_to_another(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(halls, "new_code", lambda: "LUNA-0001")

    async def story() -> None:
        async with opened(MemoryStore()) as hall:
            first = await two(hall)
            with pytest.raises(Refusal, match="no-free-code"):
                await hall.make(settings())
            await hall.do(first, lambda table: table.end(HOST))
            second = await hall.make(settings("qwinto"))
            assert second.table.settings.game == "qwinto"
            assert await hall.find("LUNA-0001") is second
            await hall.do(second, say("ciao"))
            assert first.table.chat != second.table.chat

    run(story())


# --- stored, then broadcast --------------------------------------------------------------------------


def test_an_event_is_in_the_store_before_anybody_is_told(store: Store) -> None:
    async def story() -> None:
        async with opened(store) as hall:
            hosted = await two(hall)
            watching = [Counter(hall, hosted, HOST), Counter(hall, hosted)]
            await hall.do(hosted, lambda table: table.roll(HOST, 0, None))
            for text in ("uno", "due"):
                await hall.do(hosted, say(text))
            for counter in watching:
                assert counter.numbers[-3:] == [hosted.table.number - 2, hosted.table.number - 1, hosted.table.number]
                assert all(kept >= number for kept, number in zip(counter.kept, counter.numbers, strict=True))

    run(story())


def test_a_refusal_tells_nobody_and_changes_nothing(store: Store) -> None:
    async def story() -> None:
        async with opened(store) as hall:
            hosted = await two(hall)
            counter, before = Counter(hall, hosted), reread(hall, hosted)
            with pytest.raises(Refusal, match="not-your-table"):
                await hall.do(hosted, say("ciao", "nobody's key"))
            assert counter.numbers == []
            assert standing(hosted.table) == standing(before)
            assert is_kept(hall, hosted)

    run(story())


class Failing:
    """A store that can fail: before it stores an event, or afterwards, as with a lost connection."""

    def __init__(self) -> None:
        self.inner = MemoryStore()
        self.failing = ""
        self.asked = 0

    def append(self, *given: Any) -> None:
        """Store the next event, or fail."""
        self.asked += 1
        if self.failing == "before":
            raise StoreError("store-unreachable", place="nowhere")
        self.inner.append(*given)
        if self.failing == "after":
            raise StoreError("store-unreachable", place="nowhere")

    def __getattr__(self, name: str) -> Any:
        return getattr(self.inner, name)


def test_a_store_that_fails_leaves_the_table_as_it_was_and_tells_nobody() -> None:
    async def story() -> None:
        store = Failing()
        async with opened(store) as hall:
            hosted = await two(hall)
            counter, before = Counter(hall, hosted), reread(hall, hosted)
            store.failing = "before"
            for _ in range(3):
                with pytest.raises(StoreError):
                    await hall.do(hosted, say("ciao"), "click")
            assert standing(hosted.table) == standing(before)
            assert counter.numbers == []
            store.failing = ""
            assert await hall.do(hosted, say("ciao"), "click") == before.number + 1
            assert counter.numbers == [before.number + 1]

    run(story())


def test_an_event_kept_by_a_store_that_failed_then_is_not_kept_twice() -> None:
    async def story() -> None:
        store = Failing()
        async with opened(store) as hall:
            hosted = await two(hall)
            store.failing = "after"
            with pytest.raises(StoreError):
                await hall.do(hosted, say("ciao"), "click")
            store.failing = ""
            number = await hall.do(hosted, say("ciao"), "click")
            await hall.do(hosted, say("altro"), "another")
            assert [said.text for said in hosted.table.chat] == ["ciao", "altro"]
            assert number == hosted.table.number - 1
            assert is_kept(hall, hosted)

    run(story())


def test_bots_wait_for_a_store_that_is_away_and_nobody_is_told_meanwhile() -> None:
    async def story() -> None:
        store = Failing()
        async with opened(store) as hall:
            store.failing = "before"
            hosted = await hall.make(settings("qwixx", "me random", options={"begins": "second"}))
            counter = Counter(hall, hosted)
            await until(lambda: store.asked >= 3)
            assert counter.numbers == []
            assert hosted.table.series is None
            store.failing = ""
            await until(lambda: 0 in hosted.table.game.position.waiting if hosted.table.series else False)
            assert is_kept(hall, hosted)

    run(story())


def test_a_table_that_cannot_go_on_is_logged_once_and_tries_less_and_less_often(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(halls, "REFUSAL_PAUSE", 0.001)
    monkeypatch.setattr(halls, "LONGEST_PAUSE", 0.002)

    async def story() -> None:
        store = Failing()
        async with opened(store) as hall:
            store.failing = "before"
            hosted = await hall.make(settings("qwixx", "me random"))
            await until(lambda: store.asked >= 3 * halls.MANY_REFUSALS)
            said = [line.getMessage() for line in caplog.records if line.name == halls.__name__]
            assert said == [
                f"table {hosted.table.code} cannot go on by itself: store-unreachable {{'place': 'nowhere'}}"
            ]

    run(story())


# --- restarts ----------------------------------------------------------------------------------------


def test_a_table_goes_on_after_a_restart(lasting_url: str, reopen: Reopen) -> None:
    async def story() -> None:
        async with opened(reopen(lasting_url)) as hall:
            hosted = await two(hall)
            await hall.do(hosted, lambda table: table.roll(HOST, 0, None))
        async with opened(reopen(lasting_url)) as hall:
            again = await hall.find(hosted.code)
            assert again is not hosted
            assert standing(again.table) == standing(hosted.table)
            await hall.do(again, say("we are back"))
            assert again.table.number == hosted.table.number + 1

    run(story())


def test_bots_go_on_by_themselves_after_a_restart(lasting_url: str, reopen: Reopen) -> None:
    async def story() -> None:
        store = reopen(lasting_url)
        store.create("t", "LUNA-0001", written(settings("qwixx", "me random", options={"begins": "second"})), 1e9)
        async with opened(store) as hall:
            await hall.upkeep.resume_open()
            assert hall.tables == {}, "a table of long ago is not woken"
        store.append("t", 1, written(Begun("0" * 64)), time.time())
        async with opened(reopen(lasting_url)) as hall:
            await hall.upkeep.resume_open()
            hosted = hall.tables["LUNA-0001"]
            await until(lambda: hosted.table.game.position.waiting == (0,))
            assert isinstance(happening(store.entries("t")[2].text), Inked)

    run(story())


def test_nobody_counts_as_away_because_the_server_was() -> None:
    async def story() -> None:
        async with opened(MemoryStore()) as hall:
            hosted = await two(hall)
            assert hosted.away(1) < 5
            hosted.opened -= 100
            hosted.last_seen[1] -= 100
            assert hosted.away(1) > 99
            viewer = Viewer((key_of(1),), lambda: None)
            hall.enter(hosted, viewer)
            assert hosted.away(1) == 0
            assert hosted.present == {1}
            hall.leave(hosted, viewer)
            assert 0 <= hosted.away(1) < 5

    run(story())


# --- two servers -------------------------------------------------------------------------------------


@asynccontextmanager
async def two_halls(url: str, reopen: Reopen) -> AsyncIterator[tuple[Hall, Hall]]:
    """Two servers on one database, each notified of the other's events."""
    loop = asyncio.get_running_loop()
    async with opened(reopen(url)) as one, opened(reopen(url)) as other:
        listeners = [hall.store.listen(_hears(loop, hall)) for hall in (one, other)]
        try:
            yield one, other
        finally:
            for listener in listeners:
                await asyncio.to_thread(listener.close)
            await asyncio.sleep(0)


def _hears(loop: asyncio.AbstractEventLoop, hall: Hall) -> Callable[[str, int], None]:
    def heard(table: str, number: int) -> None:
        asyncio.run_coroutine_threadsafe(hall.refresh(table), loop)

    return heard


def test_two_servers_see_every_event_of_one_table_and_double_none(postgres_url: str, reopen: Reopen) -> None:
    async def story() -> None:
        async with two_halls(postgres_url, reopen) as (one, other):
            here = await two(one)
            there = await other.find(here.code)
            watching = [Counter(one, here), Counter(other, there)]
            before = here.table.number
            mine = [one.do(here, say(f"a{n}"), f"a{n}") for n in range(10)]
            yours = [other.do(there, say(f"b{n}", key_of(1)), f"b{n}") for n in range(10)]
            numbers = await asyncio.gather(*mine, *yours)
            assert sorted(numbers) == list(range(before + 1, before + 21))
            for counter in watching:
                await until(lambda told=counter.numbers: told[-1:] == [before + 20])  # type: ignore[misc]
            await until(lambda: here.table.number == there.table.number == before + 20)
            assert standing(here.table) == standing(there.table) == standing(reread(one, here))

    run(story())


def test_one_click_that_reaches_two_servers_happens_once(postgres_url: str, reopen: Reopen) -> None:
    async def story() -> None:
        async with two_halls(postgres_url, reopen) as (one, other):
            here = await two(one)
            there = await other.find(here.code)
            rolls = [
                hall.do(hosted, lambda table: table.roll(HOST, 0, None), "throw")
                for hall, hosted in ((one, here), (other, there)) * 3
            ]
            assert len(set(await asyncio.gather(*rolls))) == 1
            click, option = here.table.click(0), bits.members(legal_options(here.table.game.position, 0))[0]
            answers = [
                hall.do(hosted, lambda table: table.ink(HOST, 0, click, (option,)), "choice")
                for hall, hosted in ((one, here), (other, there)) * 3
            ]
            assert len(set(await asyncio.gather(*answers))) == 1
            assert sum(isinstance(kept, Inked) for kept in kept_events(one, here)) == 1

    run(story())


def kept_events(hall: Hall, hosted: HostedTable) -> list[Happening]:
    """Return all stored events of a table."""
    return [happening(entry.text) for entry in hall.store.entries(hosted.id)]


def test_a_server_that_learns_by_being_refused_tells_its_viewers(postgres_url: str, reopen: Reopen) -> None:
    """There is no listener, so that nothing else can have notified them."""

    async def story() -> None:
        async with opened(reopen(postgres_url)) as one, opened(reopen(postgres_url)) as other:
            here = await two(one)
            there = await other.find(here.code)
            counter = Counter(other, there)
            await one.do(here, lambda table: table.roll(HOST, 0, None))
            with pytest.raises(Refusal):
                await other.do(there, lambda table: table.roll(HOST, 0, None))
            assert counter.numbers == [here.table.number]

    run(story())


def test_a_table_ended_at_another_server_is_ended_here(postgres_url: str, reopen: Reopen) -> None:
    async def story() -> None:
        async with opened(reopen(postgres_url)) as one, opened(reopen(postgres_url)) as other:
            here = await two(one)
            there = await other.find(here.code)
            await one.do(here, lambda table: table.end(HOST))
            with pytest.raises(Stale, match="table-ended"):
                await other.do(there, say("ciao"))
            assert there.table.ended

    run(story())


@pytest.mark.parametrize("game", ["qwixx", "sequence-dice"])
def test_bots_of_two_servers_never_answer_twice(game: str, postgres_url: str, reopen: Reopen) -> None:
    async def story() -> None:
        async with two_halls(postgres_url, reopen) as (one, other):
            here = await one.make(settings(game, "me random", options={"begins": "second"}))
            there = await other.find(here.code)
            luck = random.Random(1)
            await until(lambda: here.table.series is not None and there.table.series is not None)
            for hall, hosted in ((one, here), (other, there)) * 8:
                await person_acts(hall, hosted, luck)
            await until(lambda: waits_for_person(here.table))
            await until(lambda: here.table.game == there.table.game == reread(one, here).game)

    run(story())


async def person_acts(hall: Hall, hosted: HostedTable, luck: random.Random) -> None:
    """Throw or choose for the one person at a table, once it is their turn."""
    await until(lambda: waits_for_person(hosted.table))
    if hosted.table.game.position.phase == OVER:
        return
    request = command_of_person(hosted.table, luck)
    try:
        await hall.do(hosted, request)
    except Refusal:
        await asyncio.sleep(0.01)


def waits_for_person(table: DiceTable) -> bool:
    """Whether the game waits for the person at seat 0, or is over."""
    if table.series is None:
        return False
    position = table.game.position
    if position.phase == ROLL:
        return position.active == 0 and not is_lot(position)
    return position.phase == OVER or 0 in position.waiting


def command_of_person(table: DiceTable, luck: random.Random) -> Callable[[DiceTable], Happening]:
    """Return what the person at seat 0 does now."""
    position = table.game.position
    if position.phase == ROLL:
        throw = table.throws
        return lambda now: now.roll(HOST, throw, None)
    click, taps = table.click(0), taps_at_random(position, 0, luck)
    return lambda now: now.ink(HOST, 0, click, taps)


def test_only_the_pages_of_a_seat_are_woken_by_its_draft() -> None:
    async def story() -> None:
        async with opened(MemoryStore()) as hall:
            hosted = await two(hall)
            await hall.do(hosted, lambda table: table.roll(HOST, 0, None))
            woken: list[str] = []
            for key in (HOST, HOST, key_of(1), ""):
                hall.enter(hosted, Viewer((key,), lambda key=key: woken.append(key)))  # type: ignore[misc]
            woken.clear()
            table = hosted.table
            assert isinstance(table, DiceTable)
            position, version = table.game.position, hosted.version
            seat, click = position.waiting[0], table.click(position.waiting[0])
            option = bits.members(legal_options(position, seat))[0]
            hall.draft(hosted, seat, lambda drafts: drafts.tap(key_of(seat), seat, click, option))
            hall.draft(hosted, seat, lambda drafts: drafts.untap(key_of(seat), seat, click, ""))
            assert woken == [key for _ in range(2) for key in (HOST, HOST, key_of(1)) if key == key_of(seat)]
            assert hosted.version == version, "what others are shown is not made again"

    run(story())


# --- bots --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", list(GAMES))
def test_a_person_finishes_a_game_with_bots(game: str) -> None:
    async def story() -> None:
        async with opened(MemoryStore()) as hall:
            hosted = await hall.make(settings(game, "me random greedy"))
            luck, watching = random.Random(2), Counter(hall, hosted)
            while hosted.table.series is None or hosted.table.game.position.phase != OVER:
                await person_acts(hall, hosted, luck)
            table = reread(hall, hosted)
            assert is_kept(hall, hosted)
            assert Check("throws", "right", {"n": table.throws - had_a_draw(table)}) in checks(
                table.game, proof_of(table), Witness()
            )
            check_whole_answers(hall, hosted)
            assert watching.numbers == sorted(watching.numbers)
            assert all(kept >= number for kept, number in zip(watching.kept, watching.numbers, strict=True))

    run(story())


def check_whole_answers(hall: Hall, hosted: HostedTable) -> None:
    """Check that every answer was stored as one happening, a bot's too."""
    table = DiceTable(hosted.table.settings, hosted.code)
    for happened in kept_events(hall, hosted):
        window = table.game.position.window if table.series else -1
        table.take(happened)
        if isinstance(happened, Inked):
            now = table.game.position
            assert now.window != window or happened.seat not in now.waiting


def had_a_draw(table: DiceTable) -> bool:
    """Whether the lot was drawn."""
    return any(line.startswith("begins") for line in table.game.lines)


def proof_of(table: DiceTable) -> Any:
    """Return the proof after the record of a finished game."""
    return proof_in(table.records()[-1])


@pytest.mark.parametrize("game", list(GAMES))
def test_when_everybody_is_away_bots_finish_the_game(game: str) -> None:
    async def story() -> None:
        async with opened(MemoryStore(), away=0.0) as hall:
            hosted = await hall.make(settings(game, "me random"))
            await until(lambda: hosted.table.series is not None)
            await hall.do(hosted, lambda table: table.substitute(HOST, 0, away=True))
            await until(lambda: hosted.table.game.position.phase == OVER)
            assert is_kept(hall, hosted)

    run(story())


def test_a_table_that_nobody_looks_at_is_let_go_and_found_again() -> None:
    async def story() -> None:
        async with opened(MemoryStore()) as hall:
            left, watched = [await hall.make(settings("qwixx", "me me")) for _ in range(2)]
            await until(lambda: left.table.has_begun and watched.table.has_begun)
            Counter(hall, watched)
            left.touched = watched.touched = -upkeep.UNUSED
            await hall.upkeep.tidy()
            assert left.code not in hall.tables
            assert hall.tables[watched.code] is watched
            again = await hall.find(left.code)
            assert again.table.number == left.table.number

    run(story())


def test_bots_go_on_after_a_rematch() -> None:
    async def story() -> None:
        async with opened(MemoryStore()) as hall:
            hosted = await hall.make(settings("qwinto", "me greedy"))
            await until(lambda: hosted.table.series is not None)
            await hall.do(hosted, lambda table: table.substitute(HOST, 0, away=True))
            for game in range(3):
                await until(lambda game=game: hosted.table.played == game and hosted.table.game.position.phase == OVER)  # type: ignore[misc]
                await hall.do(hosted, lambda table: table.next_game(HOST, keys.new_seeds()))
            await until(lambda: hosted.table.game.position.phase == OVER)
            assert len(hosted.table.records()) == 4
            assert len({dice.seed for _, dice in hosted.table.past}) == 3

    run(story())


def test_what_a_bot_thought_of_is_dropped_when_its_owner_was_faster(monkeypatch: pytest.MonkeyPatch) -> None:
    thinking, go = threading.Event(), threading.Event()
    think = vars(thinkers)["choose"]

    def slowly(*given: Any) -> int:
        thinking.set()
        go.wait(SOON)
        return think(*given)

    monkeypatch.setattr(thinkers, "choose", slowly)

    async def story() -> None:
        async with opened(MemoryStore()) as hall:
            hosted = await hall.make(settings("sequence-dice", "me me", dice="real", options={"begins": "first"}))
            await until(lambda: hosted.table.series is not None)
            await hall.do(hosted, lambda table: table.roll(HOST, 0, (1, 4)))
            await hall.do(hosted, lambda table: table.substitute(HOST, 0, away=True))
            await until(thinking.is_set)
            await hall.do(hosted, command_of_person(hosted.table, random.Random(1)))
            assert hosted.table.game.position.phase == ROLL, "the window is closed"
            await hall.do(hosted, lambda table: table.come_back(HOST, 0))
            go.set()
            await asyncio.sleep(0.15)
            assert is_kept(hall, hosted)

    try:
        run(story())
    finally:
        go.set()


def test_bots_stop_when_the_host_ends_the_table() -> None:
    async def story() -> None:
        async with opened(MemoryStore(), pace=0.05) as hall:
            hosted = await hall.make(settings("qwixx", "me random random", options={"begins": "second"}))
            await until(lambda: hosted.table.series is not None)
            await hall.do(hosted, lambda table: table.end(HOST))
            number = hosted.table.number
            await asyncio.sleep(0.2)
            assert hosted.table.number == number
            assert hosted.moving is None or hosted.moving.done()
            with pytest.raises(TableEnded):
                hall.store.append(hosted.id, number + 1, "{}", 1.0)

    run(story())


def test_a_throw_that_somebody_else_has_made_meanwhile_is_not_made_again() -> None:
    async def story() -> None:
        async with opened(MemoryStore(), pace=0.1) as hall:
            hosted = await hall.make(settings("qwixx", "me random", options={"begins": "second"}))
            await until(lambda: hosted.table.series is not None and hosted.table.throws_itself())
            await asyncio.sleep(0.02)  # the bot is in its pause
            await hall.do(hosted, lambda table: Rolled(table.fair_throw()))
            await asyncio.sleep(0.3)
            assert hosted.table.throws == 1
            assert reread(hall, hosted).game == hosted.table.game

    run(story())


def test_the_pace_of_bots_is_kept() -> None:
    async def story() -> None:
        async with opened(MemoryStore(), pace=0.5) as hall:
            hosted = await hall.make(settings("qwixx", "me random", options={"begins": "second"}))
            await until(lambda: hosted.table.series is not None)
            begun = time.monotonic()
            await until(lambda: hosted.table.game.position.phase == CHOICE)
            assert time.monotonic() - begun >= 0.2

    run(story())


def test_codes_can_be_said_and_typed() -> None:
    for _ in range(200):
        code = new_code()
        assert plain_code(code) == code
        assert plain_code(code.lower().replace("-", "")) == code


@pytest.mark.parametrize(
    "typed",
    [
        *("monte 247", "MONTE-247", " monte247 ", "Monte – 0247", "monte_00247", "247 monte", "m o n t e 2 4 7"),
        *("http://192.168.1.5:8000/t/MONTE-0247", "https://games.example/dice/t/monte-247/tv", "/t/MONTE-0247#k3y?"),
    ],
)
def test_a_code_is_understood_however_it_is_typed(typed: str) -> None:
    assert plain_code(typed) == "MONTE-0247"


@pytest.mark.parametrize("typed", ["", "monte", "247", "-", "monte 123456789", "/t/", "💥1"])
def test_what_cannot_be_a_code_is_none(typed: str) -> None:
    assert plain_code(typed) == ""


def test_keys_and_seeds_cannot_be_guessed() -> None:
    assert len({keys.new_key() for _ in range(100)}) == 100
    assert min(len(keys.new_key()) for _ in range(100)) >= 24
    assert len({keys.new_seed() for _ in range(100)}) == 100


def test_closing_waits_for_what_the_store_is_asked_so_that_no_connection_is_left_open() -> None:
    answered = threading.Event()

    def slowly() -> None:
        time.sleep(0.2)
        answered.set()

    async def story() -> None:
        store = MemoryStore()
        store.shared = True
        hall = Hall(store)
        asked = asyncio.ensure_future(hall.access.ask(slowly))
        await asyncio.sleep(0.05)
        asked.cancel()
        await hall.close()
        assert answered.is_set()

    run(story())
