"""The site that a stored page belongs to."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Let pages be found by their site."""
    op.add_column("pages", sa.Column("site", sa.Text, nullable=False, server_default=""))
    op.create_index("ix_pages_team_id_site", "pages", ["team_id", "site"])


def downgrade() -> None:
    """Forget the sites."""
    op.drop_index("ix_pages_team_id_site", "pages")
    op.drop_column("pages", "site")
