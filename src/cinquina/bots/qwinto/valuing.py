"""What a position is worth to everybody, at any moment, in the plain subset of the rules.

Before a turn a net tells chances and points from all sheets. Within a turn they follow exactly: whoever throws takes
the dice, and keeps or throws them again, as it is best for them; a sum that stands is entered by everybody where the
sheet is worth most, and who can end the game does so when that is better.
"""

from typing import Any

from cinquina.bots.prospects import (
    MOST,
    VALUES,
    add,
    clear,
    criterion,
    foresee,
    put,
    results,
    size_of,
    to_squares,
    to_variances,
)
from cinquina.bots.qwinto.features import (
    MISSES,
    WAIT,
    WAITS,
    Learned,
    clock,
    empties,
    new_scratch,
    note_all,
    time_of,
    value_of,
)
from cinquina.bots.qwinto.play import answers_of_all, is_usual
from cinquina.bots.qwinto.values import NOWHERE, OUTCOMES, PASSED, SUMS, WAYS, Answers, Span, may_end
from cinquina.core.bits import count, has
from cinquina.core.position import FACES
from cinquina.core.state import CHOICE, OVER
from cinquina.games.qwinto import ALL_DICE, DECIDING, DICE, KEEP, MOST_SEATS, PASS, PICK, PICKING, ROWS, dice_sum
from cinquina.sim.loops import apply, copy_to, land, score

WIDTH = 6
"""Of a seat: points to expect and points now in tens; empty cells, cells to two complete rows, misses and time left."""
NET = size_of(WIDTH)
CELLS_UNIT = 10.0
STANDING, TRYING, PICKED = 1, 2, 3
"""States of `spare`: in which a sum stands, to try an end in, with dice picked; `weigh` uses the first."""


def valued(s: Any, spare: Any, tables: Any, found: Any) -> bool:
    """Chances, points and variances of all seats; False where the numbers are not the usual ones."""
    if s.phase == OVER:
        results(s, found)
        return True
    if not is_usual(s):
        return False
    if s.beginner < 0:
        value_lot(s, spare, tables, found)
    else:
        value_turn(s, spare, tables, found)
    to_variances(s.seats, found)
    return True


def value_lot(s: Any, spare: Any, tables: Any, found: Any) -> None:
    """Before anybody begins: the mean over who may."""
    values = [0.0] * VALUES
    faces = [0] * len(DICE)
    clear(found)
    for seat in range(s.seats):
        copy_to(spare, STANDING, s)
        faces[0] = seat + 1
        land(spare[STANDING], faces)
        before_turn(spare[STANDING], tables, values)
        add(found, 1.0 / s.seats, values, 0)


def value_turn(s: Any, spare: Any, tables: Any, found: Any) -> None:
    """Within a turn, with squares in place of variances."""
    stands = s.phase == CHOICE and s.stage not in (PICKING, DECIDING)
    dice = ALL_DICE if s.phase == CHOICE and s.stage == PICKING else s.picked
    total = dice_sum(s)
    span = Span(dice, total if stands else 1, total if stands else SUMS - 1, False)
    answers = answers_of_all(s, spare, Learned(tables.points, tables.hits), span)
    near = may_end(s)
    if stands:
        copy_to(spare, STANDING, s)
        settle(spare, answers, near, tables, found)
    elif s.phase == CHOICE and s.stage == PICKING:
        value_picking(s, spare, answers, near, tables, found)
    else:
        value_dice(s, spare, answers, near, tables, found)


# --- dice ----------------------------------------------------------------------------------------------------------


def value_picking(s: Any, spare: Any, answers: Answers, near: bool, tables: Any, found: Any) -> None:
    """Whoever throws takes the dice that are best for them."""
    values = [0.0] * VALUES
    by = criterion(s, s.active)
    first = True
    for picked in range(1, ALL_DICE + 1):
        copy_to(spare, PICKED, s)
        apply(spare[PICKED], s.active, PICK + picked)
        value_dice(spare[PICKED], spare, answers, near, tables, values)
        if first or values[by] > found[by]:
            put(found, 0, values)
        first = False


def value_dice(s: Any, spare: Any, answers: Answers, near: bool, tables: Any, found: Any) -> None:
    """Dice are thrown, or lie and may be thrown again."""
    many = count(s.picked)
    by = criterion(s, s.active)
    standing = [0.0] * (SUMS * VALUES)
    again = [0.0] * VALUES
    fill_standing(s, spare, answers, near, tables, standing)
    for total in range(many, many * FACES + 1):
        add(again, WAYS[many][total] / OUTCOMES[many], standing, total * VALUES)
    clear(found)
    if s.phase == CHOICE:
        at = dice_sum(s) * VALUES
        if standing[at + by] >= again[by]:
            add(found, 1.0, standing, at)
        else:
            add(found, 1.0, again, 0)
        return
    if s.throws + 1 == s.most_throws:
        add(found, 1.0, again, 0)
        return
    for total in range(many, many * FACES + 1):
        chance = WAYS[many][total] / OUTCOMES[many]
        if standing[total * VALUES + by] >= again[by]:
            add(found, chance, standing, total * VALUES)
        else:
            add(found, chance, again, 0)


