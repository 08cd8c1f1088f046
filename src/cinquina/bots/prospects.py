"""From what is known of all seats before a turn to chances, points and their spread: a small net for each seat.

What is known of a seat's own sheet is a block of numbers, the first of them the points to expect in tens. The net of a
seat sees its block, those of its two strongest rivals and in how many turns each of them throws. Chances follow from
the outputs of all seats together, so that they make 1. In the plain subset of the rules; `outcomes` trains the nets.
"""

from math import exp
from typing import Any, NamedTuple

from cinquina.sim.loops import FOUND as VALUES
from cinquina.sim.loops import MOST, score

HIDDEN = 20
HEADS = 3
"""What a net gives: strength, points beyond those expected, the logarithm of their variance; points in tens."""
TENS = 10.0
RIVALS = 2
STEEPEST = 60.0
POINT = 0.01
"""What a point counts beside the chance to win, where a choice is foreseen."""


def inputs_of(width: int) -> int:
    """How many numbers a net sees, for blocks of a width: three blocks, three waits, the mean of the others."""
    return (RIVALS + 1) * (width + 1) + 1


def size_of(width: int) -> int:
    """How many weights a net has, for blocks of a width."""
    inputs = inputs_of(width)
    return HIDDEN * (inputs + 1) + HEADS * (HIDDEN + inputs + 1)


def arrange(blocks: Any, width: int, seats: int, active: int, seat: int, inputs: Any) -> None:
    """Put together what the net of a seat sees."""
    place_block(blocks, width, seats, active, seat, inputs, 0)
    first = strongest(blocks, width, seats, seat, seat)
    second = strongest(blocks, width, seats, seat, first)
    place_block(blocks, width, seats, active, first, inputs, 1)
    place_block(blocks, width, seats, active, second, inputs, 2)
    total = 0.0
    for other in range(seats):
        total += blocks[other * width] if other != seat else 0.0
    inputs[(RIVALS + 1) * (width + 1)] = total / max(seats - 1, 1)


def place_block(blocks: Any, width: int, seats: int, active: int, seat: int, inputs: Any, place: int) -> None:
    """Put the block of a seat, and in which part of a round it throws, at a place; nothing for nobody."""
    at = place * (width + 1)
    for number in range(width):
        inputs[at + number] = blocks[seat * width + number] if seat >= 0 else 0.0
    inputs[at + width] = (seat - active + seats) % seats / seats if seat >= 0 else 0.0


def strongest(blocks: Any, width: int, seats: int, seat: int, besides: int) -> int:
    """The seat with the most points to expect besides two others; -1 for nobody."""
    found = -1
    for other in range(seats):
        if other not in (seat, besides) and (found < 0 or blocks[other * width] > blocks[found * width]):
            found = other
    return found


def foresee(weights: Any, at: int, width: int, blocks: Any, seats: int, active: int, found: Any) -> None:
    """Chances, points and variances before the turn of a seat, by the net that begins at a place of `weights`."""
    inputs = [0.0] * inputs_of(width)
    hidden = [0.0] * HIDDEN
    for seat in range(seats):
        arrange(blocks, width, seats, active, seat, inputs)
        for unit in range(HIDDEN):
            hidden[unit] = max(weigh_up(weights, at + unit * (len(inputs) + 1), inputs), 0.0)
        heads = at + HIDDEN * (len(inputs) + 1)
        for head in range(HEADS):
            first = heads + head * (HIDDEN + len(inputs) + 1)
            value = weigh_up(weights, first + HIDDEN, inputs)
            for unit in range(HIDDEN):
                value += float(weights[first + unit]) * hidden[unit]
            found[head * MOST + seat] = value
        found[MOST + seat] = TENS * (inputs[0] + found[MOST + seat])
        found[2 * MOST + seat] = TENS * TENS * exp(min(found[2 * MOST + seat], STEEPEST))
    to_chances(seats, found)


def weigh_up(weights: Any, at: int, inputs: Any) -> float:
    """The sum of inputs by their weights, and the constant behind these."""
    total = float(weights[at + len(inputs)])
    for place in range(len(inputs)):
        total += float(weights[at + place]) * inputs[place]
    return total


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
    """What a game that is over has brought."""
    points = [0.0] * MOST
    for seat in range(s.seats):
        points[seat] = float(score(s, seat))
    results_of(points, s.seats, found)


def results_of(points: Any, seats: int, found: Any) -> None:
    """What final points bring: a win in equal parts to those with the most of them."""
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
    """What a seat goes by among values that begin at a place: its chance to win and a little its points, which tell
    options apart where chances hardly differ; alone its points."""
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
    """Add a part of the values that begin at a place of a longer row."""
    for place in range(VALUES):
        found[place] += part * values[at + place]


def put(values: Any, at: int, found: Any) -> None:
    """Keep values at a place of a longer row."""
    for place in range(VALUES):
        values[at + place] = found[place]


# --- games to train with, see `outcomes` -----------------------------------------------------------------------------

GAME, POSITION = 0, 1
"""Places in `Watched.at`."""


class Watched(NamedTuple):
    """Who plays, by which tables; and what is noted of games before each turn."""

    strong: int
    weak: Any  # by game and seat: who plays until the throw of a number
    until: Any  # by game
    tables: Any
    seen: Any  # the tables by which the nets see
    blocks: Any  # scratch space
    inputs: Any  # by position and seat: what a net sees
    ends: Any  # by game: the position after its last
    wins: Any  # by game and seat
    points: Any  # by game and seat
    at: Any  # the game and the position to be noted next


def note_end(s: Any, game: int, watched: Watched) -> None:
    """Note how a game came out."""
    found = [0.0] * VALUES
    results(s, found)
    watched.ends[game] = watched.at[POSITION]
    for seat in range(s.seats):
        watched.wins[game, seat] = found[seat]
        watched.points[game, seat] = found[MOST + seat]
