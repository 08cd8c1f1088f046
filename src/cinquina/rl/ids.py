"""The names of the games in Gymnasium's register: `cinquina/Qwixx-v1`, with the version of the rules."""

from __future__ import annotations

import gymnasium

from cinquina.core import Rules
from cinquina.games import GAMES

NAMESPACE = "cinquina"


def id_of(rules: Rules) -> str:
    """Return the id of a game: `cinquina/TheChoice-v1`."""
    return f"{NAMESPACE}/{''.join(word.capitalize() for word in rules.NAME.split('-'))}-v{rules.VERSION}"


def register() -> None:
    """Register all games; done when `cinquina.rl` is imported."""
    for name, rules in GAMES.items():
        if id_of(rules) not in gymnasium.registry:
            gymnasium.register(
                id_of(rules),
                entry_point="cinquina.rl.single:OneSeat",
                vector_entry_point="cinquina.rl.vector:SeatInMany",
                kwargs={"game": name},
            )
