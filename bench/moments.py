"""Games of one bot with what everybody's values are at every moment of them, in the plain subset, to be compiled."""

from __future__ import annotations

from typing import Any

import numpy as np

from cinquina.bots import outlook
from cinquina.bots.players import number_of, players_of, playing
from cinquina.core import Position
from cinquina.core.bits import lowest
from cinquina.core.state import CHOICE, OVER
from cinquina.sim.batch import Bots, faces_of, signed
from cinquina.sim.batch import players_of as seated
from cinquina.sim.kernel import compiled, kernel
from cinquina.sim.loops import (
    Deal,
    Start,
    answer_in_view,
    choose_as_bot,
    copy_to,
    open_views,
    random_option,
    throw_dice,
)
from cinquina.sim.luck import Luck, word_of
from cinquina.sim.placeholders import EXACT, FOUND, apply, score, valued

MOST_MOMENTS = 1000
COUNT, KNOWN = 0, 1
"""What is told of a game: how many moments it had before its end, and what is said of them."""


def watch(start: Any, deal: Any, players: Any, thrown: tuple[int, int], rows: Any, told: Any, finals: Any) -> None:
    """Play on; a row of values for every moment in which nobody has answered yet, and the final scores.

    So many throws and random choices of the game's luck have been used before.
    """
    copy_to(start.one, 0, start.opening[0])
    s = start.one[0]
    told[COUNT], told[KNOWN] = 0, EXACT
    throws, whims, window = thrown[0], thrown[1], -1
    while s.phase != OVER:
        if s.phase != CHOICE or s.window != window:
            known = valued(s, players.states[s.seats :], players.tables, rows[told[COUNT]])
            told[KNOWN] = min(told[KNOWN], known)
            told[COUNT] += 1
        if s.phase != CHOICE:
            throw_dice(s, start.faces, word_of(deal.dice_key, throws))
            throws += 1
            window = -1
            continue
        if s.window != window:
            window = s.window
            open_views(s, players.states)
        seat = lowest(s.waiting)
        option = random_option(choose_as_bot(s, seat, players), word_of(deal.whim_key, whims))
        whims += 1
        answer_in_view(players.states, seat, option)
        apply(s, seat, option)
    for seat in range(s.seats):
        finals[seat] = score(s, seat)


class Moments:
    """Watches games of the strongest bot, which begin at a table."""

    def __init__(self, opening: Position) -> None:
        rules = opening.rules
        number = number_of(rules, outlook.strongest(rules))
        self.bots = Bots(playing(rules), (number,) * opening.seats, players_of(rules).tables_for)
        self.kernel = kernel(rules, self.bots.playing)
        self.players = seated(self.bots, rules, opening.now, self.kernel.record(opening.now))
        self.run = compiled(rules, watch, self.bots.playing, inline=False)
        self.rows, self.told = np.zeros((MOST_MOMENTS, FOUND)), np.zeros(2, np.int64)
        self.finals = np.zeros(opening.seats, np.int64)

    def from_here(self, position: Position, dice: Luck, whims: Luck) -> tuple[int, list[list[float]], list[int]]:
        """What is said of a game played on to its end, a row of values for each moment, and the final scores."""
        begun = self.kernel.record(position.now)
        start, deal = Start(begun.copy(), begun, faces_of(position.rules)), Deal(signed(dice.key), signed(whims.key))
        used = dice.thrown, whims.thrown
        self.run(start, deal, self.players, used, self.rows, self.told, self.finals)
        count, known = self.told.tolist()
        return known, self.rows[:count].tolist(), self.finals.tolist()
