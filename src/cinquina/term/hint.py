"""Hints: what every option is worth to the strong bots, in points and in chances to win."""

from __future__ import annotations

import json
from dataclasses import dataclass

from cinquina.bots import answer, names_of, prepare
from cinquina.core import CHOICE, Position, Rules, bits, seen_by
from cinquina.locales import Words
from cinquina.table import words as telling
from cinquina.table.words import seat_names
from cinquina.term.bar import Bar
from cinquina.term.pages import columns
from cinquina.term.replay import wanted_game
from cinquina.term.sitting import Failed

BY_POINTS, BY_CHANCE = ("solo", "hard"), "expert"
"""The bots that tell points, the first of them that a game has, and chances."""
ONLY_THE_WIN = ("win",)


@dataclass(frozen=True, slots=True)
class Hint:
    """One option: how it is spelled and told, the final score and the chance to win that it leads to."""

    option: int
    spelled: str
    text: str
    points: float
    chance: float
    advised: bool


def hints(words: Words, position: Position, seat: int) -> list[Hint]:
    """All options of a seat, the one with the best chance first."""
    view = seen_by(position, seat)
    rules, state = position.rules, view.position.now
    points, chances = answer(by_points(rules), view, seat), answer(BY_CHANCE, view, seat)
    found = [
        Hint(
            option,
            rules.spell(state, seat, option),
            telling.option(words, view.position, seat, option),
            points.worth[option],
            chances.worth[option],
            bits.has(chances.liked, option),
        )
        for option in points.worth
    ]
    return sorted(found, key=lambda hint: (-hint.advised, -hint.chance))


def by_points(rules: Rules) -> str:
    """The bot of a game that knows best what a sheet will be worth when it is played to its end."""
    return next(bot for bot in BY_POINTS if bot in names_of(rules))


def hints_text(words: Words, rules: Rules, found: list[Hint]) -> str:
    """Hints for people, a line an option; points only where a game has any beside the win."""
    rows, has_points = [], rules.PARTS != ONLY_THE_WIN
    for hint in found:
        chance = f"{100 * hint.chance:.1f}"
        worth = words("hint.worth", points=f"{hint.points:.1f}", chance=chance) if has_points else f"{chance} %"
        rows.append((hint.spelled, f"{'*' if hint.advised else ' '} {worth}  {hint.text}"))
    return "\n".join([words("hint.title" if has_points else "hint.title-chance"), columns(rows)])


def make_ready(words: Words, position: Position) -> None:
    """Compile the bots that give hints and build their tables, telling that it takes a while."""
    bar = Bar(words("hint.preparing"))
    bar(0.0)
    for bot in (by_points(position.rules), BY_CHANCE):
        prepare(position, bot)
    bar.close()


def hint_file(words: Words, source: str, to: int | None, *, as_json: bool) -> int:
    """Hints for everybody who is asked where a record stands; the exit code."""
    game = wanted_game(words, source, to)
    position = game.position
    if position.phase != CHOICE:
        raise Failed(words("hint.nobody-asked"), code=2)
    make_ready(words, position)
    names = seat_names(game.names)
    told = []
    for seat in position.waiting:
        found = hints(words, position, seat)
        if as_json:
            told.append({"seat": seat, "name": names[seat], "options": [told_hint(hint) for hint in found]})
        else:
            print(f"{names[seat]}: {telling.question(words, seen_by(position, seat).position, seat)}")
            print(hints_text(words, position.rules, found))
    if as_json:
        print(json.dumps({"game": position.rules.NAME, "asked": told}, ensure_ascii=False, indent=2))
    return 0


def told_hint(hint: Hint) -> dict[str, object]:
    """A hint for programs."""
    return {
        "move": hint.spelled,
        "text": hint.text,
        "expected_score": hint.points,
        "winning_chance": hint.chance,
        "advised": hint.advised,
    }
