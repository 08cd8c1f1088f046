"""How the tables of Sequence Dice are learned: see `selfplay`. Options are those of the game, and `seats`, 2 or 3.

Four in two teams need no learning of their own: sides take turns as with two players, and partners want the same.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from itertools import chain
from typing import Any

import numpy as np

from cinquina.bots.array_file import Tables
from cinquina.bots.levels import HARD
from cinquina.bots.selfplay import scratch_for
from cinquina.bots.sequence_dice.features import TWO
from cinquina.bots.sequence_dice.play import LINE, judge, luck_of_throw
from cinquina.bots.sequence_dice.selfplay import Learning, learn_games
from cinquina.bots.sequence_dice.tables import STEPS, WEIGHTS, made_of, tables_of_one, unpacked
from cinquina.core import State, opening
from cinquina.games import GAMES
from cinquina.games.sequence_dice import NAME
from cinquina.sim.arrays import arrays_of
from cinquina.sim.batch import Bots, play_games
from cinquina.sim.binding import Playing
from cinquina.sim.kernel import compiled, kernel
from cinquina.sim.luck import Games
from cinquina.sim.pool import HERE, Workers, pieces_of

RULES = GAMES[NAME]
ROUNDS = 60
GAMES_A_ROUND, WITH_THREE_SIDES, WITH_SHORTER_LINES = 5_000, 2_500, 1_000
"""Games in a round: fewer where they take longer to judge, and where the rules are not the usual ones."""
RATE = 0.15
"""How far a weight moves for a chance that is wrong by one, while all its pushes agree."""
SEATS, USUAL_SEATS = "seats", "2"

MEASURED_DEALS, PIECE = 1_000, 250
MEASURED_SEED = 1_000_003


def begin(seed: int, options: dict[str, str], workers: Workers = HERE) -> Tables:
    """Return a run that knows nothing: all sides have the same chance."""
    weights = np.zeros(WEIGHTS[int(options.get(SEATS, USUAL_SEATS))])
    return {
        "seed": np.array(seed),
        "options": np.array(json.dumps(options)),
        "rounds": np.array(0),
        "weights": weights,
        "pushes": np.zeros((len(weights), 2)),
    }


def improve(run: Tables, workers: Workers = HERE) -> None:
    """Play and learn from one more round of games, in this process: each game changes how the next is played."""
    improve_from(run, opening_of(run), games_a_round(run))


def games_a_round(run: Tables) -> int:
    """Return how many games a round of a run has."""
    seats, options = setup_of(run)
    if "shorter" in options:
        return WITH_SHORTER_LINES
    return GAMES_A_ROUND if seats == TWO else WITH_THREE_SIDES


def improve_from(run: Tables, start: State, games: int) -> None:
    """Play and learn from one more round, of this many games from a position."""
    begun = kernel(RULES).record(start)
    done = int(run["rounds"])
    learning = Learning(arrays_of(tables_of_one(run["weights"])), run["pushes"], RATE)
    learn = compiled(RULES, learn_games)
    first = (int(run["seed"]), done * games)
    learn(begun.copy(), begun, scratch_for(RULES, begun, int(begun["seats"][0])), learning, first, games)
    run["rounds"] = np.array(done + 1)


@dataclass(frozen=True)
class Trials:
    """Games of one seat against the others that nothing is learned from: `count` games from number `first` on."""

    weights: Any
    seat: int
    setup: tuple[int, dict[str, str]]
    first: int
    count: int

    def done(self) -> Any:
        """Play them; return the points of the seat."""
        seats, options = self.setup
        sitting = tuple(HARD if other == self.seat else LINE for other in range(seats))
        bots = Bots(Playing(judge, luck_of_throw), sitting, lambda _, __: tables_of_one(unpacked(self.weights)))
        games = Games(MEASURED_SEED, self.first, self.count)
        return play_games(RULES, seats, options, games, bots=bots).scores[:, self.seat]


def strength(run: Tables, workers: Workers = HERE) -> dict[str, float]:
    """Return the part of the games that the bot `hard` wins with these tables against `line` in all other seats."""
    seats, options = setup_of(run)
    trials = [Trials(finished(run), seat, (seats, options), 0, MEASURED_DEALS) for seat in range(seats)]
    pieces = chain.from_iterable(pieces_of(of_seat, PIECE) for of_seat in trials)
    return {"wins": float(np.concatenate(list(workers.in_order(pieces))).mean())}


def made_for(run: Tables) -> str:
    """Return what finished tables must be made for, so that the bots use them."""
    state = opening_of(run)
    return made_of(state.seats, state.length)


def finished(run: Tables) -> Tables:
    """Return the weights, in small whole numbers of steps."""
    limits = np.iinfo(np.int16)
    return {"weights": np.clip(np.rint(run["weights"] * STEPS), limits.min, limits.max).astype(np.int16)}


def setup_of(run: Tables) -> tuple[int, dict[str, str]]:
    """Return the number of seats and the options of the game that a run learns."""
    options: dict[str, str] = json.loads(str(run["options"]))
    return int(options.pop(SEATS, USUAL_SEATS)), options


def opening_of(run: Tables) -> Any:
    """Return the first position of that game, in which the first seat begins."""
    seats, options = setup_of(run)
    return opening(RULES, seats, {**options, "begins": "first"}).now
