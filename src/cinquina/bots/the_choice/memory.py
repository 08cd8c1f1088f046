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
from cinquina.bots.the_choice import filling
from cinquina.bots.the_choice import grids as numbered
from cinquina.bots.the_choice.filling import ENDED
from cinquina.bots.the_choice.grids import NOWHERE, grids
from cinquina.bots.the_choice.minds import AS_FIRST, MOST_LEFT, ODDS_PARTS, PAGES, RACE_STEP
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
TRAINED_PARTS = ("about_path", "about_ring", "about_both", "race_fit", "starts", "odds")


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
    alone = solo_tables() if solo else no_tables(np.float32)
    racing = race_tables() if race else no_tables(np.uint16)
    return laid_out(alone, racing, trained())


def laid_out(solo: tuple[Any, Any], race: tuple[Any, Any], tables: Any) -> tuple[Any, ...]:
    """Slots and values alone and in a race, and trained tables, in the order of `minds`."""
    whole = [np.asarray(part).ravel() for part in (*grids(), solo[0], race[0])]
    fractions = [np.asarray(tables[name], np.float32).ravel() for name in TRAINED_PARTS]
    return np.concatenate(whole).astype(np.int32), np.concatenate(fractions), solo[1].ravel(), race[1].ravel()


def no_tables(kind: Any) -> tuple[Any, Any]:
    """In place of large tables."""
    return np.full((PAGES, GRIDS), NOWHERE, np.int32), np.zeros(0, kind)


@cache
def trained() -> Any:
    """The trained tables."""
    from cinquina.bots import keep

    return keep.read(TRAINED, made_of())


@cache
def solo_tables() -> tuple[Any, Any]:
    """Exact values for one player on the usual sheet, which begins with the better side; the slots they are in."""
    slots, _ = no_tables(np.float32)
    first = USUAL_SHEET * GRIDS + better_side()
    second = USUAL_SHEET * GRIDS + 1 - first % GRIDS
    found = grid_pair("alone", first, second, 1.0, 1.0)
    slots[second, 1], slots[first, 0] = 0, 1
    return slots, found


def better_side() -> int:
    """The side of the usual sheet that is better to begin with, alone."""
    starts = trained()["starts"]
    page = USUAL_SHEET * GRIDS
    front = starts[AS_FIRST, page] + starts[0, page + 1]
    return int(starts[AS_FIRST, page + 1] + starts[0, page] > front)


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
        "odds": np.zeros((MOST_LEFT + 1, ODDS_PARTS), np.float32),
    }
