"""Learning the chances by playing against oneself, in the plain subset of the rules, compiled by `training`.

Where dice are about to be thrown, the chances learned so far are moved towards their exact mean over the throw. A
weight whose errors alternate in sign moves less than one that is always pushed the same way (temporal coherence, Beal
and Smith 1999): for that its pushes are added up with their signs and without.
"""

from typing import Any, NamedTuple

from cinquina.bots.selfplay import Keys, Scratch, keys_of, loop_of
from cinquina.bots.sequence_dice.features import (
    FEATURES,
    THREE,
    TWO,
    covered_numbers,
    feature_of_three,
    feature_of_two,
)
from cinquina.bots.sequence_dice.values import SHORTEST, Tables, before_throw, chances
from cinquina.core.bits import lowest
from cinquina.games.sequence_dice import side, sides
from cinquina.sim.loops import copy_to
from cinquina.sim.placeholders import apply, legal

SIGNED, UNSIGNED = 0, 1
"""Places in the pushes of a weight."""


class Learning(NamedTuple):
    """What is learned: the tables, and how each of their weights has been pushed; and how far a push moves it."""

    tables: Tables
    pushes: Any
    rate: float


def learn_games(one: Any, start: Any, scratch: Scratch, learning: Learning, first: tuple[int, int], games: int) -> None:
    """Play games of a bot with itself and learn from each throw; `first` has the seed and the first game's number."""
    seed, before = first
    for game in range(before, before + games):
        one[0] = start[0]
        play_and_correct(one[0], scratch, keys_of(seed, game), learning)


def choose_best(view: Any, seat: int, word: int, scratch: Scratch, learning: Learning) -> int:
    """Return the option that is best for the side of the active seat."""
    return 1 << liked(view, scratch.states[view.seats :], learning.tables)


def correct_before_throw(s: Any, scratch: Scratch, keys: Keys, learning: Learning) -> bool:
    """Move what has been learned towards its mean over the throw; the game goes on."""
    correct(s, before_throw(s, scratch.states[s.seats :], 0, learning.tables), learning)
    return True


play_and_correct = loop_of(choose_best, correct_before_throw)


def liked(s: Any, spare: Any, tables: Tables) -> int:
    """Return the option after which the chance of the active seat's side is best."""
    rest = legal(s, s.active)
    most = -1.0
    found = 0
    while rest:
        option = lowest(rest)
        rest &= rest - 1
        copy_to(spare, 0, s)
        apply(spare[0], s.active, option)
        chance = chances(spare[0], tables)[side(s, s.active)]
        if chance > most:
            most = chance
            found = option
    return found


def correct(s: Any, wanted: Any, learning: Learning) -> None:
    """Move the chances of a position towards other ones."""
    start = learning.tables.starts[sides(s) - TWO, s.length - SHORTEST]
    mover = side(s, s.active)
    following = (mover + 1) % sides(s)
    own, then = s.chips[mover], s.chips[following]
    told = chances(s, learning.tables)
    error = wanted[mover] - told[mover]
    if sides(s) == TWO:
        covered = covered_numbers(own | then)
        for place in range(FEATURES):
            push(learning, start + feature_of_two(own, then, covered, place), error)
        return
    last = s.chips[THREE - mover - following]
    next_error = wanted[following] - told[following]
    for place in range(FEATURES):
        feature = start + TWO * feature_of_three(own, then, last, place)
        push(learning, feature, error)
        push(learning, feature + 1, next_error)


def push(learning: Learning, weight: int, error: float) -> None:
    """Move one weight, as far as its pushes so far agree."""
    pushes = learning.pushes[weight]
    agreeing = abs(pushes[SIGNED]) / pushes[UNSIGNED] if pushes[UNSIGNED] > 0.0 else 1.0
    learning.tables.weights[weight] += learning.rate * agreeing * error
    pushes[SIGNED] += error
    pushes[UNSIGNED] += abs(error)
