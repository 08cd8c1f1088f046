"""How the bots of Qwixx judge their options, and how lucky a throw is. In the plain subset of the rules.

The tables are for the classic sheet with the usual numbers. On another sheet, or with other numbers, hard and expert
play as medium does.
"""

from typing import Any

from cinquina.bots.levels import EASY, EXPERT, GREEDY, HARD, MEDIUM, NO_SUCH_BOT, RANDOM, best
from cinquina.bots.qwixx.chances import chance, chances
from cinquina.bots.qwixx.features import USUAL_LOCKS, USUAL_PENALTIES, USUAL_PENALTY
from cinquina.bots.qwixx.heuristics import (
    GAP,
    LINEAR,
    POINTS,
    alone_with,
    is_ahead,
    judge_by_gaps,
    judge_linearly,
)
from cinquina.bots.qwixx.values import (
    GOES_ON,
    MIDDLE,
    SOLO,
    USUAL,
    Tables,
    Worths,
    expected_score,
    fits,
    kind_of,
    others_throw,
    others_turn,
    own_throw,
    own_turn,
    slice_of,
    worth_after,
)
from cinquina.bots.simple import greedy
from cinquina.core.bits import has, lowest
from cinquina.core.state import CHOICE, OVER
from cinquina.games.qwixx import MOST_SEATS, PASS, ROWS, WHITE1, WHITE2
from cinquina.sim.loops import copy_to
from cinquina.sim.placeholders import apply, legal

RUIN = 1000.0
"""Subtracted from the worth of an option that ends the game in a loss."""
SPREAD = 9.0
"""How many points of luck, as the tables measure it, change the odds by a factor of e."""


def judge(s: Any, spare: Any, seat: int, bot: int, tables: Tables, worth: Any) -> int:
    """Return the options that a bot likes best; write the worth of each option into `worth`."""
    if bot == RANDOM:
        return legal(s, seat)
    if bot == GREEDY:
        return greedy(s, spare, seat, worth)
    if bot == LINEAR:
        return judge_linearly(s, spare, seat, worth)
    if bot not in (EASY, GAP, MEDIUM, HARD, EXPERT, POINTS):
        raise ValueError(NO_SUCH_BOT)
    if bot in (EASY, GAP, MEDIUM) or not fits(s):
        return judge_by_gaps(s, spare, seat, bot, worth)
    if bot == POINTS or s.seats == 1:
        return judge_by_points(s, spare, seat, SOLO, tables, worth)
    if bot == HARD:
        return judge_by_points(s, spare, seat, USUAL, tables, worth)
    return judge_by_chances(s, spare, seat, tables, worth)


# --- by points ----------------------------------------------------------------------------------------------------


def standing(s: Any, seat: int, table: int, tables: Tables) -> float:
    """Return the expected score, less RUIN if the game has ended and the seat is not ahead."""
    ruin = RUIN if s.phase == OVER and table != SOLO and not is_ahead(s, seat) else 0.0
    return expected_score(s, seat, table, tables) - ruin


def worth_of(s: Any, spare: Any, seat: int, option: int, table: int, tables: Tables) -> float:
    """Return the expected score after an option, with the best use of the colours after it."""
    alone_with(spare, s, seat)
    t = spare[0]
    apply(t, seat, option)
    if t.phase != CHOICE:
        return standing(t, seat, table, tables)
    if t.active != seat:
        apply(t, t.active, PASS)
        return standing(t, seat, table, tables)
    most = -2 * RUIN
    rest = legal(t, seat)
    while rest:
        second = lowest(rest)
        rest &= rest - 1
        copy_to(spare, 1, t)
        apply(spare[1], seat, second)
        most = max(most, standing(spare[1], seat, table, tables))
    return most


