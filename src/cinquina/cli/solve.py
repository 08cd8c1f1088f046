"""`cinquina solve`: the exact value of a game under perfect play, checked by playing."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, stdev
from typing import Any

import click

from cinquina.bots.players import solver_of
from cinquina.bots.solving import Solution, Solver
from cinquina.cli.arguments import rules_of
from cinquina.cli.shared import SharedOptions, print_json
from cinquina.core import Refusal, Rules
from cinquina.locales import Words
from cinquina.table.errors import Failed
from cinquina.table.words import game_name, refusal
from cinquina.term.progress import Bar

TOLERANCE = 2.0
"""How many half-widths of the 95 % interval the mean of played games may be off; by chance 1 run in 10,000 is."""


@dataclass(frozen=True, slots=True)
class Check:
    """Games played by a solution, and whether they confirm its value."""

    games: int
    seed: int
    mean: float
    half_width: float
    sound: bool


def command(shared: SharedOptions) -> click.Command:
    """The command with its options."""
    words = shared.words

    @shared.command
    @shared.game()
    @click.option("--players", metavar="1–5", help=words("help.solve-players"))
    @click.option("--hazard", metavar="γ", help=words("help.solve-hazard"))
    @click.option("--sheet", metavar="A–J", help=words("help.solve-sheet"))
    @click.option("--side", metavar="front|back", help=words("help.solve-side"))
    @shared.games(10_000)
    @shared.seed(default=0)
    def solve(game: str, games: int, seed: int, as_json: bool, **asked: str | None) -> int:
        given = {name: value for name, value in asked.items() if value is not None}
        return solve_game(words, rules_of(words, game), given, games, seed, as_json=as_json)

    return solve


def solve_game(words: Words, rules: Rules, given: Mapping[str, str], games: int, seed: int, *, as_json: bool) -> int:
    """Solve a game, check the value by playing, and print both; the exit code is 1 when the check fails."""
    solver, title = solver_of(rules), game_name(words, rules.NAME)
    if solver is None:
        raise Failed(words("solve.cannot", game=title), code=2)
    asked = checked_questions(words, solver, given)
    began = time.perf_counter()
    solution = solved(words, solver, asked, title)
    seconds = time.perf_counter() - began
    check = checked_by_playing(solution, games, seed)
    if as_json:
        print_json({"game": rules.NAME, "asked": asked, **solution_data(solution, seconds, check)})
    else:
        what = ", ".join(f"{name} {value}" for name, value in asked.items())
        click.echo(words("solve.value", game=title, asked=what, value=words.figure(f"{solution.value:.4f}")))
        click.echo(
            words("solve.size", states=words.figure(f"{solution.states:,}"), seconds=words.figure(f"{seconds:.1f}"))
        )
        click.echo(check_text(words, check))
    return 0 if check.sound else 1


def checked_questions(words: Words, solver: Solver, given: Mapping[str, str]) -> dict[str, str]:
    """Return the parameters of a solver, or raise Failed for invalid ones."""
    for name in given:
        if name not in solver.ASKED:
            possible = ", ".join(f"--{known}" for known in solver.ASKED)
            raise Failed(words("solve.not-asked", name=f"--{name}", possible=possible), code=2)
    return {**solver.ASKED, **given}


def solved(words: Words, solver: Solver, asked: Mapping[str, str], title: str) -> Solution:
    """Solve with a progress bar; raise Failed for parameters that the solver refuses."""
    bar = Bar(words("solve.working", game=title))
    try:
        return solver.solve(asked, bar)
    except Refusal as wrong:
        raise Failed(refusal(words, None, wrong), code=2) from wrong
    finally:
        bar.close()


def checked_by_playing(solution: Solution, games: int, seed: int) -> Check:
    """Compare the mean of games played by a solution with its value."""
    from cinquina.sim.summary import NORMAL_95  # loads numba, as solving already did

    played = solution.play(games, seed)
    mean, half = fmean(played), NORMAL_95 * stdev(played) / sqrt(len(played)) if len(played) > 1 else 0.0
    sound = abs(mean - solution.value) <= TOLERANCE * half if half else True
    return Check(len(played), seed, mean, half, sound)


def solution_data(solution: Solution, seconds: float, check: Check) -> dict[str, Any]:
    """Return a solution and its check as data."""
    checked = {"games": check.games, "seed": check.seed, "mean": check.mean, "half_width": check.half_width}
    checked["sound"] = check.sound
    return {"value": solution.value, "states": solution.states, "seconds": seconds, "check": checked}


def check_text(words: Words, check: Check) -> str:
    """Return a check as text."""
    key = "solve.sound" if check.sound else "solve.unsound"
    games, mean, half = map(words.figure, (f"{check.games:,}", f"{check.mean:.3f}", f"{check.half_width:.3f}"))
    return words(key, n=check.games, games=games, mean=mean, half=half)
