"""`cinquina review`: what every choice of a finished game was worth, and what was luck."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from cinquina import coach
from cinquina.cli.shared import SharedOptions, print_json
from cinquina.cli.workload import BY_THE_CLOCK, Thinking, checked_workers, helped
from cinquina.core import Refusal
from cinquina.core.record import Game
from cinquina.locales import Words
from cinquina.table.errors import Failed, problem_of
from cinquina.table.pad_table import EXAMPLES
from cinquina.table.reviewing import NoReview, check
from cinquina.table.words import refusal
from cinquina.term.progress import Bar
from cinquina.term.records import bad_line, games_in, read_bytes
from cinquina.term.review import ReviewText, review_data


def command(shared: SharedOptions) -> click.Command:
    """The command with its options."""
    words = shared.words

    @shared.command
    @shared.file
    @click.option("--seat", type=click.IntRange(0), metavar="N", help=words("help.review-seat"))
    @click.option("--html", type=click.Path(dir_okay=False), metavar=words("help.FILE"), help=words("help.review-html"))
    @click.option("--full", is_flag=True, help=words("help.review-full"))
    @shared.jobs
    @shared.cluster
    def review(file: str, seat: int | None, html: str | None, full: bool, as_json: bool, **who: Any) -> int:
        return review_file(words, file, seat, html, Thinking(full, **who), as_json=as_json)

    return review


def review_file(
    words: Words, source: str, seat: int | None, html: str | None, thinking: Thinking, *, as_json: bool
) -> int:
    """Print the review of the last game of a record, or write it as a page; return the exit code."""
    checked_workers(words, thinking.jobs, thinking.cluster)
    game = game_in(words, source)
    seats = game.position.seats
    if seat is not None and seat >= seats:
        raise Failed(words("error.review-no-seat", seat=seat, last=seats - 1), code=2)
    if thinking.full or thinking.is_shared:
        prepare(words, game)
    found = reviewed(words, game, thinking)
    text = ReviewText(words, game, found, seat)
    if as_json:
        print_json(review_data(game, found, seat))
    else:
        click.echo(text.text())
    if html:  # last, so that nothing that was computed is lost where the page cannot be written
        write_page(words, html, text.title, game, found)
        click.echo(words("review.written", file=html), err=True)
    return 0


def game_in(words: Words, source: str) -> Game:
    """Return the last game of a record if it has a review; else raise Failed."""
    data = read_bytes(words, source)
    series, broken = games_in(words, source, data)
    if broken:
        raise Failed(bad_line(words, source, broken))
    game = series.current
    try:
        if EXAMPLES.strip().encode() in data:
            raise NoReview("review-of-a-pad")
        check(game)
    except Refusal as wrong:
        raise Failed(refusal(words, game.position, wrong)) from wrong
    return game


def prepare(words: Words, game: Game) -> None:
    """Compile and build what the best review needs, with a progress bar on standard error."""
    bar = Bar(words("hint.preparing"))
    bar(0.0)
    coach.prepare_review(game)
    bar.close()


def reviewed(words: Words, game: Game, thinking: Thinking = BY_THE_CLOCK) -> coach.Review:
    """Return the review of a game, with a progress bar on standard error."""
    bar = Bar(words("review.making"))
    bar(0.0)
    try:
        with helped(words, thinking, coach.REVIEWING, coach.REVIEWING) as given:
            return coach.review(game, progress=bar, **given)
    except Refusal as wrong:
        raise Failed(refusal(words, game.position, wrong)) from wrong
    finally:
        bar.close()


def write_page(words: Words, path: str, title: str, game: Game, found: coach.Review) -> None:
    """Write the review as a page."""
    from cinquina.web.review import review_of
    from cinquina.web.review_file import review_page  # so that text alone does not load the server

    try:
        Path(path).write_text(review_page(words, title, review_of(words, game, found)), encoding="utf-8")
    except OSError as wrong:
        raise Failed(words("error.cannot-write", file=path, problem=problem_of(wrong))) from wrong
