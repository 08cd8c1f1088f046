"""Take the pictures of tables in docs/pictures: `.venv/bin/python docs/draw_tables.py`; needs Chromium."""

from __future__ import annotations

import random
from functools import partial
from typing import Any

from drawing import picture_taker
from playwright.sync_api import ViewportSize

from browser_hands import made_table, step
from cinquina.bots import levels_of
from cinquina.games import GAMES

DESK, PHONE = ViewportSize(width=1280, height=760), ViewportSize(width=390, height=844)
STEPS = {"qwixx": 18, "qwinto": 34, "the-choice": 7, "extra": 22, "sequence-dice": 26}
USUAL = 30
"""Steps into a game."""


def main() -> None:
    """Take a picture of a table of every game, and one on a phone."""
    with picture_taker() as take:
        for game in GAMES:
            take(game, DESK, partial(play, game))
        take("phone", PHONE, partial(play, "qwixx"))


def play(game: str, page: Any) -> None:
    """Play some way into a game against a bot."""
    level = levels_of(GAMES[game])[:3][-1]  # medium, or the strongest that there is
    made_table(page, [{"kind": "me", "name": "Anna"}, {"kind": "bot", "level": level}], game)
    luck = random.Random(7)
    for _ in range(STEPS.get(game, USUAL)):
        step(page, luck)


if __name__ == "__main__":
    main()
