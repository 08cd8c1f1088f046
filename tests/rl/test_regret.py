"""Regret: perfect play has none, and what others give away explains how far their results are from the best."""

from __future__ import annotations

from math import sqrt
from typing import Any

import pytest

from cinquina import rl, truth
from cinquina.core import Position
from cinquina.rl.regretting import at_random
from cinquina.rl.single import OneSeat

SMALL = {"sheet": "classic", "columns": "-7,-7,-7"}
"""An Extra! that is over after one throw."""


class Perfect:
    """An agent that knows the exact values."""

    def __init__(self, game: str, **options: Any) -> None:
        self.env = OneSeat(game, seats=1, **options)
        self.exact = truth.of(self.env.match.position)

    def choose(self, position: Position) -> int:
        return self.exact.best(position)[0]


def watched(monkeypatch: pytest.MonkeyPatch, agent: Perfect) -> Any:
    """An agent of the environment that is about to be played, which looks at its position."""
    made: list[OneSeat] = []
    begin = OneSeat.reset

    def reset(env: OneSeat, **given: Any) -> Any:
        made[:] = [env]
        return begin(env, **given)

    monkeypatch.setattr(OneSeat, "reset", reset)
    return lambda observation, info: agent.choose(made[0].match.position)


def test_perfect_play_gives_nothing_away(monkeypatch: pytest.MonkeyPatch) -> None:
    found = rl.regret(watched(monkeypatch, Perfect("extra", **SMALL)), "extra", games=30, **SMALL)
    assert found.mean == pytest.approx(0, abs=1e-9)


def test_what_is_given_away_explains_the_results() -> None:
    found = rl.regret(at_random(1), "extra", games=400, seed=2, **SMALL)
    assert found.games == 400
    assert found.mean > 0
    assert found.best - found.mean == pytest.approx(found.result, abs=5 * 100 / sqrt(400))


def test_a_bot_may_be_named_and_an_illegal_option_is_told() -> None:
    greedy, chance = (rl.regret(bot, "extra", games=60, **SMALL).mean for bot in ("greedy", "random"))
    assert greedy < chance
    with pytest.raises(ValueError, match="The agent chose 26, but legal are"):
        rl.regret(lambda observation, info: 26, "extra", games=1, **SMALL)
    with pytest.raises(rl.BadSetup):
        rl.regret("random", "sequence-dice", games=1)


@pytest.mark.prove
def test_the_expert_gives_little_away_in_qwixx_and_nothing_in_the_choice() -> None:
    assert rl.regret("expert", "qwixx", games=100, compiled=True).mean < 0.1
    assert rl.regret("expert", "the-choice", games=10, compiled=True).mean == pytest.approx(0, abs=1e-4)
