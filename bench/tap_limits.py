"""The turns of `taps.py`: what was tapped in each, how many taps it may have, and a table of them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from tapping import SEAT, Taps

NOBODY = -1
"""Who is active before the first turn."""
LIMITS = {"qwixx": (4, 2), "qwinto": (3, 2), "the-choice": (2, 1), "extra": (5, 4), "sequence-dice": (3, 2)}
"""Taps in one's own turn, and in others' (one less: the throw), as counted by `Turn.counted`."""
ONE_A_MARK = {"the-choice"}  # every mark may have a tap besides
SINGLE_MARK = {"qwixx", "qwinto", "sequence-dice"}  # one tap less is allowed to those who ink at once


@dataclass
class Turn(Taps):
    """The taps of a turn."""

    game: str = ""
    active: int = NOBODY

    @property
    def kind(self) -> str:
        """Whose turn it was, and whether something was done in it."""
        if self.active == NOBODY:
            return "before the first throw"
        whose = "own" if self.active == SEAT else "others'"
        return whose if self.options else f"{whose}, passed" if self.answers else f"{whose}, nothing to choose"

    def counted(self) -> int:
        """The taps that limits are about: without picking dice, to throw or to say which ones make a cell, a second
        throw, and marks where each may have a tap."""
        picked = self.taps["pick"] + self.taps["which"]
        besides = picked + max(0, self.throws - 1) + (self.marks if self.game in ONE_A_MARK else 0)
        return self.taps.total() - besides

    def limit(self, *, at_once: bool) -> int:
        """How many taps may count; passing is one."""
        if not self.options or self.active == NOBODY:
            return (self.active == SEAT) + (self.answers > 0) + (self.options > 0)
        return LIMITS[self.game][self.active != SEAT] - (at_once and self.game in SINGLE_MARK)


def report(turns: list[Turn], *, at_once: bool) -> list[Turn]:
    """Print the taps per turn of a game; return the turns over their limit."""
    over: list[Turn] = []
    for kind in sorted({turn.kind for turn in turns if turn.taps}):
        those = [turn for turn in turns if turn.kind == kind and turn.taps]
        taps = sum((turn.taps for turn in those), Counter[str]())
        shares = ", ".join(f"{name} {count / len(those):.2f}" for name, count in sorted(taps.items()))
        most, counted = max(turn.taps.total() for turn in those), max(turn.counted() for turn in those)
        mean, limit = taps.total() / len(those), those[0].limit(at_once=at_once)
        line = [those[0].game, kind, len(those), f"{mean:.2f}", most, shares, counted, limit]
        print(f"| {' | '.join(map(str, line))} |", flush=True)
        over += [turn for turn in those if turn.counted() > limit]
    return over
