"""Every kind of store, new for each test."""

from __future__ import annotations

import os
import pwd
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from cinquina.store import Store, open_store
from store.cluster import PASSWORD, USER, binaries, running

NewDatabase = Callable[[], str]


@pytest.fixture(scope="session")
def new_database(tmp_path_factory: pytest.TempPathFactory) -> Iterator[NewDatabase]:
    """Returns a function that makes a PostgreSQL database and returns its URL; skips without PostgreSQL."""
    psycopg = pytest.importorskip("psycopg", reason="psycopg is not installed")
    programs = binaries()
    if programs is None:
        pytest.skip("PostgreSQL is not installed")
    if os.geteuid() == 0 and "postgres" not in {user.pw_name for user in pwd.getpwall()}:
        pytest.skip("PostgreSQL does not run as root, and there is no user postgres")
    own = tmp_path_factory.getbasetemp()
    common = own.parent if "PYTEST_XDIST_WORKER" in os.environ else own
    with running(common, programs) as folder:

        def make() -> str:
            name = f"t{uuid.uuid4().hex}"
            login = {"host": folder, "user": USER, "password": PASSWORD, "dbname": "postgres"}
            with psycopg.connect(**login, autocommit=True) as connection:
                connection.execute(f"CREATE DATABASE {name}")
            return f"postgresql://{USER}:{PASSWORD}@/{name}?host={folder}"

        yield make


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    """The URL of a SQLite file that does not exist yet."""
    return f"sqlite:///{tmp_path}/kept/tables.db"


@pytest.fixture
def postgres_url(new_database: NewDatabase) -> str:
    """The URL of an empty PostgreSQL database."""
    return new_database()


@pytest.fixture(params=["sqlite", "postgres"])
def lasting_url(request: pytest.FixtureRequest) -> str:
    """The URL of an empty store, of each kind that outlives its process."""
    url = request.getfixturevalue(f"{request.param}_url")
    assert isinstance(url, str)
    return url


@pytest.fixture(params=["memory", "sqlite", "postgres"])
def url(request: pytest.FixtureRequest) -> str:
    """The URL of an empty store, of each kind."""
    url = "memory:" if request.param == "memory" else request.getfixturevalue(f"{request.param}_url")
    assert isinstance(url, str)
    return url


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    """An empty store of each kind."""
    store = open_store(url)
    yield store
    store.close()


@pytest.fixture
def reopen() -> Iterator[Callable[[str], Store]]:
    """Opens stores that are closed after the test."""
    opened: list[Store] = []

    def one_more(url: str) -> Store:
        opened.append(open_store(url))
        return opened[-1]

    yield one_more
    for store in opened:
        store.close()
