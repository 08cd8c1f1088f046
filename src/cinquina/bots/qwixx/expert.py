"""The expert of Qwixx, who looks at all sheets, and the luck in a throw. In the plain subset of the rules."""

from typing import Any

from cinquina.bots.levels import best
from cinquina.bots.qwixx.chances import chance, chances
from cinquina.bots.qwixx.expectation import others_throw, others_turn, own_throw, own_turn, worth_after
from cinquina.bots.qwixx.play import (
    GOES_ON,
    MIDDLE,
    USUAL,
    fits,
    kind_of,
    slice_of,
    worth_of,
)
from cinquina.bots.qwixx.rows import USUAL_LOCKS, USUAL_PENALTIES, USUAL_PENALTY
from cinquina.core.bits import has, lowest
from cinquina.core.state import CHOICE
from cinquina.games.qwixx import MOST_SEATS, ROWS, WHITE1, WHITE2
from cinquina.sim.loops import apply, copy_to, legal

SPREAD = 9.0
"""How many points of luck, in the tables' reckoning, change the odds e-fold."""


def likely(s: Any, spare: Any, seat: int, mind: Any) -> int:
    """What another seat will probably do: what promises it most points."""
    rest = legal(s, seat)
    found = lowest(rest)
    most = worth_of(s, spare, seat, found, USUAL, mind)
    rest &= rest - 1
    while rest:
        option = lowest(rest)
        rest &= rest - 1
        worth = worth_of(s, spare, seat, option, USUAL, mind)
        if worth > most:
            most = worth
            found = option
    return found


def judge_by_chances(s: Any, spare: Any, seat: int, mind: Any, worth: Any) -> int:
    """The options with the best chance to win, if the others do what they will probably do."""
    copy_to(spare, 2, s)
    for other in range(s.seats):
        if other != seat and has(s.waiting, other):
            apply(spare[2], other, likely(s, spare, other, mind))
    rest = legal(s, seat)
    while rest:
        option = lowest(rest)
        rest &= rest - 1
        copy_to(spare, 3, spare[2])
        apply(spare[3], seat, option)
        worth[option] = chance_after(spare[3], spare, seat, mind)
    return best(worth, legal(s, seat), 0.0)


def chance_after(t: Any, spare: Any, seat: int, mind: Any) -> float:
    """The chance to win when the colours are still to be used, or the turn is over."""
    if t.phase != CHOICE:
        return chance(t, seat, mind)
    if t.active != seat:
        apply(t, t.active, likely(t, spare, t.active, mind))
        return chance(t, seat, mind)
    most = 0.0
    rest = legal(t, seat)
    while rest:
        option = lowest(rest)
        rest &= rest - 1
        copy_to(spare, 4, t)
        apply(spare[4], seat, option)
        most = max(most, chance(spare[4], seat, mind))
    return most


def luck_in_points(s: Any, seat: int, mind: Any, step: Any, gain: Any, faces: Any) -> float:
    """How many points a throw is worth to a seat, less what throws are worth on average."""
    classes, thin, signs, values = mind[0], mind[1], mind[2], mind[8]
    kinds = [0] * ROWS
    for row in range(ROWS):
        kinds[row] = kind_of(s, seat, row, classes)
    part, goes_on = slice_of(s, seat, MIDDLE, 1), GOES_ON[MIDDLE]
    if seat != s.active:
        white = faces[WHITE1] + faces[WHITE2]
        thrown = others_throw(values, thin, signs, part, kinds, step, gain, goes_on, USUAL_LOCKS, white)
        return thrown - others_turn(values, thin, signs, part, kinds, step, gain, goes_on, USUAL_LOCKS)
    missed = float(USUAL_PENALTY)
    if s.penalties[seat] + 1 < USUAL_PENALTIES:
        missed += worth_after(values, thin, signs, part + 1, kinds, goes_on, USUAL_LOCKS)
    thrown = own_throw(values, thin, signs, part, kinds, step, gain, goes_on, USUAL_LOCKS, missed, faces)
    return thrown - own_turn(values, thin, signs, part, kinds, step, gain, goes_on, USUAL_LOCKS, missed)


def luck_of(s: Any, seat: int, mind: Any, faces: Any) -> float:
    """How much a throw changes the seat's chance to win, as far as that follows from the points it is worth to all.

    The luck of every seat is nothing on average, so any sum of them is, too.
    """
    if s.seats == 1 or not fits(s):
        return 0.0
    found = [0.0] * MOST_SEATS
    chances(s, mind, found)
    total = 0.0
    for other in range(s.seats):
        share = found[seat] * (int(other == seat) - found[other])
        total += share * luck_in_points(s, other, mind, mind[6], mind[7], faces)
    return total / SPREAD
