"""Gives functions written on the stand-ins of `loops` the functions of one game: plain here, compiled in `kernel`."""

from __future__ import annotations

import types
from collections.abc import Callable
from typing import Any, NamedTuple

from cinquina.core import Rules
from cinquina.sim import loops


class Playing(NamedTuple):
    """The functions of a game's bots, as `loops` says what they do."""

    preferred: Callable[..., int] = loops.preferred
    throw_luck: Callable[..., float] = loops.throw_luck


NOBODY = Playing()
STAND_INS = tuple(getattr(loops, name) for name in loops.OF_THE_GAME)


class Binder:
    """Makes twins of functions that call the game's functions in place of the stand-ins, each function once."""

    def __init__(self, rules: Rules, playing: Playing = NOBODY) -> None:
        self.rules = rules
        self.playing = playing
        self.done: dict[Callable[..., Any], Any] = {}

    def bound(self, function: Any) -> Any:
        """The twin of a function."""
        if function in self.done:
            return self.done[function]
        surroundings = dict(function.__globals__)
        twin = types.FunctionType(function.__code__, surroundings, function.__name__, function.__defaults__)
        self.done[function] = made = self.made(function, twin)
        for name in set(function.__code__.co_names) & surroundings.keys():
            surroundings[name] = self.replacement(function, name, surroundings[name])
        return made

    def made(self, function: Any, twin: Any) -> Any:
        """What becomes of a twin: nothing more."""
        return twin

    def replacement(self, function: Any, name: str, value: Any) -> Any:
        """What a name means to a twin: the game's own, or what itself stands on the game."""
        if function.__module__ == loops.__name__ and name == "DICE_COUNT":
            return len(self.rules.DICE)
        if not isinstance(value, types.FunctionType):
            return value
        if value in STAND_INS:
            return self.own(getattr(self.rules, name))
        if value in NOBODY:
            own: Any = getattr(self.playing, name)
            return value if own is value else self.bound(own)
        return self.callee(value)

    def own(self, function: Any) -> Any:
        """A function of the game."""
        return function

    def callee(self, function: Any) -> Any:
        """Another function that a twin calls."""
        return self.bound(function) if stands_on_a_game(function) else function


def stands_on_a_game(function: Any) -> bool:
    """Whether a function may call the stand-ins: those beside them, and those whose module has taken some of them."""
    return function.__module__ == loops.__name__ or any(value in STAND_INS for value in _functions_near(function))


def _functions_near(function: Any) -> list[Any]:
    return [value for value in function.__globals__.values() if isinstance(value, types.FunctionType)]


def plain(rules: Rules, function: Callable[..., Any]) -> Callable[..., Any]:
    """A function written on the stand-ins, for one game, uncompiled."""
    if (rules.NAME, function) not in _plain:
        _plain[rules.NAME, function] = Binder(rules).bound(function)
    return _plain[rules.NAME, function]


_plain: dict[tuple[str, Callable[..., Any]], Callable[..., Any]] = {}
