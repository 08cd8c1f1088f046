"""Bots of Qwixx that use no tables: they judge a move by a simple formula. In the plain subset of the rules."""

from typing import Any

from cinquina.bots.levels import EASY, FIRST_OF_A_GAME, best
from cinquina.bots.qwixx.features import LEAST_SUM
from cinquina.bots.qwixx.values import SIDES, THROWS_OF_WHITES
from cinquina.core.bits import count, lowest
from cinquina.core.state import CHOICE, OVER
from cinquina.games.qwixx import (
    CELLS_OF_SUM,
    LOCK,
    MOST_SUM,
    PASS,
    ROW,
    ROW_BITS,
    ROWS,
    up_to_last_cross,
)
from cinquina.sim.loops import copy_to
from cinquina.sim.placeholders import apply, legal, score

GAP, POINTS, LINEAR = FIRST_OF_A_GAME, FIRST_OF_A_GAME + 1, FIRST_OF_A_GAME + 2
GAP_OF_PASSING = 2.5
"""Passing is better than skipping this many cells or more."""
GAP_OF_PENALTY = 3.5
"""A penalty is better than skipping this many cells or more."""
PATIENCE = 1.0
"""On others' turns, when passing costs nothing, a careful bot skips this many cells fewer."""
LONGER = 0.1
"""To a careful bot a cross is worth this many skipped cells more for each cross that its row has already."""
EASY_MARGIN = 2.0
"""The easy bot may skip this many cells more than it must."""
WEIGHTED_PROBABILITY, STRIKES, CONCENTRATION, BLANKS = 0.560, -0.826, 0.021, -0.063
"""The weights of the linear bot."""
LOCKING = 10.0
"""What closing a row is worth to the linear bot."""


def is_ahead(s: Any, seat: int) -> bool:
    """Return whether all other seats have fewer points."""
    ahead = True
    for other in range(s.seats):
        ahead = ahead and (other == seat or score(s, other) < score(s, seat))
    return ahead


def alone_with(spare: Any, s: Any, seat: int) -> None:
    """Write a copy of the position in which nobody else does anything, nor takes a penalty."""
    copy_to(spare, 0, s)
    t = spare[0]
    t.waiting = 1 << seat
    if seat != s.active:
        t.crossed = 1


def is_sound(s: Any, spare: Any, seat: int, option: int) -> bool:
    """Choose an option in a copy, `spare[0]`, in which nobody else acts; return whether it avoids ending in a loss."""
    alone_with(spare, s, seat)
    t = spare[0]
    apply(t, seat, option)
    sound: bool = t.phase != OVER or t.seats == 1 or is_ahead(t, seat)
    return sound


def skipped(before: int, after: int) -> int:
    """Return how many cells a cross leaves empty that were open before."""
    return count(up_to_last_cross(after & ~LOCK) & ~up_to_last_cross(before & ~LOCK) & ~after)


def is_threatened(s: Any, seat: int) -> bool:
    """Return whether passing is a penalty."""
    return seat == s.active and s.action == 2 and not s.crossed


def gap_worth(s: Any, seat: int, option: int, sheet: int, careful: bool) -> float:
    """Return a number that is larger the fewer cells are skipped; passing counts as skipping some."""
    if option == PASS:
        patience = PATIENCE if careful and seat != s.active else 0.0
        return patience - (GAP_OF_PENALTY if is_threatened(s, seat) else GAP_OF_PASSING)
    crosses = count(s.sheet[seat] >> option // ROW_BITS * ROW_BITS & ROW)
    return (LONGER * crosses if careful else 0.0) - skipped(s.sheet[seat], sheet)


def judge_by_gaps(s: Any, spare: Any, seat: int, bot: int, worth: Any) -> int:
    """Return the crosses that skip the fewest cells, if few enough; a careful bot does not end a game that it loses."""
    careful = bot not in (EASY, GAP)
    rest = legal(s, seat)
    sound = 0
    while rest:
        option = lowest(rest)
        rest &= rest - 1
        sound |= int(is_sound(s, spare, seat, option)) << option
        worth[option] = gap_worth(s, seat, option, spare[0].sheet[seat], careful)
    return best(worth, sound if careful and sound else legal(s, seat), EASY_MARGIN if bot == EASY else 0.0)


def linear_worth(s: Any, seat: int) -> float:
    """Return the weighted sum of four numbers of a sheet.

    They are: how likely the next white sum fits a row, weighed with its crosses; penalties; how far the crosses are in
    the same rows; cells left empty.
    """
    likely, together = 0.0, 0
    filled = up_to_last_cross(s.sheet[seat] & ~LOCK)
    for total in range(LEAST_SUM, MOST_SUM + 1):
        fitting = CELLS_OF_SUM[s.kind][total] & s.open[seat] & ~s.closed
        ways = SIDES - abs(total - SIDES - 1)
        for row in range(ROWS):
            if fitting >> row * ROW_BITS & ROW:
                likely += ways * count(s.sheet[seat] >> row * ROW_BITS & ROW) / THROWS_OF_WHITES
    for row in range(ROWS):
        crosses = count(s.sheet[seat] >> row * ROW_BITS & ROW)
        together += crosses * crosses
    blanks = count(filled & ~s.sheet[seat])
    worth: float = WEIGHTED_PROBABILITY * likely + STRIKES * s.penalties[seat]
    return worth + CONCENTRATION * together + BLANKS * blanks + LOCKING * count(s.sheet[seat] & LOCK)


def judge_linearly(s: Any, spare: Any, seat: int, worth: Any) -> int:
    """Return the options after which the sheet is worth most by four weights; the game is ended only when ahead."""
    rest = legal(s, seat)
    sound = 0
    while rest:
        option = lowest(rest)
        rest &= rest - 1
        sound |= int(is_sound(s, spare, seat, option)) << option
        t = spare[0]
        if t.phase == CHOICE and t.active == seat:
            worth[option] = best_second(t, spare, seat)
        else:
            worth[option] = linear_worth(t, seat)
    return best(worth, sound if sound else legal(s, seat), 0.0)


def best_second(t: Any, spare: Any, seat: int) -> float:
    """Return the worth of a sheet by four weights after the best use of the colours."""
    rest = legal(t, seat)
    most: float = 2 * STRIKES * t.penalties_to_end
    while rest:
        option = lowest(rest)
        rest &= rest - 1
        copy_to(spare, 1, t)
        apply(spare[1], seat, option)
        most = max(most, linear_worth(spare[1], seat))
    return most
