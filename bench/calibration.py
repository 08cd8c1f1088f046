"""Hold the coach's values to the truth: predicted chances and points against what games came to.

    python bench/calibration.py [--games 1000] [--seconds 120] [--seats 2,3] [--jobs 2] [--write] [--fit N] [GAME ...]

The expert plays against itself, with 2 to 6 seats, and alone where points count. Before every throw, and with every
window open, the coach's value is noted; at the end, what the game came to. With --write the tables go into
docs/calibration.md, with the date and the commit; those of other games and numbers of seats stay there as they are.
With --fit this many other games are played before, and src/cinquina/coach/sharpness.json gets what fits the chances to
these best: a power of the odds, how far chances move towards each other where nothing is clear, and by how much the
power grows the farther one side is ahead. With --jobs several tables, and parts of one, are played at the same time.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, fields
from datetime import UTC, datetime
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from moments import Moments

from cinquina.bots import Verdict, answer, outlook
from cinquina.bots import prepare as prepare_bot
from cinquina.coach import sharpness
from cinquina.coach.rollouts import NORMAL_95, sides_of, wins_of
from cinquina.coach.sharpness import HONEST, Sharpness
from cinquina.coach.valuing import value_of_row
from cinquina.core import CHOICE, Choice, Position, Roll, after, faces_wanted, opening, seen_by
from cinquina.games import GAMES
from cinquina.sim.luck import WHIM_STREAM, Luck
from cinquina.sim.placeholders import UNKNOWN

Numbers = np.ndarray[Any, Any]
Table = tuple[str, int]
"""A game, and with how many seats it is played."""
ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "calibration.md"
BINS = 10
THIRDS = 3
ENOUGH = 300
LEAST = 0.001
"""Chances less than this count as this where logarithms are taken."""
POWERS = [round(0.7 + 0.1 * step, 1) for step in range(11)]
EVENINGS = [0.08 * step for step in range(8)]
GROWTHS = [round(0.2 * step, 1) for step in range(-4, 4)]
SWELLS = [round(0.2 * step, 1) for step in range(-1, 4)]
"""What is tried where the chances of a table are fitted to games."""
THIN = 4
"""Chances are fitted to every fourth moment: those between tell almost the same."""
SEED, FIT_SEED = 15, 16
"""Of the games that values are held to, and of those that chances are fitted to."""
MIRRORED = ("extra",)
"""Games in which all use the same throws: equal bots would play alike,"""
DIFFERING = 3
"""so in this many throws each of them takes now and then what is second best, and values are noted from then on."""


@dataclass
class Notes:
    """What was predicted and what came, a row for each seat or side at each moment."""

    chances: list[float] = field(default_factory=list)
    wins: list[float] = field(default_factory=list)
    points: list[float] = field(default_factory=list)
    finals: list[float] = field(default_factory=list)
    spreads: list[float] = field(default_factory=list)
    moments: list[int] = field(default_factory=list)
    lengths: list[int] = field(default_factory=list)
    noted: list[int] = field(default_factory=list)
    """By game: how many of its moments were noted."""
    farthest_sum: float = 0.0
    unknown: int = 0

    @property
    def games(self) -> int:
        """How many games were played."""
        return len(self.noted)

    def add(self, more: Notes) -> None:
        """Add what was noted of other games."""
        for part in fields(self):
            if isinstance(getattr(self, part.name), list):
                getattr(self, part.name).extend(getattr(more, part.name))
        self.farthest_sum = max(self.farthest_sum, more.farthest_sum)
        self.unknown += more.unknown


class Seen(NamedTuple):
    """What was seen of games: a row for each moment with the chances of all sides and their wins, and its game."""

    chances: Numbers
    wins: Numbers
    games: Numbers


@dataclass(frozen=True)
class Part:
    """Games to be played with a number of seats: those of a seed from `first` on, every n-th, for this many seconds of
    computing at most."""

    name: str
    seats: int
    seed: int
    games: range
    seconds: float


def second_best(told: Verdict) -> int:
    """The option that a bot likes best but for one; its only one where there are no others."""
    return sorted(told.worth, key=lambda option: -told.worth[option])[:2][-1]


def made_different(start: Position, dice: Luck, whims: Luck) -> tuple[Position, int]:
    """The position before a throw in which equal players differ, and how many moments it took to get there."""
    position, moments, throws = start, 0, DIFFERING if start.rules.NAME in MIRRORED and start.seats > 1 else 0
    while dice.thrown < throws or (throws and position.phase == CHOICE):
        if position.phase != CHOICE:
            position = after(position, Roll(dice.throw(faces_wanted(position))))
        else:
            seat = position.waiting[0]
            told = answer(outlook.strongest(start.rules), seen_by(position, seat), seat, start)
            differs = dice.thrown > 0 and whims.throw((2,))[0] == 1
            position = after(position, Choice(seat, second_best(told) if differs else told.taken(whims)))
        moments += 0 if position.answers else 1
    return position, moments


def note(notes: Notes, start: Position, moments: Moments, luck: tuple[int, int]) -> None:
    """Note what was predicted at every moment of a game, once players differ, and what it came to."""
    dice, whims = Luck(*luck), Luck(*luck, stream=WHIM_STREAM)
    position, before = made_different(start, dice, whims)
    said, rows, came = moments.from_here(position, dice, whims)
    won = wins_of(came, sides_of(start.rules, start.now))
    notes.lengths.append(before + len(rows))
    notes.noted.append(len(rows))
    if said == UNKNOWN:
        notes.unknown += len(rows)
        return
    for place, row in enumerate(rows, before):
        value = value_of_row(start, row, said)
        if value.chances:
            notes.farthest_sum = max(notes.farthest_sum, abs(sum(value.chances) - 1))
        notes.chances += value.chances
        notes.wins += won if value.chances else ()
        notes.points += value.points
        notes.spreads += value.spreads
        if value.points:
            notes.finals += came
            notes.moments += [place] * len(came)


def games_of(notes: Notes, rows: int) -> Numbers:
    """By row: the number of its game."""
    return np.repeat(np.arange(len(notes.noted)), np.array(notes.noted) * (rows // sum(notes.noted)))


def error_of(off: Numbers, games: Numbers) -> float:
    """Half of the 95 % interval of a mean, if within a game all is off together."""
    sums = np.bincount(games, off - off.mean())
    return float(NORMAL_95 * np.sqrt((sums**2).sum()) / len(off))


def slope_of(chances: Numbers, wins: Numbers, games: Numbers) -> tuple[float, float]:
    """Slope of the logistic regression of wins on the logit of predicted chances, and half of its 95 % interval."""
    clipped = np.clip(chances, LEAST, 1 - LEAST)
    logit = np.log(clipped / (1 - clipped))
    inputs, weights = np.column_stack([logit, np.ones(len(logit))]), np.array([1.0, 0.0])
    for _ in range(30):
        guess = 1 / (1 + np.exp(-inputs @ weights))
        spread = guess * (1 - guess) + 1e-9
        curve = inputs.T @ (inputs * spread[:, None]) + np.eye(2)
        weights = weights + np.linalg.solve(curve, inputs.T @ (wins - guess)).clip(-0.5, 0.5)
    pulls = np.bincount(games, logit * (wins - guess))
    return float(weights[0]), float(NORMAL_95 * np.sqrt((pulls**2).sum()) / curve[0, 0])


def sharpened(chances: Numbers, fitted: Sharpness) -> Numbers:
    """As `cinquina.coach.sharpness` does it, for many moments at once; a row is a moment, a column a side."""
    powers = sharpness.power_at(fitted, lead_of(chances))  # type: ignore[arg-type]  # arrays multiply as well
    odds = np.maximum(chances, LEAST / BINS) ** powers
    bolder = odds / odds.sum(1, keepdims=True)
    moved = fitted.evening * (1 - bolder.max(1, keepdims=True))
    evened: Numbers = bolder + moved * (1 / chances.shape[1] - bolder)
    return evened


def lead_of(chances: Numbers) -> Numbers:
    """By moment: how far the first is ahead, from 0 to 1."""
    lead: Numbers = (chances.max(1, keepdims=True) * chances.shape[1] - 1) / (chances.shape[1] - 1)
    return lead


def likelihoods(seen: Seen, fitted: Sharpness) -> Numbers:
    """By game: the mean logarithmic likelihood of its result, as its moments told it."""
    likely = (seen.wins * np.log(np.maximum(sharpened(seen.chances, fitted), LEAST))).sum(1)
    return np.bincount(seen.games, likely) / np.bincount(seen.games)


def best_fit(seen: Seen) -> Sharpness:
    """What fits best; what changes nothing, unless this is probably better."""
    tried = [Sharpness(*one) for one in product(POWERS, EVENINGS, GROWTHS, SWELLS)]
    best = max(tried, key=lambda one: likelihoods(seen, one).mean())
    more = likelihoods(seen, best) - likelihoods(seen, HONEST)
    return best if more.mean() > more.std() / np.sqrt(len(more)) else HONEST


def told(notes: Notes, seats: int) -> dict[str, Any]:
    """The results of a table as data."""
    found: dict[str, Any] = {"games": notes.games, "seats": seats, "unknown": notes.unknown}
    found |= {"date": str(datetime.now(UTC).date()), "commit": commit()}
    if notes.chances:
        found |= {"sum_off": notes.farthest_sum, **chances_told(notes)}
    if notes.points:
        found["points"] = points_told(notes)
    return found


def chances_told(notes: Notes) -> dict[str, Any]:
    """How predicted chances agree with wins: the slope, and by tenth how many, predicted, came and the interval."""
    chances, wins = np.array(notes.chances), np.array(notes.wins)
    games = games_of(notes, len(chances))
    tenths = np.minimum((chances * BINS).astype(int), BINS - 1)
    found = []
    for tenth in range(BINS):
        at = tenths == tenth
        if at.any():
            error = error_of((wins - chances)[at], games[at])
            found.append([int(at.sum()), float(chances[at].mean()), float(wins[at].mean()), error])
    return {"slope": slope_of(chances, wins, games), "bins": found}


def points_told(notes: Notes) -> list[list[float]]:
    """How predicted points agree with those that came, by third: too many, the interval, the error and the spread."""
    off, spreads = np.array(notes.points) - np.array(notes.finals), np.array(notes.spreads)
    games = games_of(notes, len(off))
    # By the moments so far, not by those to come: that a game will end soon nobody knows beforehand.
    thirds = np.minimum((THIRDS * np.array(notes.moments) / np.mean(notes.lengths)).astype(int), THIRDS - 1)
    found = []
    for third in range(THIRDS):
        at = thirds == third
        if at.any():
            square, spread = (float(np.sqrt((numbers[at] ** 2).mean())) for numbers in (off, spreads))
            found.append([float(off[at].mean()), error_of(off[at], games[at]), square, spread])
    return found


def watched(part: Part) -> Notes:
    """What is noted of games of the expert."""
    start = opening(GAMES[part.name], part.seats)
    if part.name in MIRRORED:
        prepare_bot(start, outlook.strongest(start.rules))
    moments = Moments(start)
    notes, until = Notes(), time.process_time() + part.seconds
    for game in part.games:
        if time.process_time() > until:
            break
        note(notes, start, moments, (part.seed, game))
    return notes


def all_watched(wanted: list[Table], seed: int, given: argparse.Namespace) -> dict[Table, Notes]:
    """What is noted of the games of all tables, played by several processes at once."""
    slices = max(given.jobs // len(wanted), 1)
    games = given.fit if seed == FIT_SEED else given.games
    parts = [
        Part(name, seats, seed, range(place, games, slices), given.seconds / slices)
        for place in range(slices)
        for name, seats in wanted
    ]
    found: dict[Table, Notes] = {table: Notes() for table in wanted}
    with ProcessPoolExecutor(given.jobs, multiprocessing.get_context("spawn")) as pool:
        for part, notes in zip(parts, pool.map(watched, parts), strict=True):
            found[part.name, part.seats].add(notes)
    return found


def fit(name: str, seats: int, seen: Seen) -> None:
    """Fit the chances of a table to games."""
    found = best_fit(seen)
    print(f"{name}, {seats} seats: {found} by {seen.games[-1] + 1} games", flush=True)
    if found != HONEST:
        sharpness.write({**sharpness.known(), sharpness.table_of(opening(GAMES[name], seats)): found})


def seen_in(name: str, seats: int, notes: Notes) -> Seen:
    """What was seen in games that were noted."""
    start = opening(GAMES[name], seats)
    sides = max(sides_of(start.rules, start.now)) + 1
    chances, wins = (np.array(numbers).reshape(-1, sides) for numbers in (notes.chances, notes.wins))
    games = games_of(notes, len(chances))
    return Seen(chances[::THIN], wins[::THIN], games[::THIN])


def forget(wanted: list[Table]) -> None:
    """Forget what was fitted to tables."""
    names = {f"{name} {seats}" for name, seats in wanted}
    sharpness.write({table: fitted for table, fitted in sharpness.known().items() if table not in names})


def tables(names: list[str], wanted: list[int]) -> Iterator[Table]:
    """The games, and the numbers of seats that they are played with."""
    for name in names:
        rules = GAMES[name]
        for seats in wanted:
            if seats in rules.SEATS and (seats > 1 or rules.POINTS):
                yield name, seats


HEAD = """# How honest the coach's values are

