"""The final points to expect in Qwixx, and their variance. In the plain subset of the rules."""

from typing import Any

from cinquina.bots.qwixx.values import SOLO, Tables, expected_score
from cinquina.sim.loops import MOST


def expect_points(s: Any, tables: Tables, found: Any) -> None:
    """What every seat will have at the end, before a throw."""
    for seat in range(s.seats):
        found[MOST + seat] = expected_score(s, seat, SOLO, tables)
        found[2 * MOST + seat] = 1.0 if s.seats == 1 else -1.0
