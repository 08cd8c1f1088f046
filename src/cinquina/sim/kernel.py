"""Compile a game's functions, and the loops around them, with numba. There are no rules here.

A state becomes one record of 64-bit integers. Each function gets a copy of its module's globals in which the functions
it calls are compiled and tables are arrays; then numba compiles it without changes.

numba caches compiled code on disk but checks only a function's own file for changes. So the name of the cache folder is
a fingerprint of everything the code depends on: all rules, sheets and loops, and how they are compiled.
"""

from __future__ import annotations

import hashlib
import os
import platform
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from cinquina.sim.compiling import NoCompiler

try:
    import numba
except ImportError as missing:
    raise NoCompiler(
        "Simulations and the tables of some bots need numba, which cannot be imported here"
        f" (Python {sys.version.split()[0]}): {missing}. Use a Python from 3.11 to 3.14 and install Cinquina again.",
        name="numba",
    ) from missing

import numpy as np
from llvmlite import binding as llvm
from llvmlite import ir
from numba.core import config
from numba.core import types as kinds
from numba.extending import intrinsic

from cinquina.core import Rules, State, bits, defaults
from cinquina.sim import ahead, fields, looking, loops, luck, placeholders, together
from cinquina.sim.binding import NOBODY, Binder, Playing
from cinquina.sim.callees import CalleeCompiler
from cinquina.sim.paths import cache_folder

PACKAGE = Path(__file__).resolve().parents[1]
SOURCE_PACKAGES = ("core", "sheets", "games", "sim", "bots")
"""The packages that compiled code depends on."""
MOST_FINGERPRINTS = 4
IN_USE = 24 * 3600
"""Seconds after the last write for which another process may still be compiling into the folder of a fingerprint."""
WORD_BITS = 64
LOOPS = (loops, together, ahead)


@intrinsic
def _ones(context: Any, word: Any) -> Any:
    """Return the machine instruction that counts one bits."""
    return kinds.int64(kinds.int64), lambda _, builder, __, args: builder.ctpop(args[0])


@intrinsic
def _trailing_zeros(context: Any, word: Any) -> Any:
    """Return the machine instruction that finds the lowest one bit."""
    no_check = ir.Constant(ir.IntType(1), 0)
    return kinds.int64(kinds.int64), lambda _, builder, __, args: builder.cttz(args[0], no_check)


@numba.njit
def _count(word: int) -> int:
    return _ones(np.int64(word))  # type: ignore[call-arg]  # numba passes the context


@numba.njit
def _lowest(word: int) -> int:
    return _trailing_zeros(np.int64(word))  # type: ignore[call-arg]  # numba passes the context


@intrinsic
def _deposit(context: Any, word: Any, mask: Any) -> Any:
    """Return the machine instruction that deposits bits into a mask (BMI2's pdep)."""

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


@numba.njit
def _deposited(word: int, places: int) -> int:
    return _deposit(np.int64(word), np.int64(places))  # type: ignore[call-arg]  # as above


@intrinsic
def _put(context: Any, seen: Any, at: Any, word: Any) -> Any:
    """Store a word as eight bytes."""

    def generate(context: Any, builder: Any, _: Any, args: Any) -> Any:
        array = context.make_array(seen)(context, builder, value=args[0])
        place = builder.bitcast(builder.gep(array.data, [args[1]]), ir.IntType(WORD_BITS).as_pointer())
        builder.store(args[2], place, align=1)
        return context.get_dummy_value()

    return kinds.void(seen, kinds.int64, kinds.int64), generate


@numba.njit
def _copy_to(states: Any, place: int, s: Any) -> None:
    states[place] = s


@numba.njit
def _single(number: float) -> float:
    return np.float32(number)  # type: ignore[return-value]  # a float to numba


@numba.njit
def _mix(word: int) -> int:
    bits_of = np.uint64(word)
    bits_of = (bits_of ^ bits_of >> np.uint64(30)) * np.uint64(luck.MIX_1)
    bits_of = (bits_of ^ bits_of >> np.uint64(27)) * np.uint64(luck.MIX_2)
    return np.int64(bits_of ^ bits_of >> np.uint64(31))  # type: ignore[return-value]  # an int to numba


