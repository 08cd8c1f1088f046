"""`cinquina play`: a game at this terminal, new or resumed."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import click

from cinquina.cli.arguments import options_of, rules_of
from cinquina.cli.shared import SharedOptions
from cinquina.locales import Words
from cinquina.table.errors import Failed
from cinquina.term.menu import ask_series, usual_seats
from cinquina.term.session import SessionOptions, new_series_of, play_series, resumed_series

MOST_SERIES = 99


def command(shared: SharedOptions) -> click.Command:
    """The command with its options."""
    words, path = shared.words, click.Path(path_type=Path)

    @shared.command
    @shared.game(required=False)
    @click.option("--seats", metavar="Anna,bot:random", help=words("help.seats"))
    @shared.seed()
    @shared.options
    @click.option("--real-dice", is_flag=True, help=words("help.real-dice"))
    @click.option("--series", type=click.IntRange(1, MOST_SERIES), default=1, metavar="N", help=words("help.series"))
    @click.option("--record", type=path, metavar=words("help.FILE"), help=words("help.record"))
    @click.option("--resume", type=path, metavar=words("help.FILE"), help=words("help.resume"))
    @click.option("--no-confirm", is_flag=True, help=words("help.no-confirm"))
    def play(seed: int | None, real_dice: bool, series: int, no_confirm: bool, as_json: bool, **what: Any) -> int:
        if real_dice and seed is not None:
            raise Failed(words("error.seed-or-real-dice"), code=2)
        session = SessionOptions(seed, real_dice, series, as_json, confirm=not no_confirm)
        return resume_or_start(words, session, **what)

    return play


def resume_or_start(
    words: Words,
    session: SessionOptions,
    *,
    game: str | None,
    seats: str | None,
    options: tuple[str, ...],
    record: Path | None,
    resume: Path | None,
) -> int:
    """Play a saved game, a named one, or one the user is asked for; the exit code."""
    if resume:
        if record or seats or options or game:
            raise Failed(words("error.resume-alone"), code=2)
        return play_series(words, resumed_series(words, str(resume), session.games), resume, session)
    if record and os.path.lexists(record):
        raise Failed(words("error.record-exists", file=record), code=2)
    house_rules = options_of(words, options)
    if game is None:
        series, saved = ask_series(words, seats, house_rules, session.games)
        return play_series(words, series, record or saved, session)
    rules = rules_of(words, game)
    names = usual_seats(words, rules.SEATS) if seats is None else seats
    series = new_series_of(words, rules.NAME, names, house_rules, session.games)
    return play_series(words, series, record, session)
