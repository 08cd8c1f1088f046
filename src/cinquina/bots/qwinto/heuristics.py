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
"""How many places off a number is still entered rather than taking a miss; half as many for a passive player."""
GOOD = 1.0
"""How many places off a cell may be not to throw again."""
ANY = float(CELLS)
"""A distance that accepts any place, for the bot that goes by size alone."""
EASY_PICK, EASY_MARGIN = 0.35, 1.5
"""How much less likely, and how many places worse, the easy bot accepts."""


def _quantiles() -> tuple[float, ...]:
    """Return for each sum the part of all sums, of one, two or three dice alike, that is smaller; a tie counts half."""
    odds = [sum(WAYS[dice][total] / OUTCOMES[dice] for dice in (1, 2, 3)) / 3 for total in range(MOST_SUM + 1)]
    return tuple(sum(odds[:total]) + odds[total] / 2 for total in range(MOST_SUM + 1))


PART_BELOW = _quantiles()


def distance(total: int, cell: int) -> float:
    """Return how many places a cell is away from where a sum belongs."""
    return abs(PART_BELOW[total] * CELLS - 0.5 - cell % CELLS)


def nearest(s: Any, seat: int, total: int, dice: int) -> float:
    """Return how many places off the best cell for a sum is; NO_PLACE when there is none."""
    least = NO_PLACE
    rest = s.open[seat][total] & CELLS_OF_DICE[dice]
    while rest:
        least = min(least, distance(total, lowest(rest)))
        rest &= rest - 1
    return least


def good_enough(bot: int) -> float:
    """Return how many places off a cell may be for a bot not to throw again."""
    return ANY if bot == QUANTILE else GOOD


def patience(s: Any, seat: int, bot: int) -> float:
    """Return how many places off a cell may be for a number to be entered at all."""
    if bot == QUANTILE:
        return ANY
    return FAR if seat == s.active else FAR / 2


def judge_by_size(s: Any, seat: int, bot: int, worth: Any) -> int:
    """Judge dice by the chance to find a place for the sum, and entries by how far off their place is."""
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
    """Return the dice that a naive player takes."""
    most = -1.0
    chosen = 1
    for dice in range(1, ALL_DICE + 1):
        liking = appeal(s, seat, bot, dice)
        if liking > most:
            most = liking
            chosen = dice
    return chosen


def naive_cell(s: Any, seat: int, bot: int, total: int, dice: int) -> int:
    """Return the cell nearest to where a sum belongs, or PASS when all are too far."""
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
    """Return how much a naive player likes to throw some dice: the chance that they bring a sum with a good place.

    The bot that goes by size alone takes all dice, which leave most places to choose from.
    """
    if bot == QUANTILE:
        return float(count(dice))
    many = count(dice)
    ways: int = 0
    for total in range(many, many * FACES + 1):
        if nearest(s, seat, total, dice) <= GOOD:
            ways += WAYS[many][total]
    return float(ways / OUTCOMES[many])
