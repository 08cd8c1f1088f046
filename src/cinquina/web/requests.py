"""Requests that change something: decodes them, and words refusals."""

from __future__ import annotations

import logging
from http import HTTPStatus
from typing import TypeVar

import msgspec
from msgspec import structs
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from cinquina.core import Position, Refusal
from cinquina.games import GAMES
from cinquina.locales import Words
from cinquina.store import Conflict, NoTable, StoreError
from cinquina.table.base import Command
from cinquina.table.damage import Damaged
from cinquina.table.dice import promise_of
from cinquina.table.hall import Hall
from cinquina.table.happenings import (
    BOT,
    EVERYBODY,
    MARKS_ONLY,
    NOBODY,
    OPEN,
    PERSON,
    VIRTUAL,
    Seat,
    Settings,
    fingerprint,
)
from cinquina.table.hosted import HostedTable
from cinquina.table.keys import new_key, new_seed, new_seeds
from cinquina.table.lesson import lesson_of, lesson_seats
from cinquina.table.places import Place
from cinquina.table.refusals import NotYours, Stale
from cinquina.table.words import refusal
from cinquina.web.actions import (
    Action,
    AddSalt,
    Again,
    AskHint,
    Begin,
    Chat,
    ComeBack,
    Correct,
    Count,
    End,
    Erase,
    Finish,
    Ink,
    Leave,
    LetBotPlay,
    NewLesson,
    NewSeat,
    NewTable,
    Next,
    Nudge,
    PadAction,
    Pencil,
    Resume,
    Rub,
    Sit,
    StoredAction,
    Tap,
    Throw,
    TurnAction,
    Undo,
    Untap,
)
from cinquina.web.guard import MOST_BYTES, is_own_page
from cinquina.web.protocol import Hints
from cinquina.web.response_protocol import (
    Answered,
    Done,
    MadeTable,
    Refused,
    TakenSeat,
)
from cinquina.web.reviews import Busy

log = logging.getLogger(__name__)

MOST_SEATS = max(rules.SEATS[-1] for rules in GAMES.values())
LONGEST_ID = 64

Value = TypeVar("Value")


class BadRequest(Refusal):
    """An invalid or unwanted request; `status` is the HTTP status."""

    def __init__(self, status: int, reason: str, **details: int | str) -> None:
        super().__init__(reason, **details)
        self.status = status


async def body(request: Request, decoder: msgspec.json.Decoder[Value], most: int = MOST_BYTES) -> Value:
    """Decode the body of a request from one of our own pages, or raise BadRequest."""
    if not is_own_page(request):
        raise BadRequest(403, "foreign-page")
    data = b""
    try:
        async for piece in request.stream():
            data += piece
            if len(data) > most:
                raise BadRequest(413, "too-large", most=most)
    except ClientDisconnect as gone:  # nobody reads this answer
        raise BadRequest(408, "request-cut-off") from gone
    try:
        return decoder.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as wrong:
        raise BadRequest(400, "not-understood", problem=str(wrong)[:120]) from wrong


def refused(words: Words, hosted: HostedTable | None, wrong: Refusal) -> Response:
    """Return the response for a refusal."""
    return answer(refusal_of(words, hosted, wrong), status_of(wrong))


def refusal_of(words: Words, hosted: HostedTable | None, wrong: Refusal) -> Refused:
    """Return a refusal in words, which may depend on the game."""
    return Refused(refusal_text(words, hosted.table.position if hosted else None, wrong), wrong.reason)


def answer(value: msgspec.Struct, status: int = 200) -> Response:
    """Return a value as a response that is not cached."""
    return Response(msgspec.json.encode(value), status, {"cache-control": "no-store"}, "application/json")


def refusal_text(words: Words, position: Position | None, wrong: Refusal) -> str:
    """Word a refusal; details of store errors are logged and not shown."""
    if isinstance(wrong, StoreError):
        log.error("store error: %s", wrong)
        return words("error.our-fault")
    return refusal(words, position, wrong)


def status_of(wrong: Refusal) -> int:
    """Return the HTTP status for a refusal."""
    if isinstance(wrong, BadRequest):
        return wrong.status
    if isinstance(wrong, NoTable):
        return 404
    if isinstance(wrong, Damaged):
        return 410
    if isinstance(wrong, NotYours):
        return 403
    if isinstance(wrong, Stale | Conflict):
        return 409
    return 503 if isinstance(wrong, StoreError | Busy) else 400


