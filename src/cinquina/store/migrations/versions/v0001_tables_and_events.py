"""Tables and their events."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Create both tables."""
    op.create_table(
        "cinquina_table",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("code", sa.Text, nullable=False),
        sa.Column("settings", sa.Text, nullable=False),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("changed", sa.Double, nullable=False),
        sa.Column("events", sa.Integer, nullable=False),
        sa.Column("ended", sa.Boolean, nullable=False),
    )
    op.create_index("ix_cinquina_table_changed", "cinquina_table", ["changed"])
    op.create_index("ix_cinquina_table_code", "cinquina_table", ["code", "created"])
    is_open = sa.column("ended", sa.Boolean).is_(False)
    op.create_index(
        "uq_cinquina_table_open_code",
        "cinquina_table",
        ["code"],
        unique=True,
        sqlite_where=is_open,
        postgresql_where=is_open,
    )
    op.create_table(
        "cinquina_event",
        sa.Column("table_id", sa.Text, sa.ForeignKey("cinquina_table.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("key", sa.Text),
        sa.Column("text", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )
    has_key = sa.column("key", sa.Text).is_not(None)
    op.create_index(
        "uq_cinquina_event_key",
        "cinquina_event",
        ["table_id", "key"],
        unique=True,
        sqlite_where=has_key,
        postgresql_where=has_key,
    )
