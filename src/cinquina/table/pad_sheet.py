"""One player's pad: a game of its own, its turns, and its pencil marks."""

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
"""The marks that one tap writes."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A finished turn: the sheet it was written on, its marks, and events that write them."""

    sheet: str
    marks: frozenset[Mark]
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Erasure:
    """The result of erasing a mark: the number of its turn, and the events of the turns from there on."""

    turn: int
    rest: tuple[tuple[Event, ...], ...]


@dataclass
class PadSheet:
    """A pad. `clicks` counts its changes; a click that names an older number is stale."""

    game: Game
    turns: tuple[Turn, ...] = ()
    pencil: tuple[Tap, ...] = ()
    clicks: int = 0
    is_fresh: bool = False
    """Whether the newest turn is the last change, so that it may still be taken back."""
    corrections: int = 0
    possible: Possible | None = field(default=None, compare=False)
    """What the next turn can write; None until computed."""
    erasing: dict[str, Erasure | None] = field(default_factory=dict, compare=False)
    """Results of erasing a mark, by cell, as far as computed; None where it cannot be erased."""

    @property
    def position(self) -> Position:
        """The position of the pad's own game."""
        return self.game.position

    @property
    def is_over(self) -> bool:
        """Whether nothing more can be marked."""
        return self.position.phase == OVER

    @property
    def pencilled(self) -> Tap:
        """All pencil marks."""
        return tuple(mark for tap in self.pencil for mark in tap)

    @property
    def learnt(self) -> Possible:
        """What the next turn can write, computed if necessary."""
        if self.possible is None:
            self.learn()
        assert self.possible is not None
        return self.possible

    def learn(self) -> None:
        """Compute what the next turn can write; this can take half a second."""
        self.take_in(self.position, next_turn(self.position))

    def take_in(self, position: Position, found: Possible) -> None:
        """Store what the next turn can write, unless the sheet has changed since."""
        if position is self.position:
            self.possible = found

    def offered(self) -> list[Mark]:
        """The marks that can be pencilled next; a sheet is not turned over before anything is marked."""
        marks = self.learnt.offered(self.pencilled, marks_on(self.position).values())
        return [mark for mark in marks if self.pencil or mark != TURN_OVER]

    @property
    def is_ready(self) -> bool:
        """Whether the pencil marks are a complete turn."""
        return bool(self.pencil) and self.learnt.events(self.pencilled) is not None

    def turn_of(self, cell: str) -> int:
        """Return the number of the turn that wrote a mark, the newest one."""
        return max(place for place, turn in enumerate(self.turns) if cell in dict(turn.marks))

    def beside(self, cell: str) -> frozenset[Mark]:
        """Return the other marks of the turn that wrote a mark."""
        return frozenset(mark for mark in self.turns[self.turn_of(cell)].marks if mark[0] != cell)

    def correction(self, cell: str) -> Erasure:
        """Return the result of erasing a mark, or raise IllegalMove when later turns depend on it."""
        found = self.erasing[cell] if cell in self.erasing else without(self, cell)
        if found is None:
            raise IllegalMove("pad-others-rest-on-it")
        return found

    # --- changes -----------------------------------------------------------------------------------------------

    def draw(self, taps: tuple[Tap, ...]) -> None:
        """Replace the pencil marks."""
        self.pencil = taps
        self.clicks += 1

    def add(self, events: tuple[Event, ...]) -> Turn:
        """Add a finished turn."""
        self.game, turn = played_on(self.game, events)
        self.turns += (turn,)
        self._changed(fresh=True)
        return turn

    def cut(self) -> Turn:
        """Remove and return the newest turn."""
        gone = self.turns[-1]
        self._replay(turn.events for turn in self.turns[:-1])
        self._changed(fresh=False)
        return gone

    def replace(self, first: int, rest: Iterable[tuple[Event, ...]]) -> Turn:
        """Replace the turns from a number on; return what was erased."""
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
    """Play a turn; return the game and the turn. Choices before the first throw leave no marks."""
    before = game.position
    for event in events:
        game = game.after(event)
    marks = written(before, game.position) if is_whole(game.position, events) else frozenset()
    return game, Turn(sheet_in_use(before), marks, events)


def without(sheet: PadSheet, cell: str) -> Erasure | None:
    """Compute the result of erasing a mark; None when later turns depend on it.

    The other marks of the turn stay if they could be a turn of their own.
    """
    number = sheet.turn_of(cell)
    later = sheet.turns[number + 1 :]
    start = sheet.game.back_to(sum(len(earlier.events) for earlier in sheet.turns[:number])).position
    smaller = sheet.beside(cell)
    instead = turn_for(start, smaller) if smaller else None
    for first in ([instead], []) if instead else ([],):
        rest = replayed_from(start, first, later)
        if rest is not None:
            return Erasure(number, rest)
    return None


def replayed_from(
    start: Position, first: list[tuple[Event, ...]], later: tuple[Turn, ...]
) -> tuple[tuple[Event, ...], ...] | None:
    """Find turns that write the same marks from another position; None when one of them is impossible."""
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
    """Find events that write a turn again: its own, even if boxes of a row move up, or others with the same marks."""
    if sheet_in_use(position) != turn.sheet:
        return None
    try:
        now = after_all(position, turn.events)
    except IllegalMove:
        return turn_for(position, turn.marks)
    alike = is_whole(now, turn.events) and shape(turn.sheet, written(position, now)) == shape(turn.sheet, turn.marks)
    return turn.events if alike else turn_for(position, turn.marks)


def after_all(position: Position, events: Iterable[Event]) -> Position:
    """Return the position after some events, or raise IllegalMove."""
    for event in events:
        position = after(position, event)
    return position


def shape(sheet: str, marks: Iterable[Mark]) -> list[tuple[str, ...]]:
    """Describe marks by kind of cell, row and column: boxes of one row are interchangeable."""
    printed = load(sheet)
    cells = [printed.cell(cell) if cell else None for cell, _ in marks]
    return sorted((cell.kind, cell.row, cell.column) if cell else () for cell in cells)