async def made_table(hall: Hall, wanted: NewTable) -> MadeTable:
    """Create a table."""
    key, seed = new_key(), new_seed()
    settings = Settings(
        game=wanted.game,
        options=wanted.options,
        seats=tuple(map(stored_seat, wanted.seats[: MOST_SEATS + 1])),
        dice=wanted.dice,
        spectators=wanted.spectators,
        series=wanted.series,
        host=fingerprint(key),
        salt=wanted.salt,
        seed=seed,
        curtain=wanted.curtain,
        hints=wanted.hints or usual_hints(wanted),
    )
    hosted = await hall.make(settings)
    return MadeTable(hosted.code, key, promise_of(seed) if wanted.dice == VIRTUAL else "")


def usual_hints(wanted: NewTable) -> Hints:
    """Return who gets hints where nothing is said: everybody where one person plays, alone or with bots."""
    kinds = [seat.kind for seat in wanted.seats]
    alone = kinds.count("me") == 1 and not {"screen", "open"} & set(kinds)
    return EVERYBODY if alone and wanted.dice != MARKS_ONLY else NOBODY


async def made_lesson(hall: Hall, wanted: NewLesson) -> MadeTable:
    """Create a table for the lesson of a game."""
    key = new_key()
    lesson = lesson_of(wanted.game)
    if lesson is None:
        raise BadRequest(404, "no-lesson", game=wanted.game[:40])
    settings = Settings(
        game=wanted.game,
        options=dict(lesson.game.position.options),
        seats=lesson_seats(lesson, wanted.name.strip()),
        dice=VIRTUAL,
        spectators=False,
        series=1,
        host=fingerprint(key),
        salt="",
        lesson=True,
    )
    hosted = await hall.make(settings)
    return MadeTable(hosted.code, key, "")


def stored_seat(wanted: NewSeat) -> Seat:
    """Convert a seat to the form that is stored."""
    if wanted.kind in ("me", "screen"):
        return Seat(PERSON, wanted.name.strip())
    return Seat(BOT, level=wanted.level) if wanted.kind == "bot" else Seat(OPEN)


async def taken_seat(hall: Hall, hosted: HostedTable, wanted: Sit) -> TakenSeat:
    """Take a seat, or be in for the next game."""
    waits = wanted.key and fingerprint(wanted.key) in [waiting.key for waiting in hosted.table.queue]
    key = wanted.key if waits else new_key()
    await hall.do(hosted, lambda table: table.sit(wanted.name.strip(), key, wanted.salt))
    return TakenSeat(next(iter(hosted.table.seats_of(key)), -1), key)


async def opened_again(hall: Hall, hosted: HostedTable, wanted: Again) -> MadeTable:
    """Create a table like one that is closed; the seats of the other people are open there."""
    own, settings = hosted.table.seats_of(wanted.key), hosted.table.settings
    if not own:
        raise NotYours("not-your-table")
    if not hosted.table.ended or settings.lesson:
        raise Stale("table-not-ended")
    seats = [seat_again(place, own=number in own) for number, place in enumerate(hosted.table.places)]
    salt = None if settings.dice == VIRTUAL else ""
    again = NewTable(settings.game, seats, settings.options, settings.dice, settings.spectators, settings.series, salt)
    again = structs.replace(again, hints=settings.hints)
    made = await made_table(hall, again)
    hall.succeed(hosted, made.code)
    return made


def seat_again(place: Place, *, own: bool) -> NewSeat:
    """Return a seat for the table after a closed one."""
    if own:
        return NewSeat("me", place.seat.name)
    is_bot = place.seat.kind == BOT and not place.is_free
    return NewSeat("bot", level=place.seat.level) if is_bot else NewSeat("open")


async def done(hall: Hall, hosted: HostedTable, wanted: Action) -> Done:
    """Run an action at a table; return the number of its happening, as far as the player may know it."""
    if not 0 < len(wanted.id) <= LONGEST_ID or not wanted.id.isprintable() or len(wanted.key) > LONGEST_ID:
        raise BadRequest(400, "bad-click")
    if isinstance(wanted, Tap | Untap):
        return drafted(hall, hosted, wanted)
    if isinstance(wanted, AskHint):
        await hall.hint(hosted, wanted.key, wanted.seat, wanted.window, click_id(wanted))
        return Done(hosted.table.number_for(hosted.table.seats_of(wanted.key)))
    if isinstance(wanted, Nudge):
        hall.nudge(hosted, wanted.key, wanted.seat)
        return Done(hosted.table.number_for(hosted.table.seats_of(wanted.key)))
    if isinstance(wanted, Pencil | Finish | Erase):
        erased = wanted.cell if isinstance(wanted, Erase) else None
        await hall.learner.prepare(hosted.table, wanted.key, wanted.seat, wanted.window, erased=erased)
    number = await hall.do(hosted, command_of(hall, hosted, wanted), click_id(wanted))
    return Done(min(number, hosted.table.number_for(hosted.table.seats_of(wanted.key))))


