"""The engine's own connections to the database, and its own tables there.

They are not the store's: DBOS reads first and writes later within one connection and lets the
driver begin its transactions, the store begins its own. What they share is the file or the
server, so that work can be enqueued inside a transaction of the store.
"""

import importlib.metadata
from collections.abc import Callable
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, inspect, make_url, text

# Below the time in which a process must be able to leave; who wants SQLite's lock asks again.
_BUSY_MS = 4000
# Any number, as long as it is always the same and nobody else's.
_PREPARING = 7_205_759_403_792
_EXECUTORS = """
CREATE TABLE IF NOT EXISTS engine_executors
(executor_id TEXT PRIMARY KEY, incarnation TEXT NOT NULL, beats BIGINT NOT NULL)
"""
_PREPARED = "CREATE TABLE IF NOT EXISTS engine_prepared (version TEXT PRIMARY KEY)"


def connect(url: str, open_postgres: Callable[[str], Engine]) -> Engine:
    """Return an engine for the SQLAlchemy *url* of the store's database; nothing is connected yet.

    A PostgreSQL database is opened as the store does.
    """
    parsed = make_url(url)
    return _sqlite(parsed) if parsed.get_backend_name() == "sqlite" else open_postgres(url)


def _sqlite(url: URL) -> Engine:
    engine = create_engine(url, pool_size=5, max_overflow=20, connect_args={"check_same_thread": False})

    @event.listens_for(engine, "connect")
    def _tune(connection: Any, _record: Any) -> None:
        # The driver begins a transaction at the first write, and takes the lock at once: one that
        # begins with a shared lock and wants to write later fails when somebody else wrote.
        connection.isolation_level = "IMMEDIATE"
        connection.execute(f"PRAGMA busy_timeout={_BUSY_MS}")
        connection.execute("PRAGMA journal_mode=WAL")
        # As in the store: every commit outlives a crash of the process.
        connection.execute("PRAGMA synchronous=NORMAL")
        connection.execute("PRAGMA foreign_keys=ON")

    return engine


def close(engine: Engine) -> None:
    """Close all connections, and let nobody open another: who tries for ever to reach a database gives up."""

    @event.listens_for(engine, "do_connect")
    def _refuse(_dialect: Any, _record: Any, _arguments: Any, _options: Any) -> None:
        raise RuntimeError("The engine is closed.")

    @event.listens_for(engine, "checkin")
    def _close(connection: Any, _record: Any) -> None:
        # A thread that is still busy gives its connection back to a pool that is not there any more.
        connection.close()

    engine.dispose()


def workflows_table(engine: Engine) -> str:
    """Return the name of DBOS' table of workflows, for statements of ours."""
    return "workflow_status" if engine.dialect.name == "sqlite" else "dbos.workflow_status"


def prepare(engine: Engine) -> None:
    """Make the tables of DBOS and ours where they are missing. Loads DBOS."""
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            # Two processes that create one table at the same time are not kept apart by IF NOT EXISTS.
            connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _PREPARING})
        connection.execute(text(_EXECUTORS))
        connection.execute(text(_PREPARED))
    from gossamer.engine.transact import migrate  # noqa: PLC0415 - loads DBOS

    migrate(engine)
    with engine.begin() as connection:
        _note(connection, importlib.metadata.version("dbos"))


def is_prepared(engine: Engine) -> bool:
    """Return whether this very version of DBOS has prepared the database before; nothing is loaded to know."""
    with engine.connect() as connection:
        tables = inspect(connection)
        dbos = "dbos" if engine.dialect.name == "postgresql" else None
        if not tables.has_table("engine_prepared") or not tables.has_table("workflow_status", schema=dbos):
            return False
        noted = text("SELECT 1 FROM engine_prepared WHERE version = :version")
        return connection.execute(noted, {"version": importlib.metadata.version("dbos")}).first() is not None


def has_work(engine: Engine) -> bool:
    """Return whether turns wait or were begun in a prepared database."""
    query = text(
        f"SELECT 1 FROM {workflows_table(engine)} "  # noqa: S608 - one of two names
        "WHERE status IN ('ENQUEUED', 'DELAYED', 'PENDING') LIMIT 1"
    )
    with engine.connect() as connection:
        return connection.execute(query).first() is not None


def _note(connection: Connection, version: str) -> None:
    noted = text("INSERT INTO engine_prepared (version) VALUES (:version) ON CONFLICT (version) DO NOTHING")
    connection.execute(noted, {"version": version})
