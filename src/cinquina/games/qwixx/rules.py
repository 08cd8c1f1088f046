"""Qwixx, by Steffen Benndorf. The rules in our words: docs/rules/qwixx.en.md.

A player's sheet is one integer with twelve bits per row, the first row lowest. In each row, from left to right:

    bit    0  1  2  3  4  5  6  7  8  9  10    11
    cell   2  3  4  5  6  7  8  9 10 11  12    lock      (red and yellow; green and blue run from 12 down to 2)

An option is the bit of the cell it crosses, or PASS.
"""

from collections.abc import Mapping, Sequence
from functools import cache

from cinquina import core, sheets
from cinquina.core import Numbers, Option, number, number_in, numbers, numbers_in
from cinquina.core.bits import count, has
from cinquina.core.flow import answered, ask, finish, next_seat, throw

NAME = "qwixx"
VERSION = 1
SEATS = (1, 2, 3, 4, 5)
MOST_SEATS = SEATS[-1]
KINDS = ("classic", "mixx-numbers", "mixx-colours")
OPTIONS = {"sheet": Option(KINDS), "late_die": Option(("off", "on"))}
ENDINGS = ("two-rows-closed", "four-penalties")
TWO_ROWS_CLOSED, FOUR_PENALTIES = 1, 2
PARTS = ("red", "yellow", "green", "blue", "penalties")

ROWS = 4
ROW_BITS = 12
CELLS = 11
PASS = ROWS * ROW_BITS
CHOICES = PASS + 1

# The same bits in all four rows: first cell, last cell, lock; all cells; all twelve bits.
FIRST = 0x001_001_001_001
LAST = FIRST << CELLS - 1
LOCK = FIRST << CELLS
ALL_CELLS = LOCK - FIRST
ROW = (1 << ROW_BITS) - 1
FIVE = 5
ENOUGH_BIT = 4  # a count of crosses is below 16, so bit 4 of a row can mean "enough"

SHEETS = tuple(sheets.load(f"{NAME}-{kind}") for kind in KINDS)
DICE = tuple(die.id for die in SHEETS[0].dice)
WHITE1, WHITE2, COLOURED = 0, 1, 2
COLOURS = DICE[COLOURED:]
FACES = range(7)  # of a die; 0 if it is out of the game
MOST_SUM = 12
PENALTY_IDS = tuple(cell.id for cell in SHEETS[0].of_kind("penalty"))

NUMBERS = {
    "penalty": Numbers((-SHEETS[0].scores["penalty"][0],), 0, 100),
    "penalties": Numbers((len(PENALTY_IDS),), 1, 20),  # this many end the game
    "lock_needs": Numbers((FIVE,), 0, 10),  # crosses in a row before its last cell
    "locks": Numbers((2,), 1, ROWS),  # this many closed rows end the game
    "row_points": Numbers(SHEETS[0].scores["row"], -1000, 1000),  # for 0, 1, 2, … crosses
}


@cache
def _cells_with(sheet: sheets.Sheet, total: int, colour: str = "") -> int:
    """Return the cells of a sheet with a number, in one colour or in any."""
    found = 0
    for row, cells in enumerate(sheet.rows("number")):
        for place, cell in enumerate(cells):
            if cell.number == total and colour in ("", cell.colour):
                found |= 1 << row * ROW_BITS + place
    return found


def _coloured_cells(sheet: sheets.Sheet, colour: str, one: int, other: int, face: int) -> int:
    """Return the cells of a colour with the sum of the coloured die and either white die."""
    return _cells_with(sheet, one + face, colour) | _cells_with(sheet, other + face, colour) if face else 0


# By kind of sheet and sum: the cells with that number. By kind, colour, the faces of both white dice and of the
# coloured die (0: it is out): the cells of that colour with the sum of a white and the coloured die.
CELLS_OF_SUM = tuple(tuple(_cells_with(sheet, total) for total in range(MOST_SUM + 1)) for sheet in SHEETS)
CELLS_OF_COLOUR = tuple(
    tuple(
        tuple(
            tuple(tuple(_coloured_cells(sheet, colour, one, other, face) for face in FACES) for other in FACES)
            for one in FACES
        )
        for colour in COLOURS
    )
    for sheet in SHEETS
)
# By kind of sheet and colour: all its cells.
CELLS_IN_COLOUR = tuple(
    tuple(sum(_cells_with(sheet, total, colour) for total in range(MOST_SUM + 1)) for colour in COLOURS)
    for sheet in SHEETS
)
# By kind of sheet and row: the die that leaves when the row is closed; it has the colour of the lock.
DIE_OF_LOCK = tuple(tuple(DICE.index(cell.colour) for cell in sheet.of_kind("lock")) for sheet in SHEETS)


