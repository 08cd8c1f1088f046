"""A table of pads as a viewer is shown it: everybody's sheets, and for the viewer's own what can be marked on them."""

from __future__ import annotations

from typing import Any

from cinquina.core.result import placed
from cinquina.locales import Words
from cinquina.table import words as telling
from cinquina.table.happenings import OPEN
from cinquina.table.pads import Noted, Pads
from cinquina.table.room import Room
from cinquina.table.sheets import Sheet
from cinquina.table.turns import SEAT, is_asked, marks_on, sheet_in_use
from cinquina.web.asked import NOTHING, told_question
from cinquina.web.laid import counted, told_sheets, told_standing
from cinquina.web.seats import LONGEST_AWAY, names_of


def for_all(room: Room[Pads], words: Words) -> dict[str, Any]:
    """The table as an onlooker sees it."""
    live = room.live
    seats = [told_seat(room, words, seat) for seat in range(len(live.places))]
    return {
        "phase": phase_of(live),
        "series": {"game": live.game_number, "games": live.settings.series, "totals": totals(live)},
        "shared_board": False,
        "seats": seats,
        "active": -1,
        "dice": None,
        "wanted": [],
        "over": over(words, live) if live.counted else None,
        "log": [told_line(words, live, line) for line in live.log],
    } | own(room, words, [], host=False)


def shown_to(room: Room[Pads], words: Words, shared: dict[str, Any], mine: list[int], *, host: bool) -> dict[str, Any]:
    """What the owner of these seats sees otherwise."""
    seats = [told | {"mine": seat in mine} for seat, told in enumerate(shared["seats"])]
    return {"seats": seats} | own(room, words, mine, host=host)


def own(room: Room[Pads], words: Words, mine: list[int], *, host: bool) -> dict[str, Any]:
    """What the owner of these seats can do."""
    live = room.live
    runs = not live.ended
    marking = runs and not live.counted
    pads = [told_pad(room, words, seat) for seat in mine] if marking else []
    free = any(place.seat.kind == OPEN for place in live.places)
    return {
        "seat": mine[0] if pads else -1,
        "handover": False,
        "sentence": pads[0]["sentence"] if pads else sentence(words, live),
        "around": told_line(words, live, live.log[-1])["text"] if live.log else "",
        "guide": words("pad.guide") if pads else "",
        "undo": None,
        "ask": None,
        "pads": pads,
        "can": NOTHING
        | {
            "next": runs and live.counted and bool(mine),
            "end": runs and host,
            "chat": runs and bool(mine),
            "sit": marking and not mine and free,
            "count": marking and bool(mine),
            "resume": runs and live.counted and bool(mine),
        },
    }


def phase_of(live: Pads) -> str:
    """The phase in a word."""
    if live.counted:
        return "over"
    return "ended" if live.ended else "mark"


def sentence(words: Words, live: Pads) -> str:
    """What happens at the table, for who has nothing to mark."""
    if live.counted:
        names = names_of(words, live)
        first = [names[seat] for standing in standings(live) if standing.place == 1 for seat in standing.seats]
        return words("table.won" if len(first) == 1 else "table.won-together", names=" + ".join(first))
    return words("table.ended") if live.ended else words("pad.all-mark")


def totals(live: Pads) -> list[int]:
    """The points of the series by seat."""
    return [live.total(seat) if seat in live.sheets else 0 for seat in range(len(live.places))]


def standings(live: Pads) -> tuple[Any, ...]:
    """Who stands where."""
    return placed({(seat,): live.points(seat) for seat in live.sheets})


def over(words: Words, live: Pads) -> dict[str, Any]:
    """How the game ended: who stands where, what every score is made of, the records of all sheets."""
    names = names_of(words, live)
    return {
        "reasons": [words("pad.counted")],
        "ranking": [told_standing(standing, names) for standing in standings(live)],
        "parts": [told_parts(words, live, seat) for seat in range(len(live.places))],
        "line": [],
        "counted": [
            counted(live.sheets[seat].position, SEAT) if seat in live.sheets else [] for seat in range(len(live.places))
        ],
        "records": live.records(),
        "sheets": list(live.sheets),
    }


def told_parts(words: Words, live: Pads, seat: int) -> list[dict[str, Any]]:
    """What a seat's score is made of."""
    if seat not in live.sheets:
        return []
    position = live.sheets[seat].position
    return [{"name": name, "points": points} for name, points in telling.parts(words, position, SEAT)]


