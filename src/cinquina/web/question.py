"""The question to a player: its options with everything they write, and why other cells cannot be chosen."""

from __future__ import annotations

from cinquina.core import CHOICE, Choice, Position, after, bits, legal_options
from cinquina.locales import Words
from cinquina.sheets import load
from cinquina.table import words as telling
from cinquina.web.protocol import Choosable, Question


def question(words: Words, shown: Position, seat: int, window: int) -> Question:
    """Return the question to a waiting seat, as it sees the position; `window` is sent back with the answer."""
    options = [choosable(words, shown, seat, option) for option in bits.members(legal_options(shown, seat))]
    why = reasons(words, shown, seat, {option.cell for option in options})
    dice = [shown.rules.DICE[die] for die in bits.members(shown.rules.dice_asked(shown.now, seat))]
    return Question(seat, window, options, why, dice)


def reasons(words: Words, shown: Position, seat: int, lit: set[str]) -> dict[str, str]:
    """Return why the cells that are not lit cannot be chosen."""
    rules, state = shown.rules, shown.now
    sheet = load(rules.sheets_of(state, seat)[0])
    keys = {cell.id: f"untouched.{sheet.game}.{cell.kind}" for cell in sheet.cells}
    why = {cell: words(key) for cell, key in keys.items() if key in words and cell not in lit}
    for option in range(rules.CHOICES):
        cell = rules.cell(state, seat, option)
        if cell and cell not in lit and cell not in why:
            reason = rules.refusal(state, seat, option)
            why[cell] = words.first(f"refusal.{rules.NAME}.{reason}", f"refusal.{reason}")
    return why


def choosable(words: Words, shown: Position, seat: int, option: int) -> Choosable:
    """Return one option in words, with the cell to tap and everything it writes."""
    rules, state = shown.rules, shown.now
    sheets = rules.sheets_of(state, seat)
    cell = rules.cell(state, seat, option)
    kind = rules.describe(state, seat, option)[0]
    text = telling.option(words, shown, seat, option)
    now = after(shown, Choice(seat, option))
    lying = now.rules.sheets_of(now.now, seat)
    return Choosable(
        option=option,
        cell=cell,
        text=text[:1].upper() + text[1:],
        short=telling.short_cell(sheets[0], cell) if cell else "",
        colour=load(sheets[0]).cell(cell).colour if cell else "",
        group=kind,
        passes=kind == rules.PASSING,
        marks=written(shown, now, seat),
        sheets=list(lying) if lying != sheets and now.window == shown.window else [],
    )


def written(before: Position, now: Position, seat: int) -> dict[str, str]:
    """Return the marks a choice writes on the sheet in use, with those that any next choice of the seat writes."""
    marks = difference(before, now, seat)
    if marks or now.phase != CHOICE or now.window != before.window or seat not in now.waiting:
        return marks
    following = [
        difference(before, after(now, Choice(seat, option)), seat) for option in bits.members(legal_options(now, seat))
    ]
    return dict(set.intersection(*(set(one.items()) for one in following))) if following else {}


def difference(before: Position, now: Position, seat: int) -> dict[str, str]:
    """Return the marks added to the sheet that was in use; "" for removed ones."""
    sheet = before.rules.sheets_of(before.now, seat)[0]
    lying = now.rules.sheets_of(now.now, seat)
    if sheet not in lying:
        return {}
    old = before.rules.marks(before.now, seat)[0]
    new = now.rules.marks(now.now, seat)[lying.index(sheet)]
    changed = {cell: mark for cell, mark in new.items() if old.get(cell) != mark}
    return changed | {cell: "" for cell in old if cell not in new}
