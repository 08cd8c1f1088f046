"""The tables in the bots' minds: the trained ones, which are part of the program, and the large ones from the cache.

A mind does not know which sheet is played, so it has the large tables of the usual sheet alone. On another one the
bots use the values about right, which are trained for all sheets.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from cinquina.bots.levels import EXPERT, HARD
from cinquina.bots.the_choice import filling, minds
from cinquina.bots.the_choice import grids as numbered
from cinquina.bots.the_choice.filling import ENDED
from cinquina.bots.the_choice.grids import NOWHERE, grids
from cinquina.bots.the_choice.minds import HIDDEN, INPUTS, RACE_STEP
from cinquina.bots.the_choice.play import RACE, SOLO
from cinquina.games.the_choice import (
    CELLS_OF_COLOUR,
    CELLS_OF_NUMBER,
    COLOUR_OF,
    GRIDS,
    LETTERS,
    NAME,
    NUMBERS,
    OPTIONS,
    SIDES,
    VERSION,
)

TRAINED = Path(__file__).with_name("the_choice.tables")
GOING_ON = 0.9
"""In a race the game goes on after a throw with this chance: found best, in steps of about 0.05, against the others."""
ACTIVE_PART = 0.5
USUAL_SHEET = LETTERS.index(OPTIONS["sheet"].default)
PAGES = len(LETTERS) * GRIDS
ALONE_ROW, RACE_ROW, ALONE_FIRST_ROW, RACE_FIRST_ROW = 0, 1, 2, 3
"""Of the table `starts`: what an empty grid is worth as a second and as a first one, alone and in a race."""


def made_of(*more: object) -> str:
    """What tables depend on: everything printed, and the points."""
    from cinquina.bots import keep

    numbers = {name: values.usual for name, values in NUMBERS.items()}
    return keep.fingerprint(NAME, VERSION, CELLS_OF_COLOUR, CELLS_OF_NUMBER, COLOUR_OF, numbers, *more)


@cache
def mind(bots: tuple[int, ...]) -> tuple[Any, ...]:
    """The tables that some bots need."""
    solo = any(bot in (HARD, EXPERT, SOLO) for bot in bots)
    race = any(bot in (HARD, EXPERT, RACE) for bot in bots)
    return assembled(solo, race)


@cache
def assembled(solo: bool, race: bool) -> tuple[Any, ...]:
    """A mind with or without the large tables."""
    solo_slots, solo_values = solo_tables() if solo else no_tables(np.float32)
    race_slots, race_values = race_tables() if race else no_tables(np.uint16)
    return (*tuple(grids()), solo_slots, solo_values, race_slots, race_values, *trained())


def no_tables(kind: Any) -> tuple[Any, Any]:
    """In place of large tables."""
    return np.full((PAGES, GRIDS), NOWHERE, np.int64), np.zeros((0, 0, 0, 0), kind)


@cache
def trained() -> tuple[Any, ...]:
    """The trained tables as the bots want them."""
    from cinquina.bots import keep

    tables = keep.read(TRAINED, made_of())
    return mind_of(tables)


def mind_of(tables: Any) -> tuple[Any, ...]:
    """Trained tables in the order of `minds`."""
    parts = ("about_path", "about_ring", "about_both", "race_fit", "starts", "net", "net_out")
    return tuple(np.ascontiguousarray(tables[name], np.float32) for name in parts)


def starts() -> Any:
    """What empty grids are worth."""
    return trained()[minds.STARTS - minds.ABOUT_PATH]


@cache
def solo_tables() -> tuple[Any, Any]:
    """Exact values for one player on the usual sheet, which begins with the better side; the slots they are in."""
    slots, _ = no_tables(np.float32)
    first = USUAL_SHEET * GRIDS + better_side(ALONE_ROW, ALONE_FIRST_ROW)
    second = USUAL_SHEET * GRIDS + 1 - first % GRIDS
    found = grid_pair("alone", first, second, 1.0, 1.0)
    slots[second, 1], slots[first, 0] = 0, 1
    return slots, found


def better_side(row: int, first_row: int) -> int:
    """The side of the usual sheet that is better to begin with."""
    pages = range(USUAL_SHEET * GRIDS, (USUAL_SHEET + 1) * GRIDS)
    return max(range(len(SIDES)), key=lambda side: starts()[first_row, pages[side]] + starts()[row, pages[1 - side]])


@cache
def race_tables() -> tuple[Any, Any]:
    """Values in a race on the usual sheet, whichever side comes first, as whole numbers of RACE_STEP."""
    slots, _ = no_tables(np.uint16)
    found = []
    for side in range(len(SIDES)):
        first, second = USUAL_SHEET * GRIDS + side, USUAL_SHEET * GRIDS + 1 - side
        slots[second, 1], slots[first, 0] = 2 * side, 2 * side + 1
        pair = grid_pair("race", first, second, GOING_ON, ACTIVE_PART)
        found.append(np.round(pair / RACE_STEP).astype(np.uint16))
    return slots, np.concatenate(found)


def grid_pair(name: str, first: int, second: int, going_on: float, active_part: float) -> Any:
    """The tables of a second grid and of the first one before it, from the cache."""
    from cinquina.bots import keep

    mark = made_of(filling, numbered, first, second, going_on, active_part)

    def build(progress: keep.Progress) -> keep.Tables:
        return built_pair(first, second, going_on, active_part, progress)

    return keep.built(f"{NAME}-{name}-{first}", mark, build)["values"]


def built_pair(first: int, second: int, going_on: float, active_part: float, progress: Any) -> dict[str, Any]:
    """The tables of a second grid and of the first one before it, worked out."""
    from cinquina.bots.the_choice.tables import Setting, filled

    later = filled(Setting(second, 0.0, going_on, active_part), lambda done: progress(done / GRIDS))
    setting = Setting(first, float(later[0, 0, 0]), going_on, active_part)
    earlier = filled(setting, lambda done: progress((1 + done) / GRIDS))
    return {"values": np.stack([later[:, :, :ENDED], earlier[:, :, :ENDED]])}


def untrained() -> dict[str, Any]:
    """Trained tables before any training."""
    g = grids()
    return {
        "about_path": np.zeros((PAGES, g.paths, ENDED), np.float16),
        "about_ring": np.zeros((PAGES, g.arcs, ENDED), np.float32),
        "about_both": np.zeros((PAGES, filling.LENGTHS, ENDED), np.float32),
        "race_fit": np.zeros((GRIDS, filling.LENGTHS, ENDED, 2), np.float32),
        "starts": np.zeros((4, PAGES), np.float32),
        "net": np.zeros((HIDDEN, INPUTS), np.float32),
        "net_out": np.zeros(HIDDEN + 1, np.float32),
    }
