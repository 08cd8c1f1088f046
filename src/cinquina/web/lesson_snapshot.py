"""Snapshots of a table with a lesson: those of a table with dice, with what the lesson tells."""

from __future__ import annotations

from msgspec.structs import replace

from cinquina.locales import Words
from cinquina.table.hosted import HostedTable
from cinquina.table.lesson import LEARNER
from cinquina.table.lesson_table import LessonTable
from cinquina.web.dice_snapshot import DiceSnapshots
from cinquina.web.protocol import LessonView, Phase, Snapshot
from cinquina.web.seats import Viewpoint, first_opponent


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
        told_now = step.told(self.hosted.drafts.taps(LEARNER))
        text = words.first(f"lesson.{shared.game}.{told_now}", f"lesson.{told_now}", name=others[0])
        steps, opponent = self._lesson_table.lesson.length, first_opponent(self._lesson_table.rules)
        told = LessonView(step.number, steps, text, opponent)
        phase: Phase = "ended" if self._lesson_table.ended else own.phase
        return replace(own, phase=phase, over=None, lesson=told, guide="")  # a lesson has an end of its own
