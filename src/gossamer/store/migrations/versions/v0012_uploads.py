"""Files that are sent before they are parsed."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Add the table."""
    op.create_table(
        "uploads",
        sa.Column("id", sa.String(36), primary_key=True),
        sa.Column("reference_hash", sa.String(64), nullable=False, unique=True),
        sa.Column("team_id", sa.String(36), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("media_type", sa.Text, nullable=False),
        sa.Column("size", sa.BigInteger),
        sa.Column("blob", sa.Text),
        sa.Column("issued_at", sa.BigInteger, nullable=False),
        sa.Column("expires_at", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_uploads_issued_at", "uploads", ["issued_at"])
    op.create_index("ix_uploads_expires_at", "uploads", ["expires_at"])
    op.create_index("ix_uploads_team_id_issued_at", "uploads", ["team_id", "issued_at"])


def downgrade() -> None:
    """Forget what was sent; its bytes go with their day."""
    op.drop_table("uploads")
