"""The bots of Sequence Dice: what every option is worth to each of them. The same source runs plain and compiled."""

from typing import Any

from cinquina.bots.levels import EASY, EXPERT, FIRST_OF_A_GAME, GREEDY, HARD, MEDIUM, NO_SUCH_BOT, RANDOM, best
from cinquina.bots.sequence_dice.heuristics import CERTAIN, balance, promise
from cinquina.bots.sequence_dice.values import Tables, after_sum, before_throw, chances, won
from cinquina.bots.simple import greedy
from cinquina.core.bits import lowest
from cinquina.core.state import OVER
from cinquina.games.sequence_dice import side
from cinquina.sim.loops import copy_to
from cinquina.sim.placeholders import apply, legal

LINE = FIRST_OF_A_GAME

ALIKE = 1e-9  # chances closer than this are the same
GOOD_ENOUGH = 0.4  # of the most that any space is worth: the easy bot takes any of these


def judge(s: Any, spare: Any, seat: int, bot: int, tables: Tables, worth: Any) -> int:
    """Return the options that a bot likes best; write the worth of each option into `worth`."""
    if bot == RANDOM:
        return legal(s, seat)
    if bot == GREEDY:
        return greedy(s, spare, seat, worth)
    if bot not in (EASY, MEDIUM, HARD, EXPERT, LINE):
        raise ValueError(NO_SUCH_BOT)
    rest = legal(s, seat)
    most = 0.0
    while rest:
        option = lowest(rest)
        rest &= rest - 1
        copy_to(spare, 0, s)
        apply(spare[0], seat, option)
        worth[option] = worth_of(spare[0], spare, side(s, seat), bot, tables)
        most = max(most, worth[option])
    if bot == EASY:
        return best(worth, legal(s, seat), most * (1.0 - GOOD_ENOUGH))
    return best(worth, legal(s, seat), ALIKE)


def worth_of(s: Any, spare: Any, team: int, bot: int, tables: Tables) -> float:
    """Return what a position is worth to a bot of a side after an option; places of `spare` from 1 on are free."""
    if bot == EXPERT:
        return won(s, team) if s.phase == OVER else before_throw(s, spare, 1, tables)[team]
    if bot == HARD:
        return chances(s, tables)[team]
    if s.phase == OVER:
        return CERTAIN
    return promise(s, team, False) if bot == EASY else balance(s, team, bot == MEDIUM)


def luck_of_throw(s: Any, spare: Any, seat: int, tables: Tables, faces: Any) -> float:
    """Return how much a throw changes the chance of a seat's side, by the learned tables; 0 on average."""
    team = side(s, seat)
    thrown = after_sum(s, spare, 0, faces[0] + faces[1], tables)[team]
    return thrown - before_throw(s, spare, 0, tables)[team]
