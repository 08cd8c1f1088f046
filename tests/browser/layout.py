"""A walk through a game: the page is measured at every stage of a turn, in windows of many sizes."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from browser_hands import step
from web.server import Tab

WHOLE = ((1366, 657), (1280, 800), (1920, 1080), (360, 740), (390, 844))
"""Windows that show everything needed for a turn without scrolling."""
REACHED = ((320, 640), (740, 360), (820, 1180))
"""Windows in which everything can at least be scrolled to."""
MEASURE, STAGE = (Path(__file__).with_name(name).read_text() for name in ("measure.js", "stage.js"))
STEPS = 80
MOMENT = 40


@dataclass
class Walk:
    """A game at a page; `seen` are the stages that were measured, `faults` what was wrong."""

    page: Any
    luck: random.Random
    seen: set[str] = field(default_factory=set)
    faults: list[str] = field(default_factory=list)
    pictures: str = ""
    """Where pictures of the open question are kept: a path with a place for the size; empty for none."""
    sizes: Sequence[tuple[int, int]] = WHOLE + REACHED
    _kept: dict[tuple[int, int], Any] = field(default_factory=dict)

    def walk(self, wanted: set[str], other: Tab) -> None:
        """Play with somebody else until all wanted stages were seen."""
        for _ in range(STEPS):
            stages = self.look()
            if self.seen >= wanted:
                return
            if stages in ([], ["waiting"]):
                other.catch_up()
                other.act(self.luck)
            else:
                step(self.page, self.luck)
            self.page.wait_for_timeout(MOMENT)
        raise AssertionError(f"never seen: {wanted - self.seen}")

    def look(self) -> list[str]:
        """Measure the page if it is at a stage that was not seen yet; return its stages."""
        stages: list[str] = self.page.evaluate(STAGE)
        if not self.seen.issuperset(stages):
            self.seen.update(stages)
            self.measure("+".join(stages))
        return stages

    def measure(self, stage: str) -> None:
        """Measure the page in windows of every size."""
        for size in self.sizes:
            self._measure(size, stage)

    def _measure(self, size: tuple[int, int], stage: str) -> None:
        resize(self.page, size)
        found = self.page.evaluate(MEASURE, size in WHOLE)
        before = found["kept"] if found["over"] else self._kept.setdefault(size, found["kept"])
        moved = moves(before, found["kept"]) if size in WHOLE else []
        self.faults += [f"{size[0]}x{size[1]} {stage}: {fault}" for fault in found["faults"] + moved]
        if self.pictures and "open" in stage:
            self.page.screenshot(path=self.pictures.format(f"{size[0]}x{size[1]}"))


def resize(page: Any, size: tuple[int, int]) -> None:
    """Give the window another size."""
    page.set_viewport_size({"width": size[0], "height": size[1]})


def moves(before: dict[str, Any], now: dict[str, Any]) -> list[str]:
    """Return what stands elsewhere, or has another size, than before."""
    things = {"the sheet": (before["sheet"], now["sheet"])}
    things |= {f"button {n}": pair for n, pair in enumerate(zip(before["buttons"], now["buttons"], strict=False))}
    return [f"{name} has moved: {old} {new}" for name, (old, new) in things.items() if is_apart(old, new)]


def is_apart(old: dict[str, float], new: dict[str, float]) -> bool:
    """Return whether a box has moved by more than a pixel."""
    return any(abs(new[edge] - at) > 1 for edge, at in old.items())
