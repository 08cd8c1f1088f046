"""What a turn is worth: every entry by what the sheet is worth after it, then which dice to take and when to keep them.

The best entry of each sum in each row is enough. Entries that end the game are kept apart with the final score they
bring: what that is worth depends on who asks.
"""

from typing import Any, NamedTuple

from cinquina.bots.qwinto.features import (
    LEFT,
    MISSING_NOTED,
    NOTE,
    Learned,
    Scratch,
    new_scratch,
    note_all,
    note_row,
    value_of,
)
from cinquina.core.bits import count, has, lowest
from cinquina.core.position import FACES
from cinquina.games.qwinto import CELL_BITS, CELLS, DICE, MOST_SUM, ROW, ROWS, enter
from cinquina.sim.loops import copy_to
from cinquina.sim.placeholders import score

SUMS = MOST_SUM + 1
PASSED = ROWS * SUMS
"""The place for the worth of entering nothing, after those by row and sum."""
ANSWERS = PASSED + 1
NOWHERE = -1e9
"""A sum that fits nowhere in a row."""


def _ways() -> tuple[tuple[int, ...], ...]:
    """Return the number of ways in which no, one, two and three dice fall to each sum."""
    ways = [[1] + [0] * MOST_SUM]
    for _ in DICE:
        ways.append([sum(ways[-1][max(total - FACES, 0) : total]) for total in range(SUMS)])
    return tuple(map(tuple, ways))


WAYS = _ways()
OUTCOMES = tuple(FACES**dice for dice in range(len(DICE) + 1))


class Span(NamedTuple):
    """Which entries are weighed: those of some dice, with sums from `least` to `most`.

    If the turn may be the last one, which `near` says, the points after the best entries are needed too.
    """

    dice: int
    least: int
    most: int
    near: bool


class Answers(NamedTuple):
    """What a seat can do with each sum, by row and sum and for passing; for one seat, or by seat.

    `best` is the best value if the game goes on, `final` the best final score if this entry ends it. `points` are the
    points after the best entry that goes on, filled in when the end is near. `cells` and `last_cells` are the cells of
    both entries.
    """

    best: Any
    final: Any
    points: Any
    cells: Any
    last_cells: Any


def new_answers() -> Answers:
    """Return scratch space for the answers of one seat."""
    return Answers([0.0] * ANSWERS, [0.0] * ANSWERS, [0.0] * ANSWERS, [0] * ANSWERS, [0] * ANSWERS)


def answers_of(answers: Answers, seat: int) -> Answers:
    """Return those of one seat."""
    return Answers(
        answers.best[seat], answers.final[seat], answers.points[seat], answers.cells[seat], answers.last_cells[seat]
    )


