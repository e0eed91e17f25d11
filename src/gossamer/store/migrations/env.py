"""Alembic's entry: runs migrations on the connection that `store.migration` hands over."""

from alembic import context

from gossamer.store.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, transactional_ddl=True)
with context.begin_transaction():
    context.run_migrations()
