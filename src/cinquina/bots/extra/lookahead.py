"""What a sheet is worth before a throw: the mean over all throws there are, in the plain subset of the rules."""

from typing import Any

from cinquina.bots.extra.chances import chances_of_duos
from cinquina.bots.extra.dice import ALL_WAYS, FACES_OF, REST_OF, RESTS, THROWS, WEIGHT
from cinquina.bots.extra.values import Scratch, look_at_rows, weigh_duos, weigh_rests
from cinquina.core.bits import lowest
from cinquina.games.extra import FACE_OF, LEAVE, fifth_dice, note
from cinquina.sim.loops import copy_to

NOTHING = -1e9
"""Less than any sheet is worth."""
NO_GOAL = -1e9
"""The goal of playing for points, not to exceed another player's score."""


def mean_over_throws(s: Any, spare: Any, seat: int, scratch: Scratch, goal: float, values: Any) -> float:
    """Return the mean over all throws; write what each of them makes of the sheet into `values`.

    Both are in points, or, with a goal, chances to get past it.
    """
    look_at_rows(s, spare, seat, scratch)
    weigh_fifth(s, seat, LEAVE, scratch, goal)
    notes = s.notable[seat]
    while notes:
        option = lowest(notes)
        notes &= notes - 1
        copy_to(spare, 0, s)
        note(spare[0], seat, option)
        weigh_fifth(spare[0], seat, option, scratch, goal)
    copy_to(spare, 0, s)
    return weigh_throws(spare[0], seat, scratch.rest_worth, values)


def weigh_fifth(s: Any, seat: int, option: int, scratch: Scratch, goal: float) -> None:
    """Write what each rest makes of a sheet whose fifth die is settled."""
    weigh_duos(s, seat, scratch)
    if goal != NO_GOAL:
        chances_of_duos(s, seat, scratch, goal)
    weigh_rests(option, scratch)


def weigh_throws(s: Any, seat: int, rests: Any, values: Any) -> float:
    """Write what the best use of each throw makes of a sheet; return the mean."""
    total = 0.0
    for throw in range(THROWS):
        s.thrown = throw
        s.faces = FACES_OF[throw]
        options = fifth_dice(s, seat)
        most = NOTHING
        while options:
            option = lowest(options)
            options &= options - 1
            most = max(most, rests[min(option, LEAVE) * RESTS + REST_OF[throw][FACE_OF[option] - 1]])
        values[throw] = most
        total += WEIGHT[throw] * most
    mean: float = total / ALL_WAYS
    return mean
