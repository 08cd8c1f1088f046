"""Bots for a server: they think in a process of their own, so that nothing they do, compile or build holds up a table.

The process takes a moment to start, and a bot in it minutes on a machine that has never had it. Until a bot is ready,
it is answered for in a thread here, as `bots` says. If the process dies, a new one is started.
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

from cinquina.bots import choose, prepare
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
        self._ready: set[tuple[str, str]] = set()
        self._wanted: set[tuple[str, str]] = set()

    async def choose(self, bot: str, view: View, seat: int) -> int:
        """The option a bot takes in its seat."""
        wanted = view.position.rules.NAME, bot
        if self._apart and LEVELS.get(bot) != RANDOM:
            if wanted in self._ready:
                option = await self._asked(*wanted, view, seat)
                if option is not None:
                    return option
            else:
                self.want(*wanted)
        return await asyncio.to_thread(choose, bot, view, seat, SystemLuck())

    def want(self, game: str, bot: str) -> None:
        """Have a bot made ready, once."""
        if (game, bot) not in self._wanted:
            self._wanted.add((game, bot))
            loop = asyncio.get_running_loop()
            preparing = self._submit(_prepared, game, bot)
            preparing.add_done_callback(lambda done: loop.call_soon_threadsafe(self._prepared, game, bot, done))

    def close(self) -> None:
        """Let the process go."""
        if self._process:
            for process in list((self._process._processes or {}).values()):
                process.terminate()
            self._process.shutdown(wait=False, cancel_futures=True)
            self._process = None

    async def _asked(self, game: str, bot: str, view: View, seat: int) -> int | None:
        """The answer of the process; nothing if it takes too long or has died."""
        position = view.position
        told = dict(position.options), position.now.values()
        try:
            answer = self._submit(_chosen, game, bot, *told, seat)
            return int(await asyncio.wait_for(asyncio.wrap_future(answer), PATIENCE))
        except TimeoutError:
            return None
        except BrokenProcessPool:
            self._forget()
            return None

    def _prepared(self, game: str, bot: str, done: Future[Any]) -> None:
        if done.cancelled():
            return
        wrong = done.exception()
        if wrong is None:
            self._ready.add((game, bot))
        elif isinstance(wrong, BrokenProcessPool):
            self._forget()
        else:
            log.error("the bot %s of %s could not be made ready: %s", bot, game, wrong)

    def _forget(self) -> None:
        """The process has died: the next question starts another."""
        self.close()
        self._ready.clear()
        self._wanted.clear()

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


def _prepared(game: str, bot: str) -> None:
    prepare(GAMES[game], bot)


def _chosen(game: str, bot: str, options: dict[str, str], values: dict[str, Any], seat: int) -> int:
    rules = GAMES[game]
    state = rules.State(**values)
    view = View(Position(rules, tuple(options.items()), state, (), state), ())
    return choose(bot, view, seat, SystemLuck())
