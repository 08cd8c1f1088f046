"""What a page is told about coming and going: who came or went, who is awaited, what the viewer may do about it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from math import ceil

from msgspec.structs import replace

from cinquina.locales import Words
from cinquina.table.base import TableBase
from cinquina.table.hosted import HostedTable
from cinquina.table.places import Coming
from cinquina.web.protocol import Abilities, LogTurn, NextView, NudgeView
from cinquina.web.seats import Viewpoint, names_of, seat_names


def with_comings(words: Words, table: TableBase, turns: Sequence[LogTurn], who: Viewpoint) -> list[LogTurn]:
    """Return the log with what is told to a viewer about people who came or went."""
    told = [LogTurn(coming.number, -1, told_coming(words, coming, who), {}, []) for coming in table.comings]
    return sorted([*turns, *told], key=lambda turn: turn.n) if told else list(turns)


def told_coming(words: Words, coming: Coming, who: Viewpoint) -> str:
    """Word who came or went; a viewer with one seat or none is called "you"."""
    own = len(who.mine) <= 1 and coming.owner in who.prints
    other = seat_names(words, coming.before)[coming.seat] if coming.before else ""
    return words(f"came.{coming.key}{'-you' if own else ''}", name=coming.name, other=other)


def newest_coming(words: Words, table: TableBase, turns: Sequence[LogTurn], who: Viewpoint) -> str:
    """Return who came or went last, if nothing was thrown or marked since then."""
    last = table.comings[-1] if table.comings else None
    if last is None or (turns and turns[-1].n > last.number):
        return ""
    return told_coming(words, last, who)


def next_view(words: Words, hosted: HostedTable, mine: Collection[int]) -> NextView | None:
    """Return who is awaited for the next game; None while nobody is ready for it."""
    table = hosted.table
    if not table.ready or table.ended:
        return None
    names, ready = names_of(words, table), any(table.places[seat].key in table.ready for seat in mine)
    return NextView([names[seat] for seat in hosted.awaited], ceil(hosted.seconds_to_next), ready)


def nudge_view(hosted: HostedTable, mine: Collection[int]) -> NudgeView | None:
    """Return the newest request to the viewer to go on."""
    nudges = [hosted.nudges[seat] for seat in mine if seat in hosted.nudges]
    if not nudges:
        return None
    newest = max(nudges, key=lambda nudge: nudge.at)
    return NudgeView(newest.times, newest.name)


def coming_abilities(can: Abilities, table: TableBase, mine: Collection[int], *, queued: bool) -> Abilities:
    """Add what a viewer may do about their seat: sit down, be in for the next game, come back, leave."""
    if table.ended:
        return replace(can, again=bool(mine) and table.is_closed)
    seated = [seat for seat in mine if table.places[seat].is_seated]
    can_sit = not mine and any(map(table.can_be_taken, range(len(table.places))))
    return replace(
        can,
        sit=can_sit,
        queue=not mine and not can_sit and not queued and table.takes_more,
        leave=([-1] if queued else seated) if table.can_be_left else [],
        back=[seat for seat in mine if table.places[seat].is_free or table.places[seat].substitute],
    )


def may_go_on(table: TableBase, mine: Collection[int], *, host: bool) -> bool:
    """Whether the viewer may begin the next game, or be ready for it: once, but the host may begin without the rest."""
    seated = [table.places[seat] for seat in mine if table.places[seat].is_seated]
    ready = any(place.key in table.ready for place in seated)
    return bool(seated) and not table.ended and table.is_over and (not ready or host or not table.host_sits)
