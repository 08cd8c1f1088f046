"""The requests that change something: bytes become values here, and refusals become sentences."""

from __future__ import annotations

import logging
from typing import Any, Literal

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response

from cinquina.core import Position, Refusal
from cinquina.locales import Words
from cinquina.store import Conflict, NoTable, StoreError
from cinquina.table.damage import Damaged
from cinquina.table.dice import promise_of
from cinquina.table.hall import Hall, Wish, new_key, new_seed, new_seeds
from cinquina.table.happenings import BOT, OPEN, PERSON, VIRTUAL, Seat, Settings, fingerprint
from cinquina.table.live import Live
from cinquina.table.pads import Pads
from cinquina.table.room import Room
from cinquina.table.seated import NotYours, Stale
from cinquina.table.words import refusal
from cinquina.web.guard import MOST_BYTES, is_own_page

log = logging.getLogger(__name__)

MOST_SEATS = 6
LONGEST_ID = 64
CREATED = 201
SEARCHING = ("pencil", "finish", "erase")
"""What a table of pads may have to look for something to grant."""


class BadRequest(Refusal):
    """A request that is not understood or not wanted; `status` is HTTP's word for it."""

    def __init__(self, status: int, reason: str, **details: int | str) -> None:
        super().__init__(reason, **details)
        self.status = status


class NewSeat(msgspec.Struct, forbid_unknown_fields=True):
    """A seat as the page of a new table describes it."""

    kind: Literal["me", "screen", "open", "bot"]
    name: str = ""
    level: str = ""


class NewTable(msgspec.Struct, forbid_unknown_fields=True):
    """A table as its page describes it."""

    game: str
    seats: list[NewSeat]
    options: dict[str, str] = {}
    dice: Literal["virtual", "real", "none"] = "virtual"
    spectators: bool = True
    series: int = 1
    salt: str | None = ""
    """None: it comes later, when the page has seen the promise."""


class Sitting(msgspec.Struct, forbid_unknown_fields=True):
    """Somebody wants a seat."""

    name: str
    salt: str = ""


class Doing(msgspec.Struct, forbid_unknown_fields=True):
    """Somebody wants something at a table; `do` says what, `id` names the click."""

    key: str
    id: str
    do: Literal[
        "choose", "undo", "roll", "begin", "next", "end", "chat", "bot", "back", "salt",
        "pencil", "rub", "finish", "erase", "count", "resume",
    ]  # fmt: skip
    seat: int = -1
    window: int = -1
    option: int = -1
    throw: int = -1
    faces: tuple[int, ...] | None = None
    cell: str = ""
    mark: str = ""
    text: str = ""
    salt: str = ""