def row_with(s: Any, seat: int, cell: int, total: int) -> int:
    """Return the row of a cell after an entry there."""
    numbers: int = s.rows[seat][cell // CELLS]
    return numbers | total << cell % CELLS * CELL_BITS


def is_last(s: Any, seat: int, row: int, notes: Any) -> bool:
    """Return whether a row as noted, after an entry in it, is complete and ends the game."""
    if notes[row * NOTE + MISSING_NOTED] >> 1:
        return False
    ends: bool = s.complete[seat] + 1 >= s.rows_to_end
    return ends


def misses_left(s: Any, seat: int) -> int:
    """Return how many misses a seat has left; the last one ends the game."""
    left: int = s.misses_to_end - s.misses[seat]
    return left


def points_with(s: Any, spare: Any, seat: int, cell: int, total: int) -> float:
    """Return the score of a seat after an entry."""
    copy_to(spare, 0, s)
    enter(spare[0], seat, cell, total)
    return float(score(spare[0], seat))


def points_passing(s: Any, spare: Any, seat: int) -> float:
    """Return the score of a seat that enters nothing: to the active player that is a miss."""
    copy_to(spare, 0, s)
    spare[0].misses[seat] += int(seat == s.active)
    return float(score(spare[0], seat))


def may_end(s: Any) -> bool:
    """Return whether this turn may be the last."""
    if misses_left(s, s.active) == 1:
        return True
    for seat in range(s.seats):
        if s.complete[seat] + 1 >= s.rows_to_end:
            for row in range(ROWS):
                empty = ~s.taken[seat] & ROW << row * CELLS
                if empty and empty & empty - 1 == 0:
                    return True
    return False


def weigh(s: Any, spare: Any, seat: int, learned: Learned, span: Span, answers: Answers) -> None:
    """Write the best answers of a seat for each sum in each row of a span."""
    scratch = new_scratch()
    note_all(s, seat, scratch.notes)
    for place in range(ANSWERS):
        answers.best[place] = NOWHERE
        answers.final[place] = NOWHERE
        answers.points[place] = NOWHERE
    weigh_passing(s, spare, seat, learned, scratch, answers)
    if span.near:
        answers.points[PASSED] = points_passing(s, spare, seat)
    for row in range(ROWS):
        if has(span.dice, row):
            for total in range(span.least, span.most + 1):
                at = row * SUMS + total
                rest = s.open[seat][total] & ROW << row * CELLS
                while rest:
                    cell = lowest(rest)
                    rest &= rest - 1
                    note_row(row_with(s, seat, cell, total), row, scratch.notes)
                    if is_last(s, seat, row, scratch.notes):
                        points = points_with(s, spare, seat, cell, total)
                        if points > answers.final[at]:
                            answers.final[at] = points
                            answers.last_cells[at] = cell
                    else:
                        value = value_of(scratch, learned)
                        if value > answers.best[at]:
                            answers.best[at] = value
                            answers.cells[at] = cell
                            if span.near:
                                answers.points[at] = points_with(s, spare, seat, cell, total)
            note_row(s.rows[seat][row], row, scratch.notes)


def weigh_passing(s: Any, spare: Any, seat: int, learned: Learned, scratch: Scratch, answers: Answers) -> None:
    """Write what entering nothing is worth; for the active player it is a miss."""
    missed = int(seat == s.active)
    if misses_left(s, seat) == missed:
        answers.final[PASSED] = points_passing(s, spare, seat)
        return
    scratch.notes[LEFT] -= missed
    answers.best[PASSED] = value_of(scratch, learned)
    scratch.notes[LEFT] += missed


def value_after(s: Any, seat: int, cell: int, total: int, learned: Learned, scratch: Scratch) -> float:
    """Return the value of a sheet after an entry that does not end the game, NOWHERE when it does; the notes stay."""
    row = cell // CELLS
    note_row(row_with(s, seat, cell, total), row, scratch.notes)
    value = NOWHERE if is_last(s, seat, row, scratch.notes) else value_of(scratch, learned)
    note_row(s.rows[seat][row], row, scratch.notes)
    return value


def take_better(answers: Answers) -> None:
    """Replace the best values by final scores where ending the game is better in points."""
    for place in range(ANSWERS):
        answers.best[place] = max(answers.best[place], answers.final[place])


# --- dice ------------------------------------------------------------------------------------------------------


def gain(best: Any, dice: int, total: int) -> float:
    """Return what a sum is worth when it stands."""
    most: float = best[PASSED]
    for row in range(ROWS):
        if has(dice, row):
            most = max(most, best[row * SUMS + total])
    return most


def fill_gains(best: Any, dice: int, gains: Any) -> None:
    """Write what each sum is worth when it stands."""
    for total in range(1, SUMS):
        gains[total] = gain(best, dice, total)


def before_throw(gains: Any, dice: int, throws: int) -> float:
    """Return the worth of throwing dice with this many throws left, when the better of keeping and throwing is done."""
    many = count(dice)
    again = NOWHERE
    for _ in range(throws):
        total = 0.0
        for points in range(many, many * FACES + 1):
            total += WAYS[many][points] * max(gains[points], again)
        again = total / OUTCOMES[many]
    return again


def fill_odds(gains: Any, dice: int, throws: int, odds: Any) -> None:
    """Write how likely each sum is to stand, when the better of keeping and throwing again is done."""
    many = count(dice)
    for total in range(SUMS):
        odds[total] = 0.0
    reached = 1.0
    for left in range(throws - 1, -1, -1):
        again = before_throw(gains, dice, left)
        thrown_again = 0.0
        for total in range(many, many * FACES + 1):
            chance = reached * WAYS[many][total] / OUTCOMES[many]
            if gains[total] >= again:
                odds[total] += chance
            else:
                thrown_again += chance
        reached = thrown_again
