"""Bots of a server: they answer at once, from a process of their own when it is ready, and outlive its death."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable

from cinquina.bots.thinking import Thinker
from cinquina.core import View, bits, legal_options, seen_by
from kit import play, start

PATIENCE = 180.0
BOT = "greedy"


def asked() -> View:
    return seen_by(play(start("qwixx", 2), "roll 1 4 3 6 2 6"), 0)


async def answers(thinker: Thinker) -> int:
    option = await thinker.choose(BOT, asked(), 0)
    assert option in bits.members(legal_options(asked().position, 0))
    return option


def with_thinker(story: Callable[[Thinker], Awaitable[None]]) -> None:
    async def told() -> None:
        thinker = Thinker(apart=True)
        try:
            await story(thinker)
        finally:
            thinker.close()

    asyncio.run(told())


async def ready(thinker: Thinker) -> None:
    deadline = time.monotonic() + PATIENCE
    while await thinker.asked(BOT, asked(), 0) is None:
        assert time.monotonic() < deadline, "the bot is never ready"
        await asyncio.sleep(0.05)


def test_a_bot_answers_before_and_after_it_is_ready() -> None:
    async def story(thinker: Thinker) -> None:
        await answers(thinker)
        await ready(thinker)
        await answers(thinker)

    with_thinker(story)


def test_a_bot_answers_when_its_process_is_killed() -> None:
    async def story(thinker: Thinker) -> None:
        await answers(thinker)
        await ready(thinker)
        assert thinker.worker.process
        for process in list(thinker.worker.process._processes):
            os.kill(process, signal.SIGKILL)
        await answers(thinker)
        await answers(thinker)
        await ready(thinker)
        await answers(thinker)

    with_thinker(story)


def test_without_a_process_bots_answer_in_threads() -> None:
    async def story() -> None:
        await answers(Thinker())

    asyncio.run(story())


SERVER = """
import asyncio, sys
from cinquina.bots.thinking import Thinker
from cinquina.core import opening, seen_by
from cinquina.games import GAMES
async def serve():
    thinker = Thinker(apart=True)
    await thinker.asked("greedy", seen_by(opening(GAMES["qwixx"], 2), 0), 0)
    while not (thinker.worker.process and thinker.worker.process._processes):
        await asyncio.sleep(0.01)
    print(*thinker.worker.process._processes, flush=True)
    await asyncio.sleep(600)
if __name__ == "__main__":
    asyncio.run(serve())
"""


def test_a_server_that_is_killed_takes_its_bots_along() -> None:
    with subprocess.Popen([sys.executable, "-c", SERVER], stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout
        process = int(server.stdout.readline())
        server.kill()
    deadline = time.monotonic() + PATIENCE
    while os.path.exists(f"/proc/{process}/stat") and time.monotonic() < deadline:
        time.sleep(0.1)
    assert not os.path.exists(f"/proc/{process}/stat")
