"""Teams, keys, scrapes, stored pages and the ledger."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the first tables."""
    op.create_table(
        "teams",
        sa.Column("id", sa.String(36), primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "api_keys",
        sa.Column("id", sa.String(36), primary_key=True),
        sa.Column("team_id", sa.String(36), sa.ForeignKey("teams.id"), nullable=False, index=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("hash", sa.String(64), nullable=False, unique=True),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("revoked_at", sa.BigInteger),
    )
    op.create_table(
        "scrapes",
        sa.Column("id", sa.String(36), primary_key=True),
        sa.Column("team_id", sa.String(36), nullable=False),
        sa.Column("key_id", sa.String(36), nullable=False),
        sa.Column("url", sa.Text, nullable=False),
        sa.Column("finished_at", sa.BigInteger, nullable=False),
        sa.Column("expires_at", sa.BigInteger, nullable=False, index=True),
        sa.Column("error_code", sa.Text),
        sa.Column("document", sa.LargeBinary),
        sa.Column("blobs", sa.Text, nullable=False),
    )
    op.create_table(
        "pages",
        sa.Column("team_id", sa.String(36), primary_key=True),
        sa.Column("fingerprint", sa.String(32), primary_key=True),
        sa.Column("url", sa.Text, nullable=False),
        sa.Column("fetched_at", sa.BigInteger, nullable=False, index=True),
        sa.Column("head", sa.LargeBinary, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "ledger",
        sa.Column("reference", sa.String(64), primary_key=True),
        sa.Column("team_id", sa.String(36), nullable=False),
        sa.Column("key_id", sa.String(36), nullable=False),
        sa.Column("operation", sa.String(32), nullable=False),
        sa.Column("credits", sa.Integer, nullable=False),
        sa.Column("charged_at", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_ledger_team_id_charged_at", "ledger", ["team_id", "charged_at"])


def downgrade() -> None:
    """Drop the first tables."""
    for table in ("ledger", "pages", "scrapes", "api_keys", "teams"):
        op.drop_table(table)
