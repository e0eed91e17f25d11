"""The addresses of a job's pages as the caller wrote them."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Add the column; jobs under way go on without."""
    op.add_column("frontier", sa.Column("written", sa.Text))


def downgrade() -> None:
    """Forget how addresses were written."""
    op.drop_column("frontier", "written")
