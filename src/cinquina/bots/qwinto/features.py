"""What the learned bots see of a sheet: its features, each the place of one number in a table.

The value of a sheet is the sum of those numbers. A feature is
- a gap: two neighbouring numbers of a row, or its edge, with the empty cells between them;
- a column of three with a pentagon: what is in the pentagon or may come there, and whether the two others are filled;
- the filled cells of a row;
- for all three rows how many cells are missing, whether there is still room for them, and how tight it is;
- how far this player and the others are from ending the game;
- how likely the next turn brings a miss.

All but the race to the end are kept apart by how much time is left, as far as this sheet and the others show it. Of the
others a sheet knows what lay when the window of choices opened: what they enter at the same time is their secret.
"""

from typing import Any, NamedTuple

from cinquina.core import next_seat
from cinquina.core.position import FACES
from cinquina.games.qwinto import BONUS_CELLS, BONUS_COLUMNS, CELLS, MOST_SUM, ROW, ROWS, entry

MISSES = 5
"""The number of misses left is below this."""
EDGE = MOST_SUM + 1
"""The number that stands for the end of a row, behind its last cell; 0 stands for its beginning."""
PLACE_PAIRS = (CELLS + 2) * (CELLS + 1) // 2
NUMBER_PAIRS = (EDGE + 1) * EDGE // 2
ROW_GAPS = PLACE_PAIRS * NUMBER_PAIRS
BONUSES = len(BONUS_CELLS)
BONUS_AT = tuple(
    next((bonus for bonus in range(BONUSES) if BONUS_COLUMNS[bonus] >> cell & 1), -1) for cell in range(ROWS * CELLS)
)
IS_PENTAGON = tuple(int(cell in BONUS_CELLS) for cell in range(ROWS * CELLS))

# How many numbers an empty cell may take such that the empty cells beside it have room, in classes.
FILLED, DEAD, TIGHT = 0, 1, 2
WIDTH_CLASS = (TIGHT, 3, 4, 5, 5, 6, 6, 6) + (7,) * EDGE
CELL_CLASSES = 8
PENTAGON_WIDTH = (0, 1, 1) + (2,) * EDGE
PENTAGON_WIDTHS = 3
MIDDLES = 6
MIDDLE_STEP = 2 * MOST_SUM // MIDDLES + 1
PENTAGON_DEAD = MOST_SUM + PENTAGON_WIDTHS * MIDDLES
PENTAGON_CLASSES = PENTAGON_DEAD + 1
COLUMN = PENTAGON_CLASSES * CELL_CLASSES * CELL_CLASSES

# The clock of a player: how many cells are missing to two complete rows; NEVER when there is no room for them.
NEVER = 2 * CELLS + 1
CLOCKS = NEVER + 1
# How much time is left, counted in cells: those that are empty, or fewer when another player will end the game sooner.
EMPTIES = ROWS * CELLS + 1
CALM = 10
"""With no miss in this many cells to begin with, others are expected to go on as they have begun."""
PHASE = (0, 0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 6, 6, 6, 6, 7, 7, 7, 7)
PHASES = 8
WAITS = 3
ROW_STATES = 2 * (CELLS + 1)
CHANCES = 16
STRAINS = 16

# Where each kind of feature begins in the table.
GAPS = 0
COLUMNS = GAPS + PHASES * ROWS * ROW_GAPS
FILLINGS = COLUMNS + PHASES * BONUSES * COLUMN
MISSING = FILLINGS + PHASES * ROWS * (ROW + 1)
STRAIN = MISSING + PHASES * ROW_STATES * ROW_STATES * ROW_STATES
RACE = STRAIN + PHASES * STRAINS * STRAINS * STRAINS
PACE = RACE + CLOCKS * CLOCKS * MISSES * MISSES * WAITS
RISK = PACE + EMPTIES * EMPTIES * MISSES * MISSES * WAITS
TABLE = RISK + PHASES * MISSES * WAITS * CHANCES

# What is noted of a sheet. Of a row: how many gaps, the gaps, what is missing, what is filled, which numbers fit, how
# tight it is, its columns.
GAPS_NOTED, MISSING_NOTED, FILLING_NOTED = 1, CELLS + 2, CELLS + 3
FITTING_NOTED, STRAIN_NOTED, COLUMNS_NOTED = CELLS + 4, CELLS + 5, CELLS + 6
NOTE = COLUMNS_NOTED + BONUSES
# Of the rest of the table: the others' clock, the fewest empty cells and the fewest misses left that one of them has,
# the time until one of them ends the game, how many turns until one's own, how many misses are left.
OTHERS, OTHERS_EMPTY, OTHERS_LEFT, OTHERS_TIME, WAIT, LEFT = range(ROWS * NOTE, ROWS * NOTE + 6)
NOTES = LEFT + 1
MOST_FEATURES = ROWS * (CELLS + 2) + BONUSES + 5

