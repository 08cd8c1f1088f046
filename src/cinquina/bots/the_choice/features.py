"""All a grid of The Choice can look like: its paths and its arcs numbered, and where a cross leads from each.

A path is known by its crossed cells and its head, an arc by its cells. Both are found by making every cross that the
rules allow, so no rule is repeated here. They are the same on all printed grids.
"""

from __future__ import annotations

from array import array
from functools import cache
from typing import Any, NamedTuple

from cinquina.core.bits import count, members
from cinquina.games.the_choice import (
    ALL_NUMBERS,
    ALL_RING,
    HEAD,
    HEAD_BITS,
    NUMBER_CELLS,
    RING_CELLS,
    open_numbers,
    open_ring,
)
from cinquina.sim.rows import shaped

NOWHERE = -1


class Grids(NamedTuple):
    """Paths and arcs by their numbers, the longest last; 0 is the empty one."""

    path_at: Any  # by crossed cells and head, `path_key`
    arc_at: Any  # by ring cells
    path_after: Any  # by path and number cell; NOWHERE if it cannot be crossed
    arc_after: Any  # by arc and ring cell
    path_length: Any
    arc_length: Any

    @property
    def paths(self) -> int:
        """How many paths there are."""
        return len(self.path_length)

    @property
    def arcs(self) -> int:
        """How many arcs there are."""
        return len(self.arc_length)


def path_key(crossed: int, path: int) -> int:
    """Return where a path stands in `path_at`: a path is known by its cells and its head."""
    return crossed << HEAD_BITS | path & HEAD


@cache
def grids() -> Grids:
    """Return all paths and arcs that the rules allow."""
    paths, path_after = _reached((0, 0), _paths_after, NUMBER_CELLS)
    arcs, arc_after = _reached(0, _arcs_after, RING_CELLS)
    path_at = array("i", [NOWHERE]) * (path_key(ALL_NUMBERS, HEAD) + 1)
    arc_at = array("i", [NOWHERE]) * (ALL_RING + 1)
    for number, (crossed, head) in enumerate(paths):
        path_at[path_key(crossed, head)] = number
    for number, ring in enumerate(arcs):
        arc_at[ring] = number
    path_length = array("i", [count(crossed) for crossed, _ in paths])
    arc_length = array("i", [count(ring) for ring in arcs])
    return Grids(path_at, arc_at, path_after, arc_after, path_length, arc_length)


def _reached(empty: Any, after: Any, cells: int) -> tuple[list[Any], Any]:
    """Return everything that can be reached from an empty one, cross by cross, and where each cross leads."""
    numbers, found, place = {empty: 0}, [empty], 0
    rows: list[int] = []
    while place < len(found):
        row = [NOWHERE] * cells
        for cell, then in after(found[place]):
            if then not in numbers:
                numbers[then] = len(found)
                found.append(then)
            row[cell] = numbers[then]
        rows += row
        place += 1
    return found, shaped("i", rows, (len(found), cells))


def _paths_after(path: tuple[int, int]) -> list[tuple[int, tuple[int, int]]]:
    crossed, head = path
    return [(cell, (crossed | 1 << cell, cell + 1)) for cell in members(open_numbers(crossed, head))]


def _arcs_after(ring: int) -> list[tuple[int, int]]:
    return [(cell, ring | 1 << cell) for cell in members(open_ring(ring))]
