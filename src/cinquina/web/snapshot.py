"""What a viewer of a table is shown, whole, in their language: the only thing about a game that leaves the server.

It is made of `seen_by`, so that nobody's open answer is in it but the viewer's own. See docs/web-protocol.md.
What everybody may see is made once in each language and shared: onlookers get just that, players that and their own.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from typing import Any, NamedTuple, TypeVar

import msgspec

from cinquina.core import (
    CHOICE,
    OVER,
    ROLL,
    Choice,
    Position,
    bits,
    dice_to_throw,
    endings,
    is_lot,
    legal_options,
    parts,
    ranking,
    scores,
    seen_by,
)
from cinquina.core.position import all_options
from cinquina.core.result import Standing
from cinquina.locales import Words
from cinquina.sheets import load
from cinquina.table import words as telling
from cinquina.table.hall import Room
from cinquina.table.happenings import BOT, OPEN, REAL, VIRTUAL, Seat, fingerprint
from cinquina.table.live import SUBSTITUTE, Line, Live
from cinquina.table.proof import commitment

LOST = ("left-of-a-cross", "row-closed")
"""Rules that put a cell out of reach for the rest of a game."""
SHOWN_LINES = 30
NO_WINDOW = -1
KNOWN_NAMES = 1024
"""Tables whose names are not put together anew for every snapshot."""

Made = TypeVar("Made")


class Public(NamedTuple):
    """What every onlooker is shown: the snapshot, and the same as it is sent."""

    snapshot: dict[str, Any]
    sent: bytes


def sent(room: Room, keys: tuple[str, ...], words: Words, patience: float) -> bytes:
    """A snapshot for somebody with these keys, as it is sent; all onlookers are sent the same bytes."""
    mine, host = owned(room.live, keys)
    if not mine and not host:
        return public(room, words).sent
    return msgspec.json.encode(shown_to(room, words, mine, host=host, patience=patience))


def public(room: Room, words: Words) -> Public:
    """The table as an onlooker sees it, made once in each language for all that happens."""
    now = words.language, room.live.number
    if now not in room.public:
        made = for_all(room, words)
        room.public[now] = Public(made, msgspec.json.encode(made))
    known: Public = room.public[now]
    return known


def snapshot(room: Room, keys: tuple[str, ...], words: Words, patience: float) -> dict[str, Any]:
    """A table as somebody with these keys may see it."""
    mine, host = owned(room.live, keys)
    return shown_to(room, words, mine, host=host, patience=patience)


def owned(live: Live, keys: tuple[str, ...]) -> tuple[list[int], bool]:
    """The seats that these keys own, and whether one of them is the host's."""
    prints = {fingerprint(key) for key in keys if key}
    return [seat for seat, place in enumerate(live.places) if place.key in prints], live.settings.host in prints


def shown_to(room: Room, words: Words, mine: list[int], *, host: bool, patience: float) -> dict[str, Any]:
    """A table as the owner of these seats may see it."""
    shared = public(room, words).snapshot
    if room.live.series is None:
        return shared | {"host": host} | lobby(room, words, mine, host)
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


def for_all(room: Room, words: Words) -> dict[str, Any]:
    """A table as somebody without any seat sees it."""
    live = room.live
    head = {
        "number": live.number,
        "code": room.code,
        "game": live.settings.game,
        "title": telling.game_name(words, live.settings.game),
        "house": house_rules(words, live),
        "dice_mode": live.settings.dice,
        "host": False,
        "watching": len(room.viewers),
        "chat": [{"n": n, "name": names_of(words, live)[seat], "text": text} for n, seat, text in live.chat],
        "proof": proof(live),
    }
    if live.series is None:
        return head | lobby(room, words, [], host=False)
    return head | playing(room, words) | own(room, words, [], host=False, patience=0.0)


def names_of(words: Words, live: Live) -> tuple[str, ...]:
    """The players as people call them: bots by their level."""
    return seat_names(words, tuple(place.seat for place in live.places))


@lru_cache(maxsize=KNOWN_NAMES)
def seat_names(words: Words, seats: tuple[Seat, ...]) -> tuple[str, ...]:
    """The names at these seats, told apart."""
    return telling.seat_names(tuple(name_at(words, seat) for seat in seats))


