"""Every lesson is played step by step, with the mistakes it explains and the cells it lets one try."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import pairwise

import pytest

from cinquina.core import CHOICE, ROLL, IllegalMove, IllegalSetup, Position, Refusal, bits, legal_options
from cinquina.games import GAMES
from cinquina.locales import LANGUAGES, read_po, words
from cinquina.table.base import Seeds
from cinquina.table.draft import (
    TAPS_PER_STAGE,
    Draft,
    changes,
    goes_on,
    is_asked,
    next_stage,
    no_draft,
    passed_on,
    taps_of,
    with_option,
)
from cinquina.table.drafting import Drafting, draft_of
from cinquina.table.happenings import VIRTUAL, Settings, fingerprint, happening, settings_of, written
from cinquina.table.lesson import LEARNER, PASS, LessonStep, lesson_from, lesson_of, lesson_seats, moment_of
from cinquina.table.lesson_table import LessonTable
from cinquina.web.question import reasons

WITH_LESSON = [name for name in GAMES if lesson_of(name)]
KEY = "a"
SEEDS = Seeds("ab" * 16, "cd" * 16)
FEWEST_STEPS = 8
LONGEST_TEXT = 155
"""Letters that a phone has room for above the dice."""


def test_five_games_have_a_lesson() -> None:
    assert {"qwixx", "qwinto", "the-choice", "extra", "sequence-dice"} <= set(WITH_LESSON)


def new_lesson(game: str) -> LessonTable:
    """A table with a lesson that has just begun."""
    lesson = lesson_of(game)
    assert lesson is not None
    options = dict(lesson.game.position.options)
    settings = Settings(
        game, options, lesson_seats(lesson, "Ada"), VIRTUAL, False, 1, fingerprint(KEY), "", lesson=True
    )
    table = LessonTable(settings, "LIMONE-1234")
    table.take(table.beginning(SEEDS))
    return table


def answers(position: Position, seat: int) -> Iterator[Draft]:
    """All whole answers of a seat in the open window."""
    open_drafts = [no_draft(position, seat)]
    while open_drafts:
        draft = open_drafts.pop()
        for option in bits.members(legal_options(draft.position, seat)):
            further = with_option(draft, seat, option)
            if len(further.stages) == 1 and goes_on(further, seat):
                open_drafts.append(further)
            else:
                yield further


def check_mistakes(table: LessonTable, step: LessonStep) -> None:
    """Make every mistake that a step knows: the rules allow it, and the lesson explains it."""
    position = table.game.position
    for cell, name in step.mistakes.items():
        made = [
            draft.stages[0]
            for draft in answers(position, LEARNER)
            if (cell in changes(position, draft.position, LEARNER))
            or (cell == PASS and not changes(position, draft.position, LEARNER))
        ]
        told = []
        for taps in made:
            with pytest.raises(IllegalMove) as refused:
                table.ink(KEY, LEARNER, table.click(LEARNER), taps)
            told.append(refused.value.reason)
        assert f"wrong-{name}" in told, (step, cell)


def check_tries(table: LessonTable, step: LessonStep) -> None:
    """Press the cells that a step invites to try: the rules say why not."""
    drafting = Drafting(table.game.position, LEARNER)
    lit = {offer.cell(LEARNER) for offer in drafting.offers(())}
    why = reasons(words("en"), drafting, (), lit)
    for cell in step.tries:
        assert why[cell], (step, cell)


def played(game: str) -> Iterator[LessonTable]:
    """A table with a lesson, each time the learner is to throw or to answer; the lesson is then gone on with."""
    table = new_lesson(game)
    while not table.ends_itself():
        position = table.game.position
        if position.phase == ROLL and position.active == LEARNER:
            yield table
            table.take(table.roll(KEY, table.throws, None))
        elif position.phase == ROLL:
            table.take(table.due_throw()(table))
        elif is_asked(position, LEARNER):
            yield table
            answer = table.lesson.answer(position, LEARNER)
            table.take(table.ink(KEY, LEARNER, table.click(LEARNER), answer))
        else:
            asked = table.bots_question(table.bot_to_choose())
            table.take(asked.answering(asked.answer)(table))


@pytest.mark.parametrize("game", WITH_LESSON)
def test_a_lesson_goes_as_it_says(game: str) -> None:
    told, mistakes = [], 0
    for table in played(game):
        position, lesson = table.game.position, table.lesson
        now = moment_of(position, table.throws)
        if position.phase == ROLL:
            told += [lesson.steps[now]] if now in lesson.steps else []
        elif is_asked(position, LEARNER):
            step = table.step
            assert step is lesson.steps[now], f"nothing is told about {now}"
            told.append(step)
            check_mistakes(table, step)
            check_tries(table, step)
            mistakes += len(step.mistakes) + len(step.tries)
    assert list(dict.fromkeys(step.number for step in told)) == list(range(1, lesson.length))  # the last one is the end
    assert lesson.length >= FEWEST_STEPS
    assert mistakes
    with pytest.raises(Refusal):
        table.roll(KEY, table.throws, None)
    assert table.records_so_far()


def written_taps(table: LessonTable) -> tuple[int, ...]:
    """What the lesson has the learner tap until the next throw, without what only ends an answer."""
    position, lesson = table.game.position, table.lesson
    draft = no_draft(position, LEARNER)
    while is_asked(draft.position, LEARNER) and draft.position.window == draft.opened:
        while is_asked(draft.position, LEARNER) and draft.position.window == draft.opened:
            for option in lesson.answer(draft.position, LEARNER):
                draft = with_option(draft, LEARNER, option)
        with suppress(IllegalMove):
            draft = next_stage(draft, LEARNER)
    return Drafting(position, LEARNER).essential(taps_of(draft))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", WITH_LESSON)
def test_after_each_tap_a_lesson_asks_for_what_is_still_missing(game: str, language: str) -> None:
    texts = read_po(language)
    for table in played(game):
        if not is_asked(table.game.position, LEARNER):
            continue
        taps = written_taps(table)
        told = [table.told(taps[:done]) for done in range(len(taps) + 1)]
        for done, (tap, after) in enumerate(pairwise(taps), start=1):
            more = tap // TAPS_PER_STAGE == after // TAPS_PER_STAGE
            assert told[done].is_partial == more, (table.step, done)
            asked = [texts[f"lesson.{game}.{name}"] for name, _ in told[: done + 1]]
            assert not more or asked[-1] not in asked[:-1], (table.step, done)
        assert not told[-1].is_partial


@pytest.mark.parametrize("game", WITH_LESSON)
def test_a_lesson_points_at_what_is_to_be_tapped_in_this_step(game: str) -> None:
    for table in played(game):
        taps = written_taps(table) if is_asked(table.game.position, LEARNER) else ()
        first = min((tap // TAPS_PER_STAGE for tap in taps), default=0)
        assert table.wanted() == tuple(tap for tap in taps if tap // TAPS_PER_STAGE == first)


@pytest.mark.parametrize("game", WITH_LESSON)
def test_a_cell_is_to_be_tried_only_while_the_lesson_tells_of_it(game: str) -> None:
    tried = 0
    for table in played(game):
        step = table.step
        if not is_asked(table.game.position, LEARNER) or not step or not step.tries:
            continue
        tried += 1
        assert table.tries(()) == step.tries
        for done, _ in enumerate(taps := written_taps(table), start=1):
            told = table.told(taps[:done]).name
            assert table.tries(taps[:done]) == (step.tries if told == step.name else ()), told
    assert tried


def test_after_the_cell_that_is_too_far_the_lesson_points_at_what_it_asks_for() -> None:
    table = next(table for table in played("the-choice") if table.step and table.step.name == "newest")
    first, _ = taps = written_taps(table)
    assert table.tries(()) == ("n4",)
    assert [table.told(taps[:done]).name for done in (0, 1)] == ["newest", "newest-ten"]
    assert table.tries([first]) == ()


@pytest.mark.parametrize("game", WITH_LESSON)
def test_a_lesson_has_words_for_all_its_steps_and_mistakes_and_no_others(game: str) -> None:
    lesson = lesson_of(game)
    assert lesson is not None
    names = {step.name for step in lesson.steps.values()}
    names |= {later.name for step in lesson.steps.values() for later in step.later}
    names |= {f"wrong-{name}" for step in lesson.steps.values() for name in step.mistakes.values()}
    for language in LANGUAGES:
        told = {key: forms for key, forms in read_po(language).items() if key.startswith(f"lesson.{game}.")}
        assert set(told) == {f"lesson.{game}.{name}" for name in names}
        assert {key: len(text) for key, (text,) in told.items() if len(text) > LONGEST_TEXT} == {}


def test_a_step_with_several_actions_is_told_one_after_the_other() -> None:
    lesson = lesson_of("the-choice")
    assert lesson is not None
    step = next(step for step in lesson.steps.values() if step.name == "touch")
    (options, name), (more, last) = step.later
    assert options < more
    assert (step.told(()), step.told((62,)), step.told((*options, 62))) == ("touch", "touch", name)
    assert step.told(more) == last


def test_an_answer_that_leads_to_the_same_is_taken() -> None:
    table = new_lesson("qwixx")
    table.take(table.roll(KEY, 0, None))
    both = (*table.lesson.answer(table.game.position, LEARNER),)
    inked = table.ink(KEY, LEARNER, table.click(LEARNER), both)
    assert inked.options == both


def test_a_second_mark_ahead_must_be_the_lessons_too() -> None:
    table = new_lesson("qwixx")
    table.take(table.roll(KEY, 0, None))
    position = table.game.position
    first = table.lesson.answer(position, LEARNER)
    drafting = Drafting(position, LEARNER)
    ahead = [offer for offer in drafting.offers(first) if offer.cell(LEARNER) in ("r5", "r7")]
    wanted = {offer.cell(LEARNER): offer.tap for offer in ahead}
    assert table.ink(KEY, LEARNER, table.click(LEARNER), (*first, wanted["r5"])).ahead
    with pytest.raises(IllegalMove, match="wrong-gap"):
        table.ink(KEY, LEARNER, table.click(LEARNER), (*first, wanted["r7"]))


def test_a_mark_of_the_next_step_alone_leaves_the_lesson_at_this_one() -> None:
    table = new_lesson("qwixx")
    table.take(table.roll(KEY, table.throws, None))
    position = table.game.position
    first = table.lesson.answer(position, LEARNER)
    ahead = next(offer.tap for offer in Drafting(position, LEARNER).offers(first) if offer.cell(LEARNER) == "r5")
    assert table.told((ahead,)).name == "white-sum"
    assert table.told((*first, ahead)).name == "colour"


def test_keeping_the_dice_and_passing_ahead_is_no_way_out_of_a_lesson() -> None:
    table = new_lesson("the-choice")
    while table.game.position.phase != CHOICE or table.throws == 0:
        position = table.game.position
        table.take(
            table.roll(KEY, table.throws, None)
            if position.phase == ROLL
            else table.ink(KEY, LEARNER, table.click(LEARNER), table.lesson.answer(position, LEARNER))
            if is_asked(position, LEARNER)
            else table.bots_question(1).answering(table.bots_question(1).answer)(table)
        )
    keeping = draft_of(table.game.position, LEARNER, table.lesson.answer(table.game.position, LEARNER))
    with pytest.raises(IllegalMove):
        table.ink(KEY, LEARNER, table.click(LEARNER), taps_of(passed_on(keeping, LEARNER)))


def test_a_lesson_is_taken_up_where_it_was_left() -> None:
    table = new_lesson("qwixx")
    stored = [written(table.beginning(SEEDS))]
    for _ in range(2):
        happened = (
            table.roll(KEY, table.throws, None)
            if table.game.position.phase == ROLL
            else table.ink(KEY, LEARNER, table.click(LEARNER), table.lesson.answer(table.game.position, LEARNER))
        )
        stored.append(written(happened))
        table.take(happened)
    again = LessonTable(settings_of(written(table.settings)), "LIMONE-1234")
    for text in stored:
        again.take(happening(text))
    assert again.step == table.step
    assert again.game.position == table.game.position


def test_a_lesson_has_no_dice_to_prove() -> None:
    table = new_lesson("qwixx")
    assert not table.proves_dice
    assert "# dice" not in "".join(table.records_so_far())


@pytest.mark.parametrize("note", ["# stepp throw", "# step", "# wrong r5"])
def test_a_lesson_that_cannot_be_read_is_refused(note: str) -> None:
    record = "cinquina 1\ngame qwixx 1\noption begins first\nseat 0 Ada\nseat 1 bot:easy\n"
    with pytest.raises(IllegalSetup, match="bad-lesson"):
        lesson_from(f"{record}{note}\nroll 1 3 4 1 5 3\n")


def test_moments_come_in_the_order_of_the_game() -> None:
    lesson = lesson_of("qwixx")
    assert lesson is not None
    assert sorted(lesson.steps) == list(lesson.steps)
    assert lesson.game.position.phase != CHOICE


def test_the_row_to_try_in_extra_is_refused_since_no_pair_makes_its_sum() -> None:
    table = next(table for table in played("extra") if table.step and table.step.tries)
    assert table.step is not None
    told = reasons(words("en"), Drafting(table.game.position, LEARNER), (), set())
    assert [told[cell] for cell in table.step.tries] == ["No pair makes 4."]


def pencilled(table: LessonTable, *cells: str) -> tuple[int, ...]:
    """Pencil cells, each for the first option that marks it."""
    drafting, taps = Drafting(table.game.position, LEARNER), list[int]()
    for cell in cells:
        taps.append(next(offer.tap for offer in drafting.offers(taps) if offer.cell(LEARNER) == cell))
    return tuple(taps)


@pytest.mark.parametrize(
    ("cells", "stray"),
    [(("n6",), ""), (("n8",), ""), (("n8", "r1"), ""), (("n6", "n8"), "n6"), (("n8", "n6"), "")],
)
def test_a_mark_beside_which_the_lesson_cannot_go_on_is_to_be_rubbed_out(cells: tuple[str, ...], stray: str) -> None:
    first = (table for table in played("the-choice") if table.step and table.step.name == "first")
    table = next(table for table in first if is_asked(table.game.position, LEARNER))
    assert table.stray(pencilled(table, *cells)) == stray


@pytest.mark.parametrize("game", WITH_LESSON)
def test_nothing_that_a_lesson_asks_for_is_to_be_rubbed_out(game: str) -> None:
    for table in played(game):
        if is_asked(table.game.position, LEARNER):
            taps = written_taps(table)
            assert [table.stray(taps[:done]) for done in range(len(taps) + 1)] == [""] * (len(taps) + 1)
