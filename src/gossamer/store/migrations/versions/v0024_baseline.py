"""The tables of the first release, which `store.migration` makes."""

revision = "0024"
down_revision = None


def upgrade() -> None:
    """Do nothing: a database is of this schema before Alembic sees it."""
