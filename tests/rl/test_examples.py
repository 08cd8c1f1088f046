"""The examples run, in small, and learn something."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cinquina.bots import guests

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
OF_CHANCE, SMALLER = 0.0, 4
"""What random choices come to less than in Qwixx alone; a penalty smaller than the usual one."""


def example(name: str) -> Any:
    """An example as a module."""
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def _no_guests() -> Iterator[None]:
    """Whoever is welcome here leaves again."""
    guests.all_guests.cache_clear()
    yield
    guests.all_guests.cache_clear()


def test_every_example_is_tested_here() -> None:
    text = Path(__file__).read_text(encoding="utf-8")
    assert all(f'example("{file.stem}")' in text for file in EXAMPLES.glob("*.py"))


def test_a_table_learns_qwixx_alone() -> None:
    assert example("tabular").main(["--games", "600"]) > OF_CHANCE


@pytest.mark.usefixtures("_no_guests")
def test_a_policy_learns_by_playing_against_itself_and_meets_the_ladder() -> None:
    shares = example("selfplay").main(["--games", "150", "--against", "random", "--deals", "10"])
    assert shares["random"] > 0.5


@pytest.mark.prove
def test_a_study_of_a_rule_draws_its_plot(tmp_path: Path) -> None:
    lines = example("whatif_study").main(["--games", "300", "--out", str(tmp_path / "plot.svg")])
    assert {value: mean for value, mean, _ in lines["points"]}[SMALLER] > 0
    assert (tmp_path / "plot.svg").read_text(encoding="utf-8").startswith("<svg ")


@pytest.mark.prove
def test_a_library_learns_qwixx_alone() -> None:
    pytest.importorskip("sb3_contrib")
    assert example("ppo").main(["--steps", "4096", "--games", "10"]) > OF_CHANCE
