"""The value of every position of one player, worked out backwards. In the plain subset of the rules, to be compiled."""

from typing import Any

from cinquina.bots.qwixx.expectation import others_turn, own_turn, place_of
from cinquina.games.qwixx import ROWS


def fill_values(
    values: Any, order: Any, first: int, last: int, step: Any, gain: Any, goes_on: float, locks: int, penalty: float,
    players: int, most_penalties: int, thin: Any, signs: Any,
) -> None:  # fmt: skip
    """Work out the positions `order[first:last]`, each with four rows; all that come after them must be known.

    `values[rows, slice]` are the points still to come. A slice is `phase * most_penalties + penalties`; phase 0 is the
    player's own turn, 1 the first of the others' turns after it, and so on.
    """
    kinds = [0] * ROWS
    for number in range(first, last):
        for row in range(ROWS):
            kinds[row] = order[number, row]
        place = place_of(kinds)
        for gone in range(most_penalties):
            penalties = most_penalties - 1 - gone
            part = 1 % players * most_penalties + penalties
            missed = penalty
            if gone:
                missed += goes_on * values[place, part + 1]
            values[place, penalties] = own_turn(
                values, thin, signs, part, kinds, step, gain, goes_on, locks, missed
            )  # fmt: skip
            for turn in range(1, players):
                phase = players - turn
                part = (phase + 1) % players * most_penalties + penalties
                values[place, phase * most_penalties + penalties] = others_turn(
                    values, thin, signs, part, kinds, step, gain, goes_on, locks
                )
