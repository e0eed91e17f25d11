"""Runs of agents, by thread."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    """Add the table."""
    op.create_table(
        "agent_runs",
        sa.Column("job_id", sa.String(36), primary_key=True),
        sa.Column("team_id", sa.String(36), nullable=False),
        sa.Column("thread_id", sa.String(36), nullable=False),
        sa.Column("turn", sa.Integer, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.UniqueConstraint("thread_id", "turn", name="uq_agent_runs_thread_id"),
    )
    op.create_index("ix_agent_runs_created_at", "agent_runs", ["created_at"])
    op.create_index("ix_agent_runs_team_id_created_at", "agent_runs", ["team_id", "created_at"])


def downgrade() -> None:
    """Forget which runs belong together."""
    op.drop_table("agent_runs")
