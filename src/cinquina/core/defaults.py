"""Default implementations of the functions that most games share.

Some defaults call functions of the game. `rolling`, `land`, `start_turn`, `part` and PARTS below are placeholders for
them; `of_game` replaces the placeholders with the game's own. The results compile like the functions of a game.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from cinquina.core.flow import LOT, begin, has_beginner
from cinquina.core.state import State

PARTS: tuple[str, ...] = ()


def rolling(s: State) -> int:
    """Placeholder for the game's function."""
    raise NotImplementedError


def land(s: State, faces: Sequence[int]) -> None:
    """Placeholder for the game's function."""
    raise NotImplementedError


def start_turn(s: State) -> None:
    """Placeholder for the game's function."""
    raise NotImplementedError


def part(s: State, seat: int, place: int) -> int:
    """Placeholder for the game's function."""
    raise NotImplementedError


def of_game(function: Callable[..., Any], **own: object) -> types.FunctionType:
    """Return a copy of a function of this file in which the game's own functions replace the placeholders."""
    return types.FunctionType(function.__code__, {**function.__globals__, **own}, function.__name__)


# --- who begins -----------------------------------------------------------------------------------------------


def rolling_or_lot(s: State) -> int:
    """Return LOT until the starting player is known, then the game's dice."""
    return rolling(s) if has_beginner(s) else LOT


def land_or_begin(s: State, faces: Sequence[int]) -> None:
    """Let the lot choose the starting player and start the first turn; later, land the game's dice."""
    if has_beginner(s):
        land(s, faces)
    else:
        begin(s, faces[0] - 1)
        start_turn(s)


# --- the score ------------------------------------------------------------------------------------------------


def sum_of_parts(s: State, seat: int) -> int:
    """Return the score of a seat: the sum of its parts."""
    total = 0
    for place in range(len(PARTS)):
        total += part(s, seat, place)
    return total


def own_side(s: State, seat: int) -> int:
    """Every seat plays for itself."""
    return seat


# --- nothing to say -------------------------------------------------------------------------------------------


def no_clash(options: Mapping[str, str]) -> str:
    """Any combination of options is valid."""
    return ""


def no_lost(s: State, seat: int) -> tuple[str, ...]:
    """Every empty cell may still be used."""
    return ()


def no_closed(s: State, seat: int) -> tuple[str, ...]:
    """No mark of a player closes a row for everybody."""
    return ()


def as_printed(s: State) -> Mapping[str, tuple[int, ...]]:
    """Every score table of the sheet holds as printed."""
    return {}


def no_throw_off(before: State, now: State) -> tuple[str, dict[str, int | str]]:
    """Nobody throws for the start."""
    return "", {}


def dice_in_use(s: Any, seat: int) -> int:
    """Return all dice in use, as a bit set."""
    return sum(1 << die for die, face in enumerate(s.dice) if face)


def all_dice(s: Any, seat: int, option: int) -> tuple[int, ...]:
    """All dice that are in use, as one group."""
    return (dice_in_use(s, seat),)


def nobody_out(s: State, seat: int) -> bool:
    """Everybody plays until the game is over."""
    return False


def no_forced_steps(before: State, now: State, seat: int, option: int) -> tuple[tuple[str, dict[str, int | str]], ...]:
    """What the rules do is told by the cells that they mark."""
    return ()


def no_reasons(before: State, now: State, seat: int, option: int) -> tuple[tuple[str, dict[str, int | str]], ...]:
    """Nothing that a game knows by itself speaks for or against an option."""
    return ()


def plainly_turned(before: State, now: State, seat: int) -> tuple[str, dict[str, int | str]]:
    """A seat has come to its next sheet."""
    return "turned", {}


def no_stop(s: State, seat: int) -> int:
    """Every answer is a mark."""
    return -1


def no_supply(s: State, seat: int) -> tuple[int, int]:
    """The game has no chips."""
    return 0, 0


def no_legend(s: State) -> tuple[tuple[str, dict[str, int | str]], ...]:
    """Nothing has to be remembered."""
    return ()


def active_ends(before: State, now: State, ending: str) -> int:
    """The active player brings every ending about."""
    return 1 << now.active


def no_line(s: State) -> tuple[str, ...]:
    """The game is won by points, not by a line."""
    return ()
