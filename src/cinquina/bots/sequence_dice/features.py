"""The board as a learner sees it: every straight line as one number, and how many chips lie on each number.

The board looks the same after a quarter turn, numbers included. So lines that a turn carries into each other share
their weights: five kinds of lines, four of six spaces and the diagonals of five. A line is read as a number whose
digits are its spaces: empty, or whose chip lies there, seen from the side that is about to throw. With two sides there
are two more digits, for chips on a number whose spaces are all covered: these may be replaced. The long diagonals,
which half a turn carries into themselves, are read from one end only.

The same source runs plain and compiled.
"""

from cinquina.core.bits import count
from cinquina.games.sequence_dice import SIZE, SPACES, SPACES_OF

FULL_LINE = (1 << SIZE) - 1
FIRST_COLUMN = sum(1 << row * SIZE for row in range(SIZE))
# The spaces of a column are SIZE bits apart: times this, they lie beside each other from GATHERED on.
GATHERED = SIZE * (SIZE - 1)
GATHER = sum(1 << GATHERED - row * (SIZE - 1) for row in range(SIZE))

Line = tuple[int, ...]


def _turned(line: Line) -> Line:
    """Return where the spaces of a line go when the board makes a quarter turn."""
    return tuple(space % SIZE * SIZE + SIZE - 1 - space // SIZE for space in line)


def _diagonal(first: int, step: int, length: int) -> Line:
    return tuple(first + place * step for place in range(length))


KIND_OF = (
    *(tuple(row * SIZE + place for place in range(SIZE)) for row in range(SIZE // 2)),
    _diagonal(0, SIZE + 1, SIZE),
    _diagonal(1, SIZE + 1, SIZE - 1),
)
"""One line of each kind."""
KINDS = len(KIND_OF)
TURNS = 4


def _reading(line: Line) -> tuple[int, int, int, int]:
    """Return how to read the chips on a line as six bits: shift down, mask, multiply, shift down.

    Multiplied by FIRST_COLUMN the chips of a diagonal lie beside each other, by columns, in the last row.
    """
    if line[1] - line[0] in (1, -1):
        return min(line), FULL_LINE, 1, 0
    if line[1] - line[0] in (SIZE, -SIZE):
        return min(line), FIRST_COLUMN, GATHER, GATHERED
    columns = [space % SIZE for space in line]
    beginning = columns[0] if columns[0] < columns[1] else columns[0] - (SIZE - 1)
    return 0, sum(1 << space for space in line), FIRST_COLUMN, GATHERED + beginning


def _bit_of(line: Line, space: int) -> int:
    """Return the bit a space of a line becomes when it is read."""
    down, mask, times, down_again = _reading(line)
    return (((1 << space) >> down & mask) * times >> down_again & FULL_LINE).bit_length() - 1


def _all_lines() -> list[tuple[int, Line]]:
    """Return every line once with its kind, its spaces in the order of that kind."""
    found: dict[frozenset[int], tuple[int, Line]] = {}
    for kind, line in enumerate(KIND_OF):
        for _ in range(TURNS):
            found.setdefault(frozenset(line), (kind, line))
            line = _turned(line)
    return list(found.values())


LINES = tuple(
    (kind, *_reading(line), int(_bit_of(line, line[0]) > _bit_of(line, line[1]))) for kind, line in _all_lines()
)
"""Kind, reading, and whether the bits come in the opposite order to that of the kind."""
KIND, DOWN, MASK, TIMES, DOWN_AGAIN, BACKWARDS = range(6)


def _powers(base: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return for each six bits the sum of the powers of a base at the ones, and that with the bits reversed."""
    forwards = [sum(base**place for place in range(SIZE) if bits >> place & 1) for bits in range(FULL_LINE + 1)]
    backwards = [
        sum(base ** (SIZE - 1 - place) for place in range(SIZE) if bits >> place & 1) for bits in range(FULL_LINE + 1)
    ]
    return tuple(forwards), tuple(backwards)


NUMBERS = tuple(spaces for spaces in SPACES_OF if spaces)
"""The spaces of every number of the board."""
SPACES_EACH = SPACES // len(NUMBERS)
COUNTS = SPACES_EACH + 1
COUNTS_OF_TWO, COUNTS_OF_THREE = COUNTS * COUNTS, COUNTS * COUNTS * COUNTS

TWO, THREE = 2, 3
NEXT, LAST = 2, 3  # the digits of the others' chips; an empty space is 0, one's own chip 1
CAN_BE_REPLACED = 2  # more than the digit of a chip that cannot
BASE_OF_TWO = NEXT + CAN_BE_REPLACED + 1
BASE_OF_THREE = LAST + 1
POWERS_OF_TWO = _powers(BASE_OF_TWO)
POWERS_OF_THREE = _powers(BASE_OF_THREE)
LINES_OF_TWO: int = BASE_OF_TWO**SIZE
LINES_OF_THREE: int = BASE_OF_THREE**SIZE
FEATURES_OF_TWO = KINDS * LINES_OF_TWO + len(NUMBERS) * COUNTS_OF_TWO
FEATURES_OF_THREE = KINDS * LINES_OF_THREE + len(NUMBERS) * COUNTS_OF_THREE
FEATURES = len(LINES) + len(NUMBERS)
"""How many features a position has at a time: each of its lines is one, and each of its numbers."""


def read_line(chips: int, line: int) -> int:
    """Return the chips on a line as six bits."""
    return (
        (chips >> LINES[line][DOWN] & LINES[line][MASK]) * LINES[line][TIMES] >> LINES[line][DOWN_AGAIN]
    ) & FULL_LINE


def covered_numbers(chips: int) -> int:
    """Return the spaces of the numbers whose spaces are all covered."""
    found = 0
    for number in range(len(NUMBERS)):
        if NUMBERS[number] & ~chips == 0:
            found |= NUMBERS[number]
    return found


def feature_of_two(own: int, other: int, covered: int, place: int) -> int:
    """Return one feature of a position of two sides: by line, then by number."""
    if place < len(LINES):
        backwards = LINES[place][BACKWARDS]
        owns = read_line(own, place)
        others = read_line(other, place)
        replaced = read_line(covered, place)
        powers = POWERS_OF_TWO[backwards]
        code = powers[owns] + NEXT * powers[others] + CAN_BE_REPLACED * powers[replaced]
        return LINES[place][KIND] * LINES_OF_TWO + code
    number = place - len(LINES)
    counts = count(own & NUMBERS[number]) * COUNTS + count(other & NUMBERS[number])
    return KINDS * LINES_OF_TWO + number * COUNTS_OF_TWO + counts


def feature_of_three(own: int, following: int, last: int, place: int) -> int:
    """Return one feature of a position of three sides."""
    if place < len(LINES):
        powers = POWERS_OF_THREE[LINES[place][BACKWARDS]]
        code = powers[read_line(own, place)] + NEXT * powers[read_line(following, place)]
        code += LAST * powers[read_line(last, place)]
        return LINES[place][KIND] * LINES_OF_THREE + code
    number = place - len(LINES)
    counts = (count(own & NUMBERS[number]) * COUNTS + count(following & NUMBERS[number])) * COUNTS
    counts += count(last & NUMBERS[number])
    return KINDS * LINES_OF_THREE + number * COUNTS_OF_THREE + counts
