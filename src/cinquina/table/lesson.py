"""Lessons: games told in advance, played on a real table by the real rules.

A lesson is the record of a game with notes between its events: its throws fall as written, the other players answer as
written, and the learner, who has seat 0, is asked to play as written too.

    # step NAME          what is told when the learner has to throw or to answer next
    # wrong CELL NAME    what is told to a learner who marks this cell there, or passes (CELL is then "pass")
    # try CELL           a cell that the learner is invited to press there, although the rules do not allow it
    # then NAME          what is told instead of the step once the learner has pencilled what is written since it;
                         every option but the last of an answer is followed by one
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import NamedTuple

from cinquina.core import CHOICE, ROLL, Choice, IllegalSetup, Position, Roll
from cinquina.core.record import BOT_PREFIX, NOTE, Game, new_game, read
from cinquina.games import GAMES
from cinquina.table.draft import TAPS_PER_STAGE, Offer, changes, is_asked, no_draft, taps_of, with_option
from cinquina.table.drafting import Drafting, draft_of
from cinquina.table.happenings import BOT, PERSON, Seat

LEARNER = 0
"""The seat of the learner."""
FOLDER = resources.files("cinquina") / "lessons"
HEADER = ("cinquina ", "game ", "option ", "seat ")
"""How the lines before the first event begin."""
PASS = "pass"
THROW_AGAIN = "throw-again"
"""The step that only asks the learner to throw."""


class LessonMoment(NamedTuple):
    """When the learner has to do something: after how many throws, and in which window, or in none to throw."""

    throws: int
    window: int


class Later(NamedTuple):
    """What a lesson tells once some options are pencilled."""

    options: frozenset[int]
    name: str


class LessonText(NamedTuple):
    """What a lesson tells now, by name, and whether what is pencilled is as written, but not yet all of it."""

    name: str
    is_partial: bool = False


class LessonStep(NamedTuple):
    """What a lesson tells at a moment: its name, its number from 1, mistakes by cell, cells to try, what follows."""

    name: str
    number: int
    mistakes: dict[str, str]
    tries: tuple[str, ...]
    later: tuple[Later, ...] = ()

    def told(self, taps: Iterable[int]) -> str:
        """Return the name of what is told to a learner who has pencilled these options."""
        drafted = frozenset(taps)
        return [self.name, *(later.name for later in self.later if later.options <= drafted)][-1]


@dataclass
class Lesson:
    """A lesson: the game as it goes, and what is told at each moment of the learner."""

    game: Game
    steps: dict[LessonMoment, LessonStep]
    throws: tuple[tuple[int, ...], ...]
    answers: dict[tuple[int, int], tuple[int, ...]] = field(default_factory=dict)
    """By window and seat, the options that are chosen there."""

    @property
    def end(self) -> LessonMoment:
        """The moment after its last event."""
        return moment_of(self.game.position, len(self.throws))

    @property
    def length(self) -> int:
        """The number of its last step."""
        return max(step.number for step in self.steps.values())

    def step(self, position: Position, throws: int) -> LessonStep:
        """Return what is told at a moment: its own step, else just to throw if that is due, else the last step."""
        now = moment_of(position, throws)
        last = [step for moment, step in self.steps.items() if moment <= now][-1]
        silent = position.phase == ROLL and position.active == LEARNER and now not in self.steps
        return LessonStep(THROW_AGAIN, last.number, {}, ()) if silent else last

    def told(self, position: Position, throws: int, taps: Sequence[int]) -> LessonText:
        """Return what is told to a learner with some taps in the draft, of this window or of a later one."""
        step = self.step(position, throws)
        if not taps or not is_asked(position, LEARNER):
            return LessonText(step.name)
        draft = draft_of(position, LEARNER, taps)
        *before, pencilled = draft.stages
        if not pencilled:  # a whole answer, after which the next window opens
            return LessonText(step.told(before[-1]))
        if before and self._marked(position, before[0]) != self._marked(position, self.answer(position, LEARNER)):
            return LessonText(step.name)  # a mark of the next window, while that of the open one is still to come
        stop = position.rules.stop(draft.position.now, LEARNER)
        wanted = {*self.answers.get((draft.opened, LEARNER), ())} - {stop}
        later = self.steps.get(LessonMoment(throws, draft.opened), step)
        return LessonText(later.told(pencilled), {*pencilled} < wanted)

    def _marked(self, position: Position, options: tuple[int, ...]) -> list[str]:
        """Return the cells that the learner marks with options of the open window."""
        return list(changes(position, draft_of(position, LEARNER, options).position, LEARNER))

    def stray(self, position: Position, taps: Sequence[int]) -> str:
        """Return the cell of a pencilled tap beside which the answer as written cannot be pencilled; empty if none."""
        drafting, wanted = Drafting(position, LEARNER), self.wanted(position)
        if not taps or not wanted:
            return ""
        written = changes(position, drafting.draft(self._whole_answer(position)).position, LEARNER).items()
        beside = [cell for tap, cell in cells_of(drafting, taps) if is_beside(tap, wanted)]
        marked = changes(position, drafting.draft(taps).position, LEARNER)
        stray = [cell for cell in beside if cell in marked and (cell, marked[cell]) not in written]
        return stray[0] if stray and not can_go_on(drafting, taps, wanted) else ""

    def is_over(self, position: Position, throws: int) -> bool:
        """Whether everything has been played."""
        return moment_of(position, throws) >= self.end

    def answer(self, position: Position, seat: int) -> tuple[int, ...]:
        """Return what a seat chooses in the open window."""
        return self.answers[position.window, seat]

    def wanted(self, position: Position) -> tuple[int, ...]:
        """Return what the learner is to tap now: the options of the first window that asks for more than to end it."""
        if not is_asked(position, LEARNER):
            return ()
        taps = Drafting(position, LEARNER).essential(self._whole_answer(position))
        first = min((tap // TAPS_PER_STAGE for tap in taps), default=0)
        return tuple(tap for tap in taps if tap // TAPS_PER_STAGE == first)

    def _whole_answer(self, position: Position) -> list[int]:
        """Return the learner's taps in the open window, and in those into which they lead."""
        draft = no_draft(position, LEARNER)
        while draft.position.window == draft.opened and is_asked(draft.position, LEARNER):
            written = self.answers.get((draft.opened, LEARNER))
            if not written:
                break  # the lesson is over
            for option in written:
                draft = with_option(draft, LEARNER, option)
        return taps_of(draft)

    def goes_as_written(self, position: Position, seat: int, options: tuple[int, ...]) -> bool:
        """Whether a seat's options in the open window lead to the same as those of the lesson."""
        now, wanted = (draft_of(position, seat, taps).position for taps in (options, self.answer(position, seat)))
        return now.now == wanted.now

    def mistake(self, position: Position, seat: int, options: tuple[int, ...], throws: int) -> str:
        """Return the name of what is told about options that differ from the lesson's; empty if nothing special."""
        known = self.step(position, throws).mistakes
        marked = changes(position, draft_of(position, seat, options).position, seat)
        return next((known[cell] for cell in [*marked, *([] if marked else [PASS])] if cell in known), "")


