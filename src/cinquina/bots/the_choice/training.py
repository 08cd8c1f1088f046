"""How the trained tables of The Choice are made: pages are solved and fitted, then odds are learned from games.

A round is one sheet, or the values in a race, or the odds, or the nets for a number of seats. Nets learn from the
results of games of experts: one net from exact values, one from approximate ones.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from typing import Any

import numpy as np

from cinquina.bots.array_file import Tables
from cinquina.bots.levels import EASY, EXPERT, MEDIUM, RANDOM
from cinquina.bots.outcomes import Lot, Plan, Watching, trained_net, watched_games
from cinquina.bots.selfplay import scratch_for
from cinquina.bots.table_file import no_progress
from cinquina.bots.the_choice import large_tables, tables
from cinquina.bots.the_choice.approximation import fitted, race_by, value_by
from cinquina.bots.the_choice.backward_induction import ENDED, LENGTHS
from cinquina.bots.the_choice.features import grids
from cinquina.bots.the_choice.grid_values import Setting, filled
from cinquina.bots.the_choice.large_tables import ACTIVE_PART, GOING_ON
from cinquina.bots.the_choice.layout import AS_FIRST, MOST_LEFT, ODDS_PARTS, PAGES, RACING, WIDTH
from cinquina.bots.the_choice.play import QUICK, RACE
from cinquina.bots.the_choice.selfplay import CLOSERS, Pairs, gather, watch_games
from cinquina.bots.the_choice.tables import TRAINED_PARTS, USUAL_SHEET, laid_out
from cinquina.bots.the_choice.valuing import LEFT, NET
from cinquina.core import opening
from cinquina.games import GAMES
from cinquina.games.the_choice import GRIDS, LETTERS, MOST_SEATS, NAME, SIDES
from cinquina.sim.arrays import arrays_of, rows_of
from cinquina.sim.kernel import compiled, kernel
from cinquina.sim.pool import HERE, Workers, pieces_of

RULES = GAMES[NAME]
ODDS_ROUND = len(LETTERS) + 1
ROUNDS = ODDS_ROUND + 1 + MOST_SEATS
WATCHED_GAMES = (1000, 4000, 2000, 1500)
"""By number of seats: the number of games that a net learns from."""
PLAN = Plan(
    watch_games, EXPERT, (RANDOM, MEDIUM, EASY, QUICK, *CLOSERS), throws=45, positions=70, width=WIDTH, kept=LEFT
)
MANY, PIECE = 20_000, 500
PAIRS_OF_A_GAME = 150
TABLE = (RACE, RACE)
RIDGE = 1.0
NEWTON_STEPS = 15


def begin(seed: int, options: dict[str, str], workers: Workers = HERE) -> Tables:
    """Return a run that has learned nothing; the rules are always the usual ones."""
    return {**untrained(), "seed": np.array(seed), "rounds": np.array(0)}


def untrained() -> Tables:
    """Return the trained tables as they are before any training."""
    g = grids()
    return {
        "about_path": np.zeros((PAGES, g.paths, ENDED), np.float16),
        "about_ring": np.zeros((PAGES, g.arcs, ENDED), np.float32),
        "about_both": np.zeros((PAGES, LENGTHS, ENDED), np.float32),
        "race_fit": np.zeros((GRIDS, LENGTHS, ENDED, 2), np.float32),
        "starts": np.zeros((4, PAGES), np.float32),
        "odds": np.zeros((MOST_LEFT + 1, ODDS_PARTS), np.float32),
        "nets": np.zeros((2 * MOST_SEATS, NET), np.float32),
    }


def improve(run: Tables, workers: Workers = HERE) -> None:
    """Train one more round: a sheet, the race, the odds, or nets."""
    done = int(run["rounds"])
    if done < len(LETTERS):
        learn_sheet(run, done, workers)
    elif done == len(LETTERS):
        learn_race(run, workers)
    elif done == ODDS_ROUND:
        learn_odds(run, workers)
    else:
        learn_nets(run, (done - ODDS_ROUND - 1) % MOST_SEATS + 1, workers)
    run["rounds"] = np.array(done + 1)


def made_for(run: Tables) -> str:
    """Return what finished tables must be made for, so that the bots use them."""
    return tables.made_of()


def finished(run: Tables) -> Tables:
    """Return what the bots need."""
    return {name: run[name] for name in TRAINED_PARTS}


def strength(run: Tables, workers: Workers = HERE) -> dict[str, float]:
    """Return the loss in predicting who of two racers finishes ahead, in other games: 0.693 without any knowledge."""
    told, result = games_of(run, int(run["seed"]) + 1, MANY // 50, workers)
    weights = run["odds"][told[:, 0].astype(int)]
    return {"loss": loss_of(1.0 / (1.0 + np.exp(-(told[:, 1:] * weights).sum(1))), result)}


def loss_of(chances: Any, result: Any) -> float:
    """Return the mean logarithmic loss."""
    sure = np.clip(chances, 1e-6, 1 - 1e-6)
    return float(-(result * np.log(sure) + (1 - result) * np.log(1 - sure)).mean())


# --- sheets ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Pages:
    """Printed grids to solve, by number; with what their tables are fitted to, if that is asked for."""

    settings: tuple[Setting, ...]
    fit: bool
    first: int
    count: int

    def done(self) -> list[tuple[float, tuple[Any, ...]]]:
        """Solve them; return the worth of each empty grid, and what fits its table."""
        solved = (filled(setting, no_progress) for setting in self.settings[self.first : self.first + self.count])
        return [(float(values[0, 0, 0]), fitted(values) if self.fit else ()) for values in solved]


def solved_pages(workers: Workers, *settings: Setting, fit: bool) -> list[tuple[float, tuple[Any, ...]]]:
    """Return what empty grids are worth, and what fits their tables."""
    return list(chain(*workers.in_order(pieces_of(Pages(settings, fit, 0, len(settings)), 1))))


def learn_sheet(run: Tables, letter: int, workers: Workers = HERE) -> None:
    """Solve both sides and keep what their paths and arcs are worth; then each as a first grid before the other."""
    front, back = letter * GRIDS, letter * GRIDS + 1
    pages = (front, back)
    for page, (start, fits) in zip(pages, solved_pages(workers, *map(Setting, pages), fit=True), strict=True):
        run["about_path"][page], run["about_ring"][page], run["about_both"][page] = fits
        run["starts"][0, page] = start
    starts = {first: float(run["starts"][0, second]) for first, second in ((front, back), (back, front))}
    before = solved_pages(workers, *(Setting(first, start) for first, start in starts.items()), fit=False)
    for (first, start), (worth, _) in zip(starts.items(), before, strict=True):
        run["starts"][AS_FIRST, first] = worth - start


@dataclass(frozen=True)
class Races:
    """Both sides of the usual sheet in a race, by which comes first: its tables against those of each side alone."""

    about: tuple[Any, ...]
    first: int
    count: int

    def done(self) -> list[tuple[Any, ...]]:
        """Return by side what the empty second and first grid are worth, and how both follow from those alone."""
        return [self.race(side) for side in range(self.first, self.first + self.count)]

    def race(self, side: int) -> tuple[Any, ...]:
        """Return the same for one side."""
        first, second = USUAL_SHEET * GRIDS + side, USUAL_SHEET * GRIDS + 1 - side
        pair = large_tables.built_pair(first, GOING_ON, ACTIVE_PART)
        start = pair[0][0, 0, 0]
        fits = []
        for grid, page in ((1, second), (0, first)):
            own = pair[1 - grid] - (0.0 if grid else start)
            fits.append((grid, race_by(own, value_by(tuple(part[page] for part in self.about)))))
        return start, pair[1][0, 0, 0] - start, fits


def learn_race(run: Tables, workers: Workers = HERE) -> None:
    """Learn how values in a race follow from those alone on the usual sheet, and what empty grids are worth on all."""
    fits = np.zeros(run["race_fit"].shape)
    exact = {USUAL_SHEET * GRIDS + side: np.zeros(GRIDS) for side in range(len(SIDES))}
    races = Races((run["about_path"], run["about_ring"], run["about_both"]), 0, len(SIDES))
    for side, (start, earlier, by_grid) in enumerate(chain(*workers.in_order(pieces_of(races, 1)))):
        first, second = USUAL_SHEET * GRIDS + side, USUAL_SHEET * GRIDS + 1 - side
        exact[second][0], exact[first][1] = start, earlier
        for grid, fit in by_grid:
            fits[grid] += fit / len(SIDES)
    run["race_fit"] = fits.astype(np.float32)
    alone = run["starts"][0]
    for row, grid in ((RACING, 1), (RACING + AS_FIRST, 0)):
        run["starts"][row] = fits[grid, 0, 0, 0] + fits[grid, 0, 0, 1] * alone
    for page, known in exact.items():
        run["starts"][[RACING, RACING + AS_FIRST], page] = known


# --- odds -----------------------------------------------------------------------------------------------------


def learn_odds(run: Tables, workers: Workers = HERE) -> None:
    """Learn from games of racers how odds follow from the differences, for every number of failures left."""
    told, result = games_of(run, int(run["seed"]), MANY, workers)
    run["odds"] = np.zeros_like(run["odds"])
    for left in range(len(run["odds"])):
        there = told[:, 0] == left
        if there.any():
            run["odds"][left] = fitted_odds(told[there, 1:], result[there])


@dataclass(frozen=True)
class Racing:
    """Games of racers by what was learned of grids: `count` games from number `first` on."""

    learned: Tables
    seed: int
    first: int
    count: int

    def done(self) -> tuple[Any, Any]:
        """Play them; return what is known in them, and their results."""
        seats = len(TABLE)
        start = kernel(RULES).record(opening(RULES, seats, {}).now)
        usual = frozenset(USUAL_SHEET * GRIDS + side for side in range(len(SIDES)))
        learned = {name: rows_of(part, "f") for name, part in self.learned.items()}
        known = arrays_of(laid_out(tables.no_tables("f"), large_tables.in_race(usual), learned))
        pairs = self.count * PAIRS_OF_A_GAME * (seats - 1)
        told, result = np.zeros((pairs, ODDS_PARTS + 1), np.float32), np.zeros(pairs, np.float32)
        noted = Pairs(np.array(TABLE), known, told, result, np.zeros(1, np.int64))
        play = compiled(RULES, gather, inline=False)
        luck = (self.seed, self.first)
        found = play(start.copy(), start, scratch_for(RULES, start, seats), noted, luck, self.count)
        return told[:found], result[:found]


def games_of(run: Tables, seed: int, games: int, workers: Workers = HERE) -> tuple[Any, Any]:
    """Return what is known in some games of racers, and their results."""
    racing = Racing({name: run[name] for name in TRAINED_PARTS}, seed, 0, games)
    told, result = zip(*workers.in_order(pieces_of(racing, PIECE)), strict=True)
    return np.concatenate(told), np.concatenate(result)


def fitted_odds(known: Any, result: Any) -> Any:
    """Return a logistic regression without a constant, by Newton's steps, with a small penalty on weights."""
    known, result = known.astype(np.float64), result.astype(np.float64)
    weights = np.zeros(known.shape[1])
    for _ in range(NEWTON_STEPS):
        chances = predicted(weights, known)
        slope = known.T @ (chances - result) + RIDGE * weights
        bend = (known * (chances * (1 - chances))[:, None]).T @ known + RIDGE * np.eye(len(weights))
        weights -= np.linalg.solve(bend, slope)
    return weights


