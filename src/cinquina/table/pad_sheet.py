"""One player's sheet on a pad: a game of its own, turn by turn, and what stands on it in pencil."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from cinquina.core import OVER, Event, IllegalMove, Position, after
from cinquina.core.record import Game
from cinquina.sheets import load
from cinquina.table.reachable import (
    TURN_OVER,
    Mark,
    Possible,
    is_whole,
    marks_on,
    next_turn,
    sheet_in_use,
    turn_for,
    written,
)

Tap = tuple[Mark, ...]
"""What one tap of a finger pencils."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A finished turn: the sheet it was written on, its marks, and events that write them."""

    sheet: str
    marks: frozenset[Mark]
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Correction:
    """A mark erased: the number of its turn, and the events of the turns from there on without it."""

    turn: int
    rest: tuple[tuple[Event, ...], ...]


@dataclass
class PadSheet:
    """A sheet as it stands. Every change of it is a click; a click made for an earlier moment names another number."""

    game: Game
    turns: tuple[Turn, ...] = ()
    pencil: tuple[Tap, ...] = ()
    clicks: int = 0
    is_fresh: bool = False
    """Whether the newest turn is the last thing that happened here, so that it may still be moved."""
    corrections: int = 0
    possible: Possible | None = field(default=None, compare=False)
    """What the next turn can write, once somebody has asked."""
    erasing: dict[str, Correction | None] = field(default_factory=dict, compare=False)
    """What erasing the mark of a cell comes to, as far as it has been found; None where it cannot be."""

    @property
    def position(self) -> Position:
        """Where the sheet's own game stands."""
        return self.game.position

    @property
    def is_over(self) -> bool:
        """Whether nothing more can be marked."""
        return self.position.phase == OVER

    @property
    def pencilled(self) -> Tap:
        """All that stands in pencil."""
        return tuple(mark for tap in self.pencil for mark in tap)

    @property
    def learnt(self) -> Possible:
        """What the next turn can write."""
        if self.possible is None:
            self.learn()
        assert self.possible is not None
        return self.possible

    def learn(self) -> None:
        """Find out here and now what the next turn can write, which can take half a second."""
        self.take_in(self.position, next_turn(self.position))

    def take_in(self, position: Position, found: Possible) -> None:
        """What the next turn can write has been found, unless the sheet has changed since."""
        if position is self.position:
            self.possible = found

    def offered(self) -> list[Mark]:
        """The marks that can be pencilled next; a sheet is not turned over before anything has been marked."""
        marks = self.learnt.offered(self.pencilled, marks_on(self.position).values())
        return [mark for mark in marks if self.pencil or mark != TURN_OVER]

    @property
    def is_ready(self) -> bool:
        """Whether what stands in pencil is a whole turn."""
        return bool(self.pencil) and self.learnt.events(self.pencilled) is not None

    def correction(self, cell: str) -> Correction:
        """The turns without the mark of a cell, or IllegalMove when later ones rest on it."""
        found = self.erasing[cell] if cell in self.erasing else without(self, cell)
        if found is None:
            raise IllegalMove("pad-others-rest-on-it")
        return found

    # --- what happens ------------------------------------------------------------------------------------------

    def draw(self, taps: tuple[Tap, ...]) -> None:
        """What stands in pencil is now this."""
        self.pencil = taps
        self.clicks += 1

    def add(self, events: tuple[Event, ...]) -> Turn:
        """A finished turn."""
        self.game, turn = played_on(self.game, events)
        self.turns += (turn,)
        self._changed(fresh=True)
        return turn

    def cut(self) -> Turn:
        """Take the newest turn off; it is given back."""
        gone = self.turns[-1]
        self._replay(turn.events for turn in self.turns[:-1])
        self._changed(fresh=False)
        return gone

    def replace(self, first: int, rest: Iterable[tuple[Event, ...]]) -> Turn:
        """The turns from a number on are now others; what has been erased by that is given back."""
        before = self.turns
        self._replay([*(turn.events for turn in before[:first]), *rest])
        self.corrections += 1
        self._changed(fresh=False)
        left = self.turns[first] if len(self.turns) == len(before) else None
        gone = before[first].marks - left.marks if left else before[first].marks
        return Turn(before[first].sheet, gone, ())

    def _replay(self, turns: Iterable[tuple[Event, ...]]) -> None:
        game, done = self.game.back_to(0), []
        for events in turns:
            game, turn = played_on(game, events)
            done.append(turn)
        self.game, self.turns = game, tuple(done)

    def _changed(self, *, fresh: bool) -> None:
        self.pencil = ()
        self.clicks += 1
        self.is_fresh = fresh
        self.possible = None
        self.erasing = {}


def played_on(game: Game, events: tuple[Event, ...]) -> tuple[Game, Turn]:
    """A game one turn on, and that turn; what is settled before the first throw leaves no marks."""
    before = game.position
    for event in events:
        game = game.after(event)
    marks = written(before, game.position) if is_whole(game.position, events) else frozenset()
    return game, Turn(sheet_in_use(before), marks, events)


def without(sheet: PadSheet, cell: str) -> Correction | None:
    """The turns of a sheet without a mark; nothing when later ones rest on it.

    The rest of the turn stays where it could have been a turn of its own.
    """
    number = max(place for place, turn in enumerate(sheet.turns) if cell in dict(turn.marks))
    turn, later = sheet.turns[number], sheet.turns[number + 1 :]
    start = sheet.game.back_to(sum(len(earlier.events) for earlier in sheet.turns[:number])).position
    smaller = frozenset(mark for mark in turn.marks if mark[0] != cell)
    instead = turn_for(start, smaller) if smaller else None
    for first in ([instead], []) if instead else ([],):
        rest = replayed_from(start, first, later)
        if rest is not None:
            return Correction(number, rest)
    return None


def replayed_from(
    start: Position, first: list[tuple[Event, ...]], later: tuple[Turn, ...]
) -> tuple[tuple[Event, ...], ...] | None:
    """Turns that write what later ones wrote, from another position; nothing when one of them cannot be."""
    position, found = start, list(first)
    for events in first:
        position = after_all(position, events)
    for turn in later:
        same = repeated(position, turn)
        if same is None:
            return None
        found.append(same)
        position = after_all(position, same)
    return tuple(found)


def repeated(position: Position, turn: Turn) -> tuple[Event, ...] | None:
    """Events that write a turn once more: its own, though boxes of a row may move up, or others for the same marks."""
    if sheet_in_use(position) != turn.sheet:
        return None
    try:
        now = after_all(position, turn.events)
    except IllegalMove:
        return turn_for(position, turn.marks)
    alike = is_whole(now, turn.events) and shape(turn.sheet, written(position, now)) == shape(turn.sheet, turn.marks)
    return turn.events if alike else turn_for(position, turn.marks)


def after_all(position: Position, events: Iterable[Event]) -> Position:
    """The position that events lead to, or IllegalMove."""
    for event in events:
        position = after(position, event)
    return position


def shape(sheet: str, marks: Iterable[Mark]) -> list[tuple[str, ...]]:
    """Marks by what kind of cell they stand in, and in which row: a box of a row is as good as another one of it."""
    printed = load(sheet)
    cells = [printed.cell(cell) if cell else None for cell, _ in marks]
    return sorted((cell.kind, cell.row, cell.column) if cell else () for cell in cells)
