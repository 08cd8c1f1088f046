"""Untrusted text, made safe to repeat in a message."""

MOST_SHOWN = 40


def shortened(text: str) -> str:
    """Return the text with unprintable characters replaced, cut to a short length."""
    safe = "".join(letter if letter.isprintable() else "�" for letter in text[:MOST_SHOWN])
    return safe + ("…" if len(text) > MOST_SHOWN else "")
