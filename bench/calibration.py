"""Hold the coach's values to the truth: predicted chances and points against what games came to.

    python bench/calibration.py [--games 1000] [--seconds 120] [--write] [GAME ...]

The expert plays against itself, with 2, 3 and 4 seats, and alone where points count. Before every throw, and with every
window open, the coach's value is noted; at the end, what the game came to. With --write the tables go into
docs/calibration.md, with the date and the commit.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np

from cinquina import coach
from cinquina.bots import Answer, answer, outlook
from cinquina.bots import prepare as prepare_bot
from cinquina.coach.rollouts import has_points, sides_of, wins_of
from cinquina.coach.valuing import value_of_row
from cinquina.core import CHOICE, OVER, Choice, Position, Roll, Rules, after, faces_wanted, opening, scores, seen_by
from cinquina.games import GAMES
from cinquina.sim.loops import UNKNOWN
from cinquina.sim.luck import WHIM_STREAM, Luck

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "calibration.md"
BINS = 10
THIRDS = 3
ENOUGH = 300
SEED = 15
MIRRORED = ("extra",)
"""Games in which all use the same throws: equal bots would play alike, so they sometimes take what is nearly best."""
ALMOST = 0.01


@dataclass
class Notes:
    """What was predicted and what came, a row for each seat or side at each moment."""

    chances: list[float]
    wins: list[float]
    points: list[float]
    finals: list[float]
    spreads: list[float]
    moments: list[int]
    lengths: list[int]
    farthest_sum: float = 0.0
    unknown: int = 0


def nearly_best(told: Answer) -> int:
    """An option that a bot likes almost as well as its best, if there is one."""
    by_worth = sorted(told.worth, key=lambda option: -told.worth[option])
    close = len(by_worth) > 1 and told.worth[by_worth[0]] - told.worth[by_worth[1]] < ALMOST
    return by_worth[1] if close else by_worth[0]


def play(start: Position, game: int, level: str) -> list[Position]:
    """All positions of a game in which nobody has answered yet; bots of a level play it."""
    dice, whims, position, moments = Luck(SEED, game), Luck(SEED, game, stream=WHIM_STREAM), start, [start]
    while position.phase != OVER:
        if position.phase != CHOICE:
            position = after(position, Roll(dice.throw(faces_wanted(position))))
        else:
            seat = position.waiting[0]
            told = answer(level, seen_by(position, seat), seat, start)
            differs = start.rules.NAME in MIRRORED and start.seats > 1 and whims.throw((2,))[0] == 1
            position = after(position, Choice(seat, nearly_best(told) if differs else told.taken(whims)))
        if not position.answers:
            moments.append(position)
    return moments


def note(notes: Notes, rules: Rules, moments: list[Position]) -> None:
    """Note what was predicted at every moment of a game, and what it came to."""
    over, ahead = moments[-1], moments[:-1]
    sides = sides_of(rules, over.now)
    came, won = scores(over), wins_of(scores(over), sides)
    number = outlook.number_at_hand(ahead[0], outlook.strongest(rules))
    said, rows = outlook.appraise(ahead[0], [position.now for position in ahead], number)
    if said == UNKNOWN:
        notes.unknown += len(ahead)
        return
    notes.lengths.append(len(ahead))
    for place, row in enumerate(rows):
        value = value_of_row(ahead[place], row, said)
        if value.chances:
            notes.farthest_sum = max(notes.farthest_sum, abs(sum(value.chances) - 1))
        notes.chances += value.chances
        notes.wins += won if value.chances else ()
        notes.points += value.points
        notes.spreads += value.spreads
        if value.points:
            notes.finals += came
            notes.moments += [place] * len(came)


def slope_of(chances: np.ndarray, wins: np.ndarray) -> tuple[float, float]:
    """Slope and intercept of the logistic regression of wins on the logit of predicted chances."""
    clipped = np.clip(chances, 0.001, 0.999)
    logit = np.log(clipped / (1 - clipped))
    inputs, weights = np.column_stack([logit, np.ones(len(logit))]), np.array([1.0, 0.0])
    for _ in range(30):
        guess = 1 / (1 + np.exp(-inputs @ weights))
        spread = guess * (1 - guess) + 1e-9
        curve = inputs.T @ (inputs * spread[:, None]) + np.eye(2)
        weights = weights + np.linalg.solve(curve, inputs.T @ (wins - guess)).clip(-0.5, 0.5)
    return float(weights[0]), float(weights[1])


def told(notes: Notes, games: int, seats: int) -> dict[str, Any]:
    """The results of a table as data."""
    found: dict[str, Any] = {"games": games, "seats": seats, "unknown": notes.unknown}
    found |= {"date": str(datetime.now(UTC).date()), "commit": commit()}
    if notes.chances:
        chances, wins = np.array(notes.chances), np.array(notes.wins)
        slope, _ = slope_of(chances, wins)
        at = np.minimum((chances * BINS).astype(int), BINS - 1)
        found["slope"] = slope
        found["sum_off"] = notes.farthest_sum
        found["bins"] = [
            [int((at == place).sum()), float(chances[at == place].mean()), float(wins[at == place].mean())]
            for place in range(BINS)
            if (at == place).any()
        ]
    if notes.points:
        points, finals, moments = (np.array(given) for given in (notes.points, notes.finals, notes.moments))
        # By the moments so far, not by those to come: that a game will end soon nobody knows beforehand.
        thirds = np.minimum((THIRDS * moments / np.mean(notes.lengths)).astype(int), THIRDS - 1)
        spreads = np.array(notes.spreads)
        found["points"] = [
            [
                float((points - finals)[thirds == third].mean()),
                float(np.sqrt(((points - finals)[thirds == third] ** 2).mean())),
                float(np.sqrt((spreads[thirds == third] ** 2).mean())),
            ]
            for third in range(THIRDS)
            if (thirds == third).any()
        ]
    return found


def calibrate(rules: Rules, seats: int, games: int, seconds: float) -> dict[str, Any]:
    """Play games of the expert and compare."""
    start = opening(rules, seats)
    level = outlook.strongest(rules)
    prepare_bot(start, level)
    coach.prepare(start)
    notes, until, played = Notes([], [], [], [], [], [], []), time.process_time() + seconds, 0
    while played < games and time.process_time() < until:
        note(notes, rules, play(start, played, level))
        played += 1
    return told(notes, played, seats)


def tables(names: list[str], games: int, seconds: float) -> Iterator[tuple[str, dict[str, Any]]]:
    """The results of all tables of some games."""
    for name in names:
        rules = GAMES[name]
        for seats in (1, 2, 3, 4):
            if seats in rules.SEATS and (seats > 1 or has_points(rules)):
                yield name, calibrate(rules, seats, games, seconds)


HEAD = """# How honest the coach's values are

