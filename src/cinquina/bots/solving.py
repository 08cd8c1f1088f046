"""What an exact solution of a game, or of one player's part in it, consists of."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

from cinquina.bots.table_file import Progress


@dataclass(frozen=True)
class Solution:
    """The value of a game under perfect play, and how to put it to the test.

    `play` plays games by the optimal policy, with the game's own rules: how many and a seed in, their results out.
    """

    value: float
    states: int
    play: Callable[[int, int], list[float]]


class Solver(Protocol):
    """A module that solves a game. `ASKED` are the questions it takes with their usual answers."""

    ASKED: Mapping[str, str]

    def solve(self, asked: Mapping[str, str], progress: Progress) -> Solution:
        """Solve it, or Refusal for answers that are invalid."""
