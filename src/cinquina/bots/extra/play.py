"""How the bots of Extra! judge their options, in the plain subset of the rules.

easy    crosses where it has crossed already, and gives no thought to points or to the Extra columns
medium  what every row may still come to, by a potential made by hand
hard    the learned worth of the sheet after the throw
expert  the same, one throw further: the mean over all throws; made into the chance to win against the others' sheets,
        and once all others are out, the chance to get past the best of them. One player alone plays for points
solo    like expert, but always for points
"""

from typing import Any

from cinquina.bots.extra.chances import more_than, shaded, spread_of
from cinquina.bots.extra.dice import ALL_WAYS, DUO_COUNT, DUO_OF_ROWS, DUOS, THROWS, WEIGHT
from cinquina.bots.extra.outlook import NO_GOAL, NOTHING, outlook
from cinquina.bots.extra.sheet import CROSSES, DUO_WORTH, look_at_rows, rooms_to_work_in, weigh_duos
from cinquina.bots.levels import EASY, EXPERT, FIRST_OF_A_GAME, GREEDY, HARD, MEDIUM, NO_SUCH_BOT, RANDOM, best
from cinquina.bots.simple import greedy
from cinquina.core.bits import has, lowest
from cinquina.games.extra import (
    CHOICES,
    DICE,
    FACES,
    LEAST_SUM,
    PAIR,
    first_sum,
    four_dice,
    mark,
)
from cinquina.sim.loops import copy_to, legal, score

SOLO = FIRST_OF_A_GAME
THROW_AT = 12
"""Which part of a mind says what place a throw has among all, by its faces."""
EASY_EYE = 3.0
"""To an easy bot rows with so many crosses or more are all the same."""


def judge(s: Any, spare: Any, seat: int, bot: int, mind: Any, worth: Any) -> int:
    """The options a bot takes any of; what each is worth to it goes into `worth`."""
    if bot == RANDOM:
        return legal(s, seat)
    if bot == GREEDY:
        return greedy(s, spare, seat, worth)
    if bot not in (EASY, MEDIUM, HARD, EXPERT, SOLO):
        raise ValueError(NO_SUCH_BOT)
    rooms = rooms_to_work_in()
    book = book_of(s, bot, mind)
    if bot in (EXPERT, SOLO):
        judge_far(s, spare, seat, bot, book, rooms, worth)
        return best(worth, legal(s, seat), 0.0)
    judge_near(s, spare, seat, bot, book, rooms, worth)
    return best(worth, legal(s, seat), 0.0)


def book_of(s: Any, bot: int, mind: Any) -> Any:
    """The book a bot judges by: that of the kind of sheet, or an empty one that is for no sheet."""
    if bot in (EASY, MEDIUM):
        return mind[8], mind[9], mind[10], mind[11]
    if s.kind == 0:
        return mind[0], mind[1], mind[2], mind[3]
    return mind[4], mind[5], mind[6], mind[7]


def duo_of(s: Any, seat: int, option: int) -> int:
    """The duo that a way to pair crosses."""
    one = first_sum(s, seat, option - PAIR) - LEAST_SUM
    return DUO_OF_ROWS[one][four_dice(s, seat) - 2 * LEAST_SUM - one]


# --- one throw ------------------------------------------------------------------------------------------------


def judge_near(s: Any, spare: Any, seat: int, bot: int, book: Any, rooms: Any, worth: Any) -> float:
    """Judge every option by the sheet after this throw; the most that one is worth."""
    look_at_rows(s, spare, seat, book, rooms)
    most = NOTHING
    rest = legal(s, seat)
    if rest >= 1 << PAIR:
        weigh(s, seat, bot, book, rooms)
    while rest:
        option = lowest(rest)
        rest &= rest - 1
        if option < PAIR:
            copy_to(spare, 0, s)
            mark(spare[0], seat, option)
            weigh(spare[0], seat, bot, book, rooms)
            worth[option] = best_way(spare[0], seat, rooms)
        else:
            worth[option] = rooms[DUO_WORTH][duo_of(s, seat, option)]
        most = max(most, worth[option])
    return most


def best_way(s: Any, seat: int, rooms: Any) -> float:
    """What the best way to pair the rest of the dice makes of the sheet."""
    most = NOTHING
    ways = s.options[seat]
    while ways:
        most = max(most, rooms[DUO_WORTH][duo_of(s, seat, lowest(ways))])
        ways &= ways - 1
    return most


