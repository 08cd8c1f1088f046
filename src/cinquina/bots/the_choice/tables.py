"""The tables of the bots: the trained ones, which are part of the program, and the large ones from the cache.

The large tables are those of the sheets in play. Before sheets are taken, they are those of the sheet that the bots
would take; should somebody take another, tables made before know its values about right, as trained for all sheets.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from cinquina.bots.levels import EXPERT, HARD
from cinquina.bots.lru import LruCache
from cinquina.bots.the_choice import backward_induction, features
from cinquina.bots.the_choice.backward_induction import ENDED, LENGTHS
from cinquina.bots.the_choice.features import NOWHERE, grids
from cinquina.bots.the_choice.layout import MOST_LEFT, ODDS_PARTS, PAGES, RACE_STEP, Tables
from cinquina.bots.the_choice.play import RACE, both_grids, is_usual
from cinquina.bots.the_choice.values import ALONE, RACER
from cinquina.core import CHOICE
from cinquina.games.the_choice import (
    CELLS_OF_COLOUR,
    CELLS_OF_NUMBER,
    COLOUR_OF,
    GRIDS,
    LETTERS,
    NAME,
    NUMBERS,
    OPTIONS,
    TAKING,
    VERSION,
    State,
)

TRAINED = Path(__file__).with_name("the_choice.tables")
GOING_ON = 0.9
"""In a race the game goes on after a throw with this chance: found best, in steps of about 0.05, against the others."""
ACTIVE_PART = 0.5
MOST_AT_HAND = 400_000_000
"""Bytes of large tables at hand: five sheets. A sheet in a race takes 75 million, as does a side begun with alone."""
USUAL_SHEET = LETTERS.index(OPTIONS["sheet"].default)
TRAINED_PARTS = ("about_path", "about_ring", "about_both", "race_fit", "starts", "odds")


def made_of(*more: object) -> str:
    """What tables depend on: everything printed, and the points."""
    from cinquina.bots import table_file

    numbers = {name: values.usual for name, values in NUMBERS.items()}
    return table_file.fingerprint(NAME, VERSION, CELLS_OF_COLOUR, CELLS_OF_NUMBER, COLOUR_OF, numbers, *more)


class Needs(NamedTuple):
    """The large tables that are needed: by the pages that are begun with, alone and in a race."""

    alone: frozenset[int] = frozenset()
    race: frozenset[int] = frozenset()


NOTHING = Needs()


class Large(NamedTuple):
    """Exact values, one table after the other, and by page and first or second grid the slot that its table is in."""

    slots: Any
    values: Any


def size_of(tables: Tables) -> int:
    """The bytes of tables."""
    return sum(row.nbytes for row in tables)


_at_hand: LruCache[Tables] = LruCache(MOST_AT_HAND, size_of)


def tables_for(bots: tuple[int, ...], s: State) -> Tables:
    """The tables that some bots need at a table as it stands."""
    needs = needs_of(bots, s)
    return bare() if needs == NOTHING else _at_hand.get(needs, lambda: assembled(needs))


def at_hand(bots: tuple[int, ...], s: State) -> bool:
    """Whether `tables_for` would answer at once."""
    needs = needs_of(bots, s)
    return needs == NOTHING or needs in _at_hand


def needs_of(bots: tuple[int, ...], s: State) -> Needs:
    """Which large tables some bots need: alone the order of grids, in a race both orders, since others may differ."""
    if not is_usual(s):
        return NOTHING
    alone = HARD in bots or (EXPERT in bots and s.seats == 1)
    race = RACE in bots or (EXPERT in bots and s.seats > 1)
    first = frozenset(first_page(s, seat, ALONE) for seat in range(s.seats)) if alone else NOTHING.alone
    letters = {first_page(s, seat, RACER) // GRIDS for seat in range(s.seats)} if race else set()
    return Needs(first, frozenset(letter * GRIDS + side for letter in letters for side in range(GRIDS)))


def first_page(s: State, seat: int, kind: int) -> int:
    """The page that a seat begins with; before it has taken one, the one that a bot in its place would take."""
    letter = s.letter[seat] - 1
    if s.stage != TAKING or s.phase != CHOICE:
        return letter * GRIDS + s.side_up[seat]
    pages = range(letter * GRIDS, (letter + 1) * GRIDS) if letter >= 0 else range(PAGES)
    return max(pages, key=lambda page: both_grids(kind, bare(), page, other_side(page)))


@cache
def bare() -> Tables:
    """The tables without large ones."""
    return assembled(NOTHING)


def assembled(needs: Needs) -> Tables:
    """The tables with the large ones that are needed, from the cache; what is not there is built."""
    return laid_out(solo_tables(needs.alone), race_tables(needs.race), trained())


def laid_out(solo: Large, race: Large, learned: Any) -> Tables:
    """Values alone and in a race, and trained tables, as `layout` has them."""
    whole = [np.asarray(part).ravel() for part in (*grids(), solo.slots, race.slots)]
    fractions = [np.asarray(learned[name], np.float32).ravel() for name in TRAINED_PARTS]
    rows = np.concatenate(whole).astype(np.int32), np.concatenate(fractions)
    return Tables(*rows, solo.values.ravel(), race.values.ravel())


def no_tables(kind: Any) -> Large:
    """In place of large tables."""
    return Large(np.full((PAGES, GRIDS), NOWHERE, np.int32), np.zeros(0, kind))


@cache
def trained() -> Any:
    """The trained tables."""
    from cinquina.bots import table_file

    return table_file.read(TRAINED, made_of())


def solo_tables(begun_with: frozenset[int]) -> Large:
    """Exact values for one player, who begins with certain pages."""
    pairs = [grid_pair("alone", first, 1.0, 1.0) for first in sorted(begun_with)]
    return Large(slots_of(begun_with), joined(pairs, np.float32))


def race_tables(begun_with: frozenset[int]) -> Large:
    """The same in a race, as whole numbers of RACE_STEP."""
    pairs = (grid_pair("race", first, GOING_ON, ACTIVE_PART) for first in sorted(begun_with))
    rounded = [np.round(pair / RACE_STEP).astype(np.uint16) for pair in pairs]
    return Large(slots_of(begun_with), joined(rounded, np.uint16))


def slots_of(begun_with: frozenset[int]) -> Any:
    """Where pairs of tables lie one after the other: each a second grid, then the first one before it."""
    slots = no_tables(np.float32).slots
    for pair, first in enumerate(sorted(begun_with)):
        slots[other_side(first), 1], slots[first, 0] = GRIDS * pair, GRIDS * pair + 1
    return slots


def joined(pairs: list[Any], kind: Any) -> Any:
    """Pairs of tables as one; a single one stays where it is, since it is large."""
    if len(pairs) == 1:
        return pairs[0]
    return np.concatenate(pairs) if pairs else np.zeros(0, kind)


def other_side(page: int) -> int:
    """The page on the back of a page."""
    return page ^ 1


def grid_pair(name: str, first: int, going_on: float, active_part: float) -> Any:
    """The tables of a second grid and of the first one before it, from the cache."""
    from cinquina.bots import table_file

    second = other_side(first)
    mark = made_of(backward_induction, features, first, second, going_on, active_part)

    def build(progress: table_file.Progress) -> table_file.Tables:
        return built_pair(first, second, going_on, active_part, progress)

    return table_file.built(f"{NAME}-{name}-{first}", mark, build)["values"]


def built_pair(first: int, second: int, going_on: float, active_part: float, progress: Any) -> dict[str, Any]:
    """The tables of a second grid and of the first one before it, worked out."""
    from cinquina.bots.the_choice.grid_values import Setting, filled

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
        "about_both": np.zeros((PAGES, LENGTHS, ENDED), np.float32),
        "race_fit": np.zeros((GRIDS, LENGTHS, ENDED, 2), np.float32),
        "starts": np.zeros((4, PAGES), np.float32),
        "odds": np.zeros((MOST_LEFT + 1, ODDS_PARTS), np.float32),
    }
