"""What a viewer of a table is shown, whole, in their language: the only thing about a game that leaves the server.

It is made of `seen_by`, so that nobody's open answer is in it but the viewer's own. See docs/web-protocol.md.
What everybody may see is made once in each language and shared: onlookers get just that, players that and their own.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

import msgspec

from cinquina.core import CHOICE, OVER, ROLL, Position, Rules, seen_by
from cinquina.core.position import all_options
from cinquina.locales import Words
from cinquina.table import words as telling
from cinquina.table.dice import CURRENT, promise_of
from cinquina.table.happenings import BOT, MARKS_ONLY, OPEN, REAL, VIRTUAL, fingerprint
from cinquina.table.live import Live
from cinquina.table.pads import Pads
from cinquina.table.room import Room
from cinquina.table.seated import Seated
from cinquina.web import padded
from cinquina.web.asked import NOTHING, abilities, around, ask, guide, sentence, to_undo
from cinquina.web.laid import Laid, laid_now, over, wanted
from cinquina.web.seats import acting_seat, names_of, needs_handover, told_seat
from cinquina.web.told import SHOWN_LINES, told_answers, told_log

Made = TypeVar("Made")


class Public(NamedTuple):
    """What every onlooker is shown: the snapshot, and the same as it is sent."""

    snapshot: dict[str, Any]
    sent: bytes


def sent(room: Room[Any], prints: tuple[str, ...], words: Words, patience: float) -> bytes:
    """A snapshot for somebody whose keys have these fingerprints, as it is sent; all onlookers get the same bytes."""
    mine, host = owned(room.live, prints)
    if not mine and not host:
        return public(room, words).sent
    return msgspec.json.encode(shown_to(room, words, mine, host=host, patience=patience))


def public(room: Room[Any], words: Words) -> Public:
    """The table as an onlooker sees it, made once in each language for all that happens."""
    now = words.language, room.live.number
    if now not in room.public:
        made = for_all(room, words)
        room.public[now] = Public(made, msgspec.json.encode(made))
    known: Public = room.public[now]
    return known


def snapshot(room: Room[Any], keys: tuple[str, ...], words: Words, patience: float) -> dict[str, Any]:
    """A table as somebody with these keys may see it."""
    mine, host = owned(room.live, tuple(fingerprint(key) for key in keys if key))
    return shown_to(room, words, mine, host=host, patience=patience)


def owned(live: Seated, prints: tuple[str, ...]) -> tuple[list[int], bool]:
    """The seats of the keys with these fingerprints, and whether one of them is the host's."""
    return [seat for seat, place in enumerate(live.places) if place.key in prints], live.settings.host in prints


def shown_to(room: Room[Any], words: Words, mine: list[int], *, host: bool, patience: float) -> dict[str, Any]:
    """A table as the owner of these seats may see it."""
    shared = public(room, words).snapshot
    if not room.live.has_begun:
        return shared | {"host": host} | lobby(room, words, mine, host)
    if isinstance(room.live, Pads):
        return shared | {"host": host} | padded.shown_to(room, words, shared, mine, host=host)
    lying = laid(room, view_of(room, mine))
    theirs = {
        "host": host,
        "series": shared["series"] | {"totals": lying.totals},
        "seats": [
            seat | sheets | {"mine": place in mine}
            for place, (seat, sheets) in enumerate(zip(shared["seats"], lying.sheets, strict=True))
        ],
        "dice": lying.dice,
    }
    return shared | theirs | own(room, words, mine, host=host, patience=patience)


def for_all(room: Room[Any], words: Words) -> dict[str, Any]:
    """A table as somebody without any seat sees it."""
    live = room.live
    head = {
        "number": live.number,
        "code": room.code,
        "game": live.settings.game,
        "title": telling.game_name(words, live.settings.game),
        "house": house_rules(words, live),
        "dice_mode": live.settings.dice,
        "passes": f"option.{live.settings.game}.pass" in words,
        "host": False,
        "watching": len(room.viewers),
        "chat": [{"n": n, "name": names_of(words, live)[seat], "text": text} for n, seat, text in live.chat],
        "proof": proof(live),
        "pads": [],
    }
    if not live.has_begun:
        return head | lobby(room, words, [], host=False)
    if isinstance(live, Pads):
        return head | padded.for_all(room, words)
    return head | playing(room, words) | own(room, words, [], host=False, patience=0.0)


def house_rules(words: Words, live: Seated) -> list[str]:
    """The options that are not the usual ones."""
    rules = live.rules
    usual = {name: option.default for name, option in all_options(rules).items()}
    changed = [(name, value) for name, value in live.settings.options.items() if usual.get(name) != value]
    return [told_option(words, rules, name, value) for name, value in changed]


def told_option(words: Words, rules: Rules, name: str, value: str) -> str:
    """What people have agreed on, in the words of the page where they did; of a designer's number what it is."""
    if name not in rules.OPTIONS:
        return f"{name} {value}: {words(f'number.{rules.NAME}.{name}')}"
    key = f"web.value.{value}"
    return f"{words(f'web.option.{name}')}: {words(key) if key in words else value}"


