"""How long the coach may think."""

from __future__ import annotations

from math import inf

import msgspec


class Effort(msgspec.Struct, frozen=True):
    """What an answer may cost: seconds per question, games per option, and whether code may be compiled for it."""

    seconds: float
    games: int
    may_compile: bool
    level: str
    """The bots that play games on, where the game has this level; else its strongest."""
    plain_games: int = 400
    """Games per option while nothing is compiled."""

    @property
    def unhurried(self) -> Effort:
        """Return the same effort without a clock: it plays all its games, so the answer is the same everywhere."""
        return msgspec.structs.replace(self, seconds=inf)


QUICK = Effort(seconds=0.4, games=400, may_compile=False, level="medium")
"""An answer at once, by what is there: nothing is compiled and no table is built."""
FULL = Effort(seconds=4.0, games=2000, may_compile=True, level="hard")
"""The best there is; the first answer for a game may wait a minute for code to be compiled and tables to be built."""
REVIEWING = Effort(seconds=0.5, games=64, may_compile=False, level="hard", plain_games=8)
"""For each question of a review, which asks hundreds of them."""
