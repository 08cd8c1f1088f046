"""What has been learned, on disk: a file for each number of sides and of chips in a row that wins."""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from cinquina.bots import table_file
from cinquina.bots.sequence_dice.features import FEATURES_OF_THREE, FEATURES_OF_TWO, LINES, NUMBERS, THREE, TWO
from cinquina.bots.sequence_dice.values import LENGTHS, SHORTEST, Tables
from cinquina.core import State
from cinquina.games.sequence_dice import NAME, SIZE, VERSION
from cinquina.sim.rows import shaped

FOLDER = Path(__file__).parent
WEIGHTS = {TWO: FEATURES_OF_TWO, THREE: 2 * FEATURES_OF_THREE}
"""By sides: three need two weights a feature, since the third chance is what the others leave."""
LEARNED = {TWO: range(SHORTEST, SIZE + 1), THREE: range(SHORTEST, SIZE)}
"""By sides: how many chips in a row win in the games that can be set up."""
STEPS = 1024
"""Weights are kept as whole multiples of one divided by this."""


def tables_for(bots: tuple[int, ...], s: State) -> Tables:
    """Return what has been learned; it is small, and luck is measured by it whoever plays."""
    return learned()


def file_of(sides: int, length: int) -> Path:
    """Return where the weights of a game are."""
    return FOLDER / f"{sides}-sides-{length}-in-a-row.tables"


def made_of(sides: int, length: int) -> str:
    """Return what the weights of a game belong to: the rules, and how positions are read."""
    return table_file.fingerprint(NAME, VERSION, sides, length, WEIGHTS[sides], LINES, NUMBERS, STEPS)


def unpacked(tables: Mapping[str, Any]) -> array[float]:
    """Return weights as the bots use them, from those of a file or a run."""
    return array("d", [weight / STEPS for weight in tables["weights"].flat])


@cache
def learned() -> Tables:
    """Return all that has been learned: the weights one game after the other, and where those of each begin.

    Other numbers of chips, or other sums that take a chip or go anywhere, are judged as if they were the usual ones.
    """
    starts, weights = no_starts(), array("d")
    for sides, lengths in LEARNED.items():
        for length in lengths:
            starts[sides - TWO, length - SHORTEST] = len(weights)
            weights += unpacked(table_file.read(file_of(sides, length), made_of(sides, length)))
    return Tables(weights, starts)


def tables_of_one(weights: Any) -> Tables:
    """Return the weights of one game, for that game only."""
    return Tables(weights, no_starts())


def no_starts() -> Any:
    """Return by sides and length where weights begin: all at the first."""
    return shaped("q", [0] * (len(LEARNED) * LENGTHS), (len(LEARNED), LENGTHS))
