"""Games played to learn from, in the plain subset of the rules, compiled with them.

Before every turn each seat's sheet, as it was left by the turn before, is worth what the turn is expected to make of
it: exactly, over all throws, given the dice that the active player takes and when they throw again. Everybody plays
for points.
"""

from typing import Any, NamedTuple

from cinquina.bots.levels import MEDIUM
from cinquina.bots.prospects import arrange
from cinquina.bots.qwinto.features import LEFT, Learned, find, new_scratch, note_all, note_row, value_of
from cinquina.bots.qwinto.heuristics import QUANTILE, good_enough, naive_cell, naive_dice, nearest
from cinquina.bots.qwinto.play import judge
from cinquina.bots.qwinto.values import (
    NOWHERE,
    PASSED,
    SUMS,
    Answers,
    Span,
    answers_of,
    before_throw,
    fill_gains,
    fill_odds,
    is_last,
    misses_left,
    points_with,
    row_with,
    take_better,
    weigh,
)
from cinquina.bots.qwinto.valuing import WIDTH, before_turn, describe, valued
from cinquina.bots.selfplay import THROWS, Keys, Scratch
from cinquina.bots.watching import GAME, POSITION, Watched, note_values, watching_by
from cinquina.core.bits import lowest
from cinquina.core.state import CHOICE, OVER, ROLL
from cinquina.games.qwinto import AGAIN, ALL_DICE, CELLS, CELLS_OF_DICE, ENTERING, KEEP, MOST_SUM, PASS, PICK
from cinquina.sim.loops import copy_to, random_option, throw_dice
from cinquina.sim.luck import DICE_STREAM, WHIM_STREAM, game_key, half_of, word_of
from cinquina.sim.placeholders import FOUND, apply, score

WIDE = 3
"""This many features, the last ones, depend only on how far the game has come."""
NOBODY = -1


class Pace(NamedTuple):
    """How games are learned from; without a rate nothing is learned."""

    rate: float
    trust: float  # how much of an error is passed on to the turn before
    curiosity: int  # how often, in 32 bits, a number is entered anywhere
    mixed: int  # in one of this many games a seat is naive; 0 for none
    wide: bool  # whether only wide features are learned


class Learning(NamedTuple):
    """What is learned: the worths of features with the sums and sizes of their errors; and at which pace."""

    learned: Learned
    sums: Any
    sizes: Any
    pace: Pace


class Memory(NamedTuple):
    """What is remembered of a game, and scratch space."""

    faces: Any
    spare: Any
    answers: Answers  # by seat
    gains: Any  # by sum
    chosen: Any  # by seat
    values: Any  # by seat, of the sheets they have left
    found: Any  # by turn and seat: the features of those sheets
    many: Any  # by turn and seat: how many features
    errors: Any  # by turn and seat
    bonds: Any  # by turn and seat: how much of a later error is passed on to this turn


class Dealt(NamedTuple):
    """One game: the seat that plays naively, or NOBODY, as which bot; and its luck."""

    naive: int
    bot: int
    dice_key: int
    whim_key: int


class Thrown(NamedTuple):
    """A turn in which a sum stands."""

    turn: int
    dice: int
    total: int
    throws: int  # of the game so far


def play_and_learn(
    one: Any, start: Any, memory: Memory, learning: Learning, first: tuple[int, int], scores: Any
) -> None:
    """Play games of the learner with itself and write their scores; `first` has the seed and the first game's number.

    Nothing is learned from a naive seat, where the medium bot and the quantile bot take turns to end the game soon.
    """
    s = one[0]
    for number in range(len(scores)):
        one[0] = start[0]
        game = game_of(number, s.seats, first, learning.pace.mixed)
        throws = 0
        while s.phase == ROLL:
            throw_dice(s, memory.faces, word_of(game.dice_key, throws))
            throws += 1
        turn = 0
        while s.phase != OVER:
            throws = play_turn(s, game, turn, throws, memory, learning)
            turn += 1
        end_game(s, turn, memory, scores[number])
        for seat in range(s.seats):
            if learning.pace.rate > 0 and seat != game.naive:
                learn_back(learning, memory, turn, seat)


