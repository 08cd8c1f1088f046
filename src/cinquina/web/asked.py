"""What is asked of somebody at a table: the question, its options, why other cells will not do, what else they may."""

from __future__ import annotations

from typing import Any

from cinquina.core import CHOICE, OVER, ROLL, Choice, Position, after, bits, legal_options, ranking
from cinquina.locales import Words
from cinquina.sheets import load
from cinquina.table import words as telling
from cinquina.table.happenings import REAL
from cinquina.table.live import Live
from cinquina.table.room import Room
from cinquina.web.seats import names_of, seem_to_choose

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
    "count": False,
    "resume": False,
}


def sentence(words: Words, room: Room[Live], mine: list[int], seat: int, shown: Position) -> str:
    """What is asked of the viewer, or what is being waited for."""
    live, position, names = room.live, room.live.game.position, names_of(words, room.live)
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
    return words("table.waiting", names=", ".join(names[other] for other in seem_to_choose(room, mine)))


def over_sentence(words: Words, live: Live) -> str:
    """Who has won."""
    position, names = live.game.position, names_of(words, live)
    first = [names[seat] for standing in ranking(position) if standing.place == 1 for seat in standing.seats]
    return words("table.won" if len(first) == 1 else "table.won-together", names=" + ".join(first))


def around(words: Words, room: Room[Live], mine: list[int], seat: int, lines: list[dict[str, Any]]) -> str:
    """What happens around the question: the last thing that everybody may know, or who is still choosing."""
    position, names = room.live.game.position, names_of(words, room.live)
    if position.phase == CHOICE and seat < 0 and any(bits.has(position.opened.waiting, own) for own in mine):
        return words("table.you-have-chosen")
    others = [names[other] for other in seem_to_choose(room, mine) if other != seat]
    if position.phase == CHOICE and seat >= 0 and others:
        return words("table.also-choosing", names=", ".join(others))
    return lines[-1]["text"] if lines else ""


def to_undo(live: Live, mine: list[int]) -> dict[str, int] | None:
    """The viewer's seat whose newest choice can be taken back, and the number that doing so must name."""
    own = [answer.seat for answer in live.game.position.answers if answer.seat in mine]
    return {"seat": own[-1], "window": live.click(own[-1])} if own and not live.ended else None


def guide(words: Words, shown: Position, seat: int) -> str:
    """What somebody who plays for the first time should know now."""
    if seat < 0 or shown.phase == OVER:
        return ""
    key = shown.rules.question(shown.now, seat)[0] if shown.phase == CHOICE else "throw"
    return telling.guide(words, shown, key)


def ask(words: Words, live: Live, shown: Position, seat: int) -> dict[str, Any] | None:
    """The question to the viewer's seat."""
    if seat < 0 or shown.phase != CHOICE or seat not in shown.waiting:
        return None
    return {"seat": seat, "window": live.click(seat)} | told_question(words, shown, seat)


def told_question(words: Words, shown: Position, seat: int) -> dict[str, Any]:
    """The options of a question, and why other cells will not do."""
    rules, state = shown.rules, shown.now
    legal = legal_options(shown, seat)
    options = [told_option(words, shown, seat, option) for option in bits.members(legal)]
    lit = {option["cell"] for option in options}
    why = never_chosen(words, rules.sheets_of(state, seat)[0])
    for option in range(rules.CHOICES):
        cell = rules.cell(state, seat, option)
        if cell and cell not in lit and cell not in why:
            reason = rules.refusal(state, seat, option)
            why[cell] = words.first(f"refusal.{rules.NAME}.{reason}", f"refusal.{reason}")
    return {"options": options, "why": why}


def never_chosen(words: Words, sheet: str) -> dict[str, str]:
    """Why cells that no option names cannot be chosen, by their kind: penalties, rows that are crossed by sums."""
    printed = load(sheet)
    keys = {cell.kind: f"untouched.{printed.game}.{cell.kind}" for cell in printed.cells}
    return {kind: words(key) for kind, key in keys.items() if key in words}


def told_option(words: Words, shown: Position, seat: int, option: int) -> dict[str, Any]:
    """One option, in words, with the cell it marks and that cell's colour."""
    rules, state = shown.rules, shown.now
    cell = rules.cell(state, seat, option)
    colour = load(rules.sheets_of(state, seat)[0]).cell(cell).colour if cell else ""
    kind = rules.describe(state, seat, option)[0]
    text = telling.option(words, shown, seat, option)
    told = {"option": option, "cell": cell, "text": text[:1].upper() + text[1:], "colour": colour, "kind": kind}
    marks = {} if cell else left_behind(shown, seat, option)
    return told | {"marks": marks} if marks else told


def left_behind(shown: Position, seat: int, option: int) -> dict[str, str]:
    """What an option that names no cell writes at once on the sheet in use: two sums, a penalty for passing."""
    now = after(shown, Choice(seat, option))
    if shown.rules.SIDE_COLOURS or now.rules.sheets_of(now.now, seat)[0] != shown.rules.sheets_of(shown.now, seat)[0]:
        return {}
    old = shown.rules.marks(shown.now, seat)[0]
    return {cell: mark for cell, mark in now.rules.marks(now.now, seat)[0].items() if old.get(cell) != mark}


def abilities(room: Room[Live], mine: list[int], seat: int, host: bool, patience: float) -> dict[str, Any]:
    """What the viewer may do beside choosing."""
    live = room.live
    position = live.game.position
    runs = not live.ended
    if not mine:
        return NOTHING | {"end": runs and host}
    absent = set(range(len(live.places))) - room.present - set(mine)
    away = [other for other in sorted(absent) if not live.places[other].is_bot and room.away(other) > patience]
    return NOTHING | {
        "roll": runs and seat >= 0 and position.phase == ROLL,
        "undo": runs and any(answer.seat in mine for answer in position.answers) and position.phase == CHOICE,
        "next": runs and position.phase == OVER,
        "end": runs and host,
        "chat": runs and not live.is_silent,
        "bot": away if runs and position.phase != OVER else [],
        "back": [other for other in mine if live.places[other].substitute] if runs else [],
    }
