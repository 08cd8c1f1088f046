"""Whether games and bots can be compiled here. Plain play needs no compiler, and asks before it uses one."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec

PREPARING = "cinquina-preparing"
"""The name of a thread that may be compiling: a process that ends under it crashes unless it leaves at once."""
NEEDED = ("numpy", "numba", "llvmlite")
"""The packages that compiled code needs."""


class NoCompiler(ImportError):
    """numba is installed and cannot be imported, as where it is too old for this Python."""


@cache
def can_compile() -> bool:
    """Return whether the packages that compiled code needs are installed."""
    return all(map(_is_installed, NEEDED))


def _is_installed(package: str) -> bool:
    try:
        return find_spec(package) is not None
    except (ImportError, ValueError):  # forbidden here, or there in name only
        return False