def judge_by_points(s: Any, spare: Any, seat: int, table: int, tables: Tables, worth: Any) -> int:
    """Return the options with the highest expected points, except those that lose the game at once."""
    rest = legal(s, seat)
    sound = 0
    while rest:
        option = lowest(rest)
        rest &= rest - 1
        worth[option] = worth_of(s, spare, seat, option, table, tables)
        if worth[option] > -RUIN / 2:
            sound |= 1 << option
        else:
            worth[option] += RUIN
    return best(worth, sound if sound else legal(s, seat), 0.0)


# --- by chances -----------------------------------------------------------------------------------------------------


def likely(s: Any, spare: Any, seat: int, tables: Tables) -> int:
    """Return the probable choice of another seat: the one with the most expected points."""
    rest = legal(s, seat)
    found = lowest(rest)
    most = worth_of(s, spare, seat, found, USUAL, tables)
    rest &= rest - 1
    while rest:
        option = lowest(rest)
        rest &= rest - 1
        worth = worth_of(s, spare, seat, option, USUAL, tables)
        if worth > most:
            most = worth
            found = option
    return found


def judge_by_chances(s: Any, spare: Any, seat: int, tables: Tables, worth: Any) -> int:
    """Return the options with the best chance to win, if the others do what they will probably do."""
    copy_to(spare, 2, s)
    for other in range(s.seats):
        if other != seat and has(s.waiting, other):
            apply(spare[2], other, likely(s, spare, other, tables))
    rest = legal(s, seat)
    while rest:
        option = lowest(rest)
        rest &= rest - 1
        copy_to(spare, 3, spare[2])
        apply(spare[3], seat, option)
        worth[option] = chance_after(spare[3], spare, seat, tables)
    return best(worth, legal(s, seat), 0.0)


def chance_after(t: Any, spare: Any, seat: int, tables: Tables) -> float:
    """Return the chance to win when the colours are still to be used, or the turn is over."""
    if t.phase != CHOICE:
        return chance(t, seat, tables)
    if t.active != seat:
        apply(t, t.active, likely(t, spare, t.active, tables))
        return chance(t, seat, tables)
    most = 0.0
    rest = legal(t, seat)
    while rest:
        option = lowest(rest)
        rest &= rest - 1
        copy_to(spare, 4, t)
        apply(spare[4], seat, option)
        most = max(most, chance(spare[4], seat, tables))
    return most


# --- luck -------------------------------------------------------------------------------------------------------------


def luck_in_points(s: Any, seat: int, tables: Tables, faces: Any) -> float:
    """Return the worth of a throw to a seat in points, minus the mean worth of throws."""
    kinds = [0] * ROWS
    for row in range(ROWS):
        kinds[row] = kind_of(s, seat, row, tables.classes)
    part = slice_of(s, seat, MIDDLE, 1)
    worths = worths_at_play(tables, GOES_ON[MIDDLE])
    if seat != s.active:
        white = faces[WHITE1] + faces[WHITE2]
        return others_throw(worths, part, kinds, white) - others_turn(worths, part, kinds)
    missed = float(USUAL_PENALTY)
    if s.penalties[seat] + 1 < USUAL_PENALTIES:
        missed += worth_after(worths, part + 1, kinds)
    return own_throw(worths, part, kinds, missed, faces) - own_turn(worths, part, kinds, missed)


def worths_at_play(tables: Tables, goes_on: float) -> Worths:
    """Return what sheets are worth in the usual game, by the compressed lists."""
    return Worths(tables.whole, tables.thin, tables.signs, tables.steps, tables.gains, goes_on, USUAL_LOCKS)


def luck_of_throw(s: Any, spare: Any, seat: int, tables: Tables, faces: Any) -> float:
    """Return how much a throw changes a seat's chance to win, from the points it is worth to each seat.

    The luck of every seat is 0 on average, so sums of lucks are too. On sheets other than the classic one it is
    unknown.
    """
    if s.seats == 1 or not fits(s):
        return 0.0
    found = [0.0] * MOST_SEATS
    chances(s, tables, found)
    total = 0.0
    for other in range(s.seats):
        share = found[seat] * (int(other == seat) - found[other])
        total += share * luck_in_points(s, other, tables, faces)
    return total / SPREAD
