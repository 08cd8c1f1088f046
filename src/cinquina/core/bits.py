"""Sets of small integers packed into one integer: n is in the set when bit n is 1.

Each function is short, so that a compiler can replace it with one machine instruction, or a few.
"""

from collections.abc import Sequence
from functools import lru_cache

KNOWN_SETS = 4096
"""Sets whose members are remembered."""


def count(bits: int) -> int:
    """Return how many numbers are in the set."""
    return bits.bit_count()


def lowest(bits: int) -> int:
    """Return the smallest number in a non-empty set."""
    return (bits & -bits).bit_length() - 1


def has(bits: int, number: int) -> bool:
    """Return whether the number is in the set."""
    return bits >> number & 1 == 1


def is_single(bits: int) -> bool:
    """Return whether the set has exactly one number."""
    return bits != 0 and bits & (bits - 1) == 0


def intersect(sets: list[int], others: Sequence[int], first: int) -> None:
    """Keep of every set in a list what is also in the other at its place, counted from `first`."""
    for place in range(len(sets)):
        sets[place] &= others[first + place]


@lru_cache(maxsize=KNOWN_SETS)
def members(bits: int) -> tuple[int, ...]:
    """Return the numbers in the set in ascending order; for tables and screens, not for rules."""
    found = []
    while bits > 0:
        smallest = bits & -bits
        found.append(smallest.bit_length() - 1)
        bits ^= smallest
    return tuple(found)
