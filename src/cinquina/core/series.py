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
        """The series with one more game, or IllegalMove; the seat to the left of the last beginner begins."""
        last = self.current
        if last.position.phase != OVER:
            raise IllegalMove("series-game-runs")
        check_length(last.position.rules, len(self.games) + 1)
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


def check_length(rules: Rules, games: int) -> None:
    """Refuse more games in a row than a game allows."""
    if rules.SERIES and games > rules.SERIES:
        raise IllegalMove("series-full", most=rules.SERIES)


def read_series(text: str, games: Mapping[str, Rules]) -> Series:
    """The series a text tells, or BadRecord; a single game is a series of one."""
    told: tuple[Game, ...] = ()
    line = 0
    *whole, last = text.replace("\r\n", "\n").rstrip("\n").split("\n" + BETWEEN_GAMES)
    ended = "\n" if text.endswith("\n") else ""
    for part in [*(part + "\n" for part in whole), last + ended]:
        try:
            game = read(part, games)
        except BadRecord as wrong:
            if wrong.game:
                _check_belongs(told, wrong.game, line)
            raise BadRecord(line + wrong.line, wrong.reason, wrong.game, wrong.details, told) from wrong
        _check_belongs(told, game, line)
        told = (*told, game)
        line += part.count("\n") + 1
    return Series(told)


def _check_belongs(told: tuple[Game, ...], game: Game, line: int) -> None:
    """A later game must be the one that comes next: the same people and options, the next one to begin."""
    if not told:
        return
    try:
        expected = Series(told).next_game().current
    except IllegalMove as wrong:
        raise BadRecord(line + 1, wrong.reason, told[-1], wrong.details, told[:-1]) from wrong
    if _header(expected) != _header(game):
        raise BadRecord(line + 1, "series-of-strangers", told[-1], before=told[:-1])


def _header(game: Game) -> tuple[object, ...]:
    """What is settled before a game begins."""
    return game.position.rules.NAME, game.names, game.position.options