def fill_standing(s: Any, spare: Any, answers: Answers, near: bool, tables: Any, standing: Any) -> None:
    """By sum of the dice in use: what it brings when it stands."""
    many = count(s.picked)
    values = [0.0] * VALUES
    faces = [0] * len(DICE)
    for total in range(many, many * FACES + 1):
        lay(s.picked, total, faces)
        copy_to(spare, STANDING, s)
        t = spare[STANDING]
        if t.phase == CHOICE:
            for die in range(len(DICE)):
                t.dice[die] = faces[die]
        else:
            land(t, faces)
        if t.phase == CHOICE and t.stage == DECIDING:
            apply(t, t.active, KEEP)
        settle(spare, answers, near, tables, values)
        put(standing, total * VALUES, values)


def lay(dice: int, total: int, faces: Any) -> None:
    """Lay some dice so that they show a sum."""
    left = count(dice)
    rest = total
    for die in range(len(DICE)):
        faces[die] = 0
        if has(dice, die):
            left -= 1
            faces[die] = min(rest - left, FACES)
            rest -= faces[die]


# --- a sum that stands ---------------------------------------------------------------------------------------------


def settle(spare: Any, answers: Answers, near: bool, tables: Any, found: Any) -> None:
    """What the sum that stands in a spare state brings, when everybody who has not entered it does so."""
    s = spare[STANDING]
    ending = 0
    if near and s.phase == CHOICE:
        copy_to(spare, TRYING, s)
        enter_all(spare[TRYING], answers, 0)
        if spare[TRYING].phase != OVER:
            before_turn(spare[TRYING], tables, found)
            ending = who_ends(s, spare, answers, found)
    enter_all(s, answers, ending)
    before_turn(s, tables, found)


def who_ends(s: Any, spare: Any, answers: Answers, found: Any) -> int:
    """The seats, as a bit set, for which it is better to end the game than what there is when all go on."""
    values = [0.0] * VALUES
    ending = 0
    for seat in range(s.seats):
        if has(s.waiting, seat) and last_entry(s, seat, answers) >= 0:
            copy_to(spare, TRYING, s)
            enter_all(spare[TRYING], answers, 1 << seat)
            results(spare[TRYING], values)
            by = criterion(s, seat)
            ending |= int(values[by] > found[by]) << seat
    return ending


def enter_all(s: Any, answers: Answers, ending: int) -> None:
    """Let all who are asked enter the sum: those of a bit set so that the game ends, the others where it is best."""
    waiting = s.waiting if s.phase == CHOICE else 0
    for seat in range(s.seats):
        if has(waiting, seat):
            last = last_entry(s, seat, answers)
            best = best_entry(s, seat, answers)
            apply(s, seat, last if best < 0 or (has(ending, seat) and last >= 0) else best)


def best_entry(s: Any, seat: int, answers: Answers) -> int:
    """Where a seat enters the sum so that the game goes on, or PASS; -1 when it cannot go on."""
    most = answers.best[seat][PASSED]
    chosen = PASS if most > NOWHERE else -1
    for row in range(ROWS):
        at = row * SUMS + dice_sum(s)
        if has(s.picked, row) and answers.best[seat][at] > most:
            most = answers.best[seat][at]
            chosen = answers.cells[seat][at]
    return chosen


def last_entry(s: Any, seat: int, answers: Answers) -> int:
    """How a seat ends the game with the most points; -1 when it cannot."""
    most = answers.final[seat][PASSED]
    chosen = PASS if most > NOWHERE else -1
    for row in range(ROWS):
        at = row * SUMS + dice_sum(s)
        if has(s.picked, row) and answers.final[seat][at] > most:
            most = answers.final[seat][at]
            chosen = answers.last_cells[seat][at]
    return chosen


# --- before a turn -------------------------------------------------------------------------------------------------


def before_turn(s: Any, tables: Any, found: Any) -> None:
    """Chances, points and their squares before a turn, or when the game is over."""
    if s.phase == OVER:
        results(s, found)
    else:
        blocks = [0.0] * (MOST_SEATS * WIDTH)
        describe(s, tables, blocks)
        foresee(tables.nets, (s.seats - 1) * NET, WIDTH, blocks, s.seats, s.active, found)
    to_squares(s.seats, found)


def describe(s: Any, tables: Any, blocks: Any) -> None:
    """What the nets see of every sheet."""
    scratch = new_scratch()
    notes = scratch.notes
    learned = Learned(tables.points, tables.hits)
    for seat in range(s.seats):
        at = seat * WIDTH
        note_all(s, seat, notes)
        notes[WAIT] = min((seat - s.active + s.seats) % s.seats, WAITS - 1)
        blocks[at] = value_of(scratch, learned) / CELLS_UNIT
        blocks[at + 1] = score(s, seat) / CELLS_UNIT
        blocks[at + 2] = empties(notes) / CELLS_UNIT
        blocks[at + 3] = clock(notes) / CELLS_UNIT
        blocks[at + 4] = (s.misses_to_end - s.misses[seat]) / MISSES
        blocks[at + 5] = time_of(notes, s.misses[seat], s.misses_to_end) / CELLS_UNIT
