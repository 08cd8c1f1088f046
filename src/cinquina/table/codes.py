"""Codes of tables: a short word and a number, easy to say and to type."""

from __future__ import annotations

import secrets

_WORDS = """
luna sole mare vento fiume monte prato bosco lago isola ponte torre piazza nave vela faro stella nuvola neve pioggia
rosa viola giglio menta salvia pino olmo quercia volpe lupo orso gatto cane gallo corvo merlo falco cigno rana pane
vino olio sale miele pera mela uva fico noce dado carta penna libro lume tazza sedia chiave corda fune remo
"""
NAMES = tuple(_WORDS.upper().split())
NUMBERS = 10_000
LONGEST = 24


def new_code() -> str:
    """Return a random code, one of about 600,000."""
    return f"{secrets.choice(NAMES)}-{secrets.randbelow(NUMBERS):04}"


def plain_code(typed: str) -> str:
    """Normalise a typed code: case, spaces and hyphens do not matter. Return "" when it cannot be a code."""
    letters = "".join(letter for letter in typed.upper()[:LONGEST] if letter.isascii() and letter.isalnum())
    word = letters.rstrip("0123456789")
    number = letters[len(word) :]
    return f"{word}-{number}" if word.isalpha() and number else ""
