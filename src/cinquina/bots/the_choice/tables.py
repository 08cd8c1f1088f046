"""The tables of the bots: the trained ones, which are part of the program, and the large ones from the cache.

The large tables are those of the sheets in play. Before sheets are taken, they are those of the sheet that the bots
would take; should somebody take another, tables made before have approximate values for it, as trained for all sheets.
"""

from __future__ import annotations

from array import array
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from cinquina.bots import table_file
from cinquina.bots.levels import EXPERT, HARD
from cinquina.bots.lru import LruCache
from cinquina.bots.the_choice.features import NOWHERE, grids
from cinquina.bots.the_choice.layout import PAGES, Tables
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
from cinquina.sim.rows import Rows, shaped

TRAINED = Path(__file__).with_name("the_choice.tables")
MOST_AT_HAND = 400_000_000
"""Bytes of large tables at hand: five sheets. A sheet in a race takes 75 million, as does a side begun with alone."""
USUAL_SHEET = LETTERS.index(OPTIONS["sheet"].default)
TRAINED_PARTS = ("about_path", "about_ring", "about_both", "race_fit", "starts", "odds", "nets")


def made_of(*more: object) -> str:
    """Return what tables depend on: everything printed, and the points."""
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
    """Return the bytes of tables."""
    return sum(memoryview(row).nbytes for row in tables)


_at_hand: LruCache[Tables] = LruCache(MOST_AT_HAND, size_of)


def tables_for(bots: tuple[int, ...], s: State) -> Tables:
    """Return the tables that some bots need at a table as it stands."""
    needs = needs_of(bots, s)
    return bare() if needs == NOTHING else _at_hand.get(needs, lambda: assembled(needs))


def at_hand(bots: tuple[int, ...], s: State) -> bool:
    """Return whether `tables_for` would answer at once."""
    needs = needs_of(bots, s)
    return needs == NOTHING or needs in _at_hand


def needs_of(bots: tuple[int, ...], s: State) -> Needs:
    """Return the large tables that some bots need: for one player one order of grids, in a race both orders."""
    if not is_usual(s):
        return NOTHING
    alone = HARD in bots or (EXPERT in bots and s.seats == 1)
    race = RACE in bots or (EXPERT in bots and s.seats > 1)
    first = frozenset(first_page(s, seat, ALONE) for seat in range(s.seats)) if alone else NOTHING.alone
    letters = {first_page(s, seat, RACER) // GRIDS for seat in range(s.seats)} if race else set()
    return Needs(first, frozenset(letter * GRIDS + side for letter in letters for side in range(GRIDS)))


def first_page(s: State, seat: int, kind: int) -> int:
    """Return the page a seat begins with; before it has taken one, the one that a bot would take."""
    letter = s.letter[seat] - 1
    if s.stage != TAKING or s.phase != CHOICE:
        return letter * GRIDS + s.side_up[seat]
    pages = range(letter * GRIDS, (letter + 1) * GRIDS) if letter >= 0 else range(PAGES)
    return max(pages, key=lambda page: both_grids(kind, bare(), page, other_side(page)))


@cache
def bare() -> Tables:
    """Return the tables without large ones."""
    return assembled(NOTHING)


def assembled(needs: Needs) -> Tables:
    """Return the tables with the large ones that are needed, from the cache; what is not there is built."""
    if needs == NOTHING:
        return laid_out(no_tables("f"), no_tables("H"), trained())
    from cinquina.bots.the_choice import large_tables  # they are compiled with numba, which plain play is without

    return laid_out(large_tables.alone(needs.alone), large_tables.in_race(needs.race), trained())


def laid_out(solo: Large, race: Large, learned: dict[str, Rows]) -> Tables:
    """Return values alone and in a race, and trained tables, in the order of `layout`."""
    whole, fractions = array("i"), array("f")
    for part in (*grids(), solo.slots, race.slots):
        whole.frombytes(memoryview(part).cast("B"))
    for name in TRAINED_PARTS:
        fractions.extend(learned[name].flat)
    return Tables(whole, fractions, solo.values, race.values)


def no_tables(kind: str) -> Large:
    """Return empty tables of a kind of numbers, in place of large ones."""
    return Large(shaped("i", [NOWHERE] * (PAGES * GRIDS), (PAGES, GRIDS)), array(kind))


@cache
def trained() -> dict[str, Rows]:
    """Return the trained tables."""
    return table_file.read(TRAINED, made_of())


def other_side(page: int) -> int:
    """Return the page on the back of a page."""
    return page ^ 1
