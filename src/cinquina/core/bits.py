"""Sets of small numbers packed into one integer: number n is in the set when bit n is one.

Each function is a short expression on integers, so that a compiler can put a machine instruction in its place.
"""


def count(bits: int) -> int:
    """How many numbers are in the set."""
    return bits.bit_count()


def lowest(bits: int) -> int:
    """The smallest number in the set, which must not be empty."""
    return (bits & -bits).bit_length() - 1


def has(bits: int, number: int) -> bool:
    """Whether the number is in the set."""
    return bits >> number & 1 == 1


def is_single(bits: int) -> bool:
    """Whether exactly one number is in the set."""
    return bits != 0 and bits & (bits - 1) == 0


def members(bits: int) -> list[int]:
    """The numbers in the set, smallest first; for tables and screens, not for rules."""
    found = []
    while bits > 0:
        smallest = bits & -bits
        found.append(smallest.bit_length() - 1)
        bits ^= smallest
    return found
