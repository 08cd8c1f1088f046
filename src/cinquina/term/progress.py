"""A progress bar on standard error, if that is a terminal."""

from __future__ import annotations

import sys
import time

WIDTH = 30
BETWEEN_UPDATES = 0.2


class Bar:
    """Draws progress, from 0 to 1, and the estimated time left."""

    def __init__(self, title: str) -> None:
        self.title = title
        self.began = time.monotonic()
        self.drawn_at = 0.0
        self.is_shown = sys.stderr.isatty()

    def __call__(self, done: float) -> None:
        """Draw the progress."""
        now = time.monotonic()
        if not self.is_shown or (now - self.drawn_at < BETWEEN_UPDATES and done < 1):
            return
        self.drawn_at = now
        left = f"{(now - self.began) * (1 - done) / done:.0f} s" if done else ""
        print(f"\r[{'#' * int(WIDTH * done):.<{WIDTH}}] {self.title} {left}\033[K", end="", file=sys.stderr, flush=True)

    def close(self) -> None:
        """Erase the bar."""
        if self.is_shown and self.drawn_at:
            print("\r\033[K", end="", file=sys.stderr, flush=True)
