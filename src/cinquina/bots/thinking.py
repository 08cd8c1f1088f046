"""Bots for a server: they think in a process of their own, so that nothing they do, compile or build holds up a table.

The process takes a moment to start, and a bot in it minutes on a machine that has never had it. Until its game is
compiled, a bot is answered for in a thread here; until its tables are built too, in the process; as `bots` says. Both
are done in a thread there, beside the answers of others. If the process dies, a new one is started.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import signal
import threading
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any

from cinquina.bots import choose, is_compiled, is_ready, prepare_aside
from cinquina.bots.levels import LEVELS, RANDOM
from cinquina.core import View
from cinquina.core.position import Position
from cinquina.games import GAMES
from cinquina.sim.luck import SystemLuck

log = logging.getLogger(__name__)
PATIENCE = 1.5
"""Seconds after which an answer from the process is no longer waited for."""


class Thinker:
    """The bots of a server."""

    def __init__(self, *, apart: bool = False) -> None:
        self._apart = apart
        self._process: ProcessPoolExecutor | None = None
        self._awake = False

    async def choose(self, bot: str, view: View, seat: int) -> int:
        """The option a bot takes in its seat."""
        option = None
        if self._apart and LEVELS.get(bot) != RANDOM:
            option = await self._asked(bot, view, seat)
        return await asyncio.to_thread(choose, bot, view, seat, SystemLuck()) if option is None else option

    def close(self) -> None:
        """Let the process go."""
        if self._process:
            for process in list((self._process._processes or {}).values()):
                process.terminate()
            self._process.shutdown(wait=False, cancel_futures=True)
            self._process = None

    async def _asked(self, bot: str, view: View, seat: int) -> int | None:
        """The answer of the process; nothing if it is not awake, has none, takes too long or has died."""
        position = view.position
        told = position.rules.NAME, bot, dict(position.options), position.now.values()
        try:
            answer = self._submit(_chosen, *told, seat)
            if self._awake:
                return await asyncio.wait_for(asyncio.wrap_future(answer), PATIENCE)
            loop = asyncio.get_running_loop()
            answer.add_done_callback(lambda done: loop.call_soon_threadsafe(self._woken, done))
        except BrokenProcessPool:
            self._forget()
        except TimeoutError:
            pass
        return None

    def _woken(self, done: Future[Any]) -> None:
        """The process has had a first question, or has died of it."""
        if done.cancelled():
            return
        wrong = done.exception()
        self._awake = wrong is None
        if isinstance(wrong, BrokenProcessPool):
            self._forget()
        elif wrong:
            log.error("the bots could not be woken: %s", wrong)

    def _forget(self) -> None:
        """The process has died: the next question starts another."""
        self.close()
        self._awake = False

    def _submit(self, function: Any, *given: Any) -> Future[Any]:
        if self._process is None:
            context = multiprocessing.get_context("spawn")
            self._process = ProcessPoolExecutor(1, mp_context=context, initializer=_started)
        return self._process.submit(function, *given)


def _started() -> None:
    """Ctrl-C is for the server."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with_parent()


def end_with_parent() -> None:
    """See to it that this process does not outlive the one that has started it, even if that is killed."""
    parent = multiprocessing.parent_process()
    if parent:
        threading.Thread(target=_wait_and_go, args=(parent,), daemon=True).start()


def _wait_and_go(parent: Any) -> None:
    parent.join()
    os._exit(0)


def _chosen(game: str, bot: str, options: dict[str, str], values: dict[str, Any], seat: int) -> int | None:
    """The option a bot takes, or who stands in for it; nothing before its game is compiled. It is made ready aside."""
    rules = GAMES[game]
    state = rules.State(**values)
    position = Position(rules, tuple(options.items()), state, (), state)
    if not is_ready(position, bot):
        prepare_aside(position, {bot})
    return choose(bot, View(position), seat, SystemLuck()) if is_compiled(rules) else None
