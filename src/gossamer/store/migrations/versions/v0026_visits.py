"""Add the record of what a job asked of each of its URLs."""

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"


def upgrade() -> None:
    """Add a column."""
    op.add_column("frontier", sa.Column("visits", sa.Text))
