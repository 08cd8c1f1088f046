"""What a position is worth to everybody, at any moment, in the plain subset of the rules.

Before a turn a net tells chances and points from all sheets. Within a turn they follow exactly: whoever throws takes
the dice, and keeps or throws them again, as it is best for them; a sum that stands is entered by everybody where the
sheet is worth most, and who can end the game does so when that is better, or when it ends anyway and that has more
points.
"""

from typing import Any

from cinquina.bots.prospects import (
    add,
    appeal,
    clear,
    foresee,
    put,
    results,
    size_of,
    to_squares,
    to_variances,
)
from cinquina.bots.qwinto.features import (
    FITTING_NOTED,
    MISSES,
    NOTE,
    WAIT,
    WAITS,
    Learned,
    best_hit,
    clock,
    empties,
    new_scratch,
    note_all,
    time_of,
    value_of,
)
from cinquina.bots.qwinto.play import answers_of_all, is_usual
from cinquina.bots.qwinto.values import (
    NOWHERE,
    OUTCOMES,
    PASSED,
    SUMS,
    WAYS,
    Answers,
    Span,
    may_end,
    misses_left,
    points_passing,
    points_with,
)
from cinquina.core.bits import count, has, is_single, lowest
from cinquina.core.position import FACES
from cinquina.core.state import CHOICE, OVER, ROLL
from cinquina.games.qwinto import (
    ALL_DICE,
    CELLS,
    DECIDING,
    DICE,
    KEEP,
    MOST_SEATS,
    PASS,
    PICK,
    PICKING,
    ROW,
    ROWS,
    dice_sum,
)
from cinquina.sim.loops import copy_to
from cinquina.sim.placeholders import (
    EXACT,
    LEARNED,
    MOST,
    UNKNOWN,
    apply,
    land,
    score,
)
from cinquina.sim.placeholders import FOUND as VALUES

WIDTH = 12
"""Numbers that describe a seat; points are in tens, cells are counted.

0 and 1: points to expect, points now. 2 to 5: empty cells, cells missing to two complete rows, misses left, cells until
the game ends. 6 to 8: the chance that a throw brings a number that fits, the chance that one completes the row that
ends the game, and the points then. 9: the chance of the same with more points than all others have. 10 and 11: whether
one more miss ends the game, and the lead over all others then.
"""
NET = size_of(WIDTH)
CELLS_UNIT = 10.0
SURE = 0.96
"""Experts ended the game in this share of the cases in which that was better for them than going on."""
LAST_GAIN = 5
"""Points that the last sum is assumed to bring others at most: whoever throws chooses dice that bring them little."""
STANDING, TRYING, PICKED = 1, 2, 3
"""States of `spare`: one in which a sum stands, one to try an ending in, one with dice picked; `weigh` uses the first.
"""


def valued(s: Any, spare: Any, tables: Any, found: Any) -> int:
    """Write chances, points and variances of all seats; UNKNOWN for changed numbers, and without a net."""
    if s.phase == OVER:
        results(s, found)
        return EXACT
    if not is_usual(s) or tables.nets[s.seats * NET - 1] == 0.0:
        return UNKNOWN
    if s.beginner < 0:
        value_lot(s, spare, tables, found)
    else:
        value_turn(s, spare, tables, found)
    to_variances(s.seats, found)
    return LEARNED


def value_lot(s: Any, spare: Any, tables: Any, found: Any) -> None:
    """Value a game in which nobody has begun: the mean over the seats that may begin."""
    values = [0.0] * VALUES
    clear(found)
    for seat in range(s.seats):
        copy_to(spare, STANDING, s)
        lot = spare[STANDING].dice
        lot[0] = seat + 1
        land(spare[STANDING], lot)
        before_turn(spare[STANDING], spare, tables, values)
        add(found, 1.0 / s.seats, values, 0)


def value_turn(s: Any, spare: Any, tables: Any, found: Any) -> None:
    """Value a position within a turn, with squares in place of variances."""
    stands = is_entering(s)
    dice = ALL_DICE if s.phase == CHOICE and s.stage == PICKING else s.picked
    total = dice_sum(s)
    near = may_end(s)
    span = Span(dice, total if stands else 1, total if stands else SUMS - 1, near)
    answers = answers_of_all(s, spare, Learned(tables.points, tables.hits), span)
    if stands:
        copy_to(spare, STANDING, s)
        settle(spare, answers, near, tables, found)
    elif s.phase == CHOICE and s.stage == PICKING:
        value_picking(s, spare, answers, near, tables, found)
    else:
        value_dice(s, spare, answers, near, tables, found)


