"""Games played to learn from, one player alone, in the plain subset of the rules.

Games are played by what sheets are worth, now and then at random; then, from the last throw of the game back to the
first, the worth of the sheet is moved towards the mean over all throws that might have come. Each entry has a step of
its own, large while its errors agree in sign and small once they do not (temporal coherence, Beal and Smith 1999).
"""

from typing import Any, NamedTuple

from cinquina.bots import selfplay
from cinquina.bots.extra.dice import DUO_COUNT, DUOS, THROWS
from cinquina.bots.extra.features import TURN, numbers_of, place_of, stage_of
from cinquina.bots.extra.lookahead import NO_GOAL, mean_over_throws
from cinquina.bots.extra.play import SOLO, judge_far, judge_near
from cinquina.bots.extra.values import Book, Scratch, scratch_with, weigh_duos
from cinquina.bots.levels import HARD, best
from cinquina.bots.selfplay import Keys, keys_of, loop_of
from cinquina.games.extra import DICE, FACES, ROWS, legal, score
from cinquina.sim.loops import copy_to
from cinquina.sim.luck import LOW_32, half_of

SHARE_SPREAD = 0.02 / ROWS


class Pace(NamedTuple):
    """How a round learns.

    `alone` and `together`: the part of its error that an entry of rows, and of duos, takes on. `at_random`: the part of
    choices that are random.
    """

    alone: float
    together: float
    at_random: float


class Errors(NamedTuple):
    """The past errors of each entry: their sum and the sum of their sizes, for rows and for duos."""

    alone_sum: Any
    alone_size: Any
    together_sum: Any
    together_size: Any


class Learning(NamedTuple):
    """What is learned, how, and the sheet before each throw of a game."""

    book: Book
    errors: Errors
    pace: Pace
    path: Any


class Trial(NamedTuple):
    """Games that nothing is learned from: the book, whether the player looks further ahead, the places of throws."""

    book: Book
    far: bool
    places: Any
    values: Any  # scratch space, a value for each throw
    luck: Any  # of the game, its only element


class Purpose(NamedTuple):
    """What games are played for, learning or a trial, with scratch space."""

    plan: Any
    scratch: Scratch


def learn_games(
    one: Any, start: Any, table: selfplay.Scratch, learning: Learning, first: tuple[int, int], games: int
) -> None:
    """Play games and learn from each, backwards; `first` has the seed and the number of the first game."""
    purpose = Purpose(learning, scratch_with(learning.book))
    scratch = purpose.scratch
    values = [0.0] * THROWS
    seed, before = first
    for game in range(before, before + games):
        one[0] = start[0]
        play_remembered(one[0], table, keys_of(seed, game), purpose)
        points = score(one[0], 0)
        throws = table.used[selfplay.THROWS]
        for back in range(throws):
            s = learning.path[throws - 1 - back]
            mean = mean_over_throws(s, table.states, 0, scratch, NO_GOAL, values)
            error = mean - weigh_duos(s, 0, scratch)
            learn_worth(s, learning, scratch.crosses, error)
            learn_spread(stage_of(s, 0), learning.book.spread, scratch.crosses, (points - mean) * (points - mean))


def choose_to_learn(view: Any, seat: int, word: int, table: selfplay.Scratch, purpose: Purpose) -> int:
    """Return the option with the best expected value; sometimes a random one."""
    options = legal(view, seat)
    if half_of(word, 1) < purpose.plan.pace.at_random * LOW_32:
        return options
    judge_near(view, table.states[view.seats :], seat, HARD, purpose.scratch, table.worth)
    return best(table.worth, options, 0.0)


def remember(s: Any, table: selfplay.Scratch, keys: Keys, purpose: Purpose) -> bool:
    """Keep the sheet before a throw; the game goes on."""
    copy_to(purpose.plan.path, table.used[selfplay.THROWS], s)
    return True


play_remembered = loop_of(choose_to_learn, remember)


def learn_worth(s: Any, learning: Learning, crosses: Any, error: float) -> None:
    """Move the worth of a sheet against its error."""
    faces = numbers_of(s, 0)
    place, turn, stage = place_of(s, 0, faces), TURN[faces], stage_of(s, 0)
    alone, together = learning.book.alone[place], learning.book.together[stage]
    sums, sizes = learning.errors.alone_sum[place], learning.errors.alone_size[place]
    for row in range(ROWS):
        count = crosses[abs(turn - row)]
        alone[row, count] += learning.pace.alone * error * agreement(sums[row, count], sizes[row, count])
        sums[row, count] += error
        sizes[row, count] += abs(error)
    sums_of_duos, sizes_of_duos = learning.errors.together_sum[stage], learning.errors.together_size[stage]
    for duo in range(DUO_COUNT):
        low, high = DUOS[duo][0], DUOS[duo][1]
        if low != high:
            a, b = crosses[abs(turn - low)], crosses[abs(turn - high)]
            step = agreement(sums_of_duos[duo, a, b], sizes_of_duos[duo, a, b])
            together[duo, a, b] += learning.pace.together * error * step
            sums_of_duos[duo, a, b] += error
            sizes_of_duos[duo, a, b] += abs(error)


def agreement(total: float, sizes: float) -> float:
    """Return how far errors have agreed in sign: 1 while all have, near 0 when they cancel out."""
    return abs(total) / sizes if sizes > 0.0 else 1.0


def learn_spread(stage: int, spread: Any, crosses: Any, square: float) -> None:
    """Move the variance of results towards the squared error of one result."""
    total = 0.0
    for row in range(ROWS):
        total += spread[stage, row, crosses[row]]
    for row in range(ROWS):
        spread[stage, row, crosses[row]] += SHARE_SPREAD * (square - total)


def play_trials(
    one: Any, start: Any, table: selfplay.Scratch, trial: Trial, first: tuple[int, int], results: tuple[Any, Any]
) -> None:
    """Play games by what is known; write their points, and how much of these was luck. `first`: as in `learn_games`."""
    seed, before = first
    points, luck = results
    purpose = Purpose(trial, scratch_with(trial.book))
    for game in range(len(points)):
        one[0] = start[0]
        trial.luck[0] = 0.0
        play_trial(one[0], table, keys_of(seed, before + game), purpose)
        points[game] = score(one[0], 0)
        luck[game] = trial.luck[0]


def choose_well(view: Any, seat: int, word: int, table: selfplay.Scratch, purpose: Purpose) -> int:
    """Return the option with the best expected value."""
    spare = table.states[view.seats :]
    if purpose.plan.far:
        judge_far(view, spare, seat, SOLO, purpose.scratch, table.worth)
    else:
        judge_near(view, spare, seat, HARD, purpose.scratch, table.worth)
    return best(table.worth, legal(view, seat), 0.0)


def note_luck(s: Any, table: selfplay.Scratch, keys: Keys, purpose: Purpose) -> bool:
    """Add up how much better each throw is than the mean of throws; the game goes on."""
    trial = purpose.plan
    mean = mean_over_throws(s, table.states[s.seats :], 0, purpose.scratch, NO_GOAL, trial.values)
    code = 0
    for die in range(len(DICE)):
        code = code * FACES + table.faces[die] - 1
    trial.luck[0] += trial.values[trial.places[code]] - mean
    return True


play_trial = loop_of(choose_well, note_luck)
