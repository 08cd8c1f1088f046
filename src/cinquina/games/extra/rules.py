"""Extra!, by Sid Sackson. The rules in our words: docs/rules/extra.en.md.

The crosses of a player's eleven rows are one integer with four bits per row; the row of the sum 2 has the lowest bits.
The faces that a player may still note are another, with six bits per column: at first all 18 bits are set, and three
when every column has its number.

A choice has two steps: first the fifth die (note it in a column, or leave it out), then how to pair the other four.
Options: 0–17 note a face in a column (column by column), 18–23 leave a face out, 24–26 are the three ways to pair
the remaining four dice, sorted a b c d: a+b c+d, a+c b+d, a+d b+c.
"""

from collections.abc import Mapping, Sequence

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
CHOICES = PAIR + WAYS

SHEETS = tuple(sheets.load(f"{NAME}-{kind}") for kind in KINDS)
DICE = tuple(die.id for die in SHEETS[0].dice)
# By kind of sheet and row: the number of boxes that count −200, and of all boxes.
MINUS_BOXES = tuple(tuple(len(row) for row in sheet.rows("minus")) for sheet in SHEETS)
ROW_LENGTH = tuple(tuple(len(row) for row in sheet.rows("minus", "zero", "factor")) for sheet in SHEETS)
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

NUMBERS = {
    "minus": Numbers((-SHEETS[0].scores["minus"][0],), 0, 10_000),
    "row_points": Numbers(SHEETS[0].scores["points"], -1000, 1000),  # of the sum 2, 3, … 12
    "columns": Numbers((0,) * COLUMNS, -7, 20),  # boxes to add to those printed; negative to remove some
}


class State(core.State):
    """The state; fields that every game has are in core.State."""

    kind: int = number()  # the printed sheet: index into KINDS
    minus_points: int = number()
    row_points: list[int] = numbers(ROWS)
    column_length: list[int] = numbers(COLUMNS)
    playing: int = number()  # bit set of the seats still in the game
    dice: list[int] = numbers(len(DICE))  # the throw, sorted
    total: int = number()  # the sum of the throw
    faces: int = number()  # the faces in the throw, as a bit set: bit 0 is a one
    filled: int = number()  # bit set of the seats that have crossed a last box
    rows: list[int] = numbers(MOST_SEATS)
    notable: list[int] = numbers(MOST_SEATS)  # the faces that may still be noted in each column
    noted: list[list[int]] = numbers(MOST_SEATS, COLUMNS)  # the number of crosses in each column
    options: list[int] = numbers(MOST_SEATS)  # the legal options of each seat; 0 once its combination is complete
    fifth: list[int] = numbers(MOST_SEATS)  # the face set apart in this throw; 0 before that


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
    sort_dice(s, faces)
    s.total = 0
    s.faces = 0
    for die in range(len(DICE)):
        s.total += s.dice[die]
        s.faces |= 1 << s.dice[die] - 1
    undecided = 0
    for seat in range(s.seats):
        if has(s.playing, seat):
            s.fifth[seat] = 0
            s.options[seat] = fifth_dice(s, seat)
            if not play_forced_steps(s, seat):
                undecided |= 1 << seat
    if undecided:
        ask(s, undecided)
    else:
        end_turn(s)


def play_forced_steps(s: State, seat: int) -> bool:
    """Play a seat's steps while it has only one option; return whether its combination is complete."""
    while is_single(s.options[seat]):
        mark(s, seat, lowest(s.options[seat]))
    return s.options[seat] == 0


def legal(s: State, seat: int) -> int:
    """Return what may be done with the fifth die; after that, the ways to pair the other four."""
    return s.options[seat]


def apply(s: State, seat: int, option: int) -> None:
    """Play one step of a seat's combination; when all are complete, the next player throws."""
    mark(s, seat, option)
    if play_forced_steps(s, seat) and answered(s, seat):
        end_turn(s)