# --- dice ----------------------------------------------------------------------------------------------------------


def value_picking(s: Any, spare: Any, answers: Answers, near: bool, tables: Any, found: Any) -> None:
    """Value the choice of dice: the active player takes those that are best for them."""
    values = [0.0] * VALUES
    first = True
    for picked in range(1, ALL_DICE + 1):
        copy_to(spare, PICKED, s)
        apply(spare[PICKED], s.active, PICK + picked)
        value_dice(spare[PICKED], spare, answers, near, tables, values)
        if first or appeal(values, 0, s.seats, s.active) > appeal(found, 0, s.seats, s.active):
            put(found, 0, values)
        first = False


def value_dice(s: Any, spare: Any, answers: Answers, near: bool, tables: Any, found: Any) -> None:
    """Value dice that are about to be thrown, or that lie and may be thrown again."""
    many = count(s.picked)
    standing = [0.0] * (SUMS * VALUES)
    again = [0.0] * VALUES
    fill_standing(s, spare, answers, near, tables, standing)
    for total in range(many, many * FACES + 1):
        add(again, WAYS[many][total] / OUTCOMES[many], standing, total * VALUES)
    clear(found)
    most = appeal(again, 0, s.seats, s.active)
    if s.phase == CHOICE:
        at = dice_sum(s) * VALUES
        if appeal(standing, at, s.seats, s.active) >= most:
            add(found, 1.0, standing, at)
        else:
            add(found, 1.0, again, 0)
        return
    if s.throws + 1 == s.most_throws:
        add(found, 1.0, again, 0)
        return
    for total in range(many, many * FACES + 1):
        chance = WAYS[many][total] / OUTCOMES[many]
        if appeal(standing, total * VALUES, s.seats, s.active) >= most:
            add(found, chance, standing, total * VALUES)
        else:
            add(found, chance, again, 0)


def fill_standing(s: Any, spare: Any, answers: Answers, near: bool, tables: Any, standing: Any) -> None:
    """Write into `standing` what each sum of the dice in use brings when it stands."""
    many = count(s.picked)
    values = [0.0] * VALUES
    for total in range(many, many * FACES + 1):
        copy_to(spare, STANDING, s)
        t = spare[STANDING]
        lay(s.picked, total, t.dice)
        if t.phase == ROLL:
            land(t, t.dice)
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
    """Write into `found` what the sum that stands brings after everybody who is asked has entered it."""
    s = spare[STANDING]
    going_on = [0.0] * VALUES
    ending = 0
    over = False
    if near and is_entering(s):
        copy_to(spare, TRYING, s)
        enter_all(spare[TRYING], answers, 0, False)
        over = spare[TRYING].phase == OVER
        if not over:
            before_turn(spare[TRYING], spare, tables, going_on)
            ending = who_ends(s, spare, answers, going_on)
    enter_all(s, answers, ending, over)
    before_turn(s, spare, tables, found)
    if ending:
        for place in range(VALUES):
            found[place] += (1.0 - SURE) * (going_on[place] - found[place])


def is_entering(s: Any) -> bool:
    """Return whether somebody has yet to enter the sum that stands; one that fits nowhere has led to the next turn."""
    return s.phase == CHOICE and s.stage not in (PICKING, DECIDING)


def who_ends(s: Any, spare: Any, answers: Answers, found: Any) -> int:
    """Return the bit set of the seats that gain by ending the game; `found` has the values when everybody goes on."""
    values = [0.0] * VALUES
    ending = 0
    for seat in range(s.seats):
        if has(s.waiting, seat) and entry_of(s, answers.final[seat], answers.last_cells[seat]) >= 0:
            copy_to(spare, TRYING, s)
            enter_all(spare[TRYING], answers, 1 << seat, False)
            results(spare[TRYING], values)
            ending |= int(appeal(values, 0, s.seats, seat) > appeal(found, 0, s.seats, seat)) << seat
    return ending


