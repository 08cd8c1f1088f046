"""Questions to a solver, and what it finds; several are work that can be handed out.

One question is solved by one process, since each layer of positions needs the one before. The games that check its
value are independent.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain, product

from cinquina.bots.players import solver_of
from cinquina.bots.solving import Solution, Solver
from cinquina.bots.table_file import Progress, no_progress
from cinquina.games import GAMES
from cinquina.sim.pool import HERE, Workers, pieces_of

Question = Mapping[str, str]
"""What is asked of a solver, by name."""
SEVERAL = ","


@dataclass(frozen=True, slots=True)
class Check:
    """Games that check a value: how many, and of which seed."""

    games: int
    seed: int


@dataclass(frozen=True, slots=True)
class Solved:
    """The value of what was asked, how many positions and seconds it took, and the points of games that check it."""

    asked: Question
    value: float
    states: int
    seconds: float
    played: tuple[float, ...]


def questions_in(asked: Question) -> list[Question]:
    """Return every question where several things are asked at once, with commas."""
    return [dict(zip(asked, one, strict=True)) for one in product(*(value.split(SEVERAL) for value in asked.values()))]


def solve_one(
    solver: Solver, asked: Question, check: Check, progress: Progress, workers: Workers
) -> tuple[Solved, Solution]:
    """Solve what is asked in this process, and let workers play games that check it."""
    began = time.perf_counter()
    solution = solver.solve(asked, progress)
    seconds = time.perf_counter() - began
    games = workers.in_order(pieces_of(solution.check(check.seed, 0, check.games)))
    return Solved(asked, solution.value, solution.states, seconds, tuple(chain(*games))), solution


@dataclass(frozen=True, slots=True)
class Questions:
    """Some questions about a game, by number."""

    game: str
    asked: tuple[Question, ...]
    check: Check
    first: int
    count: int

    def done(self) -> list[Solved]:
        """Solve them in this process, each with the games that check it."""
        solver = solver_of(GAMES[self.game])
        assert solver, "the game has a solver"
        wanted = self.asked[self.first : self.first + self.count]
        return [solve_one(solver, asked, self.check, no_progress, HERE)[0] for asked in wanted]
