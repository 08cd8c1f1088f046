"""What a sheet is worth as it is and after a throw, in the plain subset of the rules.

Where a sheet has other numbers than the book is for, an estimate by a formula takes its place (`heuristics`).
"""

from typing import Any, NamedTuple

from cinquina.bots.extra.dice import DUO_COUNT, DUOS, DUOS_OF, RESTS
from cinquina.bots.extra.features import LAST_ROW, TURN, numbers_of, place_of, stage_of
from cinquina.bots.extra.heuristics import COUNTS, weigh_by_hand
from cinquina.core.bits import has
from cinquina.games.extra import (
    COLUMNS,
    LEAVE,
    ROW_BITS,
    ROWS,
    WAYS,
    cross_row,
    row_crosses,
    row_points,
)
from cinquina.sim.loops import copy_to

UNKNOWN = -1
# By duo: the same two rows counted from the other end.
TURNED_DUO = tuple(DUOS.index((LAST_ROW - high, LAST_ROW - low)) for low, high in DUOS)

SEEN_STAGE, SEEN_TURN, IN_BOOK = 0, 1, 2
"""Places in `Scratch.seen`."""
ROW_LOOKS = 3
"""The number of entries looked up for a row: as it is, with one cross more and with two."""


class Book(NamedTuple):
    """The learned tables of one kind of sheet."""

    alone: Any  # by place, row and crosses: what a row is worth
    together: Any  # by stage, duo and the crosses of both rows: what two rows are worth together
    spread: Any  # by stage, row and crosses: how far results spread
    made_for: Any  # which sheet it is for


class Tables(NamedTuple):
    """The books of both kinds of sheet, one that is for no sheet, and by faces the place of a throw among all."""

    extra: Book
    classic: Book
    none: Book
    places: Any


class Scratch(NamedTuple):
    """A book, and lists for intermediate results.

    Of rows as they are, with one cross more, with two and so on: the crosses, the points, what one and two crosses add.
    What the sheet is worth after each duo, and after each rest by option. Of rows together: for which stage and turn
    they were last weighed, and what came out. What a row is worth by hand.
    """

    book: Book
    crosses: Any
    points: Any
    added: Any
    duo_worth: Any
    rest_worth: Any
    seen: Any
    seen_added: Any
    seen_duos: Any
    seen_worth: Any
    by_hand: Any


def scratch_with(book: Book) -> Scratch:
    """Return scratch space with a book."""
    return Scratch(
        book,
        [0] * (COUNTS * ROWS),
        [0.0] * (COUNTS * ROWS),
        [0.0] * (2 * ROWS),
        [0.0] * DUO_COUNT,
        [0.0] * ((LEAVE + 1) * RESTS),
        [UNKNOWN] * 3,
        [0.0] * (2 * ROWS),
        [0.0] * DUO_COUNT,
        [0.0],
        [0.0] * (ROW_LOOKS * ROWS),
    )


def is_made_for(made_for: Any, s: Any) -> bool:
    """Return whether a book is for this sheet and its numbers."""
    same: bool = made_for[0] == s.kind and made_for[1] == s.minus_points
    for column in range(COLUMNS):
        same = same and made_for[2 + column] == s.column_length[column]
    for row in range(ROWS):
        same = same and made_for[2 + COLUMNS + row] == s.row_points[row]
    return same


def look_at_rows(s: Any, spare: Any, seat: int, scratch: Scratch) -> None:
    """Note the crosses and points of all rows: as they are, with one cross more, and as far on as is wanted."""
    crosses, points, seen = scratch.crosses, scratch.points, scratch.seen
    seen[SEEN_STAGE] = UNKNOWN
    seen[IN_BOOK] = int(is_made_for(scratch.book.made_for, s))
    copy_to(spare, 0, s)
    for more in range(ROW_LOOKS if seen[IN_BOOK] else COUNTS):
        for row in range(ROWS):
            if more:
                cross_row(spare[0], seat, row * ROW_BITS)
            crosses[more * ROWS + row] = row_crosses(spare[0], seat, row)
            points[more * ROWS + row] = row_points(spare[0], seat, row)


