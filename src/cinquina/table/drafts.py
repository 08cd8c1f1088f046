"""The drafts of a hosted table, by seat: kept in memory while their window is open, never stored."""

from __future__ import annotations

from collections import Counter, deque
from typing import NamedTuple

from cinquina.core import Choice, State
from cinquina.table.base import TableBase
from cinquina.table.drafting import Drafting
from cinquina.table.happenings import Happening, Inked, Sat, Undid

NO_TAPS: tuple[int, ...] = ()
KNOWN_CLICKS = 256


class SeatDraft(NamedTuple):
    """The taps of a seat, and the game and click they belong to."""

    moment: tuple[int, int] | None
    taps: tuple[int, ...]


class KnownDrafting(NamedTuple):
    """The drafts that a seat can make, and what they depend on: the open window and the seat's answers in it."""

    opened: State
    answers: tuple[Choice, ...]
    drafting: Drafting


class Drafts:
    """The drafts of one table."""

    def __init__(self, table: TableBase) -> None:
        self.table = table
        self.by_seat: dict[int, SeatDraft] = {}
        self._known: dict[int, KnownDrafting] = {}
        self.dropped: set[int] = set()
        """The seats whose draft was dropped because their window closed without them."""
        self.clicks: deque[str] = deque(maxlen=KNOWN_CLICKS)
        """The newest clicks, so that a repeated one has no further effect."""
        self.changes: Counter[int] = Counter()
        """By seat: how often its draft was changed."""

    def taps(self, seat: int) -> tuple[int, ...]:
        """Return the draft of a seat for the open window."""
        draft = self.by_seat.get(seat)
        return draft.taps if draft and self._is_current(seat, draft) else NO_TAPS

    def drafting(self, seat: int) -> Drafting:
        """Return the drafts that a seat can make in the game being played; they are forgotten when its part changes."""
        position = self.table.position
        assert position is not None, "a game runs"
        answers = tuple(answer for answer in position.answers if answer.seat == seat)
        known = self._known.get(seat)
        if known is None or known.opened is not position.opened or known.answers != answers:
            known = self._known[seat] = KnownDrafting(position.opened, answers, Drafting(position, seat))
        return known.drafting

    def tap(self, key: str, seat: int, click: int, tap: int) -> None:
        """Add a tap to the draft of a seat; raise Refusal if it is not allowed."""
        self.table.check_draft(key, seat, click)
        self._keep(seat, self.drafting(seat).with_tap(self.taps(seat), tap))

    def untap(self, key: str, seat: int, click: int, cell: str) -> None:
        """Rub out what is pencilled in a cell; "" rubs out the last tap."""
        self.table.check_draft(key, seat, click)
        self._keep(seat, self.drafting(seat).without_cell(self.taps(seat), cell))

    def after(self, happened: Happening, undone: tuple[int, ...]) -> None:
        """Update the drafts after a happening; `undone` are the taps that an undo turns back into pencil."""
        if isinstance(happened, Inked):
            self.by_seat.pop(happened.seat, None)
            if not self.table.places[happened.seat].is_bot:
                self.dropped.discard(happened.seat)
        for seat in [seat for seat, draft in self.by_seat.items() if not self._is_current(seat, draft)]:
            if self.by_seat.pop(seat).taps:
                self.dropped.add(seat)
        if isinstance(happened, Sat):
            self.dropped.discard(happened.seat)  # it was somebody else's
        if isinstance(happened, Undid) and self.table.position is not None:
            self._keep(happened.seat, self.drafting(happened.seat).essential(undone))

    def undone_by(self, happened: Happening) -> tuple[int, ...]:
        """Return the taps that an undo is about to take back."""
        return self.table.inked_taps(happened.seat) if isinstance(happened, Undid) else NO_TAPS

    def _keep(self, seat: int, taps: tuple[int, ...]) -> None:
        self.by_seat[seat] = SeatDraft(self.table.draft_moment(seat), taps)
        self.changes[seat] += 1
        self.dropped.discard(seat)

    def _is_current(self, seat: int, draft: SeatDraft) -> bool:
        return draft.moment is not None and draft.moment == self.table.draft_moment(seat)
