"""Where a server's hints come from: a process of its own, beside the event loop.

The first answer comes at once, by what is there; a better one may come later, when code is compiled and tables are
built. Until the process has started, and where there is none, a thread answers.
"""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections import deque
from dataclasses import dataclass, field

from cinquina import coach
from cinquina.coach import Effort
from cinquina.core import Position, Refusal
from cinquina.sim.compiling import can_compile
from cinquina.sim.worker import Worker
from cinquina.table.hinting import Asked, Found, Hint, PlainAsked, found_by_coach, hint_of, plain_asked, position_of

log = logging.getLogger(__name__)

PATIENCE = 10.0
"""Seconds after which an answer from the process is no longer waited for."""
LOOK_SECONDS = 1.0
"""How often to look whether a better answer can be had."""
LONGEST_WAIT = 300.0
"""Seconds after which a better answer is no longer waited for."""
MOST_HINTS, HINT_SECONDS = 20, 40.0
"""A seat may ask for this many hints in this time; a turn of many steps needs about eight."""
WARM = Effort(seconds=0.12, games=400, may_compile=True, level="hard")
"""The first answer once everything is compiled and built."""
BETTER = Effort(seconds=1.0, games=2000, may_compile=True, level="hard")
"""The final answer."""


@dataclass(eq=False)
class SeatHint:
    """The hint of a seat: the game and the click it belongs to, the taps it is for, and what has been found so far."""

    moment: tuple[int, int]
    taps: tuple[int, ...]
    found: Hint | None = None
    is_coming: bool = True
    """Whether an answer, or a better one, is on its way."""
    task: asyncio.Task[None] | None = None

    def cancel(self) -> None:
        """Stop looking for a better answer."""
        self.is_coming = False
        if self.task:
            self.task.cancel()


@dataclass
class HintRate:
    """When a seat has asked for hints."""

    asked: deque[float] = field(default_factory=lambda: deque(maxlen=MOST_HINTS))

    def count(self) -> None:
        """Count a hint, or refuse it when there were too many."""
        now = time.monotonic()
        if len(self.asked) == MOST_HINTS and now - self.asked[0] < HINT_SECONDS:
            raise Refusal("hints-too-often")
        self.asked.append(now)


class HintDesk:
    """The hints of a server."""

    def __init__(self, *, apart: bool = False) -> None:
        self.worker = Worker("hints") if apart and can_compile() else None
        self._first = asyncio.Lock()
        self._better = asyncio.Lock()
        """One long answer at a time, so that no quick one waits for more than one of them."""

    async def first(self, asked: Asked) -> Hint:
        """Return an honest answer at once."""
        async with self._first:
            found = None
            if self.worker:
                found = await self.worker.ask(first_found, plain_asked(asked), patience=PATIENCE)
            if found is None:
                found = await asyncio.to_thread(found_by_coach, plain_asked(asked), coach.QUICK)
        return hint_of(asked, found)

    async def better(self, asked: Asked) -> Hint | None:
        """Return the best answer, once code is compiled and tables are built; None if that takes too long."""
        until = time.monotonic() + LONGEST_WAIT
        while self.worker and time.monotonic() < until:
            async with self._better:
                found = await self.worker.ask(better_found, plain_asked(asked), patience=PATIENCE)
            if found is not None:
                return hint_of(asked, found)
            await asyncio.sleep(LOOK_SECONDS)
        return None

    def close(self) -> None:
        """End the process."""
        if self.worker:
            self.worker.close()


# --- in the process --------------------------------------------------------------------------------------------------

Named = tuple[str, tuple[tuple[str, str], ...]]
_under_way: set[Named] = set()
_failed: set[Named] = set()


def first_found(asked: PlainAsked) -> Found:
    """Answer at once; what a better answer needs is prepared in a thread meanwhile."""
    return found_by_coach(asked, WARM if is_ready(asked) else coach.QUICK)


def better_found(asked: PlainAsked) -> Found | None:
    """Answer well; None until everything is prepared. Where that has failed, answer as well as can be."""
    if is_ready(asked):
        return found_by_coach(asked, BETTER)
    return found_by_coach(asked, coach.QUICK) if (asked.game, asked.options) in _failed else None


def is_ready(asked: PlainAsked) -> bool:
    """Whether the best answer can be had now; otherwise it is being prepared."""
    positions = [position_of(asked, values) for values in asked.steps]
    if all(map(coach.is_ready, positions)):
        return True
    named = (asked.game, asked.options)
    if named not in _under_way:
        _under_way.add(named)
        threading.Thread(target=prepare, args=(named, positions), daemon=True).start()
    return False


def prepare(named: Named, positions: list[Position]) -> None:
    """Compile and build what a better answer needs; what fails is not tried again."""
    try:
        for position in positions:
            coach.prepare(position)
        _under_way.discard(named)
    except Exception:
        _failed.add(named)
        log.exception("the hints for %s could not be prepared", named[0])
