"""The page for researchers says what is."""

from __future__ import annotations

import importlib.util
from pathlib import Path

from cinquina.rl import OneSeat
from cinquina.rl.rendering import MODES
from cinquina.rl.rewards import REWARDS
from cinquina.rl.setup import LONGEST

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGE = (DOCS / "research.md").read_text(encoding="utf-8")


def test_the_table_of_the_games_is_what_describe_games_writes() -> None:
    spec = importlib.util.spec_from_file_location("describe_games", DOCS / "describe_games.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert module.redrawn(PAGE) == PAGE, "run: .venv/bin/python docs/describe_games.py"


def test_what_may_be_asked_for_is_told() -> None:
    assert all(f'`"{word}"`' in PAGE for word in (*MODES, *REWARDS))
    assert f"after {LONGEST:,} choices" in PAGE
    assert str(len(OneSeat("qwixx").entries)) in PAGE
