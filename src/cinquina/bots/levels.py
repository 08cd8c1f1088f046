"""The numbers of the bots that every game has, and what they have in common, in the plain subset of the rules."""

from typing import Any

from cinquina.core.bits import lowest

RANDOM, EASY, MEDIUM, HARD, EXPERT, GREEDY = 0, 1, 2, 3, 4, 5
LEVELS: dict[str, int] = {"random": RANDOM, "easy": EASY, "medium": MEDIUM, "hard": HARD, "expert": EXPERT}
"""What people may choose from, from gentle to strong."""
FIRST_OF_A_GAME = 10
"""A game's further bots have numbers from here on."""
NO_SUCH_BOT = "no such bot"
"""Said when a bot is asked for by a number that its game does not have."""


def best(worth: Any, options: int, margin: float) -> int:
    """Return the options of a bit set whose worth is at most `margin` below the best of them."""
    most = worth[lowest(options)]
    rest = options
    while rest:
        most = max(most, worth[lowest(rest)])
        rest &= rest - 1
    found = 0
    rest = options
    while rest:
        option = lowest(rest)
        rest &= rest - 1
        if worth[option] >= most - margin:
            found |= 1 << option
    return found
