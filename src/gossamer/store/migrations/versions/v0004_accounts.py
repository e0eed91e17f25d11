"""Organizations, members, key restrictions, audit log, credits, activity."""

import time

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

_FIRST_ORGANIZATION = "00000000-0000-4000-8000-000000000000"
_DAY = 86_400_000
_CHANGES = ("UPDATE", "DELETE")
_ONLY_ADDED_TO = "The ledger is only added to."
_KEY_COLUMNS = ("hint", "created_by", "last_used_at", "expires_at", "restrictions", "addresses")
_TEAM_COLUMNS = ("organization_id", "credits", "concurrency", "rate_limits")
_TABLES = (
    "rate_windows",
    "activities",
    "places",
    "reservations",
    "credit_accounts",
    "usage_days",
    "audit_log",
    "sign_in_failures",
    "web_sessions",
    "invitations",
    "memberships",
    "users",
    "organizations",
)


def upgrade() -> None:
    """Make the tables; what is there already belongs to the first organization and is unrestricted."""
    _organizations()
    _people()
    _keys()
    _audit_log()
    _ledger()
    _credits()
    _requests()
    op.add_column("jobs", sa.Column("page_price", sa.Integer, nullable=False, server_default="0"))
    op.add_column("jobs", sa.Column("pages_at_once", sa.Integer))


