"""Validates arguments: games, options, levels of bots. Invalid ones raise Failed with code 2."""

from __future__ import annotations

from cinquina.bots import bots_of, check_bot, names_of
from cinquina.core import IllegalSetup, Refusal, Rules
from cinquina.core.position import full_options
from cinquina.games import GAMES
from cinquina.locales import Words
from cinquina.table.errors import Failed
from cinquina.table.words import refusal
from cinquina.term.parsing import game_typed

LONGEST_SHOWN = 40
"""The most characters of an invalid argument that are repeated."""


def rules_of(words: Words, typed: str) -> Rules:
    """Return the game with a typed name or title."""
    name = game_typed(words, typed)
    if not name:
        raise Failed(words("refusal.no-such-game", name=typed[:LONGEST_SHOWN], possible=", ".join(GAMES)), code=2)
    return GAMES[name]


def options_of(words: Words, pairs: tuple[str, ...]) -> dict[str, str]:
    """Parse options written as key=value."""
    chosen = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals:
            raise Failed(words("error.option-form", text=pair[:LONGEST_SHOWN]), code=2)
        chosen[name] = value
    return chosen


def checked_options(words: Words, rules: Rules, seats: int, options: dict[str, str]) -> dict[str, str]:
    """Return all options of a game for this many seats."""
    try:
        return full_options(rules, seats, options)
    except Refusal as wrong:
        raise Failed(refusal(words, None, wrong), code=2) from wrong


def checked_bots(words: Words, rules: Rules, bots: tuple[str, ...], *, guests: bool = False) -> tuple[str, ...]:
    """Validate names of bots; of those from other packages only where these can play."""
    known = bots_of(rules) if guests else names_of(rules)
    try:
        for bot in bots:
            check_bot(bot, known)
    except IllegalSetup as wrong:
        raise Failed(refusal(words, None, wrong), code=2) from wrong
    return bots
