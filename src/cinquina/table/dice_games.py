"""The games at a table with dice: what they are after its happenings, which are applied one by one.

Reading the stored happenings again gives the same games. No network, no clock and no store is used.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Collection
from dataclasses import dataclass, field, replace
from typing import ClassVar

from cinquina.core import CHOICE, OVER, ROLL, Choice, Event, IllegalMove, Position, Roll
from cinquina.core.record import BOT_PREFIX, Game, write
from cinquina.core.series import Series, new_series
from cinquina.table.coming import OpenTable
from cinquina.table.correction import newest_throw, place_of_throw
from cinquina.table.dice import FORETELLABLE, DiceSource
from cinquina.table.draft import TAPS_PER_STAGE, Ahead, later_taps
from cinquina.table.drafting import Drafting, draft_of
from cinquina.table.happenings import (
    BOT,
    EVERYBODY,
    VIRTUAL,
    Begun,
    Chose,
    Corrected,
    Happening,
    Hinted,
    Inked,
    Rolled,
    Sat,
    Undid,
    Went,
)
from cinquina.table.hint_book import HintBook, HintNote
from cinquina.table.lines import MOST_ANSWERS, SHOWN_LINES, Correction, Line
from cinquina.table.proof import proof_of

NO_DICE = DiceSource(FORETELLABLE, "", "", ())
"""Used before the first game."""
STEPS = 64
"""Answers in a window are numbered below this, so that one number in a click names the window and the answer."""


@dataclass
class DiceGames(OpenTable):
    """The games at a table after its first `number` happenings."""

    has_proof: ClassVar[bool] = True
    """Whether virtual dice are promised and proved here."""
    series: Series | None = None
    played: int = 0
    throws: int = 0
    """The number of throws in the current game."""
    dice: DiceSource = NO_DICE
    following: str = ""
    """The seed of the next series."""
    past: list[tuple[Game, DiceSource]] = field(default_factory=list)
    """Finished games with the source of their dice."""
    hints: HintBook = field(default_factory=HintBook)
    """Who asked for hints."""
    log: deque[Line] = field(default_factory=lambda: deque(maxlen=SHOWN_LINES + MOST_ANSWERS))
    inked: dict[int, int] = field(default_factory=dict)
    """By seat, how many of its choices in the open window were inked together last."""
    ahead: dict[int, Ahead] = field(default_factory=dict)
    """By seat, what it inked for the next windows before the next throw."""
    outdated: set[int] = field(default_factory=set)
    """The seats whose options for this window were no longer legal when it opened, or would have been for it."""
    unseen: Counter[int] = field(default_factory=Counter)
    """By seat: the number of happenings since the window opened that only that seat may know about."""

    entered_by: int = -1
    """The seat that entered the newest throw, if the dice are real."""
    left_out: int = 0
    """Added to the numbers of windows, so that no click for dice that were corrected later fits any more."""

    # --- state -------------------------------------------------------------------------------------------------

    @property
    def has_begun(self) -> bool:
        """Whether the first game has begun."""
        return self.series is not None

    @property
    def is_over(self) -> bool:
        """Whether the game being played is over."""
        return self.series is not None and self.game.position.phase == OVER

    @property
    def position(self) -> Position | None:
        """The current position; None before the first game."""
        return self.series.current.position if self.series else None

    @property
    def game(self) -> Game:
        """The current game, or Refusal before the first one."""
        if self.series is None:
            raise IllegalMove("table-not-begun")
        return self.series.current

    @property
    def names(self) -> tuple[str, ...]:
        """The players as a record names them."""
        return tuple(
            BOT_PREFIX + place.seat.level if place.seat.kind == BOT else place.seat.name for place in self.places
        )

    @property
    def is_silent(self) -> bool:
        """Whether chat is closed because partners are playing together."""
        if self.series is None or self.is_over:
            return False
        state = self.game.position.now
        return len({self.rules.side(state, seat) for seat in range(len(self.places))}) < len(self.places)

    def waited_for(self) -> tuple[int, ...]:
        """The seats of people who have to throw or choose before the game goes on."""
        position = self.game.position
        asked = {CHOICE: position.waiting, ROLL: (position.active,)}.get(position.phase, ())
        return tuple(seat for seat in asked if seat >= 0 and not self.places[seat].is_bot)

    def number_for(self, mine: Collection[int]) -> int:
        """The number of happenings that the owner of these seats may know: others' secret answers do not count."""
        return self.number - sum(count for seat, count in self.unseen.items() if seat not in mine)

    def click(self, seat: int) -> int:
        """The number that a choice of a seat must name: the open window, and the seat's number of answers in it."""
        position = self.game.position
        return (position.window + self.left_out) * STEPS + sum(answer.seat == seat for answer in position.answers)

    @property
    def salts(self) -> tuple[str, ...]:
        """The salts of all seats, for the current dice or those promised for the first game."""
        return tuple(place.salt for place in self.places)

    def records(self) -> list[str]:
        """The finished games as text, with the proof of their dice once the seed may be shown."""
        games = [*self.past, *([(self.game, self.dice)] if self.is_over else [])]
        return [write(game) + self._notes(number, dice) for number, (game, dice) in enumerate(games)]

    def records_so_far(self) -> list[str]:
        """All games as text, the current one without the secret answers of the open window."""
        if self.series is None or self.is_over:
            return self.records()
        public = len(self.game.events) - len(self.game.position.answers)
        return [*self.records(), write(self.game.back_to(public)) + self._notes(self.played, self.dice)]

    def _notes(self, number: int, dice: DiceSource) -> str:
        """Return what follows the record of a game: who got hints, and the proof of its dice."""
        return self.hint_note(number).line() + "\n" + self._proof_line(number, dice)

    def hint_note(self, number: int) -> HintNote:
        """Return what everybody may know about the hints in a game."""
        if self.settings.hints != EVERYBODY:
            return HintNote(allowed=False, by_seat=())
        game = self.past[number][0] if number < len(self.past) else self.game
        hints = self.hints.games[number] if self.ended else self.hints.settled(number)
        return HintNote(allowed=True, by_seat=tuple(hints[seat] for seat in range(len(game.names))))

    def _proof_line(self, number: int, dice: DiceSource) -> str:
        """The proof of a game's dice; empty for real dice, and while the seed is still in use."""
        if not self.proves_dice or (dice.seed == self.dice.seed and not self.may_show_seed):
            return ""
        return proof_of(dice, number).line() + "\n"

    @property
    def proves_dice(self) -> bool:
        """Whether the dice come from a promised seed."""
        return self.has_proof and self.settings.dice == VIRTUAL

    @property
    def may_show_seed(self) -> bool:
        """Whether the current seed will not be used again."""
        return self.ended or (self.is_over and self.series_is_over)

    @property
    def series_is_over(self) -> bool:
        """Whether the current game is the last of the series."""
        return self.series is not None and len(self.series.games) >= self.settings.series

    # --- applying happenings -----------------------------------------------------------------------------------

    def take(self, happened: Happening) -> None:
        """Apply a stored happening."""
        super().take(happened)
        match happened:
            case Begun():
                self._begin(happened)
            case Rolled(faces, seat):
                self._event(Roll(faces))
                self.entered_by = seat
            case Corrected():
                self._correct(happened)
            case Chose(seat, option):
                self._event(Choice(seat, option))
                self.unseen[seat] += bool(self.game.position.answers)
            case Inked(seat):
                self._ink(happened)
                self.unseen[seat] += bool(self.game.position.answers)
            case Hinted(seat):
                self.hints.add(seat)
                self.unseen[seat] += 1
            case Undid(seat):
                self._undo(seat)
                self.unseen[seat] += 1
            case Went():
                self._next_game(happened)
            case Sat() if self.series and not self.is_over:  # the record names whoever plays to the end
                self.series = self.series.with_current(replace(self.game, names=self.names))
        self._go_ahead()

    @property
    def _running(self) -> Series:
        assert self.series is not None, "a game runs"
        return self.series

    def _begin(self, begun: Begun) -> None:
        self.dice = DiceSource(begun.dice, self.code, begun.seed, self.salts)
        self.following = begun.following
        self.begin_game(new_series=True)
        self.series = new_series(self.rules, self.names, self.settings.options)

    def _correct(self, corrected: Corrected) -> None:
        """Put another throw in the place of the newest one, of which no trace is left in the record."""
        line, window = newest_throw(self), self.game.position.window
        assert line is not None, "there is a throw"
        while self.log.pop() is not line:
            pass
        self.series = self._running.with_current(self.game.back_to(place_of_throw(self.game)))
        self.throws -= 1
        assert isinstance(line.event, Roll)
        self._event(Roll(corrected.faces), Correction(corrected.seat, line.event.faces))
        self.left_out += window - self.game.position.window + 1
        self.entered_by = corrected.seat

    def _event(self, event: Event, correction: Correction | None = None) -> None:
        before = self.game.position
        self.series = self._running.with_current(self.game.after(event))
        self.throws += isinstance(event, Roll)
        self.log.append(Line(self.number, before, event, self.game.position, correction))
        if self.game.position.opened is not before.opened:
            self.unseen.clear()
            self.inked.clear()
            self.hints.open.clear()
            self.outdated.clear()

    def _ink(self, inked: Inked) -> None:
        before = self.game.position
        for option in inked.options:
            self._event(Choice(inked.seat, option))
        if self.game.position.opened is before.opened:
            self.inked[inked.seat] = len(inked.options)
        if inked.ahead:
            taps = [*inked.options, *(TAPS_PER_STAGE + tap for tap in inked.ahead)]
            marks = any(tap >= TAPS_PER_STAGE for tap in Drafting(before, inked.seat).essential(taps))
            self.ahead[inked.seat] = Ahead(inked.ahead, marks)

    def _go_ahead(self) -> None:
        """Choose what was inked for a window that is open now; forget it if it is not legal, or at the next throw."""
        while due := [seat for seat in self.ahead if self.game.position.phase != CHOICE or self._is_waiting(seat)]:
            seat, position = due[0], self.game.position
            ahead = self.ahead.pop(seat)
            try:
                draft = draft_of(position, seat, ahead.taps)
            except IllegalMove:
                self.outdated |= {seat} if ahead.marks and position.phase != OVER else set()
            else:
                self._ink(Inked(seat, draft.stages[0], later_taps(draft)))

    def _is_waiting(self, seat: int) -> bool:
        return seat in self.game.position.waiting

    def _undo(self, seat: int) -> None:
        for _ in range(self.inked.pop(seat, 1)):
            self.series = self._running.with_current(self.game.undo(seat))
            undone = [line for line in self.log if isinstance(line.event, Choice) and line.event.seat == seat]
            if undone:
                self.log.remove(undone[-1])
        self.ahead.pop(seat, None)

    def _next_game(self, went: Went) -> None:
        """Begin the next game; after the last game of a series a new series begins with the next player."""
        self.past.append((self.game, self.dice))
        self.hints.games.append(Counter())
        over = self.series_is_over
        self.begin_game(new_series=over)
        if went.seed:
            self._take_new_dice(went)
        self.played += 1
        self.throws = 0
        following = (Series((self.game,)) if over else self._running).next_game(self.names)
        self.series = Series((following.current,)) if over else following
        self.log.clear()

    def _take_new_dice(self, went: Went) -> None:
        """Use dice with a new seed; salts sent for a promise are only used with that seed."""
        if went.seed == self.following:
            for place in self.places:
                place.salt, place.next_salt = place.next_salt, ""
        self.dice = DiceSource(went.dice, self.code, went.seed, self.salts)
        self.following = went.following
