"""Judging a board by its lines, without having learned anything. The same source runs plain and compiled."""

from typing import Any

from cinquina.bots.sequence_dice.values import LENGTHS, SHORTEST, THROWS, WAYS
from cinquina.core.bits import count, has, lowest
from cinquina.games.sequence_dice import MOST, SPACES, SPACES_OF, STARTS, STEPS, opponents_chips, sides

Masks = tuple[int, ...]


def _winning(length: int) -> Masks:
    """Return the spaces of every line of this many."""
    found = []
    for direction, step in enumerate(STEPS):
        for start in range(SPACES):
            if has(STARTS[length][direction], start) and start + (length - 1) * step < SPACES:
                found.append(sum(1 << start + place * step for place in range(length)))
    return tuple(found)


_BY_LENGTH = tuple(_winning(SHORTEST + place) for place in range(LENGTHS))
LINE_COUNT = tuple(len(lines) for lines in _BY_LENGTH)
WINNING = tuple((*lines, *(0,) * (max(LINE_COUNT) - len(lines))) for lines in _BY_LENGTH)
"""By length, the shortest first: the spaces of every line that wins; LINE_COUNT has the number of lines."""

WAYS_ONTO = tuple(
    sum(WAYS[total] for total in range(MOST + 1) if has(SPACES_OF[total], space)) for space in range(SPACES)
)
"""By space: the number of throws, of all there are, that show its number."""

GROWTH = 4.0  # a line is worth this many times more with each further chip
CERTAIN = 1e12  # more than any board is worth


def promise(s: Any, team: int, likely: bool) -> float:
    """Return how much the lines promise to a side on which no other has a chip.

    The more chips it has on a line the better; or, where `likely`, the easier it is to throw what is missing.
    """
    others = opponents_chips(s, team)  # the first seat of a side has its number
    total = 0.0
    for line in range(LINE_COUNT[s.length - SHORTEST]):
        spaces = WINNING[s.length - SHORTEST][line]
        if spaces & others == 0:
            own = spaces & s.chips[team]
            total += likelihood(s, spaces & ~own) if likely else GROWTH ** count(own)
    return total


def likelihood(s: Any, spaces: int) -> float:
    """Return how likely it is to throw onto all of these spaces with a throw for each."""
    product = 1.0
    while spaces:
        product *= (WAYS_ONTO[lowest(spaces)] + WAYS[s.wild]) / THROWS
        spaces &= spaces - 1
    return product


def balance(s: Any, team: int, likely: bool) -> float:
    """Return what the lines promise to a side, less what they promise to another on average."""
    total = promise(s, team, likely)
    for other in range(sides(s)):
        if other != team:
            total -= promise(s, other, likely) / (sides(s) - 1)
    return total
