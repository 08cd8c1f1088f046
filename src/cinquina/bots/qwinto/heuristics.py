"""Bots that place a number by its size alone: the higher among the sums of this many dice, the further to the right."""

from typing import Any

from cinquina.bots.levels import EASY, FIRST_OF_A_GAME, best
from cinquina.bots.qwinto.values import OUTCOMES, WAYS
from cinquina.core.bits import count, lowest
from cinquina.core.position import FACES
from cinquina.games.qwinto import (
    AGAIN,
    ALL_DICE,
    CELLS,
    CELLS_OF_DICE,
    DECIDING,
    KEEP,
    MOST_SUM,
    PASS,
    PICK,
    PICKING,
    dice_sum,
    fitting_cells,
)
from cinquina.sim.placeholders import legal

QUANTILE = FIRST_OF_A_GAME
NO_PLACE = 2.0 * CELLS
"""A distance larger than that of any cell, for a sum that fits nowhere."""
FAR = 3.0
"""How many places off a number may be entered rather than taking a miss; a passive player is half as patient."""
GOOD = 1.0
"""How many places off is good enough not to throw again."""
ANY = float(CELLS)
"""A distance that accepts any place, for the bot that goes by size alone."""
EASY_PICK, EASY_MARGIN = 0.35, 1.5
"""How much less likely, and how many places worse, the easy bot accepts."""


def _quantiles() -> tuple[float, ...]:
    """By sum: which part of all sums, of one, two or three dice alike, is smaller, a tie counting half."""
    odds = [sum(WAYS[dice][total] / OUTCOMES[dice] for dice in (1, 2, 3)) / 3 for total in range(MOST_SUM + 1)]
    return tuple(sum(odds[:total]) + odds[total] / 2 for total in range(MOST_SUM + 1))


PART_BELOW = _quantiles()


def distance(total: int, cell: int) -> float:
    """How many places a cell is from where a sum belongs."""
    return abs(PART_BELOW[total] * CELLS - 0.5 - cell % CELLS)


def nearest(s: Any, seat: int, total: int, dice: int) -> float:
    """How far off the best cell for a sum is; NO_PLACE when there is none."""
    least = NO_PLACE
    rest = s.open[seat][total] & CELLS_OF_DICE[dice]
    while rest:
        least = min(least, distance(total, lowest(rest)))
        rest &= rest - 1
    return least


def good_enough(bot: int) -> float:
    """How many places off is good enough not to throw again, to a bot."""
    return ANY if bot == QUANTILE else GOOD


def patience(s: Any, seat: int, bot: int) -> float:
    """How many places off a number is entered rather than not at all."""
    if bot == QUANTILE:
        return ANY
    return FAR if seat == s.active else FAR / 2


def judge_by_size(s: Any, seat: int, bot: int, worth: Any) -> int:
    """By chances to find a place for the sum, and by how far off that place is."""
    if s.stage == PICKING:
        for dice in range(1, ALL_DICE + 1):
            worth[PICK + dice] = appeal(s, seat, bot, dice)
        return best(worth, legal(s, seat), EASY_PICK if bot == EASY else 0.0)
    if s.stage == DECIDING:
        worth[KEEP] = -nearest(s, seat, dice_sum(s), s.picked)
        worth[AGAIN] = -good_enough(bot)
        return best(worth, legal(s, seat), 0.0)
    worth[PASS] = -patience(s, seat, bot)
    rest = fitting_cells(s, seat)
    while rest:
        cell = lowest(rest)
        rest &= rest - 1
        worth[cell] = -distance(dice_sum(s), cell)
    return best(worth, legal(s, seat), EASY_MARGIN if bot == EASY else 0.0)


def naive_dice(s: Any, seat: int, bot: int) -> int:
    """The dice that a naive player takes."""
    most = -1.0
    chosen = 1
    for dice in range(1, ALL_DICE + 1):
        liking = appeal(s, seat, bot, dice)
        if liking > most:
            most = liking
            chosen = dice
    return chosen


def naive_cell(s: Any, seat: int, bot: int, total: int, dice: int) -> int:
    """The cell nearest to where a sum belongs, or PASS when all are too far."""
    least = patience(s, seat, bot)
    chosen = PASS
    rest = s.open[seat][total] & CELLS_OF_DICE[dice]
    while rest:
        cell = lowest(rest)
        rest &= rest - 1
        if distance(total, cell) < least:
            least = distance(total, cell)
            chosen = cell
    return chosen


def appeal(s: Any, seat: int, bot: int, dice: int) -> float:
    """How much a naive player likes to throw some dice: how likely they bring a sum that has a good place.

    Who goes by size alone takes all of them, since that leaves most places to choose from.
    """
    if bot == QUANTILE:
        return float(count(dice))
    many = count(dice)
    ways: int = 0
    for total in range(many, many * FACES + 1):
        if nearest(s, seat, total, dice) <= GOOD:
            ways += WAYS[many][total]
    return float(ways / OUTCOMES[many])
