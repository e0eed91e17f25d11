"""Files that are sent before they are parsed."""

from sqlalchemy import BigInteger, Column, Index, String, Table, Text

from gossamer.store.schema.metadata import metadata

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
