"""Bind functions that call `placeholders` to one game: plain here, compiled in `kernel`."""

from __future__ import annotations

import types
from collections.abc import Callable
from typing import Any, NamedTuple

from cinquina.core import Rules
from cinquina.sim import loops, placeholders


class Playing(NamedTuple):
    """The functions of a game's bots; `placeholders` documents them."""

    preferred: Callable[..., int] = placeholders.preferred
    throw_luck: Callable[..., float] = placeholders.throw_luck
    valued: Callable[..., int] = placeholders.valued


NOBODY = Playing()
PLACEHOLDERS = tuple(getattr(placeholders, name) for name in placeholders.OF_THE_GAME)


class Binder:
    """Copies functions so that they call the game's functions instead of the placeholders; each function once."""

    def __init__(self, rules: Rules, playing: Playing = NOBODY) -> None:
        self.rules = rules
        self.playing = playing
        self.done: dict[Callable[..., Any], Any] = {}

    def bound(self, function: Any) -> Any:
        """Return the bound copy of a function."""
        if function in self.done:
            return self.done[function]
        names = dict(function.__globals__)
        twin = types.FunctionType(function.__code__, names, function.__name__, function.__defaults__)
        self.done[function] = made = self.made(function, twin)
        for name in set(function.__code__.co_names) & names.keys():
            names[name] = self.replacement(function, name, names[name])
        return made

    def made(self, function: Any, twin: Any) -> Any:
        """Finish a copy; subclasses compile it here."""
        return twin

    def replacement(self, function: Any, name: str, value: Any) -> Any:
        """Return what a global name refers to in a copy: the game's function, a bound function, or the same value."""
        if function.__module__ == loops.__name__ and name == "DICE_COUNT":
            return len(self.rules.DICE)
        if not isinstance(value, types.FunctionType):
            return value
        if value in PLACEHOLDERS:
            return self.own(getattr(self.rules, name))
        if value in NOBODY:
            own: Any = getattr(self.playing, name)
            return value if own is value else self.bound(own)
        return self.callee(value)

    def own(self, function: Any) -> Any:
        """Return a function of the game for use in copies."""
        return function

    def callee(self, function: Any) -> Any:
        """Return another function that a copy calls."""
        return self.bound(function) if calls_game_functions(function) else function


def calls_game_functions(function: Any) -> bool:
    """Return whether a function may call the placeholders: it is one of the loops, or its module imports some."""
    return function.__module__ == loops.__name__ or any(value in PLACEHOLDERS for value in _functions_near(function))


def _functions_near(function: Any) -> list[Any]:
    return [value for value in function.__globals__.values() if isinstance(value, types.FunctionType)]


def plain(rules: Rules, function: Callable[..., Any], playing: Playing = NOBODY) -> Callable[..., Any]:
    """Return a function that calls the placeholders bound to one game and its bots, uncompiled."""
    if (rules.NAME, function, playing) not in _plain:
        _plain[rules.NAME, function, playing] = Binder(rules, playing).bound(function)
    return _plain[rules.NAME, function, playing]


_plain: dict[tuple[str, Callable[..., Any], Playing], Callable[..., Any]] = {}
