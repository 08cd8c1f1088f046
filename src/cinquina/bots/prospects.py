"""A small net that predicts chances, points and their spread from what is known of all seats before a turn.

What is known of a seat's own sheet is a block of numbers, the first of them the points to expect in tens. The net of a
seat sees its block, those of its two strongest rivals and in how many turns each of them throws. Chances follow from
the outputs of all seats together, so that they make 1. In the plain subset of the rules; `outcomes` trains the nets.
"""

from math import exp
from typing import Any

from cinquina.sim.placeholders import FOUND as VALUES
from cinquina.sim.placeholders import MOST, score

HIDDEN = 32
HEADS = 3
"""Outputs of a net: strength, points beyond those expected, and the logarithm of their variance; points in tens."""
TENS = 10.0
RIVALS = 2
STEEPEST = 60.0
POINT = 0.01
"""What a point counts beside the chance to win, where a choice is foreseen."""


def inputs_of(width: int) -> int:
    """Return how many numbers a net sees, for blocks of a width: three blocks, three waits, the mean of the others."""
    return (RIVALS + 1) * (width + 1) + 1


def size_of(width: int) -> int:
    """Return how many weights a net has, for blocks of a width."""
    inputs = inputs_of(width)
    return HIDDEN * (inputs + 1) + HEADS * (HIDDEN + inputs + 1)


def arrange(blocks: Any, width: int, seats: int, active: int, seat: int, inputs: Any) -> None:
    """Put together what the net of a seat sees."""
    place_block(blocks, width, seat, turn_of(seats, active, seat), inputs, 0)
    first = strongest(blocks, width, seats, seat, seat)
    second = strongest(blocks, width, seats, seat, first)
    place_block(blocks, width, first, turn_of(seats, active, first), inputs, 1)
    place_block(blocks, width, second, turn_of(seats, active, second), inputs, 2)
    total = 0.0
    for other in range(seats):
        total += blocks[other * width] if other != seat else 0.0
    inputs[(RIVALS + 1) * (width + 1)] = total / max(seats - 1, 1)


def turn_of(seats: int, active: int, seat: int) -> float:
    """Return how far into a round a seat throws, as a part of the round; 0 for nobody."""
    return (seat - active + seats) % seats / seats if seat >= 0 else 0.0


def place_block(blocks: Any, width: int, seat: int, turn: float, inputs: Any, place: int) -> None:
    """Put the block of a seat, and in which part of a round it throws, at a place; nothing for nobody."""
    at = place * (width + 1)
    for number in range(width):
        inputs[at + number] = blocks[seat * width + number] if seat >= 0 else 0.0
    inputs[at + width] = turn


def strongest(blocks: Any, width: int, seats: int, seat: int, besides: int) -> int:
    """Return the seat with the most points to expect besides two others; -1 for nobody."""
    found = -1
    for other in range(seats):
        if other not in (seat, besides) and (found < 0 or blocks[other * width] > blocks[found * width]):
            found = other
    return found


def foresee(net: tuple[Any, int], width: int, blocks: Any, seats: int, active: int, found: Any) -> None:
    """Write chances, points and variances before a turn, by a net: its weights, and where they begin."""
    weights, at = net
    inputs = [0.0] * inputs_of(width)
    sums = [0.0] * (HIDDEN + HEADS)
    used = min(seats, RIVALS + 1) * (width + 1)
    heads = at + HIDDEN * (len(inputs) + 1)
    for seat in range(seats):
        arrange(blocks, width, seats, active, seat, inputs)
        weigh_up(weights, at, inputs, used, sums)
        for head in range(HEADS):
            first = heads + head * (HIDDEN + len(inputs) + 1)
            value = sums[HIDDEN + head]
            for unit in range(HIDDEN):
                value += float(weights[first + unit]) * max(sums[unit], 0.0)
            found[head * MOST + seat] = value
        found[MOST + seat] = TENS * (inputs[0] + found[MOST + seat])
        found[2 * MOST + seat] = TENS * TENS * exp(min(found[2 * MOST + seat], STEEPEST))
    to_chances(seats, found)


def weigh_up(weights: Any, at: int, inputs: Any, used: int, sums: Any) -> None:
    """Write, by unit and head, the sum of inputs times weights, and the constant stored behind these weights.

    Inputs after the used ones are 0, except the last. Each sum is computed as two sums that do not wait for each other.
    """
    last = len(inputs) - 1
    for row in range(HIDDEN + HEADS):
        first = at + row * (len(inputs) + 1) + max(row - HIDDEN + 1, 0) * HIDDEN
        one = float(weights[first + last + 1])
        other = float(weights[first + last]) * inputs[last]
        for pair in range(used >> 1):
            one += float(weights[first + 2 * pair]) * inputs[2 * pair]
            other += float(weights[first + 2 * pair + 1]) * inputs[2 * pair + 1]
        if used & 1:
            one += float(weights[first + used - 1]) * inputs[used - 1]
        sums[row] = one + other


def to_chances(seats: int, found: Any) -> None:
    """Turn strengths into chances that make 1."""
    most = found[0]
    for seat in range(1, seats):
        most = max(most, found[seat])
    total = 0.0
    for seat in range(seats):
        found[seat] = exp(max(found[seat] - most, -STEEPEST))
        total += found[seat]
    for seat in range(seats):
        found[seat] /= total


def results(s: Any, found: Any) -> None:
    """Write the values of a game that is over."""
    points = [0.0] * MOST
    for seat in range(s.seats):
        points[seat] = float(score(s, seat))
    results_of(points, s.seats, found)


def results_of(points: Any, seats: int, found: Any) -> None:
    """Write the values of final points: seats with the most share the win equally."""
    most = points[0]
    for seat in range(1, seats):
        most = max(most, points[seat])
    shared = 0
    for seat in range(seats):
        shared += int(points[seat] == most)
    for seat in range(seats):
        found[seat] = 1.0 / shared if points[seat] == most else 0.0
        found[MOST + seat] = points[seat]
        found[2 * MOST + seat] = 0.0


def appeal(values: Any, at: int, seats: int, seat: int) -> float:
    """Return the number by which a seat compares options, from values that begin at a place.

    It is the chance to win plus the points with a small weight, for options with nearly equal chances; alone only the
    points.
    """
    points: float = values[at + MOST + seat]
    return points if seats == 1 else values[at + seat] + POINT * points


# --- mixtures: the same, but with the mean of the square of the points in place of their variance --------------------


def to_squares(seats: int, found: Any) -> None:
    """Turn variances of points into means of their squares, which may be averaged."""
    for seat in range(seats):
        found[2 * MOST + seat] += found[MOST + seat] * found[MOST + seat]


def to_variances(seats: int, found: Any) -> None:
    """Turn them back."""
    for seat in range(seats):
        spread = found[2 * MOST + seat] - found[MOST + seat] * found[MOST + seat]
        found[2 * MOST + seat] = max(spread, 0.0)


def clear(found: Any) -> None:
    """Set all values to nothing."""
    for place in range(VALUES):
        found[place] = 0.0


def add(found: Any, part: float, values: Any, at: int) -> None:
    """Add values, multiplied by `part`, that begin at a place of a longer row."""
    for place in range(VALUES):
        found[place] += part * values[at + place]


def put(values: Any, at: int, found: Any) -> None:
    """Keep values at a place of a longer row."""
    for place in range(VALUES):
        values[at + place] = found[place]
