"""The Choice, by Reinhard Staupe. The rules in our words: docs/rules/the-choice.en.md.

A grid has a ring of 16 colour cells, bits 0–15 clockwise from the top left, and 13 number cells in rows of 4, 5 and 4.
The crossed number cells are 13 bits. The path through them has four bits per cell (its number plus one), the newest
lowest: the lowest four bits are always the head of the path.

After a throw everybody marks cells one by one until *done* (or *close*, which ends the first grid). A player chooses
the cell first, and the dice only if several would do: docs/decisions/the-choice-cell-first.md.
"""

from collections.abc import Mapping, Sequence

from cinquina import core, sheets
from cinquina.core import Numbers, Option, number, number_in, numbers, numbers_in
from cinquina.core.bits import count, has, is_single, lowest
from cinquina.core.flow import answered, ask, finish, next_seat, throw

NAME = "the-choice"
VERSION = 1
SEATS = (1, 2, 3, 4)
MOST_SEATS = SEATS[-1]
LETTERS = "ABCDEFGHIJ"
SIDES = ("front", "back")
FREE = "free"  # everybody takes any sheet
OPTIONS = {"sheet": Option((*LETTERS, FREE))}
ENDINGS = ("third-failure-on-second-grid", "grid-full")
THIRD_FAILURE, GRID_FULL = 1, 2
PARTS = ("first-ring", "first-path", "second-ring", "second-path")

GRIDS = 2
RING_CELLS, NUMBER_CELLS = 16, 13
ALL_RING, ALL_NUMBERS = (1 << RING_CELLS) - 1, (1 << NUMBER_CELLS) - 1
HEAD_BITS, HEAD = 4, 15  # of the path: the number of bits, and all of them set
MOST_DICE, THREE_DICE = 3, 7  # the number of dice, and the bit set of all dice
TAKING, RETHROWING, MARKING = 0, 1, 2

# The options, by what they do.
NUMBER_CELL = RING_CELLS  # + number cell; below it are the ring cells
DONE = NUMBER_CELL + NUMBER_CELLS
CLOSE = DONE + 1
BY_COLOUR = CLOSE + 1  # + die
BY_SUM = BY_COLOUR + MOST_DICE - 1  # + bit set of dice, 1 to 7
KEEP = BY_SUM + THREE_DICE + 1
AGAIN = KEEP  # + bit set of dice, 1 to 7
TAKE_SHEET = AGAIN + THREE_DICE + 1  # + letter
TAKE_SIDE = TAKE_SHEET + len(LETTERS)  # + side
CHOICES = TAKE_SIDE + len(SIDES)

# Grids by letter and side: two grids per letter.
SHEETS = tuple(sheets.load(f"{NAME}-{letter.lower()}-{side}") for letter in LETTERS for side in SIDES)
DICE = tuple(die.id for die in SHEETS[0].dice)
COLOURS = tuple(sorted(set(SHEETS[0].dice[0].faces)))
FAILURE_IDS = tuple(cell.id for cell in SHEETS[0].of_kind("penalty"))
SUMS = range(19)  # of up to three dice

NUMBERS = {
    "failures": Numbers((len(FAILURE_IDS),), 1, 20),  # this many end a grid
    "dice": Numbers((MOST_DICE,), 1, MOST_DICE),  # the active player must use, or fails
    "dice_of_others": Numbers((2,), 0, MOST_DICE),
    "ring_points": Numbers(SHEETS[0].scores["ring"], -1000, 1000),  # for 0, 1, 2, … crosses
    "path_points": Numbers(SHEETS[0].scores["path"], -1000, 1000),
}

