"""The trained tables of Qwixx: where they lie, what they are for, and how bots want them at play."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from cinquina.bots import table_file
from cinquina.bots.qwixx import rows, squeeze
from cinquina.games import qwixx

FILE = Path(__file__).parent / "trained.tables"
MADE_OF = table_file.fingerprint(qwixx.NAME, [])
"""What `cinquina train` writes for the usual game."""
NET = ("first", "skip", "out")


def as_at_play(tables: table_file.Tables | None = None) -> tuple[Any, ...]:
    """Classes of rows; values with their signs; the net; steps and points of crosses; no table of all positions."""
    tables = table_file.read(FILE, MADE_OF) if tables is None else tables
    basis = tables["basis"].astype(np.float64)
    unfolded = [squeeze.unfolded(basis, squeeze.whole(core)) for core in tables["cores"]]
    thin = np.array([values for values, _ in unfolded])
    signs = np.array([sign for _, sign in unfolded])
    net = [np.ascontiguousarray(tables[name], np.float64) for name in NET]
    return (rows.classes_of_rows(), thin, signs, *net, rows.steps(), rows.gains(), np.zeros((0, 0)))
