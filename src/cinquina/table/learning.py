"""What has to be searched for at the tables of pads, found beside the event loop: in a process of its own.

Until that process is awake, and where there is to be none, it is found in a thread.
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
from cinquina.table.pad_sheet import Correction, PadSheet, without
from cinquina.table.pad_table import played_of
from cinquina.table.reachable import Possible, events_of, marks_on, next_turn

Options = tuple[tuple[str, str], ...]
ANYBODY = "?"
"""The name on a sheet whose owner does not matter."""


class Learner:
    """Finds out what the next turn can write on sheets, and what corrections of them come to."""

    def __init__(self, *, apart: bool = False) -> None:
        self.worker = Worker("pads") if apart else None
        self._thread = ThreadPoolExecutor(1, "learner")
        """One at a time, so that the event loop has its turn."""
        self._finding: dict[Position, asyncio.Task[Possible]] = {}
        """What is being looked for now; sheets that look alike are looked at once."""

    async def learn(self, sheet: PadSheet) -> None:
        """Let a sheet know what the next turn can write on it."""
        position = sheet.position
        sheet.take_in(position, await asyncio.shield(self._found(position)))

    async def prepare(self, table: TableBase, key: str, seat: int, click: int, *, erased: str | None = None) -> None:
        """Find out what a click on somebody's own sheet needs to know, so that it need not be found on the way."""
        sheet = table.pad_of(seat)
        if sheet is None or click != sheet.clicks or seat not in table.seats_of(key):
            return
        if erased is None:
            if sheet.possible is None:
                await self.learn(sheet)
        elif self.worker and erased in marks_on(sheet.position):
            await self._correct(self.worker, sheet, erased)

    def close(self) -> None:
        """Stop; what has not been found is not needed any more."""
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
    """What the next turn can write, for a position that comes from another process."""
    rules = GAMES[game]
    state = rules.State(**values)
    return next_turn(Position(rules, options, state, (), state))


def correction_of(game: str, options: Options, turns: tuple[Played, ...], cell: str) -> tuple[Correction | None]:
    """What erasing a mark comes to, for a sheet that comes from another process."""
    sheet = PadSheet(new_game(GAMES[game], (ANYBODY,), dict(options)))
    for turn in turns:
        sheet.add(events_of(turn))
    return (without(sheet, cell),)
