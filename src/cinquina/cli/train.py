"""`cinquina train`: learns to play a game; saved after every round, so that it can be stopped and resumed."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from cinquina.bots import array_file as keep
from cinquina.bots.learning import Learner
from cinquina.bots.players import learner_of
from cinquina.bots.table_file import fingerprint
from cinquina.cli.arguments import checked_options, options_of, rules_of
from cinquina.cli.shared import SharedOptions
from cinquina.cli.workload import checked_workers, hired
from cinquina.core import Refusal, Rules
from cinquina.locales import Words
from cinquina.table.errors import Failed, problem_of
from cinquina.table.words import game_name, refusal

if TYPE_CHECKING:
    from cinquina.sim.pool import Workers

CURVE = 24
"""The width of a strength curve's bars."""


@dataclass(frozen=True, slots=True)
class Course:
    """What to learn, and where it is saved."""

    rules: Rules
    options: dict[str, str]
    seats: int | None
    seed: int
    rounds: int | None
    run: Path
    out: Path | None
    jobs: int | None = None
    cluster: str = ""


class Teaching(NamedTuple):
    """Who learns, what is known so far, and who works for it."""

    learner: Learner
    run: keep.Tables
    workers: Workers


def command(shared: SharedOptions) -> click.Command:
    """The command with its options."""
    words, path = shared.words, click.Path(path_type=Path)

    @shared.command
    @shared.game()
    @shared.options
    @click.option("--seats", type=click.IntRange(1), metavar="N", help=words("help.train-seats"))
    @shared.seed(default=0)
    @click.option("--rounds", type=click.IntRange(1), metavar="N", help=words("help.train-rounds"))
    @click.option("--run", type=path, required=True, metavar=words("help.FILE"), help=words("help.train-run"))
    @click.option("--out", type=path, metavar=words("help.FILE"), help=words("help.train-out"))
    @shared.jobs
    @shared.cluster
    def train(game: str, options: tuple[str, ...], as_json: bool, **rest: Any) -> int:
        course = Course(rules_of(words, game), options_of(words, options), **rest)
        return train_game(words, course, as_json=as_json)

    return train


def train_game(words: Words, course: Course, *, as_json: bool) -> int:
    """Learn for this many rounds, printing the strength after each; return the exit code."""
    title, learner = game_name(words, course.rules.NAME), learner_of(course.rules)
    if learner is None:
        raise Failed(words("train.cannot", game=title), code=2)
    checked_options(words, course.rules, course.seats or course.rules.SEATS[0], course.options)
    checked_workers(words, course.jobs, course.cluster)
    try:
        with hired(words, course.jobs or os.cpu_count() or 1, course.cluster) as workers:
            run, made_of = started_or_resumed(course, learner, workers)
            stopped = learned(words, course, Teaching(learner, run, workers), made_of, as_json=as_json)
        if course.out:
            keep.write(course.out, learner.made_for(run), learner.finished(run))
    except Refusal as wrong:
        raise Failed(refusal(words, None, wrong)) from wrong
    except OSError as wrong:
        raise Failed(
            words("error.cannot-write", file=wrong.filename or course.run, problem=problem_of(wrong))
        ) from wrong
    if stopped:
        click.echo(words("train.stopped", file=course.run), err=True)
    return 1 if stopped else 0


def started_or_resumed(course: Course, learner: Learner, workers: Workers) -> tuple[keep.Tables, str]:
    """Return the run in a file, or a new one; and what its tables are for."""
    made_of = fingerprint(course.rules.NAME, course.seats, sorted(course.options.items()))
    if course.run.exists():
        return keep.read(course.run, made_of), made_of
    seats = {"seats": str(course.seats)} if course.seats else {}
    return learner.begin(course.seed, course.options | seats, workers), made_of


def learned(words: Words, course: Course, teaching: Teaching, made_of: str, *, as_json: bool) -> bool:
    """Learn round by round; return whether it was stopped. Only complete rounds are saved."""
    learner, run, workers = teaching
    rounds = course.rounds or learner.ROUNDS
    try:
        while int(run["rounds"]) < rounds:
            learner.improve(run, workers)
            keep.write(course.run, made_of, run)
            print_round(words, int(run["rounds"]), rounds, learner.strength(run, workers), as_json=as_json)
    except KeyboardInterrupt:
        return True
    return False


def print_round(words: Words, done: int, rounds: int, strength: dict[str, float], *, as_json: bool) -> None:
    """Print one point of the strength curve."""
    if as_json:
        click.echo(json.dumps({"round": done, "rounds": rounds, "strength": strength}, ensure_ascii=False))
        return
    bar = "#" * round(CURVE * done / rounds)
    values = ", ".join(f"{name} {words.figure(f'{value:.3f}')}" for name, value in strength.items())
    click.echo(words("train.round", bar=f"{bar:.<{CURVE}}", done=done, rounds=rounds, strength=values))
