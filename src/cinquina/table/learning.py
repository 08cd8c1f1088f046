"""Computes outside the event loop which marks are possible on pads: in a separate process.

Until that process has started, and where there is none, a thread is used.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from cinquina.core import Position
from cinquina.core.record import new_game
from cinquina.games import GAMES
from cinquina.sim.worker import Worker
from cinquina.table.base import TableBase
from cinquina.table.happenings import Played
from cinquina.table.pad_sheet import Erasure, PadSheet, without
from cinquina.table.pad_table import played_of
from cinquina.table.reachable import Possible, events_of, marks_on, next_turn

Options = tuple[tuple[str, str], ...]
ANYBODY = "?"
"""A player's name for sheets whose owner does not matter."""


class PadLearner:
    """Computes what the next turn can write on a sheet, and the result of corrections."""

    def __init__(self, *, apart: bool = False) -> None:
        self.worker = Worker("pads") if apart else None
        self._thread = ThreadPoolExecutor(1, "learner")
        """A single thread, so that the event loop is not starved."""
        self._finding: dict[Position, asyncio.Task[Possible]] = {}
        """Searches in progress; equal sheets share one."""

    async def learn(self, sheet: PadSheet) -> None:
        """Compute what the next turn can write on a sheet, and store it there."""
        position = sheet.position
        sheet.take_in(position, await asyncio.shield(self._found(position)))

    async def prepare(self, table: TableBase, key: str, seat: int, click: int, *, erased: str | None = None) -> None:
        """Compute in advance what a click on a sheet needs, so that validating it is fast."""
        sheet = table.pad_of(seat)
        if sheet is None or click != sheet.clicks or seat not in table.seats_of(key):
            return
        if erased is None:
            if sheet.possible is None:
                await self.learn(sheet)
        elif self.worker and erased in marks_on(sheet.position):
            await self._correct(self.worker, sheet, erased)

    def close(self) -> None:
        """Cancel all searches."""
        for task in self._finding.values():
            task.cancel()
        self._thread.shutdown(wait=False, cancel_futures=True)
        if self.worker:
            self.worker.close()

    def _found(self, position: Position) -> asyncio.Task[Possible]:
        if position not in self._finding:
            task = self._finding[position] = asyncio.create_task(self._find(position))
            task.add_done_callback(lambda _: self._finding.pop(position, None))
        return self._finding[position]

    async def _find(self, position: Position) -> Possible:
        found = None
        if self.worker:
            described = position.rules.NAME, position.options, position.now.values()
            found = await self.worker.ask(next_turn_of, *described)
        if found is None:
            found = await asyncio.get_running_loop().run_in_executor(self._thread, next_turn, position)
        return found

    async def _correct(self, worker: Worker, sheet: PadSheet, cell: str) -> None:
        turns, position = sheet.turns, sheet.position
        described = position.rules.NAME, position.options, tuple(played_of(turn.events) for turn in turns)
        found = await worker.ask(correction_of, *described, cell)
        if found is not None and turns is sheet.turns:
            sheet.erasing[cell] = found[0]


def next_turn_of(game: str, options: Options, values: dict[str, Any]) -> Possible:
    """Compute what the next turn can write, for a position sent by another process."""
    rules = GAMES[game]
    state = rules.State(**values)
    return next_turn(Position(rules, options, state, (), state))


def correction_of(game: str, options: Options, turns: tuple[Played, ...], cell: str) -> tuple[Erasure | None]:
    """Compute the result of erasing a mark, for a sheet sent by another process."""
    sheet = PadSheet(new_game(GAMES[game], (ANYBODY,), dict(options)))
    for turn in turns:
        sheet.add(events_of(turn))
    return (without(sheet, cell),)
