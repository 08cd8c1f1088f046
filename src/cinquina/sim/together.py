"""Positions stepped together: the loops behind `batch.Batch`, in the same plain subset as the rules.

The luck is that of `loops`.
"""

from typing import Any, NamedTuple

from cinquina.core.bits import has, lowest
from cinquina.core.rules import MOST_OPTIONS
from cinquina.core.state import CHOICE, ROLL
from cinquina.sim.loops import random_option, throw_dice
from cinquina.sim.luck import WHIM_STREAM, game_key, word_of
from cinquina.sim.placeholders import apply, legal, score


def state_at(batch: Any, place: int) -> Any:
    """Return one of many states; in compiled code these lie as words in the rows of an array (see `fields`)."""
    return batch[place]


class Asked(NamedTuple):
    """By position: who chooses (-1: the game is over), and among which options."""

    seats: Any
    masks: Any


class Fall(NamedTuple):
    """How dice fall: room for the faces of a throw; by position the key of its luck, and how often it has thrown."""

    faces: Any
    keys: Any
    throws: Any


def go_on(batch: Any, seats: Any, masks: Any, faces: Any, keys: Any, throws: Any) -> None:
    """Throw for every position until a seat must choose or the game is over; write who chooses, and its options."""
    for place in range(len(seats)):
        settle(state_at(batch, place), place, Asked(seats, masks), Fall(faces, keys, throws))


def settle(s: Any, place: int, asked: Asked, fall: Fall) -> None:
    """Throw until a seat must choose or the game is over; note who chooses, and among which options."""
    while s.phase == ROLL:
        throw_dice(s, fall.faces, word_of(fall.keys[place], fall.throws[place]))
        fall.throws[place] += 1
    if s.phase == CHOICE:
        asked.seats[place] = lowest(s.waiting)
        asked.masks[place] = legal(s, asked.seats[place])
    else:
        asked.seats[place] = -1
        asked.masks[place] = 0


def step(batch: Any, options: Any, asked: Asked, fall: Fall) -> int:
    """Apply an option in every position that is choosing, and go on; return -1.

    If an option is illegal nothing is done, and the place of its position is returned.
    """
    seats = asked.seats
    for place in range(len(seats)):
        option = options[place]
        if seats[place] >= 0 and not (0 <= option < MOST_OPTIONS and has(asked.masks[place], option)):
            return place
    for place in range(len(seats)):
        if seats[place] >= 0:
            s = state_at(batch, place)
            apply(s, seats[place], options[place])
            settle(s, place, asked, fall)
    return -1


def score_all(batch: Any, scores: Any) -> None:
    """Write the score of every seat of every position."""
    for place in range(len(scores)):
        s = state_at(batch, place)
        for seat in range(s.seats):
            scores[place, seat] = score(s, seat)


def choose_randomly(masks: Any, options: Any, seed: int, step: int) -> None:
    """Write a random option for every bit set of options that is not empty; the same for the same seed and step."""
    key = game_key(seed, step, WHIM_STREAM)
    for place in range(len(masks)):
        options[place] = random_option(masks[place], word_of(key, place)) if masks[place] else 0


COMPILED = ("go_on", "step", "score_all", "choose_randomly")
