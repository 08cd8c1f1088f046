"""What a game does unless it says otherwise, written once for all games.

Some of it is written on functions of the game: `rolling`, `land`, `start_turn` and `part` below stand for them, PARTS
for the names of its parts, and `of_game` puts the game's own in their place. What comes out are functions like those of
a game, so that they compile with them.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from cinquina.core.flow import LOT, begin, has_beginner
from cinquina.core.state import State

PARTS: tuple[str, ...] = ()


def rolling(s: State) -> int:
    """The game's own."""
    raise NotImplementedError


def land(s: State, faces: Sequence[int]) -> None:
    """The game's own."""
    raise NotImplementedError


def start_turn(s: State) -> None:
    """The game's own."""
    raise NotImplementedError


def part(s: State, seat: int, place: int) -> int:
    """The game's own."""
    raise NotImplementedError


def of_game(function: Callable[..., Any], **own: object) -> types.FunctionType:
    """A function of this file that uses the game's own in place of what stands for it here."""
    return types.FunctionType(function.__code__, {**function.__globals__, **own}, function.__name__)


# --- who begins -----------------------------------------------------------------------------------------------


def rolling_or_lot(s: State) -> int:
    """The lot until it is settled who begins; then the game's dice."""
    return rolling(s) if has_beginner(s) else LOT


def land_or_begin(s: State, faces: Sequence[int]) -> None:
    """The lot says who begins, and the first turn starts; after that the game's dice fall."""
    if has_beginner(s):
        land(s, faces)
    else:
        begin(s, faces[0] - 1)
        start_turn(s)


# --- the score ------------------------------------------------------------------------------------------------


def sum_of_parts(s: State, seat: int) -> int:
    """What a seat's sheet is worth."""
    total = 0
    for place in range(len(PARTS)):
        total += part(s, seat, place)
    return total


def own_side(s: State, seat: int) -> int:
    """Everybody plays alone."""
    return seat


# --- nothing to say -------------------------------------------------------------------------------------------


def no_clash(options: Mapping[str, str]) -> str:
    """All options go together."""
    return ""


def no_lost(s: State, seat: int) -> tuple[str, ...]:
    """Any empty cell may still be used."""
    return ()


def dice_that_lie(s: Any, seat: int) -> int:
    """All dice that are in use."""
    return sum(1 << die for die, face in enumerate(s.dice) if face)


def no_line(s: State) -> tuple[str, ...]:
    """Games are won by points."""
    return ()
