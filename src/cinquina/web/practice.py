"""Positions to solve, for a page: a table as the solver sees it, one question, and what its options are worth."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from functools import lru_cache

import msgspec
from msgspec.structs import asdict, replace

from cinquina.coach.puzzles import Puzzle, puzzle_named, puzzle_of_day, puzzles_of
from cinquina.core import NO_OPTION, Choice, Roll, bits, legal_options
from cinquina.core.record import Game
from cinquina.core.series import Series
from cinquina.locales import Words, words
from cinquina.table import words as telling
from cinquina.table.draft import TAPS_PER_STAGE
from cinquina.table.drafting import Drafting
from cinquina.table.hosted import HostedTable
from cinquina.table.lines import Line
from cinquina.table.local import local_table
from cinquina.table.practising import Exercise, Kept, NoPuzzle, of_kept, of_puzzle
from cinquina.table.reviewing import bot_title, game_to_review, source_text
from cinquina.web.dice_snapshot import DiceSnapshots
from cinquina.web.practice_protocol import Practice, PracticeOption, PuzzleLine, PuzzleList
from cinquina.web.protocol import Abilities, Snapshot
from cinquina.web.question import sentence_case
from cinquina.web.question_protocol import PassView, Question
from cinquina.web.replay import lines_of
from cinquina.web.review import option
from cinquina.web.seats import Viewpoint

MOST_KEPT = 128
"""Puzzles that are kept as they were sent."""


@lru_cache(maxsize=MOST_KEPT)
def encoded_puzzle(lang: str, game: str, which: str) -> bytes:
    """Return a puzzle by its id, or the one of a date, as JSON; raise NoPuzzle if there is none."""
    puzzle = puzzle_called(game, which)
    if puzzle is None:
        raise NoPuzzle("no-such-puzzle", name=which[:40])
    return msgspec.json.encode(practice_of(words(lang), of_puzzle(words(lang), game, puzzle)))


def puzzle_called(game: str, which: str) -> Puzzle | None:
    """Return the puzzle of a game with an id, or that of a date."""
    try:
        return puzzle_of_day(game, date.fromisoformat(which))
    except ValueError:
        return puzzle_named(game, which)


def puzzle_list_of(texts: Words, game: str) -> PuzzleList:
    """Return the puzzles of a game, to choose from."""
    lines = [PuzzleLine(puzzle.id, puzzle.rating) for puzzle in puzzles_of(game)]
    return PuzzleList(game, telling.game_name(texts, game), lines)


def practice_of(texts: Words, exercise: Exercise, source: str = "") -> Practice:
    """Return a position to solve in words."""
    seen, seat, first = exercise.seen, exercise.seat, exercise.worths[0].value
    options = [worth.option for worth in exercise.worths]
    return Practice(
        id=exercise.id,
        game=seen.rules.NAME,
        title=telling.game_name(texts, seen.rules.NAME),
        rating=exercise.rating,
        unit=first.unit.value,
        snapshot=snapshot_of(texts, exercise.game, seat),
        options=[
            PracticeOption(
                **asdict(option(texts, seen, seat, worth, grade, told=True)),
                tap=worth.option,
                chosen=[bot_title(texts, level) for level, one in exercise.chosen.items() if one == worth.option],
            )
            for worth, grade in zip(exercise.worths, exercise.grades, strict=True)
        ],
        played=options.index(exercise.played) if exercise.played in options else -1,
        source=source or source_text(texts, first),
    )


def snapshot_of(texts: Words, game: Game, seat: int) -> Snapshot:
    """Return a game as somebody sees it who is asked for one choice, and can do nothing else."""
    table = local_table(Series((game,)))
    table.log.extend(lines_of(game, game.back_to(0).position))
    hosted = HostedTable("", "", table)
    view = DiceSnapshots(hosted).seen_by_viewer(texts, Viewpoint(mine=(seat,)))
    assert view.ask is not None, "the seat is asked"
    seats = [replace(one, here=True, away=0, state="") for one in view.seats]
    asked = replace(
        view,
        seats=seats,
        sentence=sentence_case(telling.question_alone(texts, hosted.drafts.drafting(seat).start, seat)),
        around=around(texts, list(table.log), seat),
        ask=one_choice(texts, view.ask, hosted.drafts.drafting(seat)),
    )
    return replace(asked, can=Abilities(), undo=None, hints=False, log=view.log[-1:], guide="", nudge=None)


def around(texts: Words, log: Sequence[Line], seat: int) -> str:
    """Say what is asked, and what the seat has done already with the dice on the table."""
    since = max((place for place, line in enumerate(log) if isinstance(line.event, Roll)), default=len(log))
    done = [
        telling.named_option(texts, line.before, seat, line.event.option)
        for line in log[since + 1 :]
        if isinstance(line.event, Choice) and line.event.seat == seat
    ]
    return " ".join([texts("practice.what"), *([texts("practice.already", done=", ".join(done))] if done else [])])


def one_choice(texts: Words, ask: Question, drafting: Drafting) -> Question:
    """Return a question for the next choice alone: without options of later windows, and passing only this one."""
    seen, seat = drafting.start, drafting.seat
    stop = seen.rules.stop(seen.now, seat)
    passing = None
    if stop != NO_OPTION and bits.has(legal_options(seen, seat), stop):
        passing = PassView([stop], sentence_case(telling.option(texts, seen, seat, stop)), 0, costs=False)
        if ask.passing and ask.passing.ink == [stop]:  # what a table calls it is shorter
            passing = replace(passing, text=ask.passing.text, costs=ask.passing.costs)
    options = [one for one in ask.options if one.tap < TAPS_PER_STAGE]
    return replace(ask, options=options, passing=passing, then="", enough=None)


def practice_of_record(texts: Words, record: str, event: int, kept: Sequence[Kept]) -> Practice:
    """Return the position before a choice of a finished game, with what a review said about its options.

    Raises BadRecord or Refusal if there is no such choice, or if these are not its options.
    """
    return practice_of(texts, of_kept(texts, game_to_review(record), event, kept), texts("practice.from-review"))
