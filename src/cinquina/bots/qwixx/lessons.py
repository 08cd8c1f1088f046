"""Games that are played to learn from. In the plain subset of the rules, to be compiled."""

from typing import Any

from cinquina.bots.qwixx import judge, luck_of_throw
from cinquina.bots.qwixx.chances import chances, describe, look, rival_of, won
from cinquina.bots.qwixx.play import kind_of
from cinquina.core.bits import lowest
from cinquina.core.state import OVER, ROLL
from cinquina.games.qwixx import MOST_SEATS, ROWS
from cinquina.sim.loops import answer_in_view, apply, draw_faces, land, open_views, random_option
from cinquina.sim.luck import DICE_STREAM, WHIM_STREAM, game_key, word_of


def note(s: Any, number: int, mind: Any, kinds: Any, dense: Any, guesses: Any, seen: Any) -> None:
    """Note what the net sees of a position before a throw, and what it makes of it."""
    chances(s, mind, guesses[number])
    look(s, mind, seen)
    for seat in range(s.seats):
        rival = rival_of(s, seat, seen, seat)
        describe(s, seat, rival, rival_of(s, seat, seen, rival), seen, dense[number, seat])
        for row in range(ROWS):
            kinds[number, seat, row] = kind_of(s, seat, row, mind[0])
            kinds[number, seat, ROWS + row] = kind_of(s, rival, row, mind[0])


def play_and_note(
    one: Any, start: Any, faces: Any, bots: Any, mind: Any, worth: Any, rooms: Any, seed: int, first: int,
    kinds: Any, dense: Any, guesses: Any, lucks: Any, ends: Any, results: Any,
) -> int:  # fmt: skip
    """Play as many games as `ends` has room for, or as there is room to note; how many were played."""
    s = one[0]
    seen = [0.0] * (4 * MOST_SEATS)
    number = 0
    for game in range(len(ends)):
        one[0] = start[0]
        dice_key, whim_key = game_key(seed, first + game, DICE_STREAM), game_key(seed, first + game, WHIM_STREAM)
        throws, whims, window = 0, 0, -1
        while s.phase != OVER:
            if s.phase == ROLL:
                draw_faces(s, faces, word_of(dice_key, throws))
                throws += 1
                if s.beginner >= 0:
                    if number == len(kinds):
                        return game
                    note(s, number, mind, kinds, dense, guesses, seen)
                    for seat in range(s.seats):
                        lucks[number, seat] = luck_of_throw(s, rooms[s.seats :], seat, mind, faces)
                    number += 1
                land(s, faces)
            else:
                seat = lowest(s.waiting)
                if s.window != window:
                    window = s.window
                    open_views(s, rooms)
                options = judge(rooms[seat], rooms[s.seats :], seat, bots[game, seat], mind, worth)
                option = random_option(options, word_of(whim_key, whims))
                whims += 1
                answer_in_view(rooms, seat, option)
                apply(s, seat, option)
        ends[game] = number
        for seat in range(s.seats):
            results[game, seat] = won(s, seat)
    return len(ends)
