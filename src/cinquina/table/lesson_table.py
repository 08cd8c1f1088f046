"""A table at which a lesson is played: its dice fall and its bots answer as the lesson says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cinquina.core import IllegalMove, Position
from cinquina.table.base import BotsQuestion
from cinquina.table.dice_table import DiceTable
from cinquina.table.draft import TAPS_PER_STAGE, at_stage
from cinquina.table.drafting import draft_of
from cinquina.table.happenings import Inked, Left, Unqueued
from cinquina.table.lesson import Lesson, LessonStep, LessonText, lesson_of
from cinquina.table.refusals import UnsupportedAction


@dataclass
class LessonTable(DiceTable):
    """A table with a lesson after its first `number` happenings."""

    has_proof = False  # the dice of a lesson are known to everybody
    can_be_left = False

    @property
    def is_closed(self) -> bool:
        """Whether people have ended the table: a lesson ends when all of it is told."""
        return False

    @property
    def takes_more(self) -> bool:
        """Whether one more can be in for the next game: a lesson is for one."""
        return False

    def leave(self, key: str, seat: int) -> Left | Unqueued:
        """Refuse: there is nobody else."""
        raise UnsupportedAction

    @property
    def lesson(self) -> Lesson:
        """The lesson played here."""
        found = lesson_of(self.settings.game)
        assert found is not None, "checked when the table was made"
        return found

    @property
    def step(self) -> LessonStep | None:
        """What the lesson tells now."""
        return self.lesson.step(self.game.position, self.throws) if self.has_begun else None

    def told(self, taps: Sequence[int]) -> LessonText:
        """Return what the lesson tells a learner with some taps in the draft."""
        return self.lesson.told(self.game.position, self.throws, taps)

    def stray(self, taps: Sequence[int]) -> str:
        """Return the cell to rub out, since the lesson cannot go on beside it; empty if there is none."""
        return self.lesson.stray(self.game.position, taps)

    def tries(self, taps: Sequence[int]) -> tuple[str, ...]:
        """Return the cells that the learner is invited to try: those of the step, until something else is told."""
        step = self.step
        return step.tries if step and self.told(taps).name == step.name else ()

    def wanted(self) -> tuple[int, ...]:
        """Return the taps that the lesson asks of the learner now."""
        return self.lesson.wanted(self.game.position)

    def fair_throw(self) -> tuple[int, ...]:
        """Return the next throw of the lesson."""
        if self.ends_itself():
            raise IllegalMove("lesson-over")
        return self.lesson.throws[self.throws]

    def ends_itself(self) -> bool:
        """Whether the lesson is over, so that the table ends."""
        return self.has_begun and not self.ended and self.lesson.is_over(self.game.position, self.throws)

    def ink(self, key: str, seat: int, click: int, taps: Sequence[int]) -> Inked:
        """Choose the options of a draft, if the lesson goes on like that."""
        inked = super().ink(key, seat, click, taps)
        position = self.game.position
        self._check(position, seat, inked.options)
        ahead = tuple(tap for tap in inked.ahead if tap < TAPS_PER_STAGE)
        if ahead:
            self._check(at_stage(draft_of(position, seat, inked.options), seat, 1).position, seat, ahead)
        return inked

    def _check(self, position: Position, seat: int, options: tuple[int, ...]) -> None:
        """Refuse options that do not lead to the same as those of the lesson."""
        if not self.lesson.goes_as_written(position, seat, options):
            name = self.lesson.mistake(position, seat, options, self.throws)
            raise IllegalMove(f"wrong-{name}" if name else "lesson-other")

    def bots_question(self, seat: int) -> BotsQuestion:
        """Return what a bot is asked now, with the answer of the lesson."""
        return super().bots_question(seat)._replace(answer=self.lesson.answer(self.game.position, seat))
