"""The full-text index over stored pages.

On SQLite the words are in `index_postings`, a virtual table (FTS5) whose rows have the documents' ids. On PostgreSQL
they are in the documents themselves, under an index (GIN). What only one of them has is made by the migration and not
told here.
"""

from sqlalchemy import BigInteger, Column, Index, Integer, LargeBinary, SmallInteger, String, Table, Text
from sqlalchemy.types import UserDefinedType

from gossamer.store.schema.metadata import metadata


class _Postings(UserDefinedType[str]):
    """PostgreSQL's TSVECTOR, named so that a process on SQLite does not load the other dialect."""

    cache_ok = True

    def get_col_spec(self, **_options: object) -> str:
        return "TSVECTOR"


index_documents = Table(
    "index_documents",
    metadata,
    Column("id", BigInteger().with_variant(Integer, "sqlite"), primary_key=True, autoincrement=True),
    Column("team_id", String(36), nullable=False),
    # core.canonical.fingerprint64 of the address that the page is known by.
    Column("page", BigInteger, nullable=False),
    Column("url", Text, nullable=False),
    # The registered domain of its host.
    Column("site", Text, nullable=False),
    Column("title", Text, nullable=False),
    Column("description", Text, nullable=False),
    # zstd-compressed JSON: headings and text.
    Column("body", LargeBinary, nullable=False),
    # Of the text; the average is what long pages are measured by.
    Column("words", Integer, nullable=False),
    Column("language", String(35), nullable=False),
    Column("image", Text),
    Column("published_at", BigInteger),
    Column("fetched_at", BigInteger, nullable=False, index=True),
    # core.folding.FOLDING at the time: what is taken out of the postings must be what was put in.
    Column("folding", SmallInteger, nullable=False),
    Column("postings", Text().with_variant(_Postings(), "postgresql")),
    Index("ix_index_documents_team_id_page", "team_id", "page", unique=True),
    Index("ix_index_documents_team_id_fetched_at", "team_id", "fetched_at"),
)

# Stored pages that are not in the index as they are now; written with them.
index_queue = Table(
    "index_queue",
    metadata,
    Column("team_id", String(36), primary_key=True),
    Column("fingerprint", String(32), primary_key=True),
    # When this copy was fetched: one that came meanwhile stays queued.
    Column("fetched_at", BigInteger, nullable=False, index=True),
    # Until then somebody reads it; 0 when nobody does.
    Column("taken_until", BigInteger, nullable=False),
    # How often somebody began to.
    Column("tries", SmallInteger, nullable=False),
)

# Feedback of callers on answers, each answer once.
feedback = Table(
    "feedback",
    metadata,
    Column("id", String(36), primary_key=True),
    Column("team_id", String(36), nullable=False),
    Column("key_id", String(36), nullable=False),
    # "search", "scrape", "map", "parse".
    Column("endpoint", String(16), nullable=False),
    Column("job_id", String(36), nullable=False),
    Column("rating", String(16), nullable=False),
    # JSON: the rest of what was sent.
    Column("said", Text, nullable=False),
    Column("refunded", Integer, nullable=False),
    Column("given_at", BigInteger, nullable=False),
    Index("ix_feedback_team_id_endpoint_job_id", "team_id", "endpoint", "job_id", unique=True),
    Index("ix_feedback_team_id_given_at", "team_id", "given_at"),
)