def cells_of(drafting: Drafting, taps: Sequence[int]) -> list[tuple[int, str]]:
    """Return each tap of a draft with its cell; the cell is empty for one without."""
    places = [Offer(tap, tap % TAPS_PER_STAGE, drafting.position_of(taps, place)) for place, tap in enumerate(taps)]
    return [(offer.tap, offer.cell(LEARNER)) for offer in places]


def is_beside(tap: int, wanted: Sequence[int]) -> bool:
    """Whether a tap is made in the window of the wanted ones, but is none of them."""
    return tap not in wanted and tap // TAPS_PER_STAGE == wanted[0] // TAPS_PER_STAGE


def can_go_on(drafting: Drafting, taps: Sequence[int], wanted: Sequence[int]) -> bool:
    """Whether the first wanted tap that is missing can be made beside the wanted ones that a draft has."""
    missing = [tap for tap in wanted if tap not in taps][:1]
    offered = [offer.tap for offer in drafting.offers(taps)]
    kept = {*taps}.intersection(wanted)
    offered += [other.offer.tap for other in drafting.alternatives(taps, ()) if kept <= {*other.taps}]
    return any(tap in offered for tap in missing)


def moment_of(position: Position, throws: int) -> LessonMoment:
    """Return a moment of a game; a throw comes after all windows before it."""
    return LessonMoment(throws, position.window if position.phase == CHOICE else AFTER_WINDOWS)


