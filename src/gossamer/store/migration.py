"""Migration of the schema to this release. Alembic is loaded only when there is work."""

from pathlib import Path

from sqlalchemy import Connection, Engine, inspect, text
from sqlalchemy.exc import SQLAlchemyError

from gossamer.core.errors import DatabaseUnavailable
from gossamer.store.database import why_unusable

# The newest file in migrations/versions; a test compares.
HEAD = "0015"


# Any number that nobody else is likely to lock in the same database.
_POSTGRES_LOCK = 7_404_557_213


def migrate(engine: Engine) -> None:
    """Bring the database to HEAD; safe to repeat, to interrupt, and to do in several processes at once.

    Raises DatabaseUnavailable with a sentence for the operator.
    """
    try:
        current = _current(engine)
        if current is not None and current > HEAD:
            raise DatabaseUnavailable(
                f"The database was made by a newer Gossamer (schema {current}, this one knows {HEAD}). "
                "Install that release, or restore a copy from before it."
            )
        if current != HEAD:
            _upgrade(engine)
    except SQLAlchemyError as error:
        raise DatabaseUnavailable(why_unusable(error, engine.url)) from error


def _upgrade(engine: Engine) -> None:
    from alembic import command  # noqa: PLC0415 - 60 ms of start-up that most starts do not need
    from alembic.config import Config  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        _wait_for_others(connection)
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def _wait_for_others(connection: Connection) -> None:
    """Return when no other process migrates; what it did is then seen, so that it is done once.

    SQLite's write lock, which is held by now, does this by itself.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(text("SET LOCAL statement_timeout = 0"))
        connection.execute(text("SET LOCAL lock_timeout = 0"))
        # On a busy machine some seconds may pass from one table to the next.
        connection.execute(text("SET LOCAL idle_in_transaction_session_timeout = '5min'"))
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _POSTGRES_LOCK})


def _current(engine: Engine) -> str | None:
    with engine.connect() as connection:
        if not inspect(connection).has_table("alembic_version"):
            return None
        return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
