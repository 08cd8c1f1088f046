"""`cinquina train`: learning to play a game, kept after every round, so that it can be stopped and gone on with."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cinquina.bots import table_file as keep
from cinquina.bots.learning import Learner
from cinquina.bots.players import learner_of
from cinquina.core import Refusal, Rules
from cinquina.locales import Words
from cinquina.table.words import game_name, refusal
from cinquina.term.simulate import checked_options
from cinquina.term.sitting import Failed, problem_of

CURVE = 24
"""The width of a strength curve's bars."""


@dataclass(frozen=True, slots=True)
class Course:
    """What to learn, and where it is kept."""

    rules: Rules
    options: dict[str, str]
    seats: int | None
    seed: int
    rounds: int | None
    run: Path
    out: Path | None


def train_game(words: Words, course: Course, *, as_json: bool) -> int:
    """Learn for so many rounds, telling the strength after each; the exit code."""
    title, learner = game_name(words, course.rules.NAME), learner_of(course.rules)
    if learner is None:
        raise Failed(words("train.cannot", game=title), code=2)
    checked_options(words, course.rules, course.seats or course.rules.SEATS[0], course.options)
    try:
        run, made_of = begun_or_kept(words, course, learner)
        stopped = learned(words, course, learner, run, made_of, as_json=as_json)
        if course.out:
            keep.write(course.out, learner.made_for(run), learner.finished(run))
    except Refusal as wrong:
        raise Failed(refusal(words, None, wrong)) from wrong
    except OSError as wrong:
        raise Failed(
            words("error.cannot-write", file=wrong.filename or course.run, problem=problem_of(wrong))
        ) from wrong
    if stopped:
        print(words("train.stopped", file=course.run), file=sys.stderr)
    return 1 if stopped else 0


def begun_or_kept(words: Words, course: Course, learner: Learner) -> tuple[keep.Tables, str]:
    """The run of a file, or a new one where there is no file; what its tables are made for."""
    made_of = keep.fingerprint(course.rules.NAME, course.seats, sorted(course.options.items()))
    if course.run.exists():
        return keep.read(course.run, made_of), made_of
    seats = {"seats": str(course.seats)} if course.seats else {}
    return learner.begin(course.seed, course.options | seats), made_of


def learned(words: Words, course: Course, learner: Learner, run: keep.Tables, made_of: str, *, as_json: bool) -> bool:
    """Learn round by round; whether somebody stopped it. What is kept is always a whole round."""
    rounds = course.rounds or learner.ROUNDS
    try:
        while int(run["rounds"]) < rounds:
            learner.improve(run)
            keep.write(course.run, made_of, run)
            tell(words, int(run["rounds"]), rounds, learner.strength(run), as_json=as_json)
    except KeyboardInterrupt:
        return True
    return False


def tell(words: Words, done: int, rounds: int, strength: dict[str, float], *, as_json: bool) -> None:
    """One point of the strength curve."""
    if as_json:
        told: dict[str, Any] = {"round": done, "rounds": rounds, "strength": strength}
        print(json.dumps(told, ensure_ascii=False), flush=True)
        return
    bar = "#" * round(CURVE * done / rounds)
    values = ", ".join(f"{name} {value:.3f}" for name, value in strength.items())
    print(words("train.round", bar=f"{bar:.<{CURVE}}", done=done, rounds=rounds, strength=values), flush=True)
