"""URLs of stores: parsed, and printed without secrets."""

from __future__ import annotations

import re

from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from cinquina.store.protocol import StoreError

POSTGRES_NAMES = ("postgresql", "postgres", "postgresql+psycopg")
POSTGRES_DRIVER = "postgresql+psycopg"
HARMLESS = re.compile(r"[\w.+/\\-]{0,80}(?:(?<=\w)://)?")
"""The start of a URL that cannot contain a password: up to a colon, an @, a question mark or a space."""


def parsed(url: str) -> URL:
    """Parse a URL, or raise StoreError, which repeats only what cannot be a password."""
    try:
        where = make_url(url)
    except (ArgumentError, ValueError) as wrong:
        raise StoreError("store-bad-url", place=_beginning(url)) from wrong
    if where.drivername == "sqlite":
        return _checked_sqlite(where)
    if where.drivername not in POSTGRES_NAMES or "@" in (where.host or ""):
        raise StoreError("store-bad-url", place=_beginning(url))
    return _with_password_apart(where).set(drivername=POSTGRES_DRIVER)


def public_url(where: URL) -> str:
    """Return the URL without the password and the options, one of which could be secret."""
    bare = where.set(drivername=where.get_backend_name(), query={})
    return bare.render_as_string()


def _beginning(url: str) -> str:
    found = HARMLESS.match(url)
    public_url = found[0] if found else ""
    return public_url if public_url == url else f"{public_url}…"


def _checked_sqlite(where: URL) -> URL:
    if not where.database or where.database == ":memory:" or where.host or where.query:
        raise StoreError("store-bad-url", place=public_url(where))
    return where


def _with_password_apart(where: URL) -> URL:
    """Move `?password=` to the place where SQLAlchemy hides it."""
    given = where.query.get("password")
    if given is None:
        return where
    password = given if isinstance(given, str) else given[-1]
    return where.difference_update_query(["password"]).set(password=password)
