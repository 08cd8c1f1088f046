"""`cinquina simulate`: many games by bots, and what they came to."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, TypeVar

from cinquina.bots import LEVELS, chooser, names_of, prepare, stood_in_for
from cinquina.bots.compiled import compiled_bots
from cinquina.core import Refusal, Rules
from cinquina.core.position import full_options
from cinquina.core.record import BOT_PREFIX, Game, new_game, write
from cinquina.locales import Words
from cinquina.sim.batch import Bots, results_of
from cinquina.sim.cluster import NoCluster, cluster_summaries
from cinquina.sim.luck import WHIM_STREAM, Luck
from cinquina.sim.playout import play_out
from cinquina.sim.pool import Done, Task, Work, summaries
from cinquina.sim.summary import Summary, empty_summary
from cinquina.table.errors import Failed, problem_of
from cinquina.table.saves import write_safely
from cinquina.table.words import game_name, part_name, reason_to_end, refusal
from cinquina.term.report import FORMATS, report

LEVEL = "random"
BAR = 30
WORTH_A_PROCESS = 2_000_000
BETWEEN_UPDATES = 0.2


class HasGames(Protocol):
    """What progress can be told of."""

    @property
    def games(self) -> int:
        """How many games it is about."""


Counted = TypeVar("Counted", bound=HasGames)


@dataclass(frozen=True, slots=True)
class Run:
    """What to simulate."""

    rules: Rules
    seats: int
    options: dict[str, str]
    count: int
    seed: int
    jobs: int
    levels: tuple[str, ...]
    cluster: str = ""
    folder: Path | None = None
    report: Path | None = None


def simulate_games(words: Words, run: Run, *, as_json: bool) -> int:
    """Simulate and tell; what is done by then also when it is stopped or the disk is full. The exit code."""
    start = first_game(words, run)
    total = empty_summary(run.rules, run.seats, start.position.now)
    problem = add_up(words, run, start, total)
    setting = {"options": dict(start.position.options), "bots": list(run.levels)}
    told = {"game": run.rules.NAME, "seed": run.seed, **setting, **total.told()}
    if as_json:
        print(json.dumps({**told, "partial": bool(problem)}, ensure_ascii=False, indent=2))
    elif total.games:
        print(summary_text(words, run, total))
    if run.report and total.games:
        problem = problem or written_report(words, run, total)
    if problem:
        print(problem, file=sys.stderr)
    return 1 if problem else 0


def written_report(words: Words, run: Run, total: Summary) -> str:
    """Write the report; what went wrong, or nothing."""
    assert run.report
    try:
        told = summary_text(words, run, total)
        write_safely(run.report, report(words, run.report, title_text(words, run, total), told, total))
    except OSError as wrong:
        return words("error.cannot-write", file=run.report, problem=problem_of(wrong))
    return ""


def first_game(words: Words, run: Run) -> Game:
    """The game before its first event, or Failed; a folder that holds games already is left alone."""
    if run.report and run.report.suffix not in FORMATS:
        raise Failed(words("error.report-form", file=run.report, possible=", ".join(FORMATS)), code=2)
    if run.folder and run.folder.is_dir() and any(run.folder.glob(f"{run.rules.NAME}-*.txt")):
        raise Failed(words("error.folder-in-use", folder=run.folder), code=2)
    return new_game(run.rules, tuple(f"{BOT_PREFIX}{level}" for level in run.levels), run.options)


def checked_options(words: Words, rules: Rules, seats: int, options: dict[str, str]) -> dict[str, str]:
    """All options of a game with so many seats, or Failed."""
    try:
        return full_options(rules, seats, options)
    except Refusal as wrong:
        raise Failed(refusal(words, None, wrong), code=2) from wrong


def levels_of(words: Words, rules: Rules, bots: str | None, seats: int) -> tuple[str, ...]:
    """The level of each seat's bot, or Failed for levels there are not, or too many or too few of them."""
    levels = tuple(bots.split(",")) if bots else (LEVEL,) * seats
    for level in levels:
        if level not in names_of(rules):
            raise Failed(words("refusal.no-such-bot", level=level[:40], possible=", ".join(names_of(rules))), code=2)
    if len(levels) != seats:
        given = {"bots": words("count.bots", n=len(levels)), "seats": words("count.seats", n=seats)}
        raise Failed(words("error.bots-for-seats", **given), code=2)
    return levels


def bots_of(rules: Rules, levels: tuple[str, ...]) -> Bots | None:
    """The bots compiled; nothing where all choose at random."""
    return None if set(levels) == {LEVEL} else compiled_bots(rules, levels)


