"""`cinquina play`: a game at this terminal, new or resumed."""

from __future__ import annotations

import os
from dataclasses import dataclass
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


@dataclass(frozen=True, slots=True)
class Request:
    """The game the user typed: a new one of `game`, or the one in the file `resume`."""

    game: str | None
    seats: str | None
    options: tuple[str, ...]
    record: Path | None
    resume: Path | None


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
    def play(seed: int | None, real_dice: bool, series: int, no_confirm: bool, as_json: bool, **given: Any) -> int:
        if real_dice and seed is not None:
            raise Failed(words("error.seed-or-real-dice"), code=2)
        session = SessionOptions(seed, real_dice, series, as_json, confirm=not no_confirm)
        return resume_or_start(words, session, Request(**given))

    return play


def resume_or_start(words: Words, session: SessionOptions, typed: Request) -> int:
    """Play a saved game, a named one, or one the user is asked for; return the exit code."""
    if typed.resume:
        if typed.record or typed.seats or typed.options or typed.game:
            raise Failed(words("error.resume-alone"), code=2)
        return play_series(words, resumed_series(words, str(typed.resume), session.games), typed.resume, session)
    if typed.record and os.path.lexists(typed.record):
        raise Failed(words("error.record-exists", file=typed.record), code=2)
    house_rules = options_of(words, typed.options)
    if typed.game is None:
        series, saved = ask_series(words, typed.seats, house_rules, session.games)
        return play_series(words, series, typed.record or saved, session)
    rules = rules_of(words, typed.game)
    names = usual_seats(words, rules.SEATS) if typed.seats is None else typed.seats
    series = new_series_of(words, rules.NAME, names, house_rules, session.games)
    return play_series(words, series, typed.record, session)