SUMS_OF_ONE, SUMS_OF_TWO, SUMS_OF_THREE = FACES, 2 * FACES - 1, 3 * FACES - 2
HITS_OF_TWO = 1 << SUMS_OF_ONE
HITS_OF_THREE = HITS_OF_TWO + (1 << SUMS_OF_TWO)


class Gap(NamedTuple):
    """Two neighbouring numbers of a row, or its edges, and their places, counted from 1."""

    left: int
    right: int
    low: int
    high: int


class Learned(NamedTuple):
    """What features are worth, by their places in the table; and the chances to hit, as `hit_chances` has them."""

    worths: Any
    hits: Any


class Scratch(NamedTuple):
    """Scratch space: what is noted of a sheet, and its features."""

    notes: Any
    found: Any


def new_scratch() -> Scratch:
    """Return scratch space for one sheet."""
    return Scratch([0] * NOTES, [0] * MOST_FEATURES)


def note_sheet(s: Any, seat: int, notes: Any) -> None:
    """Note all rows of a sheet."""
    for row in range(ROWS):
        note_row(s.rows[seat][row], row, notes)


def note_row(numbers: int, row: int, notes: Any) -> None:
    """Note what the features want to know of a row."""
    at = row * NOTE
    gaps = 0
    filled = 0
    mask = 0
    fitting = 0
    has_space = 1
    strain = 0
    left = 0
    low = 0
    for place in range(CELLS + 1):
        here = EDGE if place == CELLS else entry(numbers, place)
        if here:
            right = place + 1
            pair = right * (right - 1) // 2 + left
            notes[at + GAPS_NOTED + gaps] = pair * NUMBER_PAIRS + here * (here - 1) // 2 + low
            gaps += 1
            if right - left > 1:
                empty = right - left - 1
                slack = here - low - 1 - empty
                if slack < 0:
                    has_space = 0
                    strain = STRAINS - 1
                else:
                    strain = min(strain + (2 * empty + slack) // (1 + slack), STRAINS - 1)
                fitting |= (1 << here) - (1 << low + 1)
                note_empty(notes, row, Gap(left, right, low, here))
            if place < CELLS:
                filled += 1
                mask |= 1 << place
                cell = row * CELLS + place
                if BONUS_AT[cell] >= 0:
                    notes[at + COLUMNS_NOTED + BONUS_AT[cell]] = here - 1 if IS_PENTAGON[cell] else FILLED
            left = right
            low = here
    notes[at] = gaps
    notes[at + MISSING_NOTED] = (CELLS - filled) * 2 + has_space
    notes[at + FILLING_NOTED] = mask
    notes[at + FITTING_NOTED] = fitting
    notes[at + STRAIN_NOTED] = strain


def note_empty(notes: Any, row: int, gap: Gap) -> None:
    """Note the cells of columns that are empty in a gap."""
    for place in range(gap.left + 1, gap.right):
        cell = row * CELLS + place - 1
        if BONUS_AT[cell] >= 0:
            least = gap.low + place - gap.left
            most = gap.high - (gap.right - place)
            wide = max(most - least + 1, 0)
            if gap.high - gap.low == 1:
                kind = PENTAGON_DEAD if IS_PENTAGON[cell] else DEAD
            elif IS_PENTAGON[cell]:
                middle = min(max((least + most) // MIDDLE_STEP, 0), MIDDLES - 1)
                kind = MOST_SUM + PENTAGON_WIDTH[wide] * MIDDLES + middle
            else:
                kind = WIDTH_CLASS[wide]
            notes[row * NOTE + COLUMNS_NOTED + BONUS_AT[cell]] = kind


def clock(notes: Any) -> int:
    """Return how many cells are missing to two complete rows."""
    least = NEVER
    second = NEVER
    for row in range(ROWS):
        missing = notes[row * NOTE + MISSING_NOTED]
        if missing & 1:
            cells = missing >> 1
            if cells < least:
                second = least
                least = cells
            elif cells < second:
                second = cells
    return min(least + second, NEVER)


def empties(notes: Any) -> int:
    """Return how many cells are empty."""
    total = 0
    for row in range(ROWS):
        total += notes[row * NOTE + MISSING_NOTED] >> 1
    return total


def time_of(notes: Any, missed: int, misses_to_end: int) -> int:
    """Return the number of cells until a player ends the game, at the present rate: by complete rows or a last miss."""
    by_rows = clock(notes) * ROWS // 2
    by_misses = (misses_to_end - missed) * (EMPTIES - 1 - empties(notes) + CALM) // (missed + 1)
    return min(by_rows, by_misses)


def chance(notes: Any, hits: Any) -> int:
    """Return the class of the chance that the best dice bring a number that fits, with one throw."""
    fits = best_hit(notes[FITTING_NOTED], notes[NOTE + FITTING_NOTED], notes[2 * NOTE + FITTING_NOTED], hits)
    return int(fits * (CHANCES - 1))


def best_hit(orange: int, yellow: int, violet: int, hits: Any) -> float:
    """Return the chance that one throw of the best dice brings a number wanted in a row; the rows are bit sets."""
    most = 0.0
    for one in (orange, yellow, violet):
        most = max(most, float(hits[one >> 1 & HITS_OF_TWO - 1]))
    two_sums = (1 << SUMS_OF_TWO) - 1
    for two in (orange | yellow, orange | violet, yellow | violet):
        most = max(most, float(hits[HITS_OF_TWO + (two >> 2 & two_sums)]))
    three_sums = (1 << SUMS_OF_THREE) - 1
    return max(most, float(hits[HITS_OF_THREE + ((orange | yellow | violet) >> 3 & three_sums)]))


def find(notes: Any, hits: Any, found: Any) -> int:
    """Write the features of a sheet into `found`; return their number."""
    own = clock(notes)
    empty = empties(notes)
    phase = PHASE[min(empty, notes[OTHERS_TIME])]
    many = 0
    for row in range(ROWS):
        at = row * NOTE
        here = GAPS + (phase * ROWS + row) * ROW_GAPS
        for gap in range(notes[at]):
            found[many] = here + notes[at + GAPS_NOTED + gap]
            many += 1
        found[many] = FILLINGS + (phase * ROWS + row) * (ROW + 1) + notes[at + FILLING_NOTED]
        many += 1
    for bonus in range(BONUSES):
        pentagon = BONUS_CELLS[bonus] // CELLS
        kind = notes[pentagon * NOTE + COLUMNS_NOTED + bonus]
        for row in range(ROWS):
            if row != pentagon:
                kind = kind * CELL_CLASSES + notes[row * NOTE + COLUMNS_NOTED + bonus]
        found[many] = COLUMNS + (phase * BONUSES + bonus) * COLUMN + kind
        many += 1
    missing = phase
    strain = phase
    for row in range(ROWS):
        strain = strain * STRAINS + notes[row * NOTE + STRAIN_NOTED]
        missing = missing * ROW_STATES + notes[row * NOTE + MISSING_NOTED]
    race = (notes[OTHERS] * MISSES + notes[OTHERS_LEFT]) * CLOCKS + own
    pace = (notes[OTHERS_EMPTY] * MISSES + notes[OTHERS_LEFT]) * EMPTIES + empty
    pressed = notes[LEFT] * WAITS + notes[WAIT]
    found[many] = MISSING + missing
    found[many + 1] = STRAIN + strain
    found[many + 2] = RACE + race * MISSES * WAITS + pressed
    found[many + 3] = PACE + pace * MISSES * WAITS + pressed
    found[many + 4] = RISK + (phase * MISSES * WAITS + pressed) * CHANCES + chance(notes, hits)
    return many + 5


def value_of(scratch: Scratch, learned: Learned) -> float:
    """Return the value of the sheet that is noted."""
    total = 0.0
    for place in range(find(scratch.notes, learned.hits, scratch.found)):
        total += float(learned.worths[scratch.found[place]])
    return total


def note_all(s: Any, seat: int, notes: Any) -> None:
    """Note a sheet and the state of the others, as of the end of this turn."""
    others = NEVER
    empty = EMPTIES - 1
    left = MISSES - 1
    time = EMPTIES - 1
    for other in range(s.seats):
        if other != seat:
            note_sheet(s, other, notes)
            others = min(others, clock(notes))
            empty = min(empty, empties(notes))
            left = min(left, s.misses_to_end - s.misses[other])
            time = min(time, time_of(notes, s.misses[other], s.misses_to_end))
    note_sheet(s, seat, notes)
    notes[OTHERS] = others
    notes[OTHERS_EMPTY] = empty
    notes[OTHERS_LEFT] = left
    notes[OTHERS_TIME] = time
    notes[WAIT] = min((seat - next_seat(s) + s.seats) % s.seats, WAITS - 1)
    notes[LEFT] = min(s.misses_to_end - s.misses[seat], MISSES - 1)


def hit_chances() -> list[float]:
    """Return for one, two and three dice, by the set of sums that fit, the chance that a throw brings one of them."""
    ways = [1]
    chances: list[float] = []
    for dice in (1, 2, 3):
        ways = [sum(ways[max(total - FACES + 1, 0) : total + 1]) for total in range(len(ways) + FACES - 1)]
        of_set = [0] * (1 << len(ways))
        for fitting in range(1, len(of_set)):
            low = (fitting & -fitting).bit_length() - 1
            of_set[fitting] = of_set[fitting & fitting - 1] + ways[low]
        chances += [number / FACES**dice for number in of_set]
    return chances
