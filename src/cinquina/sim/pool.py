"""Simulations in pieces, done by processes of this machine. One seam: anything with `submit`, like an Executor.

A piece is a range of game numbers, and a game is determined by its seed and number, so the pieces may be done in any
order, by anybody, and add up to the same summary.
"""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass, replace

from cinquina.core import opening
from cinquina.games import GAMES
from cinquina.sim.batch import play_games
from cinquina.sim.summary import Summary, empty_summary

PIECE = 10_000
"""Games in one piece: enough that handing it out costs nothing."""
AHEAD = 2
"""Pieces handed out for each worker, so that none waits and memory stays flat."""


@dataclass(frozen=True, slots=True)
class Task:
    """Random games of one kind, numbered from `first`."""

    game: str
    seats: int
    options: tuple[tuple[str, str], ...]
    seed: int
    first: int
    count: int

    def pieces(self) -> Iterator[Task]:
        """The same games in pieces."""
        for start in range(0, self.count, PIECE):
            yield replace(self, first=self.first + start, count=min(PIECE, self.count - start))


def done(task: Task) -> Summary:
    """Play the games of a task and sum them up."""
    rules, options = GAMES[task.game], dict(task.options)
    summary = empty_summary(rules, task.seats, opening(rules, task.seats, options).now)
    summary.add(play_games(rules, task.seats, options, task.seed, task.first, task.count, with_parts=True))
    return summary


def summaries(task: Task, jobs: int) -> Iterator[Summary]:
    """The summaries of a task's pieces as they are done, by so many processes; one job stays in this process."""
    if jobs == 1 or task.count <= PIECE:
        yield from map(done, task.pieces())
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, mp_context=context, initializer=_ignore_interrupts) as executor:
        try:
            yield from handed_out(executor, task.pieces(), jobs * AHEAD)
        finally:
            executor.shutdown(wait=False, cancel_futures=True)


def handed_out(executor: Executor, pieces: Iterator[Task], most: int) -> Iterator[Summary]:
    """Hand out pieces, never more than `most` at a time, and pass on what comes back."""
    pending: set[Future[Summary]] = set()
    for piece in pieces:
        pending.add(executor.submit(done, piece))
        if len(pending) >= most:
            finished, pending = wait(pending, return_when=FIRST_COMPLETED)
            yield from (future.result() for future in finished)
    for future in pending:
        yield future.result()


def _ignore_interrupts() -> None:
    """Ctrl-C is for the process that hands the work out."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
