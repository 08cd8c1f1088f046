"""The proof that the account of a game explains its result: what it leaves is little, and nothing on average."""

from __future__ import annotations

from math import sqrt

import pytest

from cinquina import coach
from cinquina.bots import chooser, prepare
from cinquina.coach.rollouts import NORMAL_95, deviation, mean
from cinquina.core import opening
from cinquina.core.record import new_game
from cinquina.games import GAMES
from cinquina.sim.luck import Luck
from cinquina.sim.playout import play_out

GAMES_PLAYED = 200
MOST_UNEXPLAINED = 0.15
SEATED = ("expert", "hard")
"""Different bots: where all use the same throws, equal ones would play alike."""


@pytest.mark.prove
@pytest.mark.parametrize("name", GAMES)
def test_what_the_account_does_not_explain_is_little_and_nothing_on_average(name: str) -> None:
    rules = GAMES[name]
    start = opening(rules, 2)
    for level in SEATED:
        prepare(start, level)
    coach.prepare(start)
    left = []
    for number in range(GAMES_PLAYED):
        order = SEATED if number % 2 else SEATED[::-1]
        seated = [chooser(level, Luck(8, 2 * number + seat), start) for seat, level in enumerate(order)]
        review = coach.review(play_out(new_game(rules, order), Luck(7, number), seated))
        left.append(review.players[0].account.unexplained)
    assert abs(mean(left)) <= NORMAL_95 * deviation(left) / sqrt(len(left)) * 1.3
    assert deviation(left) <= MOST_UNEXPLAINED
