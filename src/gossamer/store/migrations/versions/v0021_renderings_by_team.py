"""The team whose pages showed what rendering brings."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    """Begin anew: nobody knows which team's pages an outcome is from, nor whether their scripts failed."""
    _remake(sa.Column("team_id", sa.Text, nullable=False))


def downgrade() -> None:
    """Begin anew without teams."""
    _remake()


def _remake(*by: sa.Column[str]) -> None:
    op.drop_table("renderings")
    op.create_table(
        "renderings",
        sa.Column("host", sa.Text, nullable=False),
        sa.Column("pattern", sa.Text, nullable=False),
        sa.Column("template", sa.Text, nullable=False),
        *by,
        sa.Column("dynamic", sa.Boolean, nullable=False),
        sa.Column("looks", sa.Integer, nullable=False),
        sa.Column("looked_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("host", "pattern", "template", *(column.name for column in by), name="pk_renderings"),
    )
    op.create_index("ix_renderings_looked_at", "renderings", ["looked_at"])
