"""Deliveries of webhook events, as they stand after their last try."""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"


def upgrade() -> None:
    """Add the table; what was delivered or given up before left no trace."""
    op.create_table(
        "webhook_log",
        sa.Column("delivery_id", sa.String(36), primary_key=True),
        *(sa.Column(name, sa.String(36), nullable=False) for name in ("team_id", "key_id", "source_id")),
        sa.Column("state", sa.String(16), nullable=False),
        *(sa.Column(name, sa.BigInteger, nullable=False) for name in ("tried_at", "expires_at")),
        sa.Column("record", sa.Text, nullable=False),
    )
    for columns in (["team_id", "tried_at", "delivery_id"], ["source_id", "tried_at"], ["expires_at"]):
        op.create_index(f"ix_webhook_log_{'_'.join(columns[:2])}", "webhook_log", columns)


def downgrade() -> None:
    """Forget the deliveries."""
    op.drop_table("webhook_log")
