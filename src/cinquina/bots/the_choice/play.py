"""The bots of The Choice, in the plain subset of the rules: the same source at the table and compiled.

Every bot looks at all that can still be marked with the throw, and at all second throws. They differ in what they think
of a grid as it is left, see `values` and `chances`. Where a designer has changed points or the number of dice wanted,
the tables do not fit, and those who use them judge as MEDIUM does.
"""

from typing import Any

from cinquina.bots.levels import EASY, EXPERT, FIRST_OF_A_GAME, GREEDY, HARD, MEDIUM, NO_SUCH_BOT, RANDOM, best
from cinquina.bots.simple import greedy
from cinquina.bots.the_choice.chances import NOTED, Judgement, chance_of, grid_of, rivals_of, worth_left
from cinquina.bots.the_choice.layout import AS_FIRST, PAGES, RACE_STEP, RACING, STARTS, Tables
from cinquina.bots.the_choice.search import best_with, worth_of, worth_of_marking
from cinquina.bots.the_choice.values import (
    ABOUT_ALONE,
    ABOUT_RACE,
    ALONE,
    CHANCE,
    NAIVE,
    RACER,
    SOUND,
    Grid,
    failures_then,
    points_to_come,
)
from cinquina.core.bits import count, has, lowest
from cinquina.core.flow import next_seat
from cinquina.core.position import FACES
from cinquina.games.the_choice import (
    AGAIN,
    CLOSE,
    DONE,
    GRIDS,
    LETTERS,
    MOST_DICE,
    NUMBER_CELLS,
    NUMBERS,
    RETHROWING,
    RING_CELLS,
    SIDES,
    TAKE_SHEET,
    TAKE_SIDE,
    TAKING,
    THREE_DICE,
    State,
    sum_of,
    ways,
)
from cinquina.sim.loops import copy_to, single
from cinquina.sim.placeholders import legal

RACE, QUICK = FIRST_OF_A_GAME, FIRST_OF_A_GAME + 1
"""Plays for points in a race; knows approximate values of grids and needs no large table."""

EASY_MARGIN = 1.5
"""How many points below the best option one may look for EASY still to take it."""
ALIKE = RACE_STEP
"""Values that differ by less count as equal; where going on looks no better, a grid is ended at once."""
DEVIATION = 15.0
"""The standard deviation of the difference of two scores, where no better estimate of the chance to win exists."""
DIGIT = (1, FACES + 1, (FACES + 1) ** 2)
HANDS = (FACES + 1) ** MOST_DICE
"""The number of hands; a hand is numbered by the faces of its dice, a digit for each die."""
USUAL_RING, USUAL_PATH = NUMBERS["ring_points"].usual, NUMBERS["path_points"].usual
USUAL_DICE, USUAL_DICE_OF_OTHERS = NUMBERS["dice"].usual[0], NUMBERS["dice_of_others"].usual[0]


def judge(s: State, spare: Any, seat: int, bot: int, tables: Tables, worth: Any) -> int:
    """Return the best options; write expected points for every option, or for EXPERT the chance to win."""
    options = legal(s, seat)
    if bot == RANDOM:
        return options
    if bot == GREEDY:
        return greedy(s, spare, seat, worth)
    if bot not in (EASY, MEDIUM, HARD, EXPERT, RACE, QUICK):
        raise ValueError(NO_SUCH_BOT)
    kind = kind_of(s, bot)
    judge_points(s, spare, seat, kind, tables, worth)
    if bot == EXPERT and kind != CHANCE and s.seats > 1:
        to_chances(s, seat, kind, tables, worth)
    liked = best(worth, options, EASY_MARGIN if bot == EASY else 0.0)
    if bot not in (EASY, MEDIUM) and has(liked, DONE) and has(options, CLOSE) and worth[CLOSE] >= worth[DONE] - ALIKE:
        return liked & ~(1 << DONE) | 1 << CLOSE
    return liked


def kind_of(s: State, bot: int) -> int:
    """Return the way in which a bot judges at this table."""
    if bot == EASY:
        return NAIVE
    if bot == MEDIUM or not is_usual(s):
        return SOUND
    if bot == QUICK:
        return ABOUT_ALONE if s.seats == 1 else ABOUT_RACE
    if bot == HARD or (bot == EXPERT and s.seats == 1):
        return ALONE
    return CHANCE if bot == EXPERT and s.stage != TAKING else RACER


def is_usual(s: State) -> bool:
    """Return whether points and dice wanted are the printed ones; the number of failures does not matter."""
    for crosses in range(RING_CELLS + 1):
        if s.ring_points[crosses] != USUAL_RING[crosses]:
            return False
    for steps in range(NUMBER_CELLS + 1):
        if s.path_points[steps] != USUAL_PATH[steps]:
            return False
    return s.dice_wanted == USUAL_DICE and s.dice_wanted_of_others == USUAL_DICE_OF_OTHERS


