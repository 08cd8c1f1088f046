"""Results as lines of text."""

from __future__ import annotations

from cinquina.core import ranking
from cinquina.core.record import Game
from cinquina.core.series import Series
from cinquina.locales import Words


def standings_text(words: Words, game: Game) -> str:
    """The places of a game, with the parts of every score."""
    position = game.position
    lines = []
    for standing in ranking(position):
        names = " + ".join(game.names[seat] for seat in standing.seats)
        points = position.rules.parts(position.now, standing.seats[0])
        named = zip(position.rules.PARTS, points, strict=True)
        told = ", ".join(f"{words.first(f'part.{position.rules.NAME}.{part}', part)} {n}" for part, n in named if n)
        key = "play.place" if told else "play.place-plain"
        lines.append(words(key, place=standing.place, name=names, score=standing.score, parts=told))
    return "\n".join(lines)


def series_text(words: Words, series: Series) -> str:
    """The running total of a series."""
    lines = [words("play.series", n=len(series.games))]
    for standing in series.ranking():
        names = " + ".join(series.current.names[seat] for seat in standing.seats)
        lines.append(words("play.total", place=standing.place, name=names, score=standing.score))
    return "\n".join(lines)
