"""Events as text: `roll 3 4`, `begins 1`, `0 r5`. Everything written here can be parsed here."""

from __future__ import annotations

from cinquina.core import bits
from cinquina.core.position import (
    Choice,
    Event,
    IllegalMove,
    Position,
    Roll,
    check_phase,
    check_seat,
    is_lot,
    legal_options,
)
from cinquina.core.text import shortened

ROLL_WORD = "roll"
BEGINS_WORD = "begins"
MOST_DIGITS = 3
"""The maximum number of digits in an event."""


def spell_event(position: Position, event: Event) -> str:
    """Return the line for an event in a position."""
    if isinstance(event, Choice):
        return f"{event.seat} {position.rules.spell(position.now, event.seat, event.option)}"
    if is_lot(position):
        return f"{BEGINS_WORD} {event.faces[0] - 1}"
    return " ".join([ROLL_WORD, *map(str, event.faces)])


def parse_event(position: Position, line: str) -> Event:
    """Parse a line into an event, or raise IllegalMove; whether the event is legal is checked by `after`."""
    word, _, rest = line.partition(" ")
    if word == BEGINS_WORD:
        if not is_lot(position):
            raise IllegalMove("no-lot-now")
        return Roll((parse_number(rest) + 1,))
    if word == ROLL_WORD:
        check_phase(position, Roll(()))
        if is_lot(position):
            raise IllegalMove("lot-first")
        return Roll(tuple(parse_number(face) for face in rest.split()))
    seat = parse_number(word)
    check_phase(position, Choice(seat, 0))
    check_seat(position, seat)
    return Choice(seat, parse_option(position, seat, rest))


def parse_number(text: str) -> int:
    """Parse a small non-negative number in plain digits, or raise IllegalMove."""
    if not (text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS):
        raise IllegalMove("not-a-number", text=shortened(text))
    return int(text)


def parse_option(position: Position, seat: int, text: str) -> int:
    """Parse an option of a seat, legal or not, or raise IllegalMove; legal options take precedence."""
    rules, state = position.rules, position.now
    legal = legal_options(position, seat)
    rest = [option for option in range(rules.CHOICES) if not bits.has(legal, option)]
    for option in [*bits.members(legal), *rest]:
        if rules.spell(state, seat, option) == text:
            return option
    raise IllegalMove("no-such-spelling", text=shortened(text))


def spelled_options(position: Position, seat: int) -> list[str]:
    """Return the texts of a seat's legal options."""
    return [position.rules.spell(position.now, seat, option) for option in bits.members(legal_options(position, seat))]
