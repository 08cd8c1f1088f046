"""Snapshots of a table with a lesson: those of a table with dice, with what the lesson tells."""

from __future__ import annotations

from msgspec.structs import replace

from cinquina.bots import gentle_level
from cinquina.locales import Words
from cinquina.table import printed
from cinquina.table.hosted import HostedTable
from cinquina.table.lesson import LEARNER
from cinquina.table.lesson_table import LessonTable
from cinquina.web.dice_snapshot import DiceSnapshots
from cinquina.web.protocol import LessonView, Phase, Snapshot
from cinquina.web.question_protocol import Question
from cinquina.web.seats import Viewpoint


class LessonSnapshots(DiceSnapshots):
    """The snapshots of a table with a lesson."""

    def __init__(self, hosted: HostedTable) -> None:
        super().__init__(hosted)
        assert isinstance(hosted.table, LessonTable)
        self._lesson_table = hosted.table

    def own(self, words: Words, shared: Snapshot, who: Viewpoint) -> Snapshot:
        """Return a snapshot for the learner."""
        own, step = super().own(words, shared, who), self._lesson_table.step
        if step is None:
            return own
        others = [seat.name for seat in own.seats if not seat.mine]
        taps = self.hosted.drafts.taps(LEARNER)
        name, is_partial = self._lesson_table.told(taps)
        text = words.first(f"lesson.{shared.game}.{name}", f"lesson.{name}", name=others[0])
        stray = self._lesson_table.stray(taps)
        text = words("lesson.stray", cell=own_cell(words, own, stray)) if stray else text
        steps, opponent = self._lesson_table.lesson.length, gentle_level(self._lesson_table.rules)
        tries = [*self._lesson_table.tries(taps)]
        told = LessonView(step.number, steps, text, opponent, tries, self._left(), stray)
        phase: Phase = "ended" if self._lesson_table.ended else own.phase
        ask = unfinished(own.ask) if own.ask and is_partial else own.ask
        return replace(own, phase=phase, over=None, lesson=told, guide="", ask=ask)  # a lesson has an end of its own

    def _left(self) -> list[int]:
        """Return what is asked for now and not pencilled yet."""
        drafted = self.hosted.drafts.taps(LEARNER)
        return [tap for tap in self._lesson_table.wanted() if tap not in drafted]


def own_cell(words: Words, view: Snapshot, cell: str) -> str:
    """Return the name of a cell of the learner's sheet in use."""
    return printed.cell_name(words, view.seats[LEARNER].sheets[0].id, cell)


def unfinished(ask: Question) -> Question:
    """Return a question whose draft cannot be inked yet, as the lesson asks for more: there is no price to tell."""
    return replace(ask, draft=replace(ask.draft, ink=[], text="", ends="", points=0), enough=None)
