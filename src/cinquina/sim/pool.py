"""Simulations in pieces, run by processes of this machine or by a cluster: any executor with `submit`.

A piece is a range of game numbers, and a game is determined by its seed and number. So the pieces may run in any order
and anywhere, even twice, and add up to the same summary.
"""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from typing import Any, Protocol, TypeVar, cast

from cinquina.core import opening
from cinquina.games import GAMES
from cinquina.sim.batch import Bots, play_games
from cinquina.sim.summary import Summary, empty_summary

PIECE = 10_000
"""Games in one piece: enough to make the cost of distributing it negligible."""
AHEAD = 2
"""Pieces submitted per worker, so that none is idle and memory stays constant."""
MOST_RESTARTS = 5
"""How often workers may die before the error is raised."""

Done = TypeVar("Done", covariant=True)


class Work(Protocol[Done]):
    """A number of games to play: a frozen dataclass, so that it can be split into pieces and sent elsewhere."""

    @property
    def first(self) -> int:
        """The number of the first game."""

    @property
    def count(self) -> int:
        """The number of games."""

    def done(self) -> Done:
        """Do the work."""


class Submitter(Protocol):
    """The part of an executor that is needed here."""

    def submit(self, function: Callable[..., Any], /, *given: Any) -> Future[Any]:
        """Call a function elsewhere."""


@dataclass(frozen=True, slots=True)
class Task:
    """Games of one kind, numbered from `first`; random choices without bots."""

    game: str
    seats: int
    options: tuple[tuple[str, str], ...]
    seed: int
    first: int
    count: int
    bots: Bots | None = None

    def done(self) -> Summary:
        """Play the games and summarise them."""
        rules, options = GAMES[self.game], dict(self.options)
        summary = empty_summary(rules, self.seats, opening(rules, self.seats, options).now)
        numbers = (self.seed, self.first, self.count)
        summary.add(play_games(rules, self.seats, options, *numbers, with_parts=True, bots=self.bots))
        return summary


def pieces_of(work: Work[Done], most: int = 0) -> Iterator[Work[Done]]:
    """Split a work into pieces of at most `most` games (default PIECE)."""
    piece = most or PIECE
    for start in range(0, work.count, piece):
        yield replace(cast(Any, work), first=work.first + start, count=min(piece, work.count - start))


def done(work: Work[Done]) -> Done:
    """Do a piece; a module-level function, so that it can be sent elsewhere."""
    return work.done()


def summaries(work: Work[Done], jobs: int, piece: int = 0) -> Iterator[Done]:
    """Yield the results of the pieces of a work as they finish, from `jobs` processes; one job runs in this process."""
    if jobs == 1 or work.count <= (piece or PIECE):
        yield from map(done, pieces_of(work, piece))
        return
    yield from hand_out(lambda: local_processes(jobs), work, jobs * AHEAD, piece)


def local_processes(jobs: int) -> ProcessPoolExecutor:
    """Start an executor with `jobs` processes on this machine."""
    context = multiprocessing.get_context("spawn")
    return _Processes(jobs, mp_context=context, initializer=_ignore_interrupts)


class _Processes(ProcessPoolExecutor):
    """Processes that are not waited for when the work is abandoned."""

    def __exit__(self, *trouble: Any) -> None:
        self.shutdown(wait=trouble[0] is None, cancel_futures=True)


def hand_out(
    open_executor: Callable[[], AbstractContextManager[Submitter]], work: Work[Done], most: int, piece: int = 0
) -> Iterator[Done]:
    """Submit pieces, at most `most` at a time, and yield the results, each piece once.

    When workers die, new ones repeat their pieces.
    """
    pieces, again = pieces_of(work, piece), list[Work[Done]]()
    for restart in range(MOST_RESTARTS + 1):
        pending: dict[Future[Done], Work[Done]] = {}
        try:
            with open_executor() as executor:
                yield from _run(executor, pieces, again, pending, most)
                return
        except BrokenProcessPool:
            if restart == MOST_RESTARTS:
                raise
            again += pending.values()


def _run(
    executor: Submitter,
    pieces: Iterator[Work[Done]],
    again: list[Work[Done]],
    pending: dict[Future[Done], Work[Done]],
    most: int,
) -> Iterator[Done]:
    """Run all remaining pieces on one executor, unless it breaks; `pending` has the pieces it is working on."""
    while True:
        while len(pending) < most and (piece := again.pop() if again else next(pieces, None)):
            pending[cast("Future[Done]", executor.submit(done, piece))] = piece
        if not pending:
            return
        for future in wait(pending, return_when=FIRST_COMPLETED).done:
            result = future.result()
            del pending[future]
            yield result


def _ignore_interrupts() -> None:
    """Leave Ctrl-C to the parent process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
