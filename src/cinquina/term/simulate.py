"""`cinquina simulate`: many games by bots, and what they came to."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from cinquina.bots import chooser
from cinquina.core import Refusal, Rules
from cinquina.core.position import full_options
from cinquina.core.record import BOT_PREFIX, Game, new_game, write
from cinquina.locales import Words
from cinquina.sim.luck import WHIM_STREAM, Luck
from cinquina.sim.playout import play_out
from cinquina.sim.summary import Summary, share_interval
from cinquina.table.saves import write_safely
from cinquina.table.words import game_name, refusal
from cinquina.term.sitting import Failed, problem_of

LEVEL = "random"
BAR = 30
BETWEEN_UPDATES = 0.2


@dataclass(frozen=True, slots=True)
class Run:
    """What to simulate."""

    rules: Rules
    seats: int
    options: dict[str, str]
    count: int
    seed: int
    folder: Path | None


def simulate_games(words: Words, run: Run, *, as_json: bool) -> int:
    """Simulate and tell; what is done by then also when it is stopped or the disk is full. The exit code."""
    start = first_game(words, run)
    summary = Summary(run.seats)
    problem = add_games(words, run, summary, played(start, run))
    told = {"game": run.rules.NAME, "seed": run.seed, "options": dict(start.position.options), **summary.told()}
    if as_json:
        print(json.dumps({**told, "partial": bool(problem)}, ensure_ascii=False, indent=2))
    elif summary.games:
        print(summary_text(words, run, summary))
    if problem:
        print(problem, file=sys.stderr)
    return 1 if problem else 0


def first_game(words: Words, run: Run) -> Game:
    """The game before its first event, or Failed; a folder that holds games already is left alone."""
    if run.folder and run.folder.is_dir() and any(run.folder.glob(f"{run.rules.NAME}-*.txt")):
        raise Failed(words("error.folder-in-use", folder=run.folder), code=2)
    try:
        full_options(run.rules, run.seats, run.options)
        return new_game(run.rules, (f"{BOT_PREFIX}{LEVEL}",) * run.seats, run.options)
    except Refusal as wrong:
        raise Failed(refusal(words, None, wrong), code=2) from wrong


def add_games(words: Words, run: Run, summary: Summary, games: Iterator[Game]) -> str:
    """Sum games up and write their records; what stopped it before the last one, or nothing."""
    try:
        for number, game in enumerate(progress(words, games, run.count)):
            if run.folder:
                write_safely(run.folder / f"{run.rules.NAME}-{number:06}.txt", write(game))
            summary.add(game)
    except KeyboardInterrupt:
        return words("error.partial", n=summary.games, wanted=run.count)
    except OSError as wrong:
        where = {"folder": run.folder, "problem": problem_of(wrong)}
        return words("error.partial-disk", n=summary.games, wanted=run.count, **where)
    return ""


def played(start: Game, run: Run) -> Iterator[Game]:
    """Games played to their end; each is determined by the seed and its number alone."""
    for number in range(run.count):
        whims = Luck(run.seed, number, stream=WHIM_STREAM)
        yield play_out(start, Luck(run.seed, number), [chooser(LEVEL, whims)] * run.seats)


def progress(words: Words, games: Iterator[Game], count: int) -> Iterator[Game]:
    """Pass games on, drawing a bar on standard error while it is a terminal."""
    if not sys.stderr.isatty():
        yield from games
        return
    started = shown = time.monotonic()
    for done, game in enumerate(games, 1):
        yield game
        now = time.monotonic()
        if now - shown > BETWEEN_UPDATES or done == count:
            shown = now
            speed = done / max(now - started, 1e-9)
            filled = BAR * done // count
            bar = "#" * filled + "." * (BAR - filled)
            left = {"left": round((count - done) / speed), "speed": round(speed)}
            told = words("simulate.progress", done=done, count=count, **left)
            print(f"\r[{bar}] {told}\033[K", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)


def summary_text(words: Words, run: Run, summary: Summary) -> str:
    """What the games came to, for people."""
    title = game_name(words, run.rules.NAME)
    lines = [words("simulate.title", game=title, n=summary.games, seats=run.seats, seed=run.seed)]
    for seat, points in enumerate(summary.points):
        low, high = share_interval(summary.wins[seat], summary.games)
        lines.append(
            words(
                "simulate.seat",
                seat=seat + 1,
                mean=f"{points.mean:.2f}",
                half=f"{points.half_width:.2f}",
                deviation=f"{points.deviation:.2f}",
                wins=f"{100 * summary.wins[seat] / summary.games:.1f}",
                low=f"{100 * low:.1f}",
                high=f"{100 * high:.1f}",
            )
        )
    events = summary.events
    lines.append(words("simulate.events", mean=f"{events.mean:.1f}", half=f"{events.half_width:.1f}"))
    for ending, count in summary.endings.most_common():
        reason = words(f"ending.{run.rules.NAME}.{ending}", names=words("simulate.somebody"))
        lines.append(words("simulate.ending", share=f"{100 * count / summary.games:.1f}", ending=reason))
    return "\n".join([*lines, words("simulate.intervals")])
