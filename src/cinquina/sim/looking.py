"""What a seat sees of many games at once, and how it stands in them, in the plain subset of the rules."""

from typing import Any, NamedTuple

from cinquina.core.state import OVER
from cinquina.sim.placeholders import score
from cinquina.sim.together import state_at

AT_ONCE, BYTE = 8, 8
"""So many entries of an observation are written at once, each of so many bits."""
EACH = sum(1 << number * BYTE for number in range(AT_ONCE))
LEAST, MOST = -128, 127
"""What an entry can be at all; a larger number is written as MOST."""
POINTS, WIN, MARGIN = 0, 1, 2


class Looks(NamedTuple):
    """What is seen of the integers of a state, where it is written, and which integers name a seat.

    Groups of up to eight small entries lie side by side in an integer from a shift on; of each of them the ones in the
    bytes of a word are wanted. Other entries are a part of an integer, a shift and a mask.
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
    """How a seat's standing is told: by POINTS, WIN or MARGIN, which are numbers here; the side of every seat."""

    seat: int
    sides: Any
    reward: int
    illegal: float
    """What an illegal option costs."""


class Told(NamedTuple):
    """What a seat is told of every game: what it may choose, how it stood when it was last told what it has earned, and
    that, the scores, and what it sees.

    `flags` and `seen` are rows one after the other, and AT_ONCE numbers more: what is written at once may be too much,
    and is overwritten by what follows.
    """

    masks: Any
    stands: Any
    rewards: Any
    scores: Any
    flags: Any
    seen: Any


def tell_all(words: Any, looks: Looks, named: Any, stance: Stance, chosen: Any, told: Told) -> None:
    """Tell a seat of states with these integers in rows; `named` is room for the integers that name a seat."""
    choices = (len(told.flags) - AT_ONCE) // len(words)
    entries = (len(told.seen) - AT_ONCE) // len(words)
    for place in range(len(words)):
        now = stands_in(state_at(words, place), stance, told.scores[place])
        told.rewards[place] = 0.0 if chosen.renewed[place] else stance.illegal
        if chosen.is_legal[place]:
            told.rewards[place] = now - told.stands[place]
            told.stands[place] = now
        spread(told.masks[place], choices, told.flags, place * choices)
        name_seats(words, place, looks, named)
        see(words, place, looks, told.seen, place * entries)
        for number in range(len(named)):
            words[place, looks.naming[number]] = named[number]


def spread(options: int, choices: int, flags: Any, first: int) -> None:
    """Write the options of a bit set as zeros and ones."""
    for option in range(0, choices, AT_ONCE):
        put(flags, first + option, deposited(options >> option, EACH))


def name_seats(words: Any, place: int, looks: Looks, named: Any) -> None:
    """Make sets of the integers that name a seat, which are kept in `named`."""
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
    """The lowest bits of a word at the places of the ones of another."""
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
    """How a seat stands in a state; a win counts at the end, so nothing is scored before it."""
    if stance.reward == WIN and s.phase != OVER:
        return 0.0
    for seat in range(s.seats):
        scores[seat] = score(s, seat)
    return standing(scores, stance)


def standing(scores: Any, stance: Stance) -> float:
    """How a seat stands with the scores of all: its points, the win or its part of it, or what it has more than the
    best other side."""
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
    """Whether no seat before this one is on its side."""
    first = seat
    for other in range(seat):
        if sides[other] == sides[seat]:
            first = min(first, other)
    return first == seat
