"""What Alembic runs: on the connection that ``store.migrate`` gives it."""

from alembic import context

from quincunx.server.tables import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    # SQLite cannot alter columns; Alembic then makes the table anew.
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
