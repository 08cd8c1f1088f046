"""A bar on standard error for work of unknown length, drawn only for somebody who looks."""

from __future__ import annotations

import sys
import time

WIDTH = 30
BETWEEN_UPDATES = 0.2


class Bar:
    """Told how much is done, from 0 to 1, it draws that and how long the rest may take."""

    def __init__(self, title: str) -> None:
        self.title = title
        self.began = time.monotonic()
        self.shown = 0.0
        self.seen = sys.stderr.isatty()

    def __call__(self, done: float) -> None:
        """So much is done."""
        now = time.monotonic()
        if not self.seen or (now - self.shown < BETWEEN_UPDATES and done < 1):
            return
        self.shown = now
        left = f"{(now - self.began) * (1 - done) / done:.0f} s" if done else ""
        print(f"\r[{'#' * int(WIDTH * done):.<{WIDTH}}] {self.title} {left}\033[K", end="", file=sys.stderr, flush=True)

    def close(self) -> None:
        """Nothing more is told."""
        if self.seen and self.shown:
            print("\r\033[K", end="", file=sys.stderr, flush=True)
