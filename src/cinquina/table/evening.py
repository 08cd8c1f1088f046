"""What a hall does between people: it begins the next game when they are ready, and passes on a nudge."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

from cinquina.core import Refusal
from cinquina.table.base import DoneAlready, NotYours, Stale, TableBase
from cinquina.table.happenings import Happening
from cinquina.table.hosted import NEARBY_SECONDS, HostedTable, Nudge
from cinquina.table.keys import new_seeds

if TYPE_CHECKING:
    from cinquina.table.hall import Hall

LOOK_SECONDS = 1.0
"""How often to look whether those who are awaited are still there."""
A_LITTLE = 0.2
"""Seconds after which a time is over for sure."""
NUDGE_SECONDS = 10.0
"""A player is nudged at most once in this time."""


def wait_for_ready(hall: Hall, hosted: HostedTable) -> None:
    """Begin the next game in the background when everybody is ready, or some time after the first one is."""
    is_waiting = hosted.beginning is not None and not hosted.beginning.done()
    if hosted.table.ready and not hosted.table.ended and not is_waiting:
        hosted.beginning = hall.run(_begin_when_ready(hall, hosted))


async def _begin_when_ready(hall: Hall, hosted: HostedTable) -> None:
    while hosted.table.ready and not hosted.table.ended:
        wait = hosted.seconds_to_next if hosted.awaited else 0.0
        if wait > 0:
            await asyncio.sleep(min(wait, LOOK_SECONDS))
            continue
        try:
            await hall.do(hosted, _next_game)
        except Refusal:  # somebody was faster, or the store is unreachable
            await asyncio.sleep(LOOK_SECONDS)


def _next_game(table: TableBase) -> Happening:
    """Begin the next game, unless it has begun."""
    if not table.ready:
        raise DoneAlready
    return table.following_game(new_seeds())


async def tell_absence(hall: Hall, hosted: HostedTable) -> None:
    """Show everybody, when the time has come, that a player is away, and later that a bot may play instead."""
    for seconds in (NEARBY_SECONDS, hall.patience - NEARBY_SECONDS):
        await asyncio.sleep(max(0.0, seconds) + A_LITTLE)
        hall.notify(hosted)


def nudge(hosted: HostedTable, key: str, seat: int) -> None:
    """Ask a player who keeps the others waiting to go on; their page shows it, now or when it is opened again."""
    table, own = hosted.table, hosted.table.seats_of(key)
    if not own:
        raise NotYours("not-your-table")
    if table.ended or seat in own or seat not in table.waited_for():
        raise Stale("nobody-to-nudge")
    last, now = hosted.nudges.get(seat), time.monotonic()
    if last and now - last.at < NUDGE_SECONDS:
        raise Stale("nudged-already")
    hosted.nudges[seat] = Nudge(last.times + 1 if last else 1, table.places[own[0]].seat.name, now)
