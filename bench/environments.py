"""How many choices a second the environments make, in CPU seconds: `.venv/bin/python bench/environments.py`."""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from cinquina import rl
from cinquina.games import GAMES
from cinquina.rl.vector import SeatInMany

AT_ONCE, STEPS, SINGLE_STEPS, SEATS = 4096, 60, 2000, 2


def of_many(game: str) -> float:
    """Return the choices a second of many games at once; choosing them is not counted."""
    env, luck = SeatInMany(game, num_envs=AT_ONCE, seats=SEATS, opponents="random"), np.random.default_rng(0)
    _, info = env.reset(seed=1)
    spent = 0.0
    for step in range(STEPS):
        actions = (luck.random(info["action_mask"].shape, np.float32) * info["action_mask"]).argmax(axis=1)
        began = time.process_time()
        _, _, _, _, info = env.step(actions)
        spent += (time.process_time() - began) if step else 0.0  # the first one compiles
    return AT_ONCE * (STEPS - 1) / spent


def of_single(game: str) -> float:
    """Return the choices a second of one game, with the wrappers of Gymnasium."""
    env, luck = rl.make(game, seats=SEATS, opponents="random"), np.random.default_rng(0)
    info: dict[str, Any] = env.reset(seed=1)[1]
    began = time.process_time()
    for _ in range(SINGLE_STEPS):
        _, _, over, _, info = env.step(luck.choice(np.flatnonzero(info["action_mask"])))
        if over:
            info = env.reset()[1]
    return SINGLE_STEPS / (time.process_time() - began)


if __name__ == "__main__":
    for name in GAMES:
        print(f"| {name} | {of_many(name) / 1e6:.2f} million | {of_single(name):,.0f} |", flush=True)
