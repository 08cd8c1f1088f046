"""Stored tables that cannot be read: a separate error, with the stored text that can still be saved."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager

from cinquina.core import Refusal
from cinquina.store import Entry, StoredTable, StoreError

SECRETS = re.compile(r'("(?:seed|following|key|host)": *)"[^"]*"')
"""Seeds and fingerprints of keys, which must not be shown."""
MOST_LOGGED = 1000

log = logging.getLogger(__name__)
_logged: set[str] = set()


class Damaged(Refusal):
    """A stored table that cannot be read; `raw` is its stored text without secrets."""

    def __init__(self, code: str, raw: str) -> None:
        super().__init__("table-damaged", code=code)
        self.raw = raw


@contextmanager
def reporting_damage(row: StoredTable, entries: list[Entry]) -> Iterator[None]:
    """Turn any error while a table is read from these rows into Damaged, and log it once."""
    try:
        yield
    except StoreError:
        raise
    except Exception as wrong:  # stored text may be broken in any way
        _log_once(row.code, wrong)
        raise Damaged(row.code, raw_record(row, entries)) from wrong


def raw_record(row: StoredTable, entries: list[Entry]) -> str:
    """Return the stored text of a table, one line each for its settings and its events, without secrets."""
    lines = [f"table {row.code}", row.settings, *(f"{entry.number} {entry.text}" for entry in entries)]
    return SECRETS.sub(r'\1""', "\n".join(lines)) + "\n"


def _log_once(code: str, wrong: Exception) -> None:
    """Log a damaged table only the first time."""
    if code not in _logged and len(_logged) < MOST_LOGGED:
        _logged.add(code)
        log.error("table %s cannot be read and is shown as damaged: %s: %s", code, type(wrong).__name__, wrong)
