"""One player by a table of all positions, among others who only throw. In the plain subset of the rules, compiled.

The games are those of the rules: the others pass, and their penalties are wiped out before they can end the game.
"""

from typing import Any

from cinquina.bots.qwixx.expectation import place_of
from cinquina.bots.qwixx.play import kind_of
from cinquina.core.bits import has, lowest
from cinquina.core.state import CHOICE, OVER, ROLL
from cinquina.games.qwixx import PASS, ROWS
from cinquina.sim.loops import apply, copy_to, draw_faces, land, legal, score
from cinquina.sim.luck import DICE_STREAM, LOW_32, WHIM_STREAM, game_key, half_of, word_of

PLAYER = 0


def prospects(s: Any, values: Any, classes: Any, goes_on: float) -> float:
    """The player's points with those still to come, before a throw or when the game is over."""
    points = float(score(s, PLAYER))
    if s.phase == OVER:
        return points
    kinds = [0] * ROWS
    for row in range(ROWS):
        kinds[row] = kind_of(s, PLAYER, row, classes)
    part = s.active * s.penalties_to_end + s.penalties[PLAYER]
    value: float = values[place_of(kinds), part]
    return points + goes_on * value


def others_pass(s: Any) -> None:
    """Everybody else passes, in whatever they are asked."""
    while s.phase == CHOICE and s.waiting != 1 << PLAYER:
        if s.active != PLAYER:
            s.penalties[s.active] = 0
        for other in range(1, s.seats):
            if has(s.waiting, other):
                apply(s, other, PASS)


def best_option(s: Any, spare: Any, place: int, values: Any, classes: Any, goes_on: float) -> tuple[int, float]:
    """The option with the best prospects, and these; action 2 is looked into."""
    found, most = PASS, 0.0
    rest = legal(s, PLAYER)
    first = True
    while rest:
        option = lowest(rest)
        rest &= rest - 1
        copy_to(spare, place, s)
        t = spare[place]
        apply(t, PLAYER, option)
        others_pass(t)
        if t.phase == CHOICE:
            worth = best_second(t, spare, place + 1, values, classes, goes_on)
        else:
            worth = prospects(t, values, classes, goes_on)
        if first or worth > most:
            found, most = option, worth
        first = False
    return found, most


def best_second(s: Any, spare: Any, place: int, values: Any, classes: Any, goes_on: float) -> float:
    """The best prospects in action 2."""
    most = 0.0
    rest = legal(s, PLAYER)
    first = True
    while rest:
        copy_to(spare, place, s)
        apply(spare[place], PLAYER, lowest(rest))
        rest &= rest - 1
        worth = prospects(spare[place], values, classes, goes_on)
        most = worth if first else max(most, worth)
        first = False
    return most


def play_alone(
    one: Any, start: Any, spare: Any, faces: Any, values: Any, classes: Any, goes_on: float, seed: int, points: Any
) -> None:
    """Play as many games as `points` has room for; after each throw the game goes on by chance."""
    s = one[0]
    for game in range(len(points)):
        one[0] = start[0]
        dice_key, whim_key = game_key(seed, game, DICE_STREAM), game_key(seed, game, WHIM_STREAM)
        throws = 0
        stopped = False
        while s.phase != OVER and not stopped:
            if s.phase == ROLL:
                stopped = throws > 0 and half_of(word_of(whim_key, throws), 0) >= goes_on * (LOW_32 + 1)
                if not stopped:
                    draw_faces(s, faces, word_of(dice_key, throws))
                    if s.active != PLAYER:
                        s.penalties[s.active] = 0
                    land(s, faces)
                    throws += 1
            else:
                others_pass(s)
                if s.phase == CHOICE:
                    option, _ = best_option(s, spare, 0, values, classes, goes_on)
                    apply(s, PLAYER, option)
        points[game] = score(s, PLAYER)
