"""Random games for the laws: any game, any number of seats, any options, luck from a seed."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from dataclasses import dataclass

from hypothesis import assume
from hypothesis import strategies as st

from cinquina.core import (
    CHOICE,
    OVER,
    Choice,
    Event,
    IllegalSetup,
    Numbers,
    Position,
    Roll,
    Rules,
    after,
    bits,
    faces_wanted,
    legal_options,
    opening,
)
from cinquina.core.position import all_options, check_together
from cinquina.core.record import Game, new_game
from cinquina.games import GAMES

EXAMPLES = int(os.environ.get("LAWS_EXAMPLES", "80"))
"""How many random games a law is tried on; mutation testing asks for fewer."""


@dataclass(frozen=True)
class Setup:
    """A game about to begin, and the luck it will have."""

    name: str
    seats: int
    options: tuple[tuple[str, str], ...]
    seed: int

    def opening(self) -> Position:
        """The first position."""
        return opening(GAMES[self.name], self.seats, dict(self.options))

    def game(self) -> Game:
        """The game before its first event."""
        return new_game(GAMES[self.name], tuple(f"P{seat}" for seat in range(self.seats)), dict(self.options))


@st.composite
def setups(draw: st.DrawFn, *, changed: bool = True) -> Setup:
    """Every game with every number of seats and every value of every option; with numbers a designer has changed."""
    name = draw(st.sampled_from(list(GAMES)))
    rules = GAMES[name]
    seats = draw(st.sampled_from(rules.SEATS))
    options = []
    for key, option in rules.OPTIONS.items():
        allowed = [value for value in option.values if seats in option.seats.get(value, (seats,))]
        options.append((key, draw(st.sampled_from(allowed))))
    if changed and draw(st.booleans()):
        key = draw(st.sampled_from(list(rules.NUMBERS) or ["none"]))
        options += [(key, near(draw, rules.NUMBERS[key]))] if key in rules.NUMBERS else []
    assume(not clashes(rules, dict(options)))
    return Setup(name, seats, tuple(options), draw(st.integers(0, 1 << 32)))


def clashes(rules: Rules, options: dict[str, str]) -> bool:
    """Whether a game refuses options together that it allows one by one."""
    usual = {name: option.default for name, option in all_options(rules).items()}
    try:
        check_together(rules, usual | options)
    except IllegalSetup:
        return True
    return False


def near(draw: st.DrawFn, numbers: Numbers) -> str:
    """Numbers not far from the usual ones."""
    return ",".join(
        str(draw(st.integers(max(numbers.least, usual - 2), min(numbers.most, usual + 2)))) for usual in numbers.usual
    )


def next_event(position: Position, luck: random.Random) -> Event:
    """A throw, or a random choice of a random waiting seat."""
    if position.phase != CHOICE:
        return Roll(tuple(luck.randint(1, faces) for faces in faces_wanted(position)))
    seat = luck.choice(position.waiting)
    return Choice(seat, luck.choice(bits.members(legal_options(position, seat))))


def positions(setup: Setup) -> Iterator[Position]:
    """Every position of a random game, the first and the last included."""
    luck = random.Random(setup.seed)
    position = setup.opening()
    yield position
    while position.phase != OVER:
        position = after(position, next_event(position, luck))
        yield position


def finished(setup: Setup) -> Game:
    """A random game at its end."""
    luck = random.Random(setup.seed)
    game = setup.game()
    while game.position.phase != OVER:
        game = game.after(next_event(game.position, luck))
    return game


def some(setup: Setup) -> Position:
    """A position somewhere in a random game in which a seat is choosing."""
    luck = random.Random(setup.seed + 1)
    choosing = [position for position in positions(setup) if position.phase == CHOICE]
    return luck.choice(choosing)
