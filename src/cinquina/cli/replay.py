"""`cinquina replay`: checks a record line by line, and shows any of its positions."""

from __future__ import annotations

from typing import Any

import click

from cinquina.cli.shared import SharedOptions, print_json
from cinquina.core import CHOICE, OVER, endings, scores
from cinquina.core.record import BadRecord, Game, possible_lines
from cinquina.core.series import Series
from cinquina.locales import Words
from cinquina.table import words as telling
from cinquina.table.words import player_names
from cinquina.term.draw import drawn_sheets, owners
from cinquina.term.records import bad_line, game_at, read_games
from cinquina.term.standings import series_text, standings_text

MOST_SHOWN = 40
"""The most lines shown as possible instead of an invalid one; JSON has them all."""


def command(shared: SharedOptions) -> click.Command:
    """The command with its options."""

    @shared.command
    @shared.file
    @shared.to
    def replay(file: str, to: int | None, as_json: bool) -> int:
        return replay_file(shared.words, file, to, as_json=as_json)

    return replay


def replay_file(words: Words, source: str, to: int | None, *, as_json: bool) -> int:
    """Check a record and show its game, or where it is invalid; return the exit code."""
    series, wrong = read_games(words, source)
    game = game_at(words, series.current, to)
    if as_json:
        print_json(replay_data(words, series, game, wrong))
        return 1 if wrong else 0
    click.echo(game_text(words, game))
    if len(series.games) > 1:
        click.echo(series_text(words, series))
    if wrong:
        click.echo(bad_line(words, source, wrong), err=True)
        click.echo(possible_instead(words, possible_lines(series.current.position)), err=True)
        return 1
    return 0


def possible_instead(words: Words, lines: list[str]) -> str:
    """Return what was possible instead of an invalid line."""
    more = "" if len(lines) <= MOST_SHOWN else " …"
    return words("error.possible-instead", possible=", ".join(lines[:MOST_SHOWN]) + more)


def game_text(words: Words, game: Game) -> str:
    """Return a position as text: title, sheets, the question or why the game is over, and the points."""
    position, names = game.position, player_names(words, game.names)
    title = telling.game_name(words, position.rules.NAME)
    lines = [words("replay.title", game=title, names=", ".join(names), n=len(game.events))]
    lines += ["\n" + drawn_sheets(words, position, seat, names) for seat in owners(position)]
    dice = telling.dice_on_table(words, position) if position.phase == CHOICE else ""
    lines += ["", words("play.dice", dice=dice)] if dice else [""]
    lines += [telling.ending(words, position, names, key) for key in endings(position)]
    lines += [f"{names[seat]}: {telling.question(words, position, seat)}" for seat in position.waiting]
    return "\n".join([*lines, standings_text(words, game)])


def replay_data(words: Words, series: Series, game: Game, wrong: BadRecord | None) -> dict[str, Any]:
    """Return a replay as data."""
    position = game.position
    data: dict[str, Any] = {
        "ok": wrong is None,
        "game": position.rules.NAME,
        "rules": position.rules.VERSION,
        "options": dict(position.options),
        "names": list(game.names),
        "events": len(game.events),
        "over": position.phase == OVER,
        "endings": list(endings(position)),
        "scores": list(scores(position)),
        "totals": list(series.totals()),
        "waiting": list(position.waiting),
        "possible": possible_lines(position),
        "position": position.now.values(),
    }
    if wrong:
        stopped = series.current.position
        sentence = telling.refusal(words, stopped, wrong)
        data["error"] = {"line": wrong.line, "reason": wrong.reason, "sentence": sentence}
        data["error"]["possible"] = possible_lines(stopped)
    return data
