"""The full-text index over stored pages, and feedback."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import TSVECTOR

revision = "0007"
down_revision = "0006"

# Words come folded (core.folding); the tokenizer only separates them again. Marks belong to words of Indic scripts.
_FTS5 = """
CREATE VIRTUAL TABLE index_postings USING fts5(
    scope, title, headings, url, description, body,
    content='', tokenize="unicode61 remove_diacritics 0 categories 'L* N* Co Mn Mc'"
)
"""


def upgrade() -> None:
    """Make the tables; pages that are stored already are queued."""
    op.create_table(
        "index_documents",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer, "sqlite"), autoincrement=True, nullable=False),
        sa.Column("team_id", sa.String(36), nullable=False),
        sa.Column("page", sa.BigInteger, nullable=False),
        sa.Column("url", sa.Text, nullable=False),
        sa.Column("site", sa.Text, nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("description", sa.Text, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.Column("words", sa.Integer, nullable=False),
        sa.Column("language", sa.String(35), nullable=False),
        sa.Column("image", sa.Text),
        sa.Column("published_at", sa.BigInteger),
        sa.Column("fetched_at", sa.BigInteger, nullable=False),
        sa.Column("folding", sa.SmallInteger, nullable=False),
        sa.Column("postings", sa.Text().with_variant(TSVECTOR(), "postgresql")),
        sa.PrimaryKeyConstraint("id", name="pk_index_documents"),
    )
    op.create_index("ix_index_documents_team_id_page", "index_documents", ["team_id", "page"], unique=True)
    op.create_index("ix_index_documents_fetched_at", "index_documents", ["fetched_at"])
    op.create_index("ix_index_documents_team_id_fetched_at", "index_documents", ["team_id", "fetched_at"])
    _make_postings()
    op.create_table(
        "index_queue",
        sa.Column("team_id", sa.String(36), nullable=False),
        sa.Column("fingerprint", sa.String(32), nullable=False),
        sa.Column("fetched_at", sa.BigInteger, nullable=False),
        sa.Column("taken_until", sa.BigInteger, nullable=False),
        sa.Column("tries", sa.SmallInteger, nullable=False),
        sa.PrimaryKeyConstraint("team_id", "fingerprint", name="pk_index_queue"),
    )
    op.create_index("ix_index_queue_fetched_at", "index_queue", ["fetched_at"])
    op.execute("INSERT INTO index_queue SELECT team_id, fingerprint, fetched_at, 0, 0 FROM pages")
    op.create_table(
        "feedback",
        sa.Column("id", sa.String(36), nullable=False),
        sa.Column("team_id", sa.String(36), nullable=False),
        sa.Column("key_id", sa.String(36), nullable=False),
        sa.Column("endpoint", sa.String(16), nullable=False),
        sa.Column("job_id", sa.String(36), nullable=False),
        sa.Column("rating", sa.String(16), nullable=False),
        sa.Column("said", sa.Text, nullable=False),
        sa.Column("refunded", sa.Integer, nullable=False),
        sa.Column("given_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_feedback"),
    )
    op.create_index("ix_feedback_team_id_endpoint_job_id", "feedback", ["team_id", "endpoint", "job_id"], unique=True)
    op.create_index("ix_feedback_team_id_given_at", "feedback", ["team_id", "given_at"])


def _make_postings() -> None:
    if op.get_bind().dialect.name == "sqlite":
        op.execute(_FTS5)
    else:
        op.execute("CREATE INDEX ix_index_documents_postings ON index_documents USING gin (postings)")


def downgrade() -> None:
    """Forget all of it."""
    if op.get_bind().dialect.name == "sqlite":
        op.drop_table("index_postings")
    for table in ("feedback", "index_queue", "index_documents"):
        op.drop_table(table)
