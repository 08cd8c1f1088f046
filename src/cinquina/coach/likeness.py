"""Which bot a player plays like: the level whose mean loss is nearest."""

from __future__ import annotations

import json
from functools import cache
from math import log
from pathlib import Path

FILE = Path(__file__).parent / "losses.json"
"""By game and table: what the bots of each level give away in a choice, on average; made by bench/losses.py."""
TINY = 1e-4


@cache
def known_losses() -> dict[str, dict[str, float]]:
    """Return the mean losses by the table they were measured at."""
    found: dict[str, dict[str, float]] = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    return found


def table_named(name: str, *, alone: bool) -> str:
    """Return the table of a game that losses are compared at: the game, and whether somebody plays alone."""
    return f"{name} {'alone' if alone else 'together'}"


def losses_of(name: str, *, alone: bool) -> dict[str, float]:
    """Return by level what its bots give away in a choice of a game on average; empty if that is not known."""
    return known_losses().get(table_named(name, alone=alone), {})


def plays_like(name: str, mean_loss: float, *, alone: bool) -> str:
    """Return the level whose mean loss is nearest, by its order of magnitude; empty where none is known."""
    levels = losses_of(name, alone=alone)
    return min(levels, key=lambda level: abs(log(levels[level] + TINY) - log(mean_loss + TINY)), default="")
