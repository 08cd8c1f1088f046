"""All failures of a database have the right reason, and leave nothing half done."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from textwrap import dedent
from threading import Timer
from typing import Any

import pytest
from sqlalchemy import event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError

from cinquina.store import Store, StoreError, open_store
from cinquina.store.errors import store_error
from cinquina.store.sql import SqlStore

Reopen = Callable[[str], Store]
BLOB = "x" * 3000


def path_of(url: str) -> Path:
    return Path(url.removeprefix("sqlite:///"))


def begin(url: str, events: int = 0) -> None:
    store = open_store(url)
    store.create("t", "rosa", "{}", 1.0)
    for number in range(1, events + 1):
        store.append("t", number, BLOB, 1.0)
    store.close()


def child(program: str, *words: str) -> str:
    done = subprocess.run([sys.executable, "-c", dedent(program), *words], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def reason_of(call: Callable[[], object]) -> str:
    with pytest.raises(StoreError) as failed:
        call()
    return failed.value.reason


def test_a_file_that_may_not_grow_is_full_and_goes_on_when_it_may(sqlite_url: str, reopen: Reopen) -> None:
    begin(sqlite_url)
    program = """
        import resource, sys
        from cinquina.store import open_store, StoreError
        store = open_store(sys.argv[1])
        resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, resource.RLIM_INFINITY))
        number = 1
        try:
            while True:
                store.append("t", number, "x" * 3000, 1.0)
                number += 1
        except StoreError as error:
            kept = store.get("t")
            print(error.reason, kept.events == number - 1 == len(store.entries("t")) > 3)
        resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        store.append("t", number, "there is room again", 1.0)
        print(number)
    """
    reason, sound, number = child(program, sqlite_url).split()
    assert (reason, sound) == ("store-full", "True")
    assert [entry.number for entry in reopen(sqlite_url).entries("t")] == list(range(1, int(number) + 1))


def test_a_full_database_is_told_and_nothing_is_left_of_the_append(sqlite_url: str) -> None:
    store = open_store(sqlite_url)
    assert isinstance(store, SqlStore)
    store.create("t", "rosa", "{}", 1.0)
    event.listen(store._engine, "checkout", lambda driver, *_: driver.execute("PRAGMA max_page_count=20"))
    told = 0

    def fill() -> None:
        nonlocal told
        for number in range(1, 100):
            store.append("t", number, BLOB, 1.0, key=f"k{number}")
            told = number

    assert reason_of(fill) == "store-full"
    kept = store.get("t")
    assert kept is not None
    assert kept.events == len(store.entries("t")) == told > 3
    store.close()


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that other users can read, unlike pytest's."""
    folder = Path(tempfile.mkdtemp(prefix="cinquina-"))
    folder.chmod(0o755)
    yield folder
    folder.chmod(0o755)
    shutil.rmtree(folder)


@pytest.mark.parametrize("mode", [0o755, 0o555])
def test_a_file_that_may_only_be_read_is_told(open_folder: Path, mode: int) -> None:
    file = open_folder / "tables.db"
    begin(f"sqlite:///{file}", 2)
    file.chmod(0o444)
    open_folder.chmod(mode)
    program = """
        import os, sys
        from cinquina.store import open_store, StoreError
        open_store(f"sqlite:///{sys.argv[2]}/other.db").close()
        if os.geteuid() == 0:
            os.setuid(65534)  # root may write everything
        try:
            open_store(sys.argv[1])
        except StoreError as error:
            print(error.reason)
    """
    with tempfile.TemporaryDirectory() as elsewhere:
        assert child(program, f"sqlite:///{file}", elsewhere) == "store-read-only\n"


def test_a_folder_that_may_not_be_written_is_told_though_its_file_may(open_folder: Path) -> None:
    file = open_folder / "tables.db"
    begin(f"sqlite:///{file}", 2)
    file.chmod(0o666)
    open_folder.chmod(0o555)
    program = """
        import os, sys
        from cinquina.store import open_store, StoreError
        open_store(f"sqlite:///{sys.argv[2]}/other.db").close()
        if os.geteuid() == 0:
            os.setuid(65534)  # root may write everything
        try:
            open_store(sys.argv[1]).claim()
        except StoreError as error:
            print(error.reason)
    """
    with tempfile.TemporaryDirectory() as elsewhere:
        assert child(program, f"sqlite:///{file}", elsewhere) == "store-read-only\n"


