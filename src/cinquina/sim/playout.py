"""Games played to the end without people."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from cinquina.core import CHOICE, OVER, Choice, Roll, View, faces_wanted, seen_by
from cinquina.core.record import Game

Chooser = Callable[[View, int], int]
"""A player: what it may know and its seat in, an option out."""


class Dice(Protocol):
    """Anything that throws."""

    def throw(self, sides: tuple[int, ...]) -> tuple[int, ...]:
        """A face for each thing with so many sides."""


def step(game: Game, dice: Dice, choosers: list[Chooser]) -> Game:
    """One event on: a throw, or the choice of the first seat that is waiting."""
    position = game.position
    if position.phase != CHOICE:
        return game.after(Roll(dice.throw(faces_wanted(position))))
    seat = position.waiting[0]
    return game.after(Choice(seat, choosers[seat](seen_by(position, seat), seat)))


def play_out(game: Game, dice: Dice, choosers: list[Chooser]) -> Game:
    """The game at its end."""
    while game.position.phase != OVER:
        game = step(game, dice, choosers)
    return game
