"""The lines of the log of a table with dice."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from cinquina.core import Event, Position, Roll, is_lot

SHOWN_LINES = 60
"""The lines of the log that are shown, besides the answers of an open window."""
MOST_ANSWERS = 42
"""More answers than an open window has: seven for each of six seats."""


class Correction(NamedTuple):
    """Who corrected a throw, and what had been entered before."""

    seat: int
    faces: tuple[int, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Line:
    """A line of the log: an event, and the positions before and after it; a throw may be a corrected one."""

    number: int
    before: Position
    event: Event
    now: Position
    correction: Correction | None = None
    is_throw: bool = field(init=False)
    """Whether dice were thrown, rather than the lot drawn."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "is_throw", isinstance(self.event, Roll) and not is_lot(self.before))