@numba.njit
def _onward(key: int, steps: int) -> int:
    return np.int64(np.uint64(key) + np.uint64(steps) * np.uint64(luck.STEP))  # type: ignore[return-value]  # as above


INSTRUCTIONS: dict[Callable[..., Any], Any] = {
    bits.count: _count,
    bits.lowest: _lowest,
    bits.intersect: fields.intersect,
    loops.copy_to: _copy_to,
    loops.apart: fields.apart,
    loops.become: fields.become,
    loops.single: _single,
    luck.mix: _mix,
    luck.onward: _onward,
}
"""Functions that have their own implementation in compiled code; tests compare them to the plain ones."""
if llvm.get_host_cpu_features().get("bmi2"):
    INSTRUCTIONS[loops.option_at] = _option_at
    INSTRUCTIONS[looking.deposited] = _deposited
    INSTRUCTIONS[looking.put] = _put  # a machine with this instruction puts the lowest byte first


@dataclass(frozen=True)
class Kernel:
    """A compiled game: the layout of its states, and the compiled functions by name."""

    rules: Rules
    layout: np.dtype[Any]
    functions: dict[str, Any]

    def record(self, state: State) -> np.ndarray[Any, Any]:
        """Return an array of one record, equal to a plain state."""
        array = np.zeros(1, self.layout).view(np.recarray)
        for name, value in state.values().items():
            array[name] = value
        return array

    def state(self, record: Any) -> State:
        """Return the plain state equal to a record."""
        values = {name: np.asarray(record[name]).tolist() for name in self.layout.names or ()}
        return self.rules.State(**values)


def kernel(rules: Rules, playing: Playing = NOBODY) -> Kernel:
    """Return a compiled game, with bots. The first call takes seconds; less than one if the code is cached on disk."""
    with _making:
        if (rules.NAME, playing) not in _made:
            _made[rules.NAME, playing] = make_kernel(rules, playing)
        return _made[rules.NAME, playing]


_made: dict[tuple[str, Playing], Kernel] = {}
_making = threading.Lock()


def make_kernel(rules: Rules, playing: Playing = NOBODY) -> Kernel:
    """Bind all functions of a game; numba compiles each when it is first called."""
    own = {name: getattr(rules, name) for name in placeholders.OF_THE_GAME}
    own |= {name: getattr(module, name) for module in LOOPS for name in module.COMPILED}
    binder = _Compiler(rules, playing, use_cache(), tuple(own.values()))
    return Kernel(rules, layout_of(rules.State), {name: binder.bound(function) for name, function in own.items()})


def compiled(rules: Rules, function: Callable[..., Any], playing: Playing = NOBODY, *, inline: bool = True) -> Any:
    """Compile any function in the plain subset for a game, with everything that it calls, bots included.

    Inlined code is faster, but functions called from many places then take very long to compile.
    """
    with _making:
        if (rules.NAME, function, playing) not in _compiled:
            binder = _Compiler(rules, playing, use_cache(), (function,), apart=not inline)
            _compiled[rules.NAME, function, playing] = binder.bound(function)
        return _compiled[rules.NAME, function, playing]


_compiled: dict[tuple[str, Callable[..., Any], Playing], Any] = {}


def layout_of(state: type[State]) -> np.dtype[Any]:
    """Return a record type with the fields of a state, all 64-bit integers."""
    named = [(name, np.int64, shape) if shape else (name, np.int64) for name, shape in state.SHAPES.items()]
    return np.dtype(named, align=True)


