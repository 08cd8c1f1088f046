"""`cinquina solve`: the exact value of a game under perfect play, put to the test by playing it."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from math import sqrt
from statistics import fmean, stdev

from cinquina.bots.players import solver_of
from cinquina.bots.solving import Solver
from cinquina.core import Refusal, Rules
from cinquina.locales import Words
from cinquina.sim.summary import NORMAL_95
from cinquina.table.errors import Failed
from cinquina.table.words import game_name, refusal
from cinquina.term.bar import Bar


def solve_game(words: Words, rules: Rules, given: Mapping[str, str], games: int, seed: int, *, as_json: bool) -> int:
    """Solve a game, check the value by playing, and tell; the exit code is 1 when the check fails."""
    solver, title = solver_of(rules), game_name(words, rules.NAME)
    if solver is None:
        raise Failed(words("solve.cannot", game=title), code=2)
    asked = checked(words, solver, given)
    bar, began = Bar(words("solve.working", game=title)), time.perf_counter()
    try:
        solution = solver.solve(asked, bar)
    except Refusal as wrong:
        raise Failed(refusal(words, None, wrong), code=2) from wrong
    finally:
        bar.close()
    seconds = time.perf_counter() - began
    played = solution.play(games, seed)
    mean, half = fmean(played), NORMAL_95 * stdev(played) / sqrt(len(played)) if len(played) > 1 else 0.0
    sound = abs(mean - solution.value) <= TOLERANCE * half if half else True
    told = {"game": rules.NAME, "asked": asked, "value": solution.value, "states": solution.states, "seconds": seconds}
    told |= {"check": {"games": len(played), "seed": seed, "mean": mean, "half_width": half, "sound": sound}}
    if as_json:
        print(json.dumps(told, ensure_ascii=False, indent=2))
    else:
        what = ", ".join(f"{name} {value}" for name, value in asked.items())
        print(words("solve.value", game=title, asked=what, value=f"{solution.value:.4f}"))
        print(words("solve.size", states=f"{solution.states:,}", seconds=f"{seconds:.1f}"))
        key = "solve.sound" if sound else "solve.unsound"
        print(words(key, n=len(played), games=f"{len(played):,}", mean=f"{mean:.3f}", half=f"{half:.3f}"))
    return 0 if sound else 1


TOLERANCE = 2.0
"""Half-widths of the 95 % interval that the mean of played games may be off; one run in ten thousand is, by chance."""


def checked(words: Words, solver: Solver, given: Mapping[str, str]) -> dict[str, str]:
    """All questions of a solver with their answers, or Failed for one that it does not take."""
    for name in given:
        if name not in solver.ASKED:
            possible = ", ".join(f"--{known}" for known in solver.ASKED)
            raise Failed(words("solve.not-asked", name=f"--{name}", possible=possible), code=2)
    return {**solver.ASKED, **given}