def enter_all(s: Any, answers: Answers, ending: int, over: bool) -> None:
    """Enter the sum for every seat that is asked: seats in `ending` end the game, others do what is worth most.

    `over` says that the game ends in any case: then a seat also prefers the entry that ends it if that brings more
    points.
    """
    waiting = s.waiting if is_entering(s) else 0
    for seat in range(s.seats):
        if has(waiting, seat):
            last = entry_of(s, answers.final[seat], answers.last_cells[seat])
            best = entry_of(s, answers.best[seat], answers.cells[seat])
            more = points_of(s, answers.final[seat], last) > points_of(s, answers.points[seat], best)
            ends = has(ending, seat) or (over and more)
            apply(s, seat, last if best < 0 or (ends and last >= 0) else best)


def points_of(s: Any, points: Any, option: int) -> float:
    """Return the points of a seat after an entry of the sum, or after PASS; NOWHERE if there is no such entry."""
    if option < 0:
        return NOWHERE
    found: float = points[PASSED] if option == PASS else points[option // CELLS * SUMS + dice_sum(s)]
    return found


def entry_of(s: Any, points: Any, cells: Any) -> int:
    """Return the entry of the sum that `points` rates best, PASS if that is better, or -1 if there is neither."""
    most = points[PASSED]
    chosen = PASS if most > NOWHERE else -1
    for row in range(ROWS):
        at = row * SUMS + dice_sum(s)
        if has(s.picked, row) and points[at] > most:
            most = points[at]
            chosen = cells[at]
    return chosen


# --- before a turn -------------------------------------------------------------------------------------------------


def before_turn(s: Any, spare: Any, tables: Any, found: Any) -> None:
    """Write chances, points and their squares before a turn, or when the game is over."""
    if s.phase == OVER:
        results(s, found)
    else:
        blocks = [0.0] * (MOST_SEATS * WIDTH)
        describe(s, spare, tables, blocks)
        foresee((tables.nets, (s.seats - 1) * NET), WIDTH, blocks, s.seats, s.active, found)
        if s.seats > 1 and misses_left(s, s.active) == 1:
            end_by_a_miss(s, points_passing(s, spare, s.active), found)
    to_squares(s.seats, found)


def end_by_a_miss(s: Any, own: float, found: Any) -> None:
    """Let the active player end the game by a last miss when nobody can overtake them."""
    for seat in range(s.seats):
        if seat != s.active and score(s, seat) + LAST_GAIN >= own:
            return
    for seat in range(s.seats):
        won = 1.0 if seat == s.active else 0.0
        points = own if seat == s.active else float(score(s, seat))
        found[seat] += SURE * (won - found[seat])
        found[MOST + seat] += SURE * (points - found[MOST + seat])


def describe(s: Any, spare: Any, tables: Any, blocks: Any) -> None:
    """Write what the nets see of every sheet; see `WIDTH`."""
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
        fitting = notes[FITTING_NOTED], notes[NOTE + FITTING_NOTED], notes[2 * NOTE + FITTING_NOTED]
        blocks[at + 6] = best_hit(fitting[0], fitting[1], fitting[2], tables.hits)
        describe_end(s, spare, seat, tables, blocks, at)


def describe_end(s: Any, spare: Any, seat: int, tables: Any, blocks: Any, at: int) -> None:
    """Write how likely a throw lets a seat complete the row that ends the game, and its points then, in tens."""
    wanted = [0] * ROWS
    winning = [0] * ROWS
    others = most_of_others(s, seat)
    most = float(score(s, seat))
    if s.complete[seat] + 1 >= s.rows_to_end:
        for row in range(ROWS):
            empty = ~s.taken[seat] & ROW << row * CELLS
            if empty and is_single(empty):
                for total in range(1, SUMS):
                    if s.open[seat][total] & empty:
                        points = points_with(s, spare, seat, lowest(empty), total)
                        most = max(most, points)
                        wanted[row] |= 1 << total
                        winning[row] |= int(points > others) << total
    blocks[at + 7] = best_hit(wanted[0], wanted[1], wanted[2], tables.hits)
    blocks[at + 8] = most / CELLS_UNIT
    blocks[at + 9] = best_hit(winning[0], winning[1], winning[2], tables.hits)
    blocks[at + 10] = 0.0
    blocks[at + 11] = 0.0
    if misses_left(s, seat) == 1:
        blocks[at + 10] = 1.0
        blocks[at + 11] = (score(s, seat) + s.miss_points - others) / CELLS_UNIT


def most_of_others(s: Any, seat: int) -> float:
    """Return the most points that another seat has."""
    most = 0.0
    for other in range(s.seats):
        if other != seat:
            most = max(most, float(score(s, other)))
    return most
