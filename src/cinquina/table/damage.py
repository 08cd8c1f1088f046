"""Stored tables that cannot be read: told apart from all other trouble, with what is left of them to save."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager

from cinquina.core import Refusal
from cinquina.store import Entry, StoredTable, StoreError

SECRETS = re.compile(r'("(?:seed|following|key|host)": *)"[^"]*"')
"""Seeds, and fingerprints of keys, which visitors are not shown."""
MOST_LOGGED = 1000

log = logging.getLogger(__name__)
_logged: set[str] = set()


class Damaged(Refusal):
    """A table that the store has but nobody can read; `raw` is what is stored of it, without secrets."""

    def __init__(self, code: str, raw: str) -> None:
        super().__init__("table-damaged", code=code)
        self.raw = raw


@contextmanager
def reporting_damage(row: StoredTable, entries: list[Entry]) -> Iterator[None]:
    """Whatever goes wrong inside, which reads a table from these, comes out as Damaged and is logged once."""
    try:
        yield
    except StoreError:
        raise
    except Exception as wrong:  # stored text may be broken in any way
        _log_once(row.code, wrong)
        raise Damaged(row.code, raw_record(row, entries)) from wrong


def raw_record(row: StoredTable, entries: list[Entry]) -> str:
    """What is stored of a table, one line each for its settings and its events, without secrets."""
    lines = [f"table {row.code}", row.settings, *(f"{entry.number} {entry.text}" for entry in entries)]
    return SECRETS.sub(r'\1""', "\n".join(lines)) + "\n"


def _log_once(code: str, wrong: Exception) -> None:
    """Log a damaged table once, however often it is visited."""
    if code not in _logged and len(_logged) < MOST_LOGGED:
        _logged.add(code)
        log.error("table %s cannot be read and is shown as damaged: %s: %s", code, type(wrong).__name__, wrong)
