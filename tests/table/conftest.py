"""The stores of tests/store, for the tables stored in them."""

from store.conftest import lasting_url, new_database, postgres_url, reopen, sqlite_url, store, url

__all__ = ["lasting_url", "new_database", "postgres_url", "reopen", "sqlite_url", "store", "url"]
