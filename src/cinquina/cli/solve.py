"""`cinquina solve`: the exact value of a game under perfect play, checked by playing."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev
from typing import TYPE_CHECKING, Any

import click

from cinquina import truth
from cinquina.bots.exact_file import KINDS, PARQUET, write
from cinquina.bots.players import solver_of
from cinquina.bots.solving import Solver, Table
from cinquina.cli.arguments import rules_of
from cinquina.cli.shared import SharedOptions, print_json
from cinquina.cli.workload import checked_workers, hired
from cinquina.core import CHOICE, Refusal, Rules
from cinquina.locales import Words
from cinquina.table.errors import Failed, problem_of
from cinquina.table.words import game_name, refusal
from cinquina.term.progress import Bar
from cinquina.term.records import read_game_at

if TYPE_CHECKING:
    from cinquina.bots.questions import Question, Solved
    from cinquina.sim.pool import Workers

TOLERANCE = 2.0
"""How many half-widths of the 95 % interval the mean of played games may be off; by chance 1 run in 10,000 is."""


@dataclass(frozen=True, slots=True)
class Confirmation:
    """Games played by a solution, and whether they confirm its value."""

    games: int
    seed: int
    mean: float
    half_width: float
    sound: bool


@dataclass(frozen=True, slots=True)
class Terms:
    """How a solution is checked, where its table goes, and who works."""

    games: int
    seed: int
    out: Path | None
    jobs: int | None = None
    cluster: str = ""


def command(shared: SharedOptions) -> click.Command:
    """The command with its options."""
    words = shared.words

    @shared.command
    @shared.game()
    @click.option("--players", metavar="1–5,…", help=words("help.solve-players"))
    @click.option("--hazard", metavar="γ,…", help=words("help.solve-hazard"))
    @click.option("--sheet", metavar="A–J,…", help=words("help.solve-sheet"))
    @click.option("--side", metavar="front,back", help=words("help.solve-side"))
    @click.option("--record", metavar=words("help.FILE"), help=words("help.solve-record"))
    @click.option("--out", type=click.Path(path_type=Path), metavar=words("help.FILE"), help=words("help.solve-out"))
    @shared.games(10_000)
    @shared.seed(default=0)
    @shared.jobs
    @shared.cluster
    def solve(game: str, record: str | None, as_json: bool, **asked: Any) -> int:
        terms = Terms(**{name: asked.pop(name) for name in Terms.__dataclass_fields__})
        checked_out(words, terms.out)
        checked_workers(words, terms.jobs, terms.cluster, whole="--record" if record is not None else "")
        rules, given = rules_of(words, game), {name: value for name, value in asked.items() if value is not None}
        if record is not None:
            return solve_record(words, rules, record, terms, as_json=as_json)
        return solve_game(words, rules, given, terms, as_json=as_json)

    return solve


def checked_out(words: Words, out: Path | None) -> None:
    """Raise Failed if the file to write is of no kind that can be written."""
    if out is not None and out.suffix not in KINDS:
        raise Failed(words("solve.no-such-kind", possible=", ".join(KINDS)), code=2)
    if out is not None and out.suffix == PARQUET and find_spec("pyarrow") is None:
        raise Failed(words("solve.no-parquet"), code=2)


def solve_record(words: Words, rules: Rules, record: str, terms: Terms, *, as_json: bool) -> int:
    """Solve all that can follow the end of a record; print its value and those of the options of who chooses next."""
    position = read_game_at(words, record, None).position
    title, bar = game_name(words, rules.NAME), Bar(words("solve.working", game=game_name(words, rules.NAME)))
    if position.rules is not rules:
        raise Failed(words("solve.other-game", game=title), code=2)
    try:
        exact = truth.explored(position, progress=bar)
        value = exact.value(position)
        options = exact.options(position) if position.phase == CHOICE else {}
    except Refusal as wrong:
        raise Failed(refusal(words, None, wrong), code=2) from wrong
    finally:
        bar.close()
    write_table(words, terms.out, exact.table())
    seat = position.waiting[0] if options else 0
    named = {rules.spell(position.now, seat, option): worth for option, worth in options.items()}
    if as_json:
        print_json({"game": rules.NAME, "value": value, "options": named})
    else:
        click.echo(words("solve.of-record", game=title, value=words.figure(f"{value:.4f}")))
        for option, worth in sorted(named.items(), key=lambda one: -one[1]):
            click.echo(f"{option:>8} {words.figure(f'{worth:.4f}')}")
    return 0


def write_table(words: Words, out: Path | None, table: Table) -> None:
    """Write a table if it is wanted, or raise Failed."""
    if out is None:
        return
    try:
        write(out, table)
    except OSError as wrong:
        raise Failed(words("error.cannot-write", file=out, problem=problem_of(wrong))) from wrong


def solve_game(words: Words, rules: Rules, given: Mapping[str, str], terms: Terms, *, as_json: bool) -> int:
    """Solve a game, check the values by playing, and print both; the exit code is 1 when a check fails."""
    from cinquina.bots.questions import questions_in

    solver, title = solver_of(rules), game_name(words, rules.NAME)
    if solver is None:
        raise Failed(words("solve.cannot", game=title), code=2)
    questions = questions_in(checked_questions(words, solver, given))
    if terms.out and len(questions) > 1:
        raise Failed(words("solve.one-table"), code=2)
    with hired(words, terms.jobs or os.cpu_count() or 1, terms.cluster) as workers:
        results = solve_all(words, rules, questions, terms, workers)
    checks = [checked_by_playing(solved, terms.seed) for solved in results]
    if as_json:
        told = [solution_data(solved, check) for solved, check in zip(results, checks, strict=True)]
        print_json({"game": rules.NAME, **told[0]} if len(told) == 1 else {"game": rules.NAME, "solutions": told})
    else:
        click.echo("\n".join(solution_text(words, title, *both) for both in zip(results, checks, strict=True)))
    return 0 if all(check.sound for check in checks) else 1


def checked_questions(words: Words, solver: Solver, given: Mapping[str, str]) -> dict[str, str]:
    """Return the parameters of a solver, or raise Failed for invalid ones."""
    for name in given:
        if name not in solver.ASKED:
            possible = ", ".join(f"--{known}" for known in solver.ASKED)
            raise Failed(words("solve.not-asked", name=f"--{name}", possible=possible), code=2)
    return {**solver.ASKED, **given}


def solve_all(words: Words, rules: Rules, questions: list[Question], terms: Terms, workers: Workers) -> list[Solved]:
    """Solve questions with a progress bar; raise Failed for parameters that the solver refuses.

    Several are handed out; one is solved here, and its table written.
    """
    from cinquina.bots.questions import Check, Questions, solve_one
    from cinquina.sim.pool import NoWorkers, pieces_of

    solver, check = solver_of(rules), Check(terms.games, terms.seed)
    assert solver
    bar, results = Bar(words("solve.working", game=game_name(words, rules.NAME))), list[Any]()
    try:
        if len(questions) == 1:
            found, solution = solve_one(solver, questions[0], check, bar, workers)
            if terms.out:
                write_table(words, terms.out, solution.table())
            return [found]
        for piece in workers.in_order(pieces_of(Questions(rules.NAME, tuple(questions), check, 0, len(questions)), 1)):
            results += piece
            bar(len(results) / len(questions))
    except NoWorkers:
        raise
    except Refusal as wrong:
        raise Failed(refusal(words, None, wrong), code=2) from wrong
    finally:
        bar.close()
    return results


def checked_by_playing(solved: Solved, seed: int) -> Confirmation:
    """Compare the mean of games played by a solution with its value."""
    from cinquina.sim.summary import NORMAL_95  # loads numba, as solving already did

    played = solved.played
    mean, half = fmean(played), NORMAL_95 * stdev(played) / sqrt(len(played)) if len(played) > 1 else 0.0
    sound = abs(mean - solved.value) <= TOLERANCE * half if half else True
    return Confirmation(len(played), seed, mean, half, sound)


def solution_data(solved: Solved, check: Confirmation) -> dict[str, Any]:
    """Return what was solved and its check as data."""
    checked = {"games": check.games, "seed": check.seed, "mean": check.mean, "half_width": check.half_width}
    found = {"value": solved.value, "states": solved.states, "seconds": solved.seconds}
    return {"asked": solved.asked, **found, "check": {**checked, "sound": check.sound}}


def solution_text(words: Words, title: str, solved: Solved, check: Confirmation) -> str:
    """Return what was solved and its check as text."""
    what = ", ".join(f"{name} {value}" for name, value in solved.asked.items())
    size = {"states": words.figure(f"{solved.states:,}"), "seconds": words.figure(f"{solved.seconds:.1f}")}
    value = words("solve.value", game=title, asked=what, value=words.figure(f"{solved.value:.4f}"))
    return f"{value}\n{words('solve.size', **size)}\n{check_text(words, check)}"


def check_text(words: Words, check: Confirmation) -> str:
    """Return a check as text."""
    key = "solve.sound" if check.sound else "solve.unsound"
    games, mean, half = map(words.figure, (f"{check.games:,}", f"{check.mean:.3f}", f"{check.half_width:.3f}"))
    return words(key, n=check.games, games=games, mean=mean, half=half)
