"""Extra!, by Sid Sackson. The rules in our words: docs/rules/extra.en.md.

The crosses of a player's eleven rows are one integer with four bits per row; the row of the sum 2 has the lowest bits.
The faces that a player may still note are another, with six bits per column: at first all 18 bits are set, and three
when every column has its number.

A choice has two steps: first the fifth die (note it in a column, or leave it out), then how to pair the other four.
Options: 0–17 note a face in a column (column by column), 18–23 leave a face out, 24–26 are the three ways to pair
the remaining four dice, sorted a b c d: a+b c+d, a+c b+d, a+d b+c.
"""

from collections.abc import Mapping, Sequence
from itertools import combinations_with_replacement

from cinquina import core, sheets
from cinquina.core import Numbers, Option, number, number_in, numbers, numbers_in
from cinquina.core.bits import has, is_single, lowest
from cinquina.core.flow import answered, ask, finish, next_seat, throw

NAME = "extra"
VERSION = 1
SEATS = (1, 2, 3, 4, 5, 6)
MOST_SEATS = SEATS[-1]
KINDS = ("extra", "classic")
OPTIONS = {"sheet": Option(KINDS)}
ENDINGS = ("all-are-out",)
ALL_ARE_OUT = 1
LEAST_SUM, MOST_SUM = 2, 12
PARTS = tuple(f"row{total}" for total in range(LEAST_SUM, MOST_SUM + 1))

FACES = 6
ROWS = len(PARTS)
ROW_BITS = 4
ROW = (1 << ROW_BITS) - 1
COLUMNS = 3
ALL_NOTES = (1 << COLUMNS * FACES) - 1
ANY_FACE = (1 << FACES) - 1
EACH_COLUMN = sum(1 << column * FACES for column in range(COLUMNS))  # multiplies a face into all columns

LEAVE = COLUMNS * FACES  # LEAVE + face - 1; below it column * FACES + face - 1 notes a face in a column
PAIR = LEAVE + FACES  # PAIR + way
WAYS = 3
FIRST_WAY = 1 << PAIR  # there always is this one
CHOICES = PAIR + WAYS