def predicted(weights: Any, known: Any) -> Any:
    """Return the chances to finish ahead."""
    return 1.0 / (1.0 + np.exp(-(known @ weights)))


# --- nets -----------------------------------------------------------------------------------------------------


def learn_nets(run: Tables, seats: int, workers: Workers = HERE) -> None:
    """Train nets on games of experts: one by exact values and one by approximate ones."""
    usual = frozenset(USUAL_SHEET * GRIDS + side for side in range(len(SIDES)))
    none = tables.no_tables("f"), tables.no_tables("H")
    solo, race = (large_tables.alone(usual), none[1]) if seats == 1 else (none[0], large_tables.in_race(usual))
    start = kernel(RULES).record(opening(RULES, seats, {}).now)
    for place, by in ((seats - 1, (solo, race)), (MOST_SEATS + seats - 1, none)):

        def watch(net: Any, first: int, count: int, place: int = place, by: tuple[Any, Any] = by) -> Lot:
            learned = {name: run[name].copy() for name in TRAINED_PARTS}
            if net is not None:
                learned["nets"][place] = net
            rows = {name: rows_of(part, "f") for name, part in learned.items()}
            known = arrays_of(laid_out(solo, race, rows)), arrays_of(laid_out(*by, rows))
            watching = Watching(NAME, PLAN, known, start, seats, net is not None, first, count)
            return watched_games(watching, workers)

        run["nets"][place] = trained_net(watch, WATCHED_GAMES[seats - 1], int(run["seed"]))
