"""Several games in a row by the same people, with a running total."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from cinquina.core.position import IllegalMove
from cinquina.core.record import BadRecord, Game, new_game, read, write
from cinquina.core.result import Standing, rank, scores
from cinquina.core.rules import PLACES, Rules
from cinquina.core.state import OVER

BETWEEN_GAMES = "\n"
"""A series as text is its games' records with an empty line between them."""


@dataclass(frozen=True, slots=True)
class Series:
    """Games of one kind by one set of people; the last one may still run."""

    games: tuple[Game, ...]

    @property
    def current(self) -> Game:
        """The newest game."""
        return self.games[-1]

    def with_current(self, game: Game) -> Series:
        """The series with its newest game gone on."""
        return replace(self, games=(*self.games[:-1], game))

    def next_game(self) -> Series:
        """The series with one more game; the seat to the left of the last beginner begins."""
        last = self.current
        limit = last.position.rules.SERIES
        if last.position.phase != OVER:
            raise IllegalMove("series-game-runs")
        if limit and len(self.games) >= limit:
            raise IllegalMove("series-full", most=limit)
        options = dict(last.position.options)
        options["begins"] = PLACES[(last.position.now.beginner + 1) % len(last.names)]
        return Series((*self.games, new_game(last.position.rules, last.names, options)))

    def totals(self) -> tuple[int, ...]:
        """The points of every seat over all games, the running one as it stands."""
        return tuple(sum(points) for points in zip(*(scores(game.position) for game in self.games), strict=True))

    def ranking(self) -> tuple[Standing, ...]:
        """The sides by their totals."""
        return rank(self.current.position, self.totals())


def new_series(rules: Rules, names: tuple[str, ...], options: Mapping[str, str] | None = None) -> Series:
    """A series about to begin."""
    return Series((new_game(rules, names, options),))


def write_series(series: Series) -> str:
    """All games of a series as text."""
    return BETWEEN_GAMES.join(write(game) for game in series.games)


def read_series(text: str, games: Mapping[str, Rules]) -> Series:
    """The series a text tells, or BadRecord; a single game is a series of one."""
    told: list[Game] = []
    line = 0
    *whole, last = text.replace("\r\n", "\n").split("\n" + BETWEEN_GAMES)
    for part in [*(part + "\n" for part in whole), last]:
        try:
            told.append(read(part, games))
        except BadRecord as wrong:
            placed = BadRecord(line + wrong.line, wrong.reason, wrong.game, wrong.details)
            placed.before = tuple(told)
            raise placed from wrong
        if told[-1].names != told[0].names or told[-1].position.rules is not told[0].position.rules:
            raise BadRecord(line + 2, "series-of-strangers", told[-1])
        line += part.count("\n") + 1
    return Series(tuple(told))
