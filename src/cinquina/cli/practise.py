"""`cinquina practise`: puzzles one after the other, or one's own mistakes."""

from __future__ import annotations

import os
import random
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

import click

from cinquina.cli.arguments import rules_of
from cinquina.cli.review import game_in, reviewed
from cinquina.cli.shared import SharedOptions
from cinquina.coach.puzzles import puzzles_of
from cinquina.core import Refusal
from cinquina.core.record import BOT_PREFIX, BadRecord, Game, read
from cinquina.games import GAMES
from cinquina.locales import Words
from cinquina.table.diary import Diary, mistakes_of, read_diary
from cinquina.table.errors import Failed
from cinquina.table.practising import of_kept
from cinquina.table.words import game_name
from cinquina.term.play import Style
from cinquina.term.practice import Session, Task, is_terminal, puzzle_tasks
from cinquina.term.session import asking


@dataclass(frozen=True, slots=True)
class Request:
    """What the user typed."""

    game: str | None
    mistakes: bool
    record: str | None
    seat: int | None


def command(shared: SharedOptions) -> click.Command:
    """The command with its options."""
    words = shared.words

    @shared.command
    @shared.game(required=False)
    @click.option("--mistakes", is_flag=True, help=words("help.practise-mistakes"))
    @click.option("--record", metavar=words("help.FILE"), help=words("help.practise-record"))
    @click.option("--seat", type=click.IntRange(0), metavar="N", help=words("help.practise-seat"))
    def practise(as_json: bool, **given: str | bool | int | None) -> int:
        return practise_with(words, Request(**given), as_json=as_json)  # type: ignore[arg-type]  # as declared above

    return practise


def practise_with(words: Words, typed: Request, *, as_json: bool) -> int:
    """Ask puzzles or mistakes until the user stops; return the exit code."""
    name = rules_of(words, typed.game).NAME if typed.game is not None else ""
    if typed.record is not None:
        tasks = tasks_of_record(words, typed.record, typed.seat)
        return session(words, read_diary(words), as_json=as_json).run(iter(tasks))
    diary = read_diary(words)
    if typed.mistakes:
        return session(words, diary, as_json=as_json).run(kept_tasks(words, diary, name))
    names = [one for one in ([name] if name else GAMES) if puzzles_of(one)]
    if not names:
        raise Failed(words("refusal.no-puzzles", game=game_name(words, name)))
    return session(words, diary, as_json=as_json).run(puzzle_tasks(words, names, diary, random.Random()))


def session(words: Words, diary: Diary, *, as_json: bool) -> Session:
    """Return a session at this terminal."""
    colour = not as_json and sys.stdout.isatty() and not os.environ.get("NO_COLOR")
    return Session(
        words,
        diary,
        ask=asking(as_json),
        write=lambda text: print(text, flush=True),
        style=Style(as_json, colour),
        waits=is_terminal() and not as_json,
    )


def tasks_of_record(words: Words, source: str, seat: int | None) -> list[Task]:
    """Return the mistakes of a seat in a record; raise Failed if there is no review, no such seat, or no mistake."""
    game = game_in(words, source)
    own = own_seat(words, game, seat)
    review = reviewed(words, game)
    found = mistakes_of(review, own)
    if not found:
        raise Failed(words("practice.faultless"))
    return [Task(of_kept(words, game, one.event, one.worths), words("web.practice.mistake")) for one in found]


def own_seat(words: Words, game: Game, seat: int | None) -> int:
    """Return whose mistakes are asked: of the given seat, else of the only person; else raise Failed."""
    if seat is not None:
        if seat >= game.position.seats:
            raise Failed(words("error.review-no-seat", seat=seat, last=game.position.seats - 1), code=2)
        return seat
    people = [place for place, name in enumerate(game.names) if not name.startswith(BOT_PREFIX)]
    if len(people) != 1:
        raise Failed(words("error.which-seat", last=game.position.seats - 1), code=2)
    return people[0]


def kept_tasks(words: Words, diary: Diary, name: str) -> Iterator[Task]:
    """Yield the mistakes that are kept on this machine, each until it is solved; raise Failed if there are none."""
    queue = diary.waiting(name)
    if not queue:
        raise Failed(words("practice.no-mistakes"))
    while queue:
        game, mistake = queue.pop(0)
        try:
            exercise = of_kept(words, read(game.record, GAMES), mistake.event, mistake.worths)
        except (BadRecord, Refusal):  # a game of other rules than those of today
            diary.drop(game, mistake)
            continue
        yield Task(exercise, words("web.practice.mistake"), solved=partial(diary.drop, game, mistake))
        if any(one.id == game.id and other.event == mistake.event for one, other in diary.waiting()):
            queue.append((game, mistake))
