"""Hints in words, for every screen: what options are worth, where the numbers come from, and what an option does."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from cinquina.coach import Source, Unit
from cinquina.core import OVER, Choice, Position, after, after_stops
from cinquina.locales import Words
from cinquina.sheets import load
from cinquina.table import words as telling
from cinquina.table.draft import is_asked
from cinquina.table.hinting import Advice, Hint
from cinquina.table.printed import cell_name, cells_of, short_cell

ROUGH = {Unit.CHANCE: 0.001, Unit.POINTS: 0.5}
"""Chances whose interval is wider than this are told in whole percents, points in whole points."""
EQUAL = {Unit.CHANCE: 0.0005, Unit.POINTS: 0.05}
"""Options that give away less than this are as good as the best: nobody sees the difference."""
MOST_ROWS = 3
"""More rows in which cells are given up are only counted."""


def worth_text(words: Words, unit: Unit, worth: float, error: float) -> str:
    """Return a chance or points, as exactly as they are known."""
    return chance_text(words, worth, error) if unit == Unit.CHANCE else points_text(words, worth, error)


def chance_text(words: Words, chance: float, error: float = 0.0) -> str:
    """Return a chance to win: 62%, or 62.4% where it is known so well."""
    return words("hint.chance", chance=words.figure(f"{100 * chance:.{0 if error > ROUGH[Unit.CHANCE] else 1}f}"))


def points_text(words: Words, points: float, error: float = 0.0) -> str:
    """Return points to expect: 71 points, or 71.4 where they are known so well."""
    digits = 0 if error > ROUGH[Unit.POINTS] else 1
    told = f"{round(points, digits) + 0.0:.{digits}f}"  # no −0
    return words("hint.points", n=float(told), points=words.figure(told).replace("-", "−"))


def final_points_text(words: Words, points: float) -> str:
    """Return points to expect at the end, beside a chance: about 71 points at the end."""
    told = round(points)
    return words("hint.final-points", n=told, points=f"{told}".replace("-", "−"))


def interval_text(words: Words, unit: Unit, error: float) -> str:
    """Return half of the interval of a worth that was found by playing on; empty for others."""
    if not error:
        return ""
    scaled = 100 * error if unit == Unit.CHANCE else error
    return words("hint.interval", n=words.figure(f"{scaled:.0f}" if scaled >= 1 else f"{scaled:.1f}"))


def unit_and_source(words: Words, unit: Unit, source: Source, games: int) -> str:
    """Return in what numbers are, and where they come from."""
    return f"{words(f'hint.unit.{unit}')} {words(f'hint.source.{source}', n=games)}"


def is_equal(hint: Hint, advice: Advice) -> bool:
    """Whether an option is as good as the best, as far as that can be told."""
    return advice.loss < EQUAL[hint.unit] or advice.loss <= advice.loss_error


def option_text(words: Words, advice: Advice, seat: int) -> str:
    """Return what an option would do."""
    return telling.option(words, advice.step.position, seat, advice.option)


# --- what an option does ---------------------------------------------------------------------------------------------


def reasons(words: Words, advice: Advice, seat: int) -> list[str]:
    """Return what an option of a hint does."""
    return reasons_of(words, advice.step.position, seat, advice.option)


def reasons_of(words: Words, before: Position, seat: int, option: int) -> list[str]:
    """Return what speaks for or against an option, as far as the rules tell it by themselves."""
    now = after(before, Choice(seat, option))
    goes_on = is_asked(now, seat) and now.window == before.window
    settled = now if goes_on else after_stops(now) or now
    own = [
        words(f"reason.{before.rules.NAME}.{key}", **telling.in_words(words, before, seat, details))
        for key, details in before.rules.reasons(before.now, now.now, seat, option)
    ]
    ends = [words("hint.ends")] if settled.phase == OVER else []
    return [*ends, *own, *given_up(words, before, now, seat), *at_once(words, before, settled, seat)]


def given_up(words: Words, before: Position, now: Position, seat: int) -> list[str]:
    """Return the cells that can no longer be used after an option: gives up red 5 to 8."""
    rules, sheets = before.rules, before.rules.sheets_of(before.now, seat)
    if now.rules.sheets_of(now.now, seat)[:1] != sheets[:1]:
        return []
    gone = set(rules.lost(now.now, seat)) - set(rules.lost(before.now, seat))
    cells = [cell for cell in cells_of(sheets[0]) if cell in gone]
    rows = [list(row) for _, row in groupby(cells, lambda cell: load(sheets[0]).cell(cell).row)]
    if not cells:
        return []
    if len(rows) > MOST_ROWS:
        return [words("hint.gives-up-many", n=len(cells))]
    changed = telling.are_changed(before)
    named = [row_text(words, sheets[0], row, changed=changed) for row in rows]
    return [words("hint.gives-up", cells=telling.listed(words, named))]


def row_text(words: Words, sheet: str, cells: Sequence[str], *, changed: bool) -> str:
    """Return the cells of a row that are given up together: red 5, red 5–8; 5–8 rosso where the number comes first."""
    first, last = (cell_name(words, sheet, cell, changed=changed) for cell in (cells[0], cells[-1]))
    start, end = short_cell(sheet, cells[0]), short_cell(sheet, cells[-1])
    if len(cells) == 1:
        return first
    if first.endswith(start):
        return f"{first}–{end}"
    return f"{start}–{last}" if last.startswith(end) else f"{first} – {last}"


def at_once(words: Words, before: Position, now: Position, seat: int) -> list[str]:
    """Return how an option changes the score at once."""
    rules = before.rules
    change = rules.score(now.now, seat) - rules.score(before.now, seat)
    if not change or not rules.POINTS:
        return []
    return [words("hint.at-once", n=abs(change), points=f"{change:+d}".replace("-", "−"))]
