"""Answers of models about pages of running jobs."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "model_answers",
        sa.Column("job", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("position", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("asked", sa.String(64), nullable=False),
        sa.Column("answer", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("job", "position", "asked", name="pk_model_answers"),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    """Forget the answers: who has not been recorded is asked for again."""
    op.drop_table("model_answers")
