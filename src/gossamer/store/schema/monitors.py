"""Monitors, their checks, the pages of these, baselines, messages, recipients and feeds."""

from sqlalchemy import BigInteger, Boolean, Column, Index, Integer, LargeBinary, String, Table, Text

from gossamer.store.schema.metadata import metadata, partial
from gossamer.store.schema.sealed_headers import SealedHeaders

monitors = Table(
    "monitors",
    metadata,
    Column("id", String(36), primary_key=True),
    Column("team_id", String(36), nullable=False),
    Column("key_id", String(36), nullable=False),
    Column("status", String(16), nullable=False),
    # Tagged JSON of a MonitorSpec.
    Column("spec", SealedHeaders, nullable=False),
    Column("called_at", Text, nullable=False),
    Column("next_run_at", BigInteger),
    # Its next run and its jitter; NULL while it is paused.
    Column("due_at", BigInteger),
    Column("last_run_at", BigInteger),
    Column("current_check_id", String(36)),
    Column("last_summary", Text),
    # The turn that sends its messages, and when something happened in it last or it is due; NULL when none is.
    Column("turn", Integer, nullable=False),
    Column("active_at", BigInteger),
    # Messages ever written.
    Column("messages", Integer, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("updated_at", BigInteger, nullable=False),
    Index("ix_monitors_team_id", "team_id", "created_at"),
    Index("ix_monitors_due_at", "due_at", **partial("due_at IS NOT NULL")),
    Index("ix_monitors_active_at", "active_at", **partial("active_at IS NOT NULL")),
)

monitor_checks = Table(
    "monitor_checks",
    metadata,
    Column("id", String(36), primary_key=True),
    Column("monitor_id", String(36), nullable=False),
    Column("team_id", String(36), nullable=False),
    Column("state", String(24), nullable=False),
    Column("caused_by", String(16), nullable=False),
    Column("scheduled_for", BigInteger),
    Column("started_at", BigInteger),
    Column("finished_at", BigInteger),
    Column("estimated", Integer, nullable=False),
    Column("reserved", Integer),
    Column("actual", Integer),
    Column("billing", String(16), nullable=False),
    Column("reservation", String(36)),
    # JSON.
    Column("summary", Text, nullable=False),
    Column("results", Text, nullable=False),
    Column("error", Text),
    Column("pages", Integer, nullable=False),
    Column("turn", Integer, nullable=False),
    # When something happened in it last, or its turn is due; NULL when it has ended.
    Column("active_at", BigInteger),
    Column("expires_at", BigInteger, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("updated_at", BigInteger, nullable=False),
    Index("ix_monitor_checks_monitor_id", "monitor_id", "created_at"),
    Index("ix_monitor_checks_active_at", "active_at", **partial("active_at IS NOT NULL")),
    Index("ix_monitor_checks_expires_at", "expires_at"),
)

monitor_pages = Table(
    "monitor_pages",
    metadata,
    Column("check_id", String(36), primary_key=True),
    Column("position", Integer, primary_key=True, autoincrement=False),
    Column("id", String(36), nullable=False),
    Column("monitor_id", String(36), nullable=False),
    Column("team_id", String(36), nullable=False),
    Column("target_id", String(64), nullable=False),
    # SHA-256 of target and URL, half of it: a page is recorded once.
    Column("page_key", String(32), nullable=False),
    Column("url", Text, nullable=False),
    Column("status", String(16), nullable=False),
    Column("alert", Boolean, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    # The rest of a CheckPage, as compressed JSON.
    Column("body", LargeBinary, nullable=False),
    Index("ux_monitor_pages_page_key", "check_id", "page_key", unique=True),
    Index("ix_monitor_pages_alerts", "monitor_id", "created_at", **partial("alert")),
    Index("ix_monitor_pages_team_alerts", "team_id", "created_at", **partial("alert")),
)

monitor_baselines = Table(
    "monitor_baselines",
    metadata,
    Column("monitor_id", String(36), primary_key=True),
    Column("target_id", String(64), primary_key=True),
    Column("page_key", String(32), primary_key=True),
    Column("url", Text, nullable=False),
    # A Baseline, as compressed JSON.
    Column("body", LargeBinary, nullable=False),
)

monitor_pictures = Table(
    "monitor_pictures",
    metadata,
    # Unguessable: whoever knows it may see the picture.
    Column("name", String(64), primary_key=True),
    Column("monitor_id", String(36), nullable=False),
    Column("page_key", String(32), nullable=False),
    # NULL for the picture of a baseline.
    Column("check_id", String(36)),
    Column("body", LargeBinary, nullable=False),
    Index("ix_monitor_pictures_monitor_id", "monitor_id", "page_key"),
    Index("ix_monitor_pictures_check_id", "check_id", **partial("check_id IS NOT NULL")),
)

monitor_messages = Table(
    "monitor_messages",
    metadata,
    Column("id", String(36), primary_key=True),
    Column("monitor_id", String(36), nullable=False),
    Column("check_id", String(36)),
    Column("sequence", Integer, nullable=False),
    Column("channel", String(16), nullable=False),
    Column("receiver", Text, nullable=False),
    Column("event", String(32), nullable=False),
    # Compressed JSON.
    Column("payload", LargeBinary, nullable=False),
    Column("tries", Integer, nullable=False),
    Column("due_at", BigInteger, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Index("ix_monitor_messages_due_at", "monitor_id", "due_at", "sequence"),
)

monitor_recipients = Table(
    "monitor_recipients",
    metadata,
    Column("team_id", String(36), primary_key=True),
    Column("email", Text, primary_key=True),
    Column("status", String(16), nullable=False),
    Column("source", String(16), nullable=False),
    Column("token", String(64), nullable=False, unique=True),
    Column("confirmation_sent", Boolean),
)

monitor_feeds = Table(
    "monitor_feeds",
    metadata,
    Column("owner_id", String(36), primary_key=True),
    Column("token", String(64), nullable=False, unique=True),
)
