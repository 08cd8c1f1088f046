"""The web application: pages, requests and sockets, as a list of routes."""

from __future__ import annotations

import asyncio
import io
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import segno
from msgspec.json import Decoder
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from cinquina.bots.thinking import Thinker
from cinquina.core import Position, Refusal
from cinquina.core.record import BadRecord, read
from cinquina.games import GAMES
from cinquina.locales import words
from cinquina.sheets import names as sheet_names
from cinquina.sheets import raw
from cinquina.store import NoTable, Store, StoreError
from cinquina.table import printed
from cinquina.table import words as telling
from cinquina.table.base import NotYours
from cinquina.table.damage import Damaged
from cinquina.table.hall import AWAY_SECONDS, Hall
from cinquina.table.hosted import HostedTable
from cinquina.table.lesson import lesson_of
from cinquina.table.proof import without_proof
from cinquina.table.verification import verified, witness_of
from cinquina.web import pages
from cinquina.web.actions import (
    Action,
    Again,
    FindRequest,
    Hello,
    NewLesson,
    NewTable,
    ReplayRequest,
    Sit,
    VerifyRequest,
)
from cinquina.web.guard import MOST_RECORD, KnownHost, Limit, SecurityHeaders, is_own_page, who_asks
from cinquina.web.inviting import Invitation, invitation
from cinquina.web.lean_files import LeanFiles
from cinquina.web.limits import PER_ADDRESS, OpenConnections
from cinquina.web.protocol import FoundTable, Refused
from cinquina.web.proxies import Forwarded, Proxies, host_of
from cinquina.web.record_protocol import DiceVerdict, Records, VerdictLine
from cinquina.web.replay import replay_of
from cinquina.web.requests import (
    BadRequest,
    answer,
    body,
    done,
    made_lesson,
    made_table,
    opened_again,
    refusal_text,
    refused,
    status_of,
    taken_seat,
)
from cinquina.web.socket import GONE, MOST_KEYS, ViewerSocket

STATIC = Path(__file__).parent / "static"
LONGEST_ADDRESS = 300
PALETTE = "palette"
NO_SUCH_TABLE = "-"
PAGE_STATUSES = (410, 413, 429, 503)
"""Statuses of error pages; any other refusal of a page is a 404."""
QR_INK, QR_PAPER = "#22262c", "#fffdf8"
NO_PROXIES = Proxies()
Handler = Callable[[Request], Awaitable[Response]]

ACTION: Decoder[Action] = Decoder(Action)
FIND = Decoder(FindRequest)
HELLO = Decoder(Hello)
NEW_TABLE = Decoder(NewTable)
NEW_LESSON = Decoder(NewLesson)
REPLAY = Decoder(ReplayRequest)
SIT = Decoder(Sit)
AGAIN = Decoder(Again)
VERIFY = Decoder(VerifyRequest)


