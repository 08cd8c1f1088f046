"""A draft: what a seat has pencilled for the dice on the table, before it inks it.

A draft is a sequence of taps. A tap is an option of the open window, or of a later window that opens before the next
throw: such as an entry beside the decision to keep the dice. Later windows are entered as if nobody else marked
anything. Nothing here is stored or shown to others.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

from cinquina.core import (
    CHOICE,
    NO_OPTION,
    Choice,
    IllegalMove,
    Position,
    after,
    after_stops,
    bits,
    faces_shown,
    legal_options,
    seen_by,
)

TAPS_PER_STAGE = 64
"""A tap is `stage * TAPS_PER_STAGE + option`; stage 0 is the open window, 1 the next one."""
MOST_KNOWN = 512
"""Steps between drafts that are kept; whoever taps more than this without inking pays for it in time, not in memory."""
Stages = tuple[tuple[int, ...], ...]
Made = TypeVar("Made")


class Steps:
    """What drafts of one seat from the same start lead to, computed once."""

    def __init__(self) -> None:
        self._made: dict[tuple[object, ...], Any] = {}

    def once(self, key: tuple[object, ...], make: Callable[[], Made]) -> Made:
        """Return what was made for a key, or make it."""
        if key not in self._made:
            made = make()
            if len(self._made) > MOST_KNOWN:
                self._made.clear()
            self._made[key] = made
        known: Made = self._made[key]
        return known


class Draft(NamedTuple):
    """A draft and the position it leads to if nobody else marks anything.

    `start` is the position without it; `opened` is the number of the window that the last stage belongs to.
    """

    start: Position
    position: Position
    stages: Stages
    opened: int
    steps: Steps
    """Shared by all drafts of the seat from this start: its `stages` tell them apart."""

    @property
    def stage(self) -> int:
        """The stage of the next tap."""
        return len(self.stages) - 1


class Ahead(NamedTuple):
    """What a seat inked for the next windows before the next throw: the taps there, and whether they mark anything."""

    taps: tuple[int, ...]
    marks: bool


NOTHING_AHEAD = Ahead((), marks=False)


class Offer(NamedTuple):
    """Something a seat can tap next: the tap, and the position in which its option is chosen."""

    tap: int
    option: int
    position: Position

    def cell(self, seat: int) -> str:
        """The cell to tap; empty where there is none."""
        return self.position.rules.cell(self.position.now, seat, self.option)


def no_draft(position: Position, seat: int) -> Draft:
    """Return the draft of a seat that has not tapped anything, in the position as the seat may see it."""
    view = seen_by(position, seat).position
    return Draft(view, view, ((),), view.window, Steps())


def with_tap(draft: Draft, seat: int, tap: int) -> Draft:
    """Add a tap, in the stage it belongs to; raise IllegalMove if it is not allowed."""
    stage, option = divmod(tap, TAPS_PER_STAGE)
    if stage < 0:
        raise IllegalMove("no-such-option", option=tap)
    draft = at_stage(draft, seat, stage)
    if draft.stage != stage:
        raise IllegalMove("draft-out-of-order")
    return with_option(draft, seat, option)


def at_stage(draft: Draft, seat: int, stage: int) -> Draft:
    """Go on to a later stage; raise IllegalMove if there is none."""
    while draft.stage < stage:
        draft = next_stage(draft, seat)
    return draft


def with_option(draft: Draft, seat: int, option: int) -> Draft:
    """Add an option; when it closes the window, the next stage begins if it asks the same seat."""
    return draft.steps.once((draft.stages, option), lambda: _with_option(draft, seat, option))


def _with_option(draft: Draft, seat: int, option: int) -> Draft:
    now = after(draft.position, Choice(seat, option))
    stages = (*draft.stages[:-1], (*draft.stages[-1], option))
    if now.window != draft.opened and is_asked(now, seat) and is_same_throw(draft.start, now):
        return draft._replace(position=now, stages=(*stages, ()), opened=now.window)
    return draft._replace(position=now, stages=stages)


def is_same_throw(before: Position, now: Position) -> bool:
    """Whether the same dice still lie, in the same turn."""
    return now.active == before.active and faces_shown(now) == faces_shown(before)


def goes_on(draft: Draft, seat: int) -> bool:
    """Whether the seat's answer is not complete: in the open window, or in a later one where it has begun."""
    begun = draft.stage == 0 or draft.stages[-1] != ()
    return begun and draft.position.window == draft.opened and is_asked(draft.position, seat)


