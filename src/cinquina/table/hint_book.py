"""Who asked for hints at a table, and the note about it after a record."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import NamedTuple

from cinquina.core.record import NOTE
from cinquina.table.happenings import EVERYBODY, NOBODY

HINTS_WORD = f"{NOTE} hints"
MOST_DIGITS = 4


@dataclass
class HintBook:
    """In how many windows each seat asked for a hint: by game, the current one last, and in the open window."""

    games: list[Counter[int]] = field(default_factory=lambda: [Counter()])
    open: set[int] = field(default_factory=set)
    """The seats that asked for one in the open window, which nobody else may know."""

    def add(self, seat: int) -> None:
        """A seat asks for a hint."""
        self.games[-1][seat] += 1
        self.open.add(seat)

    def settled(self, game: int) -> Counter[int]:
        """Return the hints of a game that everybody may know."""
        is_current = game == len(self.games) - 1
        return self.games[game] - Counter(self.open if is_current else ())


class HintNote(NamedTuple):
    """What a record says about hints; `by_seat` is empty where nobody was allowed any."""

    allowed: bool
    by_seat: tuple[int, ...]

    def line(self) -> str:
        """Return the line that follows the record."""
        return " ".join([HINTS_WORD, EVERYBODY if self.allowed else NOBODY, *map(str, self.by_seat)])


def hint_note_in(text: str) -> HintNote | None:
    """Read what a record says about hints; None where it says nothing that is understood."""
    for line in text.splitlines():
        if line.startswith(f"{HINTS_WORD} "):
            word, *counts = line.removeprefix(f"{HINTS_WORD} ").split(" ")
            if word in (EVERYBODY, NOBODY) and all(map(_is_count, counts)):
                return HintNote(word == EVERYBODY, tuple(map(int, counts)))
    return None


def _is_count(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS
