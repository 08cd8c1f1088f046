"""Compiles the rules of every game to PTX, the code of NVIDIA GPUs, from the same functions. Needs no GPU.

    CUDA_HOME=/usr/local/cuda .venv/bin/python bench/gpu/emit.py FOLDER

Writes FOLDER/GAME.ptx and FOLDER/games.json: for each game the name of its entry, its opening as bytes, and what the
same games came to on this machine's processor, so that `play.py`, which needs a GPU and CuPy but nothing of this
project, can check that they come to the same there. Needs libnvvm, which is part of CUDA's compiler.
"""

from __future__ import annotations

import base64
import json
import re
import sys
import types
from pathlib import Path
from typing import Any

import numba
import numpy as np
from numba import cuda
from numba.core import types as kinds
from numba.cuda import dispatcher

from cinquina.core import Rules, bits, opening
from cinquina.games import GAMES
from cinquina.sim import kernel, loops, luck
from cinquina.sim.batch import play_games

SEATS = 2
SEED = 1
CHECKED = 1_000_000
"""Games that must come to the same on the GPU."""
HOPPER = (9, 0)


class _Hopper:
    """Stands for the GPU that is not here: numba asks only for its kind."""

    compute_capability = HOPPER


@cuda.jit(device=True)
def _count(word: int) -> Any:
    return np.int64(cuda.popc(word))


@cuda.jit(device=True)
def _lowest(word: int) -> Any:
    return np.int64(cuda.ffs(word)) - 1


class Binder(kernel._Binder):
    """Binds functions as the kernel does, but for the GPU."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules, saved=False)
        self.done = {bits.count: _count, bits.lowest: _lowest}

    def bound(self, function: Any) -> Any:
        """The twin of a function that runs on the GPU."""
        if function not in self.done:
            surroundings = dict(function.__globals__)
            twin = types.FunctionType(function.__code__, surroundings, function.__name__, function.__defaults__)
            self.done[function] = cuda.jit(device=True)(twin)
            for name in set(function.__code__.co_names) & surroundings.keys():
                surroundings[name] = self.replacement(function, name, surroundings[name])
        return self.done[function]


def emitted(rules: Rules) -> str:
    """The PTX of a game: every thread plays its share of games and adds up their points and events."""
    binder = Binder(rules)
    play_on, score = binder.bound(loops.play_on), binder.bound(rules.score)
    game_key = binder.bound(luck.game_key)
    record, dice = numba.from_dtype(kernel.layout_of(rules.State)), len(rules.DICE)

    def play(start: Any, seed: int, each: int, totals: Any) -> None:
        one = cuda.local.array(1, record)
        faces = cuda.local.array(dice, kinds.int64)
        points = events = 0
        for game in range(each):
            one[0] = start[0]
            s = one[0]
            number = cuda.grid(1) * each + game
            throws, choices = play_on(s, faces, game_key(seed, number, 0), game_key(seed, number, 1))
            events += throws + choices
            for seat in range(s.seats):
                points += score(s, seat)
        cuda.atomic.add(totals, 0, points)
        cuda.atomic.add(totals, 1, events)

    arrays = (kinds.Array(record, 1, "C"), kinds.int64, kinds.int64, kinds.Array(kinds.int64, 1, "C"))
    ptx, _ = cuda.compile_ptx(play, arrays, device=False, cc=HOPPER)
    return str(ptx)


def main(folder: Path) -> None:
    """Write everything the GPU's side needs."""
    dispatcher.get_current_device = lambda: _Hopper
    folder.mkdir(parents=True, exist_ok=True)
    told = {}
    for name, rules in GAMES.items():
        ptx = emitted(rules)
        (folder / f"{name}.ptx").write_text(ptx)
        start = kernel.kernel(rules).record(opening(rules, SEATS).now)
        results = play_games(rules, SEATS, {}, SEED, 0, CHECKED)
        told[name] = {
            "entry": re.findall(r"\.visible \.entry (\w+)\(", ptx)[0],
            "start": base64.b64encode(start.tobytes()).decode(),
            "seed": SEED,
            "checked": CHECKED,
            "points": int(results.scores.sum()),
            "events": int(results.events.sum()),
        }
    (folder / "games.json").write_text(json.dumps(told, indent=1))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
