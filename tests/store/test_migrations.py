"""Schemas: new, older, newer; created directly or by migrations, they are the same."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text

from cinquina.store import Store, StoreError, open_store
from cinquina.store.migrate import FOLDER, alembic_config, bring_up_to_date
from cinquina.store.schema import VERSION, VERSION_TABLE

Reopen = Callable[[str], Store]

NEXT = """
from alembic import op
import sqlalchemy as sa

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("cinquina_table", sa.Column("colour", sa.Text, server_default="blue"))
    {then}
"""
SCHEMA = {
    "sqlite": "SELECT name, sql FROM sqlite_master ORDER BY name",
    "postgresql": """
        SELECT tablename || indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'
        UNION SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint WHERE connamespace = 'public'::regnamespace
        UNION SELECT table_name || column_name, data_type || is_nullable || coalesce(column_default, '')
        FROM information_schema.columns WHERE table_schema = 'public' ORDER BY 1
    """,
}


def schema(connection: Connection) -> list[tuple[str, str]]:
    rows = connection.execute(text(SCHEMA[connection.dialect.name]))
    return [(name, " ".join((told or "").replace("( ", "(").split())) for name, told in rows]


def later_folder(tmp_path: Path, then: str = "") -> Path:
    """Return the migrations of a version one step ahead of ours."""
    folder = tmp_path / "100% later"
    shutil.copytree(FOLDER, folder)
    (folder / "versions" / "v0002_colour.py").write_text(NEXT.format(then=then))
    return folder


def upgrade(store: Any, folder: Path) -> None:
    with store._writing() as connection:
        bring_up_to_date(connection, store._where, folder, "0002")


def test_the_version_is_the_newest_migrations() -> None:
    assert ScriptDirectory(str(FOLDER)).get_heads() == [VERSION]


def test_made_at_once_and_by_steps_a_schema_is_the_same(lasting_url: str, reopen: Reopen) -> None:
    store: Any = reopen(lasting_url)
    with store._writing() as connection:
        at_once = schema(connection)
        for table in ("cinquina_event", "cinquina_table", VERSION_TABLE):
            connection.execute(text(f"DROP TABLE {table}"))
    with store._writing() as connection:
        assert schema(connection) == []
        command.upgrade(alembic_config(connection, FOLDER), "head")
        assert schema(connection) == at_once
    reopen(lasting_url).create("t", "rosa", "{}", 1.0)


def test_an_older_schema_is_upgraded_and_keeps_its_tables(lasting_url: str, reopen: Reopen, tmp_path: Path) -> None:
    store: Any = reopen(lasting_url)
    store.create("t", "rosa", "{}", 1.0)
    store.append("t", 1, "one", 1.0)
    folder = later_folder(tmp_path)
    upgrade(store, folder)
    upgrade(store, folder)
    with store._reading() as connection:
        assert connection.scalar(text("SELECT colour FROM cinquina_table")) == "blue"
    assert [entry.text for entry in store.entries("t")] == ["one"]


def test_a_newer_schema_is_refused(lasting_url: str, reopen: Reopen, tmp_path: Path) -> None:
    upgrade(reopen(lasting_url), later_folder(tmp_path))
    with pytest.raises(StoreError) as refused:
        open_store(lasting_url)
    assert refused.value.reason == "store-newer"
    assert (refused.value.details["found"], refused.value.details["ours"]) == ("0002", VERSION)


def test_an_upgrade_that_fails_leaves_the_old_schema(lasting_url: str, reopen: Reopen, tmp_path: Path) -> None:
    store: Any = reopen(lasting_url)
    with store._reading() as connection:
        before = schema(connection)
    with pytest.raises(ValueError, match="halfway"):
        upgrade(store, later_folder(tmp_path, then="raise ValueError('halfway')"))
    with store._reading() as connection:
        assert schema(connection) == before
    reopen(lasting_url).create("t", "rosa", "{}", 1.0)
