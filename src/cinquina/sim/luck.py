"""Sources of random throws: a counter-based generator for simulations, the operating system for people.

Throw number t of game g under seed s is a hash of (s, g, t) only, so a game is determined by its seed and number,
regardless of other games and of the number of workers. The hash is the finaliser of SplitMix64 (Steele, Lea and Flood
2014).

The functions use only integer operations that are also correct in 64 signed bits: a right shift is followed by a mask,
and a product is cut to a word. So the same source runs plain and compiled. Where sums and products exceed a word, in
`mix` and `onward`, the kernel has its own: to the compiler a signed number that overflows is an error it may rely on.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass

WORD = (1 << 64) - 1
STEP = 0x9E3779B97F4A7C15
MIX_1, MIX_2 = 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
LOW_34, LOW_37, LOW_33, LOW_32 = (1 << 34) - 1, (1 << 37) - 1, (1 << 33) - 1, (1 << 32) - 1
HALF = 32
FACES_OF_HALF = 3
MOST_FACES = 2 * FACES_OF_HALF
"""A word has two halves with up to three faces each: for dice the bias is below one in ten million."""
DICE_STREAM, WHIM_STREAM = 0, 1
STREAMS = 2
"""One stream for the dice, one for the bots' random choices: the dice do not depend on who plays."""
MOST_SEED = (1 << 63) - 1


def mix(word: int) -> int:
    """Scramble 64 bits."""
    word = (word ^ word >> 30 & LOW_34) * MIX_1 & WORD
    word = (word ^ word >> 27 & LOW_37) * MIX_2 & WORD
    return word ^ word >> 31 & LOW_33


def onward(key: int, steps: int) -> int:
    """Return a key some steps further on."""
    return key + steps * STEP & WORD


def game_key(seed: int, game: int, stream: int = 0) -> int:
    """Return the key of one game's luck; its streams are independent."""
    return mix(onward(mix(onward(seed, 1)), game * STREAMS + stream))


def word_of(key: int, throw: int) -> int:
    """Return the 64 random bits of a throw under a key."""
    return mix(onward(key, throw + 1))


def half_of(word: int, half: int) -> int:
    """Return the upper (0) or lower (1) half of a word: a 32-bit fraction, from which faces are taken one by one."""
    return word >> HALF & LOW_32 if half == 0 else word & LOW_32


def face_of(fraction: int, sides: int) -> int:
    """Return the face from 1 to `sides` that a fraction gives."""
    return (fraction * sides >> HALF) + 1


def rest_of(fraction: int, sides: int) -> int:
    """Return what is left of a fraction for the next face."""
    return fraction * sides & LOW_32


@dataclass(frozen=True, slots=True)
class Games:
    """The luck of some games: that of a seed, this many games from a first one on."""

    seed: int
    first: int
    count: int


class Luck:
    """The throws of one game in order; `thrown` of them have been made already."""

    def __init__(self, seed: int, game: int = 0, thrown: int = 0, stream: int = DICE_STREAM) -> None:
        self.key = game_key(seed, game, stream)
        self.thrown = thrown

    def throw(self, sides: tuple[int, ...]) -> tuple[int, ...]:
        """Throw up to six things, each with a number of sides."""
        if len(sides) > MOST_FACES:
            raise ValueError("a throw has at most six faces")
        word = word_of(self.key, self.thrown)
        self.thrown += 1
        faces, fraction = [], half_of(word, 0)
        for place, many in enumerate(sides):
            if place == FACES_OF_HALF:
                fraction = half_of(word, 1)
            faces.append(face_of(fraction, many))
            fraction = rest_of(fraction, many)
        return tuple(faces)


class SystemLuck:
    """Unpredictable throws, from the operating system."""

    def throw(self, sides: tuple[int, ...]) -> tuple[int, ...]:
        """Throw things, each with a number of sides."""
        return tuple(secrets.randbelow(many) + 1 for many in sides)