async def answered(hall: Hall, code: str, wanted: Action, words: Words) -> Answered:
    """Run an action that came over a socket; return its answer, also for a refusal."""
    hosted = None
    try:
        hosted = await hall.find(code)
        did = await done(hall, hosted, wanted)
        return Answered(wanted.id, HTTPStatus.OK, did.number, did.drafted)
    except Refusal as wrong:
        return answer_refused(words, hosted, wanted, wrong)


def answer_refused(words: Words, hosted: HostedTable | None, wanted: Action, wrong: Refusal) -> Answered:
    """Return the answer to a refused action that came over a socket."""
    said = refusal_of(words, hosted, wrong)
    return Answered(wanted.id, status_of(wrong), error=said.error, reason=said.reason)


def click_id(wanted: Action) -> str:
    """Return the id of a click. The key is part of it, so that nobody can block another player's click."""
    return f"{fingerprint(wanted.key)[:16]} {wanted.id}"


def drafted(hall: Hall, hosted: HostedTable, wanted: Tap | Untap) -> Done:
    """Change a draft, which is not a happening."""
    key, seat, window, click = wanted.key, wanted.seat, wanted.window, click_id(wanted)
    if click not in hosted.drafts.clicks:
        if isinstance(wanted, Tap):
            tap = wanted.tap
            hall.draft(hosted, seat, lambda drafts: drafts.tap(key, seat, window, tap))
        else:
            cell = wanted.cell
            hall.draft(hosted, seat, lambda drafts: drafts.untap(key, seat, window, cell))
        hosted.drafts.clicks.append(click)
    return Done(hosted.table.number_for(hosted.table.seats_of(key)), hosted.drafts.changes[seat])


def command_of(hall: Hall, hosted: HostedTable, wanted: StoredAction) -> Command:  # noqa: PLR0911  # one case per action
    """Return the command for an action; a table refuses actions that its kind does not have."""
    key = wanted.key
    match wanted:
        case Ink() | Undo() | Throw() | Correct():
            return turn_command_of(wanted)
        case Begin():
            return lambda table: table.begin(key, new_seeds())
        case Next():
            return lambda table: table.next_game(key, new_seeds(), hosted.awaited)
        case End():
            return lambda table: table.end(key)
        case Chat(text=text):
            return lambda table: table.say(key, text)
        case AddSalt(salt=salt):
            return lambda table: table.add_salt(key, salt)
        case LetBotPlay(seat=seat):
            return lambda table: table.substitute(key, seat, away=is_away(hall, hosted, seat))
        case ComeBack(seat=seat):
            return lambda table: table.come_back(key, seat)
        case Leave(seat=seat):
            return lambda table: table.leave(key, seat)
        case _:
            return pad_command_of(wanted)


def turn_command_of(wanted: TurnAction) -> Command:
    """Return the command for an action in a turn with dice."""
    key = wanted.key
    match wanted:
        case Ink(seat=seat, window=window, taps=taps):
            return lambda table: table.ink(key, seat, window, taps)
        case Undo(seat=seat, window=window):
            return lambda table: table.undo(key, seat, window)
        case Throw(throw=throw, faces=faces):
            return lambda table: table.roll(key, throw, faces)
        case Correct(throw=throw, faces=faces):
            return lambda table: table.correct(key, throw, faces)


def pad_command_of(wanted: PadAction) -> Command:
    """Return the command for an action on a pad."""
    key = wanted.key
    match wanted:
        case Pencil(seat=seat, window=window, cell=cell, mark=mark):
            return lambda table: table.pencil(key, seat, window, cell, mark)
        case Rub(seat=seat, window=window, cell=cell):
            return lambda table: table.rub(key, seat, window, cell)
        case Finish(seat=seat, window=window):
            return lambda table: table.finish(key, seat, window)
        case Erase(seat=seat, window=window, cell=cell):
            return lambda table: table.erase(key, seat, window, cell)
        case Count():
            return lambda table: table.count(key)
        case Resume():
            return lambda table: table.resume(key)


def is_away(hall: Hall, hosted: HostedTable, seat: int) -> bool:
    """Whether somebody has been away long enough to be replaced by a bot."""
    return 0 <= seat < len(hosted.table.places) and hosted.away(seat) > hall.patience
