"""What an exact solution of a game, or of one player's part in it, consists of."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from cinquina.bots.table_file import Progress
from cinquina.core import Position, State

if TYPE_CHECKING:
    from cinquina.sim.pool import Work


class Exact(NamedTuple):
    """What is known exactly of states: to the player what one is worth, in points; None where that is not known.

    `settled` turns a state into the one that it counts as.
    """

    worth: Callable[[State], float | None]
    settled: Callable[[State], None]


class Table(NamedTuple):
    """A solution as columns of equal length, a row for each position; `legend` explains the numbers in them."""

    columns: Mapping[str, Any]
    legend: Mapping[str, Any]


@dataclass(frozen=True)
class Solution:
    """The value of a game under perfect play, and how to put it to the test.

    `check` gives games by the optimal policy, with the game's own rules, as work that can be handed out in pieces: of a
    seed, from a number on, so many; their results come out.
    `table` has the value of every position, as docs/research.md describes.
    """

    value: float
    states: int
    check: Callable[[int, int, int], Work[list[float]]]
    table: Callable[[], Table]


class Solver(Protocol):
    """A module that solves a game. `ASKED` are the questions it takes with their usual answers."""

    ASKED: Mapping[str, str]

    def solve(self, asked: Mapping[str, str], progress: Progress) -> Solution:
        """Solve it, or Refusal for answers that are invalid."""

    def exact(self, position: Position, progress: Progress) -> Exact | None:
        """What is known of all that can follow a position, or None where this is not the game that is solved."""