SHEETS = tuple(sheets.load(f"{NAME}-{kind}") for kind in KINDS)
DICE = tuple(die.id for die in SHEETS[0].dice)
# By kind of sheet and row: the number of boxes that count −200, and of all boxes.
MINUS_BOXES = tuple(tuple(len(row) for row in sheet.rows("minus")) for sheet in SHEETS)
ROW_LENGTH = tuple(tuple(len(row) for row in sheet.rows("minus", "zero", "factor")) for sheet in SHEETS)
# By kind of sheet: the crosses of all rows when every row is full.
FULL_ROWS = tuple(sum(length << row * ROW_BITS for row, length in enumerate(rows)) for rows in ROW_LENGTH)
# By kind of sheet and column: the number of boxes.
COLUMN_NAMES = tuple(cell.column for cell in SHEETS[0].of_kind("extra-number"))
COLUMN_LENGTH = tuple(
    tuple(sum(cell.column == name for cell in sheet.of_kind("extra-box", "extra-last")) for name in COLUMN_NAMES)
    for sheet in SHEETS
)
# By option that notes a face or leaves it out: the column, and the face.
COLUMN_OF = tuple(option // FACES for option in range(PAIR))
FACE_OF = tuple(option % FACES + 1 for option in range(PAIR))
# By note (a face in a column): the notes still possible after it. The column has its number, the number its column.
STAYING = tuple(
    ALL_NOTES & ~(ANY_FACE << note // FACES * FACES | EACH_COLUMN << note % FACES) | 1 << note for note in range(LEAVE)
)

# Five dice show one of 252 different throws. The sum of these numbers, by face, tells which, in any order of the dice.
NUMBER_OF_FACE = (0, 0, 7, 18, 146, 232, 233)
THROWN = tuple(combinations_with_replacement(range(1, FACES + 1), len(DICE)))
_sums = [sum(NUMBER_OF_FACE[face] for face in dice) for dice in THROWN]
THROW_OF_SUM = tuple(_sums.index(total) if total in _sums else 0 for total in range(max(_sums) + 1))


def beside(dice: tuple[int, ...], fifth: int) -> tuple[int, ...]:
    """Return the four dice beside the fifth, sorted; none if that face does not lie."""
    return dice[: dice.index(fifth)] + dice[dice.index(fifth) + 1 :] if fifth in dice else ()


def _different_ways(a: int, b: int, c: int, d: int) -> int:
    """Return the ways to pair sorted dice that give different sums, as a bit set: a+b c+d, a+c b+d, a+d b+c."""
    # The second repeats the first when b equals c, and the third another when a equals b or c equals d.
    return 1 | int(b != c) << 1 | (int(a != b) & int(c != d)) << 2


def _rows_of(one: int, other: int) -> tuple[int, int]:
    """Return the lowest bits of the rows of two sums."""
    return (one - LEAST_SUM) * ROW_BITS, (other - LEAST_SUM) * ROW_BITS


# By throw and option that sets a die apart: the options to pair the other four. By throw, face set apart and way: the
# rows of the two sums, by their lowest bits, the sum with the smallest of the four dice first.
WAYS_AFTER = tuple(
    tuple(_different_ways(*four) << PAIR if four else 0 for four in (beside(dice, face) for face in FACE_OF))
    for dice in THROWN
)
ROWS_OF_WAY = tuple(
    tuple(
        tuple(
            _rows_of(four[0] + four[way + 1], sum(four[1:]) - four[way + 1]) if four else (0, 0) for way in range(WAYS)
        )
        for four in (beside(dice, face) for face in range(FACES + 1))
    )
    for dice in THROWN
)

NUMBERS = {
    "minus": Numbers((-SHEETS[0].scores["minus"][0],), 0, 10_000),
    "row_points": Numbers(SHEETS[0].scores["points"], -1000, 1000),  # of the sum 2, 3, … 12
    "columns": Numbers((0,) * COLUMNS, -7, 20),  # boxes to add to those printed; negative to remove some
}


class State(core.State):
    """The state; fields that every game has are in core.State."""

    kind: int = number(follows=True)  # the printed sheet: index into KINDS
    minus_points: int = number(follows=True)
    row_points: list[int] = numbers(ROWS, follows=True)
    column_length: list[int] = numbers(COLUMNS, follows=True)
    playing: int = number(of=core.SEAT_SET)  # bit set of the seats still in the game
    dice: list[int] = numbers(len(DICE))  # the throw, sorted
    thrown: int = number(follows=True)  # which of the different throws it is
    faces: int = number(packed=FACES)  # the faces in the throw, as a bit set: bit 0 is a one
    filled: int = number(of=core.SEAT_SET)  # bit set of the seats that have crossed a last box
    rows: list[int] = numbers(MOST_SEATS, by=core.SEAT, packed=ROWS, width=ROW_BITS)
    notable: list[int] = numbers(MOST_SEATS, by=core.SEAT, packed=LEAVE)  # the faces each column may still note
    noted: list[list[int]] = numbers(MOST_SEATS, COLUMNS, by=core.SEAT)  # the number of crosses in each column
    options: list[int] = numbers(MOST_SEATS, by=core.SEAT, packed=CHOICES)  # the legal ones; 0: nothing left to do
    fifth: list[int] = numbers(MOST_SEATS, by=core.SEAT)  # the face set apart in this throw; 0 before that


# --- the turn -------------------------------------------------------------------------------------------------


def start(s: State, options: Mapping[str, str]) -> None:
    """Give everybody an empty sheet."""
    s.kind = KINDS.index(options["sheet"])
    s.minus_points = -number_in(options, "minus")
    s.row_points = numbers_in(options, "row_points")
    more = numbers_in(options, "columns")
    for column in range(COLUMNS):
        s.column_length[column] = COLUMN_LENGTH[s.kind][column] + more[column]
    for seat in range(s.seats):
        s.notable[seat] = ALL_NOTES
    s.playing = (1 << s.seats) - 1


def rolling(s: State) -> int:
    """Throw all five dice."""
    return (1 << len(DICE)) - 1


def land(s: State, faces: Sequence[int]) -> None:
    """Offer the throw to everybody still in the game; a seat with nothing to decide is not asked."""
    number_of_throw = 0
    s.faces = 0
    for die in range(len(DICE)):
        number_of_throw += NUMBER_OF_FACE[faces[die]]
        s.faces |= 1 << faces[die] - 1
    s.thrown = THROW_OF_SUM[number_of_throw]
    for die in range(len(DICE)):
        s.dice[die] = THROWN[s.thrown][die]
    undecided = 0
    for seat in range(s.seats):
        if has(s.playing, seat):
            s.fifth[seat] = 0
            s.options[seat] = fifth_dice(s, seat)
            if is_single(s.options[seat]):
                set_apart(s, seat, lowest(s.options[seat]))
            if not is_complete(s, seat):
                undecided |= 1 << seat
    if undecided:
        ask(s, undecided)
    else:
        end_turn(s)


def legal(s: State, seat: int) -> int:
    """Return what may be done with the fifth die; after that, the ways to pair the other four."""
    return s.options[seat]


def apply(s: State, seat: int, option: int) -> None:
    """Play one step of a seat's combination; when all are complete, the next player throws."""
    mark(s, seat, option)
    if is_complete(s, seat) and answered(s, seat):
        end_turn(s)


def mark(s: State, seat: int, option: int) -> None:
    """Play one step of a seat's combination: set the fifth die apart, or cross two sums."""
    if s.fifth[seat]:
        cross_sums(s, seat, option - PAIR)
    else:
        set_apart(s, seat, option)


def set_apart(s: State, seat: int, option: int) -> None:
    """Note the fifth die or leave it out, then offer the pairs."""
    if option < LEAVE:
        note(s, seat, option)
    s.fifth[seat] = FACE_OF[option]
    s.options[seat] = WAYS_AFTER[s.thrown][option]


def cross_sums(s: State, seat: int, way: int) -> None:
    """Cross the two sums, the last step."""
    cross_row(s, seat, ROWS_OF_WAY[s.thrown][s.fifth[seat]][way][0])
    cross_row(s, seat, ROWS_OF_WAY[s.thrown][s.fifth[seat]][way][1])
    s.options[seat] = 0


def is_complete(s: State, seat: int) -> bool:
    """Cross the only pair of sums there is; return whether a seat's combination is complete."""
    if s.options[seat] == FIRST_WAY:
        cross_sums(s, seat, 0)
    return s.options[seat] == 0


def end_turn(s: State) -> None:
    """Put players with a full column out; pass the dice to the next player still in the game."""
    s.playing &= ~s.filled
    if s.playing == 0:
        finish(s, ALL_ARE_OUT)
        return
    s.active = next_seat(s)
    while not has(s.playing, s.active):
        s.active = next_seat(s)
    throw(s)


# --- the dice -------------------------------------------------------------------------------------------------


def one_sum(s: State, seat: int, way: int) -> int:
    """Return the sum that includes the smallest of the four dice: a+b, a+c or a+d."""
    return ROWS_OF_WAY[s.thrown][s.fifth[seat]][way][0] // ROW_BITS + LEAST_SUM


def other_sum(s: State, seat: int, way: int) -> int:
    """Return the sum of the other two dice."""
    return ROWS_OF_WAY[s.thrown][s.fifth[seat]][way][1] // ROW_BITS + LEAST_SUM


# --- the sheet ------------------------------------------------------------------------------------------------


def fifth_dice(s: State, seat: int) -> int:
    """Return the faces to note, in their own column or in a free one; if there are none, the faces to leave out."""
    notes = s.notable[seat] & s.faces * EACH_COLUMN
    return notes if notes else s.faces << LEAVE


def note(s: State, seat: int, option: int) -> None:
    """Cross a face in a column, which now has that number; a cross in the last box puts the seat out after the turn."""
    column = COLUMN_OF[option]
    s.notable[seat] &= STAYING[option]
    s.noted[seat][column] += 1
    s.filled |= int(s.noted[seat][column] == s.column_length[column]) << seat


def head(s: State, seat: int, column: int) -> int:
    """Return the number of a column; 0 while it has none."""
    faces = s.notable[seat] >> column * FACES & ANY_FACE
    return lowest(faces) + 1 if is_single(faces) else 0


def row_crosses(s: State, seat: int, row: int) -> int:
    """Return how many crosses a row has."""
    return s.rows[seat] >> row * ROW_BITS & ROW


def cross_row(s: State, seat: int, low: int) -> None:
    """Cross a row, given by its lowest bit, unless it is full."""
    s.rows[seat] += int((s.rows[seat] ^ FULL_ROWS[s.kind]) >> low & ROW != 0) << low


# --- the score ------------------------------------------------------------------------------------------------


def part(s: State, seat: int, place: int) -> int:
    """Return the points of a row: place 0 is the sum 2, the last place the sum 12."""
    return row_points(s, seat, place)


def row_points(s: State, seat: int, row: int) -> int:
    """Return 0 for an empty row, −200 while it is in the minus boxes, then the points times the factor reached."""
    crossed = row_crosses(s, seat, row)
    factor = crossed - MINUS_BOXES[s.kind][row] - 1
    points = s.row_points[row] * factor if factor >= 0 else s.minus_points
    return points if crossed else 0
