"""The program needs nothing at import that only some systems have, and finds its folders on all of them."""

from __future__ import annotations

import pkgutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

import cinquina
from cinquina.sim.paths import cache_folder
from cinquina.table import saves

UNIX_ALONE = ("fcntl", "grp", "pty", "pwd", "resource", "syslog", "termios", "tty")
"""Modules of the standard library that Windows does not have."""
MIGRATIONS = "cinquina.store.migrations"
"""Scripts that Alembic runs, with settings of its own."""

OPENSPIEL = "cinquina.rl.spiel"
"""The module that needs OpenSpiel, which not every system can install."""


def modules() -> list[str]:
    """Every module of the program."""
    found = [module.name for module in pkgutil.walk_packages(cinquina.__path__, "cinquina.")]
    return [name for name in found if not name.startswith(MIGRATIONS) and (name != OPENSPIEL or find_spec("pyspiel"))]


def test_no_module_needs_unix_to_be_imported() -> None:
    code = f"""
import importlib, sys, warnings
warnings.simplefilter("ignore")  # filelock says that its locks are weaker here
for name in {UNIX_ALONE!r}:
    sys.modules[name] = None
for name in {modules()!r}:
    importlib.import_module(name)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr


def test_all_modules_are_found() -> None:
    assert {"cinquina.cli", "cinquina.web.serve", "cinquina.table.saves", "cinquina.games.qwixx"} <= set(modules())


@pytest.mark.skipif(sys.platform != "linux", reason="the folders of Linux are only there")
def test_the_folders_of_linux_are_where_they_always_were(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("CINQUINA_HOME", "CINQUINA_CACHE", "XDG_DATA_HOME", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    assert saves.data_folder() == saves.first_data_folder() == tmp_path / ".local" / "share" / "cinquina"
    assert cache_folder() == tmp_path / ".cache" / "cinquina" / "compiled"
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert saves.data_folder() == saves.first_data_folder() == tmp_path / "data" / "cinquina"


def test_an_old_folder_of_another_system_is_still_used(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    folder, first = tmp_path / "local" / "cinquina", tmp_path / "roaming" / "cinquina"
    monkeypatch.delenv("CINQUINA_HOME", raising=False)
    monkeypatch.setattr(saves, "user_data_path", lambda *_, **__: folder)
    monkeypatch.setattr(saves, "first_data_folder", lambda: first)
    assert saves.data_folder() == folder
    first.mkdir(parents=True)
    folder.mkdir(parents=True)  # on Windows caches are kept in it
    assert saves.data_folder() == first
