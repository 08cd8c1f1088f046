"""Hints at a live table: checked, stored that somebody asked, found beside the event loop, shown to the seat alone."""

from __future__ import annotations

import logging
from contextlib import suppress
from typing import TYPE_CHECKING

from cinquina.table.hint_desk import SeatHint
from cinquina.table.hinting import Asked, asked_of
from cinquina.table.hosted import HostedTable
from cinquina.table.refusals import DoneAlready

if TYPE_CHECKING:
    from cinquina.table.hall import Hall

log = logging.getLogger(__name__)


async def give_hint(hall: Hall, hosted: HostedTable, key: str, seat: int, click: int, once: str) -> None:
    """Begin to look for a hint for what a seat has pencilled; raise Refusal if it gets none."""
    table = hosted.table
    table.check_hint(key, seat, click)
    known, taps = hosted.hints.get(seat), hosted.drafts.taps(seat)
    if known and known.taps == taps and (known.found or known.is_coming):
        return
    hosted.hint_rates[seat].count()
    if not table.has_hint(seat):
        with suppress(DoneAlready):
            await hall.do(hosted, lambda now: now.hint(key, seat, click), once)
    moment = table.draft_moment(seat)
    if moment is None:
        return
    if seat in hosted.hints:
        hosted.hints.pop(seat).cancel()
    asked = asked_of(hosted.drafts.drafting(seat), hosted.drafts.taps(seat))
    hint = hosted.hints[seat] = SeatHint(moment, hosted.drafts.taps(seat))
    hint.task = hall.run(look_for_hint(hall, hosted, hint, asked))


async def look_for_hint(hall: Hall, hosted: HostedTable, hint: SeatHint, asked: Asked) -> None:
    """Find a hint, show it, then find a better one if there is one."""
    desk = hall.hint_desk
    try:
        hint.found = await desk.first(asked)
        hint.is_coming = desk.worker is not None and not hint.found.final
        hall.show(hosted, asked.seat)
        if hint.is_coming:
            hint.found = await desk.better(asked) or hint.found
    except Exception:  # the seat is told, and nothing else at the table depends on it
        log.exception("no hint could be found at %s", hosted.code)
    finally:
        if hint.is_coming:
            hint.is_coming = False
            hall.show(hosted, asked.seat)
