"""Positions from drawn sheets, and drawn sheets from positions: what rule tests look at.

Every builder gives a position in which seat 0 is about to throw, with that sheet before it; the other seats have empty
sheets unless `others` draws them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cinquina.core import Position, bits, opening, throw
from cinquina.games import GAMES, extra, qwinto, qwixx, sequence_dice, the_choice


def placed(name: str, seats: int, options: dict[str, str], place: Callable[[Any], None]) -> Any:
    """A position whose state is set by hand; the game is about to throw."""
    position = opening(GAMES[name], seats, {"begins": "first", **options})
    state = position.now.copy()
    throw(state)
    place(state)
    return Position(position.rules, position.options, state, (), state)


# --- Qwixx: a row of eleven cells and the lock, x for a cross ---------------------------------------------------


def qwixx_sheet(*rows: str) -> int:
    """Rows such as "red xx.xx......"; a twelfth letter is the lock; rows not drawn are empty."""
    sheet = 0
    for line in rows:
        colour, cells = line.split()
        row = qwixx.COLOURS.index(colour)
        for place, mark in enumerate(cells):
            sheet |= (mark == "x") << row * qwixx.ROW_BITS + place
    return sheet


def qwixx_crosses(s: qwixx.State, seat: int, sheet: int) -> None:
    """Cross what is crossed on a sheet, from left to right; a lock only where it is drawn."""
    locked = s.locked | sheet & qwixx.LOCK
    for cell in bits.members(sheet & qwixx.ALL_CELLS):
        qwixx.cross(s, seat, cell)
    s.sheet[seat], s.locked = sheet, locked


def qwixx_position(*rows: str, others: tuple[tuple[str, ...], ...] = (), penalties: int = 0, **options: str) -> Any:
    """Seat 0 with these rows, then the other seats with theirs."""

    def place(s: qwixx.State) -> None:
        for seat, drawn in enumerate((rows, *others)):
            qwixx_crosses(s, seat, qwixx_sheet(*drawn))
        s.penalties[0] = penalties
        qwixx.close_rows(s)

    return placed("qwixx", 1 + len(others), options, place)


def qwixx_rows(position: Position, seat: int = 0) -> list[str]:
    """The rows of a seat that have crosses, drawn."""
    sheet, drawn = position.now.sheet[seat], []
    for row, colour in enumerate(qwixx.COLOURS):
        cells = "".join("x" if sheet >> row * qwixx.ROW_BITS + place & 1 else "." for place in range(qwixx.ROW_BITS))
        if "x" in cells:
            drawn.append(f"{colour} {cells}")
    return drawn


# --- Qwinto: nine cells a row, a number or a dot -----------------------------------------------------------------


def qwinto_position(orange: str, yellow: str, violet: str, *, seats: int = 1, misses: int = 0) -> Any:
    """Seat 0 with three rows such as ". 5 . . 9 . . . .", about to pick dice."""

    def place(s: qwinto.State) -> None:
        for row, drawn in enumerate((orange, yellow, violet)):
            for place, mark in enumerate(drawn.split()):
                if mark != ".":
                    qwinto.enter(s, 0, row * qwinto.CELLS + place, int(mark))
        s.misses[0] = misses
        qwinto.start_turn(s)

    return placed("qwinto", seats, {}, place)


def qwinto_rows(position: Position, seat: int = 0) -> list[str]:
    """The three rows of a seat, drawn."""
    rows = position.now.rows[seat]
    return [" ".join(str(qwinto.entry(row, place) or ".") for place in range(qwinto.CELLS)) for row in rows]


# --- The Choice: the ring cells in any order, the path in its own -------------------------------------------------


def choice_position(
    ring: str = "", path: str = "", *, seats: int = 1, side: str = "front", failures: int = 0, grid: int = 0
) -> Any:
    """Seat 0 on sheet A with these cells marked on its first (0) or second (1) grid."""

    def place(s: the_choice.State) -> None:
        for seat in range(seats):
            s.side_up[seat] = the_choice.SIDES.index(side)
        s.grid[0] = grid
        page = the_choice.printed(s, 0, grid)
        for cell in ring.split():
            s.ring[0][grid] |= 1 << the_choice.telling.RING_IDS[page].index(cell)
        for cell in path.split():
            number = the_choice.telling.NUMBER_IDS[page].index(cell)
            s.crossed[0][grid] |= 1 << number
            s.path[0][grid] = s.path[0][grid] << the_choice.HEAD_BITS | number + 1
        s.failures[0][grid] = failures

    return placed("the-choice", seats, {}, place)


# --- Extra!: crosses by row, and columns such as "1:3" (number, crosses) ------------------------------------------


def extra_position(rows: dict[int, int], columns: str = "", /, *, seats: int = 1, **options: str) -> Any:
    """Seat 0 with this many crosses in the rows of these sums, and its columns from the left."""

    def place(s: extra.State) -> None:
        for total, crosses in rows.items():
            s.rows[0] += crosses << (total - extra.LEAST_SUM) * extra.ROW_BITS
        for column, drawn in enumerate(columns.split()):
            head, crosses_noted = drawn.split(":")
            s.notable[0] &= extra.STAYING[column * extra.FACES + int(head) - 1]
            s.noted[0][column] = int(crosses_noted)

    return placed("extra", seats, options, place)


def extra_rows(position: Position, seat: int = 0) -> dict[int, int]:
    """The rows of a seat that have crosses: sum to crosses."""
    crosses = {row + extra.LEAST_SUM: extra.row_crosses(position.now, seat, row) for row in range(extra.ROWS)}
    return {total: many for total, many in crosses.items() if many}


# --- Sequence Dice: six lines of six, G B R for chips --------------------------------------------------------------

CHIPS = "GBR"


def board(picture: str, *, seats: int = 2, active: int = 0, **options: str) -> Any:
    """A board drawn in six lines; a dot is an empty space."""

    def place(s: sequence_dice.State) -> None:
        for row, line in enumerate(picture.split()):
            for column, mark in enumerate(line):
                if mark in CHIPS:
                    s.chips[CHIPS.index(mark)] |= 1 << row * sequence_dice.SIZE + column
        s.active = active

    return placed("sequence-dice", seats, options, place)


def drawn_board(position: Position) -> str:
    """The board in six lines."""
    chips = position.now.chips
    marks = [
        next((CHIPS[side] for side in range(len(chips)) if chips[side] >> space & 1), ".")
        for space in range(sequence_dice.SPACES)
    ]
    return "\n".join("".join(marks[start : start + 6]) for start in range(0, sequence_dice.SPACES, 6))
