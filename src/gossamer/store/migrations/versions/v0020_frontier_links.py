"""The links between pages of jobs with a greatest depth."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"


def upgrade() -> None:
    """Add the table; jobs under way keep the depths that they found before."""
    op.create_table(
        "frontier_links",
        sa.Column("job", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("position", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("prints", sa.Text, nullable=False),
    )


def downgrade() -> None:
    """Forget the links."""
    op.drop_table("frontier_links")