def name_at(words: Words, seat: Seat) -> str:
    """Who sits at a seat."""
    return words("bot.name", level=words(f"level.{seat.level or SUBSTITUTE}")) if seat.kind == BOT else seat.name


def house_rules(words: Words, live: Live) -> list[str]:
    """The options that are not the usual ones."""
    rules = live.rules
    usual = {name: option.default for name, option in all_options(rules).items()}
    return [f"{name} {value}" for name, value in live.settings.options.items() if usual.get(name) != value]


def proof(live: Live) -> dict[str, str]:
    """What can be told of the dice now."""
    if live.settings.dice != VIRTUAL or not live.seed:
        return {"commit": "", "salt": "", "seed": ""}
    return {"commit": commitment(live.seed), "salt": live.salt, "seed": live.seed if live.may_show_seed else ""}


def lobby(room: Room, words: Words, mine: list[int], host: bool) -> dict[str, Any]:
    """Before the first game."""
    live, present = room.live, room.present()
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
    return {
        "phase": "ended" if live.ended else "lobby",
        "series": {"game": 1, "games": live.settings.series, "totals": [0] * len(seats)},
        "shared_board": bool(live.rules.SIDE_COLOURS),
        "seats": seats,
        "active": -1,
        "dice": None,
        "seat": -1,
        "handover": False,
        "sentence": words("table.ended") if live.ended else words("table.lobby", n=free),
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


NOTHING: dict[str, Any] = {
    "roll": False,
    "undo": False,
    "begin": False,
    "next": False,
    "end": False,
    "chat": False,
    "bot": [],
    "back": [],
    "sit": False,
}


def once(room: Room, key: tuple[Any, ...], make: Callable[[], Made]) -> Made:
    """Something that depends on nothing but its key and on the state in which the open window opened."""
    opened = room.live.game.position.opened
    if room.lying is not opened:
        room.lying = opened
        room.pictures.clear()
    if key not in room.pictures:
        room.pictures[key] = make()
    made: Made = room.pictures[key]
    return made


def view_of(room: Room, mine: list[int]) -> Position:
    """The position as the owner of these seats may see it."""
    position, seat = room.live.game.position, acting_seat(room.live, mine)
    viewer = seat if seat >= 0 else (mine[0] if len(mine) == 1 else None)
    answers = tuple(answer for answer in position.answers if answer.seat == viewer)
    return once(room, ("view", answers), lambda: seen_by(position, viewer).position)


class Laid(NamedTuple):
    """What lies on the table: everybody's sheets with their points, the points of the series, the dice."""

    sheets: list[dict[str, Any]]
    totals: list[int]
    dice: dict[str, Any]


def laid(room: Room, shown: Position) -> Laid:
    """What lies on the table in a view of it, the same for all who have given the same answers or none."""
    return once(room, ("laid", shown.answers), lambda: laid_now(room.live, shown))


def laid_now(live: Live, shown: Position) -> Laid:
    """The same, made anew."""
    points = scores(shown)
    sheets = [{"score": points[seat], "sheets": told_sheets(shown, seat)} for seat in range(shown.seats)]
    return Laid(sheets, totals(live, shown), told_dice(live, shown))


def playing(room: Room, words: Words) -> dict[str, Any]:
    """A game that runs or is over, as everybody may see it."""
    live, lying, present = room.live, laid(room, view_of(room, [])), room.present()
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


def own(room: Room, words: Words, mine: list[int], *, host: bool, patience: float) -> dict[str, Any]:
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


def totals(live: Live, shown: Position) -> list[int]:
    """The points of the series, of the running game only what the viewer may see of it."""
    series = live.series
    assert series is not None
    return list(series.with_current(replace(series.current, position=shown)).totals())


def phase_of(live: Live) -> str:
    """The phase in a word."""
    if live.ended and live.game.position.phase != OVER:
        return "ended"
    return {ROLL: "roll", CHOICE: "choose", OVER: "over"}[live.game.position.phase]


def acting_seat(live: Live, mine: list[int]) -> int:
    """The viewer's seat that is to act now; -1 when none is."""
    position = live.game.position
    own = [seat for seat in mine if not live.places[seat].is_bot]
    if live.ended:
        return -1
    if position.phase == CHOICE:
        return next((seat for seat in own if seat in position.waiting), -1)
    if position.phase == ROLL and not is_lot(position):
        if position.active in own:
            return position.active
        return own[0] if own and live.settings.dice == REAL else -1
    return -1


def needs_handover(live: Live, mine: list[int], seat: int) -> bool:
    """Whether the screen has to be passed on before a secret question is shown."""
    people = [other for other in mine if not live.places[other].is_bot]
    position = live.game.position
    if seat < 0 or len(people) < 2 or position.phase != CHOICE:
        return False
    return bits.count(position.opened.waiting) > 1 and len(set(people) & set(bits.members(position.opened.waiting))) > 1


def told_seat(room: Room, words: Words, seat: int, present: set[int]) -> dict[str, Any]:
    """One player: who, whether they are here, what they are doing."""
    live, position = room.live, room.live.game.position
    rules, place = position.rules, live.places[seat]
    here = place.seat.kind == BOT or seat in present
    return {
        "name": names_of(words, live)[seat],
        "kind": place.seat.kind,
        "level": place.level if place.is_bot else "",
        "mine": False,
        "here": here,
        "away": 0 if here else round(min(room.away(seat), 86_400)),
        "substitute": place.substitute,
        "state": state_of(position, seat),
        "colour": rules.SIDE_COLOURS[rules.side(position.now, seat)] if rules.SIDE_COLOURS else "",
    }


def told_sheets(shown: Position, seat: int) -> list[dict[str, Any]]:
    """The sheets before a player."""
    rules, lost = shown.rules, lost_cells(shown, seat)
    sheets = zip(rules.sheets_of(shown.now, seat), rules.marks(shown.now, seat), strict=True)
    return [
        {"id": name, "marks": marks, "lost": lost if place == 0 else []}
        for place, (name, marks) in enumerate(sheets)
        if place < MOST_SHEETS
    ]


MOST_SHEETS = 2
"""Sheets shown before a player; while one is being chosen there are more to choose from, by name."""


def state_of(position: Position, seat: int) -> str:
    """What a player is doing, in a word."""
    if position.phase == ROLL:
        return "throws" if seat == position.active else ""
    if position.phase != CHOICE:
        return ""
    if seat in position.waiting:
        return "chooses"
    return "chosen" if bits.has(position.opened.waiting, seat) else ""


def lost_cells(position: Position, seat: int) -> list[str]:
    """The cells a player cannot use any more, where the game has such."""
    rules, state = position.rules, position.now
    if not any(cell.kind == "lock" for cell in load(rules.sheets_of(state, seat)[0]).cells):
        return []
    found = {rules.cell(state, seat, option): rules.refusal(state, seat, option) for option in range(rules.CHOICES)}
    return [cell for cell, reason in found.items() if cell and reason in LOST]


def told_dice(live: Live, shown: Position) -> dict[str, Any]:
    """The dice as they lie, and which fell last."""
    faces = dict(zip(shown.rules.DICE, shown.now.values()["dice"], strict=True))
    fallen = [line for line in live.log if not isinstance(line.event, Choice) and not is_lot(line.before)]
    thrown = dice_to_throw(fallen[-1].before) if fallen else ()
    sheet = shown.rules.sheets_of(shown.now, 0)[0]
    return {"sheet": sheet, "faces": faces, "thrown": list(thrown), "count": live.throws}


def wanted(position: Position) -> list[dict[str, Any]]:
    """The real dice whose faces are to be entered."""
    dice = {die.id: die for die in telling.dice_of(position)}
    return [
        {"id": name, "colour": dice[name].colour, "faces": list(dice[name].faces)} for name in dice_to_throw(position)
    ]


def sentence(words: Words, live: Live, mine: list[int], seat: int, shown: Position) -> str:
    """What is asked of the viewer, or what is being waited for."""
    position, names = live.game.position, names_of(words, live)
    if position.phase == OVER:
        return over_sentence(words, live)
    if live.ended:
        return words("table.ended")
    if seat >= 0 and position.phase == CHOICE:
        asked = telling.question(words, shown, seat)
        text = asked[:1].upper() + asked[1:]
        return f"{names[seat]}: {text}" if len(mine) > 1 else text
    if seat >= 0:
        key = "table.enter-dice" if live.settings.dice == REAL else "table.your-throw"
        return words(key, name=names[position.active])
    if position.phase == ROLL:
        return words("table.throws", name=names[max(position.active, 0)])
    return words("table.waiting", names=", ".join(names[other] for other in position.waiting))


def to_undo(live: Live, mine: list[int]) -> dict[str, int] | None:
    """The viewer's seat whose newest choice can be taken back, and the number that doing so must name."""
    own = [answer.seat for answer in live.game.position.answers if answer.seat in mine]
    return {"seat": own[-1], "window": live.click(own[-1])} if own and not live.ended else None


def guide(words: Words, shown: Position, seat: int) -> str:
    """What somebody who plays for the first time should know now."""
    if seat < 0 or shown.phase == OVER:
        return ""
    key = shown.rules.question(shown.now, seat)[0] if shown.phase == CHOICE else "throw"
    told = f"guide.{shown.rules.NAME}.{key}"
    return words(told) if told in words else ""


def over_sentence(words: Words, live: Live) -> str:
    """Who has won."""
    position, names = live.game.position, names_of(words, live)
    first = [names[seat] for standing in ranking(position) if standing.place == 1 for seat in standing.seats]
    return words("table.won" if len(first) == 1 else "table.won-together", names=" + ".join(first))


def around(words: Words, live: Live, mine: list[int], seat: int, lines: list[dict[str, Any]]) -> str:
    """What happens around the question: the last thing that everybody may know, or who is still choosing."""
    position, names = live.game.position, names_of(words, live)
    if position.phase == CHOICE and seat < 0 and any(bits.has(position.opened.waiting, own) for own in mine):
        return words("table.you-have-chosen")
    if position.phase == CHOICE and seat >= 0 and len(position.waiting) > 1:
        others = ", ".join(names[other] for other in position.waiting if other != seat)
        return words("table.also-choosing", names=others)
    return lines[-1]["text"] if lines else ""


def ask(words: Words, live: Live, shown: Position, seat: int) -> dict[str, Any] | None:
    """The question to the viewer's seat: its options, and why other cells will not do."""
    if seat < 0 or shown.phase != CHOICE or seat not in shown.waiting:
        return None
    rules, state = shown.rules, shown.now
    legal = legal_options(shown, seat)
    options = [told_option(words, shown, seat, option) for option in bits.members(legal)]
    lit = {option["cell"] for option in options}
    why: dict[str, str] = {}
    for option in range(rules.CHOICES):
        cell = rules.cell(state, seat, option)
        if cell and cell not in lit and cell not in why:
            reason = rules.refusal(state, seat, option)
            why[cell] = words.first(f"refusal.{rules.NAME}.{reason}", f"refusal.{reason}")
    return {"seat": seat, "window": live.click(seat), "options": options, "why": why}


def told_option(words: Words, shown: Position, seat: int, option: int) -> dict[str, Any]:
    """One option, in words, with the cell it marks and that cell's colour."""
    rules, state = shown.rules, shown.now
    cell = rules.cell(state, seat, option)
    colour = load(rules.sheets_of(state, seat)[0]).cell(cell).colour if cell else ""
    kind = rules.describe(state, seat, option)[0]
    text = telling.option(words, shown, seat, option)
    return {"option": option, "cell": cell, "text": text[:1].upper() + text[1:], "colour": colour, "kind": kind}


def abilities(room: Room, mine: list[int], seat: int, host: bool, patience: float) -> dict[str, Any]:
    """What the viewer may do beside choosing."""
    live = room.live
    position = live.game.position
    runs = not live.ended
    if not mine:
        return NOTHING | {"end": runs and host}
    absent = set(range(len(live.places))) - room.present() - set(mine)
    away = [other for other in sorted(absent) if not live.places[other].is_bot and room.away(other) > patience]
    return NOTHING | {
        "roll": runs and seat >= 0 and position.phase == ROLL,
        "undo": runs and any(answer.seat in mine for answer in position.answers) and position.phase == CHOICE,
        "next": runs and position.phase == OVER,
        "end": runs and host,
        "chat": runs and (not live.has_teams or position.phase == OVER),
        "bot": away if runs and position.phase != OVER else [],
        "back": [other for other in mine if live.places[other].substitute] if runs else [],
    }


def log(room: Room, words: Words, mine: list[int], seat: int) -> list[dict[str, Any]]:
    """What has happened, in words; answers of a window that is still open only the viewer's own."""
    live = room.live
    own = [seat] if seat >= 0 and len(mine) > 1 else mine
    if any(answer.seat in own for answer in live.game.position.answers):
        return told_log(words, live, own)
    return once(room, ("log", words.language), lambda: told_log(words, live, []))


def told_log(words: Words, live: Live, own: list[int]) -> list[dict[str, Any]]:
    """The same for somebody who may know the answers of these seats."""
    position = live.game.position
    window = position.window if position.phase == CHOICE else NO_WINDOW
    lines = [line for line in live.log if is_public(line, window) or getattr(line.event, "seat", -1) in own]
    return [told_line(words, live, line) for line in lines[-SHOWN_LINES:]]


def is_public(line: Line, window: int) -> bool:
    """Whether everybody may know of an event: all but choices in the open window."""
    return not (isinstance(line.event, Choice) and line.before.window == window)


def told_line(words: Words, live: Live, line: Line) -> dict[str, int | str]:
    """An event in words, which are found once in each language."""
    if words.language not in line.told:
        names = names_of(words, live)
        text = " ".join([telling.event(words, line.before, names, line.event), *forced(words, names, line)])
        line.told[words.language] = {"n": line.number, "text": text}
    return line.told[words.language]


def forced(words: Words, names: tuple[str, ...], line: Line) -> list[str]:
    """What the rules wrote by themselves after an event: penalties, locks, what was the only way."""
    rules = line.before.rules
    if isinstance(line.event, Choice):
        chosen = {rules.cell(line.before.now, line.event.seat, line.event.option)}
    else:
        chosen = set()
    shared = bool(rules.SIDE_COLOURS)
    key = "said.forced-board" if shared else "said.forced"
    told = []
    for seat in range(1 if shared else line.before.seats):
        cells = telling.forced_marks(words, line.before, line.now, seat, chosen)
        told += [words(key, name=names[seat], cells=cells)] if cells else []
    return told


def over(words: Words, live: Live) -> dict[str, Any]:
    """How the game ended: why, who stands where, what every score is made of."""
    position, names = live.game.position, names_of(words, live)
    rules = position.rules
    return {
        "reasons": [telling.ending(words, position, names, key) for key in endings(position)],
        "ranking": [told_standing(standing, names) for standing in ranking(position)],
        "parts": [
            [
                {"name": words(f"part.{rules.NAME}.{part}"), "points": points}
                for part, points in zip(rules.PARTS, parts(position, seat), strict=True)
            ]
            for seat in range(position.seats)
        ],
        "line": winning_line(position),
        "records": live.records(),
    }


def told_standing(standing: Standing, names: tuple[str, ...]) -> dict[str, Any]:
    """A place with its names."""
    return {"place": standing.place, "names": [names[seat] for seat in standing.seats], "score": standing.score}


def winning_line(position: Position) -> list[str]:
    """The cells of the line that has won, where the game has one."""
    return list(position.rules.line(position.now))


def step_snapshot(words: Words, position: Position, names: tuple[str, ...]) -> dict[str, Any]:
    """A position of a record, for a replay: everybody's sheets and the dice, nobody asked."""
    rules = position.rules
    seats = [
        {
            "name": names[seat],
            "score": scores(position)[seat],
            "state": state_of(position, seat),
            "colour": rules.SIDE_COLOURS[rules.side(position.now, seat)] if rules.SIDE_COLOURS else "",
            "sheets": [
                {"id": name, "marks": marks, "lost": lost_cells(position, seat) if place == 0 else []}
                for place, (name, marks) in enumerate(
                    zip(rules.sheets_of(position.now, seat), rules.marks(position.now, seat), strict=True)
                )
                if place < MOST_SHEETS
            ],
        }
        for seat in range(position.seats)
    ]
    faces = dict(zip(rules.DICE, position.now.values()["dice"], strict=True))
    sheet = rules.sheets_of(position.now, 0)[0]
    return {
        "game": rules.NAME,
        "title": telling.game_name(words, rules.NAME),
        "shared_board": bool(rules.SIDE_COLOURS),
        "seats": seats,
        "active": position.active,
        "dice": {"sheet": sheet, "faces": faces, "thrown": [], "count": 0},
        "line": winning_line(position) if position.phase == OVER else [],
    }
