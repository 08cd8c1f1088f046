"""The reviews of a server: made one after the other in a process of their own, which ends when it has nothing to do.

Pages ask again until their review is ready. The newest reviews are stored. Only a limited number may wait; a review
that no page asks for any more is not made.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import math
import multiprocessing
import os
import signal
import time
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any

import msgspec

from cinquina import coach
from cinquina.coach import Review
from cinquina.core import Refusal
from cinquina.core.record import Game
from cinquina.locales import words
from cinquina.sim.worker import end_with_parent
from cinquina.table.reviewing import game_to_review
from cinquina.web.review import review_of
from cinquina.web.review_protocol import ReviewAnswer

MOST_WAITING = 24
"""The most reviews that may wait; further ones are refused."""
MOST_OF_ONE = 4
"""The most of them from one address."""
MOST_KEPT = 16_000_000
"""Bytes of reviews that are stored as they were sent."""
FORGOTTEN = 20.0
"""Seconds after which a review that no page has asked for again is not made."""
IDLE = 300.0
"""Seconds after which the process ends when nothing is asked of it."""
MOST_FOUND = 64
"""Reviews that the process stores as values, for another language."""
ROUGH = 20.0
"""Seconds for which a review is sent again that would be better another time."""
NICENESS = 5

log = logging.getLogger(__name__)
Key = tuple[str, str]
Made = tuple[bytes, bool]
"""A review as it is sent, and whether it says the same another time."""
Progress = Callable[[float], None]
Reviewer = Callable[[Game, Progress], Review]


class Busy(Refusal):
    """Too many reviews are waiting."""


@dataclass
class Wanted:
    """A waiting review: its record, its language, who asked for it, and when a page asked last."""

    record: str
    lang: str
    who: str
    asked: float


def by_the_coach(game: Game, progress: Progress) -> Review:
    """Return the review of a game."""
    return coach.review(game, progress=progress)


class Reviews:
    """Makes reviews and keeps the newest; `apart`: in a process of their own, else in a thread."""

    def __init__(self, *, apart: bool = False, reviewer: Reviewer = by_the_coach) -> None:
        self.apart = apart
        self.reviewer = reviewer
        self.kept: OrderedDict[Key, bytes] = OrderedDict()
        self.waiting: OrderedDict[Key, Wanted] = OrderedDict()
        self.failed: dict[Key, Refusal] = {}
        self.rough: dict[Key, float] = {}
        """Until when a kept review that would be better another time is sent; then it is made again."""
        self._done = multiprocessing.get_context("spawn").Value("d", 0.0, lock=False) if apart else _Number()
        self._executor: Executor | None = None
        self._work: asyncio.Task[None] | None = None
        self._end: asyncio.TimerHandle | None = None

    def ask(self, record: str, lang: str, who: str) -> bytes:
        """Return a review as JSON if it is ready, otherwise its progress; raise Refusal for a record that has none."""
        key = hashlib.sha256(record.encode()).hexdigest(), lang
        if key in self.failed:
            raise self.failed.pop(key)
        if key in self.kept and time.monotonic() < self.rough.get(key, math.inf):
            self.kept.move_to_end(key)
            return self.kept[key]
        if key not in self.waiting:
            self._take(key, Wanted(record, lang, who, time.monotonic()))
        self.waiting[key].asked = time.monotonic()
        ahead = list(self.waiting).index(key)
        return msgspec.json.encode(ReviewAnswer(0.0 if ahead else self._done.value, ahead, None))

    def close(self) -> None:
        """Make no more reviews, and end the process."""
        self.waiting.clear()
        if self._work:
            self._work.cancel()
        self._stop()

    def _take(self, key: Key, wanted: Wanted) -> None:
        """Add a review to those that wait; raise Refusal if it cannot be made, or not now."""
        game_to_review(wanted.record)
        of_one = sum(other.who == wanted.who for other in self.waiting.values())
        if len(self.waiting) >= MOST_WAITING or of_one >= MOST_OF_ONE:
            raise Busy("reviews-busy")
        self.waiting[key] = wanted
        if self._work is None or self._work.done():
            self._work = asyncio.create_task(self._make_all())

    async def _make_all(self) -> None:
        """Make all reviews that wait, one after the other."""
        if self._end:
            self._end.cancel()
        while self.waiting:
            key, wanted = next(iter(self.waiting.items()))
            try:
                if time.monotonic() - wanted.asked < FORGOTTEN:
                    self._keep(key, *await self._made(wanted))
            except Refusal as wrong:
                self.failed[key] = wrong
            except BrokenProcessPool:
                self._stop()
                self.failed[key] = Refusal("review-failed")
            except Exception:
                log.exception("a review failed")
                self.failed[key] = Refusal("review-failed")
            finally:
                self.waiting.pop(key, None)
        self.failed = dict(list(self.failed.items())[-MOST_WAITING:])
        self._end = asyncio.get_running_loop().call_later(IDLE, self._stop)

    async def _made(self, wanted: Wanted) -> Made:
        self._done.value = 0.0
        executor = self._executor = self._executor or self._started()
        make = partial(_made_apart, self.reviewer) if self.apart else partial(made, self.reviewer, self._progress)
        return await asyncio.get_running_loop().run_in_executor(executor, make, wanted.record, wanted.lang)

    def _started(self) -> Executor:
        if not self.apart:
            return ThreadPoolExecutor(1, "review")
        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(1, mp_context=context, initializer=_begin, initargs=(self._done,))

    def _progress(self, done: float) -> None:
        self._done.value = done

    def _keep(self, key: Key, answer: bytes, final: bool) -> None:
        self.kept[key] = answer
        self.kept.move_to_end(key)
        self.rough.pop(key, None)
        if not final:
            self.rough[key] = time.monotonic() + ROUGH
        while len(self.kept) > 1 and sum(map(len, self.kept.values())) > MOST_KEPT:
            self.rough.pop(self.kept.popitem(last=False)[0], None)

    def _stop(self) -> None:
        """End the process or the thread; the next review starts another."""
        executor, self._executor = self._executor, None
        if isinstance(executor, ProcessPoolExecutor):
            for process in list((executor._processes or {}).values()):
                process.terminate()
        if executor:
            executor.shutdown(wait=self.apart, cancel_futures=True)


class _Number:
    """A number that a thread writes and another reads."""

    value = 0.0


def made(reviewer: Reviewer, progress: Progress, record: str, lang: str) -> Made:
    """Return the review of a record as it is sent, and whether it says the same another time."""
    game = game_to_review(record)
    found = reviewer(game, progress)
    return msgspec.json.encode(ReviewAnswer(1.0, 0, review_of(words(lang), game, found))), found.final


# --- in the process -------------------------------------------------------------------------------------------------

_shared: Any = None
_found: OrderedDict[str, Review] = OrderedDict()


def _begin(done: Any) -> None:
    """Run at low priority, ignore Ctrl-C, and end with the server."""
    global _shared  # the only way into the process
    _shared = done
    with suppress(OSError, AttributeError):
        os.nice(NICENESS)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with_parent()


def _made_apart(reviewer: Reviewer, record: str, lang: str) -> Made:
    """Make a review in the process."""

    def progress(done: float) -> None:
        _shared.value = done

    def known(game: Game, tell: Progress) -> Review:
        if record not in _found or not _found[record].final:
            _found[record] = reviewer(game, tell)
            while len(_found) > MOST_FOUND:
                _found.popitem(last=False)
        return _found[record]

    return made(known, progress, record, lang)
