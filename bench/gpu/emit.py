"""Compile the rules of every game to PTX, the code of NVIDIA GPUs, from the same functions. Needs no GPU.

    CUDA_HOME=/usr/local/cuda .venv/bin/python bench/gpu/emit.py FOLDER

Writes FOLDER/GAME.ptx and FOLDER/games.json: for each game the name of its entry point, and the results of the same
games on this machine's processor. `play.py`, which needs a GPU and CuPy but nothing of this project, checks that the
GPU gets the same results. Needs libnvvm, which is part of CUDA's compiler.
"""

from __future__ import annotations

import ast
import inspect
import json
import re
import sys
from pathlib import Path
from typing import Any

import numpy as np
from fields import Fields, maker, resetter
from numba import cuda
from numba.core import types as kinds
from numba.cuda import dispatcher

from cinquina.bots import chooser
from cinquina.core import CHOICE, OVER, ROLL, Rules, bits, flow, opening
from cinquina.core.record import new_game
from cinquina.games import GAMES
from cinquina.sim import kernel, loops, luck
from cinquina.sim.batch import play_games
from cinquina.sim.binding import NOBODY
from cinquina.sim.luck import Games
from cinquina.sim.playout import step

SEATS = 2
SEED = 1
WATCHED = 1000
HALF_WORD = 1 << 31
CHECKED = 1_000_000
"""Games that must have the same results on the GPU."""
HOPPER = (9, 0)
EVERYBODY = 0xFFFFFFFF
"""The 32 threads of a warp."""
PATIENCE = 8
"""A finished game waits until one in this many threads of a warp has finished; they then start new games together."""


class _Hopper:
    """A fake GPU: numba only asks for its kind."""

    compute_capability = HOPPER


@cuda.jit(device=True)
def _count(word: int) -> Any:
    return np.int64(cuda.popc(word))


@cuda.jit(device=True)
def _lowest(word: int) -> Any:
    return np.int64(cuda.ffs(word)) - 1


@cuda.jit(device=True)
def _option_at(options: int, place: int) -> Any:
    """Halve the bits that the option is among, six times; a loop would last as long as that of the slowest thread."""
    bits_left, rest, found = np.uint64(options), np.int32(place), np.int32(0)
    for halving in range(6):
        half = np.int32(32 >> halving)
        low = bits_left & ((np.uint64(1) << np.uint64(half)) - np.uint64(1))
        many = np.int32(cuda.popc(low))
        above = rest >= many
        rest -= many if above else np.int32(0)
        found += half if above else np.int32(0)
        bits_left = bits_left >> np.uint64(half) if above else low
    return np.int64(found)


