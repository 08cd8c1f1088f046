"""Players as a page shows them: names, who has to act, what everybody is doing."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from typing import NamedTuple

from cinquina.bots.levels import LEVELS
from cinquina.core import CHOICE, ROLL, Position, bits, is_lot
from cinquina.core.record import BOT_PREFIX
from cinquina.locales import Words
from cinquina.table import words as telling
from cinquina.table.base import TableBase
from cinquina.table.dice_table import DiceTable
from cinquina.table.happenings import BOT, PERSON, REAL, Seat
from cinquina.table.hosted import HostedTable
from cinquina.web.protocol import SeatState

KNOWN_NAMES = 1024
"""Tables whose names are cached."""
LONGEST_AWAY = 86_400


class Viewpoint(NamedTuple):
    """A viewer: the seats they own, whether they are the host, and after how many seconds others count as away.

    `queued`: they are in for the next game. `prints` are the fingerprints of their keys.
    """

    mine: tuple[int, ...] = ()
    host: bool = False
    patience: float = 0.0
    queued: bool = False
    prints: tuple[str, ...] = ()


def names_of(words: Words, table: TableBase) -> tuple[str, ...]:
    """Return the players' names; bots without their level, which stands at their seat."""
    return seat_names(words, tuple(place.seat for place in table.places))


@lru_cache(maxsize=KNOWN_NAMES)
def seat_names(words: Words, seats: tuple[Seat, ...]) -> tuple[str, ...]:
    """Return distinct names for these seats."""
    return telling.player_names(words, tuple(name_at(seat) for seat in seats))


def seats_in(names: tuple[str, ...]) -> tuple[Seat, ...]:
    """Return the seats of a record, whose bots are named by their level."""
    return tuple(
        Seat(BOT, level=name.removeprefix(BOT_PREFIX)) if name.startswith(BOT_PREFIX) else Seat(PERSON, name)
        for name in names
    )


def name_at(seat: Seat) -> str:
    """Return who sits at a seat, as in a record."""
    return f"{BOT_PREFIX}{seat.level}" if seat.kind == BOT else seat.name


def level_name(words: Words, level: str) -> str:
    """Return the level of a bot in words; empty for a person and for a bot without a level."""
    return words(f"level.{level}") if level in LEVELS else ""


def away_seconds(hosted: HostedTable, seat: int) -> int:
    """Return for how long somebody has been away, as shown."""
    return round(min(hosted.told_away(seat), LONGEST_AWAY))


def acting_seat(table: DiceTable, mine: Collection[int]) -> int:
    """Return the viewer's seat that has to act, first the one whose turn it is; -1 when there is none."""
    position = table.game.position
    own = [seat for seat in mine if not table.places[seat].is_bot]
    if table.ended:
        return -1
    if position.phase == CHOICE:
        asked = [seat for seat in own if seat in position.waiting]
        return min(asked, key=lambda seat: (seat - position.active) % position.seats, default=-1)
    if position.phase == ROLL and not is_lot(position):
        if position.active in own:
            return position.active
        return own[0] if own and throws_for_bot(table) else -1
    return -1


def throws_for_bot(table: DiceTable) -> bool:
    """Whether somebody has to throw real dice for a bot."""
    return table.settings.dice == REAL and table.places[table.game.position.active].is_bot


def may_throw(table: DiceTable, mine: Collection[int]) -> bool:
    """Whether the owner of these seats may make the throw that is due; anybody at the table may enter real dice."""
    if table.ended or table.game.position.phase != ROLL or is_lot(table.game.position):
        return False
    entering = table.settings.dice == REAL and any(not table.places[seat].is_bot for seat in mine)
    return entering or acting_seat(table, mine) >= 0


def only(mine: Collection[int]) -> int:
    """Return the viewer's seat if there is exactly one, which is called "you"; else -1."""
    return next(iter(mine)) if len(mine) == 1 else -1


def needs_handover(table: DiceTable, mine: Collection[int], seat: int) -> bool:
    """Whether the screen has to be handed over before a secret question is shown."""
    people = [other for other in mine if not table.places[other].is_bot]
    position = table.game.position
    if seat < 0 or len(people) < 2 or position.phase != CHOICE or not table.settings.curtain:
        return False
    return bits.count(position.opened.waiting) > 1 and len(set(people) & set(bits.members(position.opened.waiting))) > 1


def state_of(position: Position, seat: int, choosing: Collection[int]) -> SeatState:
    """Return what a player is doing, given the seats that seem to be choosing."""
    if position.rules.is_out(position.now, seat) and position.phase in (ROLL, CHOICE):
        return "finished"
    if position.phase == ROLL:
        return "throws" if seat == position.active else ""
    if position.phase != CHOICE:
        return ""
    if seat in choosing:
        return "chooses"
    return "chosen" if bits.has(position.opened.waiting, seat) else ""
