"""The games as environments to learn in: Gymnasium, PettingZoo and OpenSpiel. See docs/research.md.

>>> from cinquina import rl
>>> env = rl.make("qwixx", seats=2, opponents=["easy"])
>>> observation, info = env.reset(seed=1)
>>> env.unwrapped.spelled()
{5: 'r7', 17: 'y7', 29: 'g7', 41: 'b7', 48: 'pass'}

This package needs what `pip install 'cinquina[rl]'` installs.
"""

from __future__ import annotations

from typing import Any

try:
    import gymnasium
    from pettingzoo import AECEnv
except ImportError as missing:
    raise ImportError(
        "cinquina.rl needs Gymnasium and PettingZoo: install Cinquina with `pip install 'cinquina[rl]'`."
    ) from missing

from cinquina.core import Rules
from cinquina.rl.ids import id_of, register
from cinquina.rl.observing import Entry, Observer
from cinquina.rl.regretting import Agent, Regret, regret
from cinquina.rl.setup import BadSetup, rules_named
from cinquina.rl.single import OneSeat
from cinquina.rl.together import Together
from cinquina.rl.turns import InTurns, Observation, wrapped

__all__ = [
    "Agent",
    "BadSetup",
    "Entry",
    "InTurns",
    "Observer",
    "OneSeat",
    "Regret",
    "Together",
    "id_of",
    "make",
    "register",
    "regret",
    "together",
    "turns",
]


def make(game: str | Rules, **asked: Any) -> gymnasium.Env[Any, Any]:
    """Return an environment of one seat; `OneSeat` documents what may be asked for, options of the game included."""
    rules = rules_named(game)
    return gymnasium.make(id_of(rules), **asked | {"game": game})


def turns(game: str | Rules, **asked: Any) -> AECEnv[str, Observation, int | None]:
    """Return an environment of PettingZoo in which all seats choose one after the other (AEC)."""
    return wrapped(InTurns(game, **asked))


def together(game: str | Rules, **asked: Any) -> Together:
    """Return an environment of PettingZoo in which all seats choose at once (Parallel)."""
    return Together(game, **asked)


register()
