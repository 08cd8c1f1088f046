"""A turn of Qwinto worked out: which dice, keep or throw again, given what every sum is worth in every row."""

from typing import Any

from cinquina.core.bits import count, has
from cinquina.core.position import FACES
from cinquina.games.qwinto import DICE, MOST_SUM, ROWS

SUMS = MOST_SUM + 1
PASSED = ROWS * SUMS
"""Behind what the best entry of each sum in each row is worth: what it is worth to enter nothing."""
ANSWERS = PASSED + 1
NOWHERE = -1e9
"""A sum that fits nowhere in a row."""


def _ways() -> tuple[tuple[int, ...], ...]:
    """In how many ways no, one, two, three dice fall to each sum."""
    ways = [[1] + [0] * MOST_SUM]
    for _ in DICE:
        ways.append([sum(ways[-1][max(total - FACES, 0) : total]) for total in range(SUMS)])
    return tuple(map(tuple, ways))


WAYS = _ways()
OUTCOMES = tuple(FACES**dice for dice in range(len(DICE) + 1))


def gain(best: Any, dice: int, total: int) -> float:
    """What a sum is worth when it stands."""
    most: float = best[PASSED]
    for row in range(ROWS):
        if has(dice, row):
            most = max(most, best[row * SUMS + total])
    return most


def fill_gains(best: Any, dice: int, gains: Any) -> None:
    """What each sum is worth when it stands."""
    for total in range(1, SUMS):
        gains[total] = gain(best, dice, total)


def before_throw(gains: Any, dice: int, throws: int) -> float:
    """What it is worth to throw dice, with so many throws left, when the better of keeping and throwing is done."""
    many = count(dice)
    again = NOWHERE
    for _ in range(throws):
        total = 0.0
        for points in range(many, many * FACES + 1):
            total += WAYS[many][points] * max(gains[points], again)
        again = total / OUTCOMES[many]
    return again


def fill_odds(gains: Any, dice: int, throws: int, odds: Any) -> None:
    """How likely each sum will stand when the better of keeping and throwing again is done."""
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
