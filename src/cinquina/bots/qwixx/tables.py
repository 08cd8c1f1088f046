"""The tables of the bots of Qwixx: where the trained ones lie, what they are for, and how bots want them at play."""

from __future__ import annotations

from array import array
from functools import cache
from operator import mul
from pathlib import Path
from typing import Any

from cinquina.bots import table_file
from cinquina.bots.levels import EASY, GREEDY, MEDIUM, RANDOM
from cinquina.bots.qwixx import features
from cinquina.bots.qwixx.heuristics import GAP, LINEAR
from cinquina.bots.qwixx.values import Tables
from cinquina.core import State
from cinquina.games import qwixx
from cinquina.sim.rows import Rows, empty, shaped

FILE = Path(__file__).parent / "trained.tables"
NET = ("first", "skip", "out")
PARTS = ("basis", "mixes", "signs", *NET)
MADE_OF = table_file.fingerprint(qwixx.NAME, PARTS)
"""What the tables that `cinquina train` writes for the usual game are made of."""
NEED_NOTHING = (RANDOM, GREEDY, EASY, MEDIUM, GAP, LINEAR)
NOTHING = Tables(
    classes=array("q"),
    thin=empty("d", 3),
    signs=empty("d", 2),
    first=empty("d", 2),
    skip=array("d"),
    out=array("d"),
    steps=empty("q", 2),
    gains=empty("d", 2),
    whole=empty("d", 2),
)
"""Empty tables of the right types."""


class ThinLists:
    """By slice and pair of rows a list of numbers: a row of the basis times the mix of the slice.

    A game asks for few of all these lists, so each is made when it is first asked for. Compiled code has all of them.
    """

    def __init__(self, basis: Rows, mixes: Rows) -> None:
        self.basis = basis
        self.mixes = mixes
        self._lists: dict[tuple[int, int], list[float]] = {}
        self._columns: dict[int, list[tuple[float, ...]]] = {}
        self._array: Any = None

    def __getitem__(self, key: tuple[int, int]) -> list[float]:
        if key not in self._lists:
            part, pair = key
            row = self.basis[pair].tolist()
            self._lists[key] = [sum(map(mul, row, column)) for column in self._columns_of(part)]
        return self._lists[key]

    def _columns_of(self, part: int) -> list[tuple[float, ...]]:
        """Return the columns of a mix."""
        if part not in self._columns:
            self._columns[part] = list(zip(*self.mixes[part].tolist(), strict=True))
        return self._columns[part]

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        """Return all lists, as compiled code wants them."""
        import numpy as np  # called by numpy, so it is there; plain play never comes here

        if self._array is None:
            self._array = np.asarray(self.basis, np.float64) @ np.asarray(self.mixes)
        return self._array


def tables_for(bots: tuple[int, ...], s: State) -> Tables:
    """Return the tables; one bot alone may need none, while at a table of several they are needed to measure luck."""
    return NOTHING if len(bots) == 1 and bots[0] in NEED_NOTHING else learned()


@cache
def learned() -> Tables:
    """Return the tables that come with the program."""
    return unpacked(table_file.read(FILE, MADE_OF))


def unpacked(parts: dict[str, Rows]) -> Tables:
    """Return tables as the bots use them, from those of a file."""
    return Tables(
        classes=features.classes_of_rows(),
        thin=ThinLists(parts["basis"], parts["mixes"]),
        signs=shaped("d", parts["signs"].flat, parts["signs"].shape),
        first=shaped("d", parts["first"].flat, parts["first"].shape),
        skip=array("d", parts["skip"].flat),
        out=array("d", parts["out"].flat),
        steps=features.steps(),
        gains=features.gains(),
        whole=empty("d", 2),
    )
