"""Take the pictures of the coach in docs/pictures: `.venv/bin/python docs/draw_coach.py`; needs Chromium.

The review is that of the game in docs/coach.md. Code is compiled first, so it may take minutes.
"""

from __future__ import annotations

import random
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from drawing import picture_taker
from playwright.sync_api import ViewportSize

from browser_hands import LEGAL, MAIN, made_table, step

DESK = ViewportSize(width=1280, height=800)
EXAMPLE = "simulate qwixx --games 4 --seed 5 --bots medium,hard --jobs 1 --record"
"""The game that docs/coach.md looks at is the first of these."""
DAY = "2026-07-01T12:00:00"
STEPS = 16


def main() -> None:
    """Take a picture of a hint, of a review and of a puzzle."""
    with picture_taker() as take:
        for name, draw in (("hint", draw_hint), ("review", draw_review), ("puzzle", draw_puzzle)):
            take(name, DESK, draw)


def draw_hint(page: Any) -> None:
    """Ask for a hint in a game of Qwixx."""
    made_table(page, [{"kind": "me", "name": "Anna"}, {"kind": "bot", "level": "medium"}], "qwixx")
    luck, steps = random.Random(7), 0
    while steps < STEPS or page.locator(LEGAL).count() < 2:
        step(page, luck)
        steps += 1
    page.keyboard.press("h")
    page.wait_for_selector(".hint-option")


def draw_review(page: Any) -> None:
    """Open the review of the game in docs/coach.md."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([Path(sys.executable).with_name("cinquina"), *EXAMPLE.split(), folder], check=True)
        record = (Path(folder) / "qwixx-000000.txt").read_text(encoding="utf-8")
    page.goto("/review")
    page.fill("#record", record)
    page.locator("#open .button.main").click()
    page.wait_for_selector("#shown:not([hidden]) .graph")


def draw_puzzle(page: Any) -> None:
    """Solve the puzzle of a day."""
    page.clock.set_fixed_time(DAY)
    page.goto("/puzzle/qwixx")
    page.locator(LEGAL).first.click(force=True)
    page.locator(f"{MAIN}:not([aria-disabled])").click()
    page.wait_for_selector(".worth.best")


if __name__ == "__main__":
    main()
