"""What a seat sees of many games at once, and how it stands in them, in the plain subset of the rules."""

from typing import Any, NamedTuple

from cinquina.core.state import OVER
from cinquina.sim.placeholders import score
from cinquina.sim.together import state_at

AT_ONCE, BYTE = 8, 8
"""An observation is written this many entries at a time; an entry has this many bits."""
EACH = sum(1 << number * BYTE for number in range(AT_ONCE))
LEAST, MOST = -128, 127
"""The range of an entry; a larger number is written as MOST."""
POINTS, WIN, MARGIN = 0, 1, 2


class Looks(NamedTuple):
    """Where to find what a seat sees in the integers of a state, and where to write it.

    `naming` are the integers that name seats. Up to eight entries that lie side by side in an integer, from a shift on,
    are one group; `group_wanted` has as many ones in the byte of each entry as the entry has bits. Every other entry is
    an integer, shifted and masked.
    """

    naming: Any
    group_words: Any
    group_shifts: Any
    group_wanted: Any
    group_at: Any
    words: Any
    shifts: Any
    masks: Any
    at: Any


class Stance(NamedTuple):
    """How the standing of a seat is measured: by POINTS, WIN or MARGIN; and the side of every seat."""

    seat: int
    sides: Any
    reward: int
    illegal: float
    """The reward for an illegal option."""


class SeatReport(NamedTuple):
    """What a seat learns of every game: its options, its standing at its last reward, its reward, the scores, and what
    it sees.

    `flags` and `seen` are rows one after the other, with AT_ONCE numbers more at the end: a write may reach further
    than its row, and what follows overwrites that.
    """

    masks: Any
    stands: Any
    rewards: Any
    scores: Any
    flags: Any
    seen: Any


def tell_all(words: Any, looks: Looks, named: Any, stance: Stance, chosen: Any, report: SeatReport) -> None:
    """Write into `report` how a seat stands in every state, whose integers lie in rows; `named` is scratch space."""
    choices = (len(report.flags) - AT_ONCE) // len(words)
    entries = (len(report.seen) - AT_ONCE) // len(words)
    for place in range(len(words)):
        now = stands_in(state_at(words, place), stance, report.scores[place])
        report.rewards[place] = 0.0 if chosen.renewed[place] else stance.illegal
        if chosen.is_legal[place]:
            report.rewards[place] = now - report.stands[place]
            report.stands[place] = now
        spread(report.masks[place], choices, report.flags, place * choices)
        name_seats(words, place, looks, named)
        see(words, place, looks, report.seen, place * entries)
        for number in range(len(named)):
            words[place, looks.naming[number]] = named[number]


def spread(options: int, choices: int, flags: Any, first: int) -> None:
    """Write the options of a bit set as zeros and ones."""
    for option in range(0, choices, AT_ONCE):
        put(flags, first + option, deposited(options >> option, EACH))


def name_seats(words: Any, place: int, looks: Looks, named: Any) -> None:
    """Replace integers that name a seat by bit sets, and keep the integers in `named`."""
    for number in range(len(named)):
        named[number] = words[place, looks.naming[number]]
        words[place, looks.naming[number]] = 1 << named[number] + 1 >> 1


def see(words: Any, place: int, looks: Looks, seen: Any, first: int) -> None:
    """Write what a seat sees of a state; see `Observer`."""
    for group in range(len(looks.group_at)):
        part = words[place, looks.group_words[group]] >> looks.group_shifts[group]
        put(seen, first + looks.group_at[group], deposited(part, looks.group_wanted[group]))
    for entry in range(len(looks.at)):
        part = words[place, looks.words[entry]] >> looks.shifts[entry] & looks.masks[entry]
        seen[first + looks.at[entry]] = max(LEAST, min(MOST, part))


def deposited(word: int, places: int) -> int:
    """Return a word with its lowest bits moved to the places where another word has ones."""
    found = 0
    while places:
        if word & 1:
            found |= places & -places
        word >>= 1
        places &= places - 1
    return found


def put(seen: Any, at: int, word: int) -> None:
    """Write the bytes of a word, the lowest first; no byte has its highest bit."""
    for number in range(AT_ONCE):
        seen[at + number] = word >> number * BYTE & (1 << BYTE) - 1


def stands_in(s: Any, stance: Stance, scores: Any) -> float:
    """Return the standing of a seat; a win counts at the end, and is 0 before it."""
    if stance.reward == WIN and s.phase != OVER:
        return 0.0
    for seat in range(s.seats):
        scores[seat] = score(s, seat)
    return standing(scores, stance)


def standing(scores: Any, stance: Stance) -> float:
    """Return the points of a seat, its part of the win, or its lead over the best other side."""
    if stance.reward == POINTS:
        return float(scores[stance.seat])
    sides, side = stance.sides, stance.sides[stance.seat]
    lead, sharing = UNBEATEN, 1
    for seat in range(len(scores)):
        if sides[seat] != side and is_first(sides, seat):
            lead = min(lead, scores[stance.seat] - scores[seat])
            sharing += int(scores[stance.seat] == scores[seat])
    if stance.reward == MARGIN:
        return float(lead)
    return 1 / sharing if lead >= 0 else 0.0


UNBEATEN = 1 << 40
"""More than any lead."""


def is_first(sides: Any, seat: int) -> bool:
    """Return whether no seat before this one is on its side."""
    first = seat
    for other in range(seat):
        if sides[other] == sides[seat]:
            first = min(first, other)
    return first == seat