# By option: what it crosses, with the lock beside a last cell; what stays open, to its right and in other rows; and how
# many crosses it adds to its row. PASS crosses nothing.
CROSSED = tuple(bit | (bit & LAST) << 1 for bit in (1 << option & ALL_CELLS for option in range(CHOICES)))
STAYING = tuple(
    ALL_CELLS & ~((2 << option % ROW_BITS) - 1 << option // ROW_BITS * ROW_BITS) for option in range(CHOICES)
)
ADDED = tuple(count(CROSSED[option]) << option // ROW_BITS * ROW_BITS for option in range(CHOICES))


def short_of(crosses: int) -> int:
    """Return, in every row, sixteen minus a number of crosses."""
    return ((1 << ENOUGH_BIT) - crosses) * FIRST


class State(core.State):
    """The state; fields that every game has are in core.State."""

    kind: int = number(follows=True)  # the printed sheet: index into KINDS
    late_die: int = number(follows=True)  # variant: a die whose row is closed in action 1 leaves only after the turn
    penalty_points: int = number(follows=True)
    penalties_to_end: int = number(follows=True)
    rows_to_end: int = number(follows=True)
    short: int = number(follows=True)  # in every row, sixteen minus the crosses that its last cell needs
    row_points: list[int] = numbers(len(SHEETS[0].scores["row"]), follows=True)
    action: int = number()  # 1: everybody may use the white sum; 2: the active player a coloured sum
    crossed: int = number()  # 1 if the active player has crossed a cell this turn
    locked: int = number(packed=PASS)  # the locks that anybody has crossed
    closed: int = number(packed=PASS)  # all bits of the rows that are closed
    coloured: int = number(packed=PASS, follows=True)  # the cells that a white and a coloured die allow
    fits: int = number(packed=PASS)  # the cells in open rows that the dice allow now
    gone: int = number(packed=len(DICE))  # bit set of the dice that are out
    dice: list[int] = numbers(len(DICE))  # the faces; 0 for a die that is out
    sheet: list[int] = numbers(MOST_SEATS, by=core.SEAT, packed=PASS)
    right: list[int] = numbers(MOST_SEATS, follows=True)  # the cells to the right of each row's last cross
    crosses: list[int] = numbers(MOST_SEATS, follows=True)  # of each row, and `short`: bit 4 says that there are five
    open: list[int] = numbers(MOST_SEATS, follows=True)  # the cells open on each sheet, whatever the dice
    penalties: list[int] = numbers(MOST_SEATS, by=core.SEAT)


# --- the turn -------------------------------------------------------------------------------------------------


def start(s: State, options: Mapping[str, str]) -> None:
    """Give everybody an empty sheet."""
    s.kind = KINDS.index(options["sheet"])
    s.late_die = int(options["late_die"] == "on")
    s.penalty_points = -number_in(options, "penalty")
    s.penalties_to_end = number_in(options, "penalties")
    s.rows_to_end = number_in(options, "locks")
    s.short = short_of(number_in(options, "lock_needs"))
    s.row_points = numbers_in(options, "row_points")
    for seat in range(s.seats):
        s.right[seat] = ALL_CELLS
        s.crosses[seat] = s.short
        s.open[seat] = open_cells(ALL_CELLS, s.short)


def rolling(s: State) -> int:
    """Throw all dice still in the game together."""
    return (1 << len(DICE)) - 1 & ~s.gone


def land(s: State, faces: Sequence[int]) -> None:
    """Ask everybody who can use the white sum, at the same time."""
    for die in range(len(DICE)):
        s.dice[die] = faces[die]
    s.action = 1
    s.crossed = 0
    s.coloured = coloured_cells(s)
    s.fits = CELLS_OF_SUM[s.kind][s.dice[WHITE1] + s.dice[WHITE2]] & ~s.closed
    able = 0
    for seat in range(s.seats):
        able |= int(s.fits & s.open[seat] != 0) << seat
    if able:
        ask(s, able)
    elif not start_second_action(s):
        end_turn(s)


def legal(s: State, seat: int) -> int:
    """Return the cells that the dice allow, in open rows, to the right of the seat's crosses; and pass."""
    return s.fits & s.open[seat] | 1 << PASS


def apply(s: State, seat: int, option: int) -> None:
    """Cross a cell, or pass."""
    cross(s, seat, option)
    s.crossed |= int(seat == s.active) & int(option != PASS)
    if answered(s, seat) and not (s.action == 1 and start_second_action(s)):
        end_turn(s)


def start_second_action(s: State) -> bool:
    """Close rows and start action 2; return False if the active player has nothing to cross, so that the turn ends."""
    if count(s.locked) >= s.rows_to_end:
        close_rows(s)
        finish(s, TWO_ROWS_CLOSED)
        return True
    if not s.late_die:
        close_rows(s)
    s.action = 2
    s.fits = s.coloured & ~s.closed
    if not s.fits & s.open[s.active]:
        return False
    ask(s, 1 << s.active)
    return True


def end_turn(s: State) -> None:
    """Give a penalty for no cross in either action; close rows; pass the dice to the left."""
    s.penalties[s.active] += 1 - s.crossed
    close_rows(s)
    if count(s.locked) >= s.rows_to_end:
        finish(s, TWO_ROWS_CLOSED)
    elif s.penalties[s.active] >= s.penalties_to_end:
        finish(s, FOUR_PENALTIES)
    else:
        s.active = next_seat(s)
        throw(s)


def close_rows(s: State) -> None:
    """Close rows whose lock anybody has crossed, for all players, and take out the die of that colour."""
    if s.locked & ~s.closed:
        s.closed = (s.locked << 1) - (s.locked >> CELLS)
        for row in range(ROWS):
            if has(s.locked, row * ROW_BITS + CELLS):
                die = DIE_OF_LOCK[s.kind][row]
                s.gone |= 1 << die
                s.dice[die] = 0
                s.coloured &= ~CELLS_IN_COLOUR[s.kind][die - COLOURED]


# --- the sheet ------------------------------------------------------------------------------------------------


def coloured_cells(s: State) -> int:
    """Return the cells that a white and a coloured die allow."""
    found = 0
    for colour in range(len(COLOURS)):
        face = s.dice[COLOURED + colour]
        found |= CELLS_OF_COLOUR[s.kind][colour][s.dice[WHITE1]][s.dice[WHITE2]][face]
    return found


def cross(s: State, seat: int, option: int) -> None:
    """Cross a cell; the cells to its left are lost, and the last cell of a row also crosses its lock."""
    s.sheet[seat] |= CROSSED[option]
    s.right[seat] &= STAYING[option]
    s.crosses[seat] += ADDED[option]
    s.open[seat] = open_cells(s.right[seat], s.crosses[seat])
    s.locked |= s.sheet[seat] & LOCK


def open_cells(right: int, crosses: int) -> int:
    """Return the cells to the right of each row's last cross; a row's last cell only after five crosses."""
    return right & (~LAST | crosses << CELLS - 1 - ENOUGH_BIT)


def up_to_last_cross(sheet: int) -> int:
    """Fill every row from its first cell to its rightmost cross: 000100100000 becomes 000111111111."""
    filled = sheet
    filled |= filled >> 1 & 0x7FF_7FF_7FF_7FF
    filled |= filled >> 2 & 0x3FF_3FF_3FF_3FF
    filled |= filled >> 4 & 0x0FF_0FF_0FF_0FF
    return filled | filled >> 8 & 0x00F_00F_00F_00F


# --- the score ------------------------------------------------------------------------------------------------


def part(s: State, seat: int, place: int) -> int:
    """Return the points of a row, from the top; after the rows, those of the penalties."""
    return row_points(s, seat, place) if place < ROWS else s.penalties[seat] * s.penalty_points


def row_points(s: State, seat: int, row: int) -> int:
    """One point for the first cross, two for the second, and so on."""
    return s.row_points[count(s.sheet[seat] >> row * ROW_BITS & ROW)]
