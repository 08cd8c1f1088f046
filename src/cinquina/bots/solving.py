"""The parts of an exact solution of a game, or of one player's part in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from cinquina.bots.table_file import Progress
from cinquina.core import Position, State

if TYPE_CHECKING:
    from cinquina.sim.pool import Work


class Exact(NamedTuple):
    """Exact values of states: `worth` gives the points a state is worth to the player, or None if that is not known.

    `settled` replaces a state by the one that has the same value.
    """

    worth: Callable[[State], float | None]
    settled: Callable[[State], None]


class Table(NamedTuple):
    """A solution as columns of equal length, a row for each position; `legend` explains the numbers in them."""

    columns: Mapping[str, Any]
    legend: Mapping[str, Any]


@dataclass(frozen=True)
class Solution:
    """The value of a game under perfect play, and the means to verify it.

    `check(seed, first, count)` is work that plays `count` games of a seed, beginning with number `first`, by the
    optimal policy and the rules of the game, and returns their results. `table()` returns the value of every position,
    as docs/research.md describes.
    """

    value: float
    states: int
    check: Callable[[int, int, int], Work[list[float]]]
    table: Callable[[], Table]


class Solver(Protocol):
    """A module that solves a game. `ASKED` has the questions it takes with their usual answers."""

    ASKED: Mapping[str, str]

    def solve(self, asked: Mapping[str, str], progress: Progress) -> Solution:
        """Solve the game, or raise Refusal for answers that are invalid."""

    def exact(self, position: Position, progress: Progress) -> Exact | None:
        """Return exact values of all that can follow a position; None unless it belongs to the solved game."""
