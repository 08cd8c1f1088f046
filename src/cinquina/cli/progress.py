"""`cinquina progress`: how well one plays, from the reviews of the games that were played at this terminal."""

from __future__ import annotations

from pathlib import Path

import click

from cinquina import coach
from cinquina.cli.shared import SharedOptions, print_json
from cinquina.core import OVER
from cinquina.core.record import BOT_PREFIX, BadRecord, Game
from cinquina.core.series import read_series
from cinquina.games import GAMES
from cinquina.locales import Words
from cinquina.table.diary import Diary, read_diary, write_diary
from cinquina.table.saves import games_folder
from cinquina.term.my_progress import progress_data, progress_text
from cinquina.term.progress import Bar

MOST_NEW = 12
"""Games that are reviewed in one call, the newest; the others wait for the next."""


def command(shared: SharedOptions) -> click.Command:
    """The command with its options."""
    words = shared.words

    @shared.command
    def progress(as_json: bool) -> int:
        diary = read_diary(words)
        enter_new_games(words, diary)
        if as_json:
            print_json(progress_data(diary))
        else:
            click.echo(progress_text(words, diary))
        return 0

    return progress


def enter_new_games(words: Words, diary: Diary) -> None:
    """Review the games of one person that were played here and have not been reviewed yet."""
    new = [(when, game) for when, game in saved_games() if not diary.is_reviewed(game)][:MOST_NEW]
    for when, game in new:
        seat = next(seat for seat, name in enumerate(game.names) if not name.startswith(BOT_PREFIX))
        bar = Bar(words("review.making"))
        try:
            review = coach.review(game, progress=bar)
        finally:
            bar.close()
        if review.players[seat].decisions:
            diary.enter_review(words, game, review, seat, when)
    if new:
        write_diary(words, diary)


def saved_games() -> list[tuple[float, Game]]:
    """Return the finished games of one person that were played here and when, the newest first."""
    try:
        files = sorted(games_folder().glob("*.txt"), key=lambda file: -file.stat().st_mtime)
    except OSError:
        return []
    return [(file.stat().st_mtime, game) for file in files for game in games_in(file) if is_own(game)]


def games_in(file: Path) -> tuple[Game, ...]:
    """Return the games in a file; none if it cannot be read."""
    try:
        return read_series(file.read_text(encoding="utf-8"), GAMES).games
    except (OSError, UnicodeDecodeError, BadRecord):
        return ()


def is_own(game: Game) -> bool:
    """Whether a game is over, and exactly one person played in it."""
    people = [name for name in game.names if not name.startswith(BOT_PREFIX)]
    return game.position.phase == OVER and len(people) == 1
