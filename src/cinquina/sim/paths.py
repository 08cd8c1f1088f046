"""The cache folder, for compiled code and for tables built on demand."""

from __future__ import annotations

import os
from pathlib import Path

from platformdirs import user_cache_path

CACHE_VARIABLE = "CINQUINA_CACHE"


def cache_folder() -> Path:
    """Return the folder for compiled code: $CINQUINA_CACHE, else in the user's cache folder."""
    if os.environ.get(CACHE_VARIABLE):
        return Path(os.environ[CACHE_VARIABLE])
    return user_cache_path("cinquina", appauthor=False) / "compiled"
