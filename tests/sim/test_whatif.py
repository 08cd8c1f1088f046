"""What-if: two versions of a game under the same luck, compared pair by pair."""

from __future__ import annotations

import json
from math import sqrt
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from cinquina.cli import build
from cinquina.core import IllegalSetup, opening
from cinquina.core.position import full_options
from cinquina.core.record import new_game, read, write
from cinquina.games import GAMES
from cinquina.locales import words
from cinquina.sim import pool
from cinquina.sim.batch import Noted, play_games
from cinquina.sim.luck import Games
from cinquina.sim.pool import HERE, pieces_of
from cinquina.sim.whatif import Comparison, Moments, Pairs, measured


def pairs(game: str, seats: int = 2, count: int = 400, **changed: Any) -> Pairs:
    usual = full_options(GAMES[game], seats, {})
    return Pairs(game, seats, tuple(usual.items()), tuple({**usual, **changed}.items()), 1, 0, count)


def test_a_smaller_penalty_changes_points_and_nothing_else() -> None:
    told = pairs("qwixx", penalty="3").done().as_json()["measures"]
    for name in ("throws", "choices", "options", "thrower_chooses", "nobody_chooses"):
        assert told[name]["difference"] == {"mean": 0, "half_width_95": 0}
    usual = play_games(GAMES["qwixx"], 2, {}, Games(1, 0, 400), noted=Noted(parts=True))
    penalties = -usual.parts[:, :, -1].sum() / 5 / 2 / 400
    assert told["points"]["difference"]["mean"] == pytest.approx(2 * penalties, abs=1e-5)


def test_differences_are_those_within_pairs() -> None:
    work = pairs("qwixx", penalty="1")
    comparison = work.done()
    first, second = (
        play_games(GAMES["qwixx"], 2, dict(options), Games(1, 0, 400)) for options in (work.options, work.changed)
    )
    spreads = [results.scores.max(axis=1) - results.scores.min(axis=1) for results in (first, second)]
    difference = spreads[1] - spreads[0]
    told = comparison.as_json()["measures"]["spread"]["difference"]
    assert told["mean"] == pytest.approx(difference.mean())
    assert told["half_width_95"] == pytest.approx(1.959964 * difference.std(ddof=1) / sqrt(400))
    apart = sqrt(spreads[0].var() + spreads[1].var())
    assert difference.std() < apart


def test_pieces_of_any_size_add_up_to_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    work = pairs("qwinto", seats=3, count=120, throws="1")
    whole = work.done().as_json()
    for size in (1, 50):
        monkeypatch.setattr(pool, "PIECE", size)
        total = Comparison()
        for piece in HERE.as_done(pieces_of(work)):
            total.merge(piece)
        assert total.as_json() == whole


def test_somebody_alone_has_no_lead_and_no_spread() -> None:
    assert not {"spread", "lead_changes", "beginner_wins"} & pairs("extra", seats=1, minus="100").done().measures.keys()


def test_moments_are_exact() -> None:
    moments = Moments()
    moments.add(np.array([10**6, -(10**6), 3], np.int64))
    assert (moments.count, moments.sum, moments.squares) == (3, 3, 2 * 10**12 + 9)
    assert Moments(1, 5, 25).half_width(1) == 0


def test_the_beginner_wins_about_half_of_games_by_two() -> None:
    results = play_games(GAMES["qwixx"], 2, {}, Games(2, 0, 2000), noted=Noted(watched=True))
    assert 0.4 < measured(results, (0, 1))["beginner_wins"].mean() / 60 < 0.6


@pytest.mark.parametrize("value", ["", "x", "-1", "101", "05", "5,5", "1e3", "²", "9" * 5000])
def test_false_numbers_are_refused(value: str) -> None:
    with pytest.raises(IllegalSetup, match="no-such-numbers"):
        opening(GAMES["qwixx"], 2, {"penalty": value})


@pytest.mark.parametrize("name", GAMES)
def test_changed_numbers_stand_in_the_record_and_usual_ones_do_not(name: str) -> None:
    rules = GAMES[name]
    usual = new_game(rules, ("A", "B"))
    for key, numbers in rules.NUMBERS.items():
        assert f"option {key} " not in write(usual)
        least = ",".join([str(numbers.least)] * len(numbers.usual))
        value = least if least != numbers.default else str(numbers.most)
        game = new_game(rules, ("A", "B"), {key: value})
        assert f"option {key} {value}\n" in write(game)
        assert read(write(game), GAMES) == game


BESIDE: dict[str, dict[str, Any]] = {"rows": {"misses": "20"}, "wild": {"defence": "9"}}
"""Other changes: so that random players reach a number at all, or so that two numbers do not clash."""


@pytest.mark.parametrize("name", GAMES)
def test_every_number_changes_its_game(name: str) -> None:
    rules = GAMES[name]
    for key, numbers in rules.NUMBERS.items():
        changed = ",".join(str(usual - 1 if usual > numbers.least else usual + 1) for usual in numbers.usual)
        told = pairs(name, count=2000, **BESIDE.get(key, {}) | {key: changed}).done().as_json()["measures"]
        usual = pairs(name, count=2000, **BESIDE.get(key, {}) | {key: numbers.default}).done().as_json()["measures"]
        assert told != usual, key


def called(*line: str) -> tuple[int, str]:
    result = CliRunner().invoke(build(words("en")), ["whatif", *line], standalone_mode=False)
    return result.return_value, result.output


def test_the_command_tells_both_versions_and_the_same_as_json() -> None:
    code, text = called("qwixx", "--option", "penalty=3", "--games", "200")
    assert code == 0
    assert "changed: penalty=3" in text
    code, told = called("qwixx", "--option", "penalty=3", "--games", "200", "--json", "--bots", "greedy,random")
    assert code == 0
    assert json.loads(told)["measures"]["points"]["difference"]["mean"] > 0
    assert json.loads(told)["partial"] is False
