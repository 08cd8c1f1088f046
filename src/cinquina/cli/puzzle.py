"""`cinquina puzzle`: the puzzle of a day, the same for everybody."""

from __future__ import annotations

from datetime import date

import click

from cinquina.cli.arguments import LONGEST_SHOWN, rules_of
from cinquina.cli.practise import session
from cinquina.cli.shared import SharedOptions, print_json
from cinquina.coach.puzzles import puzzle_of_day
from cinquina.locales import Words
from cinquina.table.diary import read_diary
from cinquina.table.errors import Failed
from cinquina.table.practising import of_puzzle
from cinquina.table.words import game_name
from cinquina.term.practice import Task, whole_data


def command(shared: SharedOptions) -> click.Command:
    """The command with its options."""
    words = shared.words

    @shared.command
    @shared.game()
    @click.option("--date", "day", metavar="YYYY-MM-DD", help=words("help.puzzle-date"))
    def puzzle(game: str, day: str | None, as_json: bool) -> int:
        return solve_puzzle(words, game, day, as_json=as_json)

    return puzzle


def solve_puzzle(words: Words, game: str, typed: str | None, *, as_json: bool) -> int:
    """Ask the puzzle of a day, or print it as data; return the exit code."""
    name, today = rules_of(words, game).NAME, date.today()
    day = today if typed is None else day_of(words, typed)
    puzzle = puzzle_of_day(name, day)
    if puzzle is None:
        raise Failed(words("refusal.no-puzzles", game=game_name(words, name)))
    title = f"{words('web.practice.of-day')} {day.isoformat()}"
    task = Task(of_puzzle(words, name, puzzle), title, day)
    if as_json:
        print_json(whole_data(words, task))
        return 0
    is_today = task if day == today else Task(task.exercise, title)
    return session(words, read_diary(words), as_json=False).run(iter([is_today]))


def day_of(words: Words, typed: str) -> date:
    """Return a typed date, or raise Failed."""
    try:
        return date.fromisoformat(typed)
    except ValueError as wrong:
        raise Failed(words("error.bad-date", text=typed[:LONGEST_SHOWN]), code=2) from wrong
