"""A table of score pads: people throw their own dice and do not enter them; everybody marks their own sheet.

Nobody waits for anybody. Each pad is a game for one player, and a turn is any throw and choices of that game that write
its marks. See docs/decisions/a-pad-knows-no-dice.md.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from cinquina.core import Choice, Event, IllegalMove, Position, Roll, after, number_in, scores
from cinquina.core.position import full_options
from cinquina.core.record import NOTE, Game, new_game, write
from cinquina.table.base import Seeds
from cinquina.table.coming import OpenTable
from cinquina.table.happenings import (
    OPEN,
    Begun,
    Counted,
    Erased,
    Happening,
    Marked,
    Pencilled,
    Played,
    Resumed,
    Sat,
    Unmarked,
    Went,
)
from cinquina.table.pad_sheet import PadSheet, Turn
from cinquina.table.reachable import SEAT, Mark, asks_before_throw, events_of, marks_on
from cinquina.table.refusals import Stale

LOG_LINES = 30
BEGINS = "begins"
"""An option that a single pad does not need."""
EXAMPLES = f"{NOTE} marks only: the dice in this record are examples that lead to the same sheet\n"


@dataclass(frozen=True, slots=True)
class PadLine:
    """A line of the log: what a seat did, by the key of its sentence, and the marks."""

    number: int
    key: str
    seat: int
    sheet: str = ""
    marks: tuple[Mark, ...] = ()
    is_last: bool = False
    """Whether nothing more can be marked on that seat's sheet."""
    before: Position | None = None
    """The position before a choice that was made before the first throw."""
    option: int = -1
    closes: bool = False
    """Whether the marks close a row for everybody."""


