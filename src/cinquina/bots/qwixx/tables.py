"""The tables of the bots of Qwixx: where the trained ones lie, what they are for, and how bots want them at play."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np

from cinquina.bots import table_file
from cinquina.bots.levels import EASY, GREEDY, MEDIUM, RANDOM
from cinquina.bots.qwixx import compression, features
from cinquina.bots.qwixx.heuristics import GAP, LINEAR
from cinquina.bots.qwixx.values import Tables
from cinquina.core import State
from cinquina.games import qwixx

FILE = Path(__file__).parent / "trained.tables"
MADE_OF = table_file.fingerprint(qwixx.NAME, [])
"""What `cinquina train` writes for the usual game."""
NET = ("first", "skip", "out")
NEED_NOTHING = (RANDOM, GREEDY, EASY, MEDIUM, GAP, LINEAR)
_LIST, _SQUARE = np.zeros(0), np.zeros((0, 0))
NOTHING = Tables(
    classes=np.zeros(0, np.int64),
    thin=np.zeros((0, 0, 0)),
    signs=_SQUARE,
    first=_SQUARE,
    skip=_LIST,
    out=_LIST,
    steps=np.zeros((0, 0), np.int64),
    gains=_SQUARE,
    whole=_SQUARE,
)
"""Tables of the right kinds with nothing in them."""


def tables_for(bots: tuple[int, ...], s: State) -> Tables:
    """The tables, whoever plays at a table of several: luck is measured with them. One bot alone may need none."""
    return NOTHING if len(bots) == 1 and bots[0] in NEED_NOTHING else learned()


@cache
def learned() -> Tables:
    """The tables that come with the program."""
    return unpacked(table_file.read(FILE, MADE_OF))


def unpacked(tables: table_file.Tables) -> Tables:
    """Tables as they are used, from those of a file or a run."""
    basis = tables["basis"].astype(np.float64)
    unfolded = [compression.unfolded(basis, compression.whole(core)) for core in tables["cores"]]
    return Tables(
        classes=features.classes_of_rows(),
        thin=np.array([values for values, _ in unfolded]),
        signs=np.array([sign for _, sign in unfolded]),
        first=np.ascontiguousarray(tables["first"], np.float64),
        skip=np.ascontiguousarray(tables["skip"], np.float64),
        out=np.ascontiguousarray(tables["out"], np.float64),
        steps=features.steps(),
        gains=features.gains(),
        whole=np.zeros((0, 0)),
    )
