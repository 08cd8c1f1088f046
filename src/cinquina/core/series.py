"""Several games in a row by the same people, with a running total."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from cinquina.core.position import IllegalMove, IllegalSetup
from cinquina.core.record import BadRecord, Game, new_game, read, write
from cinquina.core.result import Standing, rank, scores
from cinquina.core.rules import Rules
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
        options["begins"] = str((self.beginner() + 1) % len(last.names) + 1)
        return Series((*self.games, new_game(last.position.rules, last.names, options)))

    def beginner(self) -> int:
        """The seat that began the newest game: the active one when its first window opened."""
        game = self.current
        position = game.back_to(0).position
        for event in game.events:
            if position.window:
                break
            position = replace(game, events=(), lines=(), position=position).after(event).position
        return position.active

    def totals(self) -> tuple[int, ...]:
        """The points of every seat over all games, the running one as it stands."""
        return tuple(sum(points) for points in zip(*(scores(game.position) for game in self.games), strict=True))

    def ranking(self) -> tuple[Standing, ...]:
        """The sides by their totals."""
        rules, state = self.current.position.rules, self.current.position.now
        totals = self.totals()
        sides: dict[int, list[int]] = {}
        for seat in range(len(totals)):
            sides.setdefault(rules.side(state, seat), []).append(seat)
        return rank([(tuple(seats), totals[seats[0]]) for seats in sides.values()])


def new_series(rules: Rules, names: tuple[str, ...], options: Mapping[str, str] | None = None) -> Series:
    """A series about to begin."""
    return Series((new_game(rules, names, options),))


def write_series(series: Series) -> str:
    """All games of a series as text."""
    return BETWEEN_GAMES.join(write(game) for game in series.games)


def read_series(text: str, games: Mapping[str, Rules]) -> Series:
    """The series a text tells, or BadRecord; a single game is a series of one."""
    told: list[Game] = []
    lines_before = 0
    for part in text.replace("\r\n", "\n").split("\n\n"):
        whole = part if part.endswith("\n") or not told and "\n\n" not in text else part
        try:
            told.append(read(whole, games))
        except BadRecord as wrong:
            raise BadRecord(wrong.line + lines_before, wrong.reason, wrong.game, **wrong.details) from wrong
        lines_before += whole.count("\n") + 2
    for game in told[1:]:
        if (game.names, game.position.rules) != (told[0].names, told[0].position.rules):
            raise IllegalSetup("series-of-strangers")
    return Series(tuple(told))
