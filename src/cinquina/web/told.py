"""What has happened at a table, in words."""

from __future__ import annotations

from cinquina.core import Choice
from cinquina.locales import Words
from cinquina.table import words as telling
from cinquina.table.live import Line, Live
from cinquina.web.seats import names_of

SHOWN_LINES = 30


def told_log(words: Words, live: Live) -> list[dict[str, int | str]]:
    """What everybody may know of: all but the choices in the open window, which are the newest lines."""
    lines = list(live.log)
    public = lines[: len(lines) - len(live.game.position.answers)]
    return [told_line(words, live, line) for line in public[-SHOWN_LINES:]]


def told_answers(words: Words, live: Live, own: list[int]) -> list[dict[str, int | str]]:
    """What these seats have chosen in the open window."""
    answers = live.game.position.answers
    if not any(answer.seat in own for answer in answers):
        return []
    newest = list(live.log)[-len(answers) :]
    return [
        told_line(words, live, line) for line in newest if isinstance(line.event, Choice) and line.event.seat in own
    ]


def told_line(words: Words, live: Live, line: Line) -> dict[str, int | str]:
    """An event in words, which are found once in each language."""
    if words.language not in line.told:
        names = names_of(words, live)
        text = " ".join([telling.event(words, line.before, names, line.event), *forced(words, names, line)])
        line.told[words.language] = {"n": line.number, "text": text}
    return line.told[words.language]


def forced(words: Words, names: tuple[str, ...], line: Line) -> list[str]:
    """What the rules did by themselves after an event: penalties, locks, what was the only way."""
    rules, event = line.before.rules, line.event
    shared = bool(rules.SIDE_COLOURS)
    chosen: set[str] = set()
    seats = list(range(1 if shared else line.before.seats))
    if isinstance(event, Choice):
        asked = rules.question(line.before.now, event.seat)[1]
        chosen = {rules.cell(line.before.now, event.seat, event.option), str(asked.get("cell", ""))}
        if line.now.window == line.before.window and not shared:
            seats = [event.seat]  # while the window is open nothing is written on other sheets
    return [
        sentence
        for seat in seats
        for sentence in telling.forced(words, line.before, line.now, seat, names[seat], chosen)
    ]
