"""Placeholders for the functions of a game and of its bots, for loops that work with any game.

`binding` and `kernel` put the game's own functions in their place, and the bots' own in that of `preferred`,
`throw_luck` and `valued`.
"""

from typing import Any


def rolling(s: Any) -> int:
    """The game's own."""
    raise NotImplementedError


def land(s: Any, faces: Any) -> None:
    """The game's own."""
    raise NotImplementedError


def legal(s: Any, seat: int) -> int:
    """The game's own."""
    raise NotImplementedError


def apply(s: Any, seat: int, option: int) -> None:
    """The game's own."""
    raise NotImplementedError


def score(s: Any, seat: int) -> int:
    """The game's own."""
    raise NotImplementedError


def part(s: Any, seat: int, place: int) -> int:
    """The game's own."""
    raise NotImplementedError


def side(s: Any, seat: int) -> int:
    """The game's own."""
    raise NotImplementedError


def preferred(s: Any, spare: Any, seat: int, bot: int, tables: Any, worth: Any) -> int:
    """The bots' own: return the bit set of the options that a bot likes best, and write the worth of each into `worth`.

    `s` is what its seat may know, `spare` holds SPARE states to work in, `tables` are those of the bots.
    """
    raise NotImplementedError


def throw_luck(s: Any, spare: Any, seat: int, tables: Any, faces: Any) -> float:
    """The bots' own: return how much a throw that is about to land changes a seat's chance to win; 0 on average."""
    raise NotImplementedError


MOST = 6
"""The most seats of any game: numbers of all seats lie in stretches of this length."""
FOUND = 3 * MOST
"""How many numbers `valued` writes."""
KEPT = 6200
"""How many more numbers `valued` may keep after these."""
UNKNOWN, LEARNED, EXACT = 0, 1, 2
"""What `valued` says of its numbers: there are none, they were learned, they are exact."""


def valued(s: Any, spare: Any, tables: Any, found: Any) -> int:
    """The bots' own: write what a state is worth to every seat, before a throw, with a window open or at the end.

    `found` gets, by seat, the chance of its side to win (the chances of all sides sum to 1), from MOST on the final
    points to expect, and from 2 * MOST on their variance. An open window is settled: every seat that is asked answers
    like a strong player who sees no other answer. Returns EXACT, LEARNED, or UNKNOWN if there are no honest numbers;
    then `found` is not written, and games are played on instead. If `found` has room for KEPT more numbers, a game may
    keep there what it worked out before a throw, to value faster what lies after that throw, which is what it is asked
    for next.
    """
    raise NotImplementedError


DICE_COUNT = 0
"""How many dice the game has; `kernel` puts the game's own number here, so that loops over dice can be unrolled."""

SPARE = 8
"""How many states a bot has to work in."""
OF_THE_GAME = ("rolling", "land", "legal", "apply", "score", "part", "side")