class _Compiler(Binder):
    """Binds functions to compiled callees and to arrays for tables; Python calls the `entry_points`."""

    def __init__(
        self,
        rules: Rules,
        playing: Playing,
        saved: bool,
        entry_points: tuple[Callable[..., Any], ...] = (),
        *,
        apart: bool = False,
    ) -> None:
        super().__init__(rules, playing)
        self.saved = saved
        self.entry_points = entry_points
        self.done.update(INSTRUCTIONS)
        self.done[together.state_at] = fields.lying_in(layout_of(rules.State))
        self.tables = fields.Tables(tables_of(rules))
        self.apart = None if apart else _Compiler(rules, playing, saved, apart=True)

    def made(self, function: Any, twin: Any) -> Any:
        """Return the compiled copy; inlining lets the compiler see a whole game at once, 20 to 50 % faster."""
        # numba names its files after this; the same loop compiles to different code for every game.
        twin.__qualname__ = f"{self.rules.NAME}.{function.__module__}.{function.__qualname__}"
        inline, is_entry_point = self.apart is not None, function in self.entry_points
        twin.__qualname__ += ("" if inline else ".apart") + (".entry" if is_entry_point else "")
        # Without a Python wrapper and machine code, functions that only compiled code calls compile sooner.
        closed: dict[str, Any] = {"no_cfunc_wrapper": True, "no_cpython_wrapper": not is_entry_point}
        closed |= {} if is_entry_point else {"pipeline_class": CalleeCompiler}
        # The shared defaults only pass arrays on: reference counting would cost 5 %.
        closed["_nrt"] = function.__module__ != defaults.__name__
        made = numba.njit(twin, nogil=True, error_model="numpy", cache=self.saved, forceinline=inline, **closed)
        return compiled_once_per_type(made)

    def replacement(self, function: Any, name: str, value: Any) -> Any:
        """Return what a name refers to in compiled code: a table becomes an array, a large number a signed word."""
        if isinstance(value, tuple) and value and type(value[0]) in (int, tuple):
            return np.array(value, np.int64) if getattr(config, "BOUNDSCHECK", 0) else self.tables.table(value)
        if type(value) is int and value >> WORD_BITS - 1 == 1:
            return value - (1 << WORD_BITS)
        if self.apart and name in loops.APART and any(function.__module__ == module.__name__ for module in LOOPS):
            return self.apart.replacement(function, name, value)
        return super().replacement(function, name, value)

    def own(self, function: Any) -> Any:
        """Compile a function of the game with the rest."""
        return self.bound(function)

    def callee(self, function: Any) -> Any:
        """Compile any other function of this program too."""
        return self.bound(function) if function.__module__.startswith("cinquina.") else function


def tables_of(rules: Rules) -> list[Any]:
    """Return the tables of a game's rules: tuples of numbers, or of such tuples."""
    return [value for value in vars(sys.modules[rules.legal.__module__]).values() if is_table(value)]


def is_table(value: Any) -> bool:
    """Return whether something is a number in the end, wherever one looks into it."""
    return isinstance(value, tuple) and value != () and all(type(item) is int or is_table(item) for item in value)


def compiled_once_per_type(function: Any) -> Any:
    """Stop numba from compiling a function again for every constant that other functions pass to it.

    The method replaced here is not public in numba: hence the upper bound of its version in pyproject.toml.
    """
    for_types = function.get_call_template
    type_of: Callable[[Any], Any] = kinds.unliteral
    function.get_call_template = lambda given, named: for_types([type_of(kind) for kind in given], named)
    return function


def use_cache() -> bool:
    """Point numba to the cache folder of this fingerprint; return whether it is writable."""
    folder = cache_folder() / fingerprint()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        writable = os.access(folder, os.W_OK)
    except OSError:
        return False
    if writable:
        config.CACHE_DIR = str(folder)  # type: ignore[attr-defined]  # numba creates its settings at run time
        remove_old(folder)
    return writable


@cache
def fingerprint() -> str:
    """Return a hash that changes whenever compiled code could differ."""
    digest = hashlib.sha256()
    for package in SOURCE_PACKAGES:
        for path in sorted((PACKAGE / package).rglob("*.*")):
            if path.suffix in (".py", ".json"):
                digest.update(path.relative_to(PACKAGE).as_posix().encode() + path.read_bytes())
    made_by = (numba.__version__, np.__version__, sys.version, platform.machine(), getattr(config, "BOUNDSCHECK", 0))
    digest.update(repr(made_by).encode())
    return digest.hexdigest()[:24]


def remove_old(current: Path) -> None:
    """Remove the cached code of older fingerprints, except the newest few and those that may still be in use."""
    import shutil

    others = [path for path in current.parent.iterdir() if path.is_dir() and path != current]
    others.sort(key=lambda path: path.stat().st_mtime, reverse=True)
    for path in others[MOST_FINGERPRINTS - 1 :]:
        if path.stat().st_mtime < time.time() - IN_USE:
            shutil.rmtree(path, ignore_errors=True)
