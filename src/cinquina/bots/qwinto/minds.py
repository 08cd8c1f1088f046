"""The tables of the bots of Qwinto: the first guess, learned points, learned chances to win, chances to hit."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from cinquina.bots import table_file
from cinquina.bots.qwinto.sheet import TABLE, hit_chances
from cinquina.bots.qwinto.start import POINTS_A_CHANCE, first_guess
from cinquina.core import State
from cinquina.games import qwinto

LEARNED = Path(__file__).with_name("learned.tables")


def made_for() -> str:
    """What the learned tables depend on: the rules' version and how many numbers they have."""
    return f"{qwinto.NAME}-{qwinto.VERSION}-{TABLE}"


def tables_for(bots: tuple[int, ...], s: State) -> tuple[Any, ...]:
    """All tables, whoever plays: luck is measured by the expert's."""
    return tables()


@cache
def tables() -> tuple[Any, ...]:
    """The first guess, learned points, learned chances, chances to hit."""
    learned = table_file.read(LEARNED, made_for())
    guess = first_guess()
    points = guess + learned["points"].astype(np.float32)
    chances = guess / np.float32(POINTS_A_CHANCE) + learned["chances"].astype(np.float32)
    return guess, points, chances, np.array(hit_chances(), np.float32)
