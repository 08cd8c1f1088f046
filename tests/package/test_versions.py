"""The versions of Python and numba: the same wherever they are told, and a clear sentence where one will not do."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
LOCKS = sorted(ROOT.glob("requirements*.lock"))


@pytest.fixture
def tasks() -> ModuleType:
    """run.py."""
    spec = importlib.util.spec_from_file_location("run", ROOT / "run.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_versions_of_python_are_the_same_everywhere(tasks: ModuleType) -> None:
    named = [line.rpartition(" ")[2] for line in PROJECT["project"]["classifiers"] if re.search(r":: 3\.\d+$", line)]
    (_, oldest), (_, newest) = tasks.OLDEST_PYTHON, tasks.NEWEST_PYTHON
    assert named == [f"3.{minor}" for minor in range(oldest, newest + 1)]
    assert PROJECT["project"]["requires-python"] == f">={named[0]}"
    assert PROJECT["tool"]["ruff"]["target-version"] == f"py3{oldest}"


def test_an_older_python_is_refused_with_a_sentence(
    tasks: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 10, 2))
    assert tasks.main(["play"]) == 2
    assert "needs Python 3.11 or newer" in capsys.readouterr().err


def test_a_newer_python_for_which_nothing_can_be_installed_is_told_why(
    tasks: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(kind: str) -> None:
        raise subprocess.CalledProcessError(1, "uv")

    monkeypatch.setattr(tasks, "install", fail)
    assert tasks.main(["play"]) == 2
    assert "run the same command again" in capsys.readouterr().err
    monkeypatch.setattr(sys, "version_info", (3, 99, 0))
    assert tasks.main(["play"]) == 2
    assert "try one from 3.11 to 3.14" in capsys.readouterr().err


def test_numba_has_an_upper_bound() -> None:
    (numba,) = (need for need in PROJECT["project"]["dependencies"] if need.startswith("numba"))
    assert re.fullmatch(r"numba>=[\d.]+,<[\d.]+", numba)


def test_what_needs_numba_says_so_and_the_rules_do_not_need_it() -> None:
    code = """
import sys
sys.modules["numba"] = None
from cinquina import after, opening
print(after(opening("qwixx", 2, begins="first"), "roll 1 1 1 1 1 1").phase)
import cinquina.sim.kernel
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout == "1\n"
    assert "need numba, which cannot be imported here" in done.stderr.splitlines()[-1]
    assert "Use a Python from 3.11 to 3.14" in done.stderr.splitlines()[-1]


@pytest.mark.parametrize("lock", LOCKS, ids=[lock.name for lock in LOCKS])
def test_locks_name_no_host_and_everything_has_a_hash(lock: Path) -> None:
    text = lock.read_text(encoding="utf-8")
    assert "://" not in text
    assert "--index-url" not in text
    for need in re.split(r"^(?=\S)(?!#)", text, flags=re.MULTILINE)[1:]:
        assert "--hash=sha256:" in need, need.splitlines()[0]