# By die and face: the colour beside the number.
COLOUR_OF = tuple((-1, *(COLOURS.index(colour) for colour in die.faces)) for die in SHEETS[0].dice)
# By grid and colour: the ring cells of that colour. By grid, die and face: those of the colour beside the number, none
# for no face. By grid and sum: the number cells with that number, none for no dice.
CELLS_OF_COLOUR = tuple(
    tuple(sum(1 << n for n, cell in enumerate(sheet.of_kind("ring")) if cell.colour == colour) for colour in COLOURS)
    for sheet in SHEETS
)
CELLS_OF_DIE = tuple(tuple((0, *map(cells.__getitem__, die[1:])) for die in COLOUR_OF) for cells in CELLS_OF_COLOUR)
CELLS_OF_NUMBER = tuple(
    tuple(sum(1 << n for n, cell in enumerate(sheet.of_kind("number")) if cell.number == total) for total in SUMS)
    for sheet in SHEETS
)
# By number cell: its neighbours, the same on all grids. By head of the path (0: not begun): the cells that may follow.
PATH_CELLS = SHEETS[0].of_kind("number")
NEIGHBOURS = [sum(1 << n for n, other in enumerate(PATH_CELLS) if other.id in cell.next) for cell in PATH_CELLS]
BESIDE = (ALL_NUMBERS, *NEIGHBOURS)


class State(core.State):
    """The state; fields that every game has are in core.State. A seat's first grid is 0, its second 1."""

    failures_to_end: int = number(follows=True)
    dice_wanted: int = number(follows=True)  # from the active player
    dice_wanted_of_others: int = number(follows=True)
    ring_points: list[int] = numbers(RING_CELLS + 1, follows=True)
    path_points: list[int] = numbers(NUMBER_CELLS + 1, follows=True)
    stage: int = number()  # TAKING sheets, RETHROWING, or MARKING
    dice: list[int] = numbers(len(DICE))
    again: int = number(packed=MOST_DICE)  # bit set of the dice to throw a second time
    letter: list[int] = numbers(MOST_SEATS, by=core.SEAT)  # the sheet's number plus one; 0 before it is taken
    side_up: list[int] = numbers(MOST_SEATS, by=core.SEAT)  # the side chosen to begin with
    grid: list[int] = numbers(MOST_SEATS, by=core.SEAT)  # the grid in use
    ring: list[list[int]] = numbers(MOST_SEATS, GRIDS, by=core.SEAT, packed=RING_CELLS)
    crossed: list[list[int]] = numbers(MOST_SEATS, GRIDS, by=core.SEAT, packed=NUMBER_CELLS)
    path: list[list[int]] = numbers(MOST_SEATS, GRIDS, by=core.SEAT, packed=NUMBER_CELLS, width=HEAD_BITS)
    failures: list[list[int]] = numbers(MOST_SEATS, GRIDS, by=core.SEAT)
    sums: list[int] = numbers(THREE_DICE + 1, follows=True)  # by bit set of dice: the sum of their numbers
    used: list[int] = numbers(MOST_SEATS, by=core.SEAT, packed=MOST_DICE)  # the dice a seat has used in this throw
    options: list[int] = numbers(MOST_SEATS, follows=True)  # what a seat may do while all mark
    chosen: list[int] = numbers(MOST_SEATS, by=core.SEAT)  # the cell a seat is about to mark, plus one; 0 for none
    closing: list[int] = numbers(MOST_SEATS, by=core.SEAT)  # 1 if a seat closes its first grid after this throw


# --- the turn -------------------------------------------------------------------------------------------------


def start(s: State, options: Mapping[str, str]) -> None:
    """Ask everybody to take a sheet, if players choose it, and the side to begin with."""
    s.failures_to_end = number_in(options, "failures")
    s.dice_wanted = number_in(options, "dice")
    s.dice_wanted_of_others = number_in(options, "dice_of_others")
    s.ring_points = numbers_in(options, "ring_points")
    s.path_points = numbers_in(options, "path_points")
    if options["sheet"] != FREE:
        for seat in range(s.seats):
            s.letter[seat] = LETTERS.index(options["sheet"]) + 1
    s.stage = TAKING
    ask(s, (1 << s.seats) - 1)