Made by `python bench/calibration.py --write`. The expert plays against itself. Before
every throw and whenever a window opens, the coach's value of the position is noted for every side, and at the end
what the game came to. *Slope* is that of the logistic regression of wins on the logit of the predicted chance: 1 is
honest, more is too timid, less too bold. The goals: in every tenth of the predicted chances with {enough} values or
more the share of wins differs by at most .03, the slope is between .9 and 1.1, chances sum to 1, and points are
unbiased within 2 (Extra! 10) in every third of a game. A third is counted by the moments so far against the mean
length of a game: nobody knows beforehand that a game will end soon. Values of one game depend on each other, so the
error of a share is about that of as many games. In Extra! all use the same throws, so that equal players would play
alike: there they take at times what is nearly best.

"""


def table_text(name: str, result: dict[str, Any]) -> str:
    """The results of a table as text."""
    seats = result["seats"]
    lines = [f"## {name}, {seats} seat{'s' if seats > 1 else ''}, {result['games']} games", ""]
    lines += [f"On {result['date']} at commit {result['commit']}.", ""]
    if result["unknown"]:
        return "\n".join([*lines, "Not known without playing on: values are those of rollouts.", ""])
    if "slope" in result:
        lines += [f"Slope {result['slope']:.2f}; sums of chances differ from 1 by {result['sum_off']:.0e} at most.", ""]
        lines += ["| values | predicted | came | difference |", "|---|---|---|---|"]
        for many, chance, share in result["bins"]:
            lines.append(f"| {many} | {chance:.3f} | {share:.3f} | {share - chance:+.3f} |")
        lines.append("")
    if "points" in result:
        lines += ["| third | points too many | root of squared error | spread told |", "|---|---|---|---|"]
        for third, (bias, error, spread) in enumerate(result["points"], 1):
            lines.append(f"| {third} | {bias:+.1f} | {error:.1f} | {spread:.1f} |")
        lines.append("")
    return "\n".join(lines)


def commit() -> str:
    """The commit that is measured."""
    line = ["git", "rev-parse", "--short", "HEAD"]
    return subprocess.run(line, cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()


def page(found: list[tuple[str, dict[str, Any]]]) -> str:
    """The page with all tables."""
    return HEAD.format(enough=ENOUGH) + "\n".join(table_text(name, result) for name, result in found)


def main() -> int:
    """Calibrate games, print the results as JSON lines, and write the page if asked to."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=120.0, help="of computing, at most, for a table")
    parser.add_argument("--write", action="store_true", help="write docs/calibration.md")
    parser.add_argument("--read", type=Path, help="take results from a file that was printed before")
    parser.add_argument("names", nargs="*")
    given = parser.parse_args()
    found = [] if not given.read else [json.loads(line) for line in given.read.read_text().splitlines()]
    for name, result in tables(given.names or list(GAMES), given.games, given.seconds) if not given.read else ():
        print(json.dumps([name, result]), flush=True)
        found.append((name, result))
    if given.write:
        PAGE.write_text(page(found), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
