"""How the trained tables of The Choice are made: pages are solved and fitted, then the net learns from games.

A round is one page, or the values in a race, or some games and what the net learns from them. The games of the net
begin among racers; then it plays against itself and against racers.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from cinquina.bots.keep import Tables, no_progress
from cinquina.bots.levels import EXPERT
from cinquina.bots.the_choice import memory
from cinquina.bots.the_choice.fits import fitted, race_by, value_by
from cinquina.bots.the_choice.gathering import gather
from cinquina.bots.the_choice.memory import (
    ACTIVE_PART,
    GOING_ON,
    TRAINED_PARTS,
    USUAL_SHEET,
    laid_out,
    untrained,
)
from cinquina.bots.the_choice.minds import AS_FIRST, HIDDEN, INPUTS, PAGES, RACING
from cinquina.bots.the_choice.play import RACE
from cinquina.bots.the_choice.tables import Setting, filled
from cinquina.core import opening
from cinquina.games import GAMES
from cinquina.games.the_choice import CHOICES, GRIDS, NAME, SIDES
from cinquina.sim.batch import faces_of
from cinquina.sim.kernel import compiled, kernel
from cinquina.sim.loops import SPARE

RULES = GAMES[NAME]
RACE_ROUND = PAGES
NET_ROUNDS = 12
ROUNDS = PAGES + 1 + NET_ROUNDS
MANY = 4000
PAIRS_OF_A_GAME = 150
TABLES_OF_BOTS = ((RACE, RACE), (EXPERT, RACE), (EXPERT, EXPERT), (EXPERT, EXPERT, RACE))

BATCH = 2048
SWEEPS = 3
RATE, RATE_AT_LAST = 3e-3, 3e-4
MEMORY, MEMORY_OF_SQUARES, TINY = 0.9, 0.999, 1e-8
"""Adam, as its authors give it (Kingma and Ba 2015)."""


def begin(seed: int, options: dict[str, str]) -> Tables:
    """Nothing is known, and the net is small random numbers. The rules are always the usual ones."""
    luck = np.random.default_rng(seed)
    run = untrained()
    run["net"] = luck.normal(0.0, 0.3, (HIDDEN, INPUTS)).astype(np.float32)
    run["net_out"] = luck.normal(0.0, 0.3, HIDDEN + 1).astype(np.float32)
    return {**run, "seed": np.array(seed), "round": np.array(0)}


def improve(run: Tables) -> None:
    """One more page, or the race, or one more round of games."""
    done = int(run["round"])
    if done < PAGES:
        learn_page(run, done)
    elif done == RACE_ROUND:
        learn_race(run)
    else:
        learn_games(run, done - RACE_ROUND - 1)
    run["round"] = np.array(done + 1)


def finished(run: Tables) -> Tables:
    """What the bots need."""
    return {name: run[name] for name in TRAINED_PARTS}


def strength(run: Tables) -> dict[str, float]:
    """How well the net foretells who of two finishes first, in games of its own: 0.693 for knowing nothing."""
    told, result = games_of(run, (EXPERT, EXPERT), int(run["seed"]) + 1, 0, MANY // 8)
    chances = foretold(run["net"], run["net_out"], told)[1]
    return {"loss": loss_of(chances, result)}


def loss_of(chances: Any, result: Any) -> float:
    """The mean logarithmic loss."""
    sure = np.clip(chances, 1e-6, 1 - 1e-6)
    return float(-(result * np.log(sure) + (1 - result) * np.log(1 - sure)).mean())


# --- pages ----------------------------------------------------------------------------------------------------


def learn_page(run: Tables, page: int) -> None:
    """Solve a page and keep what its paths and arcs are worth; of the usual sheet also as a first grid."""
    values = filled(Setting(page), no_progress)
    start = float(values[0, 0, 0])
    run["about_path"][page], run["about_ring"][page], run["about_both"][page] = fitted(values)
    run["starts"][0, page] = start
    as_first = float(filled(Setting(page, start), no_progress)[0, 0, 0]) - start if is_usual(page) else start
    run["starts"][AS_FIRST, page] = as_first


def is_usual(page: int) -> bool:
    """Whether a page belongs to the usual sheet."""
    return page // GRIDS == USUAL_SHEET


def learn_race(run: Tables) -> None:
    """How values in a race follow from those alone, on the usual sheet; empty grids in a race on all of them."""
    fits = np.zeros(run["race_fit"].shape)
    exact = {page: np.zeros(GRIDS) for page in range(PAGES) if is_usual(page)}
    for side in range(len(SIDES)):
        first, second = USUAL_SHEET * GRIDS + side, USUAL_SHEET * GRIDS + 1 - side
        pair = memory.grid_pair("race", first, second, GOING_ON, ACTIVE_PART)
        start = pair[0][0, 0, 0]
        exact[second][0], exact[first][1] = start, pair[1][0, 0, 0] - start
        for grid, page in ((1, second), (0, first)):
            about = value_by((run["about_path"][page], run["about_ring"][page], run["about_both"][page]))
            own = pair[1 - grid] - (0.0 if grid else start)
            fits[grid] += race_by(own, about) / len(SIDES)
    run["race_fit"] = fits.astype(np.float32)
    alone = run["starts"][0]
    for row, grid in ((RACING, 1), (RACING + AS_FIRST, 0)):
        run["starts"][row] = fits[grid, 0, 0, 0] + fits[grid, 0, 0, 1] * alone
    for page, known in exact.items():
        run["starts"][[RACING, RACING + AS_FIRST], page] = known


# --- the net --------------------------------------------------------------------------------------------------


def learn_games(run: Tables, place: int) -> None:
    """Play some games at different tables and learn from them."""
    seed = int(run["seed"])
    tables = TABLES_OF_BOTS[:1] if place == 0 else TABLES_OF_BOTS[1:]
    played = [
        games_of(run, bots, seed, (place * len(TABLES_OF_BOTS) + number + 1) * MANY, MANY // len(tables))
        for number, bots in enumerate(tables)
    ]
    told, result = (np.concatenate(parts) for parts in zip(*played, strict=True))
    rate = RATE * (RATE_AT_LAST / RATE) ** (place / (NET_ROUNDS - 1))
    train(run, told, result, rate, np.random.default_rng((seed, place)))


def games_of(run: Tables, bots: tuple[int, ...], seed: int, first: int, games: int) -> tuple[Any, Any]:
    """What the net is told in some games, and how they come out."""
    seats = len(bots)
    start = kernel(RULES).record(opening(RULES, seats, {}).now)
    mind = laid_out(memory.no_tables(np.float32), memory.race_tables(), run)
    pairs = games * PAIRS_OF_A_GAME * (seats - 1)
    told, result = np.zeros((pairs, INPUTS), np.float32), np.zeros(pairs, np.float32)
    rooms, room = np.repeat(start, seats + SPARE), np.zeros(CHOICES)
    given = (start.copy(), start, faces_of(RULES), np.array(bots), mind, room, rooms)
    found = compiled(RULES, gather, inline=False)(*given, seed, first, games, told, result)
    return told[:found], result[:found]


def foretold(net: Any, out: Any, told: Any) -> tuple[Any, Any]:
    """What the units say, and the chances."""
    heard = np.maximum(told @ net.T, 0.0)
    return heard, 1.0 / (1.0 + np.exp(-(heard @ out[:HIDDEN] + out[HIDDEN])))


def train(run: Tables, told: Any, result: Any, rate: float, luck: np.random.Generator) -> None:
    """Go over what was told a few times in small parts, in a new order each time."""
    weights = [run["net"].astype(np.float64), run["net_out"].astype(np.float64)]
    means, squares = [np.zeros_like(part) for part in weights], [np.zeros_like(part) for part in weights]
    step = 0
    for _ in range(SWEEPS):
        order = luck.permutation(len(told))
        for begun in range(0, len(order), BATCH):
            step += 1
            some = order[begun : begun + BATCH]
            slopes = slopes_of(weights, told[some], result[some])
            for part, mean, square, slope in zip(weights, means, squares, slopes, strict=True):
                mean += (1 - MEMORY) * (slope - mean)
                square += (1 - MEMORY_OF_SQUARES) * (slope**2 - square)
                size = np.sqrt(square / (1 - MEMORY_OF_SQUARES**step)) + TINY
                part -= rate * mean / (1 - MEMORY**step) / size
    run["net"], run["net_out"] = (part.astype(np.float32) for part in weights)


def slopes_of(weights: list[Any], told: Any, result: Any) -> list[Any]:
    """How the loss changes with each weight."""
    net, out = weights
    heard, chances = foretold(net, out, told)
    wrong = (chances - result) / len(told)
    back = np.outer(wrong, out[:HIDDEN]) * (heard > 0.0)
    return [back.T @ told, np.append(heard.T @ wrong, wrong.sum())]
