"""How the bots of Qwinto judge what they are asked, and how lucky a throw is."""

from typing import Any

from cinquina.bots.levels import EASY, EXPERT, GREEDY, HARD, MEDIUM, NO_SUCH_BOT, RANDOM, best
from cinquina.bots.qwinto.chances import Outlook, chance_with, expected, fill_chances, look, new_outlook
from cinquina.bots.qwinto.features import Learned, new_scratch, note_all
from cinquina.bots.qwinto.heuristics import QUANTILE, judge_by_size
from cinquina.bots.qwinto.values import (
    ANSWERS,
    NOWHERE,
    OUTCOMES,
    PASSED,
    SUMS,
    WAYS,
    Answers,
    Span,
    answers_of,
    before_throw,
    fill_gains,
    may_end,
    new_answers,
    points_with,
    take_better,
    value_after,
    weigh,
)
from cinquina.bots.simple import greedy
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
from cinquina.sim.placeholders import legal

CLOSE = 0.01
"""Chances to win that differ by less count as equal to the expert, who then decides by points."""
SURE = 0.999
"""From this chance on a win counts as certain, and is taken whatever the points."""
USUAL_MISS, USUAL_MISSES, USUAL_ROWS, USUAL_THROWS, USUAL_ENTRY = (
    NUMBERS[name].usual[0] for name in ("miss", "misses", "rows", "throws", "entry_points")
)


def is_usual(s: Any) -> bool:
    """Return whether the numbers of the game are those that the tables were learned with."""
    counts: bool = s.misses_to_end == USUAL_MISSES and s.rows_to_end == USUAL_ROWS and s.most_throws == USUAL_THROWS
    points: bool = s.miss_points == -USUAL_MISS and s.entry_points == USUAL_ENTRY
    return counts and points


def judge(s: Any, spare: Any, seat: int, bot: int, tables: Any, worth: Any) -> int:
    """Return the bit set of the options that a bot likes best; write the worth of every option into `worth`.

    If the numbers of the game are not the usual ones, hard and expert work out their turn from a first guess of what a
    sheet will bring in points; the expert has no chances to go by then. Alone at the table the expert plays like hard.
    """
    if bot == RANDOM:
        return legal(s, seat)
    if bot == GREEDY:
        return greedy(s, spare, seat, worth)
    if bot in (EASY, MEDIUM, QUANTILE):
        return judge_by_size(s, seat, bot, worth)
    if bot not in (HARD, EXPERT):
        raise ValueError(NO_SUCH_BOT)
    if not is_usual(s):
        judge_points(s, spare, seat, Learned(tables.guess, tables.hits), worth)
        return best(worth, legal(s, seat), 0.0)
    points = Learned(tables.points, tables.hits)
    if bot == HARD or s.seats == 1:
        judge_points(s, spare, seat, points, worth)
        return best(worth, legal(s, seat), 0.0)
    judge_chances(s, spare, seat, Learned(tables.strengths, tables.hits), worth)
    chosen = best(worth, legal(s, seat), 0.0)
    if worth[lowest(chosen)] >= SURE:
        return chosen
    return best_by_points(s, spare, seat, best(worth, legal(s, seat), CLOSE), points)


def best_by_points(s: Any, spare: Any, seat: int, options: int, learned: Learned) -> int:
    """Return those of some options that lead to the most points."""
    if is_single(options):
        return options
    points = [0.0] * CHOICES
    judge_points(s, spare, seat, learned, points)
    return best(points, options, 0.0)


def judge_points(s: Any, spare: Any, seat: int, learned: Learned, worth: Any) -> None:
    """Judge options by the points they lead to."""
    answers = new_answers()
    gains = [0.0] * SUMS
    dice = ALL_DICE if s.stage == PICKING else s.picked if s.stage == DECIDING else 0
    weigh(s, spare, seat, learned, Span(dice, 1, MOST_SUM, False), answers)
    take_better(answers)
    if s.stage == PICKING:
        for picked in range(1, ALL_DICE + 1):
            fill_gains(answers.best, picked, gains)
            worth[PICK + picked] = before_throw(gains, picked, s.most_throws)
    elif s.stage == DECIDING:
        fill_gains(answers.best, dice, gains)
        worth[KEEP] = gains[dice_sum(s)]
        worth[AGAIN] = before_throw(gains, dice, s.most_throws - s.throws)
    else:
        worth[PASS] = answers.best[PASSED]
        scratch = new_scratch()
        note_all(s, seat, scratch.notes)
        rest = fitting_cells(s, seat)
        while rest:
            cell = lowest(rest)
            rest &= rest - 1
            value = value_after(s, seat, cell, dice_sum(s), learned, scratch)
            worth[cell] = points_with(s, spare, seat, cell, dice_sum(s)) if value == NOWHERE else value