def told_seat(room: Room[Pads], words: Words, seat: int) -> dict[str, Any]:
    """One player: who, whether they are here, their sheets and points."""
    live, place, sheet = room.live, room.live.places[seat], room.live.sheets.get(seat)
    here = seat in room.present
    return {
        "name": names_of(words, live)[seat] if sheet else "",
        "kind": place.seat.kind,
        "level": "",
        "mine": False,
        "here": here,
        "away": 0 if here else round(min(room.away(seat), LONGEST_AWAY)),
        "substitute": False,
        "state": "finished" if sheet and sheet.is_over else "",
        "colour": "",
        "score": live.points(seat) if sheet else 0,
        "sheets": told_sheets(sheet.position, SEAT) if sheet else [],
        "corrections": sheet.corrections if sheet else 0,
    }


def told_pad(room: Room[Pads], words: Words, seat: int) -> dict[str, Any]:
    """A sheet of the viewer's own, made once for every change of it."""
    sheet, key = room.live.sheets[seat], ("pad", words.language, seat)
    moment = sheet.clicks, sheet.possible is None
    known = room.pictures.get(key)
    if known is None or known[0] != moment:
        known = room.pictures[key] = moment, made_pad(words, sheet, seat)
    made: dict[str, Any] = known[1]
    return made


def made_pad(words: Words, sheet: Sheet, seat: int) -> dict[str, Any]:
    """What can be marked on a sheet, what stands in pencil on it, and what could be taken back or erased."""
    marks: dict[str, list[str]] = {}
    for cell, mark in sheet.offered() if sheet.possible else ():
        marks.setdefault(cell, []).append(mark)
    cells = telling.cells_of(sheet_in_use(sheet.position))
    question = told_question(words, sheet.position, SEAT) if is_asked(sheet.position) else None
    return {
        "seat": seat,
        "window": sheet.clicks,
        "sentence": pad_sentence(words, sheet, more=bool(marks)),
        "ask": {"seat": seat, "window": sheet.clicks} | question if question else None,
        "marks": {cell: sorted(marks[cell], key=by_number) for cell in (*cells, "") if cell in marks},
        "pencil": dict(sheet.pencilled),
        "ready": sheet.possible is not None and sheet.is_ready,
        "undo": bool(sheet.pencil) or sheet.is_fresh,
        "erasable": list(marks_on(sheet.position)),
        "why": reasons(words, sheet, set(marks)) if sheet.possible and not question else {},
    }


def by_number(mark: str) -> tuple[int, str]:
    """Numbers as they count."""
    return (int(mark), "") if mark.isdecimal() else (0, mark)


def pad_sentence(words: Words, sheet: Sheet, *, more: bool) -> str:
    """What the owner of a sheet can do with it now."""
    if is_asked(sheet.position):
        asked = telling.question(words, sheet.position, SEAT)
        return asked[:1].upper() + asked[1:]
    if sheet.is_over:
        return words("pad.finished")
    if sheet.possible is None:
        return words("pad.one-moment")
    if not sheet.pencil:
        return words("pad.mark")
    changed = telling.are_changed(sheet.position)
    told = telling.marks_text(words, sheet_in_use(sheet.position), sheet.pencilled, changed=changed)
    if not sheet.is_ready:
        return words("pad.unfinished", marks=told)
    return words("pad.ready-or-more" if more else "pad.ready", marks=told)


def reasons(words: Words, sheet: Sheet, offered: set[str]) -> dict[str, str]:
    """Why a cell cannot be marked now, for every cell of the sheet in use."""
    rules, marked = sheet.position.rules, marks_on(sheet.position)
    possible = {cell for cell, _ in sheet.learnt.marks}
    told: dict[str, str] = {}
    for cell in telling.cells_of(sheet_in_use(sheet.position)):
        if cell in offered:
            continue
        if cell in marked:
            told[cell] = words("pad.marked")
        elif cell in possible:
            told[cell] = words("pad.not-with-these")
        else:
            reason = sheet.learnt.reasons.get(cell, "")
            told[cell] = words.first(f"refusal.{rules.NAME}.{reason}", "refusal.pad-no-throw-for-it")
    return told


def told_line(words: Words, live: Pads, line: Noted) -> dict[str, int | str]:
    """What a seat has done, in words."""
    names = names_of(words, live)
    details: dict[str, str] = {"name": names[line.seat]}
    if line.before:
        details["option"] = telling.choice(words, line.before, SEAT, line.option)
    if line.sheet:
        changed = telling.are_changed(live.sheets[line.seat].position)
        details["marks"] = telling.marks_text(words, line.sheet, line.marks, changed=changed)
    text = words(line.key, **details)
    return {"n": line.number, "text": f"{text} {words('pad.said-finishes', **details)}" if line.is_last else text}
