"""Histories of pages."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """Add the tables."""
    op.create_table(
        "histories",
        sa.Column("id", sa.LargeBinary(16), primary_key=True),
        sa.Column("team_id", sa.String(36), nullable=False),
        sa.Column("url", sa.Text, nullable=False),
        sa.Column("tag", sa.Text, nullable=False),
        sa.Column("volatile", sa.LargeBinary),
        sa.Column("oldest", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_histories_oldest", "histories", ["oldest"])
    op.create_index("ix_histories_team_id_url", "histories", ["team_id", "url"])
    op.create_table(
        "page_versions",
        sa.Column("history", sa.LargeBinary(16), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("id", sa.LargeBinary(16), nullable=False),
        sa.Column("content", sa.BigInteger),
        sa.Column("status", sa.SmallInteger, nullable=False),
        sa.Column("visibility", sa.SmallInteger, nullable=False),
        sa.Column("http_status", sa.SmallInteger, nullable=False),
        sa.PrimaryKeyConstraint("history", "at", "id", name="pk_page_versions"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "page_contents",
        sa.Column("history", sa.LargeBinary(16), primary_key=True),
        sa.Column("number", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("base", sa.BigInteger),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("head", sa.LargeBinary, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.Column("data", sa.LargeBinary),
    )


def downgrade() -> None:
    """Forget all versions."""
    op.drop_table("page_contents")
    op.drop_table("page_versions")
    op.drop_table("histories")
