"""The layout of the bots' tables: four long rows of numbers, since compiled code is faster with few arguments.

`tables` lays them out. Offsets into `whole` and `fractions` are named after the tables that begin there.
"""

from typing import Any, NamedTuple

from cinquina.bots.the_choice.backward_induction import ENDED, LENGTHS
from cinquina.games.the_choice import ALL_NUMBERS, ALL_RING, GRIDS, HEAD, HEAD_BITS, LETTERS, NUMBER_CELLS, RING_CELLS


class Tables(NamedTuple):
    """Whole numbers; fractions; exact values of grids alone and in a race, by slot, path, arc and failures."""

    whole: Any
    fractions: Any
    solo: Any
    race: Any


PATHS, ARCS = 12_918, 242
PAGES = len(LETTERS) * GRIDS
GRID_STATES = PATHS * ARCS * ENDED
RACE_STEP = 1.0 / 512.0
"""The values of a race are kept as whole numbers of this step, which halves them in memory."""

# Whole numbers: how grids are numbered, as `features` says; slots by page and first or second grid, -1 for none.
PATH_AT = 0
ARC_AT = PATH_AT + (ALL_NUMBERS << HEAD_BITS | HEAD) + 1
PATH_AFTER = ARC_AT + ALL_RING + 1
ARC_AFTER = PATH_AFTER + PATHS * NUMBER_CELLS
PATH_LENGTH = ARC_AFTER + ARCS * RING_CELLS
ARC_LENGTH = PATH_LENGTH + PATHS
SOLO_SLOTS = ARC_LENGTH + ARCS
RACE_SLOTS = SOLO_SLOTS + PAGES * GRIDS

MOST_LEFT = 12  # failures of two players before the game ends
ODDS_PARTS = 3  # of the points to expect, the points now, and the next throw

# Fractions: approximate values of all pages, how those of a race follow from them, empty grids, odds, and nets: by
# number of seats, first those for exact values, then those for approximate ones.
ABOUT_PATH = 0
ABOUT_RING = ABOUT_PATH + PAGES * PATHS * ENDED
ABOUT_BOTH = ABOUT_RING + PAGES * ARCS * ENDED
RACE_FIT = ABOUT_BOTH + PAGES * LENGTHS * ENDED
STARTS = RACE_FIT + GRIDS * LENGTHS * ENDED * 2
ODDS = STARTS + 4 * PAGES
NETS = ODDS + (MOST_LEFT + 1) * ODDS_PARTS

RACING, AS_FIRST = 1, 2
"""Rows of STARTS: 0 for a second grid alone, one more in a race, two more for a first grid."""

WIDTH = 9
"""What nets see of a seat: points to expect, points now and points to expect alone, in tens; failures left to the end
of the game in parts of a grid; the lengths of path and arc in tens; whether it is the second grid; whether one failure
more ends the game, and the lead over all others then."""
