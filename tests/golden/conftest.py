"""Use the databases of tests/store."""

from store.conftest import new_database

__all__ = ["new_database"]
