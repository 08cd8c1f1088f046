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
    """The bots' own: the options, as a bit set, of which a bot takes any; what each is worth to it goes into `worth`.

    `s` is what its seat may know, `spare` holds SPARE states to work in, `tables` are those of the bots.
    """
    raise NotImplementedError


def throw_luck(s: Any, spare: Any, seat: int, tables: Any, faces: Any) -> float:
    """The bots' own: how much a throw that is about to land changes a seat's chance to win, on average nothing."""
    raise NotImplementedError


MOST = 6
"""The most seats of any game: what is found of every seat lies in stretches of this length."""
FOUND = 3 * MOST
"""How many numbers `valued` finds."""
KEPT = 6200
"""How many numbers may be kept behind these."""
UNKNOWN, LEARNED, EXACT = 0, 1, 2
"""What `valued` says of its numbers: there are none, they were learned, they are exact."""


def valued(s: Any, spare: Any, tables: Any, found: Any) -> int:
    """The bots' own: what a state is worth to every seat, before a throw, with a window open or at the end.

    Into `found` go by seat the chance of its side to win (those of all sides are 1 together), after MOST numbers the
    final points to expect, and after as many more their variance. An open window is settled: everybody who is asked
    answers as a strong player would who sees no other answer. UNKNOWN, and nothing is found, where it has no honest
    numbers: then games are played on from there. Where `found` has room for KEPT numbers more, a game may keep there
    what it worked out before a throw, to value sooner what lies after that throw: the next that it is then asked for.
    """
    raise NotImplementedError


DICE_COUNT = 0
"""How many dice the game has; `kernel` puts the game's own number here, so that loops over dice can be unrolled."""

SPARE = 8
"""How many states a bot has to work in."""
OF_THE_GAME = ("rolling", "land", "legal", "apply", "score", "part", "side")
