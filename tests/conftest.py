"""Shared by all tests: how they are distributed to workers, and the environment of the programs they start."""

import os
from typing import Any

import pytest
from hypothesis import settings
from xdist.scheduler import LoadScopeScheduling

from cinquina.games import GAMES

os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # programs write byte code, as for users, and start faster
settings.register_profile("whatever the clock says", deadline=None)
settings.load_profile("whatever the clock says")
NOT_FOR_LONG = {"NUMBA_OPT": "1", "CINQUINA_CACHE": ".pytest_cache/compiled"}
"""Code that runs for a moment is compiled with less effort, and kept apart from what users and benchmarks run."""
COMPILING, WAITING = ("bots", "sim", "package"), ("browser", "web")
"""Folders whose tests compile much, and folders whose tests wait much."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Pictures of pages are for people to look at; other dice find what the usual ones do not."""
    parser.addoption("--screens", action="store_true", help="save pictures of the pages in screens/")
    parser.addoption("--luck", type=int, default=0, help="which dice are thrown in the tests of the pages")


def pytest_configure(config: pytest.Config) -> None:
    """Choose how code is compiled; proofs run long enough to have it as users do."""
    if config.getoption("markexpr") != "prove":
        os.environ.update(NOT_FOR_LONG | {"CINQUINA_CACHE": str(config.rootpath / NOT_FOR_LONG["CINQUINA_CACHE"])})


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