def proof(live: Seated) -> dict[str, Any] | None:
    """What can be told of the dice now: promises of this series and the next, salts, the seed when all is over."""
    if not isinstance(live, Live) or live.settings.dice != VIRTUAL:
        return None
    promised = live.dice.seed or live.settings.seed
    return {
        "version": live.dice.version if live.has_begun else CURRENT,
        "promise": promise_of(promised) if promised else "",
        "next": promise_of(live.following) if live.following else "",
        "salts": live.salts,
        "next_salts": [place.next_salt for place in live.places],
        "seed": live.dice.seed if live.may_show_seed else "",
        "game": live.played,
    }


def lobby(room: Room[Any], words: Words, mine: list[int], host: bool) -> dict[str, Any]:
    """Before the first game."""
    live, present = room.live, room.present
    seats = [
        {
            "name": name if place.seat.kind != OPEN else "",
            "kind": place.seat.kind,
            "level": place.level if place.seat.kind == BOT else "",
            "mine": seat in mine,
            "here": seat in present or place.seat.kind == BOT,
            "away": 0,
            "substitute": False,
            "score": 0,
            "state": "",
            "colour": "",
            "sheets": [],
        }
        for seat, (place, name) in enumerate(zip(live.places, names_of(words, live), strict=True))
    ]
    runs = not live.ended
    free = sum(place.seat.kind == OPEN for place in live.places)
    waiting = "pad.lobby" if live.settings.dice == MARKS_ONLY else "table.lobby"
    return {
        "phase": "ended" if live.ended else "lobby",
        "series": {"game": 1, "games": live.settings.series, "totals": [0] * len(seats)},
        "shared_board": bool(live.rules.SIDE_COLOURS),
        "seats": seats,
        "active": -1,
        "dice": None,
        "seat": -1,
        "handover": False,
        "sentence": words("table.ended") if live.ended else words(waiting, n=free),
        "around": "",
        "guide": "",
        "undo": None,
        "ask": None,
        "can": NOTHING
        | {
            "begin": host and runs,
            "end": host and runs,
            "sit": runs and not mine and free > 0,
            "chat": runs and bool(mine),
        },
        "wanted": [],
        "log": [],
        "over": None,
    }


def once(room: Room[Live], key: tuple[Any, ...], make: Callable[[], Made]) -> Made:
    """Something that depends on nothing but its key and on the state in which the open window opened."""
    opened = room.live.game.position.opened
    if room.lying is not opened:
        room.lying = opened
        room.pictures.clear()
    if key not in room.pictures:
        room.pictures[key] = make()
    made: Made = room.pictures[key]
    return made


def view_of(room: Room[Live], mine: list[int]) -> Position:
    """The position as the owner of these seats may see it."""
    position, seat = room.live.game.position, acting_seat(room.live, mine)
    viewer = seat if seat >= 0 else (mine[0] if len(mine) == 1 else None)
    answers = tuple(answer for answer in position.answers if answer.seat == viewer)
    return once(room, ("view", answers), lambda: seen_by(position, viewer).position)


def laid(room: Room[Live], shown: Position) -> Laid:
    """What lies on the table in a view of it, the same for all who have given the same answers or none."""
    return once(room, ("laid", shown.answers), lambda: laid_now(room.live, shown))


def playing(room: Room[Live], words: Words) -> dict[str, Any]:
    """A game that runs or is over, as everybody may see it."""
    live, lying, present = room.live, laid(room, view_of(room, [])), room.present
    position, series = live.game.position, live.series
    assert series is not None
    return {
        "phase": phase_of(live),
        "series": {"game": len(series.games), "games": live.settings.series, "totals": lying.totals},
        "shared_board": bool(live.rules.SIDE_COLOURS),
        "seats": [told_seat(room, words, seat, present) | lying.sheets[seat] for seat in range(position.seats)],
        "active": position.active,
        "dice": lying.dice,
        "wanted": wanted(position) if live.settings.dice == REAL else [],
        "over": over(words, live) if position.phase == OVER else None,
    }


def own(room: Room[Live], words: Words, mine: list[int], *, host: bool, patience: float) -> dict[str, Any]:
    """What is asked of the owner of these seats, what they may do, and what they know of what has happened."""
    live = room.live
    seat, shown = acting_seat(live, mine), view_of(room, mine)
    lines = log(room, words, mine, seat)
    return {
        "seat": seat,
        "handover": needs_handover(live, mine, seat),
        "sentence": sentence(words, live, mine, seat, shown),
        "around": around(words, live, mine, seat, lines),
        "guide": guide(words, shown, seat),
        "undo": to_undo(live, mine),
        "ask": once(room, ("ask", words.language, seat, shown.answers), lambda: ask(words, live, shown, seat)),
        "can": abilities(room, mine, seat, host, patience),
        "log": lines,
    }


def phase_of(live: Live) -> str:
    """The phase in a word."""
    if live.ended and live.game.position.phase != OVER:
        return "ended"
    return {ROLL: "roll", CHOICE: "choose", OVER: "over"}[live.game.position.phase]


def log(room: Room[Live], words: Words, mine: list[int], seat: int) -> list[dict[str, Any]]:
    """What has happened, in words; answers of a window that is still open only the viewer's own."""
    live = room.live
    lines = once(room, ("log", words.language), lambda: told_log(words, live))
    own = [seat] if seat >= 0 and len(mine) > 1 else mine
    return (lines + told_answers(words, live, own))[-SHOWN_LINES:]