async def body(request: Request, kind: type[Any], most: int = MOST_BYTES) -> Any:
    """The value in a request of one of our own pages, or BadRequest."""
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
        return msgspec.json.decode(data, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as wrong:
        raise BadRequest(400, "not-understood", problem=str(wrong)[:120]) from wrong


def refused(words: Words, room: Room[Any] | None, wrong: Refusal) -> Response:
    """A refusal as an answer."""
    position = room.live.position if room else None
    answer = {"error": told(words, position, wrong), "reason": wrong.reason}
    return JSONResponse(answer, status_code=status_of(wrong), headers={"cache-control": "no-store"})


def told(words: Words, position: Position | None, wrong: Refusal) -> str:
    """A refusal in words; what the store suffers from is for who runs the server, not for its guests."""
    if isinstance(wrong, StoreError):
        log.error("the store: %s", wrong)
        return words("error.our-fault")
    return refusal(words, position, wrong)


def status_of(wrong: Refusal) -> int:
    """HTTP's word for a refusal."""
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
    return 503 if isinstance(wrong, StoreError) else 400


async def made_table(hall: Hall, wanted: NewTable) -> dict[str, str]:
    """A new table: its code, the host's key, and the promise of its dice."""
    key, seed = new_key(), new_seed()
    seats = tuple(map(settled_seat, wanted.seats[: MOST_SEATS + 1]))
    settings = Settings(
        game=wanted.game,
        options=wanted.options,
        seats=seats,
        dice=wanted.dice,
        spectators=wanted.spectators,
        series=wanted.series,
        host=fingerprint(key),
        salt=wanted.salt,
        seed=seed,
    )
    room = await hall.make(settings)
    return {"code": room.code, "key": key, "promise": promise_of(seed) if wanted.dice == VIRTUAL else ""}


def settled_seat(wanted: NewSeat) -> Seat:
    """A seat as the table keeps it."""
    if wanted.kind in ("me", "screen"):
        return Seat(PERSON, wanted.name.strip())
    return Seat(BOT, level=wanted.level) if wanted.kind == "bot" else Seat(OPEN)


async def seated(hall: Hall, room: Room[Any], wanted: Sitting) -> tuple[int, str]:
    """A seat for somebody: its number, and its key."""
    key = new_key()
    await hall.do(room, lambda live: live.sit(wanted.name.strip(), key, wanted.salt))
    return room.live.seats_of(key)[0], key


async def done(hall: Hall, room: Room[Any], wanted: Doing) -> int:
    """What somebody wants at a table; the number of what happened, as far as they may know it."""
    if not 0 < len(wanted.id) <= LONGEST_ID or not wanted.id.isprintable() or len(wanted.key) > LONGEST_ID:
        raise BadRequest(400, "bad-click")
    if isinstance(room.live, Pads) and wanted.do in SEARCHING:
        erased = wanted.cell if wanted.do == "erase" else None
        await hall.learner.prepare(room.live, wanted.key, wanted.seat, wanted.window, erased=erased)
    # A click is one of a key's: nobody can use up another's.
    number = await hall.do(room, wish_of(hall, room, wanted), f"{fingerprint(wanted.key)[:16]} {wanted.id}")
    known: int = room.live.number_for(room.live.seats_of(wanted.key))
    return min(number, known)


def wish_of(hall: Hall, room: Room[Any], wanted: Doing) -> Wish:
    """What is asked of the table, as it asks it, or Refusal where nobody can ask that of it."""
    key, seat, window = wanted.key, wanted.seat, wanted.window
    wishes: dict[str, Wish] = {
        "choose": lambda live: live.choose(key, seat, window, wanted.option),
        "undo": lambda live: live.undo(key, seat, window),
        "begin": lambda live: live.begin(key, new_seeds()),
        "next": lambda live: live.next_game(key, new_seeds()),
        "salt": lambda live: live.add_salt(key, wanted.salt),
        "end": lambda live: live.end(key),
        "chat": lambda live: live.say(key, wanted.text),
    }
    with_dice: dict[str, Wish] = {
        "roll": lambda live: live.roll(key, wanted.throw, wanted.faces),
        "bot": lambda live: live.substitute(key, seat, away=is_away(hall, room, live, seat)),
        "back": lambda live: live.come_back(key, seat),
    }
    on_pads: dict[str, Wish] = {
        "pencil": lambda live: live.pencil(key, seat, window, wanted.cell, wanted.mark),
        "rub": lambda live: live.rub(key, seat, window, wanted.cell),
        "finish": lambda live: live.finish(key, seat, window),
        "erase": lambda live: live.erase(key, seat, window, wanted.cell),
        "count": lambda live: live.count(key),
        "resume": lambda live: live.resume(key),
    }
    wishes |= on_pads if isinstance(room.live, Pads) else with_dice
    if wanted.do not in wishes:
        raise BadRequest(400, "not-at-this-table")
    return wishes[wanted.do]


def is_away(hall: Hall, room: Room[Any], live: Live, seat: int) -> bool:
    """Whether somebody has been away long enough for a bot to play."""
    return 0 <= seat < len(live.places) and room.away(seat) > hall.patience