def rolling(s: State) -> int:
    """Throw all three dice, then those to throw a second time."""
    return s.again if s.again else THREE_DICE


def land(s: State, faces: Sequence[int]) -> None:
    """Let the active player throw some dice again after the first throw; then everybody marks."""
    thrown = rolling(s)
    for die in range(len(DICE)):
        if has(thrown, die):
            s.dice[die] = faces[die]
    if s.again:
        start_marking(s)
    else:
        s.stage = RETHROWING
        ask(s, 1 << s.active)


def start_marking(s: State) -> None:
    """Ask everybody who has something to decide, at the same time."""
    s.stage = MARKING
    s.again = 0
    for dice in range(THREE_DICE + 1):
        s.sums[dice] = sum_of(s, dice)
    able = 0
    for seat in range(s.seats):
        s.used[seat] = 0
        s.chosen[seat] = 0
        s.closing[seat] = 0
        s.options[seat] = cells_to_mark(s, seat)
        able |= int(s.options[seat] != 1 << DONE) << seat
    if able:
        ask(s, able)
    else:
        end_throw(s)


def legal(s: State, seat: int) -> int:
    """Return what a seat may do at the current stage."""
    if s.stage == TAKING:
        return (1 << len(SIDES)) - 1 << TAKE_SIDE if s.letter[seat] else (1 << len(LETTERS)) - 1 << TAKE_SHEET
    if s.stage == RETHROWING:
        return (1 << THREE_DICE + 1) - 1 << KEEP
    return s.options[seat]


def apply(s: State, seat: int, option: int) -> None:
    """Take a sheet, a side, a second throw; or mark, one step at a time."""
    if s.stage == TAKING:
        take(s, seat, option)
    elif s.stage == RETHROWING:
        s.again = option - AGAIN
        if s.again:
            throw(s)
        else:
            start_marking(s)
    elif option in (DONE, CLOSE):
        s.closing[seat] = 1 if option == CLOSE else 0
        stop_marking(s, seat)
    elif s.chosen[seat]:
        mark(s, seat, s.chosen[seat] - 1, option)
    else:
        s.chosen[seat] = option + 1
        s.options[seat] = ways(s, seat, option)
        if is_single(s.options[seat]):
            mark(s, seat, option, lowest(s.options[seat]))


def take(s: State, seat: int, option: int) -> None:
    """Take the sheet, then its side; when all have theirs, the first throw follows."""
    if option < TAKE_SIDE:
        s.letter[seat] = option - TAKE_SHEET + 1
        return
    s.side_up[seat] = option - TAKE_SIDE
    if answered(s, seat):
        throw(s)


def mark(s: State, seat: int, cell: int, way: int) -> None:
    """Cross a cell with the dice of the given way; a seat with nothing left to do is done."""
    grid = s.grid[seat]
    if cell < NUMBER_CELL:
        s.ring[seat][grid] |= 1 << cell
        s.used[seat] |= 1 << way - BY_COLOUR
    else:
        s.crossed[seat][grid] |= 1 << cell - NUMBER_CELL
        s.path[seat][grid] = s.path[seat][grid] << HEAD_BITS | cell - NUMBER_CELL + 1
        s.used[seat] |= way - BY_SUM
    s.chosen[seat] = 0
    s.options[seat] = cells_to_mark(s, seat)
    if s.options[seat] == 1 << DONE:
        stop_marking(s, seat)


def stop_marking(s: State, seat: int) -> None:
    """Finish a seat's marking for this throw."""
    if answered(s, seat):
        end_throw(s)


def end_throw(s: State) -> None:
    """Count failures and leave finished grids; end the game or pass the dice to the left."""
    ending = 0
    for seat in range(s.seats):
        grid = s.grid[seat]
        if is_failing(s, seat):
            s.failures[seat][grid] += 1
        failed = s.failures[seat][grid] >= s.failures_to_end
        if s.ring[seat][grid] == ALL_RING and s.crossed[seat][grid] == ALL_NUMBERS:
            ending |= GRID_FULL
        if failed and grid == 1:
            ending |= THIRD_FAILURE
        elif failed or s.closing[seat]:
            s.grid[seat] = 1
    if ending:
        finish(s, ending)
    else:
        s.active = next_seat(s)
        throw(s)


