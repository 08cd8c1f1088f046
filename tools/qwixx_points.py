"""Fit the points to expect in Qwixx to games of the expert against itself.

    python tools/qwixx_points.py [--games 700]

Writes src/cinquina/bots/qwixx/points_weights.py; see bots/qwixx/points.py.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

import numpy as np

from cinquina.bots import choose, prepare
from cinquina.bots.players import playing
from cinquina.bots.qwixx.points import FEATURES, LOOKS, UNIT, describe_points, look_at_all
from cinquina.bots.qwixx.tables import learned
from cinquina.bots.qwixx.values import SOLO
from cinquina.core import CHOICE, OVER, ROLL, Choice, Position, Roll, after, faces_wanted, opening, scores, seen_by
from cinquina.games import GAMES
from cinquina.games.qwixx import MOST_SEATS
from cinquina.sim.arrays import arrays_of
from cinquina.sim.kernel import compiled, kernel
from cinquina.sim.luck import WHIM_STREAM, Luck

RULES = GAMES["qwixx"]
FILE = Path(__file__).resolve().parents[1] / "src" / "cinquina" / "bots" / "qwixx" / "points_weights.py"
SEED = 31
PENALTY = 3.0
"""How strongly large weights are held back."""
HEAD = '''"""Weights of the points to expect in Qwixx, made by tools/qwixx_points.py; see `points`."""

from __future__ import annotations


def numbers(text: str) -> tuple[int, ...]:
    """The whole numbers of a text."""
    return tuple(int(number) for number in text.split())

'''
Rows = np.ndarray[Any, np.dtype[np.float64]]


def played(start: Position, game: int) -> list[Position]:
    """The positions before throws of a game of the expert, and the last one."""
    dice, whims, position, found = Luck(SEED, game), Luck(SEED, game, stream=WHIM_STREAM), start, []
    while position.phase != OVER:
        if position.phase == CHOICE:
            seat = position.waiting[0]
            position = after(position, Choice(seat, choose("expert", seen_by(position, seat), seat, whims, start)))
        else:
            found += [position] if position.phase == ROLL and position.now.beginner >= 0 else []
            position = after(position, Roll(dice.throw(faces_wanted(position))))
    return [*found, position]


def describe_all(states: Any, tables: Any, seen: Any, given: Any) -> None:
    """What the polynomial is of, for every seat of every state."""
    for place in range(len(states)):
        s = states[place]
        look_at_all(s, tables, seen[place])
        if s.seats > 1:
            for seat in range(s.seats):
                describe_points(s, seat, seen[place], given[place, seat])


def gathered(seats: int, games: int) -> tuple[Rows, Rows, Rows]:
    """By position and seat: what the polynomial is of, what the table for one expects to come, and what came."""
    start = opening(RULES, seats)
    prepare(start, "expert")
    described = compiled(RULES, describe_all, inline=False)
    known, layout = arrays_of(learned()), kernel(RULES, playing(RULES))
    inputs, alone, came = [], [], []
    for game in range(games):
        *before, over = played(start, game)
        seen = np.zeros((len(before), LOOKS * MOST_SEATS))
        given = np.zeros((len(before), seats, FEATURES))
        described(np.concatenate([layout.record(position.now) for position in before]), known, seen, given)
        looks = seen.reshape(len(before), MOST_SEATS, LOOKS)[:, :seats]
        inputs.append(given.reshape(-1, FEATURES))
        alone.append(looks[:, :, 1 + SOLO].reshape(-1))
        came.append((np.array(scores(over)) - looks[:, :, 0]).reshape(-1))
    return np.concatenate(inputs), np.concatenate(alone), np.concatenate(came)


def second_degree(inputs: Rows) -> Rows:
    """All terms of a polynomial of the second degree, in the order of `points.polynomial`."""
    width = inputs.shape[1]
    pairs = [inputs[:, one] * inputs[:, other] for one in range(width) for other in range(one, width)]
    return np.column_stack([np.ones(len(inputs)), inputs, *pairs])


def fitted(terms: Rows, wanted: Rows) -> Rows:
    """The weights of the terms that come nearest."""
    held = PENALTY * np.eye(terms.shape[1])
    return np.asarray(np.linalg.solve(terms.T @ terms + held, terms.T @ wanted), np.float64)


def told(name: str, numbers: Rows, text: str) -> str:
    """A tuple of whole numbers as source."""
    whole = [str(round(float(number) * UNIT)) for number in numbers]
    lines = ["    " + " ".join(whole[at : at + 10]) for at in range(0, len(whole), 10)]
    return "\n".join([f'{name} = numbers("""', *lines, '""")', f'"""{text}"""', ""])


def main() -> int:
    """Play, fit and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=700)
    games = parser.parse_args().games
    _, alone, came_alone = gathered(1, games)
    squares = (came_alone - alone) ** 2
    of_one = np.column_stack([np.ones(len(alone)), alone, alone**2])
    tables = [gathered(seats, games) for seats in RULES.SEATS[1:]]
    inputs, came = (np.concatenate([table[place] for table in tables]) for place in (0, 2))
    middles, scales = inputs.mean(axis=0), inputs.std(axis=0)
    terms = second_degree((inputs - middles) / scales)
    weights = fitted(terms, came)
    variance = fitted(terms, (came - terms @ weights) ** 2)
    parts = [
        HEAD,
        told("MIDDLES", middles, "The mean of everything that the polynomials are of,"),
        told("SCALES", scales, "and its spread."),
        told("WEIGHTS", weights, "Of the points to come, with others at the table."),
        told("VARIANCE", variance, "Of their variance."),
        told(
            "ALONE",
            fitted(of_one, squares),
            "Of their variance alone: constant, by the points to come and by their square.",
        ),
    ]
    FILE.write_text("\n".join(parts), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
