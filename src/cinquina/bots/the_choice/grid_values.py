"""Tables of the value of a grid, computed by `backward_induction`."""

from __future__ import annotations

from functools import cache
from itertools import permutations
from typing import Any, NamedTuple

import numpy as np

from cinquina.bots.table_file import Progress
from cinquina.bots.the_choice import backward_induction
from cinquina.bots.the_choice.backward_induction import (
    ALL,
    COLUMNS,
    MASKS,
    PLACES,
    THROWS,
    Growth,
    Scratch,
    Terms,
    Uses,
    Ways,
    face_of_die,
    place_of,
)
from cinquina.bots.the_choice.features import NOWHERE, Grids, grids
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
from cinquina.sim.arrays import arrays_of
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


@cache
def grid_arrays() -> Grids:
    """Return all paths and arcs, as compiled code wants them."""
    return arrays_of(grids())


def filled(setting: Setting, progress: Progress, shortest: int = 0) -> Values:
    """Return the value of a grid once a throw has been marked on it, by path, arc and failures.

    For a trial, shorter paths than `shortest` may be left out.
    """
    g = grid_arrays()
    values = np.zeros((g.paths, g.arcs, COLUMNS), np.float32)
    terms, growth = terms_of(setting), growth_of(setting.page)
    scratch = Scratch(scratch_for_uses(), np.zeros((PLACES, COLUMNS), np.float32), np.zeros(THROWS), np.zeros(ALL))
    fill = compiled(RULES, backward_induction.fill)
    least = int(np.searchsorted(g.path_length, shortest))
    bounds = np.linspace(g.paths, least, STEPS + 1).astype(int)
    for step in range(STEPS):
        fill(values, points_by_state(), terms, growth, scratch, (int(bounds[step + 1]), int(bounds[step])))
        progress((step + 1) / STEPS)
    return values


def terms_of(setting: Setting) -> Terms:
    """Return what the grid of a setting is played for."""
    wanted, of_others = NUMBERS["dice"].usual[0], NUMBERS["dice_of_others"].usual[0]
    whole = int(np.searchsorted(grid_arrays().path_length, NUMBER_CELLS))
    return Terms(setting.after_grid, setting.going_on, setting.active_part, wanted, of_others, whole)


def growth_of(page: int) -> Growth:
    """Return how a printed grid grows."""
    path = Ways(orders(single=False), path_cells(page), grid_arrays().path_after)
    shown = np.array([[place_of(dice, throw) for throw in range(THROWS)] for dice in range(MASKS)], np.int32)
    return Growth(path, ring_uses(page), shown)


@cache
def points_by_state() -> Values:
    """Return the points of a grid by path and arc."""
    g = grid_arrays()
    ring = np.array(NUMBERS["ring_points"].usual, np.float32)[g.arc_length]
    path = np.array(NUMBERS["path_points"].usual, np.float32)[g.path_length]
    both: Values = path[:, None] + ring[None, :]
    return both


def orders(*, single: bool) -> Any:
    """Return by bit set of dice the orders of its parts, three to an order, ended by NOWHERE; a part may be one die."""
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
    """Return the number cells with the sum of some dice, by throw and bit set of dice."""
    cells = np.full((THROWS, MASKS, SAME_NUMBER), NOWHERE, np.int32)
    for throw in range(THROWS):
        for dice in range(1, MASKS):
            total = sum(face_of_die(throw, die) + 1 for die in members(dice))
            for slot, cell in enumerate(members(CELLS_OF_NUMBER[page][total])):
                cells[throw, dice, slot] = cell
    return cells


def ring_cells(page: int) -> Any:
    """Return the ring cells of the colour of a die, by throw and die (as a bit set)."""
    cells = np.full((THROWS, MASKS, SAME_COLOUR), NOWHERE, np.int32)
    for throw in range(THROWS):
        for die in range(MOST_DICE):
            colour = COLOUR_OF[die][face_of_die(throw, die) + 1]
            for slot, cell in enumerate(members(CELLS_OF_COLOUR[page][colour])):
                cells[throw, 1 << die, slot] = cell
    return cells


def ring_uses(page: int) -> Uses:
    """Return the uses of all arcs, one arc after the other: where they begin by arc and bit set of dice."""
    uses_of = compiled(RULES, backward_induction.uses_of)
    ways = Ways(orders(single=True), ring_cells(page), grid_arrays().arc_after)
    begins, throws, places, total = [], [], [], 0
    for arc in range(grids().arcs):
        uses = scratch_for_uses()
        found = uses_of(arc, ways, uses)
        begins.append(uses.begins + total)
        throws.append(uses.throws[:found])
        places.append(uses.places[:found])
        total += found
    return Uses(np.array(begins, np.int32), np.concatenate(throws), np.concatenate(places))


def scratch_for_uses() -> Uses:
    """Return scratch space for what `uses_of` finds."""
    return Uses(np.zeros(MASKS + 1, np.int32), np.zeros(MOST_USES, np.int32), np.zeros(MOST_USES, np.int32))
