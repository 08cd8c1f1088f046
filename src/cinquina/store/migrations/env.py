"""Run by Alembic for `migrate.bring_up_to_date`, with the caller's connection and transaction."""

from alembic import context

from cinquina.store.schema import VERSION_TABLE

context.configure(connection=context.config.attributes["connection"], version_table=VERSION_TABLE)
with context.begin_transaction():
    context.run_migrations()
