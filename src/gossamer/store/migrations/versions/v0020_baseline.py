"""The tables of the first release."""

from alembic import op

from gossamer.store.migration import MIGRATIONS, run_statements

revision = "0020"
down_revision = None


def upgrade() -> None:
    """Make the tables in the way of each database."""
    connection = op.get_bind()
    run_statements(connection, MIGRATIONS / f"baseline-{connection.dialect.name}.sql")
