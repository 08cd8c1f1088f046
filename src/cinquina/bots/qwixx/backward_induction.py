"""The value of every position of one player, worked out backwards. In the plain subset of the rules, to be compiled."""

from typing import Any, NamedTuple

from cinquina.bots.qwixx.values import Worths, others_turn, own_turn, place_of
from cinquina.games.qwixx import ROWS


class Turns(NamedTuple):
    """The number of players, the points of a penalty, and how many penalties end the game."""

    players: int
    penalty: float
    penalties: int


def fill_values(worths: Worths, order: Any, turns: Turns, span: tuple[int, int]) -> None:
    """Work out the positions of a span of `order`, each with four rows; all that come after them must be known.

    `worths.whole[rows, slice]` are the points still to come. A slice is a phase and a number of penalties; phase 0 is
    the player's own turn, 1 the first of the others' turns after it, and so on.
    """
    values = worths.whole
    kinds = [0] * ROWS
    for number in range(span[0], span[1]):
        for row in range(ROWS):
            kinds[row] = order[number, row]
        place = place_of(kinds)
        for gone in range(turns.penalties):
            penalties = turns.penalties - 1 - gone
            part = 1 % turns.players * turns.penalties + penalties
            missed = turns.penalty
            if gone:
                missed += worths.goes_on * values[place, part + 1]
            values[place, penalties] = own_turn(worths, part, kinds, missed)
            for turn in range(1, turns.players):
                phase = turns.players - turn
                part = (phase + 1) % turns.players * turns.penalties + penalties
                values[place, phase * turns.penalties + penalties] = others_turn(worths, part, kinds)
