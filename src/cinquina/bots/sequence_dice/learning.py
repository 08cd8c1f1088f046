"""Learning the chances by playing against oneself, in the plain subset of the rules, compiled by `training`.

Where dice are about to be thrown, the chances learned so far are moved towards their exact mean over the throw. A
weight that is pushed to and fro moves less than one that is always pushed the same way (temporal coherence, Beal and
Smith 1999): for that its pushes are added up with their signs and without.
"""

from typing import Any

from cinquina.bots.sequence_dice.lines import FEATURES, THREE, TWO, covered_numbers, feature_of_three, feature_of_two
from cinquina.bots.sequence_dice.values import SHORTEST, before_throw, chances
from cinquina.core.bits import lowest
from cinquina.core.state import OVER, ROLL
from cinquina.games.sequence_dice import side, sides
from cinquina.sim.loops import apply, copy_to, draw_faces, land, legal
from cinquina.sim.luck import DICE_STREAM, game_key, word_of


def learn_games(
    one: Any,
    start: Any,
    spare: Any,
    faces: Any,
    mind: Any,
    pushes: Any,
    seed: int,
    first: int,
    games: int,
    rate: float,
) -> None:
    """Play games numbered from `first` against oneself from a position, and learn from each of their throws."""
    s = one[0]
    for game in range(first, first + games):
        copy_to(one, 0, start[0])
        dice_key = game_key(seed, game, DICE_STREAM)
        throws = 0
        while s.phase != OVER:
            if s.phase == ROLL:
                correct(s, before_throw(s, spare, 0, mind), mind, pushes, rate)
                draw_faces(s, faces, word_of(dice_key, throws))
                land(s, faces)
                throws += 1
            else:
                apply(s, s.active, liked(s, spare, mind))


def liked(s: Any, spare: Any, mind: Any) -> int:
    """The option after which the chance of the active seat's side is best."""
    rest = legal(s, s.active)
    most = -1.0
    found = 0
    while rest:
        option = lowest(rest)
        rest &= rest - 1
        copy_to(spare, 0, s)
        apply(spare[0], s.active, option)
        chance = chances(spare[0], mind)[side(s, s.active)]
        if chance > most:
            most = chance
            found = option
    return found


def correct(s: Any, wanted: Any, mind: Any, pushes: Any, rate: float) -> None:
    """Move the chances of a position towards those that are wanted."""
    start = mind[1][sides(s) - TWO, s.length - SHORTEST]
    mover = side(s, s.active)
    following = (mover + 1) % sides(s)
    own, then = s.chips[mover], s.chips[following]
    told = chances(s, mind)
    error = wanted[mover] - told[mover]
    if sides(s) == TWO:
        covered = covered_numbers(own | then)
        for place in range(FEATURES):
            push(mind[0], pushes, start + feature_of_two(own, then, covered, place), error, rate)
        return
    last = s.chips[THREE - mover - following]
    next_error = wanted[following] - told[following]
    for place in range(FEATURES):
        feature = start + TWO * feature_of_three(own, then, last, place)
        push(mind[0], pushes, feature, error, rate)
        push(mind[0], pushes, feature + 1, next_error, rate)


SIGNED, UNSIGNED = 0, 1


def push(weights: Any, pushes: Any, weight: int, error: float, rate: float) -> None:
    """Move one weight, as far as its pushes so far agree."""
    agreeing = abs(pushes[weight, SIGNED]) / pushes[weight, UNSIGNED] if pushes[weight, UNSIGNED] > 0.0 else 1.0
    weights[weight] += rate * agreeing * error
    pushes[weight, SIGNED] += error
    pushes[weight, UNSIGNED] += abs(error)