class Server:
    """The request handlers and what they share."""

    def __init__(self, hall: Hall, limits: int, *, is_open: bool) -> None:
        self.hall = hall
        self.is_open = is_open
        self.creating = Limit(burst=20 * limits, per_minute=20 * limits)
        self.joining = Limit(burst=60 * limits, per_minute=60 * limits)
        self.doing = Limit(burst=240 * limits, per_minute=1200 * limits)
        self.sockets = OpenConnections(per_address=PER_ADDRESS * limits)
        """Counted by client address, which a proxy may have forwarded."""

    def check(self, limit: Limit, request: Any) -> None:
        """Refuse clients that exceed a rate limit."""
        if not limit.allows(who_asks(request.scope)):
            raise BadRequest(429, "too-often")

    # --- requests ----------------------------------------------------------------------------------------------

    async def make(self, request: Request) -> Response:
        """POST /tables."""
        self.check(self.creating, request)
        return answer(await made_table(self.hall, await body(request, NEW_TABLE)), status=201)

    async def make_lesson(self, request: Request) -> Response:
        """POST /lessons."""
        self.check(self.creating, request)
        return answer(await made_lesson(self.hall, await body(request, NEW_LESSON)), status=201)

    async def again(self, request: Request) -> Response:
        """POST /t/CODE/again."""
        self.check(self.creating, request)
        hosted = await self.hosted(request)
        return answer(await opened_again(self.hall, hosted, await body(request, AGAIN)), status=201)

    async def sit(self, request: Request) -> Response:
        """POST /t/CODE/sit."""
        self.check(self.joining, request)
        hosted = await self.hosted(request)
        return answer(await taken_seat(self.hall, hosted, await body(request, SIT)))

    async def do(self, request: Request) -> Response:
        """POST /t/CODE/do."""
        self.check(self.doing, request)
        hosted = await self.hosted(request)
        wanted = await body(request, ACTION)
        try:
            return answer(await done(self.hall, hosted, wanted))
        except Refusal as wrong:  # handled here because the sentence may depend on the game
            return refused(words(pages.language(request)), hosted, wrong)

    async def find(self, request: Request) -> Response:
        """POST /find."""
        self.check(self.joining, request)
        hosted = await self.hall.find((await body(request, FIND)).code)
        return answer(FoundTable(hosted.code))

    async def replay(self, request: Request) -> Response:
        """POST /replay."""
        self.check(self.doing, request)
        wanted = await body(request, REPLAY, MOST_RECORD)
        texts = words(pages.language(request))
        try:
            game = read(without_proof(wanted.record), GAMES)
        except BadRecord as wrong:
            sentence = telling.refusal(texts, position_of(wrong), wrong)
            return answer(
                Refused(texts("record.bad-line", line=wrong.line, sentence=sentence), wrong.reason), status=400
            )
        return answer(replay_of(texts, game))

    async def records(self, request: Request) -> Response:
        """POST /t/CODE/records."""
        self.check(self.doing, request)
        hosted = await self.hosted(request)
        keys = (await body(request, HELLO)).keys[:MOST_KEYS]
        if not hosted.table.settings.spectators and not any(map(hosted.table.seats_of, keys)):
            raise NotYours("table-for-its-players")
        return answer(Records(hosted.table.records_so_far()))

    async def verify(self, request: Request) -> Response:
        """POST /verify."""
        self.check(self.doing, request)
        wanted = await body(request, VERIFY, MOST_RECORD)
        witness = witness_of(wanted.promised, wanted.salts)
        verdict = verified(words(pages.language(request)), wanted.record, witness)
        lines = [VerdictLine(line.state, line.text) for line in verdict.lines]
        return answer(DiceVerdict(verdict.sound, verdict.text, lines))

    async def hosted(self, request: Request) -> HostedTable:
        """Return the table a request is about, or raise NoTable."""
        return await self.hall.find(request.path_params["code"])

    async def table_page(self, request: Request) -> Response:
        """GET /t/CODE, /t/CODE/tv and /t/CODE/replay."""
        self.check(self.doing, request)
        hosted = await self.hosted(request)
        kind = request.path_params.get("kind") or "table"
        game, invitation = hosted.table.settings.game, await self.invitation(request, hosted.code)
        told: dict[str, Any] = {"invitation": invitation, "has_lesson": lesson_of(game) is not None}
        return pages.page(request, f"{kind}.html", code=hosted.code, game=game, **told)

    async def health(self, request: Request) -> Response:
        """GET /healthz: whether the store can be written to."""
        self.check(self.doing, request)
        try:
            await self.hall.ask(self.hall.store.touch, NO_SUCH_TABLE, time.time())  # changes nothing
        except StoreError as wrong:
            return JSONResponse({"ok": False, "reason": wrong.reason}, status_code=503, headers=pages.NOT_CACHED)
        return JSONResponse({"ok": True}, headers=pages.NOT_CACHED)

    async def raw(self, request: Request) -> Response:
        """GET /t/CODE/raw.txt: the stored text of a damaged table; 404 for any other table."""
        self.check(self.doing, request)
        try:
            await self.hosted(request)
        except Damaged as wrong:
            return PlainTextResponse(wrong.raw, headers=pages.NOT_CACHED)
        raise NoTable

    async def qr(self, request: Request) -> Response:
        """GET /t/CODE/qr.svg."""
        self.check(self.doing, request)
        hosted = await self.hosted(request)
        invitation = await self.invitation(request, hosted.code)
        if len(invitation.link) > LONGEST_ADDRESS:
            raise BadRequest(413, "too-large", most=LONGEST_ADDRESS)
        code = segno.make(invitation.link, error="m")
        drawn = io.BytesIO()
        code.save(drawn, kind="svg", scale=4, dark=QR_INK, light=QR_PAPER, border=2)
        picture = drawn.getvalue()
        return Response(picture, media_type="image/svg+xml")

    async def invitation(self, request: Request, code: str) -> Invitation:
        """Return the link of a table by which others can open it."""
        path = f"{pages.base_of(request)}t/{code}"
        return await invitation(request, path, is_open=self.is_open)

    # --- socket ------------------------------------------------------------------------------------------------

    async def socket(self, socket: WebSocket) -> None:
        """/t/CODE/ws: send a whole snapshot after every change; receive who is watching, and actions."""
        who = who_asks(socket.scope)
        if not is_own_page(socket) or not self.doing.allows(who):
            await socket.close(GONE)
            return
        try:
            hosted = await self.hall.find(socket.path_params["code"])
        except Refusal:
            await socket.close(GONE)
            return
        if not self.sockets.admit(host_of(socket.scope)):
            await socket.close(GONE)
            return
        watching = ViewerSocket(self.hall, hosted, socket, lambda: self.doing.allows(who))
        try:
            await socket.accept()
            with suppress(WebSocketDisconnect, RuntimeError, asyncio.TimeoutError):
                await watching.run()
        finally:
            watching.leave()
            self.sockets.release(host_of(socket.scope))


