"""Codes of tables: a short word and a number, easy to say and to type."""

from __future__ import annotations

import re
import secrets

_WORDS = """
luna sole mare vento fiume monte prato bosco lago isola ponte torre piazza nave vela faro stella nuvola neve pioggia
rosa viola giglio menta salvia pino olmo quercia volpe lupo orso gatto cane gallo corvo merlo falco cigno rana pane
vino olio sale miele pera mela uva fico noce dado carta penna libro lume tazza sedia chiave corda fune remo
"""
NAMES = tuple(_WORDS.upper().split())
NUMBERS = 10_000
LONGEST = 300
"""Characters of what somebody may have typed or pasted."""
MOST_DIGITS = 8
LINK = re.compile(r"/t/([^/?#]*)")
"""Where the code stands in the link of a table."""


def new_code() -> str:
    """Return a random code, one of about 600,000."""
    return f"{secrets.choice(NAMES)}-{secrets.randbelow(NUMBERS):04}"


def plain_code(typed: str) -> str:
    """Return the code that somebody has typed, or pasted as a link; "" when it cannot be a code.

    Case, spaces, hyphens, the order of word and number, and zeros before the number do not matter.
    """
    link = LINK.search(typed[:LONGEST])
    told = link[1] if link else typed[:LONGEST]
    letters = "".join(one for one in told.upper() if one.isascii() and one.isalpha())
    digits = "".join(one for one in told if one.isascii() and one.isdigit())
    return f"{letters}-{int(digits):04}" if letters and 0 < len(digits) <= MOST_DIGITS else ""
