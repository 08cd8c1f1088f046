"""Tabular Q-learning: Qwixx alone, with a table of a few thousand numbers.

    python examples/tabular.py --games 20000 --regret 100

A choice is known by how many cells it skips in its row, how many crosses that row has, how many cells all rows have
left behind, which action it is, whether the player has crossed something this turn, and how many penalties there are.
That is far less than the whole position, so the table is small and learns within minutes; what is left out shows in the
regret against exact play.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import Any

import numpy as np

from cinquina import rl
from cinquina.rl.single import OneSeat

GAME = "qwixx"
ROWS, ROW_BITS, CELLS = 4, 12, 11
PASS = ROWS * ROW_BITS
STRETCH = 4
"""Cells left behind are counted in stretches of this length."""
RATE, EXPLORING = 0.05, 0.05

Key = tuple[int, ...]


class Tabular:
    """A table of what choices are worth: the points still to come."""

    def __init__(self, env: OneSeat, seed: int = 0) -> None:
        places = {entry.name: place for place, entry in enumerate(env.entries)}
        self.sheet = [places[f"sheet.own.{bit}"] for bit in range(PASS)]
        self.told = [places[name] for name in ("penalties.own", "action", "crossed")]
        self.worth: dict[Key, float] = {}
        self.luck = np.random.default_rng(seed)

    def keys(self, observation: Any, info: Mapping[str, Any]) -> dict[int, Key]:
        """Return the legal options, and by what each of them is known."""
        rows = observation[self.sheet].reshape(ROWS, ROW_BITS)
        last = [int(np.flatnonzero(row[:CELLS])[-1]) if row[:CELLS].any() else -1 for row in rows]
        told = (*observation[self.told].tolist(), (sum(last) + ROWS) // STRETCH)
        found: dict[int, Key] = {}
        for option in np.flatnonzero(info["action_mask"]).tolist():
            row, cell = divmod(option, ROW_BITS)
            if option == PASS:
                found[option] = told
            else:
                found[option] = (*told, cell - last[row] - 1, int(rows[row][:CELLS].sum()))
        return found

    def best(self, keys: Mapping[int, Key]) -> int:
        """Return the option that is worth most."""
        return max(keys, key=lambda option: self.worth.get(keys[option], 0.0))

    def __call__(self, observation: Any, info: Mapping[str, Any]) -> int:
        return self.best(self.keys(observation, info))

    def learn(self, env: OneSeat, games: int, seed: int) -> list[float]:
        """Play games, learn from every choice, and return the results."""
        results = []
        for game in range(games):
            keys = self.keys(*env.reset(seed=seed if game == 0 else None))
            total, over = 0.0, False
            while not over:
                explores = self.luck.random() < EXPLORING
                option = int(self.luck.choice(list(keys))) if explores else self.best(keys)
                observation, reward, over, _, info = env.step(option)
                known, keys = keys[option], {} if over else self.keys(observation, info)
                ahead = max((self.worth.get(key, 0.0) for key in keys.values()), default=0.0)
                before = self.worth.get(known, 0.0)
                self.worth[known] = before + RATE * (reward + ahead - before)
                total += reward
            results.append(total)
        return results


def main(line: list[str] | None = None) -> float:
    """Learn, and tell how well; return the mean result of the last tenth of the games."""
    asked = argparse.ArgumentParser(description="Tabular Q-learning in Qwixx alone.")
    asked.add_argument("--games", type=int, default=20_000)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--regret", type=int, default=0, help="games in which to compare every choice with exact play")
    given = asked.parse_args(line)
    env = OneSeat(GAME, seats=1)
    agent = Tabular(env, given.seed)
    results = agent.learn(env, given.games, given.seed)
    tenth = max(1, given.games // 10)
    first, last = float(np.mean(results[:tenth])), float(np.mean(results[-tenth:]))
    print(f"{given.games} games, {len(agent.worth)} numbers: {first:.1f} points at first, {last:.1f} at the end")
    if given.regret:
        found = rl.regret(agent, GAME, games=given.regret, seed=given.seed + 1)
        print(f"regret {found.mean:.2f} ± {found.error:.2f} of {found.best:.2f} points in {found.games} games")
    return last


if __name__ == "__main__":
    main()
