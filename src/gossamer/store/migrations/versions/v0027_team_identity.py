"""Add the identity under which a team visits sites."""

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"


def upgrade() -> None:
    """Make a column."""
    op.add_column("teams", sa.Column("identity", sa.String(8)))
