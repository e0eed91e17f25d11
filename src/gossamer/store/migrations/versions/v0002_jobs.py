"""Jobs on many pages, their frontiers and webhooks; hosts."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

_CLUSTERED: dict[str, Any] = {"sqlite_with_rowid": False}


def upgrade() -> None:
    """Make the tables of jobs and hosts."""
    op.add_column("teams", sa.Column("webhook_secret", sa.Text))
    _create_jobs()
    _create_frontiers()
    _create_webhooks()
    _create_hosts()


def _create_jobs() -> None:
    op.create_table(
        "jobs",
        sa.Column("number", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), primary_key=True),
        sa.Column("id", sa.String(36), nullable=False, unique=True),
        sa.Column("team_id", sa.String(36), nullable=False),
        sa.Column("key_id", sa.String(36), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("called_at", sa.Text, nullable=False),
        sa.Column("dialect", sa.String(8), nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("deadline", sa.BigInteger, nullable=False),
        sa.Column("time_allowed", sa.BigInteger, nullable=False),
        sa.Column("expires_at", sa.BigInteger, nullable=False),
        sa.Column("finished_at", sa.BigInteger),
        sa.Column("error", sa.Text),
        sa.Column("leftover", sa.String(32)),
        sa.Column("page_limit", sa.BigInteger, nullable=False),
        sa.Column("home", sa.Text),
        sa.Column("wanted_events", sa.Text),
        sa.Column("done", sa.Integer, nullable=False),
        sa.Column("failed", sa.Integer, nullable=False),
        sa.Column("refused", sa.Integer, nullable=False),
        sa.Column("in_flight", sa.Integer, nullable=False),
        sa.Column("queued", sa.Integer, nullable=False),
        sa.Column("sitemaps", sa.Integer, nullable=False),
        sa.Column("ready", sa.Integer, nullable=False),
        sa.Column("waiting", sa.Integer, nullable=False),
        sa.Column("entries", sa.Integer, nullable=False),
        sa.Column("unlisted", sa.Integer, nullable=False),
        sa.Column("listed", sa.Integer, nullable=False),
        sa.Column("events", sa.Integer, nullable=False),
        sa.Column("lanes", sa.Integer, nullable=False),
        sa.Column("credits", sa.BigInteger, nullable=False),
        sa.Column("version", sa.BigInteger, nullable=False),
        sa.Column("succeeded_at", sa.BigInteger),
    )
    op.create_index("ix_jobs_deadline", "jobs", ["deadline"], **_where("state = 'scraping'"))
    op.create_index("ix_jobs_expires_at", "jobs", ["expires_at"], **_where("state <> 'scraping'"))
    op.create_index("ix_jobs_running", "jobs", ["team_id", "created_at"], **_where("state = 'scraping'"))
    op.create_index("ix_jobs_team_id_finished_at", "jobs", ["team_id", "finished_at"])
    op.create_table(
        "job_specs",
        sa.Column("job", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("spec", sa.Text, nullable=False),
    )
    op.create_table(
        "job_lanes",
        sa.Column("job", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("lane", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("turn", sa.Integer, nullable=False),
        sa.Column("holder", sa.Text),
        sa.Column("held", sa.Integer, nullable=False),
        sa.Column("chunks", sa.Integer, nullable=False),
        sa.Column("commit_id", sa.String(36)),
        sa.Column("gave", sa.Text),
        sa.Column("active_at", sa.BigInteger, index=True),
    )
    op.create_table(
        "job_warnings",
        sa.Column("job", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("position", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("sentence", sa.Text, nullable=False),
    )
    op.create_table(
        "job_pages",
        sa.Column("job", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("position", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("scrape_id", sa.String(36), nullable=False),
        sa.Column("size", sa.Integer, nullable=False),
        **_CLUSTERED,
    )
    op.create_table(
        "idempotency_keys",
        sa.Column("team_id", sa.String(36), primary_key=True),
        sa.Column("key", sa.Text, primary_key=True),
        sa.Column("job_id", sa.String(36), nullable=False),
        sa.Column("used_at", sa.BigInteger, nullable=False, index=True),
    )


def _create_frontiers() -> None:
    op.create_table(
        "frontier",
        sa.Column("job", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("position", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("fingerprint", sa.BigInteger, nullable=False),
        sa.Column("url", sa.Text, nullable=False),
        sa.Column("depth", sa.Integer, nullable=False),
        sa.Column("rank", sa.Integer, nullable=False),
        sa.Column("kind", sa.SmallInteger, nullable=False),
        sa.Column("state", sa.SmallInteger, nullable=False),
        sa.Column("lane", sa.Integer),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("ready_at", sa.BigInteger),
        sa.Column("code", sa.Text),
        sa.Column("reason", sa.Text),
        sa.Column("scrape_id", sa.String(36)),
        sa.Column("at", sa.BigInteger),
        **_CLUSTERED,
    )
    op.create_index("ix_frontier_queued", "frontier", ["job", "kind", "rank", "position"], **_where("state = 0"))
    op.create_index("ix_frontier_taken", "frontier", ["job", "lane"], **_where("state = 2"))
    op.create_index("ix_frontier_waiting", "frontier", ["job", "ready_at"], **_where("state = 1"))
    op.create_table(
        "fingerprints",
        sa.Column("job", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("fingerprint", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("position", sa.Integer, nullable=False),
        sa.Column("too_deep", sa.Boolean, nullable=False),
        **_CLUSTERED,
    )


def _create_webhooks() -> None:
    op.create_table(
        "webhook_events",
        sa.Column("job", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("sequence", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("event_id", sa.String(36), nullable=False),
        sa.Column("name", sa.String(16), nullable=False),
        sa.Column("success", sa.Boolean, nullable=False),
        sa.Column("error", sa.Text),
        sa.Column("scrape_id", sa.String(36)),
        sa.Column("extra", sa.Text, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("due_at", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_webhook_events_due", "webhook_events", ["job", "name", "due_at", "sequence"])
    op.create_table(
        "webhook_deliveries",
        sa.Column("job", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("turn", sa.Integer, nullable=False),
        sa.Column("active_at", sa.BigInteger, index=True),
    )


def _create_hosts() -> None:
    op.create_table(
        "hosts",
        sa.Column("host", sa.Text, primary_key=True),
        sa.Column("next_at", sa.BigInteger, nullable=False, index=True),
        sa.Column("every", sa.BigInteger, nullable=False),
        sa.Column("resting_until", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "robots",
        sa.Column("origin", sa.Text, primary_key=True),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.Column("fetched_at", sa.BigInteger, nullable=False, index=True),
        sa.Column("unreachable", sa.Boolean, nullable=False),
    )


def _where(condition: str) -> dict[str, Any]:
    return {"sqlite_where": sa.text(condition), "postgresql_where": sa.text(condition)}


def downgrade() -> None:
    """Drop the tables of jobs and hosts."""
    for table in (
        "robots",
        "hosts",
        "webhook_deliveries",
        "webhook_events",
        "fingerprints",
        "frontier",
        "idempotency_keys",
        "job_pages",
        "job_warnings",
        "job_lanes",
        "job_specs",
        "jobs",
    ):
        op.drop_table(table)
    op.drop_column("teams", "webhook_secret")
