"""The log of a table with dice, in words."""

from __future__ import annotations

from collections.abc import Collection

from cinquina.core import Choice
from cinquina.locales import Words
from cinquina.table import words as telling
from cinquina.table.dice_table import DiceTable, Line
from cinquina.web.protocol import LogLine
from cinquina.web.seats import names_of

SHOWN_LINES = 30


def log_lines(words: Words, table: DiceTable) -> list[LogLine]:
    """Return the public lines: all but the choices in the open window, which are the newest ones."""
    lines = list(table.log)
    public = lines[: len(lines) - len(table.game.position.answers)]
    return [log_line(words, table, line) for line in public[-SHOWN_LINES:]]


def own_lines(words: Words, table: DiceTable, own: Collection[int]) -> list[LogLine]:
    """Return what these seats chose in the open window."""
    answers = table.game.position.answers
    if not any(answer.seat in own for answer in answers):
        return []
    newest = list(table.log)[-len(answers) :]
    return [
        log_line(words, table, line) for line in newest if isinstance(line.event, Choice) and line.event.seat in own
    ]


def log_line(words: Words, table: DiceTable, line: Line) -> LogLine:
    """Return an event in words, cached by language."""
    text = line.texts.get(words.language)
    if text is None:
        names = names_of(words, table)
        text = " ".join([telling.event(words, line.before, names, line.event), *forced(words, names, line)])
        line.texts[words.language] = text
    return LogLine(line.number, text)


def forced(words: Words, names: tuple[str, ...], line: Line) -> list[str]:
    """Return what the rules did by themselves after an event: penalties, locks, forced marks."""
    rules, event = line.before.rules, line.event
    shared = bool(rules.SIDE_COLOURS)
    chosen: set[str] = set()
    seats = list(range(1 if shared else line.before.seats))
    if isinstance(event, Choice):
        asked = rules.question(line.before.now, event.seat)[1]
        chosen = {rules.cell(line.before.now, event.seat, event.option), str(asked.get("cell", ""))}
        if line.now.window == line.before.window and not shared:
            seats = [event.seat]  # while the window is open, nothing is written on other sheets
    return [
        sentence
        for seat in seats
        for sentence in telling.forced(words, line.before, line.now, seat, names[seat], chosen)
    ]
