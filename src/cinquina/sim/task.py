"""Simulated games as work that can be handed out in pieces."""

from __future__ import annotations

from dataclasses import dataclass

from cinquina.core import opening
from cinquina.games import GAMES
from cinquina.sim.batch import Bots, Noted, play_games
from cinquina.sim.luck import Games
from cinquina.sim.summary import Summary, empty_summary


@dataclass(frozen=True, slots=True)
class Task:
    """Games of one kind, numbered from `first`; random choices without bots."""

    game: str
    seats: int
    options: tuple[tuple[str, str], ...]
    seed: int
    first: int
    count: int
    bots: Bots | None = None

    def done(self) -> Summary:
        """Play the games and summarise them."""
        rules, options = GAMES[self.game], dict(self.options)
        summary = empty_summary(rules, self.seats, opening(rules, self.seats, options).now)
        numbers = (self.seed, self.first, self.count)
        summary.add(play_games(rules, self.seats, options, Games(*numbers), bots=self.bots, noted=Noted(parts=True)))
        return summary
