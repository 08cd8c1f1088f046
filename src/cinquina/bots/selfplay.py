"""The game loop of self-play, with a place to note things, in the plain subset of the rules.

It deals the same luck as the loops of simulations. `choose` and `note` below stand for a game's own, which `loop_of`
puts in their place; what these know and remember is in `told`.
"""

from __future__ import annotations

import types
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from cinquina.core import Rules
from cinquina.core.bits import lowest
from cinquina.core.state import OVER, ROLL
from cinquina.sim.loops import (
    answer_in_view,
    draw_faces,
    open_views,
    random_option,
)
from cinquina.sim.luck import DICE_STREAM, WHIM_STREAM, game_key, word_of
from cinquina.sim.placeholders import SPARE, apply, land

THROWS, WHIMS = 0, 1
"""Places in `Scratch.used`."""


class Scratch(NamedTuple):
    """Scratch space: faces of a throw, a state for each seat's view and SPARE more, what options are worth, and how
    many throws and random choices have been made."""

    faces: Any
    states: Any
    worth: Any
    used: Any


class Keys(NamedTuple):
    """The luck of a game: the keys of its dice and of its random choices."""

    dice: int
    whims: int


def scratch_for(rules: Rules, start: Any, seats: int) -> Scratch:
    """Return scratch space for games that begin with a record."""
    states = np.repeat(start, seats + SPARE)
    return Scratch(np.zeros(len(rules.DICE), np.int64), states, np.zeros(rules.CHOICES), np.zeros(2, np.int64))


def keys_of(seed: int, game: int) -> Keys:
    """Return the luck of the game with a number."""
    return Keys(game_key(seed, game, DICE_STREAM), game_key(seed, game, WHIM_STREAM))


def choose(view: Any, seat: int, word: int, scratch: Scratch, told: Any) -> int:
    """A game's own: return the options the bot likes best, from what a seat sees and a word of luck."""
    raise NotImplementedError


def note(s: Any, scratch: Scratch, keys: Keys, told: Any) -> bool:
    """A game's own: note something before a throw lands; return whether the game goes on."""
    raise NotImplementedError


def loop_of(own_choose: Callable[..., int], own_note: Callable[..., bool]) -> Callable[..., None]:
    """Return `play_game` with a game's own functions."""
    namespace = {**play_game.__globals__, "choose": own_choose, "note": own_note}
    loop = types.FunctionType(play_game.__code__, namespace, play_game.__name__)
    # compiled code is kept on disk by this name
    loop.__qualname__ = f"{play_game.__name__}.{own_choose.__name__}.{own_note.__name__}"
    return loop


def play_game(s: Any, scratch: Scratch, keys: Keys, told: Any) -> None:
    """Play a position to its end, or until `note` says that it is to stop."""
    scratch.used[THROWS] = 0
    scratch.used[WHIMS] = 0
    window = -1
    while s.phase != OVER:
        if s.phase == ROLL:
            draw_faces(s, scratch.faces, word_of(keys.dice, scratch.used[THROWS]))
            if not note(s, scratch, keys, told):
                return
            land(s, scratch.faces)
            scratch.used[THROWS] += 1
        else:
            seat = lowest(s.waiting)
            if s.window != window:
                window = s.window
                open_views(s, scratch.states)
            word = word_of(keys.whims, scratch.used[WHIMS])
            option = random_option(choose(scratch.states[seat], seat, word, scratch, told), word)
            answer_in_view(scratch.states, seat, option)
            apply(s, seat, option)
            scratch.used[WHIMS] += 1
