"""Measure random games per second of every game on a machine with an NVIDIA GPU and CuPy, with the files of `emit.py`.

    python3 bench/gpu/play.py FOLDER

First plays the games that `emit.py` played on a processor, whose results must be identical; then searches for the
fastest launch configuration.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import cupy

BLOCKS_PER_PROCESSOR = (16, 64, 128, 256)
THREADS = (64, 128)
EACH = 256
"""Games per thread in a launch."""
ROUNDS = 2


def arguments(array: Any) -> list[Any]:
    """Return the arguments for a one-dimensional array: parent, meminfo, length, item size, data, shape and stride."""
    zero = cupy.uint64(0)
    length, size = cupy.int64(array.size), cupy.int64(array.itemsize)
    return [zero, zero, length, size, array.data.ptr, length, size]


class Game:
    """One game on the GPU."""

    def __init__(self, folder: Path, name: str, expected: dict[str, Any]) -> None:
        self.expected = expected
        self.entry = cupy.RawModule(path=str(folder / f"{name}.ptx")).get_function(expected["entry"])
        self.totals = cupy.zeros(2, cupy.int64)

    def play(self, blocks: int, threads: int, each: int) -> None:
        """Play blocks × threads × each games."""
        words = [cupy.int64(self.expected["seed"]), cupy.int64(each), *arguments(self.totals)]
        self.entry((blocks,), (threads,), tuple(words))

    def agrees(self) -> bool:
        """Return whether the checked games have the same results here."""
        self.totals.fill(0)
        threads = 125
        each = 8
        self.play(self.expected["checked"] // (threads * each), threads, each)
        return self.totals.get().tolist() == [self.expected["points"], self.expected["events"]]

    def speed(self, blocks: int, threads: int) -> float:
        """Return the games per second of a launch configuration, the best of a few launches."""
        best = 0.0
        for _ in range(ROUNDS):
            before, after = cupy.cuda.Event(), cupy.cuda.Event()
            before.record()
            self.play(blocks, threads, EACH)
            after.record()
            after.synchronize()
            seconds = cupy.cuda.get_elapsed_time(before, after) / 1000
            best = max(best, blocks * threads * EACH / seconds)
        return best


def main(folder: Path) -> None:
    """Check and measure every game."""
    device = cupy.cuda.runtime.getDeviceProperties(0)
    processors = device["multiProcessorCount"]
    print(device["name"].decode(), processors, "multiprocessors")
    for name, expected in json.loads((folder / "games.json").read_text()).items():
        game = Game(folder, name, expected)
        agrees = game.agrees()
        shapes = [(processors * many, threads) for many in BLOCKS_PER_PROCESSOR for threads in THREADS]
        speed, blocks, threads = max((game.speed(*shape), *shape) for shape in shapes)
        print(f"{name:15} {'same as on a processor' if agrees else 'DIFFERS'}  {speed:15,.0f} games/s", end="")
        print(f"  ({blocks} blocks of {threads} threads, {EACH} games each)", flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
