"""Bots from other packages: whatever they name as an entry point of the group `cinquina.bots` plays beside our own.

    [project.entry-points."cinquina.bots"]
    tortoise = "my_package.tortoise"

names a module, or an object in one, with `GAMES`, the games that it plays, and `choose`, which is given what a seat may
see and returns an option. It plays by Python alone, so commands that play compiled games do not know it.
"""

from __future__ import annotations

import logging
from collections.abc import Collection
from functools import cache
from importlib.metadata import entry_points
from typing import Protocol

from cinquina.core import Rules, View, bits, legal_options
from cinquina.sim.playout import Dice

log = logging.getLogger(__name__)
GROUP = "cinquina.bots"


class Guest(Protocol):
    """A bot from another package: a module, or an object."""

    @property
    def GAMES(self) -> Collection[str]:
        """The names of the games that it plays."""

    def choose(self, view: View, seat: int) -> int:
        """Return the option that it takes in a seat."""


@cache
def all_guests() -> dict[str, Guest]:
    """Return all bots from other packages by name; one that cannot be loaded is logged and left out."""
    found: dict[str, Guest] = {}
    for entry in entry_points(group=GROUP):
        try:
            found[entry.name] = entry.load()
        except Exception:
            log.exception("the bot %s cannot be loaded", entry.name)
    return found


def welcome(name: str, guest: Guest) -> None:
    """Let a bot play in this process without a package of its own."""
    all_guests()[name] = guest


def guests_of(rules: Rules) -> tuple[str, ...]:
    """Return the names of the bots from other packages that play a game."""
    return tuple(name for name, guest in all_guests().items() if rules.NAME in guest.GAMES)


def option_of_guest(name: str, view: View, seat: int, luck: Dice) -> int:
    """Return the option that a guest takes; any legal one, and it is logged, where it fails or takes none of them."""
    options = bits.members(legal_options(view.position, seat))
    try:
        option = int(all_guests()[name].choose(view, seat))
        if option in options:
            return option
        log.error("the bot %s chose %s, which is not legal", name, option)
    except Exception:
        log.exception("the bot %s failed", name)
    return options[luck.throw((len(options),))[0] - 1]
