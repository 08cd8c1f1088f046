"""Games played to learn from and to put solutions to the test, in the plain subset of the rules."""

from typing import Any

from cinquina.bots.the_choice.chances import coming_of, left_of, points_of
from cinquina.bots.the_choice.play import judge
from cinquina.core.bits import lowest
from cinquina.core.state import OVER, ROLL
from cinquina.sim.loops import answer_in_view, apply, draw_faces, land, open_views, random_option, score
from cinquina.sim.luck import DICE_STREAM, HALF, WHIM_STREAM, game_key, half_of, word_of


def gather(
    one: Any,
    start: Any,
    faces: Any,
    at_seats: Any,
    mind: Any,
    worth: Any,
    rooms: Any,
    seed: int,
    first: int,
    games: int,
    told: Any,
    finished: Any,
) -> int:
    """Play games numbered from `first` and note every pair of seats before each throw of a turn; how many pairs.

    `told` takes what is known of them, `finished` 1 where the one finished ahead, 0.5 with as many points.
    """
    found = 0
    for game in range(first, first + games):
        one[0] = start[0]
        s = one[0]
        since = found
        dice_key, whim_key = game_key(seed, game, DICE_STREAM), game_key(seed, game, WHIM_STREAM)
        throws, whims, window = 0, 0, -1
        while s.phase != OVER:
            if s.phase == ROLL:
                if s.beginner >= 0 and s.again == 0:
                    found = note_pairs(s, mind, told, found)
                draw_faces(s, faces, word_of(dice_key, throws))
                land(s, faces)
                throws += 1
                continue
            seat = lowest(s.waiting)
            if s.window != window:
                window = s.window
                open_views(s, rooms)
            options = judge(rooms[seat], rooms[s.seats :], seat, at_seats[seat], mind, worth)
            option = random_option(options, word_of(whim_key, whims))
            answer_in_view(rooms, seat, option)
            apply(s, seat, option)
            whims += 1
        note_result(s, finished, since, found)
    return found


def note_pairs(s: Any, mind: Any, told: Any, found: int) -> int:
    """Note of each seat and each other one what `chances` foretells from: the failures left, then the differences."""
    for seat in range(s.seats):
        for other in range(s.seats):
            if other != seat and found < len(told):
                told[found, 0] = left_of(s, seat) + left_of(s, other)
                told[found, 1] = coming_of(s, seat, mind) - coming_of(s, other, mind)
                told[found, 2] = points_of(s, seat, mind) - points_of(s, other, mind)
                told[found, 3] = int(s.active == seat) - int(s.active == other)
                found += 1
    return found


def note_result(s: Any, finished: Any, since: int, found: int) -> None:
    """How each pair noted in a game came out, in the order in which they were noted."""
    place = since
    while place < found:
        for seat in range(s.seats):
            for other in range(s.seats):
                if other != seat and place < found:
                    ahead = score(s, seat) - score(s, other)
                    finished[place] = 1.0 if ahead > 0 else (0.0 if ahead < 0 else 0.5)
                    place += 1


def play_second_grids(
    one: Any,
    start: Any,
    faces: Any,
    bot: int,
    mind: Any,
    worth: Any,
    rooms: Any,
    going_on: float,
    seed: int,
    points: Any,
) -> None:
    """The points of one player's grid in games of their own; after each turn a game goes on with a certain chance."""
    for game in range(len(points)):
        one[0] = start[0]
        s = one[0]
        dice_key, whim_key = game_key(seed, game, DICE_STREAM), game_key(seed, game, WHIM_STREAM)
        throws, whims, turns = 0, 0, 0
        while s.phase != OVER:
            if s.phase == ROLL:
                if s.again == 0:
                    turns += 1
                    if turns > 1 and half_of(word_of(whim_key, whims), 1) >= going_on * (1 << HALF):
                        break
                    whims += 1
                draw_faces(s, faces, word_of(dice_key, throws))
                land(s, faces)
                throws += 1
            else:
                option = random_option(judge(s, rooms, 0, bot, mind, worth), word_of(whim_key, whims))
                apply(s, 0, option)
                whims += 1
        points[game] = score(s, 0)
