"""All throws of five dice, and what may be made of four: derived from the rules, for loops over every throw there is.

A *rest* is the four dice beside the fifth. A *duo* is a pair of rows, the lower first, that two sums cross.
"""

from __future__ import annotations

from itertools import combinations_with_replacement, product
from math import factorial, prod

from cinquina.core import bits, opening
from cinquina.games import GAMES
from cinquina.games.extra import (
    DICE,
    FACES,
    LEAST_SUM,
    PAIR,
    ROWS,
    THROWN,
    WAYS,
    State,
    beside,
    land,
    one_sum,
    other_sum,
    set_apart,
)

Rest = tuple[int, ...]

_rests = tuple(combinations_with_replacement(range(1, FACES + 1), len(DICE) - 1))
_start = opening(GAMES["extra"], 1, {}).now
DUOS = tuple((low, high) for low in range(ROWS) for high in range(low, ROWS))
DUO_OF_ROWS = tuple(
    tuple(DUOS.index((min(one, other), max(one, other))) for other in range(ROWS)) for one in range(ROWS)
)
THROWS, RESTS, DUO_COUNT = len(THROWN), len(_rests), len(DUOS)
ALL_WAYS = FACES ** len(DICE)
"""How many ways five dice may fall; the sum of all WEIGHTs."""


def lying(dice: tuple[int, ...]) -> State:
    """Return a position in which a throw has just landed."""
    s = _start.copy()
    assert isinstance(s, State)
    land(s, dice)
    return s


def ways_to_fall(dice: tuple[int, ...]) -> int:
    """Return the number of ways in which five dice show these faces."""
    return factorial(len(DICE)) // prod(factorial(dice.count(face)) for face in range(1, FACES + 1))


def rests_of(dice: tuple[int, ...]) -> tuple[int, ...]:
    """Return by face the place of the rest when that face is set apart; -1 if it does not lie there."""
    return tuple(_rests.index(beside(dice, face)) if face in dice else -1 for face in range(1, FACES + 1))


def duos_of(rest: Rest) -> tuple[int, ...]:
    """Return the duos of a rest, one for each way to pair its dice; ways that are alike give the same duo again."""
    s, found = lying((*rest, FACES)), []
    set_apart(s, 0, PAIR - 1)
    for option in bits.members(s.options[0]):
        one, other = one_sum(s, 0, option - PAIR) - LEAST_SUM, other_sum(s, 0, option - PAIR) - LEAST_SUM
        found.append(DUOS.index((min(one, other), max(one, other))))
    return tuple((found * WAYS)[:WAYS])


WEIGHT = tuple(ways_to_fall(dice) for dice in THROWN)
FACES_OF = tuple(lying(dice).faces for dice in THROWN)
"""By throw: the faces that lie, as a bit set."""
REST_OF = tuple(rests_of(dice) for dice in THROWN)
DUOS_OF = tuple(duos_of(rest) for rest in _rests)


def places_of_throws() -> list[int]:
    """Return the place of the throw for each way in which five dice may fall, the last die counting fastest."""
    where = {dice: place for place, dice in enumerate(THROWN)}
    return [where[tuple(sorted(dice))] for dice in product(range(1, FACES + 1), repeat=len(DICE))]
