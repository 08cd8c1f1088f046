"""What a hall does by itself around games: it begins and ends them, waits for people, tells who is away."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

from cinquina.core import Refusal
from cinquina.table.base import TableBase
from cinquina.table.happenings import Ended, Happening
from cinquina.table.hosted import NEARBY_SECONDS, HostedTable, Nudge
from cinquina.table.keys import new_seeds
from cinquina.table.refusals import DoneAlready, NotYours, Stale

if TYPE_CHECKING:
    from cinquina.table.hall import Hall

LOOK_SECONDS = 1.0
"""How often to look whether those who are awaited are still there."""
A_LITTLE = 0.2
"""Seconds after which a time is over for sure."""
NUDGE_SECONDS = 10.0
"""A player is nudged at most once in this time."""


def beginning(table: TableBase) -> Happening:
    """Begin the first game, unless it has begun."""
    if table.has_begun:
        raise DoneAlready
    return table.beginning(new_seeds())


def ending(table: TableBase) -> Happening:
    """End a table that has nothing more to offer, unless it has ended."""
    if not table.ends_itself():
        raise DoneAlready
    return Ended()


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
    if not table.ready or not table.is_over:
        raise DoneAlready
    return table.following_game(new_seeds())


def watch_absence(hall: Hall, hosted: HostedTable) -> None:
    """While somebody looks at a game, show in time who is away, and later that a bot may play instead."""
    if hosted.telling:
        hosted.telling.cancel()
    wait = _next_absence(hall, hosted)
    loop = asyncio.get_running_loop()
    hosted.telling = loop.call_later(wait + A_LITTLE, _tell_absence, hall, hosted) if wait else None


def _tell_absence(hall: Hall, hosted: HostedTable) -> None:
    hosted.told_at = time.monotonic()
    hall.notify(hosted)
    watch_absence(hall, hosted)


def _next_absence(hall: Hall, hosted: HostedTable) -> float:
    """Return after how many seconds somebody will count as away, or as away for long; 0 when there is nobody."""
    table = hosted.table
    if not hosted.viewers or not table.has_begun or table.ended:
        return 0.0
    times = [hosted.away(seat) for seat, place in enumerate(table.places) if place.is_seated and not place.substitute]
    waits = [end - away for away in times if away for end in (NEARBY_SECONDS, hall.patience)]
    return min((wait for wait in waits if wait > 0), default=0.0)


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
