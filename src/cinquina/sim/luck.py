"""Where dice come from: a counter-based generator for simulations, the operating system for people.

`draw` number n of game g under seed s is a hash of (s, g, n) alone, so a game is determined by its seed and number,
whatever else is drawn before, beside or after it. The hash is the finaliser of SplitMix64 (Steele, Lea and Flood 2014).
"""

from __future__ import annotations

import secrets

WORD = (1 << 64) - 1
STEP = 0x9E3779B97F4A7C15
MIX_1, MIX_2 = 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
MOST_SEED = (1 << 63) - 1


def mix(word: int) -> int:
    """Scramble 64 bits."""
    word = (word ^ word >> 30) * MIX_1 & WORD
    word = (word ^ word >> 27) * MIX_2 & WORD
    return word ^ word >> 31


def game_key(seed: int, game: int) -> int:
    """The key of one game's luck."""
    return mix(mix(seed + STEP & WORD) + game * STEP & WORD)


def draw(key: int, number: int, sides: int) -> int:
    """The draw with that number under a key: a face from 1 to `sides`."""
    word = mix(key + (number + 1) * STEP & WORD)
    return ((word >> 32) * sides >> 32) + 1


class Luck:
    """The luck of one game, drawn one after the other."""

    def __init__(self, seed: int, game: int = 0, drawn: int = 0) -> None:
        self.key = game_key(seed, game)
        self.drawn = drawn

    def throw(self, sides: tuple[int, ...]) -> tuple[int, ...]:
        """A face for each thing with so many sides."""
        faces = tuple(draw(self.key, self.drawn + place, many) for place, many in enumerate(sides))
        self.drawn += len(faces)
        return faces


class SystemLuck:
    """Luck nobody can foresee, from the operating system."""

    def throw(self, sides: tuple[int, ...]) -> tuple[int, ...]:
        """A face for each thing with so many sides."""
        return tuple(secrets.randbelow(many) + 1 for many in sides)
