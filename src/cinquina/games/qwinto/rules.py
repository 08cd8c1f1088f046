"""Qwinto, by Uwe Rapp and Bernhard Lach. The rules in our words: docs/rules/qwinto.en.md.

    col      0   1   2   3   4   5   6   7   8   9  10  11
    orange   .   .   o   P   o   -   o   P   o   o   o   o
    yellow   .   o   o   o   o   o   -   o   P   o   o   .
    violet   o   o   P   o   -   o   o   o   o   P   .   .      o cell · P pentagon · - dead cell · . nothing

A row of a player's sheet is one integer with five bits per cell, the leftmost cell lowest; 0 is an empty cell. A set
of cells is 27 bits, row by row. For every number the state has the set of cells where a player may still enter it:
each entry removes the cells that it forbids.

Options: 0–26 enter the sum in a cell (row by row), PASS, then the dice to throw, then KEEP or AGAIN.
"""

from collections.abc import Mapping, Sequence

from cinquina import core, sheets
from cinquina.core import Numbers, Option, number, number_in, numbers
from cinquina.core.bits import count, has, intersect
from cinquina.core.flow import answered, ask, finish, has_beginner, next_seat, throw

NAME = "qwinto"
VERSION = 1
SEATS = (1, 2, 3, 4, 5, 6)
MOST_SEATS = SEATS[-1]
OPTIONS: dict[str, Option] = {}
ENDINGS = ("two-rows-complete", "four-misses")
TWO_ROWS_COMPLETE, FOUR_MISSES = 1, 2
PARTS = ("orange", "yellow", "violet", "bonuses", "misses")

ROWS = 3
CELLS = 9
CELL_BITS = 5
CELL = (1 << CELL_BITS) - 1
ROW = (1 << CELLS) - 1
ALL_CELLS = (1 << ROWS * CELLS) - 1
MOST_SUM = 18

PASS = ROWS * CELLS
PICK = PASS  # PICK + a bit set of dice, 1 to 7, throws these dice
ALL_DICE = 7
KEEP = PICK + ALL_DICE + 1
AGAIN = KEEP + 1
CHOICES = AGAIN + 1

PICKING, DECIDING, ENTERING = 0, 1, 2

SHEET = sheets.load(NAME)
DICE = tuple(die.id for die in SHEET.dice)
MISS_IDS = tuple(cell.id for cell in SHEET.of_kind("penalty"))
ENTRIES = tuple(cell for row in SHEET.rows("entry") for cell in row)

NUMBERS = {
    "miss": Numbers((-SHEET.scores["miss"][0],), 0, 100),
    "misses": Numbers((len(MISS_IDS),), 1, 20),  # this many end the game
    "rows": Numbers((2,), 1, ROWS),  # this many complete rows of one player end the game
    "throws": Numbers((2,), 1, 5),  # per turn, with the same dice
    "entry_points": Numbers((1,), -100, 100),  # for each number in an incomplete row
}

