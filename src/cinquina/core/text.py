"""Foreign text, made safe to repeat in a message."""

MOST_SHOWN = 40


def shortened(text: str) -> str:
    """The text printable, and not long."""
    safe = "".join(letter if letter.isprintable() else "�" for letter in text[:MOST_SHOWN])
    return safe + ("…" if len(text) > MOST_SHOWN else "")