class Binder(kernel._Compiler):
    """Binds functions as the kernel does, but for the GPU."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules, NOBODY, saved=False)
        self.done = {bits.count: _count, bits.lowest: _lowest, loops.option_at: _option_at}
        self.apart = None
        self.tables = kernel.fields.Tables(())  # each by itself, as it moves out of constant memory

    def made(self, function: Any, twin: Any) -> Any:
        """Return the copy of a function that runs on the GPU."""
        return cuda.jit(device=True)(twin)


def constants_in(rules: Rules) -> set[str]:
    """Return the fields that only `start` writes."""
    written = set()
    for module in (inspect.getmodule(rules.legal), flow):
        for function in ast.parse(inspect.getsource(module)).body:
            if isinstance(function, ast.FunctionDef) and function.name not in ("start", "seat_players"):
                written |= {name.attr for name in map(stored_name, ast.walk(function)) if name}
    return rules.State.SHAPES.keys() - written


def small_in(rules: Any) -> set[str]:
    """Return the fields whose numbers fit half a word, as seen in random games; `play.py` checks the results."""
    small = set(rules.State.SHAPES)
    for number in range(WATCHED):
        game = new_game(rules, ("bot:random",) * SEATS)
        dice, whims = luck.Luck(SEED, number), luck.Luck(SEED, number, stream=luck.WHIM_STREAM)
        while game.position.phase != OVER:
            game = step(game, dice, [chooser("random", whims)] * SEATS)
            values = game.position.now.values()
            small -= {name for name in small if np.abs(np.array(values[name], np.int64)).max() >= HALF_WORD}
    return small


def stored_name(node: ast.AST) -> ast.Attribute | None:
    """Return the name of the field that an expression stores into, or that `intersect` changes."""
    inner: ast.AST = node
    if isinstance(node, ast.Call):
        if not (isinstance(node.func, ast.Name) and node.func.id == bits.intersect.__name__):
            return None
        inner = node.args[0]
    elif not (isinstance(node, ast.Attribute | ast.Subscript) and isinstance(node.ctx, ast.Store)):
        return None
    while isinstance(inner, ast.Subscript):
        inner = inner.value
    return inner if isinstance(inner, ast.Attribute) else None


def opening_for(rules: Any, seats: int) -> dict[str, np.ndarray[Any, Any]]:
    """Return the first position by fields, cut to the seats that play."""
    fields = {name: np.array(value, np.int64) for name, value in opening(rules, seats).now.values().items()}
    by_seat = [name for name in fields if fields[name].shape[:1] == (rules.SEATS[-1],) and name != "dice"]
    return fields | {name: fields[name][:seats] for name in by_seat}


def emitted(rules: Rules) -> str:
    """Return the PTX of a game: every thread plays its share of games and adds up their points and events.

    A thread that has finished a game starts its next one at once, so that its neighbours never wait for it.
    """
    binder = Binder(rules)
    throw_dice, random_option = binder.bound(loops.throw_dice), binder.bound(loops.random_option)
    legal, apply, score = (binder.bound(getattr(rules, name)) for name in ("legal", "apply", "score"))
    game_key, word_of, lowest = binder.bound(luck.game_key), binder.bound(luck.word_of), binder.bound(bits.lowest)
    state = Fields(rules.NAME, opening_for(rules, SEATS), constants_in(rules), small_in(rules))
    make, reset, dice = maker(state), resetter(state), len(rules.DICE)

    def play(seed: int, each: int, totals: Any) -> None:
        s = make()
        faces = cuda.local.array(dice, kinds.int32)
        points = events = throws = whims = game = 0
        first = cuda.grid(1) * each
        dice_key, whim_key = game_key(seed, first, 0), game_key(seed, first, 1)
        reset(s)
        while cuda.any_sync(EVERYBODY, game < each):
            if s.phase == ROLL:
                throw_dice(s, faces, word_of(dice_key, throws))
                throws += 1
            if s.phase == CHOICE:
                seat = lowest(s.waiting)
                apply(s, seat, random_option(legal(s, seat), word_of(whim_key, whims)))
                whims += 1
            playing = cuda.popc(cuda.ballot_sync(EVERYBODY, game < each))
            done = cuda.popc(cuda.ballot_sync(EVERYBODY, s.phase == OVER and game < each))
            if s.phase == OVER and game < each and done * PATIENCE >= playing:
                events += throws + whims
                for seat in range(SEATS):
                    points += score(s, seat)
                game += 1
                throws = whims = 0
                dice_key, whim_key = game_key(seed, first + game, 0), game_key(seed, first + game, 1)
                reset(s)
        cuda.atomic.add(totals, 0, points)
        cuda.atomic.add(totals, 1, events)

    words = kinds.Array(kinds.int64, 1, "C")
    ptx, _ = cuda.compile_ptx(play, (kinds.int64, kinds.int64, words), device=False, cc=HOPPER)
    return with_tables_in_memory(str(ptx))


def with_tables_in_memory(ptx: str) -> str:
    """Move tables out of constant memory, where threads that read different places wait for each other."""
    return ptx.replace("\n.const .align", "\n.global .align").replace("ld.const.", "ld.global.nc.")


def main(folder: Path) -> None:
    """Write everything that `play.py` needs."""
    dispatcher.get_current_device = lambda: _Hopper
    folder.mkdir(parents=True, exist_ok=True)
    games = {}
    for name, rules in GAMES.items():
        ptx = emitted(rules)
        (folder / f"{name}.ptx").write_text(ptx)
        results = play_games(rules, SEATS, {}, Games(SEED, 0, CHECKED))
        games[name] = {
            "entry": re.findall(r"\.visible \.entry (\w+)\(", ptx)[0],
            "seed": SEED,
            "checked": CHECKED,
            "points": int(results.scores.sum()),
            "events": int((results.events + results.lots).sum()),
        }
    (folder / "games.json").write_text(json.dumps(games, indent=1))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
