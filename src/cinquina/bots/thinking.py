"""Bots for a server: they run in a process of their own, so that nothing they do, compile or build delays a table.

The process takes a moment to start, and compiling or building tables the first time may take minutes there; both are
done in a thread of it, beside the answers of others. Until a game is compiled, or where nothing can be compiled, its
bots answer by plain Python in a thread of the server. If the process dies, a new one is started.
"""

from __future__ import annotations

import asyncio
from typing import Any

from cinquina.bots import choose, is_compiled, is_ready, names_of, prepare_aside
from cinquina.bots.levels import LEVELS, RANDOM
from cinquina.core import View
from cinquina.core.position import Position
from cinquina.games import GAMES
from cinquina.sim.compiling import can_compile
from cinquina.sim.luck import SystemLuck
from cinquina.sim.worker import Worker

PATIENCE = 1.5
"""Seconds to wait for an answer from the process."""


class Thinker:
    """The bots of a server."""

    def __init__(self, *, apart: bool = False) -> None:
        self.apart = apart
        self.worker = Worker("bots")

    async def choose(self, bot: str, view: View, seat: int) -> int:
        """The option a bot takes in its seat."""
        option = None
        if self.apart and can_compile() and bot in names_of(view.position.rules) and LEVELS.get(bot) != RANDOM:
            option = await self.asked(bot, view, seat)
        return await asyncio.to_thread(choose, bot, view, seat, SystemLuck()) if option is None else option

    async def asked(self, bot: str, view: View, seat: int) -> int | None:
        """The answer of the process; None if it is not ready, has none, takes too long or has died."""
        position = view.position
        told = position.rules.NAME, bot, dict(position.options), position.now.values()
        return await self.worker.ask(_chosen, *told, seat, patience=PATIENCE)

    def close(self) -> None:
        """End the process."""
        self.worker.close()


def _chosen(game: str, bot: str, options: dict[str, str], values: dict[str, Any], seat: int) -> int | None:
    """Return the option of a bot or its stand-in; None before its game is compiled, while a thread prepares it."""
    rules = GAMES[game]
    state = rules.State(**values)
    position = Position(rules, tuple(options.items()), state, (), state)
    if not is_ready(position, bot):
        prepare_aside(position, {bot})
    return choose(bot, View(position), seat, SystemLuck()) if is_compiled(rules) else None
