"""A process that works for a server without blocking its event loop."""

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

Result = TypeVar("Result")


class Worker:
    """One process, started by the first question; once it runs it answers. If it dies, a new one starts."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.process: ProcessPoolExecutor | None = None
        self._awake = False

    async def ask(self, function: Callable[..., Result], *given: Any, patience: float | None = None) -> Result | None:
        """Call a function in the process; return None if it is still starting, takes too long or has died."""
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
        """Stop the process, and wait for it so that it leaves no semaphores behind."""
        if self.process:
            for process in list((self.process._processes or {}).values()):
                process.terminate()
            self.process.shutdown(wait=True, cancel_futures=True)
            self.process = None

    def _woken(self, process: ProcessPoolExecutor, done: Future[Any]) -> None:
        """Handle the result of the first question: the process is running, or has died."""
        if done.cancelled() or process is not self.process:
            return
        wrong = done.exception()
        self._awake = wrong is None
        if isinstance(wrong, BrokenProcessPool):
            self._forget(process)
        elif wrong:
            log.error("cannot start the process for %s: %s", self.name, wrong)

    def _forget(self, process: ProcessPoolExecutor) -> None:
        """Drop a process that has died; the next question starts another, unless one has been started already."""
        if process is self.process:
            self.close()
            self._awake = False


def _new_process() -> ProcessPoolExecutor:
    context = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(1, mp_context=context, initializer=_started)


def _started() -> None:
    """Leave Ctrl-C to the server."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with_parent()


def end_with_parent() -> None:
    """End this process when its parent ends, even if the parent is killed."""
    parent = multiprocessing.parent_process()
    if parent:
        threading.Thread(target=_wait_and_go, args=(parent,), daemon=True).start()


def _wait_and_go(parent: Any) -> None:
    parent.join()
    os._exit(0)