def _organizations() -> None:
    organizations = op.create_table(
        "organizations",
        sa.Column("id", sa.String(36), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("key_restrictions", sa.Boolean, nullable=False),
        sa.Column("ip_restrictions", sa.Boolean, nullable=False),
        sa.Column("zero_data_retention", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_organizations"),
    )
    features = dict.fromkeys(("key_restrictions", "ip_restrictions", "zero_data_retention"), True)
    now = int(time.time() * 1000)
    op.bulk_insert(organizations, [{"id": _FIRST_ORGANIZATION, "name": "Default", "created_at": now, **features}])
    op.add_column(
        "teams", sa.Column("organization_id", sa.String(36), nullable=False, server_default=_FIRST_ORGANIZATION)
    )
    op.add_column("teams", sa.Column("credits", sa.BigInteger))
    op.add_column("teams", sa.Column("concurrency", sa.Integer))
    op.add_column("teams", sa.Column("rate_limits", sa.Text, nullable=False, server_default="{}"))
    op.create_index("ix_teams_organization_id", "teams", ["organization_id"])


def _people() -> None:
    op.create_table(
        "users",
        sa.Column("id", sa.String(36), nullable=False),
        sa.Column("email", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("password_hash", sa.Text, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_users"),
        sa.UniqueConstraint("email", name="uq_users_email"),
    )
    op.create_table(
        "memberships",
        sa.Column("team_id", sa.String(36), nullable=False),
        sa.Column("user_id", sa.String(36), nullable=False),
        sa.Column("role", sa.String(16), nullable=False),
        sa.Column("since", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("team_id", "user_id", name="pk_memberships"),
    )
    op.create_index("ix_memberships_user_id", "memberships", ["user_id"])
    op.create_table(
        "invitations",
        sa.Column("id", sa.String(36), nullable=False),
        sa.Column("team_id", sa.String(36), nullable=False),
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("role", sa.String(16), nullable=False),
        sa.Column("email", sa.Text, nullable=False),
        sa.Column("created_by", sa.Text, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("expires_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_invitations"),
        sa.UniqueConstraint("hash", name="uq_invitations_hash"),
    )
    op.create_index("ix_invitations_team_id", "invitations", ["team_id"])
    op.create_table(
        "web_sessions",
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("user_id", sa.String(36), nullable=False),
        sa.Column("team_id", sa.String(36), nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("seen_at", sa.BigInteger, nullable=False),
        sa.Column("expires_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("hash", name="pk_web_sessions"),
    )
    op.create_index("ix_web_sessions_user_id", "web_sessions", ["user_id"])
    op.create_index("ix_web_sessions_expires_at", "web_sessions", ["expires_at"])
    op.create_table(
        "sign_in_failures",
        sa.Column("subject", sa.Text, nullable=False),
        sa.Column("failures", sa.Integer, nullable=False),
        sa.Column("since", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("subject", name="pk_sign_in_failures"),
    )
    op.create_index("ix_sign_in_failures_since", "sign_in_failures", ["since"])


def _keys() -> None:
    op.add_column("api_keys", sa.Column("hint", sa.String(16), nullable=False, server_default=""))
    op.add_column("api_keys", sa.Column("created_by", sa.Text, nullable=False, server_default=""))
    op.add_column("api_keys", sa.Column("last_used_at", sa.BigInteger))
    op.add_column("api_keys", sa.Column("expires_at", sa.BigInteger))
    op.add_column("api_keys", sa.Column("restrictions", sa.Text))
    op.add_column("api_keys", sa.Column("addresses", sa.Text))
    # A colon would be taken for a parameter's.
    unrestricted = sa.text("UPDATE api_keys SET restrictions = :none, addresses = '[]'")
    op.execute(unrestricted.bindparams(none='{"version":1}'))


def _audit_log() -> None:
    op.create_table(
        "audit_log",
        sa.Column("number", sa.BigInteger().with_variant(sa.Integer, "sqlite"), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("organization_id", sa.String(36), nullable=False),
        sa.Column("team_id", sa.String(36), nullable=False),
        sa.Column("actor", sa.Text, nullable=False),
        sa.Column("action", sa.String(64), nullable=False),
        sa.Column("target", sa.Text, nullable=False),
        sa.Column("detail", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("number", name="pk_audit_log"),
    )
    op.create_index("ix_audit_log_team_id_number", "audit_log", ["team_id", "number"])


def _ledger() -> None:
    """Forbid every change of past charges."""
    if op.get_bind().dialect.name == "sqlite":
        for change in _CHANGES:
            op.execute(
                f"CREATE TRIGGER ledger_no_{change.lower()} BEFORE {change} ON ledger "
                f"BEGIN SELECT RAISE(ABORT, '{_ONLY_ADDED_TO}'); END"
            )
        return
    op.execute(
        "CREATE FUNCTION ledger_is_only_added_to() RETURNS trigger LANGUAGE plpgsql "
        f"AS $$ BEGIN RAISE EXCEPTION '{_ONLY_ADDED_TO}'; END $$"
    )
    for change in _CHANGES:
        op.execute(
            f"CREATE TRIGGER ledger_no_{change.lower()} BEFORE {change} ON ledger "
            "FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_only_added_to()"
        )


def _credits() -> None:
    op.create_table(
        "usage_days",
        sa.Column("team_id", sa.String(36), nullable=False),
        sa.Column("day", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("key_id", sa.String(36), nullable=False),
        sa.Column("operation", sa.String(32), nullable=False),
        sa.Column("credits", sa.BigInteger, nullable=False),
        sa.Column("charges", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("team_id", "day", "key_id", "operation", name="pk_usage_days"),
        sqlite_with_rowid=False,
    )
    op.execute(
        "INSERT INTO usage_days (team_id, day, key_id, operation, credits, charges) "  # noqa: S608 - a number of ours
        f"SELECT team_id, charged_at / {_DAY}, key_id, operation, SUM(credits), COUNT(*) FROM ledger "
        f"GROUP BY team_id, charged_at / {_DAY}, key_id, operation"
    )
    op.create_table(
        "credit_accounts",
        sa.Column("owner_id", sa.String(36), nullable=False),
        sa.Column("team_id", sa.String(36), nullable=False),
        sa.Column("allowance", sa.BigInteger, nullable=False),
        sa.Column("period_start", sa.BigInteger, nullable=False),
        sa.Column("used", sa.BigInteger, nullable=False),
        sa.Column("reserved", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("owner_id", name="pk_credit_accounts"),
    )
    op.create_index("ix_credit_accounts_team_id", "credit_accounts", ["team_id"])
    op.create_table(
        "reservations",
        sa.Column("id", sa.String(36), nullable=False),
        sa.Column("team_id", sa.String(36), nullable=False),
        sa.Column("key_id", sa.String(36), nullable=False),
        sa.Column("credits", sa.BigInteger, nullable=False),
        sa.Column("expires_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_reservations"),
    )
    op.create_index("ix_reservations_expires_at", "reservations", ["expires_at"])


def _requests() -> None:
    op.create_table(
        "places",
        sa.Column("id", sa.String(36), nullable=False),
        sa.Column("team_id", sa.String(36), nullable=False),
        sa.Column("key_id", sa.String(36), nullable=False),
        sa.Column("waits_for", sa.String(36)),
        sa.Column("since", sa.BigInteger, nullable=False),
        sa.Column("expires_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_places"),
    )
    op.create_index("ix_places_team_id", "places", ["team_id"])
    op.create_index("ix_places_expires_at", "places", ["expires_at"])
    op.create_table(
        "activities",
        sa.Column("id", sa.String(36), nullable=False),
        sa.Column("team_id", sa.String(36), nullable=False),
        sa.Column("key_id", sa.String(36), nullable=False),
        sa.Column("operation", sa.String(32), nullable=False),
        sa.Column("dialect", sa.String(8), nullable=False),
        sa.Column("target", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_activities"),
    )
    op.create_index("ix_activities_at", "activities", ["at"])
    op.create_index("ix_activities_team_id_at_id", "activities", ["team_id", "at", "id"])
    op.create_table(
        "rate_windows",
        sa.Column("owner_id", sa.String(36), nullable=False),
        sa.Column("mode", sa.String(32), nullable=False),
        sa.Column("minute", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("taken", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("owner_id", "mode", "minute", name="pk_rate_windows"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_rate_windows_minute", "rate_windows", ["minute"])


def downgrade() -> None:
    """Forget all of it."""
    of_table = "" if op.get_bind().dialect.name == "sqlite" else " ON ledger"
    for change in _CHANGES:
        op.execute(f"DROP TRIGGER ledger_no_{change.lower()}{of_table}")
    if of_table:
        op.execute("DROP FUNCTION ledger_is_only_added_to")
    op.drop_column("jobs", "pages_at_once")
    op.drop_column("jobs", "page_price")
    for table in _TABLES:
        op.drop_table(table)
    op.drop_index("ix_teams_organization_id", "teams")
    for column in _TEAM_COLUMNS:
        op.drop_column("teams", column)
    for column in _KEY_COLUMNS:
        op.drop_column("api_keys", column)
