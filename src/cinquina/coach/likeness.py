"""Which bot a player plays like: the level whose mean loss is nearest."""

from __future__ import annotations

import json
from functools import cache
from math import log
from pathlib import Path

from cinquina.core import Position

FILE = Path(__file__).parent / "losses.json"
"""By game and table: what the bots of each level give away in a choice, on average; made by bench/losses.py."""
TINY = 1e-4


@cache
def known_losses() -> dict[str, dict[str, float]]:
    """The mean losses by the table they were measured at."""
    found: dict[str, dict[str, float]] = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    return found


def table_of(position: Position) -> str:
    """The table of a game that losses are compared at: the game, and whether somebody plays alone."""
    return f"{position.rules.NAME} {'alone' if position.seats == 1 else 'together'}"


def plays_like(position: Position, mean_loss: float) -> str:
    """The level whose mean loss is nearest, by its order of magnitude; empty where none is known."""
    levels = known_losses().get(table_of(position), {})
    return min(levels, key=lambda level: abs(log(levels[level] + TINY) - log(mean_loss + TINY)), default="")
