"""Creates, upgrades or refuses the schema of a database. Alembic is only loaded to upgrade."""

from __future__ import annotations

from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

from sqlalchemy import Connection, insert, inspect, select
from sqlalchemy.engine import URL

from cinquina.store.protocol import StoreError
from cinquina.store.schema import VERSION, VERSION_TABLE, metadata, version_metadata, versions
from cinquina.store.urls import public_url

if TYPE_CHECKING:
    from alembic.config import Config

FOLDER = Path(__file__).parent / "migrations"
_upgrading = Lock()
"""Alembic's `op` and `context` are global."""


def bring_up_to_date(connection: Connection, where: URL, folder: Path = FOLDER, version: str = VERSION) -> None:
    """Bring the schema to the program's version; the caller's transaction locks out other processes."""
    found = found_version(connection)
    if found == version:
        return
    if found is None:
        _make_new(connection, where)
    else:
        _upgrade(connection, where, found, folder, version)


def found_version(connection: Connection) -> str | None:
    """Return the version of the schema; None when there is none."""
    if not inspect(connection).has_table(VERSION_TABLE):
        return None
    return connection.scalar(select(versions.c.version_num))


def _make_new(connection: Connection, where: URL) -> None:
    if connection.dialect.name == "sqlite" and inspect(connection).get_table_names():
        raise StoreError("store-foreign", place=public_url(where))
    metadata.create_all(connection)
    version_metadata.create_all(connection)
    connection.execute(insert(versions).values(version_num=VERSION))


def _upgrade(connection: Connection, where: URL, found: str, folder: Path, version: str) -> None:
    from alembic import command
    from alembic.script import ScriptDirectory

    config = alembic_config(connection, folder)
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    if found not in known:
        raise StoreError("store-newer", place=public_url(where), found=found, ours=version)
    with _upgrading:
        command.upgrade(config, version)


def alembic_config(connection: Connection, folder: Path) -> Config:
    """Return Alembic's settings, so that no alembic.ini is needed."""
    from alembic.config import Config

    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(folder).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config
