"""Exact values of the grids in play: tables too large to be part of the program, built on demand and kept in the cache.

They are built by compiled code and lie in numpy arrays: plain play has none of them.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from cinquina.bots import array_file
from cinquina.bots.table_file import Progress, no_progress
from cinquina.bots.the_choice import backward_induction, features
from cinquina.bots.the_choice.backward_induction import ENDED
from cinquina.bots.the_choice.grid_values import Setting, filled
from cinquina.bots.the_choice.layout import RACE_STEP
from cinquina.bots.the_choice.tables import Large, made_of, no_tables, other_side
from cinquina.games.the_choice import GRIDS, NAME

GOING_ON = 0.9
"""In a race the game goes on after a throw with this chance: found best, in steps of about 0.05, against the others."""
ACTIVE_PART = 0.5


def alone(begun_with: frozenset[int]) -> Large:
    """Return exact values for one player, by the pages that may be begun with."""
    pairs = [grid_pair("alone", first, 1.0, 1.0).ravel() for first in sorted(begun_with)]
    return placed(begun_with, pairs, no_tables("f"))


def in_race(begun_with: frozenset[int]) -> Large:
    """Return values in a race, as whole multiples of RACE_STEP, by the pages that may be begun with."""
    pairs = [grid_pair("race", first, GOING_ON, ACTIVE_PART, RACE_STEP).ravel() for first in sorted(begun_with)]
    return placed(begun_with, pairs, no_tables("H"))


def placed(begun_with: frozenset[int], pairs: list[Any], none: Large) -> Large:
    """Return pairs of tables one after the other, each a second grid, then the first one before it; and where."""
    slots = none.slots
    for pair, first in enumerate(sorted(begun_with)):
        slots[other_side(first), 1], slots[first, 0] = GRIDS * pair, GRIDS * pair + 1
    if len(pairs) == 1:  # a single one stays where it is, since it is large
        return Large(slots, pairs[0])
    return Large(slots, np.concatenate(pairs)) if pairs else none


def grid_pair(name: str, first: int, going_on: float, active_part: float, step: float = 0.0) -> Any:
    """Return the tables of a second grid and of the first one before it, from the cache; with a step, whole steps."""
    steps = (step,) if step else ()
    mark = made_of(backward_induction, features, first, other_side(first), going_on, active_part, *steps)

    def build(progress: Progress) -> array_file.Tables:
        values = built_pair(first, going_on, active_part, progress)
        return {"values": np.round(values / step).astype(np.uint16) if step else values}

    return array_file.built(f"{NAME}-{name}-{first}", mark, build, packed=not step)["values"]


def built_pair(first: int, going_on: float, active_part: float, progress: Progress = no_progress) -> Any:
    """Work out the tables of a second grid and of the first one before it."""
    second = other_side(first)
    later = filled(Setting(second, 0.0, going_on, active_part), lambda done: progress(done / GRIDS))
    setting = Setting(first, float(later[0, 0, 0]), going_on, active_part)
    earlier = filled(setting, lambda done: progress((1 + done) / GRIDS))
    return np.stack([later[:, :, :ENDED], earlier[:, :, :ENDED]])
