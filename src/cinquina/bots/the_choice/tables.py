"""Tables of the value of a grid, worked out by `filling`."""

from __future__ import annotations

from functools import cache
from itertools import permutations
from typing import Any, NamedTuple

import numpy as np

from cinquina.bots.table_file import Progress
from cinquina.bots.the_choice import filling
from cinquina.bots.the_choice.filling import ALL, COLUMNS, MASKS, PLACES, THROWS, face_of_die, place_of
from cinquina.bots.the_choice.grids import NOWHERE, grids
from cinquina.core.bits import count, members
from cinquina.games import GAMES
from cinquina.games.the_choice import (
    CELLS_OF_COLOUR,
    CELLS_OF_NUMBER,
    COLOUR_OF,
    MOST_DICE,
    NAME,
    NUMBER_CELLS,
    NUMBERS,
)
from cinquina.sim.kernel import compiled

Values = np.ndarray[Any, np.dtype[np.float32]]
RULES = GAMES[NAME]
MOST_USES = 20_000
STEPS = 40
SAME_NUMBER = max(count(cells) for page in CELLS_OF_NUMBER for cells in page)
SAME_COLOUR = max(count(cells) for page in CELLS_OF_COLOUR for cells in page)


class Setting(NamedTuple):
    """What the value of a grid depends on."""

    page: int  # the printed grid
    after_grid: float = 0.0  # what may be had once the grid has ended; 0 on a second grid
    going_on: float = 1.0  # the chance that the game goes on after a throw
    active_part: float = 1.0  # in how large a part of the throws the player is active


def filled(setting: Setting, progress: Progress, shortest: int = 0) -> Values:
    """By path, arc and failures: the value of a grid once a throw has been marked on it.

    For a trial, shorter paths than `shortest` may be left out.
    """
    g = grids()
    values = np.zeros((g.paths, g.arcs, COLUMNS), np.float32)
    points = points_by_state()
    wanted = np.array([NUMBERS["dice"].usual[0], NUMBERS["dice_of_others"].usual[0]])
    whole = int(np.searchsorted(g.path_length, NUMBER_CELLS))
    shown = np.array([[place_of(dice, throw) for throw in range(THROWS)] for dice in range(MASKS)], np.int32)
    path = (g.path_after, path_cells(setting.page), orders(single=False), shown)
    ring = ring_uses(setting.page)
    room = (*room_for_uses(), np.zeros((PLACES, COLUMNS), np.float32), np.zeros(THROWS), np.zeros(ALL))
    fill = compiled(RULES, filling.fill)
    given = (values, points, setting.after_grid, setting.going_on, setting.active_part, wanted, whole)
    least = int(np.searchsorted(g.path_length, shortest))
    bounds = np.linspace(g.paths, least, STEPS + 1).astype(int)
    for step in range(STEPS):
        fill(*given, bounds[step + 1], bounds[step], path, ring, room)
        progress((step + 1) / STEPS)
    return values


@cache
def points_by_state() -> Values:
    """By path and arc: the points of a grid."""
    g = grids()
    ring = np.array(NUMBERS["ring_points"].usual, np.float32)[g.arc_length]
    path = np.array(NUMBERS["path_points"].usual, np.float32)[g.path_length]
    both: Values = path[:, None] + ring[None, :]
    return both


def orders(*, single: bool) -> Any:
    """By bit set of dice: the orders of its parts, three to an order; ended by NOWHERE. A part may be one die alone."""
    found: list[list[tuple[int, int, int]]] = [[] for _ in range(MASKS)]
    parts = [dice for dice in range(1, MASKS) if count(dice) == 1 or not single]
    for many in range(MOST_DICE + 1):
        for order in permutations(parts, many):
            if sum(map(count, order)) == count(sum(order)) and sum(order) < MASKS:
                one, two, three = (*order, 0, 0, 0)[:MOST_DICE]
                found[sum(order)].append((one, two, three))
    most = max(map(len, found)) + 1
    end = (NOWHERE, NOWHERE, NOWHERE)
    return np.array([[*some, *[end] * (most - len(some))] for some in found], np.int32)


def path_cells(page: int) -> Any:
    """By throw and bit set of dice: the number cells with their sum."""
    cells = np.full((THROWS, MASKS, SAME_NUMBER), NOWHERE, np.int32)
    for throw in range(THROWS):
        for dice in range(1, MASKS):
            total = sum(face_of_die(throw, die) + 1 for die in members(dice))
            for slot, cell in enumerate(members(CELLS_OF_NUMBER[page][total])):
                cells[throw, dice, slot] = cell
    return cells


def ring_cells(page: int) -> Any:
    """By throw and a single die, as a bit set: the ring cells of its colour."""
    cells = np.full((THROWS, MASKS, SAME_COLOUR), NOWHERE, np.int32)
    for throw in range(THROWS):
        for die in range(MOST_DICE):
            colour = COLOUR_OF[die][face_of_die(throw, die) + 1]
            for slot, cell in enumerate(members(CELLS_OF_COLOUR[page][colour])):
                cells[throw, 1 << die, slot] = cell
    return cells


def ring_uses(page: int) -> tuple[Any, Any, Any]:
    """By arc and bit set of dice where its uses begin; of each use the throw and the arc it leads to."""
    uses_of = compiled(RULES, filling.uses_of)
    begins, throws, places, total = [], [], [], 0
    for arc in range(grids().arcs):
        begun, thrown, reached = room_for_uses()
        found = uses_of(arc, orders(single=True), ring_cells(page), grids().arc_after, begun, thrown, reached)
        begins.append(begun + total)
        throws.append(thrown[:found])
        places.append(reached[:found])
        total += found
    return np.array(begins, np.int32), np.concatenate(throws), np.concatenate(places)


def room_for_uses() -> tuple[Any, Any, Any]:
    """Room for what `uses_of` finds."""
    return np.zeros(MASKS + 1, np.int32), np.zeros(MOST_USES, np.int32), np.zeros(MOST_USES, np.int32)
