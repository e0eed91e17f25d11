"""Streams of teams' requests to SIEMs."""

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"


def upgrade() -> None:
    """Add the table; no team has a stream yet."""
    op.create_table(
        "siem_streams",
        sa.Column("team_id", sa.String(36), sa.ForeignKey("teams.id"), primary_key=True),
        sa.Column("webhook", sa.Text, nullable=False),
        *(sa.Column(name, sa.BigInteger, nullable=False) for name in ("updated_at", "sent_at")),
        sa.Column("sent_id", sa.String(36), nullable=False),
        sa.Column("next_at", sa.BigInteger, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("trouble", sa.Text, nullable=False),
    )
    op.add_column("activities", sa.Column("username", sa.Text))
    op.create_index("ix_siem_streams_next_at", "siem_streams", ["next_at"])


def downgrade() -> None:
    """Forget the streams."""
    op.drop_table("siem_streams")
    op.drop_column("activities", "username")
