"""The database tables of the store, the same in SQLite and PostgreSQL.

The newest migration must produce the same schema, and VERSION is its name. To change the schema: write the next file in
migrations/versions, change it here too, raise VERSION. A test compares both.
"""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
)

VERSION = "0001"
VERSION_TABLE = "cinquina_version"
"""Not Alembic's usual name, so that a database can be shared with another program that uses Alembic."""

metadata = MetaData()

tables = Table(
    "cinquina_table",
    metadata,
    Column("id", Text, primary_key=True),
    Column("code", Text, nullable=False),
    Column("settings", Text, nullable=False),
    Column("created", Double, nullable=False),
    Column("changed", Double, nullable=False, index=True),
    Column("events", Integer, nullable=False),
    Column("ended", Boolean, nullable=False),
)
Index("ix_cinquina_table_code", tables.c.code, tables.c.created)
Index(
    "uq_cinquina_table_open_code",
    tables.c.code,
    unique=True,
    sqlite_where=tables.c.ended.is_(False),
    postgresql_where=tables.c.ended.is_(False),
)

events = Table(
    "cinquina_event",
    metadata,
    Column("table_id", Text, ForeignKey("cinquina_table.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", Double, nullable=False),
    Column("key", Text),
    Column("text", Text, nullable=False),
    sqlite_with_rowid=False,  # clusters the events of a table, in order
)
Index(
    "uq_cinquina_event_key",
    events.c.table_id,
    events.c.key,
    unique=True,
    sqlite_where=events.c.key.is_not(None),
    postgresql_where=events.c.key.is_not(None),
)

version_metadata = MetaData()
versions = Table(  # as Alembic makes it
    VERSION_TABLE,
    version_metadata,
    Column("version_num", String(32), nullable=False),
    PrimaryKeyConstraint("version_num", name=f"{VERSION_TABLE}_pkc"),
)
