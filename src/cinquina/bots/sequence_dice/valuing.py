"""What any state of Sequence Dice is worth to every side, also before it is settled who begins.

In the plain subset of the rules.
"""

from typing import Any

from cinquina.bots.sequence_dice.features import THREE, TWO
from cinquina.bots.sequence_dice.values import SHORTEST, THROWS, WAYS, Chances, Tables, before_throw, won
from cinquina.core.bits import count, has, lowest
from cinquina.core.flow import begin
from cinquina.core.state import OVER, ROLL
from cinquina.games.sequence_dice import LEAST, MOST, NUMBERS, SIZE, side, sides
from cinquina.sim.loops import copy_to
from cinquina.sim.placeholders import (
    LEARNED,
    UNKNOWN,
    apply,
    legal,
)

USUAL_CHIPS, USUAL_DEFENCE, USUAL_WILD = (NUMBERS[name].usual[0] for name in ("chips", "defence", "wild"))
LONGEST = {TWO: SIZE, THREE: SIZE - 1}
LONGEST_OF_TWO, LONGEST_OF_THREE = LONGEST[TWO], LONGEST[THREE]
"""The longest lines that have been learned, by sides."""


def valued(s: Any, spare: Any, tables: Tables, found: Any) -> int:
    """Write the chances of every side; see `placeholders.valued`. There are no points."""
    if not is_learned(s):
        return UNKNOWN
    told = (0.0, 0.0, 0.0)
    if s.phase == OVER:
        told = won(s, 0), won(s, 1), won(s, 2)
    elif s.beginner < 0:
        told = before_the_first(s, spare, tables)
    elif s.phase == ROLL:
        told = before_throw(s, spare, 0, tables)
    else:
        told = after_best(s, spare, tables)
    whole = told[0] + told[1] + told[2]
    for seat in range(s.seats):
        found[seat] = told[side(s, seat)] / whole
    return LEARNED


def is_learned(s: Any) -> bool:
    """Return whether the weights are for this game: its length of a row was learned, other numbers are usual."""
    longest = LONGEST_OF_TWO if sides(s) == TWO else LONGEST_OF_THREE
    usual: bool = s.chips_of_side == USUAL_CHIPS and s.defence == USUAL_DEFENCE and s.wild == USUAL_WILD
    return usual and SHORTEST <= s.length <= longest


def after_best(s: Any, spare: Any, tables: Tables) -> Chances:
    """Return the chances once a seat has played its throw as is best for its side."""
    seat = lowest(s.waiting)
    team = side(s, seat)
    rest = legal(s, seat)
    best = (0.0, 0.0, 0.0)
    most = -1.0
    while rest:
        copy_to(spare, 0, s)
        apply(spare[0], seat, lowest(rest))
        rest &= rest - 1
        t = spare[0]
        told = (won(t, 0), won(t, 1), won(t, 2)) if t.phase == OVER else before_throw(t, spare, 1, tables)
        if told[team] > most:
            most = told[team]
            best = told
    return best


# --- who begins -----------------------------------------------------------------------------------------------


def before_the_first(s: Any, spare: Any, tables: Tables) -> Chances:
    """Return the chances during the throw-off: those of an empty board, by who may still begin."""
    first, second, third = 0.0, 0.0, 0.0
    for seat in range(s.seats):
        share = chance_to_begin(s, seat)
        if share > 0.0:
            copy_to(spare, 0, s)
            begin(spare[0], seat)
            told = before_throw(spare[0], spare, 1, tables)
            first += share * told[0]
            second += share * told[1]
            third += share * told[2]
    return first, second, third


def chance_to_begin(s: Any, seat: int) -> float:
    """Return the chance of a seat to win the throw-off; seats that share the highest sum throw again as equals."""
    waits = has(s.to_throw, seat)
    if not waits and not has(s.leaders, seat):
        return 0.0
    rivals = count(s.to_throw) - int(waits)
    total = 0.0
    for highest in range(max(LEAST, s.highest), MOST + 1):
        leaders = count(s.leaders) if highest == s.highest and s.highest > 0 else 0
        own = WAYS[highest] / THROWS if waits else float(int(highest == s.highest))
        others = leaders if waits else leaders - 1
        if own > 0.0:
            total += own * part_of_first(highest, rivals, others)
    return total


def part_of_first(highest: int, rivals: int, others: int) -> float:
    """Return the mean part of the first turn for a highest sum that `others` share and `rivals` may reach."""
    below = 0.0
    for total in range(LEAST, highest):
        below += WAYS[total] / THROWS
    as_much = WAYS[highest] / THROWS
    mean = 0.0
    ways = 1.0
    for reach in range(rivals + 1):
        mean += ways * as_much**reach * below ** (rivals - reach) / (1 + others + reach)
        ways = ways * (rivals - reach) / (reach + 1)
    return mean
