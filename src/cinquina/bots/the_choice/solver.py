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
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from cinquina import bots
from cinquina.bots import outlook
from cinquina.bots.levels import HARD
from cinquina.bots.players import number_of
from cinquina.bots.selfplay import scratch_for
from cinquina.bots.solving import Exact, Solution, Table
from cinquina.bots.table_file import Progress, no_progress
from cinquina.bots.the_choice import tables
from cinquina.bots.the_choice.backward_induction import ENDED
from cinquina.bots.the_choice.features import NOWHERE, grids
from cinquina.bots.the_choice.grid_values import Setting, filled
from cinquina.bots.the_choice.selfplay import Alone, play_second_grids
from cinquina.core import Position, Refusal, State, opening
from cinquina.games import GAMES
from cinquina.games.the_choice import GRIDS, HEAD, HEAD_BITS, LETTERS, NAME, SIDES, TAKE_SIDE
from cinquina.sim.arrays import arrays_of
from cinquina.sim.kernel import compiled, kernel
from cinquina.sim.placeholders import EXACT, MOST

RULES = GAMES[NAME]
ASKED = {"sheet": "A", "side": "front", "hazard": "1"}


class Unsolvable(Refusal):
    """A question that the solver does not take."""


def solve(asked: Mapping[str, str], progress: Progress) -> Solution:
    """Return the value of one side of a sheet."""
    letter, side, going_on = answers(asked)
    page = letter * GRIDS + side
    values = filled(Setting(page, going_on=going_on), progress)[:, :, :ENDED]
    value = float(values[0, 0, 0]) / going_on  # nothing can end the game before the first throw
    check = partial(Played, values, page, going_on)
    return Solution(value, values.size, check, lambda: table(values))


def table(values: Any) -> Table:
    """Return all states of a grid: its cells as bit sets, the head of its path, failures, and the points to expect."""
    known = grids()
    paths = [(key >> HEAD_BITS, key & HEAD) for key, number in sorted_by_number(known.path_at)]
    arcs = [ring for ring, _ in sorted_by_number(known.arc_at)]
    columns = {
        "crossed": np.repeat(np.array([crossed for crossed, _ in paths], np.uint16), values[0].size),
        "head": np.repeat(np.array([head for _, head in paths], np.uint8), values[0].size),
        "ring": np.tile(np.repeat(np.array(arcs, np.uint16), values.shape[2]), len(paths)),
        "failures": np.tile(np.arange(values.shape[2], dtype=np.uint8), len(paths) * len(arcs)),
        "value": values.ravel(),
    }
    return Table(columns, {})


def sorted_by_number(places: Any) -> list[tuple[int, int]]:
    """Return what is known by a key with the number that it has, in the order of the numbers."""
    return sorted(((key, number) for key, number in enumerate(places) if number != NOWHERE), key=lambda one: one[1])


def exact(position: Position, progress: Progress = no_progress) -> Exact | None:
    """Return exact values of the game alone with the usual numbers; None for any other position."""
    if position.seats > 1:
        return None
    bot = outlook.strongest(RULES)

    def worth(s: State) -> float | None:
        there = Position(RULES, position.options, s, (), s)
        bots.prepare(there, bot)
        said, found = outlook.appraise(there, [s], number_of(RULES, bot))
        return found[0][MOST] if said == EXACT else None

    outlook.prepare(position, bot)
    return Exact(worth, lambda s: None)


def answers(asked: Mapping[str, str]) -> tuple[int, int, float]:
    """Return the sheet, the side and the hazard that are asked about."""
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


@dataclass(frozen=True)
class Played:
    """Games that begin just after the other side has been closed empty: `count` games from number `first` on."""

    values: Any
    page: int
    going_on: float
    seed: int
    first: int
    count: int

    def done(self) -> list[float]:
        """Play them; return the points of the page."""
        letter, side = divmod(self.page, GRIDS)
        state: Any = opening(RULES, 1, {"sheet": LETTERS[letter]}).now
        RULES.apply(state, 0, TAKE_SIDE + 1 - side)
        state.grid[0] = 1
        start = kernel(RULES).record(state)
        slots = tables.no_tables("f").slots
        slots[self.page, 1] = 0
        large = tables.Large(slots, self.values.ravel())
        known = arrays_of(tables.laid_out(large, tables.no_tables("H"), tables.trained()))
        points, luck = np.zeros(self.count), (self.seed, self.first)
        alone = Alone(HARD, known, self.going_on, np.zeros(1, np.int64))
        play = compiled(RULES, play_second_grids, inline=False)
        play(start.copy(), start, scratch_for(RULES, start, 1), alone, luck, points)
        return [float(own) for own in points]
