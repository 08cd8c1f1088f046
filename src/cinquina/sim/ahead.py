"""The next throws of a game, answered by bots: the values of all seats on the way.

In the same plain subset as `loops`, with the same luck, and compiled with them.
"""

from typing import Any, NamedTuple

from cinquina.core.bits import lowest
from cinquina.core.state import CHOICE, OVER
from cinquina.sim.loops import (
    Deal,
    Players,
    Start,
    answer_in_view,
    choose_as_bot,
    copy_to,
    open_views,
    random_option,
    throw_dice,
)
from cinquina.sim.luck import DICE_STREAM, WHIM_STREAM, game_key, word_of
from cinquina.sim.placeholders import EXACT, FOUND, apply, valued

STEPS = 2
"""Rows for each throw: one when the dice lie, one when all seats have answered."""
EMPTY, GOING_ON, ENDED = 0, 1, 2
"""What a row contains: nothing, since the game ended before; values of a game that goes on; the result of a game."""


class Lookout(NamedTuple):
    """How many throws to look ahead in each game, and arrays to fill.

    `values` has a row for each step of each game, `told` says what each row contains. `begun` and `last` are scratch
    space: the values at the start, and the latest ones in a game.
    """

    throws: int
    values: Any
    told: Any
    begun: Any
    last: Any


def look_ahead(start: Start, first: tuple[int, int], players: Players, lookout: Lookout) -> int:
    """Play the next throws of several games and write the values after each step into `lookout`.

    `first` has the seed and the number of the first game. Returns the least of what `valued` returned: UNKNOWN, LEARNED
    or EXACT.
    """
    known = valued(start.opening[0], players.states[len(players.bots) :], players.tables, lookout.begun)
    steps = lookout.throws * STEPS
    for game in range(len(lookout.told) // steps):
        copy_to(start.one, 0, start.opening[0])
        for place in range(len(lookout.last)):
            lookout.last[place] = lookout.begun[place]
        deal = Deal(game_key(first[0], first[1] + game, DICE_STREAM), game_key(first[0], first[1] + game, WHIM_STREAM))
        known = min(known, look_along(start, deal, players, lookout, game * steps))
    return known


def look_along(start: Start, deal: Deal, players: Players, lookout: Lookout, row: int) -> int:
    """Do the same for one game, whose rows begin at `row`."""
    s = start.one[0]
    known = EXACT
    whims = 0
    for throw in range(lookout.throws):
        if s.phase != OVER:
            throw_dice(s, start.faces, word_of(deal.dice_key, throw))
            known = min(known, look_at(s, players, lookout, row + throw * STEPS))
            whims = answer_all(s, deal.whim_key, players, whims)
            known = min(known, look_at(s, players, lookout, row + throw * STEPS + 1))
    return known


def look_at(s: Any, players: Players, lookout: Lookout, row: int) -> int:
    """Write the values of a state into a row; return what `valued` returned."""
    known = valued(s, players.states[s.seats :], players.tables, lookout.last)
    for place in range(FOUND):
        lookout.values[row][place] = lookout.last[place]
    lookout.told[row] = ENDED if s.phase == OVER else GOING_ON
    return known


def answer_all(s: Any, whim_key: int, players: Players, whims: int) -> int:
    """Let bots answer until dice are thrown again or the game is over; return the number of random choices so far."""
    window = -1
    while s.phase == CHOICE:
        seat = lowest(s.waiting)
        if s.window != window:
            window = s.window
            open_views(s, players.states)
        option = random_option(choose_as_bot(s, seat, players), word_of(whim_key, whims))
        whims += 1
        answer_in_view(players.states, seat, option)
        apply(s, seat, option)
    return whims


COMPILED = ("look_ahead",)
