"""The coach's hints, as text and as data."""

from __future__ import annotations

from collections.abc import Iterable

from cinquina.coach import Hint, has_hints, has_points, prepare_hints
from cinquina.core import CHOICE, Position, seen_by
from cinquina.locales import Words
from cinquina.table import words as telling
from cinquina.term.pages import columns
from cinquina.term.parsing import shown_spelling
from cinquina.term.progress import Bar


def hints_text(words: Words, position: Position, seat: int, found: Iterable[Hint]) -> str:
    """Return hints as text, one line per option; with points only where a game has any besides the win."""
    view, with_points = seen_by(position, seat).position, has_points(position.rules)
    rows = []
    for hint in found:
        chance = words.figure(f"{100 * hint.winning_chance:.1f}")
        points = words.figure(f"{hint.expected_score:.1f}")
        worth = words("hint.worth", points=points, chance=chance) if with_points else f"{chance} %"
        meaning = telling.option(words, view, seat, hint.option)
        rows.append(
            (shown_spelling(words, view, seat, hint.option), f"{'*' if hint.advised else ' '} {worth}  {meaning}")
        )
    return "\n".join([words("hint.title" if with_points else "hint.title-chance"), columns(rows)])


def hints_data(words: Words, position: Position, seat: int, found: Iterable[Hint]) -> list[dict[str, object]]:
    """Return hints as data."""
    view = seen_by(position, seat).position
    return [
        {
            "move": hint.move,
            "text": telling.option(words, view, seat, hint.option),
            "expected_score": hint.expected_score,
            "winning_chance": hint.winning_chance,
            "advised": hint.advised,
        }
        for hint in found
    ]


def no_hints(words: Words, position: Position) -> str:
    """Why there are no hints where a game stands; empty where there are."""
    if position.phase != CHOICE:
        return words("hint.nobody-asked")
    rules = position.rules
    return "" if has_hints(rules) else words("hint.no-bots", game=telling.game_name(words, rules.NAME))


def prepare_with_bar(words: Words, position: Position) -> None:
    """Prepare hints, with a progress bar on standard error."""
    bar = Bar(words("hint.preparing"))
    bar(0.0)
    prepare_hints(position)
    bar.close()
