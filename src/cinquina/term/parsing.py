"""Parses what people type, more tolerantly than a record: any case, any order of dice, translated words."""

from __future__ import annotations

from cinquina.core import Position
from cinquina.core.spelling import parse_option, spelled_options
from cinquina.games import GAMES
from cinquina.locales import Words


def option_typed(words: Words, position: Position, seat: int, typed: str) -> int:
    """Return the option a person typed, legal or not, or raise IllegalMove."""
    alike = [spelled for spelled in spelled_options(position, seat) if is_alike(words, spelled, typed)]
    return parse_option(position, seat, alike[0] if alike else typed.lower())


def is_alike(words: Words, spelled: str, typed: str) -> bool:
    """Whether a typed text means a spelling: `R5` r5, `9+5` 5+9, in Italian `rilancia-2+6` again-6+2."""
    return any(in_order(typed) == in_order(way) for way in (spelled, translated(words, spelled)))


def translated(words: Words, spelled: str) -> str:
    """Translate the word in a spelling, if it has one."""
    word, dash, rest = spelled.partition("-")
    return words.first(f"typed.{word}", word).removeprefix("typed.") + dash + rest


def in_order(text: str) -> tuple[str, list[str]]:
    """Normalise case and the order of summands."""
    head, dash, rest = text.lower().rpartition("-")
    return head + dash, sorted(rest.split("+"))


def game_typed(words: Words, typed: str) -> str:
    """Return the game with a typed name or title; empty when there is none."""
    wanted = typed.strip().lower()
    for name in GAMES:
        if wanted in (name, words(f"game.{name}").lower(), name.replace("-", " "), name.replace("-", "")):
            return name
    return ""
