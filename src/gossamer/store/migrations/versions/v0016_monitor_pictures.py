"""Pictures of watched pages."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    """Add the table."""
    op.create_table(
        "monitor_pictures",
        sa.Column("name", sa.String(64), primary_key=True),
        sa.Column("monitor_id", sa.String(36), nullable=False),
        sa.Column("page_key", sa.String(32), nullable=False),
        sa.Column("check_id", sa.String(36)),
        sa.Column("body", sa.LargeBinary, nullable=False),
    )
    op.create_index("ix_monitor_pictures_monitor_id", "monitor_pictures", ["monitor_id", "page_key"])
    where = sa.text("check_id IS NOT NULL")
    op.create_index(
        "ix_monitor_pictures_check_id", "monitor_pictures", ["check_id"], sqlite_where=where, postgresql_where=where
    )


def downgrade() -> None:
    """Forget the pictures."""
    op.drop_table("monitor_pictures")
