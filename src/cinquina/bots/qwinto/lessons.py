"""Games played to learn from, in the plain subset of the rules, compiled with them.

Before every turn each seat's sheet, as it was left by the turn before, is worth what the turn is expected to make of
it: exactly, over all throws, given the dice that the active player takes and when they throw again. Everybody plays
for points, or everybody to win.
"""

from typing import Any

from cinquina.bots.levels import MEDIUM
from cinquina.bots.qwinto.entries import is_last, may_end, misses_left, points_with, row_with, take_better, weigh
from cinquina.bots.qwinto.naive import QUANTILE, good_enough, naive_cell, naive_dice, nearest
from cinquina.bots.qwinto.outlook import OUTLOOK, chance_of, chance_with, fill_chances, going_on, look
from cinquina.bots.qwinto.sheet import LEFT, MOST_FEATURES, NOTES, find, note_all, note_row, value_of
from cinquina.bots.qwinto.turn import NOWHERE, PASSED, SUMS, before_throw, fill_gains, fill_odds
from cinquina.core.bits import lowest
from cinquina.core.state import CHOICE, OVER, ROLL
from cinquina.games.qwinto import (
    AGAIN,
    ALL_DICE,
    CELLS,
    CELLS_OF_DICE,
    ENTERING,
    KEEP,
    MOST_SUM,
    PASS,
    PICK,
)
from cinquina.sim.loops import apply, copy_to, random_option, score, throw_dice
from cinquina.sim.luck import DICE_STREAM, WHIM_STREAM, game_key, half_of, word_of

WIDE = 3
"""So many features, the last ones, say how far the game is and nothing of what is where."""


def learn(tables: Any, sums: Any, sizes: Any, found: Any, many: int, wide: bool, error: float, rate: float) -> None:
    """Move the numbers of a sheet's features, all or the wide ones, each at a pace that its own errors call for.

    A number whose errors point the same way moves fast, one whose errors cancel slowly (temporal coherence).
    """
    first = max(many - WIDE, 0) if wide else 0
    for place in range(first, many):
        at = found[place]
        pace = abs(sums[at]) / sizes[at] if sizes[at] > 0 else 1.0
        tables[at] += rate * pace * error / (many - first)
        sums[at] += error
        sizes[at] += abs(error)


def learn_back(
    tables: Any,
    sums: Any,
    sizes: Any,
    found: Any,
    many: Any,
    errors: Any,
    bonds: Any,
    turns: int,
    seat: int,
    wide: bool,
    rate: float,
) -> None:
    """Learn from a game, its last turn first: each turn's error and some part of those that came after it."""
    error = 0.0
    for turn in range(turns - 1, -1, -1):
        error = errors[turn, seat] + error
        learn(tables, sums, sizes, found[turn, seat], many[turn, seat], wide, error, rate)
        error *= bonds[turn, seat]


def fill_worths(
    s: Any,
    best: Any,
    final: Any,
    points: Any,
    dice: int,
    near: bool,
    seat: int,
    for_win: bool,
    outlook: Any,
    gains: Any,
) -> None:
    """What each sum is worth to a seat when it stands."""
    if for_win:
        fill_chances(s, best, final, points, dice, near, seat, outlook, gains)
    else:
        fill_gains(best[seat], dice, gains)


