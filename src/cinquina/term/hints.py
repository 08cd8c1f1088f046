"""The coach's hints, as text and as data."""

from __future__ import annotations

from collections.abc import Sequence

from cinquina import coach
from cinquina.coach import Source, Unit, Value, Worth
from cinquina.core import CHOICE, Position, seen_by
from cinquina.locales import Words
from cinquina.table import words as telling
from cinquina.term.pages import columns
from cinquina.term.parsing import shown_spelling
from cinquina.term.progress import Bar

TITLES = {
    (Unit.CHANCE, True): "hint.title",
    (Unit.CHANCE, False): "hint.title-chance",
    (Unit.POINTS, True): "hint.title-points",
}
"""By the unit of values, and whether points are known."""


def hints_text(words: Words, position: Position, seat: int, found: Sequence[Worth]) -> str:
    """Return hints as text, one line per option; points and chances only where they are known."""
    view, value = seen_by(position, seat).position, found[0].value
    rows = []
    for worth in found:
        meaning = telling.option(words, view, seat, worth.option)
        star = "*" if is_advised(worth) else " "
        spelling = shown_spelling(words, view, seat, worth.option)
        rows.append((spelling, f"{star} {worth_text(words, worth.value, seat)}  {meaning}"))
    lines = [words(TITLES[value.unit, bool(value.points)]), columns(rows)]
    return "\n".join(lines + ([rolled_text(words, value)] if value.source == Source.ROLLED_OUT else []))


def is_advised(worth: Worth) -> bool:
    """Whether an option is the best, or not surely worse than the best."""
    return worth.loss <= worth.loss_error


def worth_text(words: Words, value: Value, seat: int) -> str:
    """What an option is worth, in the units that it has."""
    points = words.figure(f"{value.points[seat]:.1f}") if value.points else ""
    if value.unit == Unit.POINTS:
        return words("hint.worth-points", points=points)
    chance = words.figure(f"{100 * value.worth(seat):.1f}")
    return words("hint.worth", points=points, chance=chance) if points else f"{chance} %"


def rolled_text(words: Words, value: Value) -> str:
    """How exact values are that were found by playing on."""
    in_chance = value.unit == Unit.CHANCE
    error = words.figure(f"{value.error * (100 if in_chance else 1):.1f}")
    return words("hint.rolled-chance" if in_chance else "hint.rolled-points", games=value.games, error=error)


def hints_data(words: Words, position: Position, seat: int, found: Sequence[Worth]) -> list[dict[str, object]]:
    """Return hints as data; a number is null where the game or the table has none."""
    view = seen_by(position, seat).position
    return [
        {
            "move": worth.move,
            "text": telling.option(words, view, seat, worth.option),
            "unit": worth.value.unit,
            "source": worth.value.source,
            "winning_chance": worth.value.worth(seat) if worth.value.chances else None,
            "expected_score": worth.value.points[seat] if worth.value.points else None,
            "error": worth.value.error,
            "games": worth.value.games,
            "loss": worth.loss,
            "loss_error": worth.loss_error,
            "advised": is_advised(worth),
            "final": worth.value.final,
        }
        for worth in found
    ]


def no_hints(words: Words, position: Position) -> str:
    """Why there are no hints where a game stands; empty where there are."""
    return "" if position.phase == CHOICE else words("hint.nobody-asked")


def prepare_with_bar(words: Words, position: Position) -> None:
    """Prepare hints, with a progress bar on standard error."""
    if coach.is_ready(position):
        return
    bar = Bar(words("hint.preparing"))
    bar(0.0)
    coach.prepare(position)
    bar.close()
