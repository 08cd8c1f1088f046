"""Everything that can still be marked with a throw, and what comes of it, in the plain subset of the rules.

Paths and arcs go by their numbers in `grids`. A seat may stop at any point and leave its grid as it is then; what that
is worth is said by `worth_left`, in the judgement of a `kind`. `told` is what that has to know of the others.
"""

from typing import Any

from cinquina.bots.the_choice.chances import worth_left
from cinquina.bots.the_choice.minds import ARC_AFTER, PATH_AFTER, WHOLE
from cinquina.bots.the_choice.values import failures_then
from cinquina.core.bits import has, lowest
from cinquina.games.the_choice import (
    BY_COLOUR,
    BY_SUM,
    CELLS_OF_COLOUR,
    CELLS_OF_NUMBER,
    COLOUR_OF,
    MOST_DICE,
    NUMBER_CELL,
    NUMBER_CELLS,
    RING_CELLS,
    THREE_DICE,
    State,
    printed,
)


def best_use(s: State, seat: int, kind: int, mind: Any, told: Any, path: int, arc: int, used: int) -> float:
    """The most that a seat's grid can be worth by marking on with the dice it has not used, numbers before colours."""
    best = best_colours(s, seat, kind, mind, told, path, arc, used)
    page = printed(s, seat, s.grid[seat])
    for one in range(1, THREE_DICE + 1):
        if one & used:
            continue
        cells = CELLS_OF_NUMBER[page][s.sums[one]]
        while cells:
            there = mind[WHOLE][PATH_AFTER + path * NUMBER_CELLS + lowest(cells)]
            cells &= cells - 1
            if there >= 0:
                best = max(best, more_numbers(s, seat, kind, mind, told, there, arc, used | one))
    return best


def more_numbers(s: State, seat: int, kind: int, mind: Any, told: Any, path: int, arc: int, used: int) -> float:
    """The same once a number cell has been crossed."""
    best = best_colours(s, seat, kind, mind, told, path, arc, used)
    page = printed(s, seat, s.grid[seat])
    for one in range(1, THREE_DICE + 1):
        if one & used:
            continue
        cells = CELLS_OF_NUMBER[page][s.sums[one]]
        while cells:
            there = mind[WHOLE][PATH_AFTER + path * NUMBER_CELLS + lowest(cells)]
            cells &= cells - 1
            if there >= 0:
                best = max(best, last_number(s, seat, kind, mind, told, there, arc, used | one))
    return best


def last_number(s: State, seat: int, kind: int, mind: Any, told: Any, path: int, arc: int, used: int) -> float:
    """The same once two number cells have been crossed."""
    best = best_colours(s, seat, kind, mind, told, path, arc, used)
    cells = CELLS_OF_NUMBER[printed(s, seat, s.grid[seat])][s.sums[THREE_DICE & ~used]]
    while cells:
        there = mind[WHOLE][PATH_AFTER + path * NUMBER_CELLS + lowest(cells)]
        cells &= cells - 1
        if there >= 0:
            best = max(best, best_colours(s, seat, kind, mind, told, there, arc, THREE_DICE))
    return best


def best_colours(s: State, seat: int, kind: int, mind: Any, told: Any, path: int, arc: int, used: int) -> float:
    """The most with dice used as colours alone: none to three of them, in any order."""
    best = worth_of(s, seat, kind, mind, told, path, arc, used)
    for one in range(MOST_DICE):
        cells = 0 if has(used, one) else cells_of(s, seat, one)
        while cells:
            first = mind[WHOLE][ARC_AFTER + arc * RING_CELLS + lowest(cells)]
            cells &= cells - 1
            if first < 0:
                continue
            best = max(best, worth_of(s, seat, kind, mind, told, path, first, used | 1 << one))
            for two in range(MOST_DICE):
                others = 0 if has(used | 1 << one, two) else cells_of(s, seat, two)
                while others:
                    second = mind[WHOLE][ARC_AFTER + first * RING_CELLS + lowest(others)]
                    others &= others - 1
                    if second < 0:
                        continue
                    best = max(best, last_colour(s, seat, kind, mind, told, path, second, used | 1 << one | 1 << two))
    return best


def last_colour(s: State, seat: int, kind: int, mind: Any, told: Any, path: int, arc: int, used: int) -> float:
    """The same once two ring cells have been crossed."""
    best = worth_of(s, seat, kind, mind, told, path, arc, used)
    if used == THREE_DICE:
        return best
    cells = cells_of(s, seat, lowest(THREE_DICE & ~used))
    while cells:
        third = mind[WHOLE][ARC_AFTER + arc * RING_CELLS + lowest(cells)]
        cells &= cells - 1
        if third >= 0:
            best = max(best, worth_of(s, seat, kind, mind, told, path, third, THREE_DICE))
    return best


def worth_of(s: State, seat: int, kind: int, mind: Any, told: Any, path: int, arc: int, used: int) -> float:
    """What it is worth to stop with so many dice used."""
    return worth_left(s, seat, kind, mind, told, path, arc, failures_then(s, seat, used))


def cells_of(s: State, seat: int, die: int) -> int:
    """The ring cells of the colour of a die."""
    return CELLS_OF_COLOUR[printed(s, seat, s.grid[seat])][COLOUR_OF[die][s.dice[die]]]


def worth_of_marking(
    s: State, seat: int, kind: int, mind: Any, told: Any, path: int, arc: int, cell: int, way: int
) -> float:
    """The most after crossing a cell in a certain way."""
    used = s.used[seat]
    if cell < NUMBER_CELL:
        arc = mind[WHOLE][ARC_AFTER + arc * RING_CELLS + cell]
        used |= 1 << way - BY_COLOUR
    else:
        path = mind[WHOLE][PATH_AFTER + path * NUMBER_CELLS + cell - NUMBER_CELL]
        used |= way - BY_SUM
    return best_use(s, seat, kind, mind, told, path, arc, used)