# By cell: its row, as a number and as a set of cells; and where its number begins among the bits of the row.
ROW_NUMBER = tuple(cell // CELLS for cell in range(ROWS * CELLS))
ROW_OF = tuple(ROW << row * CELLS for row in ROW_NUMBER)
SHIFT = tuple(cell % CELLS * CELL_BITS for cell in range(ROWS * CELLS))
# By cell, the cells that an entry there forbids: those to its left for larger numbers, those to its right for smaller
# ones, its row and column for the same number; and the cell itself for all numbers.
COLUMN_OF = [cell.column for cell in ENTRIES]
LEFT = tuple((ROW >> CELLS - 1 - place) << row * CELLS for row in range(ROWS) for place in range(CELLS))
RIGHT = tuple((ROW << place & ROW) << row * CELLS for row in range(ROWS) for place in range(CELLS))
ROW_AND_COLUMN = tuple(
    ROW_OF[cell] | sum(1 << other for other, name in enumerate(COLUMN_OF) if name == COLUMN_OF[cell])
    for cell in range(ROWS * CELLS)
)
# By cell where a number is entered, and how much another is larger, from -18 to 18: the cells that the other may still
# be entered in.
STAYING = tuple(
    tuple(ALL_CELLS & ~forbidden for forbidden in (*[right] * MOST_SUM, both, *[left] * MOST_SUM))
    for right, both, left in zip(RIGHT, ROW_AND_COLUMN, LEFT, strict=True)
)
# By set of dice: the cells of the rows in their colours.
CELLS_OF_DICE = tuple(sum(ROW << row * CELLS for row in range(ROWS) if has(dice, row)) for dice in range(ALL_DICE + 1))
# The pentagons, and for each the three cells of its column.
BONUS_CELLS = tuple(place for place, cell in enumerate(ENTRIES) if cell.bonus)
BONUS_COLUMNS = tuple(
    sum(1 << other for other, name in enumerate(COLUMN_OF) if name == COLUMN_OF[cell]) for cell in BONUS_CELLS
)


class State(core.State):
    """The state; fields that every game has are in core.State."""

    miss_points: int = number(follows=True)
    misses_to_end: int = number(follows=True)
    rows_to_end: int = number(follows=True)
    most_throws: int = number(follows=True)
    entry_points: int = number(follows=True)
    stage: int = number()  # PICKING dice, DECIDING on a second throw, or all ENTERING
    picked: int = number(packed=len(DICE))  # bit set of the dice in use this turn
    throws: int = number()  # how often they have been thrown this turn
    entered: int = number()  # 1 if the active player has entered the sum
    dice: list[int] = numbers(len(DICE))  # the faces; 0 for a die not in use
    rows: list[list[int]] = numbers(MOST_SEATS, ROWS, by=core.SEAT, packed=CELLS, width=CELL_BITS)
    taken: list[int] = numbers(MOST_SEATS, by=core.SEAT, packed=ROWS * CELLS)  # the cells with a number, as a bit set
    complete: list[int] = numbers(MOST_SEATS, by=core.SEAT)  # the number of complete rows
    open: list[list[int]] = numbers(MOST_SEATS, MOST_SUM + 1, follows=True)  # by number, the cells open to it
    misses: list[int] = numbers(MOST_SEATS, by=core.SEAT)


# --- the turn -------------------------------------------------------------------------------------------------


def start(s: State, options: Mapping[str, str]) -> None:
    """Give everybody an empty sheet."""
    s.miss_points = -number_in(options, "miss")
    s.misses_to_end = number_in(options, "misses")
    s.rows_to_end = number_in(options, "rows")
    s.most_throws = number_in(options, "throws")
    s.entry_points = number_in(options, "entry_points")
    for seat in range(s.seats):
        for total in range(MOST_SUM + 1):
            s.open[seat][total] = ALL_CELLS
    if has_beginner(s):
        start_turn(s)


def start_turn(s: State) -> None:
    """Ask the active player to pick one, two or three dice."""
    s.stage = PICKING
    s.picked = 0
    s.throws = 0
    s.entered = 0
    for die in range(len(DICE)):
        s.dice[die] = 0
    ask(s, 1 << s.active)


def rolling(s: State) -> int:
    """Throw all picked dice, also the second time."""
    return s.picked


def land(s: State, faces: Sequence[int]) -> None:
    """Let the active player throw again once after the first throw; then the sum is final."""
    for die in range(len(DICE)):
        s.dice[die] = faces[die]
    s.throws += 1
    if s.throws < s.most_throws:
        s.stage = DECIDING
        ask(s, 1 << s.active)
    else:
        announce(s)


def announce(s: State) -> None:
    """Announce the sum: everybody who can enter it is asked at the same time."""
    s.stage = ENTERING
    able = 0
    for seat in range(s.seats):
        if fitting_cells(s, seat):
            able |= 1 << seat
    if able:
        ask(s, able)
    else:
        end_turn(s)


def legal(s: State, seat: int) -> int:
    """Return the dice to pick; or keep and again; or the cells where the sum fits, and pass."""
    if s.stage == PICKING:
        return (1 << ALL_DICE) - 1 << PICK + 1
    if s.stage == DECIDING:
        return 1 << KEEP | 1 << AGAIN
    return fitting_cells(s, seat) | 1 << PASS


def apply(s: State, seat: int, option: int) -> None:
    """Pick dice, keep or throw again, enter the sum or pass."""
    if s.stage == PICKING:
        s.picked = option - PICK
        throw(s)
    elif s.stage == DECIDING:
        if option == AGAIN:
            throw(s)
        else:
            announce(s)
    else:
        if option != PASS:
            enter(s, seat, option, dice_sum(s))
            if seat == s.active:
                s.entered = 1
        if answered(s, seat):
            end_turn(s)


def end_turn(s: State) -> None:
    """Give the active player a miss without an entry; end the game or pass the dice to the left."""
    if not s.entered:
        s.misses[s.active] += 1
    ending = 0
    for seat in range(s.seats):
        if s.complete[seat] >= s.rows_to_end:
            ending |= TWO_ROWS_COMPLETE
    if s.misses[s.active] >= s.misses_to_end:
        ending |= FOUR_MISSES
    if ending:
        finish(s, ending)
    else:
        s.active = next_seat(s)
        start_turn(s)


# --- the sheet ------------------------------------------------------------------------------------------------


def dice_sum(s: State) -> int:
    """Return the sum of the dice in use."""
    return s.dice[0] + s.dice[1] + s.dice[2]


def fitting_cells(s: State, seat: int) -> int:
    """Return the cells where a seat may enter the sum, in rows of the colours thrown."""
    return s.open[seat][dice_sum(s)] & CELLS_OF_DICE[s.picked]


def enter(s: State, seat: int, cell: int, total: int) -> None:
    """Enter a number; this forbids smaller ones to its right, larger ones to its left, itself in row and column."""
    s.rows[seat][ROW_NUMBER[cell]] |= total << SHIFT[cell]
    s.taken[seat] |= 1 << cell
    intersect(s.open[seat], STAYING[cell], MOST_SUM - total)
    s.complete[seat] += int(s.taken[seat] & ROW_OF[cell] == ROW_OF[cell])


def entry(row: int, place: int) -> int:
    """Return the number in a cell of a row; 0 if it is empty."""
    return row >> place * CELL_BITS & CELL


# --- the score ------------------------------------------------------------------------------------------------


def part(s: State, seat: int, place: int) -> int:
    """Return the points of a row, from the top; after the rows, those of the bonuses, then of the misses."""
    if place < ROWS:
        return row_points(s, seat, place)
    return bonus_points(s, seat) if place == ROWS else s.misses[seat] * s.miss_points


def row_points(s: State, seat: int, row: int) -> int:
    """A complete row is worth its rightmost number; any other row one point for each number."""
    filled = count(s.taken[seat] >> row * CELLS & ROW)
    return entry(s.rows[seat][row], CELLS - 1) if filled == CELLS else filled * s.entry_points


def bonus_points(s: State, seat: int) -> int:
    """Each complete column of three is worth the number in its pentagon."""
    total = 0
    for bonus in range(len(BONUS_CELLS)):
        if has_bonus(s, seat, bonus):
            total += bonus_number(s, seat, bonus)
    return total


def has_bonus(s: State, seat: int, bonus: int) -> bool:
    """Return whether the column of a pentagon is complete."""
    return s.taken[seat] & BONUS_COLUMNS[bonus] == BONUS_COLUMNS[bonus]


def bonus_number(s: State, seat: int, bonus: int) -> int:
    """Return the number in a pentagon."""
    return entry(s.rows[seat][BONUS_CELLS[bonus] // CELLS], BONUS_CELLS[bonus] % CELLS)