AFTER_WINDOWS = 1 << 30
"""A window number for the time between the last window of a throw and the next throw."""


@cache
def lesson_of(game: str) -> Lesson | None:
    """Return the lesson of a game; None if it has none."""
    file = FOLDER / f"{game}.txt"
    return lesson_from(file.read_text(encoding="utf-8")) if file.is_file() else None


def lesson_from(text: str) -> Lesson:
    """Read a lesson; raise BadRecord or IllegalSetup if it is not one."""
    lines = text.splitlines()
    record = "".join(f"{line}\n" for line in lines if line and not line.startswith(NOTE))
    game = read(record, GAMES)
    notes = notes_of(lines)
    lesson = Lesson(game, {}, tuple(event.faces for event in game.events if isinstance(event, Roll)))
    so_far, throws = new_game(game.position.rules, game.names, dict(game.position.options)), 0
    for number, event in enumerate(game.events):
        position = so_far.position
        if number in notes:
            now = moment_of(position, throws)
            done = lesson.answers.get((position.window, LEARNER), ())
            lesson.steps[now] = noted(notes[number], lesson, now, done)
        if isinstance(event, Choice):
            place = (position.window, event.seat)
            lesson.answers[place] = (*lesson.answers.get(place, ()), event.option)
        throws += isinstance(event, Roll)
        so_far = so_far.after(event)
    if len(game.events) in notes:
        lesson.steps[lesson.end] = step_of(notes[len(game.events)], lesson)
    return lesson


def lesson_seats(lesson: Lesson, name: str) -> tuple[Seat, ...]:
    """Return the seats of a lesson: the learner, and bots."""
    return tuple(
        Seat(PERSON, name) if seat == LEARNER else Seat(BOT, level=other.removeprefix(BOT_PREFIX))
        for seat, other in enumerate(lesson.game.names)
    )


def notes_of(lines: list[str]) -> dict[int, list[list[str]]]:
    """Return the notes of a lesson, split into words, by the number of the event that follows them."""
    notes: dict[int, list[list[str]]] = {}
    events = 0
    for line in lines:
        if line.startswith(NOTE):
            notes.setdefault(events, []).append(line.removeprefix(NOTE).split())
        elif line and not line.startswith(HEADER):
            events += 1
    return notes


def noted(notes: list[list[str]], lesson: Lesson, now: LessonMoment, done: tuple[int, ...]) -> LessonStep:
    """Return the step that some notes describe, or the one at this moment with what follows after some options."""
    match notes:
        case [["then", name]] if now in lesson.steps and done:
            step = lesson.steps[now]
            return step._replace(later=(*step.later, Later(frozenset(done), name)))
    return step_of(notes, lesson)


def step_of(notes: list[list[str]], lesson: Lesson) -> LessonStep:
    """Return the step that some notes describe; one with the name of the step before has its number too."""
    names, mistakes, tries = [], {}, []
    for note in notes:
        match note:
            case ["step", name]:
                names.append(name)
            case ["wrong", cell, name]:
                mistakes[cell] = name
            case ["try", cell]:
                tries.append(cell)
            case _:
                raise IllegalSetup("bad-lesson", note=" ".join(note))
    if len(names) != 1:
        raise IllegalSetup("bad-lesson", note=str(notes))
    last = list(lesson.steps.values())[-1:]
    number = last[0].number + (names[0] != last[0].name) if last else 1
    return LessonStep(names[0], number, mistakes, tuple(tries))
