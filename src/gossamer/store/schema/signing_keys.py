"""Keys that sign requests to sites."""

from sqlalchemy import BigInteger, Column, String, Table, Text

from gossamer.store.schema.metadata import metadata

signing_keys = Table(
    "signing_keys",
    metadata,
    Column("id", String(36), primary_key=True),
    # Sealed: 32 bytes in base64.
    Column("private", Text, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    # NULL for the one that signs.
    Column("retired_at", BigInteger),
)
