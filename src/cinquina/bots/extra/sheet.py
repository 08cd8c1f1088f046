"""What a sheet is worth as it is and after a throw, in the plain subset of the rules.

A *book* has the learned tables of one kind of sheet: what a row with so many crosses is worth in each place, what two
rows are worth together in each stage, how far results spread, and which sheet it is for.
Where a sheet has other numbers than the book is for, a potential made by hand takes its place (`potential`).
"""

from typing import Any

from cinquina.bots.extra.dice import DUO_COUNT, DUOS, DUOS_OF, RESTS
from cinquina.bots.extra.place import LAST_ROW, TURN, numbers_of, place_of, stage_of
from cinquina.bots.extra.potential import COUNTS, weigh_by_hand
from cinquina.core.bits import has
from cinquina.games.extra import (
    COLUMNS,
    LEAST_SUM,
    LEAVE,
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

ALONE, TOGETHER, SPREAD, MADE_FOR = range(4)
"""What a book has."""
CROSSES, POINTS, ADDED, DUO_WORTH, REST_WORTH, SEEN, SEEN_ADDED, SEEN_DUOS, SEEN_WORTH, BY_HAND = range(10)
"""The rooms to work in. Of rows now, with one cross more, with two and so on: the crosses, the points; what one and two
crosses add. What the sheet is worth after each duo, and after each rest by option. Of rows together: for which stage
and turn they were last weighed, and what came out. What a row is worth by hand."""
SEEN_STAGE, SEEN_TURN, IN_BOOK = 0, 1, 2
ROW_LOOKS = 3
"""The tables want to know a row as it is, with one cross more and with two."""


def rooms_to_work_in() -> Any:
    """Lists for everything that is worked out on the way."""
    return (
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
    """Whether a book is for this sheet and its numbers."""
    same: bool = made_for[0] == s.kind and made_for[1] == s.minus_points
    for column in range(COLUMNS):
        same = same and made_for[2 + column] == s.column_length[column]
    for row in range(ROWS):
        same = same and made_for[2 + COLUMNS + row] == s.row_points[row]
    return same


def look_at_rows(s: Any, spare: Any, seat: int, book: Any, rooms: Any) -> None:
    """Note the crosses and points of all rows: as they are, with one cross more, and as far on as is wanted."""
    crosses, points, seen = rooms[CROSSES], rooms[POINTS], rooms[SEEN]
    seen[SEEN_STAGE] = UNKNOWN
    seen[IN_BOOK] = int(is_made_for(book[MADE_FOR], s))
    copy_to(spare, 0, s)
    for more in range(ROW_LOOKS if seen[IN_BOOK] else COUNTS):
        for row in range(ROWS):
            if more:
                cross_row(spare[0], seat, row + LEAST_SUM)
            crosses[more * ROWS + row] = row_crosses(spare[0], seat, row)
            points[more * ROWS + row] = row_points(spare[0], seat, row)


def weigh_duos(s: Any, seat: int, book: Any, rooms: Any) -> float:
    """What a sheet is worth as it is, and into the rooms what after each duo; its rows have been looked at."""
    if has(s.filled, seat):
        return weigh_points(rooms)
    if not rooms[SEEN][IN_BOOK]:
        weigh_by_hand(stage_of(s, seat), rooms[CROSSES], rooms[POINTS], rooms[BY_HAND])
        return sum_up(rooms[BY_HAND], rooms)
    return weigh_by_book(s, seat, book, rooms)


def weigh_points(rooms: Any) -> float:
    """As `weigh_duos`, for a sheet on which nothing more is crossed: its points."""
    return sum_up(rooms[POINTS], rooms)


def sum_up(worth: Any, rooms: Any) -> float:
    """The worth of all rows, and into the rooms what it is after each duo."""
    added, duos = rooms[ADDED], rooms[DUO_WORTH]
    now = 0.0
    for row in range(ROWS):
        now += worth[row]
        added[row] = worth[ROWS + row] - worth[row]
        added[ROWS + row] = worth[2 * ROWS + row] - worth[row]
    for duo in range(DUO_COUNT):
        low, high = DUOS[duo][0], DUOS[duo][1]
        duos[duo] = now + (added[ROWS + low] if low == high else added[low] + added[high])
    return now


def weigh_by_book(s: Any, seat: int, book: Any, rooms: Any) -> float:
    """As `weigh_duos`, by the tables."""
    crosses, added, duos, seen_duos = rooms[CROSSES], rooms[ADDED], rooms[DUO_WORTH], rooms[SEEN_DUOS]
    faces = numbers_of(s, seat)
    place, turn = place_of(s, seat, faces), TURN[faces]
    alone = book[ALONE][place]
    weigh_together(stage_of(s, seat), turn, book[TOGETHER], rooms)
    now: float = rooms[SEEN_WORTH][0]
    for row in range(ROWS):
        at = turn - row if turn else row
        before = float(alone[row, crosses[at]])
        now += before
        added[row] = float(alone[row, crosses[ROWS + at]]) - before + rooms[SEEN_ADDED][row]
        added[ROWS + row] = float(alone[row, crosses[2 * ROWS + at]]) - before + rooms[SEEN_ADDED][ROWS + row]
    for duo in range(DUO_COUNT):
        low, high = DUOS[duo][0], DUOS[duo][1]
        at = TURNED_DUO[duo] if turn else duo
        duos[at] = now + (added[ROWS + low] if low == high else added[low] + added[high] + seen_duos[duo])
    return now


def weigh_together(stage: int, turn: int, together: Any, rooms: Any) -> None:
    """What rows are worth together, and what crosses would add to it; most sheets that are weighed differ little."""
    crosses, seen, added, duos = rooms[CROSSES], rooms[SEEN], rooms[SEEN_ADDED], rooms[SEEN_DUOS]
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
    rooms[SEEN_WORTH][0] = now


def weigh_rests(option: int, rooms: Any) -> None:
    """What each rest makes of the sheet, when this option has been taken for the fifth die."""
    duos, rests = rooms[DUO_WORTH], rooms[REST_WORTH]
    for rest in range(RESTS):
        most = duos[DUOS_OF[rest][0]]
        for way in range(1, WAYS):
            most = max(most, duos[DUOS_OF[rest][way]])
        rests[option * RESTS + rest] = most
