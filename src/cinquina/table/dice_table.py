"""A live table with dice: what can be asked of it, and what it does by itself, without network, clock and store."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from cinquina.core import CHOICE, OVER, ROLL, IllegalMove, Roll, after, faces_wanted, is_lot, seen_by, undo
from cinquina.table.base import BotsQuestion, Command, Seeds, TableBase
from cinquina.table.correction import corrected_throw
from cinquina.table.dice import CURRENT
from cinquina.table.dice_games import DiceGames
from cinquina.table.draft import NOTHING_AHEAD, TAPS_PER_STAGE, goes_on, later_taps
from cinquina.table.drafting import draft_of
from cinquina.table.happenings import EVERYBODY, REAL, Corrected, Happening, Hinted, Inked, Rolled, Undid, Went
from cinquina.table.refusals import DoneAlready, Stale


@dataclass
class DiceTable(DiceGames):
    """A table with dice after its first `number` happenings."""

    wants_whole_answers: ClassVar[bool] = True
    """Whether a seat has to ink its whole answer at once: otherwise the others could tell a pass from a mark."""

    # --- requests ----------------------------------------------------------------------------------------------

    def roll(self, key: str, throw: int, faces: tuple[int, ...] | None) -> Rolled:
        """Throw the table's dice, or enter real ones."""
        self._check_runs()
        self._check_seated(key)
        if throw != self.throws:
            raise Stale("stale-throw")
        if not self.is_entered():
            self._check_thrower(key)
            fallen = self.fair_throw()
            after(self.game.position, Roll(fallen))
            return Rolled(fallen)
        after(self.game.position, Roll(faces or ()))
        own, active = self.seats_of(key), self.game.position.active
        return Rolled(faces or (), active if active in own else own[0])

    def correct(self, key: str, throw: int, faces: tuple[int, ...]) -> Corrected:
        """Correct real dice that were entered wrongly, until somebody has inked with them."""
        self._check_runs()
        self._check_seated(key)
        return corrected_throw(self, key, throw, faces)

    def check_draft(self, key: str, seat: int, click: int) -> None:
        """Refuse a draft of somebody else's seat, for a closed window, or of a seat that is not asked."""
        self._check_runs()
        self._check_owner(key, seat)
        self._check_click(seat, click)
        if not self._is_waiting(seat):
            raise IllegalMove("not-asked", seat=seat)

    def draft_moment(self, seat: int) -> tuple[int, int] | None:
        """The game and the click that a draft of a seat belongs to now; None while no person is asked there."""
        if self.series is None or self.ended or self.places[seat].is_bot or seat not in self.game.position.waiting:
            return None
        return self.played, self.click(seat)

    def inked_taps(self, seat: int) -> tuple[int, ...]:
        """The taps that an undo of a seat would take back."""
        own = [answer.option for answer in self.game.position.answers if answer.seat == seat]
        last = own[len(own) - self.inked.get(seat, 1) :]
        return (*last, *(TAPS_PER_STAGE + tap for tap in self.ahead.get(seat, NOTHING_AHEAD).taps))

    def ink(self, key: str, seat: int, click: int, taps: Sequence[int]) -> Inked:
        """Choose the options of a draft; those of later windows are chosen when these open, if still legal."""
        self.check_draft(key, seat, click)
        draft = draft_of(self.game.position, seat, taps)
        if not draft.stages[0]:
            raise IllegalMove("nothing-to-ink")
        if self.wants_whole_answers and goes_on(draft, seat):
            raise IllegalMove("draft-unfinished")
        return Inked(seat, draft.stages[0], later_taps(draft))

    def check_hint(self, key: str, seat: int, click: int) -> None:
        """Refuse a hint to others, for a closed window, to a seat that is not asked, and where nobody gets any."""
        self.check_draft(key, seat, click)
        if self.settings.hints != EVERYBODY:
            raise IllegalMove("hints-nobody")

    def has_hint(self, seat: int) -> bool:
        """Whether a seat has asked for a hint in the open window."""
        return seat in self.hints.open

    def hint(self, key: str, seat: int, click: int) -> Hinted:
        """Ask for a hint, for the first time in the open window."""
        self.check_hint(key, seat, click)
        if self.has_hint(seat):
            raise DoneAlready
        return Hinted(seat)

    def undo(self, key: str, seat: int, click: int) -> Undid:
        """Take back what a seat has chosen last: all options it inked together."""
        self._check_runs()
        self._check_owner(key, seat)
        self._check_click(seat, click)
        undo(self.game.position, seat)
        return Undid(seat)

    def check_over(self) -> None:
        """Refuse the next game while one is played."""
        if self.game.position.phase != OVER:
            raise Stale("series-game-runs")

    def following_game(self, seeds: Seeds) -> Went:
        """Return the beginning of the next game of the series, or of a rematch with the seed promised for it."""
        if not self.series_is_over and self.dice.version == CURRENT:
            return Went("", CURRENT)
        return Went(self.following or seeds.seed, CURRENT, seeds.following)

    def _check_click(self, seat: int, click: int) -> None:
        """Refuse a click that is not for the open window or not for the seat's next answer in it."""
        if self.game.position.phase != CHOICE or click != self.click(seat):
            raise Stale("stale-window")

    def _check_thrower(self, key: str) -> None:
        """Refuse virtual dice to everybody but the active player."""
        position = self.game.position
        if position.phase == ROLL and not is_lot(position):
            self._check_owner(key, position.active)

    # --- automatic steps ---------------------------------------------------------------------------------------

    def fair_throw(self) -> tuple[int, ...]:
        """Return the next throw of the table's dice."""
        return self.dice.throw(self.played, self.throws, faces_wanted(self.game.position))

    def is_entered(self) -> bool:
        """Whether players enter the next throw: with real dice, except for the lot."""
        return self.settings.dice == REAL and not is_lot(self.game.position)

    def throws_itself(self) -> bool:
        """Whether the server makes the next throw: the lot, or the virtual dice of a bot."""
        position = self.game.position
        if position.phase != ROLL or self.is_entered():
            return False
        return is_lot(position) or self.places[position.active].is_bot

    def bot_to_choose(self) -> int:
        """A seat that has to choose and is played by a bot; -1 when there is none."""
        if self.series is None or self.game.position.phase != CHOICE:
            return -1
        return next((seat for seat in self.game.position.waiting if self.places[seat].is_bot), -1)

    def due_throw(self) -> Command:
        """Return the command for the throw that is due now; it is refused once that throw has been made."""
        due = (self.played, self.throws)

        def throw(now: TableBase) -> Happening:
            assert now is self
            if (self.played, self.throws) != due or not self.throws_itself():
                raise DoneAlready
            return Rolled(self.fair_throw())

        return throw

    def bots_question(self, seat: int) -> BotsQuestion:
        """Return what a bot is asked now, with a command that is refused once the question is outdated."""
        due = (self.played, self.click(seat))

        def answering(options: tuple[int, ...]) -> Command:
            def answer(now: TableBase) -> Happening:
                assert now is self
                if (self.played, self.click(seat)) != due or not self.places[seat].is_bot:
                    raise DoneAlready
                # The window may be closed by now, and a closed window has the same number.
                draft_of(self.game.position, seat, options)
                return Inked(seat, options)

            return answer

        return BotsQuestion(self.level_at(seat), seen_by(self.game.position, seat), seat, answering)
