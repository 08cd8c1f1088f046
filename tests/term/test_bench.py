"""The benchmark measures what it claims; tests do not judge the speed."""

from __future__ import annotations

import pytest

from cinquina.cli import speed
from cinquina.cli.bench import speed_text
from cinquina.games import GAMES
from cinquina.locales import LANGUAGES, words


def test_everything_is_measured_and_told(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, small in (("SECONDS", 0.01), ("PIECE", 50), ("ROUNDS", 1), ("STEPS", 3), ("BATCH", 16)):
        monkeypatch.setattr(speed, name, small)
    monkeypatch.setattr(speed, "on_all_cores", lambda task: 1.0)
    monkeypatch.setattr(speed, "first_games", lambda name: [2.0, 0.5])
    data = speed.measured()
    assert set(data["games"]) == set(GAMES)
    for by_seats in data["games"].values():
        assert set(by_seats) == {"2", "4"}
        assert all(number > 0 for measured in by_seats.values() for number in measured.values())
    for language in LANGUAGES:
        text = speed_text(words(language), data)
        assert "{" not in text
        assert all(name in text for name in GAMES)
