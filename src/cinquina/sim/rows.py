"""Numbers in rows, made by the standard library alone: what bots' tables are at plain play.

A table of one dimension is an `array`, one of several a memoryview (`shaped`), or `Rows` where parts of it are asked
for or nothing is in it. All of them become numpy arrays at the way into compiled code, see `arrays`.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from itertools import accumulate
from math import prod
from operator import mul
from typing import Any


class Rows:
    """Numbers with a shape; an element or a part may be asked for, as of a numpy array."""

    __slots__ = ("flat", "shape", "steps")

    def __init__(self, flat: array[Any], shape: tuple[int, ...]) -> None:
        self.flat = flat
        self.shape = shape
        self.steps = tuple(accumulate(reversed((*shape[1:], 1)), mul))[::-1]
        """By dimension: how far apart two neighbours are."""

    def __len__(self) -> int:
        return self.shape[0]

    def __getitem__(self, key: int | tuple[int, ...]) -> Any:
        places = key if isinstance(key, tuple) else (key,)
        first = sum(map(mul, places, self.steps))
        rest = self.shape[len(places) :]
        if not rest:
            return self.flat[first]
        part = memoryview(self.flat)[first : first + prod(rest)]
        return part if len(rest) == 1 else in_rows(part, self.flat.typecode, rest)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        """Return the same numbers as a numpy array, in the same memory."""
        import numpy as np  # called by numpy, so it is there; plain play never comes here

        return np.asarray(self.flat, dtype).reshape(self.shape)


def shaped(kind: str, numbers: Iterable[float], shape: tuple[int, ...]) -> Any:
    """Return numbers in rows, of a kind that `array` names; only elements may be asked for, which is faster."""
    return in_rows(memoryview(array(kind, numbers)), kind, shape)


def in_rows(numbers: memoryview[Any], kind: Any, shape: tuple[int, ...]) -> Any:
    """Return numbers that lie one after the other as rows."""
    return numbers.cast("B").cast(kind, shape)


def empty(kind: str, dimensions: int) -> Rows:
    """Return an empty table with this many dimensions."""
    return Rows(array(kind), (0,) * dimensions)
