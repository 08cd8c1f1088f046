"""Sets of small integers packed into one integer: n is in the set when bit n is 1.

Each function is a short integer expression, so that a compiler can replace it with one machine instruction.
"""


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


def members(bits: int) -> list[int]:
    """Return the numbers in the set in ascending order; for tables and screens, not for rules."""
    found = []
    while bits > 0:
        smallest = bits & -bits
        found.append(smallest.bit_length() - 1)
        bits ^= smallest
    return found
