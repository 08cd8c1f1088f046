"""What every entry is worth to a seat, by tables of features: the best of each sum in each row.

Entries that end the game are kept apart with the final score they bring: what that is worth depends on who asks.
"""

from typing import Any

from cinquina.bots.qwinto.sheet import LEFT, MISSING_NOTED, MOST_FEATURES, NOTE, NOTES, note_all, note_row, value_of
from cinquina.bots.qwinto.turn import ANSWERS, NOWHERE, PASSED, SUMS
from cinquina.core.bits import has, lowest
from cinquina.games.qwinto import CELL_BITS, CELLS, ROW, ROWS, enter
from cinquina.sim.loops import copy_to, score


def row_with(s: Any, seat: int, cell: int, total: int) -> int:
    """The row of a cell after an entry there."""
    numbers: int = s.rows[seat][cell // CELLS]
    return numbers | total << cell % CELLS * CELL_BITS


def is_last(s: Any, seat: int, row: int, notes: Any) -> bool:
    """Whether a row as noted, after an entry in it, is complete and ends the game."""
    if notes[row * NOTE + MISSING_NOTED] >> 1:
        return False
    ends: bool = s.complete[seat] + 1 >= s.rows_to_end
    return ends


def misses_left(s: Any, seat: int) -> int:
    """How many misses a seat has left; the last one ends the game."""
    left: int = s.misses_to_end - s.misses[seat]
    return left


def points_with(s: Any, spare: Any, seat: int, cell: int, total: int) -> float:
    """The score of a seat after an entry."""
    copy_to(spare, 0, s)
    enter(spare[0], seat, cell, total)
    return float(score(spare[0], seat))


def points_passing(s: Any, spare: Any, seat: int) -> float:
    """The score of a seat that enters nothing: to the active player that is a miss."""
    copy_to(spare, 0, s)
    spare[0].misses[seat] += int(seat == s.active)
    return float(score(spare[0], seat))


def may_end(s: Any) -> bool:
    """Whether this turn may be the last."""
    if misses_left(s, s.active) == 1:
        return True
    for seat in range(s.seats):
        if s.complete[seat] + 1 >= s.rows_to_end:
            for row in range(ROWS):
                empty = ~s.taken[seat] & ROW << row * CELLS
                if empty and empty & empty - 1 == 0:
                    return True
    return False


def weigh(
    s: Any,
    spare: Any,
    seat: int,
    tables: Any,
    hits: Any,
    dice: int,
    least: int,
    most: int,
    near: bool,
    best: Any,
    final: Any,
    points: Any,
) -> None:
    """For each sum in each row: the best value if the game goes on, the best final score if it ends by this entry.

    Only the rows of some dice and the sums from `least` to `most` are weighed. When the end is near, `points` are the
    scores after the best entries that go on.
    """
    notes = [0] * NOTES
    found = [0] * MOST_FEATURES
    note_all(s, seat, notes)
    for place in range(ANSWERS):
        best[place] = NOWHERE
        final[place] = NOWHERE
        points[place] = NOWHERE
    missed = int(seat == s.active)
    if near:
        points[PASSED] = points_passing(s, spare, seat)
    if misses_left(s, seat) == missed:
        final[PASSED] = points_passing(s, spare, seat)
    else:
        notes[LEFT] -= missed
        best[PASSED] = value_of(notes, tables, hits, found)
        notes[LEFT] += missed
    for row in range(ROWS):
        if has(dice, row):
            for total in range(least, most + 1):
                at = row * SUMS + total
                rest = s.open[seat][total] & ROW << row * CELLS
                while rest:
                    cell = lowest(rest)
                    rest &= rest - 1
                    note_row(row_with(s, seat, cell, total), row, notes)
                    if is_last(s, seat, row, notes):
                        final[at] = max(final[at], points_with(s, spare, seat, cell, total))
                    else:
                        value = value_of(notes, tables, hits, found)
                        if value > best[at]:
                            best[at] = value
                            if near:
                                points[at] = points_with(s, spare, seat, cell, total)
            note_row(s.rows[seat][row], row, notes)


def value_after(s: Any, seat: int, cell: int, total: int, tables: Any, hits: Any, notes: Any, found: Any) -> float:
    """The value of a sheet after an entry that does not end the game, NOWHERE when it does; the notes stay."""
    row = cell // CELLS
    note_row(row_with(s, seat, cell, total), row, notes)
    value = NOWHERE if is_last(s, seat, row, notes) else value_of(notes, tables, hits, found)
    note_row(s.rows[seat][row], row, notes)
    return value


def take_better(best: Any, final: Any) -> None:
    """To who plays for points a final score is worth itself."""
    for place in range(ANSWERS):
        best[place] = max(best[place], final[place])
