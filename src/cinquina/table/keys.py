"""Secrets that nobody can guess: the keys of seats, and the seeds of dice."""

from __future__ import annotations

import secrets

from cinquina.table.base import Seeds

KEY_BYTES = 18
SEED_BYTES = 32


def new_key() -> str:
    """Return a random key for a seat."""
    return secrets.token_urlsafe(KEY_BYTES)


def new_seed() -> str:
    """Return a random seed for a table's dice."""
    return secrets.token_hex(SEED_BYTES)


def new_seeds() -> Seeds:
    """Return seeds for a series and the next one."""
    return Seeds(new_seed(), new_seed())