def mark(s: State, seat: int, option: int) -> None:
    """Note the fifth die or leave it out, then offer the pairs; or cross the two sums, the last step."""
    if option >= PAIR:
        one = first_sum(s, seat, option - PAIR)
        cross_row(s, seat, one)
        cross_row(s, seat, four_dice(s, seat) - one)
        s.options[seat] = 0
        return
    if option < LEAVE:
        note(s, seat, option)
    s.fifth[seat] = FACE_OF[option]
    s.options[seat] = different_ways(s, seat) << PAIR


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


def sort_dice(s: State, faces: Sequence[int]) -> None:
    """Sort the five dice with a fixed network of nine comparisons."""
    a, b = smaller(faces[0], faces[1]), larger(faces[0], faces[1])
    d, e = smaller(faces[3], faces[4]), larger(faces[3], faces[4])
    c, e = smaller(faces[2], e), larger(faces[2], e)
    c, d = smaller(c, d), larger(c, d)
    b, e = smaller(b, e), larger(b, e)
    a, d = smaller(a, d), larger(a, d)
    a, c = smaller(a, c), larger(a, c)
    b, d = smaller(b, d), larger(b, d)
    b, c = smaller(b, c), larger(b, c)
    s.dice[0] = a
    s.dice[1] = b
    s.dice[2] = c
    s.dice[3] = d
    s.dice[4] = e


def smaller(one: int, other: int) -> int:
    """Return the smaller of two numbers."""
    return one if one < other else other


def larger(one: int, other: int) -> int:
    """Return the larger of two numbers."""
    return other if one < other else one


def four_dice(s: State, seat: int) -> int:
    """Return the sum of the four dice without the seat's fifth."""
    return s.total - s.fifth[seat]


def die_left(s: State, seat: int, place: int) -> int:
    """Return one of the four dice without the seat's fifth; place 0 is the smallest."""
    return s.dice[place] if s.dice[place] < s.fifth[seat] else s.dice[place + 1]


def first_sum(s: State, seat: int, way: int) -> int:
    """Return the sum that includes the smallest of the four dice: a+b, a+c or a+d."""
    return die_left(s, seat, 0) + die_left(s, seat, way + 1)


def different_ways(s: State, seat: int) -> int:
    """Return the ways to pair the four dice that give different sums, as a bit set."""
    a, b = die_left(s, seat, 0), die_left(s, seat, 1)
    c, d = die_left(s, seat, 2), die_left(s, seat, 3)
    # a+c b+d repeats the first way when b equals c, and a+d b+c repeats another when a equals b or c equals d.
    return 1 | int(b != c) << 1 | (int(a != b) & int(c != d)) << 2


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
    if s.noted[seat][column] == s.column_length[column]:
        s.filled |= 1 << seat


def head(s: State, seat: int, column: int) -> int:
    """Return the number of a column; 0 while it has none."""
    faces = s.notable[seat] >> column * FACES & ANY_FACE
    return lowest(faces) + 1 if is_single(faces) else 0


def row_crosses(s: State, seat: int, row: int) -> int:
    """Return how many crosses a row has."""
    return s.rows[seat] >> row * ROW_BITS & ROW


def cross_row(s: State, seat: int, total: int) -> None:
    """Cross the row of a sum, unless the row is full."""
    row = total - LEAST_SUM
    if row_crosses(s, seat, row) < ROW_LENGTH[s.kind][row]:
        s.rows[seat] += 1 << row * ROW_BITS


# --- the score ------------------------------------------------------------------------------------------------


def part(s: State, seat: int, place: int) -> int:
    """Return the points of a row: place 0 is the sum 2, the last place the sum 12."""
    return row_points(s, seat, place)


def row_points(s: State, seat: int, row: int) -> int:
    """Return 0 for an empty row, −200 while it is in the minus boxes, then the points times the factor reached."""
    crossed = row_crosses(s, seat, row)
    if crossed == 0:
        return 0
    if crossed <= MINUS_BOXES[s.kind][row]:
        return s.minus_points
    return s.row_points[row] * (crossed - MINUS_BOXES[s.kind][row] - 1)