def wanted_dice(s: State, seat: int) -> int:
    """Return how many dice of a throw a seat must use."""
    return s.dice_wanted if seat == s.active else s.dice_wanted_of_others


def is_failing(s: State, seat: int) -> bool:
    """Return whether a seat has used too few dice so far."""
    return count(s.used[seat]) < wanted_dice(s, seat)


# --- the grid -------------------------------------------------------------------------------------------------


def printed(s: State, seat: int, grid: int) -> int:
    """Return the printed grid, index into SHEETS, that is a seat's first or second."""
    return (s.letter[seat] - 1) * GRIDS + (s.side_up[seat] ^ grid)


def open_ring(ring: int) -> int:
    """Return any cell of an empty ring; later, the neighbours of the crossed arc."""
    around = ring << 1 | ring >> 1 | ring >> RING_CELLS - 1 | ring << RING_CELLS - 1
    return (around if ring else ALL_RING) & ALL_RING & ~ring


def open_numbers(crossed: int, path: int) -> int:
    """Return any cell before the path begins; later, the uncrossed neighbours of its head."""
    return BESIDE[path & HEAD] & ~crossed


def cells_to_mark(s: State, seat: int) -> int:
    """Return the cells a seat can cross, and to stop marking or to close the first grid."""
    done = 1 << DONE | int(s.grid[seat] == 0) << CLOSE
    return ring_cells(s, seat) | number_cells(s, seat) << NUMBER_CELL | done


def ring_cells(s: State, seat: int) -> int:
    """Return the ring cells a seat can cross with the colours of its dice."""
    grid = s.grid[seat]
    page = printed(s, seat, grid)
    coloured = 0
    for die in range(len(DICE)):
        coloured |= CELLS_OF_DIE[page][die][0 if has(s.used[seat], die) else s.dice[die]]
    return coloured & open_ring(s.ring[seat][grid])


def number_cells(s: State, seat: int) -> int:
    """Return the number cells a seat can cross with the numbers of its dice and their sums."""
    grid = s.grid[seat]
    page = printed(s, seat, grid)
    numbered = 0
    for dice in range(1, THREE_DICE + 1):
        numbered |= CELLS_OF_NUMBER[page][0 if dice & s.used[seat] else s.sums[dice]]
    return numbered & open_numbers(s.crossed[seat][grid], s.path[seat][grid])


def sum_of(s: State, dice: int) -> int:
    """Return the sum of the numbers on a bit set of dice."""
    return (dice & 1) * s.dice[0] + (dice >> 1 & 1) * s.dice[1] + (dice >> 2) * s.dice[2]


def ways(s: State, seat: int, cell: int) -> int:
    """Return the uses of a seat's dice that would cross a cell, as options."""
    grid = printed(s, seat, s.grid[seat])
    found = 0
    if cell < NUMBER_CELL:
        for die in range(len(DICE)):
            if not has(s.used[seat], die) and has(CELLS_OF_DIE[grid][die][s.dice[die]], cell):
                found |= 1 << BY_COLOUR + die
    else:
        for dice in range(1, THREE_DICE + 1):
            if not dice & s.used[seat] and has(CELLS_OF_NUMBER[grid][s.sums[dice]], cell - NUMBER_CELL):
                found |= 1 << BY_SUM + dice
    return found


# --- the score ------------------------------------------------------------------------------------------------


def part(s: State, seat: int, place: int) -> int:
    """Return the points of ring and path of the first grid, then of the second."""
    grid = place // 2
    if place % 2 == 0:
        return s.ring_points[count(s.ring[seat][grid])]
    return s.path_points[count(s.crossed[seat][grid])]
