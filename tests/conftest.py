"""Shared by all tests: how they are distributed to workers, and the environment of the programs they start."""

import os
from typing import Any

import pytest
from xdist.scheduler import LoadScopeScheduling

from cinquina.games import GAMES

os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # programs write byte code, as for users, and start faster
COMPILING, WAITING = ("bots", "sim", "package"), ("browser", "web")
"""Folders whose tests compile much, and folders whose tests wait much."""


@pytest.hookimpl(optionalhook=True)  # mutants are tested without workers
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Use one worker more than processors, since many tests wait for browsers and servers."""
    return (os.cpu_count() or 1) + 1


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> "ByGame":
    """Distribute the tests by what they compile."""
    return ByGame(config, log)


class ByGame(LoadScopeScheduling):
    """Send all tests that compile the code of a game to one worker, so that nothing is compiled twice."""

    def _split_scope(self, nodeid: str) -> str:
        """Return the scope; tests of the same scope go to the same worker."""
        if not nodeid.startswith(tuple(f"tests/{folder}/" for folder in COMPILING)):
            return nodeid
        named = nodeid.replace("_", "-")
        return next((game for game in GAMES if game in named), nodeid.partition("::")[0])


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run tests that compile first, then tests that wait."""
    order = (*COMPILING, *WAITING)
    items.sort(key=lambda item: order.index(folder) if (folder := item.path.parent.name) in order else len(order))
