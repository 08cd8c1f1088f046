"""What `cinquina train` expects of a game's `training`.

Everything a run knows is in one set of arrays, so that it can be stopped, stored and resumed, and comes out the same as
one that was never stopped.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from cinquina.bots.array_file import Tables
    from cinquina.sim.pool import Workers


class Learner(Protocol):
    """A module that learns to play a game. The same seed and number of rounds give the same tables, whoever works."""

    ROUNDS: int
    """How many rounds the published tables took."""

    def begin(self, seed: int, options: dict[str, str], workers: Workers) -> Tables:
        """Return a run that has learned nothing yet; seed, options and the number of rounds done are kept in it."""

    def improve(self, run: Tables, workers: Workers) -> None:
        """Train one more round, of a few seconds to a minute."""

    def strength(self, run: Tables, workers: Workers) -> dict[str, float]:
        """Return how well it plays now, in a few named numbers, from games that it does not learn from."""

    def made_for(self, run: Tables) -> str:
        """Return what finished tables must be made for, so that the bots use them."""

    def finished(self, run: Tables) -> Tables:
        """Return the part of a run that the bots need to play."""