def weigh(s: Any, seat: int, bot: int, book: Any, rooms: Any) -> None:
    """What the sheet is worth to a bot after each duo."""
    weigh_duos(s, seat, book, rooms)
    if bot == EASY:
        crosses, duos = rooms[CROSSES], rooms[DUO_WORTH]
        for duo in range(DUO_COUNT):
            low, high = DUOS[duo][0], DUOS[duo][1]
            duos[duo] = min(crosses[low], EASY_EYE) + min(crosses[high], EASY_EYE)


# --- one throw and all that may come next ---------------------------------------------------------------------


def judge_far(s: Any, spare: Any, seat: int, bot: int, book: Any, rooms: Any, worth: Any) -> None:
    """Judge every option by the best sheet after this throw, and that by all throws that may come next."""
    values = [0.0] * THROWS
    means, spreads = [0.0] * s.seats, [0.0] * s.seats
    for_points = bot == SOLO or s.seats == 1
    goal = NO_GOAL if for_points else judge_others(s, spare, seat, book, rooms, means, spreads)
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
            most = max(most, judge_sheet(spare[2], spare, seat, book, rooms, goal, values, for_points, means, spreads))
        worth[option] = most


def judge_others(s: Any, spare: Any, seat: int, book: Any, rooms: Any, means: Any, spreads: Any) -> float:
    """The means and spreads of what all others will come to; the goal, when nothing can change theirs."""
    worth = [0.0] * CHOICES
    goal = NOTHING
    for other in range(s.seats):
        if other != seat:
            if s.options[other]:
                means[other] = judge_near(s, spare, other, HARD, book, rooms, worth)
            else:
                look_at_rows(s, spare, other, book, rooms)
                means[other] = weigh_duos(s, other, book, rooms)
            spreads[other] = spread_of(s, other, book, rooms)
            goal = max(goal, means[other])
    for other in range(s.seats):
        if other != seat and (s.options[other] or not has(s.filled, other)):
            goal = NO_GOAL
    return goal


def judge_sheet(
    s: Any,
    spare: Any,
    seat: int,
    book: Any,
    rooms: Any,
    goal: float,
    values: Any,
    for_points: bool,
    means: Any,
    spreads: Any,
) -> float:
    """What a sheet is worth after a throw: points, or the chance to win."""
    out = has(s.filled, seat)
    if goal != NO_GOAL and not out:
        return outlook(s, spare, seat, book, rooms, goal, values)
    mean = 1.0 * score(s, seat) if out else outlook(s, spare, seat, book, rooms, NO_GOAL, values)
    if for_points:
        return mean
    spread = 0.0 if out else spread_of(s, seat, book, rooms)
    return shaded(chance_to_win(s, seat, mean, spread, means, spreads), mean)


def chance_to_win(s: Any, seat: int, mean: float, spread: float, means: Any, spreads: Any) -> float:
    """The chance to have more than each of the others."""
    chance = 1.0
    for other in range(s.seats):
        if other != seat:
            chance *= more_than(mean, spread, means[other], spreads[other])
    return chance


# --- luck -----------------------------------------------------------------------------------------------------


def luck_of_throw(s: Any, spare: Any, seat: int, mind: Any, faces: Any) -> float:
    """How much a throw changes a seat's chance to win: its chance after the throw, less the mean over all throws."""
    if s.seats == 1:
        return 0.0
    rooms = rooms_to_work_in()
    book = book_of(s, HARD, mind)
    own, chances, values = [0.0] * THROWS, [1.0] * THROWS, [0.0] * THROWS
    spread = foresee(s, spare, seat, book, rooms, own)
    for other in range(s.seats):
        if other != seat:
            others_spread = foresee(s, spare, other, book, rooms, values)
            for throw in range(THROWS):
                chances[throw] *= more_than(own[throw], spread, values[throw], others_spread)
    mean, code = 0.0, 0
    for throw in range(THROWS):
        mean += WEIGHT[throw] * chances[throw]
    for die in range(len(DICE)):
        code = code * FACES + faces[die] - 1
    lucky: float = chances[mind[THROW_AT][code]] - mean / ALL_WAYS
    return lucky


def foresee(s: Any, spare: Any, seat: int, book: Any, rooms: Any, values: Any) -> float:
    """What each throw makes of a sheet; the spread of its result."""
    if has(s.filled, seat):
        for throw in range(THROWS):
            values[throw] = 1.0 * score(s, seat)
        return 0.0
    outlook(s, spare, seat, book, rooms, NO_GOAL, values)
    return spread_of(s, seat, book, rooms)
