"""Traces and delays of jobs; deletion of teams, users and organizations."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0015"

_DELETABLE = ("organizations", "teams", "users")


def upgrade() -> None:
    """Add the columns, and the table of what removed teams used."""
    op.add_column("jobs", sa.Column("trace", sa.Text, nullable=False, server_default=""))
    op.add_column("jobs", sa.Column("delays", sa.Integer, nullable=False, server_default="0"))
    op.add_column("jobs", sa.Column("delayed_ms", sa.BigInteger, nullable=False, server_default="0"))
    for table in _DELETABLE:
        op.add_column(table, sa.Column("purge_at", sa.BigInteger))
    op.create_table(
        "retained_usage",
        sa.Column("day", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("operation", sa.String(32), primary_key=True),
        sa.Column("credits", sa.BigInteger, nullable=False),
        sa.Column("charges", sa.BigInteger, nullable=False),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    """Forget all of it; what was deleted and not yet removed is in use again."""
    op.drop_table("retained_usage")
    for table in reversed(_DELETABLE):
        op.drop_column(table, "purge_at")
    for column in ("delayed_ms", "delays", "trace"):
        op.drop_column("jobs", column)