def settle(
    s: Any,
    spare: Any,
    seat: int,
    tables: Any,
    hits: Any,
    cells: int,
    total: int,
    whim: int,
    for_win: bool,
    ending: int,
    outlook: Any,
    best: Any,
    final: Any,
    points: Any,
    found: Any,
    many: Any,
    values: Any,
    strengths: Any,
) -> int:
    """Where a seat enters a sum, or PASS; the features of what it leaves go to `found`, none when it ends the game."""
    notes = [0] * NOTES
    trial = [0] * MOST_FEATURES
    note_all(s, seat, notes)
    chosen = PASS
    strengths[seat] = best[PASSED]
    most = best[PASSED]
    missed = int(seat == s.active)
    last = misses_left(s, seat) == missed
    if for_win:
        have = final[PASSED] if last else points[PASSED]
        most = chance_with(outlook, seat, s.seats, ending, NOWHERE if last else best[PASSED], have)
    notes[LEFT] -= missed
    features = 0 if last else find(notes, hits, found)
    notes[LEFT] += missed
    if whim and cells:
        cells = 1 << random_option(cells, whim)
        most = NOWHERE
    while cells:
        cell = lowest(cells)
        cells &= cells - 1
        row = cell // CELLS
        note_row(row_with(s, seat, cell, total), row, notes)
        ends = is_last(s, seat, row, notes)
        strength = NOWHERE if ends else value_of(notes, tables, hits, trial)
        have = points_with(s, spare, seat, cell, total) if ends or ending else 0.0
        value = have if ends else strength
        if for_win:
            value = chance_with(outlook, seat, s.seats, ending, strength, have)
        if value > most:
            most = value
            chosen = cell
            strengths[seat] = strength
            features = 0 if ends else find(notes, hits, found)
        note_row(s.rows[seat][row], row, notes)
    many[seat] = features
    values[seat] = most
    return chosen


def weigh_all(s: Any, spare: Any, hits: Any, tables: Any, near: bool, for_win: bool, answers: Any) -> None:
    """What every sum is worth to everybody."""
    best, final, points = answers
    for seat in range(s.seats):
        given = (tables, hits, ALL_DICE, 1, MOST_SUM, near)
        weigh(s, spare, seat, *given, best[seat], final[seat], points[seat])
        if not for_win:
            take_better(best[seat], final[seat])


def pick(s: Any, naive: int, bot: int, near: bool, for_win: bool, answers: Any, outlook: Any, gains: Any) -> int:
    """The dice that the active player takes; what each of their sums is worth to them."""
    best, final, points = answers
    if s.active == naive:
        dice = naive_dice(s, naive, bot)
        for total in range(1, SUMS):
            gains[total] = 1.0 if nearest(s, naive, total, dice) <= good_enough(bot) else 0.0
        return dice
    most = NOWHERE
    chosen = 1
    for dice in range(1, ALL_DICE + 1):
        fill_worths(s, best, final, points, dice, near, s.active, for_win, outlook, gains)
        value = before_throw(gains, dice, s.most_throws)
        if value > most:
            most = value
            chosen = dice
    fill_worths(s, best, final, points, chosen, near, s.active, for_win, outlook, gains)
    return chosen


def note_errors(
    s: Any, dice: int, near: bool, for_win: bool, answers: Any, outlook: Any, gains: Any, values: Any, errors: Any
) -> None:
    """What this turn, before it is thrown, tells about what everybody left after the last one."""
    best, final, points = answers
    own = [0.0] * SUMS
    odds = [0.0] * SUMS
    fill_odds(gains, dice, s.most_throws, odds)
    for seat in range(s.seats):
        fill_worths(s, best, final, points, dice, near, seat, for_win, outlook, own)
        target = 0.0
        for total in range(1, SUMS):
            if odds[total] > 0:
                target += odds[total] * own[total]
        errors[seat] = target - values[seat]


def throw_until_it_stands(s: Any, faces: Any, key: int, throws: int, dice: int, gains: Any) -> tuple[int, int]:
    """Throw the dice of a turn, and again while that is better; the sum, and how many throws there have been."""
    active = s.active
    left = s.most_throws
    apply(s, active, PICK + dice)
    total = 0
    stands = False
    while not stands:
        throw_dice(s, faces, word_of(key, throws))
        throws += 1
        left -= 1
        total = faces[0] + faces[1] + faces[2]
        stands = left == 0 or gains[total] >= before_throw(gains, dice, left)
        if left:
            apply(s, active, KEEP if stands else AGAIN)
    return total, throws


