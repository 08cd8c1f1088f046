"""`cinquina simulate`: many games between bots, and their statistics."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cinquina.bots import chooser, prepare, stood_in_for
from cinquina.cli.arguments import checked_options, options_of, rules_of
from cinquina.cli.report import FORMATS, report
from cinquina.cli.shared import SharedOptions, print_json
from cinquina.cli.simulate_text import summary_text, title_text
from cinquina.cli.workload import (
    Workload,
    bots_of,
    checked_workers,
    in_pieces,
    levels_of,
    partial_problem,
    progress,
    usual_jobs,
)
from cinquina.core import Rules
from cinquina.core.record import BOT_PREFIX, Game, new_game, write
from cinquina.locales import Words
from cinquina.sim.luck import WHIM_STREAM, Luck
from cinquina.sim.playout import play_out
from cinquina.table.errors import Failed, problem_of
from cinquina.table.saves import write_safely

if TYPE_CHECKING:
    from cinquina.sim.summary import Summary


@dataclass(frozen=True, slots=True)
class Simulation:
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


def command(shared: SharedOptions) -> click.Command:
    """The command with its options."""
    words, path = shared.words, click.Path(path_type=Path)

    @shared.command
    @shared.game()
    @shared.seats
    @shared.games(1000)
    @shared.seed(default=0)
    @shared.options
    @shared.bots
    @shared.jobs
    @shared.cluster
    @click.option("--record", "folder", type=path, metavar="DIR", help=words("help.record-folder"))
    @click.option("--report", type=path, metavar=words("help.FILE"), help=words("help.report"))
    def simulate(game: str, as_json: bool, options: tuple[str, ...], **given: Any) -> int:
        batch = Workload.taken_from(given)
        run = simulation_of(words, rules_of(words, game), batch, options, **given)
        return simulate_games(words, run, as_json=as_json)

    return simulate


def simulation_of(words: Words, rules: Rules, batch: Workload, options: tuple[str, ...], **rest: Any) -> Simulation:
    """Return the simulation the user typed, or raise Failed."""
    house_rules = options_of(words, options)
    checked_options(words, rules, batch.seats, house_rules)
    levels = levels_of(words, rules, batch.bots, batch.seats)
    checked_workers(words, batch.jobs, rest["cluster"], whole="--record" if rest["folder"] else "")
    jobs = batch.jobs or usual_jobs(batch.games)
    return Simulation(rules, batch.seats, house_rules, batch.games, jobs=jobs, levels=levels, **rest)


def simulate_games(words: Words, run: Simulation, *, as_json: bool) -> int:
    """Simulate and print, also partial results when it is stopped or the disk is full; return the exit code."""
    from cinquina.sim.summary import empty_summary

    start = first_game(words, run)
    total = empty_summary(run.rules, run.seats, start.position.now)
    problem = add_up(words, run, start, total)
    if as_json:
        setting = {"options": dict(start.position.options), "bots": list(run.levels)}
        data = {"game": run.rules.NAME, "seed": run.seed, **setting, **total.as_json()}
        print_json({**data, "partial": bool(problem)})
    elif total.games:
        click.echo(summary_text(words, run, total))
    if run.report and total.games:
        problem = problem or write_report(words, run, run.report, total)
    if problem:
        click.echo(problem, err=True)
    return 1 if problem else 0


def first_game(words: Words, run: Simulation) -> Game:
    """Return the game before its first event, or raise Failed; a folder with games in it is not used."""
    if run.report and run.report.suffix not in FORMATS:
        raise Failed(words("error.report-form", file=run.report, possible=", ".join(FORMATS)), code=2)
    if run.folder and run.folder.is_dir() and any(run.folder.glob(f"{run.rules.NAME}-*.txt")):
        raise Failed(words("error.folder-in-use", folder=run.folder), code=2)
    return new_game(run.rules, tuple(f"{BOT_PREFIX}{level}" for level in run.levels), run.options)


def add_up(words: Words, run: Simulation, start: Game, total: Summary) -> str:
    """Add up the games, and write their records if asked; return why it stopped early, or ""."""
    from cinquina.sim.pool import NoWorkers

    try:
        pieces = recorded(run, start, run.folder) if run.folder else compiled(run, start)
        for piece in progress(words, pieces, run.count):
            total.merge(piece)
    except KeyboardInterrupt:
        return words("error.partial", n=total.games, wanted=run.count)
    except NoWorkers as wrong:
        return partial_problem(words, wrong, total.games, run.count)
    except OSError as wrong:
        where = {"folder": run.folder, "problem": problem_of(wrong)}
        return words("error.partial-disk", n=total.games, wanted=run.count, **where)
    return ""


def compiled(run: Simulation, start: Game) -> Iterator[Summary]:
    """Yield summaries of compiled games, piece by piece."""
    from cinquina.sim.task import Task

    bots = bots_of(run.rules, run.levels)
    task = Task(run.rules.NAME, run.seats, start.position.options, run.seed, 0, run.count, bots)
    return in_pieces(task, run.jobs, run.cluster)


def recorded(run: Simulation, start: Game, folder: Path) -> Iterator[Summary]:
    """Play the same games uncompiled, one by one, and write their records."""
    from cinquina.sim.batch import results_of
    from cinquina.sim.summary import empty_summary

    for bot in sorted(stood_in_for(start.position, run.levels)):
        prepare(start.position, bot)  # otherwise a stand-in would play other games than the simulated ones
    for number in range(run.count):
        whims = Luck(run.seed, number, stream=WHIM_STREAM)
        game = play_out(start, Luck(run.seed, number), [chooser(level, whims, start.position) for level in run.levels])
        write_safely(folder / f"{run.rules.NAME}-{number:06}.txt", write(game))
        summary = empty_summary(run.rules, run.seats, game.position.now)
        summary.add(results_of(game))
        yield summary


def write_report(words: Words, run: Simulation, path: Path, total: Summary) -> str:
    """Write the report; return what went wrong, or ""."""
    try:
        text = summary_text(words, run, total)
        write_safely(path, report(words, path, title_text(words, run, total), text, total))
    except OSError as wrong:
        return words("error.cannot-write", file=path, problem=problem_of(wrong))
    return ""