def usual_jobs(games: int) -> int:
    """As many processes as this machine has cores, but no more than have enough to do to be worth their start."""
    return min(os.cpu_count() or 1, 1 + games // WORTH_A_PROCESS)


def add_up(words: Words, run: Run, start: Game, total: Summary) -> str:
    """Sum games up, and write their records where asked; what stopped it before the last one, or nothing."""
    try:
        pieces = recorded(run, start) if run.folder else compiled(run, start)
        for piece in progress(words, pieces, run.count):
            total.merge(piece)
    except KeyboardInterrupt:
        return words("error.partial", n=total.games, wanted=run.count)
    except NoCluster as wrong:
        return cluster_problem(words, wrong, total.games, run.count)
    except OSError as wrong:
        where = {"folder": run.folder, "problem": problem_of(wrong)}
        return words("error.partial-disk", n=total.games, wanted=run.count, **where)
    return ""


def cluster_problem(words: Words, wrong: NoCluster, done: int, wanted: int) -> str:
    """What is wrong with a cluster, and how much was done before."""
    told = refusal(words, None, wrong)
    return f"{told} {words('error.partial', n=done, wanted=wanted)}" if done else told


def compiled(run: Run, start: Game) -> Iterator[Summary]:
    """Summaries of compiled games, piece by piece."""
    bots = bots_of(run.rules, run.levels)
    task = Task(run.rules.NAME, run.seats, start.position.options, run.seed, 0, run.count, bots)
    return in_pieces(task, run.jobs, run.cluster)


def in_pieces(work: Work[Done], jobs: int, cluster: str) -> Iterator[Done]:
    """What the pieces of a work come to, done by processes here or by a cluster."""
    return cluster_summaries(work, cluster) if cluster else summaries(work, jobs)


def recorded(run: Run, start: Game) -> Iterator[Summary]:
    """The same games played plainly, one by one, each written down."""
    assert run.folder
    for bot in sorted(stood_in_for(start.position, run.levels)):
        prepare(start.position, bot)  # or another would play, and not the games that are simulated
    for number in range(run.count):
        whims = Luck(run.seed, number, stream=WHIM_STREAM)
        game = play_out(start, Luck(run.seed, number), [chooser(level, whims, start.position) for level in run.levels])
        write_safely(run.folder / f"{run.rules.NAME}-{number:06}.txt", write(game))
        summary = empty_summary(run.rules, run.seats, game.position.now)
        summary.add(results_of(game))
        yield summary


def progress(words: Words, pieces: Iterator[Counted], count: int) -> Iterator[Counted]:
    """Pass summaries on, drawing a bar on standard error while it is a terminal."""
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
            pace = {"speed": f"{speed:,.0f}", "left": round((count - done) / speed)}
            told = words("simulate.progress", done=f"{done:,}", count=f"{count:,}", **pace)
            print(f"\r[{bar:.<{BAR}}] {told}\033[K", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)


def summary_text(words: Words, run: Run, total: Summary) -> str:
    """What the games came to, for people."""
    lines = [title_text(words, run, total)]
    for seat in range(run.seats):
        lines += [seat_text(words, total, seat), "    " + parts_text(words, run.rules, total, seat)]
    if run.seats > 1:
        in_turn = [share_text(total, wins) for wins in total.wins_in_turn]
        lines.append(words("simulate.in-turn", shares="; ".join(in_turn)))
    lines.append(words("simulate.events", mean=f"{total.events.mean:.1f}", half=f"{total.events.half_width:.1f}"))
    lines += [words("simulate.lots", mean=f"{total.lots / total.games:.1f}")] if total.lots else []
    for ending, many in total.ended.most_common():
        reason = reason_to_end(words, run.rules, run.options, ending, words("simulate.somebody"))
        lines.append(words("simulate.ending", share=f"{100 * many / total.games:.1f}", ending=reason))
    return "\n".join([*lines, words("simulate.intervals")])


def title_text(words: Words, run: Run, total: Summary) -> str:
    """What was simulated."""
    title = game_name(words, run.rules.NAME)
    told = {"game": title, "n": total.games, "seats": words("count.seats", n=run.seats), "seed": run.seed}
    return words("simulate.title", bots=bots_text(words, run.levels), **told)


def bots_text(words: Words, levels: tuple[str, ...]) -> str:
    """Who played: one level where all are alike, else one a seat."""
    shown = levels if len(set(levels)) > 1 else levels[:1]
    return ", ".join(words(f"level.{level}") if level in LEVELS else level for level in shown)


def seat_text(words: Words, total: Summary, seat: int) -> str:
    """One seat's points and wins."""
    points = total.points[seat]
    return words(
        "simulate.seat",
        seat=seat + 1,
        mean=f"{points.mean:.2f}",
        half=f"{points.half_width:.2f}",
        deviation=f"{points.deviation:.2f}",
        low=points.quantile(5),
        middle=points.quantile(50),
        high=points.quantile(95),
        wins=share_text(total, total.wins[seat]),
    )


def share_text(total: Summary, wins: int) -> str:
    """A win share with its interval."""
    low, high = total.win_interval(wins)
    return f"{100 * total.win_share(wins):.1f} % ({100 * low:.1f}–{100 * high:.1f})"


def parts_text(words: Words, rules: Rules, total: Summary, seat: int) -> str:
    """What a seat's points are made of, on average."""
    means = zip(total.parts, total.part_sums[seat], strict=True)
    return ", ".join(f"{part_name(words, rules, part)} {sum_ / total.games:.2f}" for part, sum_ in means)
