"""Play games to the end without people."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from cinquina.core import CHOICE, OVER, Choice, Roll, View, faces_wanted, seen_by
from cinquina.core.record import Game

Chooser = Callable[[View, int], int]
"""A player: takes its view and its seat, returns an option."""


class Dice(Protocol):
    """Anything that throws."""

    def throw(self, sides: tuple[int, ...]) -> tuple[int, ...]:
        """Throw things, each with a number of sides."""


def step(game: Game, dice: Dice, choosers: list[Chooser]) -> Game:
    """Advance the game by one event: a throw, or the choice of the first waiting seat."""
    position = game.position
    if position.phase != CHOICE:
        return game.after(Roll(dice.throw(faces_wanted(position))))
    seat = position.waiting[0]
    return game.after(Choice(seat, choosers[seat](seen_by(position, seat), seat)))


def play_out(game: Game, dice: Dice, choosers: list[Chooser]) -> Game:
    """Play the game to its end."""
    while game.position.phase != OVER:
        game = step(game, dice, choosers)
    return game