def position_of(wrong: BadRecord) -> Position | None:
    """Return the position where a bad record stops being valid."""
    return wrong.game.position if wrong.game else None


def answering(handler: Handler) -> Handler:
    """Wrap a handler so that refusals are answered in the client's language: as a page for GET, else as JSON."""

    async def answer(request: Request) -> Response:
        try:
            return await handler(request)
        except Refusal as wrong:
            texts = words(pages.language(request))
            if request.method == "GET":
                status = status_of(wrong) if status_of(wrong) in PAGE_STATUSES else 404
                save = (
                    f"{pages.base_of(request)}t/{wrong.details['code']}/raw.txt" if isinstance(wrong, Damaged) else ""
                )
                return pages.error(request, refusal_text(texts, None, wrong), status, save)
            return refused(texts, None, wrong)

    return answer


async def sheet(request: Request) -> Response:
    """GET /sheets/LANG/ID.json: a sheet with the names of its cells in a language."""
    name, texts = request.path_params["name"], words(pages.supported_language(request.path_params["lang"]))
    if name not in sheet_names():
        return JSONResponse({"error": "no such sheet"}, status_code=404)
    return JSONResponse(raw(name) | printed.sheet_words(texts, name), headers=pages.CACHED)


async def palette(request: Request) -> Response:
    """GET /palette.json."""
    return JSONResponse(raw(PALETTE), headers=pages.CACHED)


async def lang(request: Request) -> Response:
    """GET /lang/it?back=/: set the language cookie and redirect to one of our own pages."""
    base = pages.base_of(request)
    back = request.query_params.get("back", base)
    safe = back if back.startswith(base) and not back.startswith("//") and "\\" not in back else base
    answer = RedirectResponse(safe, status_code=303)
    chosen = pages.supported_language(request.path_params["lang"])
    answer.set_cookie("lang", chosen, max_age=pages.YEAR, samesite="lax", path=base)
    return answer


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
    stopping: Callable[[], None] | None = None,
) -> Starlette:
    """Return the application over a store; `stopping` is called when the server begins to stop."""
    hall = Hall(store, pace=options.pace, away=options.away, keep=options.keep, thinker=thinker)
    routes = routes_of(Server(hall, options.limits, is_open=options.is_open), options.static)
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
        lifespan=lifespan_of(hall, stopping),
    )
    made.state.hall = hall
    made.state.base = options.base
    return made


def routes_of(server: Server, static: Path | None) -> list[BaseRoute]:
    """Return every route of the server."""
    return [
        Route("/", pages.home),
        Route("/games", pages.games),
        Route("/new/{game}", answering(pages.new)),
        Route("/rules/{game}", answering(pages.rules)),
        Route("/print/{game}", answering(pages.printed)),
        Route("/replay", pages.replay),
        Route("/verify", pages.verify),
        Route("/lang/{lang}", lang),
        Route("/healthz", answering(server.health)),
        Route("/tables", answering(server.make), methods=["POST"]),
        Route("/lessons", answering(server.make_lesson), methods=["POST"]),
        Route("/find", answering(server.find), methods=["POST"]),
        Route("/replay", answering(server.replay), methods=["POST"]),
        Route("/verify", answering(server.verify), methods=["POST"]),
        Route("/t/{code}/sit", answering(server.sit), methods=["POST"]),
        Route("/t/{code}/again", answering(server.again), methods=["POST"]),
        Route("/t/{code}/do", answering(server.do), methods=["POST"]),
        Route("/t/{code}/records", answering(server.records), methods=["POST"]),
        Route("/t/{code}/qr.svg", answering(server.qr)),
        Route("/t/{code}/raw.txt", answering(server.raw)),
        WebSocketRoute("/t/{code}/ws", server.socket),
        Route("/t/{code}", answering(server.table_page)),
        Route("/t/{code}/{kind:kind}", answering(server.table_page)),
        Route("/sheets/{lang}/{name}.json", sheet),
        Route("/palette.json", palette),
        *([Mount("/static", LeanFiles(directory=static))] if static else []),
    ]


def lifespan_of(
    hall: Hall, stopping: Callable[[], None] | None
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
        await hall.close()

    return lifespan
