"""Monitors, their checks, messages, recipients and feeds."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def _where(condition: str) -> dict[str, Any]:
    return {"sqlite_where": sa.text(condition), "postgresql_where": sa.text(condition)}


def upgrade() -> None:
    """Add the tables."""
    op.create_table(
        "monitors",
        sa.Column("id", sa.String(36), primary_key=True),
        sa.Column("team_id", sa.String(36), nullable=False),
        sa.Column("key_id", sa.String(36), nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("spec", sa.Text, nullable=False),
        sa.Column("called_at", sa.Text, nullable=False),
        sa.Column("next_run_at", sa.BigInteger),
        sa.Column("due_at", sa.BigInteger),
        sa.Column("last_run_at", sa.BigInteger),
        sa.Column("current_check_id", sa.String(36)),
        sa.Column("last_summary", sa.Text),
        sa.Column("turn", sa.Integer, nullable=False),
        sa.Column("active_at", sa.BigInteger),
        sa.Column("messages", sa.Integer, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("updated_at", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_monitors_team_id", "monitors", ["team_id", "created_at"])
    op.create_index("ix_monitors_due_at", "monitors", ["due_at"], **_where("due_at IS NOT NULL"))
    op.create_index("ix_monitors_active_at", "monitors", ["active_at"], **_where("active_at IS NOT NULL"))
    op.create_table(
        "monitor_checks",
        sa.Column("id", sa.String(36), primary_key=True),
        sa.Column("monitor_id", sa.String(36), nullable=False),
        sa.Column("team_id", sa.String(36), nullable=False),
        sa.Column("state", sa.String(24), nullable=False),
        sa.Column("caused_by", sa.String(16), nullable=False),
        sa.Column("scheduled_for", sa.BigInteger),
        sa.Column("started_at", sa.BigInteger),
        sa.Column("finished_at", sa.BigInteger),
        sa.Column("estimated", sa.Integer, nullable=False),
        sa.Column("reserved", sa.Integer),
        sa.Column("actual", sa.Integer),
        sa.Column("billing", sa.String(16), nullable=False),
        sa.Column("reservation", sa.String(36)),
        sa.Column("summary", sa.Text, nullable=False),
        sa.Column("results", sa.Text, nullable=False),
        sa.Column("error", sa.Text),
        sa.Column("pages", sa.Integer, nullable=False),
        sa.Column("turn", sa.Integer, nullable=False),
        sa.Column("active_at", sa.BigInteger),
        sa.Column("expires_at", sa.BigInteger, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("updated_at", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_monitor_checks_monitor_id", "monitor_checks", ["monitor_id", "created_at"])
    op.create_index("ix_monitor_checks_active_at", "monitor_checks", ["active_at"], **_where("active_at IS NOT NULL"))
    op.create_index("ix_monitor_checks_expires_at", "monitor_checks", ["expires_at"])
    op.create_table(
        "monitor_pages",
        sa.Column("check_id", sa.String(36), primary_key=True),
        sa.Column("position", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("id", sa.String(36), nullable=False),
        sa.Column("monitor_id", sa.String(36), nullable=False),
        sa.Column("team_id", sa.String(36), nullable=False),
        sa.Column("target_id", sa.String(64), nullable=False),
        sa.Column("page_key", sa.String(32), nullable=False),
        sa.Column("url", sa.Text, nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("alert", sa.Boolean, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
    )
    op.create_index("ux_monitor_pages_page_key", "monitor_pages", ["check_id", "page_key"], unique=True)
    op.create_index("ix_monitor_pages_alerts", "monitor_pages", ["monitor_id", "created_at"], **_where("alert"))
    op.create_index("ix_monitor_pages_team_alerts", "monitor_pages", ["team_id", "created_at"], **_where("alert"))
    op.create_table(
        "monitor_baselines",
        sa.Column("monitor_id", sa.String(36), primary_key=True),
        sa.Column("target_id", sa.String(64), primary_key=True),
        sa.Column("page_key", sa.String(32), primary_key=True),
        sa.Column("url", sa.Text, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "monitor_messages",
        sa.Column("id", sa.String(36), primary_key=True),
        sa.Column("monitor_id", sa.String(36), nullable=False),
        sa.Column("check_id", sa.String(36)),
        sa.Column("sequence", sa.Integer, nullable=False),
        sa.Column("channel", sa.String(16), nullable=False),
        sa.Column("receiver", sa.Text, nullable=False),
        sa.Column("event", sa.String(32), nullable=False),
        sa.Column("payload", sa.LargeBinary, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("due_at", sa.BigInteger, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_monitor_messages_due_at", "monitor_messages", ["monitor_id", "due_at", "sequence"])
    op.create_table(
        "monitor_recipients",
        sa.Column("team_id", sa.String(36), primary_key=True),
        sa.Column("email", sa.Text, primary_key=True),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("source", sa.String(16), nullable=False),
        sa.Column("token", sa.String(64), nullable=False, unique=True),
        sa.Column("confirmation_sent", sa.Boolean),
    )
    op.create_table(
        "monitor_feeds",
        sa.Column("owner_id", sa.String(36), primary_key=True),
        sa.Column("token", sa.String(64), nullable=False, unique=True),
    )


def downgrade() -> None:
    """Forget all monitors."""
    for name in (
        "monitors",
        "monitor_checks",
        "monitor_pages",
        "monitor_baselines",
        "monitor_messages",
        "monitor_recipients",
        "monitor_feeds",
    ):
        op.drop_table(name)
