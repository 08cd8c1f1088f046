"""What commands share that hand out work. Only functions that do it load numba."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar

from cinquina.cli.arguments import checked_bots
from cinquina.core import Refusal, Rules
from cinquina.locales import Words
from cinquina.table.errors import Failed
from cinquina.table.words import refusal

if TYPE_CHECKING:
    from cinquina.coach import Effort
    from cinquina.sim.batch import Bots
    from cinquina.sim.pool import Done, Work, Workers

RANDOM = "random"
BAR = 30
WORTH_A_PROCESS = 2_000_000
"""Games that take about as long as starting a process."""
BETWEEN_UPDATES = 0.2
WRONG_USAGE = ("no-cluster-address", "cluster-needs-ray")


class Workload(NamedTuple):
    """How many games, at how many seats, by which bots, in how many processes; None where the user did not say."""

    seats: int
    games: int
    bots: str | None
    jobs: int | None

    @classmethod
    def taken_from(cls, given: dict[str, Any]) -> Workload:
        """Take these options out of those the user typed."""
        return cls(**{name: given.pop(name) for name in cls._fields})


class HasGames(Protocol):
    """Something whose progress can be reported."""

    @property
    def games(self) -> int:
        """How many games it covers."""


Counted = TypeVar("Counted", bound=HasGames)


def levels_of(words: Words, rules: Rules, bots: str | None, seats: int) -> tuple[str, ...]:
    """Return the level of each seat's bot; raise Failed for unknown levels or a wrong number of them."""
    levels = checked_bots(words, rules, tuple(bots.split(",")) if bots else (RANDOM,) * seats)
    if len(levels) != seats:
        given = {"bots": words("count.bots", n=len(levels)), "seats": words("count.seats", n=seats)}
        raise Failed(words("error.bots-for-seats", **given), code=2)
    return levels


def bots_of(rules: Rules, levels: tuple[str, ...]) -> Bots | None:
    """Return the compiled bots; None where all choose at random."""
    from cinquina.bots.compiled import compiled_bots

    return None if set(levels) == {RANDOM} else compiled_bots(rules, levels)


def bots_text(levels: tuple[str, ...]) -> str:
    """Return who played: one level if all are equal, else one per seat."""
    shown = levels if len(set(levels)) > 1 else levels[:1]
    return ", ".join(shown)


def usual_jobs(games: int) -> int:
    """Return the number of cores, but no more processes than are worth starting."""
    return min(os.cpu_count() or 1, 1 + games // WORTH_A_PROCESS)


def checked_workers(words: Words, jobs: int | None, cluster: str, *, whole: str = "") -> None:
    """Raise Failed where both --jobs and --cluster are given, or one of them for what is not split."""
    if jobs and cluster:
        raise Failed(words("error.jobs-or-cluster"), code=2)
    if whole and ((jobs or 1) > 1 or cluster):
        raise Failed(words("error.not-split", name=whole), code=2)


@contextmanager
def hired(words: Words, jobs: int, cluster: str) -> Iterator[Workers]:
    """Workers here or in a cluster; raise Failed if it cannot be used, or where they die again and again."""
    from cinquina.sim.cluster import workers

    try:
        with workers(jobs, cluster) as them:
            yield them
    except Refusal as wrong:
        raise Failed(refusal(words, None, wrong), code=code_of(wrong)) from wrong


class Thinking(NamedTuple):
    """How the coach thinks: whether it waits for the best numbers, and who plays games on."""

    full: bool
    jobs: int | None
    cluster: str

    @property
    def is_shared(self) -> bool:
        """Whether somebody was asked to play games on."""
        return bool(self.jobs or self.cluster)


BY_THE_CLOCK = Thinking(full=False, jobs=None, cluster="")


@contextmanager
def helped(words: Words, thinking: Thinking, usual: Effort, shared: Effort) -> Iterator[dict[str, Any]]:
    """Arguments for the coach: the usual effort, or workers and an effort that does not go by the clock."""
    if not thinking.is_shared:
        yield {"effort": usual}
        return
    with hired(words, thinking.jobs or 1, thinking.cluster) as workers:
        yield {"effort": shared.unhurried, "workers": workers}


def code_of(wrong: Refusal) -> int:
    """Return the exit code for workers that cannot be used."""
    return 2 if wrong.reason in WRONG_USAGE else 1


def in_pieces(work: Work[Done], jobs: int, cluster: str) -> Iterator[Done]:
    """Yield the results of the pieces of a work as they finish, from processes here or from a cluster."""
    from cinquina.sim.cluster import workers
    from cinquina.sim.pool import pieces_of

    with workers(jobs, cluster) as them:
        yield from them.as_done(pieces_of(work))


def partial_problem(words: Words, wrong: Refusal, done: int, wanted: int) -> str:
    """Return what is wrong with the workers, and how many games were done before; raise Failed if there were none."""
    sentence = refusal(words, None, wrong)
    if not done:
        raise Failed(sentence, code=code_of(wrong)) from wrong
    return f"{sentence} {words('error.partial', n=done, wanted=wanted)}"


def progress(words: Words, pieces: Iterator[Counted], count: int) -> Iterator[Counted]:
    """Pass summaries on, with a progress bar on standard error if that is a terminal."""
    if not sys.stderr.isatty():
        yield from pieces
        return
    done, started, shown = 0, time.monotonic(), 0.0
    for piece in pieces:
        yield piece
        done += piece.games
        now = time.monotonic()
        if now - shown > BETWEEN_UPDATES or done == count:
            shown = now
            speed = done / max(now - started, 1e-9)
            bar = "#" * (BAR * done // count)
            pace = {"speed": words.figure(f"{speed:,.0f}"), "left": round((count - done) / speed)}
            text = words("simulate.progress", done=words.figure(f"{done:,}"), count=words.figure(f"{count:,}"), **pace)
            print(f"\r[{bar:.<{BAR}}] {text}\033[K", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