Made by `python bench/calibration.py --write`, which may be run for one game and number of seats at a time. The expert
plays against itself. Before every throw and whenever a window opens, the coach's value of the position is noted for
every side, and at the end what the game came to. Where the tables of a game were found too timid or too bold, the odds
are raised to a power, which may grow with the lead of the first side and swell half way, and chances moved towards each
other where nothing is clear, as fits other games best (`--fit`, `src/cinquina/coach/sharpness.json`). *Slope* is
that of the logistic regression of wins on the logit of the predicted chance: 1 is honest, more is too timid, less too
bold. The goals: in every tenth of the predicted chances with {enough} values or
more the share of wins differs by at most .03, the slope is between .9 and 1.1, chances sum to 1, and points are
unbiased within 2 (Extra! 10) in every third of a game. A third is counted by the moments so far against the mean
length of a game: nobody knows beforehand that a game will end soon. Values of one game depend on each other: ± is half
of the 95 % interval as it follows from differences between games (older tables are without it). In Extra! all use the
same throws, so that equal players would play alike: in the first {differing} throws each takes now and then what is
second best, and values are noted from then on. (When they did so throughout the game, that alone cost them points, and
values seemed too high by 70.)

"""


def table_text(name: str, result: dict[str, Any]) -> str:
    """The results of a table as text."""
    seats = result["seats"]
    lines = [f"## {name}, {seats} seat{'s' if seats > 1 else ''}, {result['games']} games", ""]
    lines += [f"On {result['date']} at commit {result['commit']}.", ""]
    if result["unknown"]:
        return "\n".join([*lines, "Not known without playing on: values are those of rollouts.", ""])
    if "slope" in result:
        slope, error = result["slope"]
        lines += [
            f"Slope {slope:.2f} ± {error:.2f}; sums of chances differ from 1 by {result['sum_off']:.0e} at most.",
            "",
        ]
        lines += ["| values | predicted | came | difference |", "|---|---|---|---|"]
        for many, chance, share, error in result["bins"]:
            lines.append(f"| {many} | {chance:.3f} | {share:.3f} | {share - chance:+.3f} ± {error:.3f} |")
        lines.append("")
    if "points" in result:
        lines += ["| third | points too many | root of squared error | spread told |", "|---|---|---|---|"]
        for third, (bias, interval, error, spread) in enumerate(result["points"], 1):
            lines.append(f"| {third} | {bias:+.1f} ± {interval:.1f} | {error:.1f} | {spread:.1f} |")
        lines.append("")
    return "\n".join(lines)


def commit() -> str:
    """The commit that is measured; where the files are not a checkout, the environment tells it."""
    if told := os.environ.get("CINQUINA_COMMIT"):
        return told
    line = ["git", "rev-parse", "--short", "HEAD"]
    return subprocess.run(line, cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()


def sections(text: str) -> dict[Table, str]:
    """The sections of a page, by game and seats."""
    found = {}
    for section in text.split("\n## ")[1:]:
        name, seats = section.split(", ")[:2]
        found[name, int(seats.split()[0])] = f"## {section.rstrip()}\n"
    return found


def page(known: dict[Table, str]) -> str:
    """The page with all sections, in the order of games and seats."""
    order = sorted(known, key=lambda table: (list(GAMES).index(table[0]), table[1]))
    return HEAD.format(enough=ENOUGH, differing=DIFFERING) + "\n".join(known[table] for table in order)


def main() -> int:
    """Calibrate games, print the results as JSON lines, and write the page if asked to."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=120.0, help="of computing, at most, for a table")
    parser.add_argument("--seats", default="1,2,3,4,5,6", help="with which numbers of seats")
    parser.add_argument("--jobs", type=int, default=1, help="how many processes play at once")
    parser.add_argument("--write", action="store_true", help="write the tables into docs/calibration.md")
    parser.add_argument("--fit", type=int, default=0, help="fit chances to this many other games first")
    parser.add_argument("names", nargs="*")
    given = parser.parse_args()
    wanted = list(tables(given.names or list(GAMES), [int(seats) for seats in given.seats.split(",")]))
    if given.fit:
        of_several = [table for table in wanted if table[1] > 1]
        forget(of_several)
        for table, notes in all_watched(of_several, FIT_SEED, given).items() if of_several else ():
            fit(*table, seen_in(*table, notes))
    known = sections(PAGE.read_text(encoding="utf-8")) if PAGE.exists() else {}
    for (name, seats), notes in all_watched(wanted, SEED, given).items():
        result = told(notes, seats)
        print(json.dumps([name, result]), flush=True)
        known[name, seats] = table_text(name, result)
    if given.write:
        PAGE.write_text(page(known), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
