"""Scrapes and stored pages."""

from sqlalchemy import BigInteger, Column, Index, LargeBinary, String, Table, Text

from gossamer.store.schema.metadata import metadata

scrapes = Table(
    "scrapes",
    metadata,
    Column("id", String(36), primary_key=True),
    Column("team_id", String(36), nullable=False),
    Column("key_id", String(36), nullable=False),
    Column("url", Text, nullable=False),
    Column("finished_at", BigInteger, nullable=False),
    Column("expires_at", BigInteger, nullable=False, index=True),
    Column("error_code", Text),
    # zstd-compressed JSON of core.documents.Document; NULL when it failed or must not be kept.
    Column("document", LargeBinary),
    # Names of blobs that expire with the scrape, separated by spaces.
    Column("blobs", Text, nullable=False, default=""),
    # core.sessions.Opening: how its page is visited again; sealed, because headers and actions may hold secrets.
    # NULL when it failed, when that must not be kept, and for pages of jobs.
    Column("opening", Text),
)

pages = Table(
    "pages",
    metadata,
    Column("team_id", String(36), primary_key=True),
    Column("fingerprint", String(32), primary_key=True),
    Column("url", Text, nullable=False),
    Column("fetched_at", BigInteger, nullable=False, index=True),
    # JSON of what came beside the body.
    Column("head", LargeBinary, nullable=False),
    # zstd-compressed.
    Column("body", LargeBinary, nullable=False),
    # The registered domain of the host; empty in rows from before it was kept.
    Column("site", Text, nullable=False, server_default=""),
    Index("ix_pages_team_id_site", "team_id", "site"),
)
