"""How the bots of Extra! judge their options, in the plain subset of the rules.

easy    crosses where it has crossed already, and gives no thought to points or to the Extra columns
medium  what every row may still come to, by a formula
hard    the learned worth of the sheet after the throw
expert  the same, one throw further: the mean over all throws; made into the chance to win against the others' sheets,
        and once all others are out, the chance to get past the best of them. One player alone plays for points
solo    like expert, but always for points
"""

from typing import Any, NamedTuple

from cinquina.bots.extra.chances import more_than, shaded, spread_of
from cinquina.bots.extra.dice import ALL_WAYS, DUO_COUNT, DUO_OF_ROWS, DUOS, THROWS, WEIGHT
from cinquina.bots.extra.lookahead import NO_GOAL, NOTHING, mean_over_throws
from cinquina.bots.extra.values import Book, Scratch, Tables, look_at_rows, scratch_with, weigh_duos
from cinquina.bots.levels import EASY, EXPERT, FIRST_OF_A_GAME, GREEDY, HARD, MEDIUM, NO_SUCH_BOT, RANDOM, best
from cinquina.bots.simple import greedy
from cinquina.core.bits import has, lowest
from cinquina.games.extra import (
    CHOICES,
    DICE,
    FACES,
    LEAST_SUM,
    PAIR,
    mark,
    one_sum,
    other_sum,
)
from cinquina.sim.loops import copy_to
from cinquina.sim.placeholders import legal, score

SOLO = FIRST_OF_A_GAME
EASY_EYE = 3.0
"""The easy bot does not distinguish rows with this many crosses or more."""


class Rivals(NamedTuple):
    """What is known of the others: by seat the mean and the variance of their final points.

    `goal` has one element: the points to get past, once nobody else can gain any more. With `for_points` nothing of
    this is used.
    """

    for_points: bool
    goal: Any
    means: Any
    spreads: Any


def judge(s: Any, spare: Any, seat: int, bot: int, tables: Tables, worth: Any) -> int:
    """Return the options that a bot likes best; write the worth of each option into `worth`."""
    if bot == RANDOM:
        return legal(s, seat)
    if bot == GREEDY:
        return greedy(s, spare, seat, worth)
    if bot not in (EASY, MEDIUM, HARD, EXPERT, SOLO):
        raise ValueError(NO_SUCH_BOT)
    scratch = scratch_with(book_of(s, bot, tables))
    if bot in (EXPERT, SOLO):
        judge_far(s, spare, seat, bot, scratch, worth)
        return best(worth, legal(s, seat), 0.0)
    judge_near(s, spare, seat, bot, scratch, worth)
    return best(worth, legal(s, seat), 0.0)


def book_of(s: Any, bot: int, tables: Tables) -> Book:
    """Return the book a bot judges by: that of the kind of sheet, or one without entries."""
    if bot in (EASY, MEDIUM):
        return tables.none
    return tables.extra if s.kind == 0 else tables.classic


def duo_of(s: Any, seat: int, option: int) -> int:
    """Return the duo that a way to pair crosses."""
    way = option - PAIR
    return DUO_OF_ROWS[one_sum(s, seat, way) - LEAST_SUM][other_sum(s, seat, way) - LEAST_SUM]


# --- one throw ------------------------------------------------------------------------------------------------


def judge_near(s: Any, spare: Any, seat: int, bot: int, scratch: Scratch, worth: Any) -> float:
    """Judge every option by the sheet after this throw; return the most that an option is worth."""
    look_at_rows(s, spare, seat, scratch)
    most = NOTHING
    rest = legal(s, seat)
    if rest >= 1 << PAIR:
        weigh(s, seat, bot, scratch)
    while rest:
        option = lowest(rest)
        rest &= rest - 1
        if option < PAIR:
            copy_to(spare, 0, s)
            mark(spare[0], seat, option)
            weigh(spare[0], seat, bot, scratch)
            worth[option] = best_way(spare[0], seat, scratch)
        else:
            worth[option] = scratch.duo_worth[duo_of(s, seat, option)]
        most = max(most, worth[option])
    return most


def best_way(s: Any, seat: int, scratch: Scratch) -> float:
    """Return what the best way to pair the rest of the dice makes of the sheet."""
    most = NOTHING
    ways = s.options[seat]
    while ways:
        most = max(most, scratch.duo_worth[duo_of(s, seat, lowest(ways))])
        ways &= ways - 1
    return most


