"""What all tests have in common: the order in which they run, and how the programs start that they call."""

import os

import pytest

os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # programs keep their byte code, as a user's do, and start sooner
COMPILING = ("bots", "sim")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What compiles the same code comes first and together, so that one worker compiles it and no two at once."""
    items.sort(key=lambda item: item.path.parent.name not in COMPILING)
