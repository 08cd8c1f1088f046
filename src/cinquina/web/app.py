"""The web application: its routes and settings, and how it starts and stops."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute

from cinquina.bots.thinking import Thinker
from cinquina.store import Store
from cinquina.table.hall import AWAY_SECONDS, Hall
from cinquina.web import pages, practice_pages, sheet_data
from cinquina.web.guard import KnownHost, SecurityHeaders
from cinquina.web.handlers import Server, answering
from cinquina.web.lean_files import LeanFiles
from cinquina.web.proxies import Forwarded, Proxies
from cinquina.web.reviews import Reviews

STATIC = Path(__file__).parent / "static"
NO_PROXIES = Proxies()


@dataclass(frozen=True, slots=True)
class ServerOptions:
    """The settings of a server."""

    pace: float = 0.6
    """Seconds a bot waits before it throws."""
    away: float = AWAY_SECONDS
    """Seconds a player must be away before others may let a bot play for them."""
    hosts: tuple[str, ...] = ()
    """The host names the server answers to; any when empty."""
    is_open: bool = False
    """Whether the server listens on all addresses of this machine."""
    base: str = "/"
    """The path of the home page; all other paths begin with it."""
    static: Path | None = STATIC
    """The folder of the static files; None when another server serves them."""
    limits: int = 1
    """The factor by which one address may exceed the default rate limits."""
    keep: float = 0.0
    """Seconds after which unused tables are deleted; 0 for never."""
    proxies: Proxies = NO_PROXIES
    """The proxies whose forwarding headers are trusted."""


DEFAULT_OPTIONS = ServerOptions()


def app(
    store: Store,
    options: ServerOptions = DEFAULT_OPTIONS,
    *,
    thinker: Thinker | None = None,
    reviews: Reviews | None = None,
    stopping: Callable[[], None] | None = None,
) -> Starlette:
    """Return the application over a store; `stopping` is called when the server begins to stop."""
    hall = Hall(store, pace=options.pace, away=options.away, keep=options.keep, thinker=thinker)
    reviews = reviews or Reviews(apart=hall.thinker.apart)
    routes = routes_of(Server(hall, reviews, options.limits, is_open=options.is_open), options.static)
    base = options.base.rstrip("/")
    prefixed = [Mount(base, routes=routes)] if base else []  # a proxy may pass the base path on or strip it
    made = Starlette(
        routes=[*prefixed, *routes],
        middleware=[
            Middleware(Forwarded, proxies=options.proxies),
            Middleware(SecurityHeaders),
            Middleware(KnownHost, hosts=options.hosts),
            Middleware(GZipMiddleware, minimum_size=1000),
        ],
        exception_handlers={404: pages.missing, 405: pages.missing, 500: pages.broken},
        lifespan=lifespan_of(hall, reviews, stopping),
    )
    made.state.hall = hall
    made.state.base = options.base
    return made


def routes_of(server: Server, static: Path | None) -> list[BaseRoute]:
    """Return every route of the server."""
    return [
        Route("/", pages.home),
        Route("/games", pages.games),
        Route("/new/{game}", answering(server.new_page)),
        Route("/rules/{game}", answering(pages.rules)),
        Route("/print/{game}", answering(pages.printed)),
        Route("/replay", pages.replay),
        Route("/review", pages.review),
        Route("/practice", practice_pages.hub),
        Route("/practice/mistakes", practice_pages.mistakes),
        Route("/practice/{game}", answering(practice_pages.puzzles)),
        Route("/puzzle/{game}", answering(practice_pages.day)),
        Route("/progress", practice_pages.progress),
        Route("/puzzles/{lang}/{game}.json", practice_pages.puzzle_list),
        Route("/puzzles/{lang}/{game}/{which}.json", practice_pages.puzzle),
        Route("/verify", pages.verify),
        Route("/lang/{lang}", pages.lang),
        Route("/healthz", answering(server.health)),
        Route("/tables", answering(server.make), methods=["POST"]),
        Route("/lessons", answering(server.make_lesson), methods=["POST"]),
        Route("/find", answering(server.find), methods=["POST"]),
        Route("/replay", answering(server.replay), methods=["POST"]),
        Route("/review", answering(server.review), methods=["POST"]),
        Route("/practice", answering(server.practice), methods=["POST"]),
        Route("/verify", answering(server.verify), methods=["POST"]),
        Route("/t/{code}/sit", answering(server.sit), methods=["POST"]),
        Route("/t/{code}/again", answering(server.again), methods=["POST"]),
        Route("/t/{code}/do", answering(server.do), methods=["POST"]),
        Route("/t/{code}/records", answering(server.records), methods=["POST"]),
        Route("/t/{code}/seen", answering(server.seen), methods=["POST"]),
        Route("/t/{code}/qr.svg", answering(server.qr)),
        Route("/t/{code}/raw.txt", answering(server.raw)),
        WebSocketRoute("/t/{code}/ws", server.socket),
        Route("/t/{code}", answering(server.table_page)),
        Route("/t/{code}/{kind:kind}", answering(server.table_page)),
        Route("/sheets/{lang}/{name}.json", sheet_data.sheet),
        Route("/palette.json", sheet_data.palette),
        *([Mount("/static", LeanFiles(directory=static))] if static else []),
    ]


def lifespan_of(
    hall: Hall, reviews: Reviews, stopping: Callable[[], None] | None
) -> Callable[[Starlette], AbstractAsyncContextManager[None]]:
    """Return the lifespan handler, which starts and closes the hall."""

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        loop = asyncio.get_running_loop()
        listener = None
        if hall.store.shared:

            def on_entry(table: str, number: int) -> None:
                loop.call_soon_threadsafe(hall.refresh_later, table)

            def on_message(text: str) -> None:
                loop.call_soon_threadsafe(hall.presence.receive, text)

            listener = hall.store.listen(on_entry, on_message)
        hall.start()
        yield
        if stopping:
            stopping()
        if listener:
            await asyncio.to_thread(listener.close)
        reviews.close()
        await hall.close()

    return lifespan
