"""Work in pieces, done by this process, by several of this machine or by a cluster: any executor with `submit`.

A piece is a range of numbers of a work, of games or of questions, and what a number gives is determined by the work and
the number. So pieces may be done in any order and anywhere, even twice. Results whose order matters are taken
`in_order`; then they are the same whoever does the work, and whatever dies meanwhile.
"""

from __future__ import annotations

import multiprocessing
import pickle
import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import chain, islice
from typing import Any, Generic, Protocol, TypeVar, cast

from cinquina.core import Refusal

PIECE = 10_000
"""Games in one piece: enough to make the cost of distributing it negligible."""
AHEAD = 2
"""Pieces submitted per worker, so that none is idle and memory stays constant."""
MOST_RESTARTS = 5
"""How often workers may die before the work is given up."""

Done = TypeVar("Done")
Result = TypeVar("Result", covariant=True)


class Work(Protocol[Result]):
    """Numbered things to do: a frozen dataclass, so that it can be split into pieces and sent elsewhere."""

    @property
    def first(self) -> int:
        """The first number."""

    @property
    def count(self) -> int:
        """How many numbers there are."""

    def done(self) -> Result:
        """Do the work."""


@dataclass(frozen=True, slots=True)
class Piece(Generic[Done]):
    """Some numbers of a work."""

    work: Work[Done]
    first: int
    count: int

    def done(self) -> Done:
        """Do this piece."""
        piece: Work[Done] = replace(cast(Any, self.work), first=self.first, count=self.count)
        return piece.done()


class Executor(Protocol):
    """What is needed of an executor."""

    workers: int
    """How many pieces it does at a time."""

    def submit(self, function: Callable[..., Any], /, *given: Any) -> Future[Any]:
        """Call a function elsewhere."""

    def keep(self, data: bytes) -> Any:
        """Return something that stands for these bytes in `submit`, so that they need not be sent with each piece."""

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Stop; nothing is submitted any more."""


class NoWorkers(Refusal):
    """Workers that die again and again, or a cluster that cannot be used."""


def pieces_of(work: Work[Done], most: int = 0) -> Iterator[Piece[Done]]:
    """Split a work into pieces of at most `most` numbers (default PIECE)."""
    size, end = most or PIECE, work.first + work.count
    for first in range(work.first, end, size):
        yield Piece(work, first, min(size, end - first))


class Workers:
    """Who does pieces of works: this process, or an executor, which is started when there is more than one piece.

    The executor stays from one work to the next. When its processes die, a new one repeats their pieces.
    """

    def __init__(self, start: Callable[[], Executor] | None = None, executor: Executor | None = None) -> None:
        self._start = start
        self._executor = executor
        self._left_undone = False

    def in_order(self, pieces: Iterable[Piece[Done]]) -> Iterator[Done]:
        """Yield the results of pieces in their order."""
        waiting: dict[int, Done] = {}
        wanted = 0
        for place, result in self._numbered(pieces):
            waiting[place] = result
            while wanted in waiting:
                yield waiting.pop(wanted)
                wanted += 1

    def as_done(self, pieces: Iterable[Piece[Done]]) -> Iterator[Done]:
        """Yield the results of pieces as they finish."""
        for _, result in self._numbered(pieces):
            yield result

    def close(self) -> None:
        """Stop the executor, and wait for it unless work was abandoned."""
        if self._executor:
            self._executor.shutdown(wait=not self._left_undone, cancel_futures=True)
            self._executor = None

    def _numbered(self, pieces: Iterable[Piece[Done]]) -> Iterator[tuple[int, Done]]:
        rest = iter(pieces)
        if not self._executor:
            few = list(islice(rest, 2))
            rest = chain(few, rest)
            if len(few) < 2 or not self._start:
                yield from ((place, piece.done()) for place, piece in enumerate(rest))
                return
        yield from self._handed_out(_Round(enumerate(rest)))

    def _handed_out(self, work: _Round[Done]) -> Iterator[tuple[int, Done]]:
        """Hand out all pieces; when workers die, start new ones."""
        assert self._start
        self._left_undone = True
        for restart in range(MOST_RESTARTS + 1):
            self._executor = self._executor or self._start()
            try:
                yield from work.run(self._executor)
                self._left_undone = False
                return
            except BrokenProcessPool as wrong:
                self._executor.shutdown(wait=False)
                self._executor = None
                if restart == MOST_RESTARTS:
                    raise NoWorkers("workers-die") from wrong


class _Round(Generic[Done]):
    """Pieces that are being handed out: those still to come, and those that an executor is working on."""

    def __init__(self, pieces: Iterator[tuple[int, Piece[Done]]]) -> None:
        self.pieces = pieces
        self.again: list[tuple[int, Piece[Done]]] = []
        self.pending: dict[Future[bytes], tuple[int, Piece[Done]]] = {}

    def run(self, executor: Executor) -> Iterator[tuple[int, Done]]:
        """Submit pieces, a few ahead, and yield their numbers and results; if the executor breaks, the rest remains."""
        self.again += self.pending.values()
        self.pending.clear()
        kept: dict[int, tuple[Work[Done], Any]] = {}
        while True:
            while len(self.pending) < executor.workers * AHEAD and (numbered := self._next()):
                self.again.append(numbered)  # until it has been submitted
                piece = numbered[1]
                if id(piece.work) not in kept:
                    kept[id(piece.work)] = (piece.work, executor.keep(pickle.dumps(piece.work)))
                future = executor.submit(done_there, kept[id(piece.work)][1], piece.first, piece.count)
                self.pending[future] = self.again.pop()
            if not self.pending:
                return
            for future in wait(self.pending, return_when=FIRST_COMPLETED).done:
                result: Done = pickle.loads(future.result())
                yield self.pending.pop(future)[0], result

    def _next(self) -> tuple[int, Piece[Done]] | None:
        return self.again.pop() if self.again else next(self.pieces, None)


def done_there(data: bytes, first: int, count: int) -> bytes:
    """Do a piece of a work, in a process elsewhere. Arrays come and go as bytes, so that all can be written to."""
    if _last.get("data") != data:
        _last.update(data=data, work=pickle.loads(data))
    return pickle.dumps(Piece(_last["work"], first, count).done())


_last: dict[str, Any] = {}
"""The work that this process had a piece of last, so that its next piece takes no time to unpack."""
HERE = Workers()
"""This process alone."""


@contextmanager
def processes(jobs: int) -> Iterator[Workers]:
    """Yield workers on this machine; with one job this process does it all."""
    workers = Workers((lambda: Processes(jobs)) if jobs > 1 else None)
    try:
        yield workers
    finally:
        workers.close()


class Processes(ProcessPoolExecutor):
    """Processes of this machine, as an executor."""

    def __init__(self, jobs: int) -> None:
        context = multiprocessing.get_context("spawn")
        super().__init__(jobs, mp_context=context, initializer=_ignore_interrupts)
        self.workers = jobs

    def keep(self, data: bytes) -> bytes:
        """Send the bytes with each piece: that is quick within a machine."""
        return data


def _ignore_interrupts() -> None:
    """Leave Ctrl-C to the parent process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