@pytest.mark.parametrize("gone", ["file", "folder", "log", "replaced"])
def test_no_append_is_acknowledged_once_the_file_is_gone(sqlite_url: str, reopen: Reopen, gone: str) -> None:
    begin(sqlite_url, 1)
    store, file = reopen(sqlite_url), path_of(sqlite_url)
    store.append("t", 2, "two", 1.0)
    if gone == "folder":
        shutil.rmtree(file.parent)
    elif gone == "log":
        Path(f"{file}-wal").unlink()
    elif gone == "replaced":
        shutil.copy(file, f"{file}.copy")
        os.replace(f"{file}.copy", file)
    else:
        file.unlink()
    assert reason_of(lambda: store.append("t", 3, "three", 1.0)) == "store-gone"
    assert reason_of(lambda: store.create("u", "blu", "{}", 1.0)) == "store-gone"


def test_a_second_server_on_one_file_is_refused_until_the_first_is_gone(sqlite_url: str, reopen: Reopen) -> None:
    first = reopen(sqlite_url)
    first.claim()
    program = """
        import sys
        from cinquina.store import open_store, StoreError
        try:
            open_store(sys.argv[1]).claim()
        except StoreError as error:
            print(error.reason)
    """
    assert child(program, sqlite_url) == "store-in-use\n"
    first.close()
    assert child(program, sqlite_url) == ""


def test_several_servers_may_use_one_postgresql_database(postgres_url: str, reopen: Reopen) -> None:
    for _ in range(2):
        reopen(postgres_url).claim()


def test_a_server_that_may_only_be_read_is_told(postgres_url: str, reopen: Reopen) -> None:
    begin(postgres_url, 2)
    store = reopen(f"{postgres_url}&options=-cdefault_transaction_read_only%3Don")
    assert reason_of(lambda: store.append("t", 3, "three", 1.0)) == "store-read-only"
    assert len(store.entries("t")) == 2


def test_a_file_that_is_no_database_is_damaged(sqlite_url: str) -> None:
    begin(sqlite_url)
    path_of(sqlite_url).write_bytes(b"cinquina 1\ngame qwixx 1\n" * 500)
    assert reason_of(lambda: open_store(sqlite_url)) == "store-damaged"


@pytest.mark.parametrize("first", [4096, 12_000, 60_000])
def test_a_file_with_spoilt_pages_is_damaged(sqlite_url: str, first: int) -> None:
    begin(sqlite_url, 40)
    with path_of(sqlite_url).open("r+b") as file:
        size = file.seek(0, os.SEEK_END)
        file.seek(first)
        file.write(b"\xff" * (size - first))

    def use() -> None:
        store = open_store(sqlite_url)
        try:
            store.entries("t")
        finally:
            store.close()

    assert reason_of(use) == "store-damaged"


def test_a_file_cut_short_is_damaged(sqlite_url: str) -> None:
    begin(sqlite_url, 40)
    os.truncate(path_of(sqlite_url), 8192)
    assert reason_of(lambda: open_store(sqlite_url)) == "store-damaged"


def test_the_database_of_another_program_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "books.db"
    with sqlite3.connect(file) as connection:
        connection.execute("CREATE TABLE book (title TEXT)")
    connection.close()
    before = file.read_bytes()
    assert reason_of(lambda: open_store(f"sqlite:///{file}")) == "store-foreign"
    assert file.read_bytes() == before


def test_a_server_can_be_shared_with_another_program(postgres_url: str, reopen: Reopen) -> None:
    psycopg = pytest.importorskip("psycopg")
    with psycopg.connect(postgres_url) as connection:
        connection.execute("CREATE TABLE alembic_version (version_num text)")
        connection.execute("INSERT INTO alembic_version VALUES ('theirs')")
    reopen(postgres_url).create("t", "rosa", "{}", 1.0)


def test_a_file_that_cannot_be_opened_is_out_of_reach(tmp_path: Path) -> None:
    assert reason_of(lambda: open_store(f"sqlite:///{tmp_path}")) == "store-unreachable"
    (tmp_path / "file").write_text("")
    assert reason_of(lambda: open_store(f"sqlite:///{tmp_path}/file/tables.db")) == "store-unreachable"