@dataclass
class PadTable(OpenTable):
    """A table of pads after its first `number` happenings."""

    has_dice = False
    shares_record = False
    sheets: dict[int, PadSheet] = field(default_factory=dict)
    begun: bool = False
    counted: bool = False
    past: list[dict[int, Game]] = field(default_factory=list)
    """The counted games, by seat."""
    first: int = 0
    """How many of them belong to earlier series."""
    log: deque[PadLine] = field(default_factory=lambda: deque(maxlen=LOG_LINES))

    # --- state -------------------------------------------------------------------------------------------------

    @property
    def has_begun(self) -> bool:
        """Whether the first game has begun."""
        return self.begun

    @property
    def is_over(self) -> bool:
        """Whether the points have been counted."""
        return self.counted

    has_bots = False

    def can_be_taken(self, seat: int) -> bool:
        """Whether somebody can sit down at a seat now, with an empty sheet or that of somebody who left."""
        place = self.places[seat]
        return not self.counted and (place.is_free or place.seat.kind == OPEN)

    @property
    def position(self) -> Position | None:
        """The position of the first pad; None before the first game."""
        return next((sheet.position for sheet in self.sheets.values()), None)

    @property
    def game_number(self) -> int:
        """The number of the current game in the series, from 1."""
        return len(self.past) - self.first + 1

    @property
    def options(self) -> dict[str, str]:
        """The options of a pad's own game.

        A pad does not know who is active. So it requires the lesser of what the active player and the others must do;
        but at least something, or a failure could not be marked.
        """
        rules = self.rules
        chosen = {name: value for name, value in self.settings.options.items() if name != BEGINS}
        full = full_options(rules, 1, chosen)
        demands = {
            name: max(min(number_in(full, name), number_in(full, other)), rules.NUMBERS[name].least)
            for name, other in rules.PAD.others.items()
        }
        return chosen | {name: str(demand) for name, demand in demands.items()}

    def points(self, seat: int) -> int:
        """Return the current score of a seat's sheet."""
        return scores(self.sheets[seat].position)[0]

    def total(self, seat: int) -> int:
        """Return the points of a seat in all games of the series."""
        earlier = [games[seat] for games in self.past[self.first :] if seat in games]
        return sum(scores(game.position)[0] for game in earlier) + self.points(seat)

    def records(self) -> list[str]:
        """The finished games as text, one for each pad."""
        now = [{seat: sheet.game for seat, sheet in self.sheets.items()}] if self.counted else []
        return [write(game) + EXAMPLES for games in [*self.past, *now] for game in games.values()]

    def records_so_far(self) -> list[str]:
        """All games as text, one for each pad."""
        running = [] if self.counted else [write(sheet.game) + EXAMPLES for sheet in self.sheets.values()]
        return [*self.records(), *running]

    validates_slowly = True

    def pad_of(self, seat: int) -> PadSheet | None:
        """The pad of a seat, where somebody sits."""
        return self.sheets.get(seat)

    def to_learn(self) -> dict[int, PadSheet]:
        """The pads, by seat, whose possible marks have not been computed yet."""
        if self.counted or self.ended:
            return {}
        return {seat: sheet for seat, sheet in self.sheets.items() if sheet.possible is None}

    # --- requests ----------------------------------------------------------------------------------------------

    def ink(self, key: str, seat: int, click: int, taps: Sequence[int]) -> Marked:
        """Choose something about the sheet before the first throw."""
        sheet = self._checked_sheet(key, seat, click)
        if not asks_before_throw(sheet.position):
            raise IllegalMove("pad-asks-nothing")
        if len(taps) != 1:
            raise IllegalMove("nothing-to-ink")
        after(sheet.position, Choice(0, taps[0]))
        return Marked(seat, tuple(taps))

    def pencil(self, key: str, seat: int, click: int, cell: str, mark: str) -> Pencilled:
        """Add a mark to the turn, with all marks that it implies."""
        sheet = self._checked_sheet(key, seat, click)
        if (cell, mark) not in sheet.offered():
            raise IllegalMove("pad-no-throw-for-it")
        taken = (*sheet.pencilled, (cell, mark))
        return Pencilled(seat, (*sheet.pencil, ((cell, mark), *sheet.learnt.implied(taken))))

    def rub(self, key: str, seat: int, click: int, cell: str) -> Pencilled:
        """Remove a pencil mark and all later ones, which may depend on it."""
        sheet = self._checked_sheet(key, seat, click)
        for place, tap in enumerate(sheet.pencil):
            if cell in dict(tap):
                return Pencilled(seat, sheet.pencil[:place])
        raise IllegalMove("pad-nothing-in-pencil")

    def finish(self, key: str, seat: int, click: int) -> Marked:
        """Turn the pencil marks into a finished turn."""
        sheet = self._checked_sheet(key, seat, click)
        events = sheet.learnt.events(sheet.pencilled) if sheet.pencil else None
        if events is None:
            raise IllegalMove("pad-not-a-turn")
        return Marked(seat, played_of(events))

    def undo(self, key: str, seat: int, click: int) -> Pencilled | Unmarked:
        """Take back the newest pencil mark or, without any, the newest turn."""
        sheet = self._checked_sheet(key, seat, click)
        if sheet.pencil:
            return Pencilled(seat, sheet.pencil[:-1])
        if not sheet.is_fresh:
            raise IllegalMove("nothing-to-undo", seat=seat)
        return Unmarked(seat)

    def erase(self, key: str, seat: int, click: int, cell: str) -> Erased:
        """Erase a wrong mark of an earlier turn, with the marks of that turn that are impossible without it."""
        sheet = self._checked_sheet(key, seat, click)
        if cell not in marks_on(sheet.position):
            raise IllegalMove("pad-nothing-to-erase")
        correction = sheet.correction(cell)
        return Erased(seat, correction.turn, tuple(played_of(turn) for turn in correction.rest))

    def count(self, key: str) -> Counted:
        """Declare the game over."""
        self._check_running(key)
        if self.counted:
            raise Stale("pad-counted")
        return Counted(self.seats_of(key)[0])

    def resume(self, key: str) -> Resumed:
        """Continue a game that was declared over."""
        self._check_running(key)
        if not self.counted:
            raise Stale("pad-not-counted")
        return Resumed(self.seats_of(key)[0])

    def check_over(self) -> None:
        """Refuse the next game until the points are counted."""
        self._check_begun()
        if not self.counted:
            raise Stale("series-game-runs")

    def following_game(self, seeds: Seeds) -> Went:
        """Return the beginning of the next game of the series, or of a new series, with empty sheets."""
        return Went()

    def _check_running(self, key: str) -> None:
        self._check_runs()
        self._check_begun()
        self._check_seated(key)

    def _check_begun(self) -> None:
        if not self.begun:
            raise IllegalMove("table-not-begun")

    def _checked_sheet(self, key: str, seat: int, click: int) -> PadSheet:
        """Return the sheet a request is about, or raise Refusal."""
        self._check_running(key)
        self._check_owner(key, seat)
        if self.counted:
            raise Stale("pad-counted")
        if click != self.sheets[seat].clicks:
            raise Stale("stale-window")
        return self.sheets[seat]

    # --- applying happenings -----------------------------------------------------------------------------------

    def take(self, happened: Happening) -> None:
        """Apply a stored happening."""
        super().take(happened)
        match happened:
            case Sat(seat, _, _, _) if self.begun and seat not in self.sheets:
                self._new_sheet(seat)
            case Begun():
                self.begin_game(new_series=True)
                self.begun = True
                self._new_sheets()
            case Pencilled(seat, taps):
                self.sheets[seat].draw(taps)
            case Marked(seat, events):
                self._mark(seat, events)
            case Unmarked(seat):
                self._unmark(seat)
            case Erased(seat, turn, rest):
                self._erase(seat, turn, rest)
            case Counted(seat):
                self.counted = True
                self._log("said-counts", seat)
            case Resumed(seat):
                self.counted = False
                self.ready.clear()
                self._log("said-resumes", seat)
            case Went():
                self._next_game()

    def _new_sheet(self, seat: int, clicks: int = 0) -> None:
        """Give a seat an empty sheet."""
        self.sheets[seat] = PadSheet(new_game(self.rules, (self.places[seat].seat.name,), self.options), clicks=clicks)

    def _new_sheets(self) -> None:
        for seat, place in enumerate(self.places):
            if place.seat.kind == OPEN:
                self.sheets.pop(seat, None)
            else:
                self._new_sheet(seat, self.sheets[seat].clicks + 1 if seat in self.sheets else 0)

    def _mark(self, seat: int, events: Played) -> None:
        sheet = self.sheets[seat]
        before, turn = sheet.position, sheet.add(events_of(events))
        if turn.marks:
            closes = rows_closed(sheet.position) != rows_closed(before)
            self._log("said-marks", seat, turn, closes=closes)
        else:
            option = next(event.option for event in turn.events if isinstance(event, Choice))
            self.log.append(PadLine(self.number, "said-choice", seat, before=before, option=option))

    def _unmark(self, seat: int) -> None:
        turn = self.sheets[seat].cut()
        self._log("said-moves" if turn.marks else "said-back", seat, turn)

    def _erase(self, seat: int, turn: int, rest: tuple[Played, ...]) -> None:
        sheet = self.sheets[seat]
        gone = sheet.replace(turn, [events_of(events) for events in rest])
        self._log("said-erases", seat, gone)

    def _log(self, key: str, seat: int, turn: Turn | None = None, *, closes: bool = False) -> None:
        """Add a line to the log."""
        about = (turn.sheet, tuple(sorted(turn.marks))) if turn else ("", ())
        self.log.append(PadLine(self.number, key, seat, *about, is_last=self.sheets[seat].is_over, closes=closes))

    def _next_game(self) -> None:
        self.past.append({seat: sheet.game for seat, sheet in self.sheets.items()})
        if self.game_number > self.settings.series:
            self.first = len(self.past)
        self.counted = False
        self.log.clear()
        self.begin_game(new_series=True)
        self._new_sheets()


def rows_closed(position: Position) -> tuple[str, ...]:
    """Return the rows that the marks of a pad have closed for everybody."""
    return position.rules.closed(position.now, SEAT)


def played_of(events: Iterable[Event]) -> Played:
    """Return events in the form in which they are stored."""
    return tuple(event.faces if isinstance(event, Roll) else event.option for event in events)
