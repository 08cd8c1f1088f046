"""What all tests have in common: how they are shared out, and how the programs start that they call."""

import os
from typing import Any

import pytest
from xdist.scheduler import LoadScopeScheduling

from cinquina.games import GAMES

os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # programs keep their byte code, as a user's do, and start sooner
COMPILING, WAITING = ("bots", "sim", "package"), ("browser", "web")
"""Rooms whose tests compile much, and rooms whose tests wait much."""


@pytest.hookimpl(optionalhook=True)  # mutants are tested without workers
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """One worker more than processors, since many tests wait for browsers and servers."""
    return (os.cpu_count() or 1) + 1


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> "ByGame":
    """Share the tests out by what they compile."""
    return ByGame(config, log)


class ByGame(LoadScopeScheduling):
    """All that compiles the code of a game goes to one worker, so that no two compile the same; the rest to any."""

    def _split_scope(self, nodeid: str) -> str:
        """What has the same scope goes to the same worker."""
        if not nodeid.startswith(tuple(f"tests/{hosted}/" for hosted in COMPILING)):
            return nodeid
        named = nodeid.replace("_", "-")
        return next((game for game in GAMES if game in named), nodeid.partition("::")[0])


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What compiles comes first, then what waits."""
    order = (*COMPILING, *WAITING)
    items.sort(key=lambda item: order.index(hosted) if (hosted := item.path.parent.name) in order else len(order))
