"""Simulations in pieces, done by processes of this machine or by a cluster. One seam: anything with `submit`.

A piece is a range of game numbers, and a game is determined by its seed and number, so the pieces may be done in any
order, by anybody, twice if need be, and add up to the same summary.
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
"""Games in one piece: enough that handing it out costs nothing."""
AHEAD = 2
"""Pieces handed out for each worker, so that none waits and memory stays flat."""
MOST_RESTARTS = 5
"""How often workers may die before it is no accident."""

Done = TypeVar("Done", covariant=True)


class Work(Protocol[Done]):
    """A number of games to be done, a frozen dataclass, so that it can be cut into pieces and sent elsewhere."""

    @property
    def first(self) -> int:
        """The number of the first game."""

    @property
    def count(self) -> int:
        """How many games there are."""

    def done(self) -> Done:
        """Do it."""


class Submitting(Protocol):
    """All that handing work out needs of an executor."""

    def submit(self, function: Callable[..., Any], /, *given: Any) -> Future[Any]:
        """Have a function called elsewhere."""


@dataclass(frozen=True, slots=True)
class Task:
    """Games of one kind, numbered from `first`; at random without bots."""

    game: str
    seats: int
    options: tuple[tuple[str, str], ...]
    seed: int
    first: int
    count: int
    bots: Bots | None = None

    def done(self) -> Summary:
        """Play the games and sum them up."""
        rules, options = GAMES[self.game], dict(self.options)
        summary = empty_summary(rules, self.seats, opening(rules, self.seats, options).now)
        numbers = (self.seed, self.first, self.count)
        summary.add(play_games(rules, self.seats, options, *numbers, with_parts=True, bots=self.bots))
        return summary


def pieces_of(work: Work[Done], most: int = 0) -> Iterator[Work[Done]]:
    """The same work in pieces of at most so many games, of PIECE where that is not said."""
    piece = most or PIECE
    for start in range(0, work.count, piece):
        yield replace(cast(Any, work), first=work.first + start, count=min(piece, work.count - start))


def done(work: Work[Done]) -> Done:
    """Do a piece; a function of its own, so that it can be sent elsewhere."""
    return work.done()


def summaries(work: Work[Done], jobs: int, piece: int = 0) -> Iterator[Done]:
    """What the pieces of a work come to, as they are done, by so many processes; one job stays in this process."""
    if jobs == 1 or work.count <= (piece or PIECE):
        yield from map(done, pieces_of(work, piece))
        return
    yield from handed_out(lambda: local_processes(jobs), work, jobs * AHEAD, piece)


def local_processes(jobs: int) -> ProcessPoolExecutor:
    """So many processes of this machine."""
    context = multiprocessing.get_context("spawn")
    return _Processes(jobs, mp_context=context, initializer=_ignore_interrupts)


class _Processes(ProcessPoolExecutor):
    """Processes that are let go, not waited for, when nobody wants their work any more."""

    def __exit__(self, *trouble: Any) -> None:
        self.shutdown(wait=trouble[0] is None, cancel_futures=True)


def handed_out(
    open_executor: Callable[[], AbstractContextManager[Submitting]], work: Work[Done], most: int, piece: int = 0
) -> Iterator[Done]:
    """Hand out pieces, never more than `most` at a time, and pass on what comes back, every piece once.

    When workers die, what they had is done again by new ones.
    """
    pieces, again = pieces_of(work, piece), list[Work[Done]]()
    for restart in range(MOST_RESTARTS + 1):
        pending: dict[Future[Done], Work[Done]] = {}
        try:
            with open_executor() as executor:
                yield from _through(executor, pieces, again, pending, most)
                return
        except BrokenProcessPool:
            if restart == MOST_RESTARTS:
                raise
            again += pending.values()


def _through(
    executor: Submitting,
    pieces: Iterator[Work[Done]],
    again: list[Work[Done]],
    pending: dict[Future[Done], Work[Done]],
    most: int,
) -> Iterator[Done]:
    """One executor's share: all that is left to do, unless it breaks; `pending` is what it has at any time."""
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
    """Ctrl-C is for the process that hands the work out."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
