"""What Alembic runs for `migrate.bring_up_to_date`; the connection and its transaction are the caller's."""

from alembic import context

from cinquina.store.schema import VERSION_TABLE

context.configure(connection=context.config.attributes["connection"], version_table=VERSION_TABLE)
with context.begin_transaction():
    context.run_migrations()
