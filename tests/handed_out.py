"""What commands hand out, in small: each gives the same whoever does the work, and whatever dies meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from unittest.mock import patch

import numpy as np

from cinquina import coach
from cinquina.bots import chooser
from cinquina.bots.qwinto import training
from cinquina.bots.qwixx.features import POSITIONS
from cinquina.bots.qwixx.solver import Played, Terms
from cinquina.cli.arena import Contest, outcome_of
from cinquina.cli.arena_text import contest_data
from cinquina.coach import Effort, Source, asking, reviewing, rollouts
from cinquina.core import Roll, opening
from cinquina.core.record import new_game
from cinquina.games import GAMES
from cinquina.sim.luck import Luck
from cinquina.sim.playout import step
from cinquina.sim.pool import Workers, pieces_of
from cinquina.sim.summary import empty_summary
from cinquina.sim.task import Task

TASK = Task("qwixx", 2, (), 5, 0, 120_000)


def simulated(workers: Workers) -> object:
    total = empty_summary(GAMES["qwixx"], 2, opening(GAMES["qwixx"], 2).now)
    for piece in workers.as_done(pieces_of(TASK)):
        total.merge(piece)
    return total.as_json()


def contest(workers: Workers) -> object:
    rivals = Contest(GAMES["qwixx"], {}, ("random", "greedy"), 2, 400, 1, 1, "", None)
    return contest_data(rivals, outcome_of(rivals, lambda done: None, workers))


def trained(workers: Workers) -> object:
    """How well a run plays, which is told after every round; in fewer games than usual."""
    with patch.multiple(training, TEST_GAMES=400, PIECE=50):
        return training.strength(training.begin(1, {}), workers)


def checked(workers: Workers) -> object:
    """Games by a table of exact values, which is large; here nothing is worth anything."""
    played = Played(Terms(), np.zeros((POSITIONS, Terms.penalties), np.float32), 3, 0, 500)
    return list(workers.in_order(pieces_of(played, 100)))


UNHURRIED = Effort(seconds=0.0, games=16, may_compile=False, level="medium", plain_games=16).unhurried


def hinted(workers: Workers) -> object:
    """Options of a game with a changed number, of which no table knows anything, so that games are played on."""
    game = new_game(GAMES["qwixx"], ("Ada", "Ben"), {"begins": "first", "penalty": "3"}).after(Roll((1, 4, 3, 6, 2, 6)))
    with patch.object(rollouts, "PIECE", 10):
        worths = coach.values(game.position, 0, effort=UNHURRIED, workers=workers)
    assert worths[0].value.source == Source.ROLLED_OUT
    return worths


def reviewed(workers: Workers) -> object:
    """The first turns of a game, by plain Python."""
    game = new_game(GAMES["sequence-dice"], ("Ada", "Ben"), {"begins": "first"})
    bots, dice = [chooser("easy", Luck(4, seat)) for seat in range(2)], Luck(3)
    while len(game.events) < 8:
        game = step(game, dice, bots)
    with (
        patch.object(reviewing, "is_all_ready", return_value=False),
        patch.object(reviewing, "becomes_ready", return_value=False),
        patch.object(asking, "is_ready", return_value=False),
        patch.object(reviewing, "EVENTS", 2),
    ):
        return coach.review(game, effort=UNHURRIED, workers=workers)


COMMANDS: dict[str, Callable[[Workers], object]] = {
    "simulate": simulated,
    "arena": contest,
    "train": trained,
    "solve": checked,
    "hint": hinted,
    "review": reviewed,
}
