"""The effect of rendering on the pages of a site."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "renderings",
        sa.Column("host", sa.Text, nullable=False),
        sa.Column("pattern", sa.Text, nullable=False),
        sa.Column("template", sa.Text, nullable=False),
        sa.Column("dynamic", sa.Boolean, nullable=False),
        sa.Column("looks", sa.Integer, nullable=False),
        sa.Column("looked_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("host", "pattern", "template", name="pk_renderings"),
    )
    op.create_index("ix_renderings_looked_at", "renderings", ["looked_at"])


def downgrade() -> None:
    """Forget the outcomes: pages are looked at again."""
    op.drop_table("renderings")
