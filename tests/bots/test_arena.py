"""Meetings of bots: every order of seats with the same luck, shares that add up, ratings that are found again.

Tests have their game as a parameter, so that those of a game share what is compiled, as `conftest` says.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from cinquina.bots.arena import Meeting, meet, shares, wins_of
from cinquina.bots.ladder import Mirror, Pairing, mirrored, pairings, ratings
from cinquina.cli import build
from cinquina.core.position import full_options
from cinquina.games import GAMES
from cinquina.locales import words
from cinquina.sim.pool import HERE, pieces_of
from cinquina.table.errors import Failed


def pairing(
    game: str = "qwixx", seats: int = 2, count: int = 40, one: str = "greedy", other: str = "random"
) -> Pairing:
    options = tuple(full_options(GAMES[game], seats, {}).items())
    return Pairing(game, one, "random", seats, options, 1, 0, count)


def called(*line: str) -> tuple[int, Any]:
    result = CliRunner().invoke(build(words("en")), list(line), standalone_mode=False)
    if result.exception:
        raise result.exception
    return result.return_value, result.output


@pytest.mark.parametrize(("game", "seats"), [("qwixx", 2), ("qwixx", 4), ("sequence-dice", 4)])
def test_the_shares_of_all_bots_add_up_to_one_in_every_deal(game: str, seats: int) -> None:
    meeting = pairing(game, seats).done()
    assert np.allclose(meeting.deals.sum(axis=1), 1)
    assert meeting.games == 40 * pairing(game, seats).orders
    assert 0 < meeting.fair_share < 1


def test_partners_are_the_same_bot_and_share_the_win() -> None:
    assert pairing("sequence-dice", 4).bots == ("greedy", "random", "greedy", "random")
    assert pairing("sequence-dice", 4).orders == 2
    assert pairing("qwixx", 4).bots == ("greedy", "random", "random", "random")
    assert pairing("qwixx", 4).orders == 4


@pytest.mark.parametrize("game", ["qwixx"])
def test_swapping_the_names_swaps_the_result(game: str) -> None:
    there, back = (meet(GAMES[game], bots, 30, 1) for bots in (("greedy", "random"), ("random", "greedy")))
    assert np.allclose(there.deals, back.deals[:, ::-1])
    assert there.scores == pytest.approx(back.scores[::-1])


def test_a_shared_win_counts_in_parts() -> None:
    scores = np.array([[5, 5, 1], [2, 1, 0], [3, 3, 3]])
    assert wins_of(scores).tolist() == [[0.5, 0.5, 0], [1, 0, 0], [pytest.approx(1 / 3)] * 3]


@pytest.mark.parametrize("game", ["qwixx"])
def test_pieces_add_up_to_the_whole(game: str) -> None:
    whole = pairing(game, count=25).done()
    parts = list(HERE.in_order(pieces_of(pairing(game, count=25), 10)))
    merged = parts[0].merged(parts[1]).merged(parts[2])
    assert np.array_equal(merged.deals, whole.deals)
    assert merged.scores == pytest.approx(whole.scores)


@pytest.mark.parametrize(
    ("game", "seats", "share"), [("qwixx", 2, 0.5), ("qwixx", 3, 1 / 3), ("sequence-dice", 4, 0.5)]
)
def test_among_equals_the_first_seat_has_its_share(game: str, seats: int, share: float) -> None:
    found = mirrored([Mirror(pairing(game, seats, 500, "greedy"), 0, 500).done()])
    assert abs(found.share - share) < 2 * found.error


def test_ratings_find_the_strengths_that_made_the_results() -> None:
    strengths = {"a": 0.0, "b": 120.0, "c": 300.0}
    luck, meetings = np.random.default_rng(3), {}
    for one, other in pairings(tuple(strengths), 2):
        chance = 1 / (1 + 10 ** ((strengths[other] - strengths[one]) / 400))
        won = (luck.random(4000) < chance).astype(float)
        deals = np.stack([won, 1 - won], axis=1)
        meetings[one, other] = Meeting((one, other), 4000, deals, deals, (0.0, 0.0), 0.5)
    for bot, rating in ratings(tuple(strengths), meetings).items():
        assert abs(rating.elo - strengths[bot]) <= 2 * rating.error + 1e-9


def test_a_bot_that_always_wins_has_a_rating_all_the_same() -> None:
    deals = np.tile([1.0, 0.0], (50, 1))
    rated = ratings(("b", "a"), {("a", "b"): Meeting(("a", "b"), 100, deals, deals, (1.0, 0.0), 0.5)})
    assert 500 < rated["a"].elo < 2000
    assert np.isfinite(rated["a"].error)


def test_intervals_are_those_of_independent_deals() -> None:
    (share,) = shares(np.array([[0.0], [1.0], [1.0], [0.0]]))
    assert share.share == 0.5
    assert share.error == pytest.approx(1.959964 * np.std([0, 1, 1, 0], ddof=1) / 2)


@pytest.mark.parametrize("game", ["qwixx"])
def test_the_command_tells_all_pairings_and_draws_a_ladder(tmp_path: Path, game: str) -> None:
    plot = tmp_path / "ladder.svg"
    line = ("arena", game, "--bots", "random,greedy", "--games", "40", "--seed", "3")
    code, text = called(*line, "--report", str(plot))
    assert code == 0
    assert "random against greedy" in text
    assert "without luck" in text
    assert "greedy" in plot.read_text()
    told = json.loads(called(*line, "--json")[1])
    assert told["meetings"][0]["games"] == 40
    assert told["meetings"][0]["raw"]["share"] < 0.5
    assert told["options"]["begins"] == "lot"
    assert set(told["ratings"]) == {"random", "greedy"}


@pytest.mark.parametrize(
    "wrong", [("--bots", "random"), ("--bots", "random,random"), ("--bots", "random,nobody"), ("--seats", "1")]
)
def test_a_contest_that_cannot_be_is_refused(wrong: tuple[str, str]) -> None:
    with pytest.raises(Failed) as refused:
        called("arena", "qwixx", *wrong)
    assert refused.value.code == 2
