"""Browser sessions, profiles, and how the pages of scrapes were visited."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"

_SESSIONS = "browser_sessions"


def upgrade() -> None:
    """Make the tables; how older scrapes visited their pages is not known."""
    op.add_column("scrapes", sa.Column("opening", sa.Text))
    op.create_table(
        _SESSIONS,
        sa.Column("id", sa.String(36), nullable=False),
        sa.Column("team_id", sa.String(36), nullable=False),
        sa.Column("key_id", sa.String(36), nullable=False),
        sa.Column("scrape_id", sa.String(36)),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("spec", sa.Text, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("last_activity", sa.BigInteger, nullable=False),
        sa.Column("expires_at", sa.BigInteger, nullable=False),
        sa.Column("owner", sa.String(36), nullable=False),
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("alive_until", sa.BigInteger, nullable=False),
        sa.Column("prompted", sa.Boolean, nullable=False),
        sa.Column("saves_profile", sa.Text),
        sa.Column("reservation", sa.String(36)),
        sa.Column("ended_at", sa.BigInteger),
        sa.Column("end_reason", sa.String(16)),
        sa.Column("credits", sa.Integer),
        sa.Column("recording", sa.Text),
        sa.Column("blobs", sa.Text, nullable=False, server_default=""),
        sa.PrimaryKeyConstraint("id", name="pk_browser_sessions"),
    )
    active = sa.text("state = 'active'")
    op.create_index("ix_browser_sessions_team_id_created_at", _SESSIONS, ["team_id", "created_at"])
    op.create_index(
        "ix_browser_sessions_alive_until", _SESSIONS, ["alive_until"], sqlite_where=active, postgresql_where=active
    )
    op.create_index("ix_browser_sessions_ended_at", _SESSIONS, ["ended_at"])
    op.create_table(
        "session_steps",
        sa.Column("session_id", sa.String(36), nullable=False),
        sa.Column("position", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("step", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("session_id", "position", name="pk_session_steps"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "session_profiles",
        sa.Column("team_id", sa.String(36), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("saved_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("team_id", "name", name="pk_session_profiles"),
    )
    op.create_table(
        "profile_claims",
        sa.Column("team_id", sa.String(36), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("claim_id", sa.String(36), nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("team_id", "name", name="pk_profile_claims"),
    )


def downgrade() -> None:
    """Forget all of it."""
    for table in ("profile_claims", "session_profiles", "session_steps", _SESSIONS):
        op.drop_table(table)
    op.drop_column("scrapes", "opening")
