"""Browser sessions, what was done in them, and profiles that outlive them."""

from sqlalchemy import BigInteger, Boolean, Column, Index, Integer, String, Table, Text

from gossamer.store.schema.metadata import metadata, partial

browser_sessions = Table(
    "browser_sessions",
    metadata,
    # That of the scrape which it continues, if it does.
    Column("id", String(36), primary_key=True),
    Column("team_id", String(36), nullable=False),
    Column("key_id", String(36), nullable=False),
    Column("scrape_id", String(36)),
    # "active" or "destroyed".
    Column("state", String(16), nullable=False),
    # core.sessions.SessionSpec; sealed, because headers and actions may hold secrets.
    Column("spec", Text, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("last_activity", BigInteger, nullable=False),
    Column("expires_at", BigInteger, nullable=False),
    # The process that has its browser, where others ask it, and until when it is sure to live.
    Column("owner", String(36), nullable=False),
    Column("address", Text, nullable=False),
    Column("alive_until", BigInteger, nullable=False),
    # Whether a prompt was ever carried out in it: that has another price.
    Column("prompted", Boolean, nullable=False),
    # The profile that it writes at its end; no other active session may write the same.
    Column("saves_profile", Text),
    Column("reservation", String(36)),
    Column("ended_at", BigInteger),
    Column("end_reason", String(16)),
    Column("credits", Integer),
    # JSON of core.sessions.RecordedPage, sealed; and names of the blobs in it, separated by spaces.
    Column("recording", Text),
    Column("blobs", Text, nullable=False, server_default=""),
    Index("ix_browser_sessions_team_id_created_at", "team_id", "created_at"),
    Index(
        "ix_browser_sessions_alive_until",
        "alive_until",
        **partial("state = 'active'"),
    ),
    Index("ix_browser_sessions_ended_at", "ended_at"),
)

session_steps = Table(
    "session_steps",
    metadata,
    Column("session_id", String(36), primary_key=True),
    Column("position", Integer, primary_key=True, autoincrement=False),
    # core.interaction.Performed; sealed, because what was typed may be a secret.
    Column("step", Text, nullable=False),
    sqlite_with_rowid=False,
)

# Scrapes that will save a profile, which no session may save meanwhile; one whose time is over counts for nothing.
profile_claims = Table(
    "profile_claims",
    metadata,
    Column("team_id", String(36), primary_key=True),
    Column("name", Text, primary_key=True),
    Column("claim_id", String(36), nullable=False),
    Column("until", BigInteger, nullable=False),
)

session_profiles = Table(
    "session_profiles",
    metadata,
    Column("team_id", String(36), primary_key=True),
    Column("name", Text, primary_key=True),
    # core.sessions.StorageState; sealed.
    Column("state", Text, nullable=False),
    Column("saved_at", BigInteger, nullable=False),
)