def judge_points(s: State, spare: Any, seat: int, kind: int, tables: Tables, worth: Any) -> None:
    """Write what every option of a seat is worth in one way of judging."""
    if s.stage == TAKING:
        judge_sheets(s, seat, kind, tables, worth)
        return
    by = judgement(s, seat, kind, tables)
    grid = grid_of(s, seat, tables)
    if s.stage == RETHROWING:
        judge_throws(s, spare, by, grid, worth)
        return
    rest = legal(s, seat)
    while rest:
        option = lowest(rest)
        rest &= rest - 1
        if option == DONE:
            worth[option] = worth_of(s, by, grid, s.used[seat])
        elif option == CLOSE:
            worth[option] = worth_left(s, by, Grid(grid.path, grid.arc, s.failures_to_end))
        elif s.chosen[seat]:
            worth[option] = worth_of_marking(s, by, grid, s.chosen[seat] - 1, option)
        else:
            worth[option] = worth_of_cell(s, by, grid, option)


def judgement(s: State, seat: int, kind: int, tables: Tables) -> Judgement:
    """Return how a seat judges grids in one way of judging, as the others stand now."""
    return Judgement(seat, kind, rivals_of(s, seat, tables, next_seat(s)), tables, [0.0] * NOTED)


def worth_of_cell(s: State, by: Judgement, grid: Grid, cell: int) -> float:
    """Return what crossing a cell is worth with the dice that are best for it."""
    uses = ways(s, by.seat, cell)
    most = worth_of_marking(s, by, grid, cell, lowest(uses))
    while uses:
        most = max(most, worth_of_marking(s, by, grid, cell, lowest(uses)))
        uses &= uses - 1
    return most


def judge_throws(s: State, spare: Any, by: Judgement, grid: Grid, worth: Any) -> None:
    """Write the worth of throwing some dice again: the mean over all they may show.

    The most that can be made of a throw is the most that some of its dice can do, whatever the others show. So every
    hand of dice is looked at once, smaller hands before larger ones; dice that are not used show nothing in a hand.
    """
    for again in range(THREE_DICE + 1):
        worth[AGAIN + again] = 0.0
    copy_to(spare, 0, s)
    hand = spare[0]
    most = [0.0] * HANDS
    for number in range(HANDS):
        dice = lay(hand, number)
        left = Grid(grid.path, grid.arc, failures_then(s, by.seat, dice))
        most[number] = best_with(hand, by, left, dice)
        for die in range(MOST_DICE):
            if has(dice, die):
                most[number] = max(most[number], most[number - hand.dice[die] * DIGIT[die]])
        for again in range(THREE_DICE + 1):
            if dice == THREE_DICE and changed(s, hand) & ~again == 0:
                worth[AGAIN + again] += most[number] / FACES ** count(again)


def lay(hand: Any, number: int) -> int:
    """Lay the hand with a number, whose digits are the faces, 0 for an unused die; return the dice that are used."""
    used = 0
    for die in range(MOST_DICE):
        hand.dice[die] = number // DIGIT[die] % (FACES + 1)
        used |= int(hand.dice[die] > 0) << die
    for dice in range(THREE_DICE + 1):
        hand.sums[dice] = sum_of(hand, dice)
    return used


def changed(s: State, hand: Any) -> int:
    """Return which dice show something else in a hand than they do in a state."""
    found = 0
    for die in range(MOST_DICE):
        found |= int(hand.dice[die] != s.dice[die]) << die
    return found


def judge_sheets(s: State, seat: int, kind: int, tables: Tables, worth: Any) -> None:
    """Write the worth of each sheet, or of each side to begin with: that of its empty grids."""
    if s.letter[seat]:
        page = (s.letter[seat] - 1) * GRIDS
        for side in range(len(SIDES)):
            worth[TAKE_SIDE + side] = both_grids(kind, tables, page + side, page + 1 - side)
        return
    for letter in range(len(LETTERS)):
        page = letter * GRIDS
        front_first, back_first = both_grids(kind, tables, page, page + 1), both_grids(kind, tables, page + 1, page)
        worth[TAKE_SHEET + letter] = max(front_first, back_first)


def both_grids(kind: int, tables: Tables, first: int, second: int) -> float:
    """Return what two empty grids are worth."""
    row = RACING if kind in (RACER, ABOUT_RACE) else 0
    as_first = tables.fractions[STARTS + (row + AS_FIRST) * PAGES + first]
    return single(as_first + tables.fractions[STARTS + row * PAGES + second])


def to_chances(s: State, seat: int, kind: int, tables: Tables, worth: Any) -> None:
    """Turn points into chances to win against the expected points of the others, with the usual spread of scores."""
    rest = legal(s, seat)
    while rest:
        option = lowest(rest)
        rest &= rest - 1
        chance = 1.0
        for other in range(s.seats):
            if other != seat and s.stage != TAKING:
                theirs = points_to_come(s, other, kind, tables, grid_of(s, other, tables))
                chance *= chance_of((worth[option] - theirs) / DEVIATION)
            elif other != seat:
                chance *= chance_of((worth[option] - MIDDLING) / DEVIATION)
        worth[option] = chance


MIDDLING = 75.0
"""The mean points of two good players."""
