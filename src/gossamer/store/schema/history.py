"""Histories of pages, their versions, and the contents that versions share."""

from sqlalchemy import BigInteger, Column, Index, LargeBinary, PrimaryKeyConstraint, SmallInteger, String, Table, Text

from gossamer.store.schema.metadata import metadata

histories = Table(
    "histories",
    metadata,
    # BLAKE2b of team, canonical URL and tag.
    Column("id", LargeBinary(16), primary_key=True),
    Column("team_id", String(36), nullable=False),
    Column("url", Text, nullable=False),
    Column("tag", Text, nullable=False),
    # JSON of core.changes.VolatileBlock; NULL when nothing was learnt.
    Column("volatile", LargeBinary),
    # No version is older; retention looks at it, because versions have no index by time.
    Column("oldest", BigInteger, nullable=False, index=True),
    Index("ix_histories_team_id_url", "team_id", "url"),
)

page_versions = Table(
    "page_versions",
    metadata,
    Column("history", LargeBinary(16), nullable=False),
    Column("at", BigInteger, nullable=False),
    # The bytes of the scrape's id.
    Column("id", LargeBinary(16), nullable=False),
    # Of the content; NULL when the page was removed.
    Column("content", BigInteger),
    # Positions in core.changes.ChangeStatus and Visibility.
    Column("status", SmallInteger, nullable=False),
    Column("visibility", SmallInteger, nullable=False),
    Column("http_status", SmallInteger, nullable=False),
    PrimaryKeyConstraint("history", "at", "id"),
    # A version is its key: most of them are nothing else, and a second tree would double them.
    sqlite_with_rowid=False,
)

page_contents = Table(
    "page_contents",
    metadata,
    Column("history", LargeBinary(16), primary_key=True),
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    # The content that the body is compressed against; NULL when it stands alone.
    Column("base", BigInteger),
    # When it was first seen.
    Column("at", BigInteger, nullable=False),
    # JSON of what came beside the body.
    Column("head", LargeBinary, nullable=False),
    # zstd-compressed.
    Column("body", LargeBinary, nullable=False),
    # JSON of what was extracted; NULL when nothing was.
    Column("data", LargeBinary),
)