def weigh_duos(s: Any, seat: int, scratch: Scratch) -> float:
    """Return the worth of a sheet as it is, and write its worth after each duo; its rows have been looked at."""
    if has(s.filled, seat):
        return weigh_points(scratch)
    if not scratch.seen[IN_BOOK]:
        weigh_by_hand(stage_of(s, seat), scratch.crosses, scratch.points, scratch.by_hand)
        return sum_up(scratch.by_hand, scratch)
    return weigh_by_book(s, seat, scratch)


def weigh_points(scratch: Scratch) -> float:
    """Return the points of a sheet on which nothing more is crossed; otherwise like `weigh_duos`."""
    return sum_up(scratch.points, scratch)


def sum_up(worth: Any, scratch: Scratch) -> float:
    """Return the worth of all rows together, and write what it is after each duo."""
    added, duos = scratch.added, scratch.duo_worth
    now = 0.0
    for row in range(ROWS):
        now += worth[row]
        added[row] = worth[ROWS + row] - worth[row]
        added[ROWS + row] = worth[2 * ROWS + row] - worth[row]
    for duo in range(DUO_COUNT):
        low, high = DUOS[duo][0], DUOS[duo][1]
        duos[duo] = now + (added[ROWS + low] if low == high else added[low] + added[high])
    return now


def weigh_by_book(s: Any, seat: int, scratch: Scratch) -> float:
    """Return the worth of a sheet by the tables; otherwise like `weigh_duos`."""
    crosses, added, duos, seen_duos = scratch.crosses, scratch.added, scratch.duo_worth, scratch.seen_duos
    faces = numbers_of(s, seat)
    place, turn = place_of(s, seat, faces), TURN[faces]
    alone = scratch.book.alone[place]
    weigh_together(stage_of(s, seat), turn, scratch.book.together, scratch)
    now: float = scratch.seen_worth[0]
    for row in range(ROWS):
        at = turn - row if turn else row
        before = float(alone[row, crosses[at]])
        now += before
        added[row] = float(alone[row, crosses[ROWS + at]]) - before + scratch.seen_added[row]
        added[ROWS + row] = float(alone[row, crosses[2 * ROWS + at]]) - before + scratch.seen_added[ROWS + row]
    for duo in range(DUO_COUNT):
        low, high = DUOS[duo][0], DUOS[duo][1]
        at = TURNED_DUO[duo] if turn else duo
        duos[at] = now + (added[ROWS + low] if low == high else added[low] + added[high] + seen_duos[duo])
    return now


def weigh_together(stage: int, turn: int, together: Any, scratch: Scratch) -> None:
    """Write the worth of rows together and what crosses would add; kept, since most sheets differ little."""
    crosses, seen, added, duos = scratch.crosses, scratch.seen, scratch.seen_added, scratch.seen_duos
    if seen[SEEN_STAGE] == stage and seen[SEEN_TURN] == turn:
        return
    seen[SEEN_STAGE], seen[SEEN_TURN] = stage, turn
    for row in range(2 * ROWS):
        added[row] = 0.0
    now = 0.0
    for duo in range(DUO_COUNT):
        low, high = DUOS[duo][0], DUOS[duo][1]
        if low != high:
            table = together[stage, duo]
            a, b = (turn - low, turn - high) if turn else (low, high)
            before = float(table[crosses[a], crosses[b]])
            first = float(table[crosses[ROWS + a], crosses[b]])
            second = float(table[crosses[a], crosses[ROWS + b]])
            now += before
            added[low] += first - before
            added[high] += second - before
            added[ROWS + low] += float(table[crosses[2 * ROWS + a], crosses[b]]) - before
            added[ROWS + high] += float(table[crosses[a], crosses[2 * ROWS + b]]) - before
            duos[duo] = float(table[crosses[ROWS + a], crosses[ROWS + b]]) - first - second + before
    scratch.seen_worth[0] = now


def weigh_rests(option: int, scratch: Scratch) -> None:
    """Write what each rest makes of the sheet once this option has been taken for the fifth die."""
    duos, rests = scratch.duo_worth, scratch.rest_worth
    for rest in range(RESTS):
        most = duos[DUOS_OF[rest][0]]
        for way in range(1, WAYS):
            most = max(most, duos[DUOS_OF[rest][way]])
        rests[option * RESTS + rest] = most
