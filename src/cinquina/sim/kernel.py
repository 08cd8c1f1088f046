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
import threading
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
from cinquina.sim import loops
from cinquina.sim.binding import NOBODY, Binder, Playing
from cinquina.sim.paths import cache_folder

PACKAGE = Path(__file__).resolve().parents[1]
ROOMS = ("core", "sheets", "games", "sim", "bots")
"""What compiled code depends on."""
KEPT_FINGERPRINTS = 4
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


@numba.njit
def _copy_to(rooms: Any, place: int, s: Any) -> None:
    rooms[place] = s


@numba.njit
def _single(number: float) -> float:
    return np.float32(number)  # type: ignore[return-value]  # a float to numba


INSTRUCTIONS: dict[Callable[..., Any], Any] = {
    bits.count: _count,
    bits.lowest: _lowest,
    loops.copy_to: _copy_to,
    loops.single: _single,
}
"""Functions that compiled code does in its own way; the tests hold them to the plain ones."""
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
        return self.rules.State(**values)


def kernel(rules: Rules, playing: Playing = NOBODY) -> Kernel:
    """A game compiled, with bots. The first call takes seconds, once its code is on disk less than one."""
    with _making:
        if (rules.NAME, playing) not in _made:
            _made[rules.NAME, playing] = made_kernel(rules, playing)
        return _made[rules.NAME, playing]


_made: dict[tuple[str, Playing], Kernel] = {}
_making = threading.Lock()


def made_kernel(rules: Rules, playing: Playing = NOBODY) -> Kernel:
    """Bind all functions of a game; numba compiles each when it is first called."""
    own = {name: getattr(rules, name) for name in loops.OF_THE_GAME}
    own |= {name: getattr(loops, name) for name in loops.COMPILED}
    binder = _Compiler(rules, playing, use_cache(), tuple(own.values()))
    return Kernel(rules, layout_of(rules.State), {name: binder.bound(function) for name, function in own.items()})


def compiled(rules: Rules, function: Callable[..., Any], *, inline: bool = True) -> Any:
    """Any function in the plain subset, compiled for a game; what it calls is compiled with it.

    Inlined, code is faster; but what is called from many places then takes very long to compile.
    """
    with _making:
        if (rules.NAME, function) not in _compiled:
            binder = _Compiler(rules, NOBODY, use_cache(), (function,), apart=not inline)
            _compiled[rules.NAME, function] = binder.bound(function)
        return _compiled[rules.NAME, function]


_compiled: dict[tuple[str, Callable[..., Any]], Any] = {}


def layout_of(state: type[State]) -> np.dtype[Any]:
    """A record type with the fields of a state, all of 64-bit integers."""
    fields = [(name, np.int64, shape) if shape else (name, np.int64) for name, shape in state.SHAPES.items()]
    return np.dtype(fields, align=True)


class _Compiler(Binder):
    """Gives functions compiled callees and arrays for tables; `doors` are those that Python calls."""

    def __init__(
        self,
        rules: Rules,
        playing: Playing,
        saved: bool,
        doors: tuple[Callable[..., Any], ...] = (),
        *,
        apart: bool = False,
    ) -> None:
        super().__init__(rules, playing)
        self.saved = saved
        self.doors = doors
        self.done.update(INSTRUCTIONS)
        self.apart = None if apart else _Compiler(rules, playing, saved, apart=True)

    def made(self, function: Any, twin: Any) -> Any:
        """The compiled twin; inlining lets the compiler see a whole game at once, a fifth to a half faster."""
        # numba names its files after this; the same loop is other code for every game.
        twin.__qualname__ = f"{self.rules.NAME}.{function.__module__}.{function.__qualname__}"
        inline, is_door = self.apart is not None, function in self.doors
        twin.__qualname__ += ("" if inline else ".apart") + (".door" if is_door else "")
        # What only compiled code calls takes a quarter less to compile without a way in for Python.
        closed: dict[str, Any] = {"no_cfunc_wrapper": True, "no_cpython_wrapper": not is_door}
        # What all games share only hands arrays on: counting who holds them would cost a twentieth.
        closed["_nrt"] = function.__module__ != defaults.__name__
        made = numba.njit(twin, nogil=True, error_model="numpy", cache=self.saved, forceinline=inline, **closed)
        return once_for_its_types(made)

    def replacement(self, function: Any, name: str, value: Any) -> Any:
        """What a name means in compiled code: a table is an array, a large number a signed word."""
        if isinstance(value, tuple) and value and type(value[0]) in (int, tuple):
            return np.array(value, dtype=np.int64)
        if type(value) is int and value >> WORD_BITS - 1 == 1:
            return value - (1 << WORD_BITS)
        if self.apart and function.__module__ == loops.__name__ and name in loops.APART:
            return self.apart.replacement(function, name, value)
        return super().replacement(function, name, value)

    def own(self, function: Any) -> Any:
        """A function of the game is compiled with the rest."""
        return self.bound(function)

    def callee(self, function: Any) -> Any:
        """So is any other function of this program."""
        return self.bound(function) if function.__module__.startswith("cinquina.") else function


def once_for_its_types(function: Any) -> Any:
    """A compiled function that numba does not compile again for every constant that other functions give it.

    The method replaced here is no public one of numba: hence the upper bound of its version in pyproject.toml.
    """
    for_types = function.get_call_template
    type_of: Callable[[Any], Any] = kinds.unliteral
    function.get_call_template = lambda given, named: for_types([type_of(kind) for kind in given], named)
    return function


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


@cache
def fingerprint() -> str:
    """Changes whenever compiled code could come out different."""
    digest = hashlib.sha256()
    for room in ROOMS:
        for path in sorted((PACKAGE / room).rglob("*.*")):
            if path.suffix in (".py", ".json"):
                digest.update(path.relative_to(PACKAGE).as_posix().encode() + path.read_bytes())
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
