"""The types of what the server sends about positions to solve."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from cinquina.web.protocol import Snapshot
from cinquina.web.review_protocol import ReviewedOption


class PracticeOption(ReviewedOption, frozen=True):
    """An option of a position to solve; `tap` is its tap in the question, `chosen` names the bots that choose it."""

    tap: int
    chosen: list[str]


class Practice(Struct, frozen=True):
    """A position to solve: the table as the solver sees it, and what all options are worth, the best first.

    `rating` is how difficult it is, 0 if it is not rated. `played` is the place of the option that was chosen in the
    game, -1 if that does not matter. `source` says where the values come from.
    """

    id: str
    game: str
    title: str
    rating: int
    unit: Literal["chance", "points"]
    snapshot: Snapshot
    options: list[PracticeOption]
    played: int
    source: str


class PuzzleLine(Struct, frozen=True):
    """A puzzle to choose from: its id, and how difficult it is."""

    id: str
    rating: int


class PuzzleList(Struct, frozen=True):
    """All puzzles of a game."""

    game: str
    title: str
    puzzles: list[PuzzleLine]
