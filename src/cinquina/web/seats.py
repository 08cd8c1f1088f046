"""Who sits at a table, as a screen shows it: names, who is here, what everybody is doing."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import lru_cache
from typing import Any, TypeVar

from cinquina.core import CHOICE, ROLL, Position, answers_at_once, bits, is_lot
from cinquina.locales import Words
from cinquina.table import words as telling
from cinquina.table.happenings import BOT, REAL, Seat
from cinquina.table.live import Live
from cinquina.table.room import Room
from cinquina.table.seated import SUBSTITUTE, Seated

KNOWN_NAMES = 1024
"""Tables whose names are not put together anew for every snapshot."""
LONGEST_AWAY = 86_400

Made = TypeVar("Made")


def names_of(words: Words, live: Seated) -> tuple[str, ...]:
    """The players as people call them: bots by their level."""
    return seat_names(words, tuple(place.seat for place in live.places))


@lru_cache(maxsize=KNOWN_NAMES)
def seat_names(words: Words, seats: tuple[Seat, ...]) -> tuple[str, ...]:
    """The names at these seats, told apart."""
    return telling.seat_names(tuple(name_at(words, seat) for seat in seats))


def name_at(words: Words, seat: Seat) -> str:
    """Who sits at a seat."""
    return telling.bot_name(words, seat.level or SUBSTITUTE) if seat.kind == BOT else seat.name


def acting_seat(live: Live, mine: list[int]) -> int:
    """The viewer's seat that is to act now; -1 when none is."""
    position = live.game.position
    own = [seat for seat in mine if not live.places[seat].is_bot]
    if live.ended:
        return -1
    if position.phase == CHOICE:
        return next((seat for seat in own if seat in position.waiting), -1)
    if position.phase == ROLL and not is_lot(position):
        if position.active in own:
            return position.active
        return own[0] if own and live.settings.dice == REAL else -1
    return -1


def needs_handover(live: Live, mine: list[int], seat: int) -> bool:
    """Whether the screen has to be passed on before a secret question is shown."""
    people = [other for other in mine if not live.places[other].is_bot]
    position = live.game.position
    if seat < 0 or len(people) < 2 or position.phase != CHOICE:
        return False
    return bits.count(position.opened.waiting) > 1 and len(set(people) & set(bits.members(position.opened.waiting))) > 1


def once(room: Room[Live], key: tuple[Any, ...], make: Callable[[], Made]) -> Made:
    """Something that depends on nothing but its key and on the state in which the open window opened."""
    opened = room.live.game.position.opened
    if room.lying is not opened:
        room.lying = opened
        room.pictures.clear()
    if key not in room.pictures:
        room.pictures[key] = make()
    made: Made = room.pictures[key]
    return made


def seem_to_choose(room: Room[Live], mine: Collection[int]) -> tuple[int, ...]:
    """The seats that are choosing, as far as the owner of some seats can tell.

    Where an answer may take several choices, another seat seems to choose until the window closes: the moment at which
    it finished would tell how many choices there were, a pass from a mark.
    """
    position = room.live.game.position

    def shows(seat: int) -> bool:
        return seat in mine or once(room, ("at-once", seat), lambda: answers_at_once(position, seat))

    return tuple(seat for seat in bits.members(position.opened.waiting) if seat in position.waiting or not shows(seat))


def told_seat(room: Room[Live], words: Words, seat: int, present: set[int]) -> dict[str, Any]:
    """One player: who, whether they are here, what they are doing."""
    live, position = room.live, room.live.game.position
    rules, place = position.rules, live.places[seat]
    here = place.seat.kind == BOT or seat in present
    return {
        "name": names_of(words, live)[seat],
        "kind": place.seat.kind,
        "level": place.level if place.is_bot else "",
        "mine": False,
        "here": here,
        "away": 0 if here else round(min(room.away(seat), LONGEST_AWAY)),
        "substitute": place.substitute,
        "state": state_of(position, seat, seem_to_choose(room, ())),
        "colour": rules.SIDE_COLOURS[rules.side(position.now, seat)] if rules.SIDE_COLOURS else "",
    }


def state_of(position: Position, seat: int, choosing: Collection[int]) -> str:
    """What a player is doing, in a word, where these seats seem to be choosing."""
    if position.phase == ROLL:
        return "throws" if seat == position.active else ""
    if position.phase != CHOICE:
        return ""
    if seat in choosing:
        return "chooses"
    return "chosen" if bits.has(position.opened.waiting, seat) else ""
