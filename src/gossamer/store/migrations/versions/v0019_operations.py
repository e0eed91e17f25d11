"""Traces and delays of jobs; deletion of teams, users and organizations."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0016"

_DELETABLE = ("organizations", "teams", "users")
_ONLY_ADDED_TO = "The ledger is only added to."
_DELETED = "SELECT 1 FROM teams WHERE teams.id = OLD.team_id AND teams.purge_at IS NOT NULL"


def upgrade() -> None:
    """Add the columns, and the table of what removed teams used."""
    op.add_column("jobs", sa.Column("trace", sa.Text, nullable=False, server_default=""))
    op.add_column("jobs", sa.Column("delays", sa.Integer, nullable=False, server_default="0"))
    op.add_column("jobs", sa.Column("delayed_ms", sa.BigInteger, nullable=False, server_default="0"))
    for table in _DELETABLE:
        op.add_column(table, sa.Column("purge_at", sa.BigInteger))
    op.create_table(
        "retained_usage",
        sa.Column("day", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("operation", sa.String(32), primary_key=True),
        sa.Column("credits", sa.BigInteger, nullable=False),
        sa.Column("charges", sa.BigInteger, nullable=False),
        sqlite_with_rowid=False,
    )
    _let_the_ledger_forget_deleted_teams()


def _is_sqlite() -> bool:
    return op.get_bind().dialect.name == "sqlite"


def _let_the_ledger_forget_deleted_teams() -> None:
    """Forbid to delete charges, but for those of deleted teams."""
    _drop_trigger()
    if _is_sqlite():
        op.execute(
            f"CREATE TRIGGER ledger_no_delete BEFORE DELETE ON ledger WHEN NOT EXISTS ({_DELETED}) "
            f"BEGIN SELECT RAISE(ABORT, '{_ONLY_ADDED_TO}'); END"
        )
        return
    op.execute(
        "CREATE FUNCTION ledger_forgets_deleted_teams() RETURNS trigger LANGUAGE plpgsql "
        f"AS $$ BEGIN IF EXISTS ({_DELETED}) THEN RETURN OLD; END IF; RAISE EXCEPTION '{_ONLY_ADDED_TO}'; END $$"
    )
    op.execute(
        "CREATE TRIGGER ledger_no_delete BEFORE DELETE ON ledger "
        "FOR EACH ROW EXECUTE FUNCTION ledger_forgets_deleted_teams()"
    )


def _drop_trigger() -> None:
    op.execute("DROP TRIGGER ledger_no_delete" + ("" if _is_sqlite() else " ON ledger"))


def _let_the_ledger_forget_nothing() -> None:
    """Forbid to delete any charge."""
    _drop_trigger()
    if _is_sqlite():
        op.execute(
            "CREATE TRIGGER ledger_no_delete BEFORE DELETE ON ledger "
            f"BEGIN SELECT RAISE(ABORT, '{_ONLY_ADDED_TO}'); END"
        )
        return
    op.execute("DROP FUNCTION ledger_forgets_deleted_teams")
    op.execute(
        "CREATE TRIGGER ledger_no_delete BEFORE DELETE ON ledger "
        "FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_only_added_to()"
    )


def downgrade() -> None:
    """Forget all of it; what was deleted and not yet removed is in use again."""
    _let_the_ledger_forget_nothing()
    op.drop_table("retained_usage")
    for table in reversed(_DELETABLE):
        op.drop_column(table, "purge_at")
    for column in ("delayed_ms", "delays", "trace"):
        op.drop_column("jobs", column)