def test_a_file_that_another_keeps_locked_is_busy(
    sqlite_url: str, reopen: Reopen, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cinquina.store.sqlite.PRAGMAS", ("busy_timeout=50", "foreign_keys=ON"))
    begin(sqlite_url)
    store = reopen(sqlite_url)
    other = sqlite3.connect(path_of(sqlite_url), isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    assert reason_of(lambda: store.append("t", 1, "one", 1.0)) == "store-busy"
    other.close()
    store.append("t", 1, "one", 1.0)


def test_opening_waits_for_one_that_still_reads_the_old_way(sqlite_url: str, reopen: Reopen) -> None:
    begin(sqlite_url)
    other = sqlite3.connect(path_of(sqlite_url), isolation_level=None, check_same_thread=False)
    other.execute("PRAGMA journal_mode=DELETE")
    other.execute("BEGIN")
    other.execute("SELECT * FROM cinquina_table").fetchall()
    leaves = Timer(0.2, other.close)
    leaves.start()
    reopen(sqlite_url).append("t", 1, "one", 1.0)
    leaves.join()


def test_a_table_that_another_keeps_locked_is_busy(
    postgres_url: str, reopen: Reopen, monkeypatch: pytest.MonkeyPatch
) -> None:
    psycopg = pytest.importorskip("psycopg")
    monkeypatch.setattr("cinquina.store.postgres.TIMEOUTS", "SET lock_timeout = '50ms'")
    begin(postgres_url)
    store = reopen(postgres_url)
    with psycopg.connect(postgres_url) as other:
        other.execute("SELECT 1 FROM cinquina_table FOR UPDATE")
        assert reason_of(lambda: store.append("t", 1, "one", 1.0)) == "store-busy"
    store.append("t", 1, "one", 1.0)


def test_a_server_that_vanished_does_not_hold_a_table(
    postgres_url: str, reopen: Reopen, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin(postgres_url)

    def half_an_append() -> None:
        with monkeypatch.context() as patched:
            patched.setattr("cinquina.store.postgres.TIMEOUTS", "SET idle_in_transaction_session_timeout = '500ms'")
            vanished: Any = reopen(postgres_url)
            with vanished._writing() as connection:
                connection.exec_driver_sql("UPDATE cinquina_table SET events = 1")
                patched.undo()  # who comes after it may be slow
                reopen(postgres_url).append("t", 1, "one", 1.0)

    with pytest.raises(DBAPIError):
        half_an_append()
    assert len(reopen(postgres_url).entries("t")) == 1


def test_a_connection_cut_during_an_append_leaves_nothing(
    postgres_url: str, reopen: Reopen, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin(postgres_url, 1)
    store = reopen(postgres_url)
    with monkeypatch.context() as patched:
        cut = "SELECT pg_terminate_backend(pg_backend_pid())"
        patched.setattr(store, "_notify", lambda connection, *_: connection.exec_driver_sql(cut))
        assert reason_of(lambda: store.append("t", 2, "two", 1.0, key="a")) == "store-unreachable"
    assert len(store.entries("t")) == 1
    store.append("t", 2, "two", 1.0, key="a")
    assert len(store.entries("t")) == 2


def test_each_code_of_postgresql_has_its_reason() -> None:
    errors = pytest.importorskip("psycopg").errors
    where = make_url("postgresql://anna@host/tables")
    for error, reason in {
        errors.DiskFull: "store-full",
        errors.InsufficientPrivilege: "store-read-only",
        errors.DataCorrupted: "store-damaged",
        errors.DeadlockDetected: "store-busy",
        errors.LockNotAvailable: "store-busy",
        errors.AdminShutdown: "store-unreachable",
        errors.TooManyConnections: "store-unreachable",
        errors.UndefinedTable: "store-failed",
    }.items():
        assert store_error(error("why"), where).reason == reason


def test_a_server_that_does_not_answer_is_out_of_reach(tmp_path: Path) -> None:
    pytest.importorskip("psycopg")
    for place in (f"/tables?host={tmp_path}", "127.0.0.1:1/tables"):
        assert reason_of(partial(open_store, f"postgresql://anna@{place}")) == "store-unreachable"


def test_without_psycopg_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    assert reason_of(lambda: open_store("postgresql://anna@host/tables")) == "store-needs-postgres"


def test_psycopg_and_alembic_are_loaded_only_when_they_are_needed(sqlite_url: str) -> None:
    program = """
        import sys
        from cinquina.store import open_store
        open_store("memory:")
        print("sqlalchemy" in sys.modules)
        open_store(sys.argv[1]).close()
        print("psycopg" in sys.modules or "alembic" in sys.modules)
    """
    assert child(program, sqlite_url).split() == ["False", "False"]


@pytest.mark.parametrize(
    "url",
    [
        "",
        "tables.db",
        "memory",
        "sqlite://",
        "sqlite:///:memory:",
        "sqlite://host/tables.db",
        "sqlite:///tables.db?mode=ro",
        "mysql://anna:s3cret@host/tables",
        "postgresql+asyncpg://anna:s3cret@host/tables",
        "postgresql://anna:s3cret@host:port/tables",
        "postgresql://anna:half@s3cret@host/tables",
    ],
)
def test_what_is_no_address_is_refused_without_repeating_a_secret(url: str) -> None:
    with pytest.raises(StoreError) as failed:
        open_store(url)
    assert failed.value.reason == "store-bad-url"
    assert "s3cret" not in told(failed.value)


def told(error: StoreError) -> str:
    """Return everything that a log could show of an error."""
    return "\n".join([repr(error), str(error), str(error.details), *traceback.format_exception(error)])


@pytest.mark.parametrize("secret", ["s3cret", "host", "p%40ss%2Fw%3Ard"])
def test_a_password_is_never_shown(secret: str, new_database: Callable[[], str], tmp_path: Path) -> None:
    folder = str(make_url(new_database()).query["host"])
    plain = make_url(f"postgresql://anna:{secret}@host/x").password
    assert plain is not None
    for url in (
        f"postgresql://anna:{secret}@/tables?host={tmp_path}",
        f"postgresql://anna@/tables?host={tmp_path}&password={secret}",
        f"postgresql://anna:{secret}@/tables?host={folder}",
    ):
        with pytest.raises(StoreError) as failed:
            open_store(url)
        assert failed.value.reason == "store-unreachable"
        assert plain != "s3cret" or plain not in told(failed.value)
        assert plain not in failed.value.details["why"]  # type: ignore[operator]
        assert failed.value.details["place"] == "postgresql://anna:***@/tables"


def test_what_the_database_says_is_told_unless_the_password_is_in_it() -> None:
    where = make_url("postgresql://anna:s3cret@host/tables")
    assert store_error(OSError("no such host\nmore"), where).details["why"] == "no such host"
    assert store_error(OSError("no such host: s3cret@host"), where).details["why"] == ""


def test_a_store_shows_where_it_is_but_no_secret(postgres_url: str, sqlite_url: str, reopen: Reopen) -> None:
    name, password = make_url(postgres_url).database, make_url(postgres_url).password
    assert repr(reopen(postgres_url)) == f"PostgresStore('postgresql://cinquina:***@/{name}')"
    apart = postgres_url.replace(f":{password}@", "@") + f"&password={password}"
    assert repr(reopen(apart)) == f"PostgresStore('postgresql://cinquina:***@/{name}')"
    assert repr(reopen(sqlite_url)) == f"SqliteStore('{sqlite_url}')"


def test_a_failing_statement_does_not_tell_what_it_held(lasting_url: str, reopen: Reopen) -> None:
    begin(lasting_url)
    store: Any = reopen(lasting_url)
    with store._writing() as connection:
        connection.exec_driver_sql("DROP TABLE cinquina_event")
    link = "/".join(["a", "secret", "link"])
    with pytest.raises(StoreError) as failed:
        store.append("t", 1, link, 1.0)
    assert failed.value.reason == "store-failed"
    assert link not in told(failed.value)


def test_a_connection_in_use_while_the_store_is_closed_is_closed_afterwards(lasting_url: str) -> None:
    """Otherwise it would stay open until somebody collects the garbage."""
    store = open_store(lasting_url)
    assert isinstance(store, SqlStore)
    closed: list[object] = []
    event.listen(store._engine, "close", lambda connection, _: closed.append(connection))
    with store._reading() as connection:
        used = connection.connection.dbapi_connection
        store.close()
        assert used not in closed
    assert used in closed