def play_turn(
    s: Any,
    naive: int,
    bot: int,
    turn: int,
    throws: int,
    keys: Any,
    room: Any,
    learned: Any,
    pace: Any,
    gains: Any,
    outlook: Any,
) -> int:
    """One turn; how many throws there have been after it."""
    faces, spare, found, many, best, final, points, chosen, values, strengths, errors, bonds = room
    hits, tables, _, _ = learned
    _, trust, curious, _, _, for_win = pace
    answers = (best, final, points)
    copy_to(spare, 1, s)
    view = spare[1]
    near = for_win and may_end(s)
    weigh_all(s, spare, hits, tables, near, for_win, answers)
    dice = pick(s, naive, bot, near, for_win, answers, outlook, gains)
    if turn > 0:
        note_errors(s, dice, near, for_win, answers, outlook, gains, values, errors[turn - 1])
    total, throws = throw_until_it_stands(s, faces, keys[0], throws, dice, gains)
    ending = look(best, final, points, s.seats, dice, total, near, outlook) if for_win else 0
    for seat in range(s.seats):
        whim = word_of(keys[1], turn * s.seats + seat)
        whim = whim if half_of(whim, 1) < curious else 0
        bonds[turn, seat] = 0.0 if whim else trust
        cells = view.open[seat][total] & CELLS_OF_DICE[dice]
        asked = (tables, hits, cells, total, whim, for_win, ending, outlook, best[seat], final[seat], points[seat])
        chosen[seat] = settle(view, spare, seat, *asked, found[turn, seat], many[turn], values, strengths)
        if seat == naive:
            chosen[seat] = naive_cell(view, seat, bot, total, dice)
    while s.phase == CHOICE and s.stage == ENTERING:
        seat = lowest(s.waiting)
        apply(s, seat, chosen[seat])
    if for_win:
        for seat in range(s.seats):
            if s.phase == OVER:
                values[seat] = chance_of(outlook, seat, s.seats, ending)
                many[turn, seat] = 0
            else:
                values[seat] = going_on(strengths, seat, s.seats, strengths[seat])
    return throws


def play_and_learn(
    one: Any, start: Any, room: Any, learned: Any, seed: int, first: int, pace: Any, scores: Any
) -> None:
    """Games of the learner with itself; without a rate it learns nothing. `scores` are their ends.

    `room` is that of training.room_for; `learned` are chances to hit, the table, and the sums and sizes of its errors;
    `pace` is the rate, how much of an error is laid to the turn before, how often anything is tried, in one of how many
    games one seat is naive, whether only wide features are learned, and whether everybody plays to win. From the naive
    seat, in turn the medium bot and the quantile one, nothing is learned: it is there to end the game soon.
    """
    s = one[0]
    faces, _, found, many, _, _, _, _, values, _, errors, bonds = room
    _, tables, sums, sizes = learned
    rate, _, _, mixed, wide, for_win = pace
    gains = [0.0] * SUMS
    outlook = [0.0] * OUTLOOK
    for game in range(len(scores)):
        one[0] = start[0]
        keys = (game_key(seed, first + game, DICE_STREAM), game_key(seed, first + game, WHIM_STREAM))
        naive = game // mixed % s.seats if mixed and game % mixed == 0 else -1
        bot = QUANTILE if naive >= 0 and game // mixed // s.seats % 2 else MEDIUM
        throws = 0
        turn = 0
        while s.phase == ROLL:
            throw_dice(s, faces, word_of(keys[0], throws))
            throws += 1
        while s.phase != OVER:
            throws = play_turn(s, naive, bot, turn, throws, keys, room, learned, pace, gains, outlook)
            turn += 1
        end_game(s, game, turn, for_win, many, values, errors, scores)
        for seat in range(s.seats):
            if rate > 0 and seat != naive:
                learn_back(tables, sums, sizes, found, many, errors, bonds, turn, seat, wide, rate)


def end_game(s: Any, game: int, turns: int, for_win: bool, many: Any, values: Any, errors: Any, scores: Any) -> None:
    """The scores of a game, and what they tell about what each seat left last."""
    most = score(s, 0)
    for seat in range(s.seats):
        scores[game, seat] = score(s, seat)
        most = max(most, scores[game, seat])
    winners = 0
    for seat in range(s.seats):
        winners += int(scores[game, seat] == most)
    for seat in range(s.seats):
        if for_win:
            won = 1.0 / winners if scores[game, seat] == most else 0.0
            errors[turns - 1, seat] = won - values[seat]
        else:
            errors[turns - 1, seat] = scores[game, seat] - values[seat] if many[turns - 1, seat] else 0.0
