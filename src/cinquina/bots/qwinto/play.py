"""How the bots of Qwinto judge what they are asked, and how lucky a throw is."""

from typing import Any

from cinquina.bots.levels import EASY, EXPERT, GREEDY, HARD, MEDIUM, NO_SUCH_BOT, RANDOM, best
from cinquina.bots.qwinto.entries import (
    may_end,
    points_with,
    take_better,
    value_after,
    weigh,
)
from cinquina.bots.qwinto.naive import QUANTILE, judge_naively
from cinquina.bots.qwinto.outlook import OUTLOOK, chance_with, expected, fill_chances, look
from cinquina.bots.qwinto.sheet import MOST_FEATURES, NOTES, note_all
from cinquina.bots.qwinto.turn import ANSWERS, NOWHERE, OUTCOMES, PASSED, SUMS, WAYS, before_throw, fill_gains
from cinquina.bots.simple import judge as judge_simply
from cinquina.core.bits import count, is_single, lowest
from cinquina.core.position import FACES
from cinquina.games.qwinto import (
    AGAIN,
    ALL_DICE,
    CHOICES,
    DECIDING,
    ENTERING,
    KEEP,
    MOST_SUM,
    NUMBERS,
    PASS,
    PICK,
    PICKING,
    dice_sum,
    fitting_cells,
)
from cinquina.sim.loops import legal

CLOSE = 0.01
"""Chances to win that differ by less are alike to the expert, who takes the points then."""
SURE = 0.999
"""But a win that is sure is taken."""
USUAL_MISS, USUAL_MISSES, USUAL_ROWS, USUAL_THROWS, USUAL_ENTRY = (
    NUMBERS[name].usual[0] for name in ("miss", "misses", "rows", "throws", "entry_points")
)


def is_usual(s: Any) -> bool:
    """Whether the numbers of the game are those that the tables were learned with."""
    counts: bool = s.misses_to_end == USUAL_MISSES and s.rows_to_end == USUAL_ROWS and s.most_throws == USUAL_THROWS
    points: bool = s.miss_points == -USUAL_MISS and s.entry_points == USUAL_ENTRY
    return counts and points


def judge(s: Any, spare: Any, seat: int, bot: int, mind: Any, worth: Any) -> int:
    """What every option is worth to a bot; the bit set of those it takes any of.

    Where the numbers of the game are not the usual ones, hard and expert work their turn out over a first guess of what
    a sheet will bring: in points, and the expert too, since nothing is known about chances then. Alone at the table the
    expert is hard.
    """
    if bot in (RANDOM, GREEDY):
        return judge_simply(s, spare, seat, bot, mind, worth)
    if bot in (EASY, MEDIUM, QUANTILE):
        return judge_naively(s, seat, bot, worth)
    if bot not in (HARD, EXPERT):
        raise ValueError(NO_SUCH_BOT)
    guess, points, chances, hits = mind
    if bot == EXPERT and s.seats > 1 and is_usual(s):
        judge_chances(s, spare, seat, chances, hits, worth)
        chosen = best(worth, legal(s, seat), 0.0)
        if worth[lowest(chosen)] >= SURE:
            return chosen
        return best_by_points(s, spare, seat, best(worth, legal(s, seat), CLOSE), points, hits)
    if is_usual(s):
        judge_points(s, spare, seat, points, hits, worth)
    else:
        judge_points(s, spare, seat, guess, hits, worth)
    return best(worth, legal(s, seat), 0.0)


def best_by_points(s: Any, spare: Any, seat: int, options: int, tables: Any, hits: Any) -> int:
    """Of options, those that lead to the most points."""
    if is_single(options):
        return options
    points = [0.0] * CHOICES
    judge_points(s, spare, seat, tables, hits, points)
    return best(points, options, 0.0)


def judge_points(s: Any, spare: Any, seat: int, tables: Any, hits: Any, worth: Any) -> None:
    """Options by the points they lead to."""
    answers = [0.0] * ANSWERS
    final = [0.0] * ANSWERS
    points = [0.0] * ANSWERS
    gains = [0.0] * SUMS
    dice = ALL_DICE if s.stage == PICKING else s.picked if s.stage == DECIDING else 0
    weigh(s, spare, seat, tables, hits, dice, 1, MOST_SUM, False, answers, final, points)
    take_better(answers, final)
    if s.stage == PICKING:
        for picked in range(1, ALL_DICE + 1):
            fill_gains(answers, picked, gains)
            worth[PICK + picked] = before_throw(gains, picked, s.most_throws)
    elif s.stage == DECIDING:
        fill_gains(answers, dice, gains)
        worth[KEEP] = gains[dice_sum(s)]
        worth[AGAIN] = before_throw(gains, dice, s.most_throws - s.throws)
    else:
        worth[PASS] = answers[PASSED]
        notes = [0] * NOTES
        found = [0] * MOST_FEATURES
        note_all(s, seat, notes)
        rest = fitting_cells(s, seat)
        while rest:
            cell = lowest(rest)
            rest &= rest - 1
            value = value_after(s, seat, cell, dice_sum(s), tables, hits, notes, found)
            worth[cell] = points_with(s, spare, seat, cell, dice_sum(s)) if value == NOWHERE else value