def weigh(s: Any, seat: int, bot: int, scratch: Scratch) -> None:
    """Write the worth of the sheet to a bot after each duo."""
    weigh_duos(s, seat, scratch)
    if bot == EASY:
        crosses, duos = scratch.crosses, scratch.duo_worth
        for duo in range(DUO_COUNT):
            low, high = DUOS[duo][0], DUOS[duo][1]
            duos[duo] = min(crosses[low], EASY_EYE) + min(crosses[high], EASY_EYE)


# --- one throw and all that may come next ---------------------------------------------------------------------


def judge_far(s: Any, spare: Any, seat: int, bot: int, scratch: Scratch, worth: Any) -> None:
    """Judge every option by the best sheet after this throw, and that by all throws that may come next."""
    values = [0.0] * THROWS
    rivals = Rivals(bot == SOLO or s.seats == 1, [NO_GOAL], [0.0] * s.seats, [0.0] * s.seats)
    if not rivals.for_points:
        judge_others(s, spare, seat, scratch, rivals)
    rest = legal(s, seat)
    while rest:
        option = lowest(rest)
        rest &= rest - 1
        copy_to(spare, 1, s)
        ways = 1 << option
        if option < PAIR:
            mark(spare[1], seat, option)
            ways = spare[1].options[seat]
        most = NOTHING
        while ways:
            way = lowest(ways)
            ways &= ways - 1
            copy_to(spare, 2, spare[1])
            mark(spare[2], seat, way)
            most = max(most, judge_sheet(spare[2], spare, seat, scratch, rivals, values))
        worth[option] = most


def judge_others(s: Any, spare: Any, seat: int, scratch: Scratch, rivals: Rivals) -> None:
    """Write what all others will come to, and the goal once nobody else can gain any more."""
    worth, means = [0.0] * CHOICES, rivals.means
    goal = NOTHING
    for other in range(s.seats):
        if other != seat:
            if s.options[other]:
                means[other] = judge_near(s, spare, other, HARD, scratch, worth)
            else:
                look_at_rows(s, spare, other, scratch)
                means[other] = weigh_duos(s, other, scratch)
            rivals.spreads[other] = spread_of(s, other, scratch)
            goal = max(goal, means[other])
    for other in range(s.seats):
        if other != seat and (s.options[other] or not has(s.filled, other)):
            goal = NO_GOAL
    rivals.goal[0] = goal


def judge_sheet(s: Any, spare: Any, seat: int, scratch: Scratch, rivals: Rivals, values: Any) -> float:
    """Return what a sheet is worth after a throw: points, or the chance to win."""
    out, goal = has(s.filled, seat), rivals.goal[0]
    if goal != NO_GOAL and not out:
        return mean_over_throws(s, spare, seat, scratch, goal, values)
    mean = 1.0 * score(s, seat) if out else mean_over_throws(s, spare, seat, scratch, NO_GOAL, values)
    if rivals.for_points:
        return mean
    spread = 0.0 if out else spread_of(s, seat, scratch)
    return shaded(chance_to_win(s, seat, mean, spread, rivals), mean)


def chance_to_win(s: Any, seat: int, mean: float, spread: float, rivals: Rivals) -> float:
    """Return the chance to have more than each of the others."""
    chance = 1.0
    for other in range(s.seats):
        if other != seat:
            chance *= more_than(mean, spread, rivals.means[other], rivals.spreads[other])
    return chance


# --- luck -----------------------------------------------------------------------------------------------------


def luck_of_throw(s: Any, spare: Any, seat: int, tables: Tables, faces: Any) -> float:
    """Return how much a throw changes a seat's chance to win: the chance after it minus the mean over all throws."""
    if s.seats == 1:
        return 0.0
    scratch = scratch_with(book_of(s, HARD, tables))
    own, chances, values = [0.0] * THROWS, [1.0] * THROWS, [0.0] * THROWS
    spread = foresee(s, spare, seat, scratch, own)
    for other in range(s.seats):
        if other != seat:
            others_spread = foresee(s, spare, other, scratch, values)
            for throw in range(THROWS):
                chances[throw] *= more_than(own[throw], spread, values[throw], others_spread)
    mean, code = 0.0, 0
    for throw in range(THROWS):
        mean += WEIGHT[throw] * chances[throw]
    for die in range(len(DICE)):
        code = code * FACES + faces[die] - 1
    lucky: float = chances[tables.places[code]] - mean / ALL_WAYS
    return lucky


def foresee(s: Any, spare: Any, seat: int, scratch: Scratch, values: Any) -> float:
    """Write what each throw makes of a sheet; return the variance of its result."""
    if has(s.filled, seat):
        for throw in range(THROWS):
            values[throw] = 1.0 * score(s, seat)
        return 0.0
    mean_over_throws(s, spare, seat, scratch, NO_GOAL, values)
    return spread_of(s, seat, scratch)
