"""An estimate of what a row may still come to, by a formula: for the bots without learned tables, and for numbers of
the game that no tables are for.

A row is crossed in a throw with a chance of its own, the same in all throws to come, so its further crosses are
Poisson's.
"""

from math import exp
from typing import Any

from cinquina.bots.extra.dice import ALL_WAYS, DUOS, DUOS_OF, REST_OF, THROWS, WEIGHT
from cinquina.games.extra import ROW_LENGTH, ROWS

COUNTS = max(max(lengths) for lengths in ROW_LENGTH) + 1
"""A row can have this many numbers of crosses, from none to all."""
USED = 0.35
"""The part of the throws that could cross a row in which it is crossed."""


def can_cross(throw: int, row: int) -> bool:
    """Return whether a throw can be made to cross a row."""
    rests = (rest for rest in REST_OF[throw] if rest >= 0)
    return any(row in DUOS[duo] for rest in rests for duo in DUOS_OF[rest])


CROSSED = tuple(
    USED * sum(WEIGHT[throw] for throw in range(THROWS) if can_cross(throw, row)) / ALL_WAYS for row in range(ROWS)
)
"""By row: the chance that a throw crosses it, if that is wanted."""


def weigh_by_hand(stage: int, crosses: Any, points: Any, worth: Any) -> None:
    """Write the worth of each row as it is, with one cross more and with two; 0 for a row without crosses."""
    for row in range(ROWS):
        mean = CROSSED[row] * (stage + 1)
        for more in range(3):
            chance = exp(-mean)
            rest = 1.0
            expected = 0.0
            for further in range(COUNTS - 1 - more):
                expected += chance * points[(more + further) * ROWS + row]
                rest -= chance
                chance *= mean / (further + 1)
            expected += rest * points[(COUNTS - 1) * ROWS + row]
            worth[more * ROWS + row] = expected if crosses[more * ROWS + row] else 0.0