def game_of(number: int, seats: int, first: tuple[int, int], mixed: int) -> Dealt:
    """Return the game with a number."""
    naive = number // mixed % seats if mixed and number % mixed == 0 else NOBODY
    bot = QUANTILE if naive >= 0 and number // mixed // seats % 2 else MEDIUM
    seed, before = first
    return Dealt(naive, bot, game_key(seed, before + number, DICE_STREAM), game_key(seed, before + number, WHIM_STREAM))


def play_turn(s: Any, game: Dealt, turn: int, throws: int, memory: Memory, learning: Learning) -> int:
    """Play a turn and note the errors of the values after the last one; return the number of throws so far."""
    copy_to(memory.spare, 1, s)
    view = memory.spare[1]
    for seat in range(s.seats):
        weigh(
            s,
            memory.spare,
            seat,
            learning.learned,
            Span(ALL_DICE, 1, MOST_SUM, False),
            answers_of(memory.answers, seat),
        )
        take_better(answers_of(memory.answers, seat))
    dice = pick(s, game, memory.answers, memory.gains)
    if turn > 0:
        note_errors(s, dice, memory, memory.errors[turn - 1])
    thrown = throw_until_it_stands(s, game, Thrown(turn, dice, 0, throws), memory)
    for seat in range(s.seats):
        word = word_of(game.whim_key, turn * s.seats + seat)
        whim = word if half_of(word, 1) < learning.pace.curiosity else 0
        memory.bonds[turn, seat] = 0.0 if whim else learning.pace.trust
        memory.chosen[seat] = settle(view, seat, thrown, whim, memory, learning.learned)
        if seat == game.naive:
            memory.chosen[seat] = naive_cell(view, seat, game.bot, thrown.total, dice)
    while s.phase == CHOICE and s.stage == ENTERING:
        seat = lowest(s.waiting)
        apply(s, seat, memory.chosen[seat])
    return thrown.throws


def pick(s: Any, game: Dealt, answers: Answers, gains: Any) -> int:
    """Return the dice that the active player takes; write what each of their sums is worth to them into `gains`."""
    if s.active == game.naive:
        dice = naive_dice(s, game.naive, game.bot)
        for total in range(1, SUMS):
            gains[total] = 1.0 if nearest(s, game.naive, total, dice) <= good_enough(game.bot) else 0.0
        return dice
    most = NOWHERE
    chosen = 1
    for dice in range(1, ALL_DICE + 1):
        fill_gains(answers.best[s.active], dice, gains)
        value = before_throw(gains, dice, s.most_throws)
        if value > most:
            most = value
            chosen = dice
    fill_gains(answers.best[s.active], chosen, gains)
    return chosen


def note_errors(s: Any, dice: int, memory: Memory, errors: Any) -> None:
    """Write by how much this turn, before it is thrown, shows the values after the last turn to be wrong."""
    own = [0.0] * SUMS
    odds = [0.0] * SUMS
    fill_odds(memory.gains, dice, s.most_throws, odds)
    for seat in range(s.seats):
        fill_gains(memory.answers.best[seat], dice, own)
        target = 0.0
        for total in range(1, SUMS):
            if odds[total] > 0:
                target += odds[total] * own[total]
        errors[seat] = target - memory.values[seat]


def throw_until_it_stands(s: Any, game: Dealt, thrown: Thrown, memory: Memory) -> Thrown:
    """Throw the dice of a turn, and again while that is better; return the turn with its sum."""
    active = s.active
    left = s.most_throws
    apply(s, active, PICK + thrown.dice)
    total = 0
    throws = thrown.throws
    stands = False
    while not stands:
        throw_dice(s, memory.faces, word_of(game.dice_key, throws))
        throws += 1
        left -= 1
        total = memory.faces[0] + memory.faces[1] + memory.faces[2]
        stands = left == 0 or memory.gains[total] >= before_throw(memory.gains, thrown.dice, left)
        if left:
            apply(s, active, KEEP if stands else AGAIN)
    return Thrown(thrown.turn, thrown.dice, total, throws)


