"""Calls of the store that do not block the event loop for long. See docs/decisions/a-file-answers-at-once.md."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, TypeVar

from cinquina.store import Store

THREADS = 8
SLOW_FILE = 0.1
"""When a file took longer than this, the next access to it runs in a thread."""

Result = TypeVar("Result")


class StoreAccess:
    """Calls a store: a file directly unless it was slow last time, everything else in a thread."""

    def __init__(self, store: Store) -> None:
        self._is_shared = store.shared
        self._is_slow = False
        self._file_thread = ThreadPoolExecutor(1, "file")
        """A file has one writer at a time, so more threads would not help."""
        self._threads = ThreadPoolExecutor(THREADS, "store")

    async def ask(self, question: Callable[..., Result], *given: Any) -> Result:
        """Call a method of the store."""
        if self._is_shared:
            return await self.ask_in_thread(question, *given)
        began = time.monotonic()
        try:
            if self._is_slow:
                return await asyncio.get_running_loop().run_in_executor(self._file_thread, partial(question, *given))
            return question(*given)
        finally:
            self._is_slow = time.monotonic() - began > SLOW_FILE

    async def ask_in_thread(self, question: Callable[..., Result], *given: Any) -> Result:
        """Call a method of the store in a thread."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, partial(question, *given))

    async def close(self) -> None:
        """Wait for the threads, so that no transaction is interrupted."""
        self._file_thread.shutdown(wait=False)
        await asyncio.to_thread(self._threads.shutdown)
