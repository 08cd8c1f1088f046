"""Work in pieces: the same results from one process and from several, in order, whatever dies."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Iterable, Iterator
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from typing import Any

import pytest

from cinquina.sim.pool import HERE, Done, NoWorkers, Piece, Processes, Workers, pieces_of, processes
from handed_out import COMMANDS
from naps import Deadly, Naps


class Struck(Workers):
    """Workers of which one is killed in the middle of the first work."""

    killed = 0

    def _numbered(self, pieces: Iterable[Piece[Done]]) -> Iterator[tuple[int, Done]]:
        for numbered in super()._numbered(pieces):
            if not self.killed:
                self.killed = multiprocessing.active_children()[0].pid or 0
                os.kill(self.killed, signal.SIGKILL)
            yield numbered


@pytest.fixture(scope="module")
def two() -> Iterator[Struck]:
    """Two processes; one of them is killed at the first work, and both are replaced."""
    workers = Struck(lambda: Processes(2))
    yield workers
    workers.close()


@pytest.mark.parametrize("name", sorted(set(COMMANDS) - {"simulate"}))
def test_two_processes_give_what_one_gives(two: Struck, name: str) -> None:
    here = COMMANDS[name](HERE)  # first, so that it is compiled only once
    assert COMMANDS[name](two) == here
    assert two.killed


def test_results_come_in_the_order_of_their_parts_whoever_is_first(two: Struck) -> None:
    assert [first for first, _ in two.in_order(pieces_of(Naps(0, 5), 1))] == list(range(5))
    assert [first for first, _ in HERE.in_order(pieces_of(Naps(3, 2), 1))] == [3, 4]


def test_one_part_alone_is_done_in_this_process() -> None:
    with processes(2) as workers:
        assert list(workers.in_order(pieces_of(Naps(3, 1), 1))) == [(3, os.getpid())]
        assert not list(workers.in_order(pieces_of(Naps(0, 0), 1)))


def test_processes_that_always_die_are_not_started_for_ever() -> None:
    with pytest.raises(NoWorkers, match=r"^workers-die$"), processes(2) as workers:
        list(workers.in_order(pieces_of(Deadly(0, 3), 1)))


class Brittle:
    """An executor in this process that breaks when the third piece is submitted."""

    workers = 1

    def __init__(self) -> None:
        self.submitted = 0

    def submit(self, function: Any, /, *given: Any) -> Future[Any]:
        self.submitted += 1
        if self.submitted == 3:
            raise BrokenProcessPool
        future: Future[Any] = Future()
        future.set_result(function(*given))
        return future

    def keep(self, data: bytes) -> bytes:
        return data

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        pass


def test_a_part_that_was_about_to_be_handed_out_when_all_broke_is_not_lost() -> None:
    workers = Workers(Brittle)
    assert sorted(first for first, _ in workers.as_done(pieces_of(Naps(3, 5), 1))) == [3, 4, 5, 6, 7]
