"""`cinquina hint`: what every option is worth at a position of a record."""

from __future__ import annotations

from typing import Any

import click

from cinquina import coach
from cinquina.cli.shared import SharedOptions, print_json
from cinquina.cli.workload import Thinking, checked_workers, helped
from cinquina.core import seen_by
from cinquina.locales import Words
from cinquina.table.errors import Failed
from cinquina.table.words import player_names, question
from cinquina.term.hints import hints_data, hints_text, no_hints, prepare_with_bar
from cinquina.term.records import read_game_at


def command(shared: SharedOptions) -> click.Command:
    """The command with its options."""

    @shared.command
    @shared.file
    @shared.to
    @click.option("--full", is_flag=True, help=shared.words("help.full"))
    @shared.jobs
    @shared.cluster
    def hint(file: str, to: int | None, full: bool, as_json: bool, **who: Any) -> int:
        return hint_file(shared.words, file, to, Thinking(full, **who), as_json=as_json)

    return hint


def hint_file(words: Words, source: str, to: int | None, thinking: Thinking, *, as_json: bool) -> int:
    """Print hints for every seat that has to choose at the end of a record; return the exit code."""
    checked_workers(words, thinking.jobs, thinking.cluster)
    game = read_game_at(words, source, to)
    position, names = game.position, player_names(words, game.names)
    wrong = no_hints(words, position)
    if wrong:
        raise Failed(wrong, code=2)
    if thinking.full or thinking.is_shared:
        prepare_with_bar(words, position)
    effort = coach.FULL if thinking.full else coach.QUICK
    with helped(words, thinking, effort, coach.FULL) as given:
        found = {seat: coach.values(position, seat, **given) for seat in position.waiting}
    if as_json:
        asked = [
            {"seat": seat, "name": names[seat], "options": hints_data(words, position, seat, own)}
            for seat, own in found.items()
        ]
        print_json({"game": position.rules.NAME, "asked": asked})
        return 0
    for seat, own in found.items():
        click.echo(f"{names[seat]}: {question(words, seen_by(position, seat).position, seat)}")
        click.echo(hints_text(words, position, seat, own, how_better="hint.not-final-file"))
    return 0