def answers_of_all(s: Any, spare: Any, learned: Learned, span: Span) -> Answers:
    """Return the best answers of every seat."""
    answers = Answers(
        [[0.0] * ANSWERS for _ in range(s.seats)],
        [[0.0] * ANSWERS for _ in range(s.seats)],
        [[0.0] * ANSWERS for _ in range(s.seats)],
        [[0] * ANSWERS for _ in range(s.seats)],
        [[0] * ANSWERS for _ in range(s.seats)],
    )
    for seat in range(s.seats):
        weigh(s, spare, seat, learned, span, answers_of(answers, seat))
    return answers


def judge_chances(s: Any, spare: Any, seat: int, learned: Learned, worth: Any) -> None:
    """Judge options by the chance to win, given the sheets of all and what everybody will answer."""
    near = may_end(s)
    dice = ALL_DICE if s.stage == PICKING else s.picked
    stands = s.stage == ENTERING
    span = Span(dice, dice_sum(s) if stands else 1, dice_sum(s) if stands else MOST_SUM, near)
    answers = answers_of_all(s, spare, learned, span)
    outlook = new_outlook()
    if stands:
        look(answers, s.seats, span, dice_sum(s), outlook)
        judge_entries(s, spare, seat, learned, outlook, worth)
        strength = answers.best[seat][PASSED]
        have = answers.final[seat][PASSED] if strength == NOWHERE else answers.points[seat][PASSED]
        worth[PASS] = chance_with(outlook, seat, s.seats, strength, have)
        return
    gains = [0.0] * SUMS
    if s.stage == DECIDING:
        fill_chances(s, seat, answers, span, outlook, gains)
        worth[KEEP] = gains[dice_sum(s)]
        worth[AGAIN] = before_throw(gains, dice, s.most_throws - s.throws)
    else:
        for picked in range(1, ALL_DICE + 1):
            fill_chances(s, seat, answers, Span(picked, 1, MOST_SUM, near), outlook, gains)
            worth[PICK + picked] = before_throw(gains, picked, s.most_throws)


def judge_entries(s: Any, spare: Any, seat: int, learned: Learned, outlook: Outlook, worth: Any) -> None:
    """Judge entries of the sum that stands by the chance to win."""
    total = dice_sum(s)
    scratch = new_scratch()
    note_all(s, seat, scratch.notes)
    rest = fitting_cells(s, seat)
    while rest:
        cell = lowest(rest)
        rest &= rest - 1
        strength = value_after(s, seat, cell, total, learned, scratch)
        have = points_with(s, spare, seat, cell, total) if outlook.ending[0] or strength == NOWHERE else 0.0
        worth[cell] = chance_with(outlook, seat, s.seats, strength, have)


def luck_of_throw(s: Any, spare: Any, seat: int, tables: Any, faces: Any) -> float:
    """Return how much a throw that is about to land changes a seat's chance to win, by the expert's tables.

    The value of the throw and the expected value come from the same numbers, so luck is 0 on average even if these are
    wrong.
    """
    dice = s.picked
    many = count(dice)
    span = Span(dice, many, many * FACES, may_end(s))
    answers = answers_of_all(s, spare, Learned(tables.strengths, tables.hits), span)
    outlook = new_outlook()
    gains = [0.0] * SUMS
    own = [0.0] * SUMS
    fill_chances(s, s.active, answers, span, outlook, gains)
    fill_chances(s, seat, answers, span, outlook, own)
    left = s.most_throws - s.throws - 1
    again = before_throw(gains, dice, left)
    rethrown = expected(gains, own, dice, left)
    mean = 0.0
    for total in range(many, many * FACES + 1):
        if gains[total] < again:
            own[total] = rethrown
        mean += WAYS[many][total] * own[total]
    return float(own[faces[0] + faces[1] + faces[2]] - mean / OUTCOMES[many])