def judge_chances(s: Any, spare: Any, seat: int, tables: Any, hits: Any, worth: Any) -> None:
    """Options by the chance to win, given what everybody has and will answer."""
    answers = [[0.0] * ANSWERS for _ in range(s.seats)]
    final = [[0.0] * ANSWERS for _ in range(s.seats)]
    points = [[0.0] * ANSWERS for _ in range(s.seats)]
    outlook = [0.0] * OUTLOOK
    near = may_end(s)
    dice = ALL_DICE if s.stage == PICKING else s.picked
    stands = s.stage == ENTERING
    least = dice_sum(s) if stands else 1
    most = dice_sum(s) if stands else MOST_SUM
    for other in range(s.seats):
        weigh(s, spare, other, tables, hits, dice, least, most, near, answers[other], final[other], points[other])
    if stands:
        ending = look(answers, final, points, s.seats, dice, least, near, outlook)
        judge_entries(s, spare, seat, tables, hits, ending, outlook, worth)
        strength = answers[seat][PASSED]
        have = final[seat][PASSED] if strength == NOWHERE else points[seat][PASSED]
        worth[PASS] = chance_with(outlook, seat, s.seats, ending, strength, have)
        return
    gains = [0.0] * SUMS
    if s.stage == DECIDING:
        fill_chances(s, answers, final, points, dice, near, seat, outlook, gains)
        worth[KEEP] = gains[dice_sum(s)]
        worth[AGAIN] = before_throw(gains, dice, s.most_throws - s.throws)
    else:
        for picked in range(1, ALL_DICE + 1):
            fill_chances(s, answers, final, points, picked, near, seat, outlook, gains)
            worth[PICK + picked] = before_throw(gains, picked, s.most_throws)


def judge_entries(s: Any, spare: Any, seat: int, tables: Any, hits: Any, ending: int, outlook: Any, worth: Any) -> None:
    """Entries of the sum that stands by the chance to win."""
    total = dice_sum(s)
    notes = [0] * NOTES
    found = [0] * MOST_FEATURES
    note_all(s, seat, notes)
    rest = fitting_cells(s, seat)
    while rest:
        cell = lowest(rest)
        rest &= rest - 1
        strength = value_after(s, seat, cell, total, tables, hits, notes, found)
        have = points_with(s, spare, seat, cell, total) if ending or strength == NOWHERE else 0.0
        worth[cell] = chance_with(outlook, seat, s.seats, ending, strength, have)


def luck_of_throw(s: Any, spare: Any, seat: int, mind: Any, faces: Any) -> float:
    """How much a throw that is about to land changes a seat's chance to win, as the expert's tables see it.

    Both what the throw is worth and what it was expected to be worth come from the same numbers, so it is nothing on
    average whatever they are.
    """
    _, _, tables, hits = mind
    dice = s.picked
    many = count(dice)
    near = may_end(s)
    answers = [[0.0] * ANSWERS for _ in range(s.seats)]
    final = [[0.0] * ANSWERS for _ in range(s.seats)]
    points = [[0.0] * ANSWERS for _ in range(s.seats)]
    outlook = [0.0] * OUTLOOK
    for other in range(s.seats):
        given = (tables, hits, dice, many, many * FACES, near)
        weigh(s, spare, other, *given, answers[other], final[other], points[other])
    gains = [0.0] * SUMS
    own = [0.0] * SUMS
    fill_chances(s, answers, final, points, dice, near, s.active, outlook, gains)
    fill_chances(s, answers, final, points, dice, near, seat, outlook, own)
    left = s.most_throws - s.throws - 1
    again = before_throw(gains, dice, left)
    rethrown = expected(gains, own, dice, left)
    mean = 0.0
    for total in range(many, many * FACES + 1):
        if gains[total] < again:
            own[total] = rethrown
        mean += WAYS[many][total] * own[total]
    return float(own[faces[0] + faces[1] + faces[2]] - mean / OUTCOMES[many])
