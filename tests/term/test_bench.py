"""The benchmark measures what it says; how fast anything is, is not for tests to judge."""

from __future__ import annotations

import pytest

from cinquina.games import GAMES
from cinquina.locales import LANGUAGES, words
from cinquina.term import bench


def test_everything_is_measured_and_told(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, small in (("SECONDS", 0.01), ("PIECE", 50), ("ROUNDS", 1), ("STEPS", 3), ("BATCH", 16)):
        monkeypatch.setattr(bench, name, small)
    monkeypatch.setattr(bench, "on_all_cores", lambda task: 1.0)
    monkeypatch.setattr(bench, "first_games", lambda name: [2.0, 0.5])
    told = bench.measured()
    assert set(told["games"]) == set(GAMES)
    for by_seats in told["games"].values():
        assert set(by_seats) == {"2", "4"}
        assert all(speed > 0 for told_speeds in by_seats.values() for speed in told_speeds.values())
    for language in LANGUAGES:
        text = bench.text(words(language), told)
        assert "{" not in text
        assert all(name in text for name in GAMES)