def settle(s: Any, seat: int, thrown: Thrown, whim: int, memory: Memory, learned: Learned) -> int:
    """Return where a seat enters a sum, or PASS; note the features of what it leaves, none if it ends the game."""
    scratch = new_scratch()
    notes, found = scratch.notes, memory.found[thrown.turn, seat]
    note_all(s, seat, notes)
    chosen = PASS
    most: float = memory.answers.best[seat][PASSED]
    missed = int(seat == s.active)
    notes[LEFT] -= missed
    features = 0 if misses_left(s, seat) == missed else find(notes, learned.hits, found)
    notes[LEFT] += missed
    cells = s.open[seat][thrown.total] & CELLS_OF_DICE[thrown.dice]
    if whim and cells:
        cells = 1 << random_option(cells, whim)
        most = NOWHERE
    while cells:
        cell = lowest(cells)
        cells &= cells - 1
        row = cell // CELLS
        note_row(row_with(s, seat, cell, thrown.total), row, notes)
        ends = is_last(s, seat, row, notes)
        value = points_with(s, memory.spare, seat, cell, thrown.total) if ends else value_of(scratch, learned)
        if value > most:
            most = value
            chosen = cell
            features = 0 if ends else find(notes, learned.hits, found)
        note_row(s.rows[seat][row], row, notes)
    memory.many[thrown.turn, seat] = features
    memory.values[seat] = most
    return chosen


def end_game(s: Any, turns: int, memory: Memory, scores: Any) -> None:
    """Write the scores of a game, and how wrong the last values of each seat were."""
    for seat in range(s.seats):
        scores[seat] = score(s, seat)
        error = scores[seat] - memory.values[seat] if memory.many[turns - 1, seat] else 0.0
        memory.errors[turns - 1, seat] = error


def learn_back(learning: Learning, memory: Memory, turns: int, seat: int) -> None:
    """Learn from a game, its last turn first: from each turn's error plus a part of those that came after it."""
    error = 0.0
    for turn in range(turns - 1, -1, -1):
        error = memory.errors[turn, seat] + error
        learn(learning, memory.found[turn, seat], memory.many[turn, seat], error)
        error *= memory.bonds[turn, seat]


def learn(learning: Learning, found: Any, many: int, error: float) -> None:
    """Move the worths of a sheet's features, all or the wide ones, each at a rate that depends on its own errors.

    A worth whose errors point the same way moves fast, one whose errors cancel slowly (temporal coherence).
    """
    first = max(many - WIDE, 0) if learning.pace.wide else 0
    for place in range(first, many):
        at = found[place]
        agreement = abs(learning.sums[at]) / learning.sizes[at] if learning.sizes[at] > 0 else 1.0
        learning.learned.worths[at] += learning.pace.rate * agreement * error / (many - first)
        learning.sums[at] += error
        learning.sizes[at] += abs(error)


# --- results of games --------------------------------------------------------------------------------------------


def note_turn(s: Any, scratch: Scratch, keys: Keys, watched: Watched) -> bool:
    """Note what is known before a turn; return whether there is space for more, else the game stops."""
    if s.beginner < 0 or s.throws or scratch.used[THROWS] < watched.until[watched.at[GAME]]:
        return True
    position = watched.at[POSITION]
    if position == len(watched.inputs):
        return False
    describe(s, scratch.states[s.seats :], watched.seen, watched.blocks)
    for seat in range(s.seats):
        arrange(watched.blocks, WIDTH, s.seats, s.active, seat, watched.inputs[position, seat])
    if len(watched.turns):
        found = [0.0] * FOUND
        before_turn(s, scratch.states[s.seats :], watched.seen, found)
        note_values(s.seats, found, watched.nets[position])
        valued(s, scratch.states[s.seats :], watched.seen, found)
        note_values(s.seats, found, watched.turns[position])
    watched.at[POSITION] += 1
    return True


watch_games = watching_by(judge, note_turn)
