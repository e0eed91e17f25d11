"""Migration of the schema to this release.

A new database is made of the statements of the first release (`baseline.sql`). Alembic is loaded only for a database
that later migrations have to change.
"""

import sqlite3
from pathlib import Path
from typing import Final

from sqlalchemy import URL, Connection, Engine, inspect, text
from sqlalchemy.exc import SQLAlchemyError

from gossamer.core.errors import DatabaseUnavailable
from gossamer.store.database import copy_sqlite, database_file, why_unusable

# The newest file in migrations/versions; a test compares.
HEAD = "0027"
# The schema of the first release, and the oldest one of development builds that can be brought to it.
BASELINE = "0024"
OLDEST = "0020"
MIGRATIONS = Path(__file__).parent / "migrations"

# Each kind of database has other words for some of the baseline.
_OWN_WORDS: Final = {
    "sqlite": {"SERIAL": "INTEGER NOT NULL", "TSVECTOR": "TEXT"},
    "postgresql": {"SERIAL": "BIGSERIAL", "BLOB": "BYTEA", " WITHOUT ROWID": ""},
}
# Any number that nobody else is likely to lock in the same database.
_POSTGRES_LOCK = 7_404_557_213


def migrate(engine: Engine) -> None:
    """Bring the database to HEAD; safe to repeat, to interrupt, and to do in several processes at once.

    A SQLite file is copied first, beside itself, as `gossamer.db.schema-0020` for one of schema 0020.

    Raises DatabaseUnavailable with a sentence for the operator.
    """
    try:
        current = current_schema(engine)
        if current is None and (encoding := _unsuitable_encoding(engine)):
            raise DatabaseUnavailable(_wrong_encoding(engine.url, encoding))
        if current is not None and (refusal := refuse_schema(current)):
            raise DatabaseUnavailable(refusal)
        if current is not None and current != HEAD:
            _keep_copy(engine, current)
        if current != HEAD:
            upgrade(engine)
    except SQLAlchemyError as error:
        raise DatabaseUnavailable(why_unusable(error, engine.url)) from error


def _unsuitable_encoding(engine: Engine) -> str | None:
    """Return the encoding of a PostgreSQL database that cannot hold the text of every page, else None."""
    if engine.dialect.name == "sqlite":
        return None
    with engine.connect() as connection:
        encoding = str(connection.scalar(text("SHOW server_encoding")))
    return None if encoding == "UTF8" else encoding


def _wrong_encoding(url: URL, encoding: str) -> str:
    return (
        f"The PostgreSQL database {url.database} has the encoding {encoding}, and pages need UTF8. "
        f"Make it anew: CREATE DATABASE {url.database} TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C'."
    )


def refuse_schema(current: str, source: str = "database") -> str | None:
    """Return the reason why this release cannot use a *source* of schema *current*, None if it can."""
    if current > HEAD:
        return (
            f"The {source} was made by a newer Gossamer (schema {current}, this one knows {HEAD}). "
            "Install that release, or restore a copy from before it."
        )
    if current < OLDEST:
        return (
            f"The {source} was made by a development build (schema {current}, this release needs {OLDEST} or newer). "
            "Open it once with the last build that can upgrade it (docs/backup.md), then upgrade to this one."
        )
    return None


def _keep_copy(engine: Engine, schema: str) -> None:
    """Copy the file of a SQLite database before it is changed; a server's database is its operator's to save."""
    file = database_file(engine.url.render_as_string(hide_password=False))
    if file is None:
        return
    copy = file.with_name(f"{file.name}.schema-{schema}")
    unfinished = copy.with_name(f".{copy.name}")
    try:
        copy_sqlite(file, unfinished)
        unfinished.replace(copy)
    except (OSError, sqlite3.Error) as error:
        unfinished.unlink(missing_ok=True)
        raise DatabaseUnavailable(
            f"The database has to be changed for this release, and cannot be copied first to {copy}: {error}. "
            "Make room for a second copy, or move older copies away."
        ) from error


def upgrade(engine: Engine, to: str = HEAD) -> None:
    """Make or change the tables up to the schema *to*. Raises SQLAlchemyError."""
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        _wait_for_others(connection)
        upgrade_within(connection, to)


def upgrade_within(connection: Connection, to: str = HEAD) -> None:
    """Make or change the tables that *connection* finds first, in the transaction it is in. Raises SQLAlchemyError."""
    current = _schema_of(connection) or ""
    if current < BASELINE:
        changes = (MIGRATIONS / "baseline.sql").read_text("utf-8").split("-- schema ")[1:]
        for schema, _, statements in (change.partition("\n") for change in changes):
            if schema > current:
                _run_statements(connection, statements)
        connection.execute(text("UPDATE alembic_version SET version_num = :schema"), {"schema": BASELINE})
    if to > BASELINE:
        _run_migrations(connection, to)


def _run_statements(connection: Connection, statements: str) -> None:
    kind = connection.dialect.name
    for written, dialect_word in _OWN_WORDS[kind].items():
        statements = statements.replace(written, dialect_word)
    for statement in statements.split(";\n")[:-1]:
        if not statement.startswith("-- ") or statement.startswith(f"-- {kind}\n"):
            connection.exec_driver_sql(statement)


def _run_migrations(connection: Connection, to: str) -> None:
    from alembic import command  # noqa: PLC0415 - 60 ms of start-up that most starts do not need
    from alembic.config import Config  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    command.upgrade(config, to)


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


def pending_migrations(current: str | None) -> tuple[str, ...]:
    """Return the migrations that a database of schema *current* lacks, oldest first, as "0021 renderings by team"."""
    files = sorted((MIGRATIONS / "versions").glob("v[0-9]*.py"))
    names = [file.stem.removeprefix("v").replace("_", " ") for file in files]
    return tuple(name for name in names if current is None or name.partition(" ")[0] > current)


def tables_without_backup(schema: str) -> frozenset[str]:
    """Return the tables that are left empty when a backup of *schema* is restored: only pages can fill them again."""
    return frozenset({"public.renderings"} if schema < BASELINE else ())


def current_schema(engine: Engine) -> str | None:
    """Return the schema of the database, None when it has none yet."""
    with engine.connect() as connection:
        return _schema_of(connection)


def _schema_of(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
