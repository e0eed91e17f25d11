"""Tables. Times are stored as epoch milliseconds: the same in every dialect, and cheap to compare."""

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Integer, LargeBinary, MetaData, String, Table, Text

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

teams = Table(
    "teams",
    metadata,
    Column("id", String(36), primary_key=True),
    Column("name", Text, nullable=False),
    Column("created_at", BigInteger, nullable=False),
)

api_keys = Table(
    "api_keys",
    metadata,
    Column("id", String(36), primary_key=True),
    Column("team_id", String(36), ForeignKey("teams.id"), nullable=False, index=True),
    Column("name", Text, nullable=False),
    Column("hash", String(64), nullable=False, unique=True),
    Column("created_at", BigInteger, nullable=False),
    Column("revoked_at", BigInteger),
)

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
)

ledger = Table(
    "ledger",
    metadata,
    # What was charged for: a scrape's id. The primary key is what makes a charge happen once.
    Column("reference", String(64), primary_key=True),
    Column("team_id", String(36), nullable=False),
    Column("key_id", String(36), nullable=False),
    Column("operation", String(32), nullable=False),
    Column("credits", Integer, nullable=False),
    Column("charged_at", BigInteger, nullable=False),
    Index("ix_ledger_team_id_charged_at", "team_id", "charged_at"),
)
