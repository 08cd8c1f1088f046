"""Games watched to train nets on, see `outcomes`: what is known before every turn, and the results.

In the plain subset of the rules. `judge` and `play_watched` below stand for a game's own functions, which `watching_by`
puts in their place.
"""

import types
from collections.abc import Callable
from typing import Any, NamedTuple

from cinquina.bots.prospects import results
from cinquina.bots.selfplay import THROWS, Keys, Scratch, keys_of, loop_of
from cinquina.core.state import OVER
from cinquina.sim.placeholders import FOUND, MOST

GAME, POSITION = 0, 1
"""Places in `Watched.at`."""


class Watched(NamedTuple):
    """Which games, who plays, by which tables; and what is noted of games before each turn."""

    seed: int
    first: int  # the number of the first game
    strong: int
    weak: Any  # by game and seat: who plays until the throw of a number
    until: Any  # by game
    tables: Any
    seen: Any  # the tables by which the nets see
    blocks: Any  # scratch space
    inputs: Any  # by position and seat: what a net sees
    nets: Any  # by position and seat: chance and points by the nets; without any rows nothing is noted
    turns: Any  # the same by the whole turn ahead
    ends: Any  # by game: the position after its last
    wins: Any  # by game and seat
    points: Any  # by game and seat
    at: Any  # the game and the position to be noted next


def note_values(seats: int, found: Any, noted: Any) -> None:
    """Note chances and points by seat."""
    for seat in range(seats):
        noted[seat, 0] = found[seat]
        noted[seat, 1] = found[MOST + seat]


def note_end(s: Any, game: int, watched: Watched) -> None:
    """Note the result of a game."""
    found = [0.0] * FOUND
    results(s, found)
    watched.ends[game] = watched.at[POSITION]
    for seat in range(s.seats):
        watched.wins[game, seat] = found[seat]
        watched.points[game, seat] = found[MOST + seat]


def judge(s: Any, spare: Any, seat: int, bot: int, tables: Any, worth: Any) -> int:
    """A game's own: return the options that a bot likes best."""
    raise NotImplementedError


def play_watched(s: Any, scratch: Scratch, keys: Keys, watched: Watched) -> None:
    """A game's own: play a position to its end, or until there is no space left."""
    raise NotImplementedError


def watch(one: Any, start: Any, scratch: Scratch, watched: Watched) -> None:
    """Play games and note what is known before every turn, and their results, until there is no space left."""
    for game in range(len(watched.ends)):
        one[0] = start[0]
        watched.at[GAME] = game
        play_watched(one[0], scratch, keys_of(watched.seed, watched.first + game), watched)
        if one[0].phase != OVER:
            return
        note_end(one[0], game, watched)
        watched.at[GAME] = game + 1


def choose_watched(view: Any, seat: int, word: int, scratch: Scratch, watched: Watched) -> int:
    """Return the options that the bot of a game prefers at this point of it."""
    game = watched.at[GAME]
    bot = watched.weak[game, seat] if scratch.used[THROWS] < watched.until[game] else watched.strong
    return judge(view, scratch.states[view.seats :], seat, bot, watched.tables, scratch.worth)


def watching_by(own_judge: Callable[..., int], own_note: Callable[..., bool]) -> Callable[..., None]:
    """Return `watch` with a game's own functions; processes find it as `watch_games` in the module of `own_note`."""
    choose = types.FunctionType(choose_watched.__code__, {**globals(), "judge": own_judge}, choose_watched.__name__)
    made = types.FunctionType(watch.__code__, {**globals(), "play_watched": loop_of(choose, own_note)}, "watch_games")
    made.__module__, made.__qualname__ = own_note.__module__, made.__name__
    return made
