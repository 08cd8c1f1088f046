"""Compiles a game's own functions, and the loops around them, with numba. No rule is written here.

A state becomes one record of 64-bit integers. Each function is given a copy of its module's globals in which the
functions it calls are the compiled ones and tables are arrays; then numba compiles it as it stands.

numba keeps compiled code on disk but watches only a function's own file. So the folder it uses is named after a
fingerprint of everything the code depends on: all rules, sheets and loops, and how it is compiled.
"""

from __future__ import annotations

import hashlib
import os
import platform
import sys
import types
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numba
import numpy as np
from llvmlite import binding as llvm
from llvmlite import ir
from numba.core import config
from numba.core import types as kinds
from numba.extending import intrinsic

from cinquina.core import Rules, State, bits
from cinquina.sim import loops

PACKAGE = Path(__file__).resolve().parents[1]
ROOMS = ("core", "sheets", "games", "sim")
"""What compiled code depends on."""
KEPT_FINGERPRINTS = 4
CACHE_VARIABLE = "CINQUINA_CACHE"
WORD_BITS = 64


@intrinsic
def _ones(context: Any, word: Any) -> Any:
    """The machine's own count of one bits."""
    return kinds.int64(kinds.int64), lambda _, builder, __, args: builder.ctpop(args[0])


@intrinsic
def _trailing_zeros(context: Any, word: Any) -> Any:
    """The machine's own place of the lowest one bit."""
    no_check = ir.Constant(ir.IntType(1), 0)
    return kinds.int64(kinds.int64), lambda _, builder, __, args: builder.cttz(args[0], no_check)


@numba.njit
def _count(word: int) -> int:
    return _ones(np.int64(word))  # type: ignore[call-arg]  # numba hands the context in


@numba.njit
def _lowest(word: int) -> int:
    return _trailing_zeros(np.int64(word))  # type: ignore[call-arg]  # numba hands the context in


@intrinsic
def _deposit(context: Any, word: Any, mask: Any) -> Any:
    """The machine's own spreading of bits over a mask (BMI2's pdep)."""

    def generate(_: Any, builder: Any, __: Any, args: Any) -> Any:
        word_type = ir.IntType(WORD_BITS)
        kind = ir.FunctionType(word_type, [word_type, word_type])
        named = "llvm.x86.bmi.pdep.64"
        function = builder.module.globals.get(named) or ir.Function(builder.module, kind, named)
        return builder.call(function, args)

    return kinds.int64(kinds.int64, kinds.int64), generate


@numba.njit
def _option_at(options: int, place: int) -> int:
    spread: int = _deposit(np.int64(1) << place, np.int64(options))  # type: ignore[call-arg]  # as above
    return _lowest(spread)


INSTRUCTIONS: dict[Callable[..., Any], Any] = {bits.count: _count, bits.lowest: _lowest}
"""Functions for which the machine has an instruction; the tests hold them to the plain ones."""
if llvm.get_host_cpu_features().get("bmi2"):
    INSTRUCTIONS[loops.option_at] = _option_at


@dataclass(frozen=True)
class Kernel:
    """A game compiled: the layout of its states, and the compiled functions by name."""

    rules: Rules
    layout: np.dtype[Any]
    functions: dict[str, Any]

    def record(self, state: State) -> np.ndarray[Any, Any]:
        """An array of one record, equal to a plain state."""
        array = np.zeros(1, self.layout).view(np.recarray)
        for name, value in state.values().items():
            array[name] = value
        return array

    def state(self, record: Any) -> State:
        """The plain state equal to a record."""
        values = {name: np.asarray(record[name]).tolist() for name in self.layout.names or ()}
        state: State = self.rules.State(**values)
        return state


def kernel(rules: Rules) -> Kernel:
    """A game compiled. The first call for a game takes seconds, once its code is on disk less than one."""
    if rules.NAME not in _made:
        _made[rules.NAME] = made_kernel(rules)
    return _made[rules.NAME]


_made: dict[str, Kernel] = {}