def is_asked(position: Position, seat: int) -> bool:
    """Whether a seat has to choose."""
    return position.phase == CHOICE and seat in position.waiting


def stopped(draft: Draft, seat: int) -> Draft:
    """End the seat's answer in the open window without another mark; raise IllegalMove if it has to go on."""
    if draft.position.window != draft.opened or not is_asked(draft.position, seat):
        return draft
    stop = draft.position.rules.stop(draft.position.now, seat)
    if stop == NO_OPTION:
        raise IllegalMove("draft-unfinished")
    return with_option(draft, seat, stop)


def next_stage(draft: Draft, seat: int) -> Draft:
    """Go on to the next window, as if nobody else marked anything; raise IllegalMove if it does not ask the seat."""
    stages = len(draft.stages)
    draft = stopped(draft, seat)
    if len(draft.stages) > stages:
        return draft
    now = without_others(draft)
    if now.window == draft.opened or not is_asked(now, seat) or not is_same_throw(draft.start, now):
        raise IllegalMove("nothing-ahead")
    return draft._replace(position=now, stages=(*draft.stages, ()), opened=now.window)


def without_others(draft: Draft) -> Position:
    """Return the position once everybody else has passed; the same position where somebody cannot."""
    now = draft.position
    is_open = now.phase == CHOICE and now.window == draft.opened
    return (_once_stopped(draft) or now) if is_open else now


def _once_stopped(draft: Draft) -> Position | None:
    """Return the position once all who are asked have passed; None where somebody cannot."""
    return draft.steps.once(("stopped", draft.stages), lambda: after_stops(draft.position))


def after_the_throw(draft: Draft) -> Position:
    """Return the position once nobody does anything more with the dice; the same position where somebody cannot."""
    now: Position | None = draft.position
    while now and now.phase == CHOICE and is_same_throw(draft.start, now):
        now = _once_stopped(draft) if now is draft.position else after_stops(now)
    return now or draft.position


def offered(draft: Draft, seat: int) -> list[Offer]:
    """Return what a seat can tap next in the stage of a draft; ending the answer is not listed."""
    position = draft.position
    stop = position.rules.stop(position.now, seat)
    options = [option for option in bits.members(legal_options(position, seat)) if option != stop]
    return [Offer(draft.stage * TAPS_PER_STAGE + option, option, position) for option in options]


def passed_on(draft: Draft, seat: int) -> Draft:
    """End the seat's answers in all later windows before the next throw."""
    while True:
        try:
            draft = stopped(next_stage(draft, seat) if draft.stages[-1] else draft, seat)
        except IllegalMove:
            return draft


def taps_of(draft: Draft) -> list[int]:
    """Return the taps that lead to a draft, with everything that it added by itself."""
    return [stage * TAPS_PER_STAGE + option for stage, options in enumerate(draft.stages) for option in options]


def later_taps(draft: Draft) -> tuple[int, ...]:
    """Return the taps of a draft after the open window, as they will be once the next window is open."""
    return tuple(tap - TAPS_PER_STAGE for tap in taps_of(draft) if tap >= TAPS_PER_STAGE)


def changes(before: Position, now: Position, seat: int) -> dict[str, str]:
    """Return what was written on the sheet in use; an empty mark was removed."""
    sheet = before.rules.sheets_of(before.now, seat)[0]
    sheets = now.rules.sheets_of(now.now, seat)
    if sheet not in sheets:
        return {}
    old, new = before.marks(seat)[0], now.marks(seat)[sheets.index(sheet)]
    changed = dict(new.items() - old.items())
    if len(changed) > 1:
        changed = {cell: mark for cell, mark in new.items() if cell in changed}  # in the order of the sheet
    return changed | {cell: "" for cell in old if cell not in new} if old.keys() - new.keys() else changed
