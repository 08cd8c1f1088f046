"""The coach's hints, as text and as data."""

from __future__ import annotations

import threading
from collections.abc import Sequence

from cinquina import coach
from cinquina.coach import Unit, Value, Worth
from cinquina.core import CHOICE, Position, seen_by
from cinquina.locales import Words
from cinquina.sim.compiling import PREPARING
from cinquina.table import words as telling
from cinquina.table.hint_words import (
    chance_text,
    final_points_text,
    interval_text,
    points_text,
    reasons_of,
    unit_and_source,
)
from cinquina.term.pages import columns
from cinquina.term.parsing import shown_spelling
from cinquina.term.progress import Bar

_under_way: set[tuple[str, tuple[tuple[str, str], ...]]] = set()


def quick_hints(position: Position, seat: int) -> tuple[Worth, ...]:
    """Value the options of a seat at once, by what is there; what is missing is prepared in a thread meanwhile."""
    if coach.is_ready(position):
        return coach.values(position, seat, effort=coach.FULL)
    found = coach.values(position, seat, effort=coach.QUICK)
    named = (position.rules.NAME, position.options)
    if not all(worth.value.final for worth in found) and named not in _under_way:
        _under_way.add(named)
        threading.Thread(target=coach.prepare, args=(position,), name=PREPARING, daemon=True).start()
    return found


def hints_text(
    words: Words, position: Position, seat: int, found: Sequence[Worth], *, how_better: str = "hint.not-final"
) -> str:
    """Return hints as text, with where they come from, and how to get better ones."""
    value = source_of(found)
    lines = [values_text(words, position, seat, found), unit_and_source(words, value.unit, value.source, value.games)]
    return "\n".join(lines + ([] if value.final else [words(how_better)]))


def values_text(words: Words, position: Position, seat: int, found: Sequence[Worth]) -> str:
    """Return what options are worth, one line each; points and chances only where they are known."""
    view = seen_by(position, seat).position
    rows = []
    for worth in found:
        meaning = ", ".join(
            [telling.option(words, view, seat, worth.option), *reasons_of(words, view, seat, worth.option)]
        )
        star = "*" if is_advised(worth) else " "
        spelling = shown_spelling(words, view, seat, worth.option)
        rows.append((spelling, f"{star} {worth_text(words, worth.value, seat)}  {meaning}"))
    return "\n".join([words("hint.star"), columns(rows)])


def source_of(found: Sequence[Worth]) -> Value:
    """Return the value that says where the numbers come from: not that of an option that ends the game."""
    return next((worth.value for worth in found if worth.value.source != coach.Source.RESULT), found[0].value)


def is_advised(worth: Worth) -> bool:
    """Whether an option is the best, or not surely worse than the best."""
    return worth.loss <= worth.loss_error


def worth_text(words: Words, value: Value, seat: int) -> str:
    """Return what an option is worth, in the units that it has, with its interval."""
    error = value.error
    interval = interval_text(words, value.unit, error)
    if value.unit == Unit.POINTS:
        return f"{points_text(words, value.worth(seat), error)} {interval}".strip()
    chance = f"{chance_text(words, value.worth(seat), error)} {interval}".strip()
    points = final_points_text(words, value.points[seat]) if value.points else ""
    return ", ".join(part for part in (chance, points) if part)


def hints_data(words: Words, position: Position, seat: int, found: Sequence[Worth]) -> list[dict[str, object]]:
    """Return hints as data; a number is null where the game or the table has none. docs/coach.md explains it."""
    view = seen_by(position, seat).position
    return [
        {
            "move": worth.move,
            "text": telling.option(words, view, seat, worth.option),
            "unit": worth.value.unit,
            "source": worth.value.source,
            "winning_chance": worth.value.worth(seat) if worth.value.chances else None,
            "expected_score": worth.value.points[seat] if worth.value.points else None,
            "interval": interval_of(worth.value, seat),
            "games": worth.value.games,
            "loss": worth.loss,
            "loss_error": worth.loss_error,
            "advised": is_advised(worth),
            "final": worth.value.final,
            "reasons": reasons_of(words, view, seat, worth.option),
        }
        for worth in found
    ]


def interval_of(value: Value, seat: int) -> list[float] | None:
    """Return the ends of the 95 % interval of a value that was found by playing on; None for others."""
    if not value.error:
        return None
    worth = value.worth(seat)
    if value.unit == Unit.POINTS:
        return [worth - value.error, worth + value.error]
    return [max(0.0, worth - value.error), min(1.0, worth + value.error)]


def no_hints(words: Words, position: Position) -> str:
    """Why there are no hints where a game stands; empty where there are."""
    return "" if position.phase == CHOICE else words("hint.nobody-asked")


def prepare_with_bar(words: Words, position: Position) -> None:
    """Prepare the best hints, with a progress bar on standard error."""
    if coach.is_ready(position):
        return
    bar = Bar(words("hint.preparing"))
    bar(0.0)
    coach.prepare(position)
    bar.close()
