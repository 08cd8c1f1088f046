"""The handlers of requests about tables and records, and of the socket."""

from __future__ import annotations

import asyncio
import io
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import segno
from msgspec.json import Decoder
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.websockets import WebSocket, WebSocketDisconnect

from cinquina.core import Position, Refusal
from cinquina.core.record import BadRecord, read
from cinquina.core.rules import SHEET_OPTION
from cinquina.games import GAMES
from cinquina.locales import Words, words
from cinquina.store import NoTable, StoreError
from cinquina.table import words as telling
from cinquina.table.damage import Damaged
from cinquina.table.hall import Hall
from cinquina.table.happenings import fingerprint
from cinquina.table.hosted import HostedTable
from cinquina.table.lesson import lesson_of
from cinquina.table.proof import without_proof
from cinquina.table.refusals import NotYours
from cinquina.table.verification import verified, witness_of
from cinquina.web import pages
from cinquina.web.actions import (
    Action,
    Again,
    FindRequest,
    Hello,
    NewLesson,
    NewTable,
    PracticeRequest,
    ReplayRequest,
    ReviewRequest,
    Sit,
    VerifyRequest,
)
from cinquina.web.guard import MOST_RECORD, Limit, is_own_page, who_asks
from cinquina.web.inviting import Invitation, invitation
from cinquina.web.limits import PER_ADDRESS, OpenConnections
from cinquina.web.practice import practice_of_record
from cinquina.web.proxies import host_of
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
from cinquina.web.response_protocol import FoundTable, Refused
from cinquina.web.reviews import Reviews
from cinquina.web.socket import GONE, MOST_KEYS, ViewerSocket
from cinquina.web.viewing import encoded

LONGEST_ADDRESS = 300
NO_SUCH_TABLE = "-"
PAGE_STATUSES = (410, 413, 429, 503)
"""Statuses of error pages; any other refusal of a page is a 404."""
QR_INK, QR_PAPER = "#22262c", "#fffdf8"
Handler = Callable[[Request], Awaitable[Response]]

ACTION: Decoder[Action] = Decoder(Action)
FIND = Decoder(FindRequest)
HELLO = Decoder(Hello)
NEW_TABLE = Decoder(NewTable)
NEW_LESSON = Decoder(NewLesson)
PRACTICE = Decoder(PracticeRequest)
REPLAY = Decoder(ReplayRequest)
REVIEW = Decoder(ReviewRequest)
SIT = Decoder(Sit)
AGAIN = Decoder(Again)
VERIFY = Decoder(VerifyRequest)
TABLES_A_MINUTE, SEATS_A_MINUTE, REQUESTS_A_MINUTE = 20, 60, 1200
REQUESTS_AT_ONCE = 240
"""Of one address; the others may also come all at once."""


class Server:
    """The request handlers and what they share."""

    def __init__(self, hall: Hall, reviews: Reviews, limits: int, *, is_open: bool) -> None:
        self.hall = hall
        self.reviews = reviews
        self.is_open = is_open
        self.creating = Limit(burst=TABLES_A_MINUTE * limits, per_minute=TABLES_A_MINUTE * limits)
        self.joining = Limit(burst=SEATS_A_MINUTE * limits, per_minute=SEATS_A_MINUTE * limits)
        self.doing = Limit(burst=REQUESTS_AT_ONCE * limits, per_minute=REQUESTS_A_MINUTE * limits)
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
            return bad_record(texts, wrong)
        return answer(replay_of(texts, game, wanted.seat))

    async def review(self, request: Request) -> Response:
        """POST /review: a review once it is made, until then how far it is."""
        self.check(self.doing, request)
        wanted = await body(request, REVIEW, MOST_RECORD)
        lang = pages.language(request)
        try:
            found = self.reviews.ask(wanted.record, lang, who_asks(request.scope))
        except BadRecord as wrong:
            return bad_record(words(lang), wrong)
        return Response(found, headers=pages.NOT_CACHED, media_type="application/json")

    async def practice(self, request: Request) -> Response:
        """POST /practice: the position before a choice of a finished game."""
        self.check(self.doing, request)
        wanted = await body(request, PRACTICE, MOST_RECORD)
        texts = words(pages.language(request))
        try:
            return answer(practice_of_record(texts, wanted.record, wanted.event, wanted.worths))
        except BadRecord as wrong:
            return bad_record(texts, wrong)

    async def records(self, request: Request) -> Response:
        """POST /t/CODE/records."""
        self.check(self.doing, request)
        hosted = await self.hosted(request)
        keys = (await body(request, HELLO)).keys[:MOST_KEYS]
        if not hosted.table.settings.spectators and not any(map(hosted.table.seats_of, keys)):
            raise NotYours("table-for-its-players")
        own = {seat for key in keys for seat in hosted.table.seats_of(key)}
        mine = sorted(own) if hosted.table.shares_record else []
        return answer(Records(hosted.table.records_so_far(), mine))

    async def seen(self, request: Request) -> Response:
        """POST /t/CODE/seen: the table as one of its players sees it now, without being there."""
        self.check(self.doing, request)
        hosted = await self.hosted(request)
        hello = await body(request, HELLO)
        prints = tuple(fingerprint(key) for key in hello.keys[:MOST_KEYS])
        if not any(map(hosted.table.seats_with, prints)):
            raise NotYours("table-for-its-players")
        shown = encoded(hosted, prints, words(pages.supported_language(hello.lang)), self.hall.patience)
        return Response(shown, headers=pages.NOT_CACHED, media_type="application/json")

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

    async def new_page(self, request: Request) -> Response:
        """GET /new/GAME; it says so if only this machine could open the link of the table."""
        game = pages.game_named(request)
        return pages.page(request, "new.html", game=game, invitation=await self.invitation(request, ""))

    async def table_page(self, request: Request) -> Response:
        """GET /t/CODE, /t/CODE/tv, /t/CODE/replay and /t/CODE/review."""
        self.check(self.doing, request)
        hosted = await self.hosted(request)
        kind = request.path_params.get("kind") or "table"
        game, invitation = hosted.table.settings.game, await self.invitation(request, hosted.code)
        sheet = pages.shown_sheet(game, hosted.table.settings.options.get(SHEET_OPTION, ""))
        told: dict[str, Any] = {"invitation": invitation, "has_lesson": lesson_of(game) is not None, "sheet": sheet}
        return pages.page(request, f"{kind}.html", code=hosted.code, game=game, **told)

    async def health(self, request: Request) -> Response:
        """GET /healthz: whether the store can be written to."""
        self.check(self.doing, request)
        try:
            await self.hall.access.ask(self.hall.store.touch, NO_SUCH_TABLE, time.time())  # changes nothing
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


def bad_record(texts: Words, wrong: BadRecord) -> Response:
    """Return the response for a record with an invalid line."""
    sentence = telling.refusal(texts, position_of(wrong), wrong)
    return answer(Refused(texts("record.bad-line", line=wrong.line, sentence=sentence), wrong.reason), status=400)


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
