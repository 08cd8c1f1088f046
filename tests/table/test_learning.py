"""Searches for pads: the same results in a separate process, shared by equal sheets, and robust to crashes."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from cinquina.core import Position
from cinquina.table import learning
from cinquina.table.learning import PadLearner, next_turn_of
from cinquina.table.pad_sheet import without
from cinquina.table.reachable import marks_on, next_turn
from table.tables import HOST, Played, key_of, table

PATIENCE = 60.0


def with_learner(story: Callable[[PadLearner], Awaitable[None]], *, apart: bool = True) -> None:
    """Run a test with a learner."""

    async def told() -> None:
        learner = PadLearner(apart=apart)
        try:
            await asyncio.wait_for(story(learner), PATIENCE)
        finally:
            learner.close()

    asyncio.run(told())


async def asked(learner: PadLearner, position: Position) -> Any:
    """Return what the process answers, once it does."""
    assert learner.worker
    told = position.rules.NAME, position.options, position.now.values()
    deadline = time.monotonic() + PATIENCE
    while (found := await learner.worker.ask(next_turn_of, *told)) is None:
        assert time.monotonic() < deadline, "the process is never awake"
        await asyncio.sleep(0.02)
    return found


def marked(*cells: str) -> Played:
    """Return a table of pads of Qwixx with cells crossed on the first sheet, a turn each."""
    played = table("qwixx", 2, dice="none")
    sheet = played.table.sheets[0]
    for cell in cells:
        played.take(played.table.pencil(HOST, 0, sheet.clicks, cell, "x"))
        played.take(played.table.finish(HOST, 0, sheet.clicks))
    return played


def test_a_process_finds_what_is_found_here() -> None:
    async def story(learner: PadLearner) -> None:
        sheet = marked("r5", "b8").table.sheets[0]
        assert await asked(learner, sheet.position) == next_turn(sheet.position)
        await learner.learn(sheet)
        assert sheet.possible == next_turn(sheet.position)

    with_learner(story)


def test_what_is_searched_for_is_found_before_the_process_is_awake_and_after_it_was_killed() -> None:
    async def story(learner: PadLearner) -> None:
        first, second = marked("r5").table.sheets[0], marked("r6").table.sheets[0]
        await learner.learn(first)
        assert first.possible == next_turn(first.position)
        await asked(learner, first.position)
        assert learner.worker
        assert learner.worker.process
        for process in list(learner.worker.process._processes):
            os.kill(process, signal.SIGKILL)
        await learner.learn(second)
        assert second.possible == next_turn(second.position)
        await asked(learner, first.position)

    with_learner(story)


def test_sheets_that_look_alike_are_looked_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[Position] = []

    def counted(position: Position) -> Any:
        looked.append(position)
        return next_turn(position)

    monkeypatch.setattr(learning, "next_turn", counted)

    async def story(learner: PadLearner) -> None:
        sheets = [marked("r5").table.sheets[0] for _ in range(3)]
        await asyncio.gather(*map(learner.learn, sheets))
        assert all(sheet.possible is not None for sheet in sheets)
        assert len(looked) == 1

    with_learner(story, apart=False)


def test_a_sheet_that_has_changed_meanwhile_learns_nothing_old() -> None:
    async def story(learner: PadLearner) -> None:
        played = marked("r5")
        sheet = played.table.sheets[0]
        finding = asyncio.create_task(learner.learn(sheet))
        await asyncio.sleep(0)
        played.take(played.table.undo(HOST, 0, sheet.clicks))
        await finding
        assert sheet.possible is None

    with_learner(story, apart=False)


def test_a_correction_found_in_the_process_is_the_one_found_here() -> None:
    async def story(learner: PadLearner) -> None:
        played = marked("r2", "r3", "r4", "r5", "r6", "r12")
        table, sheet = played.table, played.table.sheets[0]
        await asked(learner, sheet.position)
        for cell in marks_on(sheet.position):
            await learner.prepare(table, HOST, 0, sheet.clicks, erased=cell)
            assert sheet.erasing[cell] == without(sheet, cell)
        assert sheet.erasing["r4"] is None
        played.take(table.erase(HOST, 0, sheet.clicks, "r-lock"))
        assert sheet.erasing == {}
        assert list(marks_on(sheet.position)) == ["r2", "r3", "r4", "r5", "r6"]

    with_learner(story)


def test_nothing_is_searched_for_on_the_sheet_of_another_or_for_a_stale_click() -> None:
    async def story(learner: PadLearner) -> None:
        table = marked("r5").table
        sheet = table.sheets[0]
        await learner.prepare(table, key_of(1), 0, sheet.clicks)
        await learner.prepare(table, HOST, 0, sheet.clicks - 1)
        await learner.prepare(table, HOST, 99, 0)
        assert sheet.possible is None
        await learner.prepare(table, HOST, 0, sheet.clicks)
        assert sheet.possible is not None

    with_learner(story, apart=False)
