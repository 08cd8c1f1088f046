"""The drafts that a seat can make in one position: tapping, tapping something else instead, rubbing out."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from cinquina.core import NO_OPTION, IllegalMove, Position, Refusal
from cinquina.table.draft import (
    TAPS_PER_STAGE,
    Draft,
    Offer,
    at_stage,
    changes,
    is_asked,
    no_draft,
    offered,
    passed_on,
    stopped,
    with_tap,
)

LONGEST_DRAFT = 64
"""More taps than any throw allows."""
MOST_KNOWN = 512
"""Drafts that are kept; whoever taps more than this without inking pays for it in time, not in memory."""


class Alternative(NamedTuple):
    """Something a seat can tap although its draft has gone on: the draft with it, the taps before it, and whether
    it displaces one."""

    offer: Offer
    taps: tuple[int, ...]
    before: tuple[int, ...]
    displaces: bool


class Cut(NamedTuple):
    """A place in a draft where another tap could be: its stage, the taps before it, and those of later stages."""

    stage: int
    before: tuple[int, ...]
    later: tuple[int, ...]


class Drafting:
    """The drafts of a seat in a position; what some taps lead to is worked out once."""

    def __init__(self, position: Position, seat: int) -> None:
        self.seat = seat
        self._drafts: dict[tuple[int, ...], Draft] = {(): no_draft(position, seat)}
        self._stages: dict[tuple[tuple[int, ...], int], Draft] = {}
        self._offers: dict[tuple[int, ...], list[Offer]] = {}

    @property
    def start(self) -> Position:
        """The position without a draft, as the seat may see it."""
        return self._drafts[()].start

    def draft(self, taps: Sequence[int]) -> Draft:
        """Return what some taps lead to; raise IllegalMove for a tap that is not allowed."""
        if len(taps) > LONGEST_DRAFT:
            raise IllegalMove("draft-too-long", most=LONGEST_DRAFT)
        taps = tuple(taps)
        if taps not in self._drafts:
            *before, tap = taps
            made = with_tap(self.draft(before), self.seat, tap)
            self._forget_many()
            self._drafts[taps] = made
        return self._drafts[taps]

    def _forget_many(self) -> None:
        if len(self._drafts) + len(self._stages) + len(self._offers) > MOST_KNOWN:
            self._drafts = {(): self._drafts[()]}
            self._stages.clear()
            self._offers.clear()

    def at_stage(self, taps: Sequence[int], stage: int) -> Draft:
        """Return a draft that has gone on to a stage; raise IllegalMove if there is none."""
        key = (tuple(taps), stage)
        if key not in self._stages:
            self._stages[key] = at_stage(self.draft(taps), self.seat, stage)
        return self._stages[key]

    def offers(self, taps: Sequence[int]) -> list[Offer]:
        """Return what can be tapped next: in the open window, then in the next one; ending the answer is not listed."""
        key = tuple(taps)
        if key not in self._offers:
            self._offers[key] = self._offered(self.draft(taps), key)
        return self._offers[key]

    def _offered(self, draft: Draft, taps: tuple[int, ...]) -> list[Offer]:
        now = draft.position
        found = offered(draft, self.seat) if now.window == draft.opened and is_asked(now, self.seat) else []
        try:
            return found + offered(self.at_stage(taps, draft.stage + 1), self.seat)
        except IllegalMove:
            return found

    def position_of(self, taps: Sequence[int], place: int) -> Position:
        """Return the position in which a tap of a draft is made."""
        return self.at_stage(taps[:place], taps[place] // TAPS_PER_STAGE).position

    def finished(self, taps: Sequence[int]) -> Draft | None:
        """Return a draft and what ends the answer; without taps it passes until the next throw. None: it goes on."""
        try:
            draft = stopped(self.draft(taps), self.seat)
        except IllegalMove:
            return None
        return draft if taps else passed_on(draft, self.seat)

    # --- something else instead ----------------------------------------------------------------------------------

    def with_tap(self, taps: Sequence[int], tap: int) -> tuple[int, ...]:
        """Add a tap to a draft, or put it in the place of another one; raise IllegalMove if neither is allowed."""
        try:
            self.draft([*taps, tap])
        except IllegalMove:
            for other in self.alternatives(taps, ()):
                if other.offer.tap == tap:
                    return other.taps
            raise
        return (*taps, tap)

    def alternatives(self, taps: Sequence[int], known: Collection[int]) -> list[Alternative]:
        """Return what can be tapped in the place of something tapped, or before it; `known` taps are left out."""
        seen = {*known, *taps}
        found = []
        for cut in self.cuts(taps):
            for offer in offered(self.at_stage(cut.before, cut.stage), self.seat):
                if offer.tap not in seen:
                    seen.add(offer.tap)
                    changed = (*cut.before, offer.tap)
                    if cut.later:
                        changed = self.essential((*changed, *cut.later))
                    found.append(Alternative(offer, changed, cut.before, displaces=not set(taps) <= set(changed)))
        return found

    def cuts(self, taps: Sequence[int]) -> list[Cut]:
        """Return where a draft can be changed: the last tap of each stage; earlier ones while the answer must go on."""
        found = []
        for stage in range(taps[-1] // TAPS_PER_STAGE + 1 if taps else 0):
            later = tuple(tap for tap in taps if tap // TAPS_PER_STAGE > stage)
            places = [place for place, tap in enumerate(taps) if tap // TAPS_PER_STAGE == stage]
            for place in reversed(places or [len(taps) - len(later)]):
                cut = Cut(stage, tuple(taps[:place]), later)
                found.append(cut)
                now = self.at_stage(cut.before, cut.stage).position
                if now.rules.stop(now.now, self.seat) != NO_OPTION:
                    break
        return found

    # --- rubbing out ---------------------------------------------------------------------------------------------

    def essential(self, taps: Sequence[int]) -> tuple[int, ...]:
        """Leave out the taps that only end an answer, and those that are no longer possible."""
        kept: list[int] = []
        for tap in taps:
            try:
                now = self.at_stage(kept, tap // TAPS_PER_STAGE).position
                if tap % TAPS_PER_STAGE != now.rules.stop(now.now, self.seat):
                    self.draft([*kept, tap])
                    kept.append(tap)
            except Refusal:
                continue
        return tuple(kept)

    def without_cell(self, taps: Sequence[int], cell: str) -> tuple[int, ...]:
        """Rub out the taps that wrote a cell, and those that are no longer possible then; "" rubs out the last tap."""
        if not cell:
            return tuple(taps[:-1])
        rest = [tap for place, tap in enumerate(taps) if cell not in self._written(taps, place)]
        return self.essential(rest)

    def _written(self, taps: Sequence[int], place: int) -> set[str]:
        """Return the cells that a tap is made on or writes."""
        old, new = self.position_of(taps, place), self.draft(taps[: place + 1]).position
        own = old.rules.cell(old.now, self.seat, taps[place] % TAPS_PER_STAGE)
        return {own, *changes(old, new, self.seat)}


def draft_of(position: Position, seat: int, taps: Sequence[int]) -> Draft:
    """Return the draft of a seat that is asked; raise IllegalMove for a tap that is not allowed."""
    return Drafting(position, seat).draft(taps)
