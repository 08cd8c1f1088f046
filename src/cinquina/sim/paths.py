"""Where what can be made again is kept: compiled code, and tables built on demand."""

from __future__ import annotations

import os
from pathlib import Path

from platformdirs import user_cache_path

CACHE_VARIABLE = "CINQUINA_CACHE"


def cache_folder() -> Path:
    """Where compiled code is kept: $CINQUINA_CACHE, else where the system keeps such things."""
    if os.environ.get(CACHE_VARIABLE):
        return Path(os.environ[CACHE_VARIABLE])
    return user_cache_path("cinquina", appauthor=False) / "compiled"
