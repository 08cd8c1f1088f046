"""Several games in a row by the same players, with a running total."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from cinquina.core.position import IllegalMove
from cinquina.core.record import BadRecord, Game, new_game, read, write
from cinquina.core.result import Standing, rank, scores
from cinquina.core.rules import PLACES, Rules
from cinquina.core.state import OVER

BETWEEN_GAMES = "\n"
"""A series is written as the records of its games with an empty line between them."""


@dataclass(frozen=True, slots=True)
class Series:
    """Games of one kind by the same players; the last one may be unfinished."""

    games: tuple[Game, ...]

    @property
    def current(self) -> Game:
        """Return the newest game."""
        return self.games[-1]

    def with_current(self, game: Game) -> Series:
        """Return the series with its newest game replaced by a later state of it."""
        return replace(self, games=(*self.games[:-1], game))

    def next_game(self, names: tuple[str, ...] = ()) -> Series:
        """Return the series with one more game, or raise IllegalMove; the seat left of the last beginner begins.

        `names` are given where somebody else plays from now on.
        """
        last = self.current
        names = names or last.names
        if last.position.phase != OVER:
            raise IllegalMove("series-game-runs")
        check_length(last.position.rules, len(self.games) + 1)
        options = dict(last.position.options)
        options["begins"] = PLACES[(last.position.now.beginner + 1) % len(names)]
        return Series((*self.games, new_game(last.position.rules, names, options)))

    def totals(self) -> tuple[int, ...]:
        """Return the points of every seat over all games, including the current one."""
        return tuple(sum(points) for points in zip(*(scores(game.position) for game in self.games), strict=True))

    def ranking(self) -> tuple[Standing, ...]:
        """Rank the sides by their totals."""
        return rank(self.current.position, self.totals())


def new_series(rules: Rules, names: tuple[str, ...], options: Mapping[str, str] | None = None) -> Series:
    """Return a series about to start."""
    return Series((new_game(rules, names, options),))


def write_series(series: Series, notes: Sequence[str] = ()) -> str:
    """Write all games of a series as text, each with its note if there is one."""
    told = [f"{note}\n" if note else "" for note in notes] or [""] * len(series.games)
    return BETWEEN_GAMES.join(write(game) + note for game, note in zip(series.games, told, strict=True))


def check_length(rules: Rules, games: int) -> None:
    """Refuse more games in a row than the rules allow."""
    if rules.SERIES and games > rules.SERIES:
        raise IllegalMove("series-full", most=rules.SERIES)


def read_series(text: str, games: Mapping[str, Rules]) -> Series:
    """Read a series, or raise BadRecord; a single game is a series of one."""
    games_read: tuple[Game, ...] = ()
    line = 0
    *whole, last = text.replace("\r\n", "\n").rstrip("\n").split("\n" + BETWEEN_GAMES)
    ended = "\n" if text.endswith("\n") else ""
    for part in [*(part + "\n" for part in whole), last + ended]:
        try:
            game = read(part, games)
        except BadRecord as wrong:
            if wrong.game:
                _check_belongs(games_read, wrong.game, line)
            raise BadRecord(line + wrong.line, wrong.reason, wrong.game, wrong.details, games_read) from wrong
        _check_belongs(games_read, game, line)
        games_read = (*games_read, game)
        line += part.count("\n") + 1
    return Series(games_read)


def _check_belongs(earlier: tuple[Game, ...], game: Game, line: int) -> None:
    """Check that a game continues the series: the same players and options, and the right starting player."""
    if not earlier:
        return
    try:
        expected = Series(earlier).next_game().current
    except IllegalMove as wrong:
        raise BadRecord(line + 1, wrong.reason, earlier[-1], wrong.details, earlier[:-1]) from wrong
    if _header(expected) != _header(game):
        raise BadRecord(line + 1, "series-of-strangers", earlier[-1], before=earlier[:-1])


def _header(game: Game) -> tuple[object, ...]:
    """Return what is fixed before a game starts."""
    return game.position.rules.NAME, game.names, game.position.options
