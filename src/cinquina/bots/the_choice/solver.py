"""The exact solution of one grid of The Choice, played alone.

The solo value of a grid is the expected number of points on it when one player, who is always active, plays it from
empty to its end as well as possible: to the third failed throw, or until all its cells are crossed. Leaving dice unused
is allowed, at the price of a failure. Ending a grid at will never helps alone, since failing three times on purpose
leaves the same points. With a `hazard` below 1 the game goes on after each throw with that chance only.

In a whole solo game two grids follow each other. The second is played exactly so. The first is played so too, but for
one thing: a full grid ends the game, and a second grid not begun scores nothing. Who has all cells but one has more to
expect from the second grid than from the last cell, and leaves it. That costs about a third of a point; the tables of
the bots have it in, see `large_tables.grid_pair`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from cinquina.bots.levels import HARD
from cinquina.bots.selfplay import room_for
from cinquina.bots.solving import Solution
from cinquina.bots.table_file import Progress
from cinquina.bots.the_choice import tables
from cinquina.bots.the_choice.backward_induction import ENDED
from cinquina.bots.the_choice.grid_values import Setting, filled
from cinquina.bots.the_choice.selfplay import Alone, play_second_grids
from cinquina.core import Refusal, opening
from cinquina.games import GAMES
from cinquina.games.the_choice import GRIDS, LETTERS, NAME, SIDES, TAKE_SIDE
from cinquina.sim.arrays import arrays_of
from cinquina.sim.kernel import compiled, kernel

RULES = GAMES[NAME]
ASKED = {"sheet": "A", "side": "front", "hazard": "1"}


class Unsolvable(Refusal):
    """A question that the solver does not take."""


def solve(asked: Mapping[str, str], progress: Progress) -> Solution:
    """The value of one side of a sheet."""
    letter, side, going_on = answers(asked)
    page = letter * GRIDS + side
    values = filled(Setting(page, going_on=going_on), progress)[:, :, :ENDED]
    value = float(values[0, 0, 0]) / going_on  # nothing can end the game before the first throw
    return Solution(value, values.size, lambda games, seed: played(values, page, going_on, games, seed))


def answers(asked: Mapping[str, str]) -> tuple[int, int, float]:
    """The sheet, the side and the hazard that are asked about."""
    if asked["sheet"] not in LETTERS or len(asked["sheet"]) != 1:
        raise Unsolvable("no-such-option-value", name="sheet", value=asked["sheet"], possible=", ".join(LETTERS))
    if asked["side"] not in SIDES:
        raise Unsolvable("no-such-option-value", name="side", value=asked["side"], possible=", ".join(SIDES))
    try:
        going_on = float(asked["hazard"])
    except ValueError:
        going_on = 0.0
    if not 0.0 < going_on <= 1.0:
        raise Unsolvable("no-such-option-value", name="hazard", value=asked["hazard"], possible="0.5, 0.9, 1")
    return LETTERS.index(asked["sheet"]), SIDES.index(asked["side"]), going_on


def played(values: Any, page: int, going_on: float, games: int, seed: int) -> list[float]:
    """Points of a page in games by the rules, begun where the other side has just been closed empty."""
    letter, side = divmod(page, GRIDS)
    state: Any = opening(RULES, 1, {"sheet": LETTERS[letter]}).now
    RULES.apply(state, 0, TAKE_SIDE + 1 - side)
    state.grid[0] = 1
    start = kernel(RULES).record(state)
    slots = tables.no_tables("f").slots
    slots[page, 1] = 0
    known = arrays_of(tables.laid_out(tables.Large(slots, values.ravel()), tables.no_tables("H"), tables.trained()))
    points = np.zeros(games)
    alone = Alone(HARD, known, going_on, np.zeros(1, np.int64))
    play = compiled(RULES, play_second_grids, inline=False)
    play(start.copy(), start, room_for(RULES, start, 1), alone, seed, points)
    return [float(own) for own in points]