def made_kernel(rules: Rules) -> Kernel:
    """Bind all functions of a game; numba compiles each when it is first called."""
    saved = use_cache()
    binder = _Binder(rules, saved)
    functions = {name: binder.bound(getattr(rules, name)) for name in loops.OF_THE_GAME}
    functions |= {name: binder.bound(getattr(loops, name)) for name in loops.COMPILED}
    return Kernel(rules, layout_of(rules.State), functions)


def layout_of(state: type[State]) -> np.dtype[Any]:
    """A record type with the fields of a state, all of 64-bit integers."""
    fields = [(name, np.int64, shape) if shape else (name, np.int64) for name, shape in state.SHAPES.items()]
    return np.dtype(fields, align=True)


class _Binder:
    """Gives functions compiled callees and arrays for tables, each function once."""

    def __init__(self, rules: Rules, saved: bool) -> None:
        self.rules = rules
        self.saved = saved
        self.done: dict[Callable[..., Any], Any] = dict(INSTRUCTIONS)

    def bound(self, function: Any) -> Any:
        """The compiled twin of a function."""
        if function in self.done:
            return self.done[function]
        surroundings = dict(function.__globals__)
        twin = types.FunctionType(function.__code__, surroundings, function.__name__, function.__defaults__)
        # numba names its files after this; the same loop is other code for every game.
        twin.__qualname__ = f"{self.rules.NAME}.{function.__module__}.{function.__qualname__}"
        # Inlining everything lets the compiler see a whole game at once: a fifth to a half faster.
        compiled = numba.njit(twin, nogil=True, error_model="numpy", cache=self.saved, forceinline=True)
        self.done[function] = compiled
        for name in set(function.__code__.co_names) & surroundings.keys():
            surroundings[name] = self.replacement(function, name, surroundings[name])
        return compiled

    def replacement(self, function: Any, name: str, value: Any) -> Any:
        """What a name means in compiled code: the game's own function, a compiled one, an array, a signed word."""
        if function.__module__ == loops.__name__ and name in loops.OF_THE_GAME:
            return self.bound(getattr(self.rules, name))
        if isinstance(value, types.FunctionType) and value.__module__.startswith("cinquina."):
            return self.bound(value)
        if isinstance(value, tuple) and value and not isinstance(value[0], str):
            return np.array(value, dtype=np.int64)
        if type(value) is int and value >> WORD_BITS - 1 == 1:
            return value - (1 << WORD_BITS)
        return value


def use_cache() -> bool:
    """Point numba to the folder for code of this fingerprint; whether it can be written."""
    folder = cache_folder() / fingerprint()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        writable = os.access(folder, os.W_OK)
    except OSError:
        return False
    if writable:
        config.CACHE_DIR = str(folder)  # type: ignore[attr-defined]  # numba makes its settings at run time
        forget_old(folder)
    return writable


def cache_folder() -> Path:
    """Where compiled code is kept: $CINQUINA_CACHE, else where the system keeps such things."""
    if os.environ.get(CACHE_VARIABLE):
        return Path(os.environ[CACHE_VARIABLE])
    home = Path(os.path.expanduser("~"))
    return Path(os.environ.get("XDG_CACHE_HOME") or home / ".cache") / "cinquina" / "compiled"


@cache
def fingerprint() -> str:
    """Changes whenever compiled code could come out different."""
    digest = hashlib.sha256()
    for room in ROOMS:
        for path in sorted((PACKAGE / room).glob("*.*")):
            if path.suffix in (".py", ".json"):
                digest.update(path.name.encode() + path.read_bytes())
    made_by = (numba.__version__, np.__version__, sys.version, platform.machine(), getattr(config, "BOUNDSCHECK", 0))
    digest.update(repr(made_by).encode())
    return digest.hexdigest()[:24]


def forget_old(current: Path) -> None:
    """Drop the code of older fingerprints, but for the newest few."""
    import shutil

    others = [path for path in current.parent.iterdir() if path.is_dir() and path != current]
    others.sort(key=lambda path: path.stat().st_mtime, reverse=True)
    for path in others[KEPT_FINGERPRINTS - 1 :]:
        shutil.rmtree(path, ignore_errors=True)
