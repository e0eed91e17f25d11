"""Add the walls that jobs meet, and the second factors of people."""

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"


def upgrade() -> None:
    """Make a table and a column."""
    op.add_column("users", sa.Column("factor", sa.Text))
    op.create_table(
        "job_walls",
        sa.Column("job", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("host", sa.Text, primary_key=True),
        sa.Column("profile", sa.Text, nullable=False),
        sa.Column("url", sa.Text, nullable=False),
        sa.Column("verdict", sa.String(16), nullable=False),
        sa.Column("met_at", sa.BigInteger, nullable=False),
        sa.Column("passed_at", sa.BigInteger),
        sa.Column("times", sa.Integer, nullable=False),
    )
    standing = sa.text("passed_at IS NULL")
    op.create_index(
        "ix_job_walls_profile",
        "job_walls",
        ["profile"],
        sqlite_where=standing,
        postgresql_where=standing,
    )
