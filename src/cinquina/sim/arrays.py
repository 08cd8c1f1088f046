"""Bots' tables between plain play and compiled code: `rows` on one side, numpy arrays on the other."""

from __future__ import annotations

from array import array
from typing import Any, TypeVar

import numpy as np

from cinquina.sim.rows import Rows

Tables = TypeVar("Tables", bound=tuple[Any, ...])


def arrays_of(tables: Tables) -> Tables:
    """Return tables as compiled code takes them: every part a numpy array, which shares its memory where it can."""
    parts = [arrays_of(part) if isinstance(part, tuple) else np.asarray(part) for part in tables]
    make = getattr(tables, "_make", type(tables))
    made: Tables = make(parts)
    return made


def rows_of(numbers: Any, kind: str) -> Rows:
    """Return a numpy array as rows of a kind."""
    return Rows(array(kind, np.ascontiguousarray(numbers, kind).tobytes()), numbers.shape)
