"""A process that works for a server, so that nothing it does holds up the event loop."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, TypeVar

log = logging.getLogger(__name__)

Answer = TypeVar("Answer")


class Worker:
    """One process, started by the first question; until it is awake it answers none. If it dies, a new one starts."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.process: ProcessPoolExecutor | None = None
        self._awake = False

    async def ask(self, function: Callable[..., Answer], *given: Any, patience: float | None = None) -> Answer | None:
        """What a function answers there; nothing if the process is not awake, takes too long or has died."""
        process = self.process = self.process or _new_process()
        try:
            answer = process.submit(function, *given)
            if self._awake:
                return await asyncio.wait_for(asyncio.wrap_future(answer), patience)
            loop = asyncio.get_running_loop()
            answer.add_done_callback(lambda done: loop.call_soon_threadsafe(self._woken, process, done))
        except BrokenProcessPool:
            self._forget(process)
        except TimeoutError:
            pass
        return None

    def close(self) -> None:
        """Let the process go; waited for, which takes a moment, it leaves no semaphores behind."""
        if self.process:
            for process in list((self.process._processes or {}).values()):
                process.terminate()
            self.process.shutdown(wait=True, cancel_futures=True)
            self.process = None

    def _woken(self, process: ProcessPoolExecutor, done: Future[Any]) -> None:
        """The process has had a first question, or has died of it."""
        if done.cancelled() or process is not self.process:
            return
        wrong = done.exception()
        self._awake = wrong is None
        if isinstance(wrong, BrokenProcessPool):
            self._forget(process)
        elif wrong:
            log.error("the process for %s could not be woken: %s", self.name, wrong)

    def _forget(self, process: ProcessPoolExecutor) -> None:
        """A process has died: the next question starts another, unless an earlier one already has."""
        if process is self.process:
            self.close()
            self._awake = False


def _new_process() -> ProcessPoolExecutor:
    context = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(1, mp_context=context, initializer=_started)


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
