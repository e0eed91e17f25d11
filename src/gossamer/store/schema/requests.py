"""Requests: those under way, those of the last day, and how many there were in a minute."""

from sqlalchemy import BigInteger, Column, Index, Integer, String, Table, Text

from gossamer.store.schema.metadata import metadata

# Scrapes and maps that callers wait for, of who has a bound on pages under way. Jobs have theirs in `in_flight`.
places = Table(
    "places",
    metadata,
    Column("id", String(36), primary_key=True),
    Column("team_id", String(36), nullable=False, index=True),
    Column("key_id", String(36), nullable=False),
    # The team or the key whose bound it waits for; NULL when it is under way.
    Column("waits_for", String(36)),
    # When it came: who came first goes first.
    Column("since", BigInteger, nullable=False),
    # Its process is gone when this has passed.
    Column("expires_at", BigInteger, nullable=False, index=True),
)

# Requests of a team: scrapes, jobs, maps. Kept for a day.
activities = Table(
    "activities",
    metadata,
    # The scrape's, job's or map's own id.
    Column("id", String(36), primary_key=True),
    Column("team_id", String(36), nullable=False),
    Column("key_id", String(36), nullable=False),
    # "scrape", "crawl", "batch_scrape", "map", …
    Column("operation", String(32), nullable=False),
    # The API version that asked: "v2"; empty when it was no API.
    Column("dialect", String(8), nullable=False),
    # The subject, as a rule an address; without credentials.
    Column("target", Text, nullable=False),
    Column("at", BigInteger, nullable=False, index=True),
    # For whom it was made, as the caller names them.
    Column("username", Text),
    Index("ix_activities_team_id_at_id", "team_id", "at", "id"),
)

# Requests counted by minute, over all processes.
rate_windows = Table(
    "rate_windows",
    metadata,
    # A team's or a key's id.
    Column("owner_id", String(36), primary_key=True),
    Column("mode", String(32), primary_key=True),
    # Minutes since 1970-01-01, UTC.
    Column("minute", BigInteger, primary_key=True, autoincrement=False),
    Column("taken", Integer, nullable=False),
    Index("ix_rate_windows_minute", "minute"),
    sqlite_with_rowid=False,
)

uploads = Table(
    "uploads",
    metadata,
    Column("id", String(36), primary_key=True),
    # SHA-256 of the secret that opens it, in hex.
    Column("reference_hash", String(64), nullable=False, unique=True),
    Column("team_id", String(36), nullable=False),
    Column("name", Text, nullable=False),
    Column("media_type", Text, nullable=False),
    # The size that the caller stated, in bytes.
    Column("size", BigInteger),
    # The name of its bytes; NULL until they came, and when they are gone.
    Column("blob", Text),
    Column("issued_at", BigInteger, nullable=False, index=True),
    Column("expires_at", BigInteger, nullable=False, index=True),
    Index("ix_uploads_team_id_issued_at", "team_id", "issued_at"),
)
