"""Results as lines of text."""

from __future__ import annotations

from cinquina.core import ranking
from cinquina.core.record import Game
from cinquina.core.series import Series
from cinquina.locales import Words
from cinquina.table import words as telling
from cinquina.table.words import player_names


def standings_text(words: Words, game: Game) -> str:
    """Return the ranking of a game, with the parts of every score."""
    lines = []
    for standing in ranking(game.position):
        points = telling.parts(words, game.position, standing.seats[0])
        made_of = [f"{name} {many}" for name, many in points if many]
        parts = f" ({', '.join(made_of)})" if len(points) > 1 and made_of else ""
        lines.append(place_text(words, game.names, standing.seats, standing.place, standing.score) + parts)
    return "\n".join(lines)


def series_text(words: Words, series: Series) -> str:
    """Return the totals of a series."""
    lines = [words("play.series", n=len(series.games))]
    for standing in series.ranking():
        lines.append(place_text(words, series.current.names, standing.seats, standing.place, standing.score))
    return "\n".join(lines)


def place_text(words: Words, names: tuple[str, ...], seats: tuple[int, ...], place: int, score: int) -> str:
    """Return one side's place, names and points."""
    distinct = player_names(words, names)
    return words("play.place", place=place, name=" + ".join(distinct[seat] for seat in seats), score=score)
