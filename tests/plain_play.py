"""The program with the standard library and a few pure packages: what a browser or a phone has.

    python tests/plain_play.py play GAME        a whole game against each level, over the app in this process
    python tests/plain_play.py answers GAME     what each bot answers in some of the frozen positions
    python tests/plain_play.py stand-ins        which bots others play for

Nothing that has to be compiled, no database and no network server can be imported here. The result is printed as JSON.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import sys
from collections.abc import Coroutine
from typing import Any

FORBIDDEN = ("alembic", "llvmlite", "numba", "numpy", "psycopg", "ray", "sqlalchemy", "uvicorn")
HOST = "localhost"
SOON = 60.0


class Forbidding:
    """Refuses to import some packages, as if they were not installed."""

    def __init__(self, *packages: str) -> None:
        self.packages = packages

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> None:
        """Nothing for all others: somebody else finds them."""
        if name.partition(".")[0] in self.packages:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)


def forbid(*packages: str) -> None:
    """From now on these packages cannot be imported."""
    sys.meta_path.insert(0, Forbidding(*packages))


class Caller:
    """Calls an app as a server would, over ASGI, but in this process."""

    def __init__(self, app: Any) -> None:
        self.app = app
        self.clicks = itertools.count()

    def scope(self, kind: str, path: str) -> dict[str, Any]:
        """What a server says of a request."""
        headers = [(b"host", HOST.encode()), (b"origin", f"http://{HOST}".encode())]
        headers += [(b"content-type", b"application/json")] if kind == "http" else []
        here: dict[str, Any] = {"client": (HOST, 1), "server": (HOST, 80), "root_path": "", "query_string": b""}
        scheme = "http" if kind == "http" else "ws"
        told = {"type": kind, "asgi": {"version": "3.0"}, "http_version": "1.1", "scheme": scheme, "path": path}
        return {**told, **here, "raw_path": path.encode(), "headers": headers, "state": {}, "subprotocols": []}

    async def post(self, path: str, value: Any) -> Any:
        """The JSON that answers a POST."""
        status, parts = 0, list[bytes]()

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": json.dumps(value).encode(), "more_body": False}

        async def send(message: dict[str, Any]) -> None:
            nonlocal status
            status = message.get("status", status)
            parts.append(message.get("body", b""))

        await self.app(self.scope("http", path) | {"method": "POST"}, receive, send)
        told = json.loads(b"".join(parts))
        assert status in (200, 201), told
        return told

    async def do(self, code: str, key: str, what: str, **more: Any) -> Any:
        """Ask something of a table."""
        return await self.post(f"/t/{code}/do", {"key": key, "id": f"click {next(self.clicks)}", "do": what, **more})

    def watch(self, code: str, key: str) -> tuple[asyncio.Queue[Any], asyncio.Queue[Any], Coroutine[Any, Any, None]]:
        """A socket to a table: what is said into it, what is heard, and the conversation, to be run."""
        said, heard = asyncio.Queue[Any](), asyncio.Queue[Any]()
        said.put_nowait({"type": "websocket.connect"})
        said.put_nowait({"type": "websocket.receive", "text": json.dumps({"keys": [key]})})

        async def send(message: dict[str, Any]) -> None:
            if message["type"] == "websocket.send":
                heard.put_nowait(json.loads(message.get("text") or message["bytes"]))

        return said, heard, self.app(self.scope("websocket", f"/t/{code}/ws"), said.get, send)


async def answered(caller: Caller, code: str, key: str, ask: Any) -> tuple[int, int]:
    """Ink a complete draft, else tap the first option; return the number and the length of the draft to wait for."""
    asked = {"seat": ask["seat"], "window": ask["window"]}
    if ask["draft"]["ink"]:
        return (await caller.do(code, key, "ink", **asked, taps=ask["draft"]["ink"]))["number"], 0
    await caller.do(code, key, "tap", **asked, tap=ask["options"][0]["tap"])
    return 0, len(ask["draft"]["taps"]) + 1


async def game_against(caller: Caller, game: str, level: str) -> dict[str, Any]:
    """Play a game of a person, who taps first options until they can be inked, and a bot; return the last snapshot."""
    seats = [{"kind": "me", "name": "Anna"}, {"kind": "bot", "level": level}]
    made = await caller.post("/tables", {"game": game, "seats": seats, "salt": "aa"})
    code, key = made["code"], made["key"]
    said, heard, conversation = caller.watch(code, key)
    talking = asyncio.create_task(conversation)
    shown = await asyncio.wait_for(heard.get(), SOON)
    while shown["phase"] != "over":
        number, taps = shown["number"], 0
        if shown["can"]["roll"]:
            number = (await caller.do(code, key, "roll", throw=shown["dice"]["count"]))["number"]
        elif shown["ask"]:
            number, taps = await answered(caller, code, key, shown["ask"])
        shown = await asyncio.wait_for(heard.get(), SOON)
        while shown["number"] < number or (taps and taps > len(shown["ask"]["draft"]["taps"])):
            shown = await asyncio.wait_for(heard.get(), SOON)
    said.put_nowait({"type": "websocket.disconnect", "code": 1001})
    await talking
    return dict(shown)


async def games_of(game: str) -> dict[str, Any]:
    """By level: the points of a game against it."""
    from cinquina.bots import levels_of
    from cinquina.games import GAMES
    from cinquina.store import MemoryStore
    from cinquina.web.app import ServerOptions, app

    made = app(MemoryStore(), ServerOptions(pace=0.0, static=None, limits=1000))
    async with made.router.lifespan_context(made):
        caller = Caller(made)
        games = {level: await game_against(caller, game, level) for level in levels_of(GAMES[game])}
    return {level: [seat["score"] for seat in shown["seats"]] for level, shown in games.items()}


def answers_of(game: str) -> dict[str, Any]:
    """By bot: what it answers in some of the frozen positions."""
    from bots.frozen import BLOCK, sampled, told
    from cinquina.bots import names_of
    from cinquina.games import GAMES

    positions = sampled(GAMES[game], BLOCK)
    return {bot: told(GAMES[game], bot, positions) for bot in names_of(GAMES[game])}


def all_stand_ins() -> dict[str, list[Any]]:
    """By game: the bots that others play for."""
    from dataclasses import astuple

    from cinquina.bots import stand_ins
    from cinquina.games import GAMES

    return {game: [astuple(one) for one in stand_ins(rules)] for game, rules in GAMES.items()}


def main(what: str, game: str = "") -> None:
    """Do what is asked and print the result."""
    forbid(*FORBIDDEN)
    import cinquina.coach  # here, as they are only to be imported once nothing else can be
    import cinquina.table.hall
    import cinquina.web.app  # noqa: F401

    if what == "play":
        found: Any = asyncio.run(games_of(game))
    else:
        found = answers_of(game) if what == "answers" else all_stand_ins()
    assert not {name.partition(".")[0] for name in sys.modules} & set(FORBIDDEN)
    print(json.dumps(found))


if __name__ == "__main__":
    main(*sys.argv[1:])
