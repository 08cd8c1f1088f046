"""Games played by the million: the loops around the rules, in the same plain subset as the rules, compiled with them.

`rolling`, `land`, `legal`, `apply`, `score` and `part` below stand for the functions of a game; `kernel` puts the
game's own in their place. The luck is that of `luck`, so a game comes out here as it does at the table.
"""

from typing import Any

from cinquina.core.bits import count, has, lowest
from cinquina.core.flow import LOT
from cinquina.core.position import FACES
from cinquina.core.rules import MOST_OPTIONS
from cinquina.core.state import CHOICE, OVER, ROLL
from cinquina.sim.luck import (
    DICE_STREAM,
    FACES_OF_HALF,
    WHIM_STREAM,
    face_of,
    game_key,
    half_of,
    rest_of,
    word_of,
)


def rolling(s: Any) -> int:
    """The game's own."""
    raise NotImplementedError


def land(s: Any, faces: Any) -> None:
    """The game's own."""
    raise NotImplementedError


def legal(s: Any, seat: int) -> int:
    """The game's own."""
    raise NotImplementedError


def apply(s: Any, seat: int, option: int) -> None:
    """The game's own."""
    raise NotImplementedError


def score(s: Any, seat: int) -> int:
    """The game's own."""
    raise NotImplementedError


def part(s: Any, seat: int, place: int) -> int:
    """The game's own."""
    raise NotImplementedError


OF_THE_GAME = ("rolling", "land", "legal", "apply", "score", "part")


def throw_dice(s: Any, faces: Any, word: int) -> None:
    """Let the dice fall, or the lot, as a word of luck says."""
    dice = rolling(s)
    if dice == LOT:
        faces[0] = face_of(half_of(word, 0), s.seats)
    else:
        fraction = half_of(word, 0)
        place = 0
        for die in range(len(faces)):
            faces[die] = 0
            if has(dice, die):
                if place == FACES_OF_HALF:
                    fraction = half_of(word, 1)
                faces[die] = face_of(fraction, FACES)
                fraction = rest_of(fraction, FACES)
                place += 1
    land(s, faces)


def option_at(options: int, place: int) -> int:
    """The option at a place among those of a bit set, the lowest at 0."""
    for _ in range(place):
        options &= options - 1
    return lowest(options)


def random_option(options: int, word: int) -> int:
    """One of the options of a bit set, as a word of luck says."""
    return option_at(options, face_of(half_of(word, 0), count(options)) - 1)


def play_on(s: Any, faces: Any, dice_key: int, whim_key: int) -> tuple[int, int]:
    """Play a position to its end with random choices; how many throws and how many choices that took."""
    throws = 0
    whims = 0
    while s.phase != OVER:
        if s.phase == ROLL:
            throw_dice(s, faces, word_of(dice_key, throws))
            throws += 1
        else:
            seat = lowest(s.waiting)
            apply(s, seat, random_option(legal(s, seat), word_of(whim_key, whims)))
            whims += 1
    return throws, whims


def play_games(
    one: Any,
    start: Any,
    faces: Any,
    seed: int,
    first: int,
    throws: Any,
    choices: Any,
    endings: Any,
    beginners: Any,
    scores: Any,
    parts: Any,
) -> None:
    """Play games numbered from `first`, one for each place of the arrays, into which their results go."""
    s = one[0]
    for game in range(len(throws)):
        one[0] = start[0]
        number = first + game
        dice_key, whim_key = game_key(seed, number, DICE_STREAM), game_key(seed, number, WHIM_STREAM)
        throws[game], choices[game] = play_on(s, faces, dice_key, whim_key)
        endings[game] = s.ending
        beginners[game] = s.beginner
        for seat in range(s.seats):
            scores[game, seat] = score(s, seat)
            for place in range(parts.shape[2]):
                parts[game, seat, place] = part(s, seat, place)


def go_on(batch: Any, faces: Any, keys: Any, throws: Any, seats: Any, masks: Any) -> None:
    """Throw for every position until somebody must choose or the game is over; who chooses, and among what."""
    for place in range(len(batch)):
        s = batch[place]
        while s.phase == ROLL:
            throw_dice(s, faces, word_of(keys[place], throws[place]))
            throws[place] += 1
        if s.phase == CHOICE:
            seats[place] = lowest(s.waiting)
            masks[place] = legal(s, seats[place])
        else:
            seats[place] = -1
            masks[place] = 0


def choose_all(batch: Any, options: Any, seats: Any, masks: Any) -> int:
    """Apply an option in every position that is choosing; -1, or the place of an illegal one and nothing is done."""
    for place in range(len(batch)):
        option = options[place]
        if seats[place] >= 0 and not (0 <= option < MOST_OPTIONS and has(masks[place], option)):
            return place
    for place in range(len(batch)):
        if seats[place] >= 0:
            s = batch[place]
            apply(s, seats[place], options[place])
    return -1


def score_all(batch: Any, scores: Any) -> None:
    """The score of every seat of every position."""
    for place in range(len(batch)):
        s = batch[place]
        for seat in range(s.seats):
            scores[place, seat] = score(s, seat)


def choose_randomly(masks: Any, options: Any, seed: int, step: int) -> None:
    """A random option for every bit set of options that is not empty; the same for the same seed and step."""
    key = game_key(seed, step, WHIM_STREAM)
    for place in range(len(masks)):
        options[place] = random_option(masks[place], word_of(key, place)) if masks[place] else 0


COMPILED = ("play_on", "play_games", "go_on", "choose_all", "score_all", "choose_randomly", "throw_dice")
