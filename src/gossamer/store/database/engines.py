"""Which database, what must be set on every connection to it, and copies of a SQLite file."""

import os
import sqlite3
import time
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError

from gossamer.store.sealing import Seal

# Seconds that a transaction outside `Database` (a migration) waits for SQLite's lock.
_BUSY_SECONDS = 60
_SWITCH_TRIES = 50
_SWITCH_PAUSE = 0.02
_COPIED_PAGES = 2_000
# Without these a server that vanished from the network would hold a thread for many minutes.
_POSTGRES_CONNECT = {
    "connect_timeout": 3,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 15_000,
    # The server's default would be that of the database, whose text the driver may not be able to read.
    "client_encoding": "utf8",
    # The server's list of sessions shows this name.
    "application_name": "gossamer",
}
# No statement of ours takes this long in health; a session of a frozen process must not keep
# others from the rows and turns it locked: not longer than it takes to be declared dead.
_POSTGRES_BOUNDS = (
    "SET statement_timeout = '30s'",
    "SET lock_timeout = '10s'",
    "SET idle_in_transaction_session_timeout = '10s'",
)


# How many connections a process keeps for requests, and as many for jobs: a parameter of the address.
_POOL_SIZE = "pool_size"
_POOL_SIZES = range(4, 101)


def database_url(setting: str | None, home: Path) -> str:
    """Return the SQLAlchemy URL for *setting*; a SQLite file in *home* when it is None.

    ValueError, which does not repeat the setting because it may hold a password, when it names
    no database that we know.
    """
    if setting is None:
        return f"sqlite:///{home / 'gossamer.db'}"
    if setting.startswith("postgres://"):
        setting = "postgresql" + setting.removeprefix("postgres")
    try:
        url = make_url(setting)
    except (ArgumentError, ValueError):
        raise ValueError("It is not an address such as postgresql://user:password@host/name.") from None
    match url.drivername.partition("+")[0]:
        case "postgresql" if not url.database and not {"dbname", "service"} & set(url.query):
            raise ValueError("It must name a database, as postgresql://user:password@host/name.")
        case "postgresql" if str(url.query.get(_POOL_SIZE, 8)) not in map(str, _POOL_SIZES):
            raise ValueError(f"`pool_size` must be a number from {_POOL_SIZES[0]} to {_POOL_SIZES[-1]}.")
        case "postgresql":
            return url.set(drivername="postgresql+psycopg").render_as_string(hide_password=False)
        case "sqlite" if url.database not in {None, "", ":memory:"}:
            return url.set(drivername="sqlite").render_as_string(hide_password=False)
    raise ValueError("It must begin with postgresql:// or be sqlite:/// and the path of a file.")


def database_file(url: str) -> Path | None:
    """Return the SQLite file of *url*, None when a server holds the database."""
    parsed = make_url(url)
    return Path(parsed.database) if parsed.get_backend_name() == "sqlite" and parsed.database else None


def open_engine(url: str, seal: Seal | None = None) -> Engine:
    """Return an engine for *url* of `database_url`; nothing is connected yet.

    *seal* is for the columns of `store.schema.sealed_headers`, which without one are read and written as they are.
    """
    parsed = make_url(url)
    engine = _sqlite(parsed) if parsed.get_backend_name() == "sqlite" else _postgres(parsed)
    vars(engine.dialect)["seal"] = seal
    return engine


def _sqlite(url: URL) -> Engine:
    connect = {"timeout": _BUSY_SECONDS, "check_same_thread": False}
    engine = create_engine(url, hide_parameters=True, connect_args=connect)

    @event.listens_for(engine, "do_connect")
    def _before(*_: Any) -> None:
        _make_private(url.database)

    @event.listens_for(engine, "connect")
    def _tune(connection: Any, _record: Any) -> None:
        # SQLAlchemy begins transactions itself (below); the driver must not do so too.
        connection.isolation_level = None
        cursor = connection.cursor()
        _use_write_ahead_log(cursor)
        # With the write-ahead log, NORMAL keeps every commit across a crash of the process;
        # only a power cut can take back the last moments, and never corrupts.
        cursor.execute("PRAGMA synchronous=NORMAL")
        cursor.execute("PRAGMA foreign_keys=ON")
        cursor.execute("PRAGMA temp_store=MEMORY")
        cursor.execute("PRAGMA journal_size_limit=67108864")
        cursor.close()

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        # A transaction that read first and writes later may have to be repeated when another
        # process wrote in between; taking the lock at once waits instead. Reads need none.
        if connection.get_execution_options().get("writes", False):
            connection.exec_driver_sql("BEGIN IMMEDIATE")

    return engine


def _make_private(file: str | None) -> None:
    """Make the file, where it is not there yet, for its owner alone; what SQLite puts beside it follows it.

    One that is there is not opened: to close it again would give up the locks that this process has on it.
    """
    if file and file != ":memory:":
        with suppress(OSError):  # whatever it is, connecting says it better
            os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


def _use_write_ahead_log(cursor: sqlite3.Cursor) -> None:
    """Switch the file to the write-ahead log, where it stays.

    The switch fails at once when another process makes it at the same moment: SQLite waits for
    no lock here.
    """
    for tries_left in reversed(range(_SWITCH_TRIES)):
        try:
            cursor.execute("PRAGMA journal_mode=WAL")
        except sqlite3.OperationalError as error:
            if tries_left == 0 or error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
                raise
            time.sleep(_SWITCH_PAUSE)
        else:
            return


def _postgres(url: URL) -> Engine:
    defaults = {name: value for name, value in _POSTGRES_CONNECT.items() if name not in url.query}
    chosen = url.query.get(_POOL_SIZE)
    # The store's threads keep their connections, so the pool only ever holds what they let go; DBOS has more threads.
    pool = {"pool_size": 8, "max_overflow": 8} if chosen is None else {"pool_size": int(str(chosen)), "max_overflow": 0}
    server = url.difference_update_query([_POOL_SIZE])
    engine = create_engine(server, hide_parameters=True, pool_pre_ping=True, connect_args=defaults, **pool)

    @event.listens_for(engine, "connect")
    def _set_bounds(connection: Any, _record: Any) -> None:
        # As statements and not as start-up options: connection poolers refuse those.
        connection.autocommit = True
        for setting in _POSTGRES_BOUNDS:
            connection.execute(setting)
        [session] = connection.execute("SELECT pg_backend_pid()").fetchone()
        if session != connection.info.backend_pid:
            # A pooler answers for the server; a prepared statement stays in the session of one transaction.
            connection.prepare_threshold = None
        connection.autocommit = False

    return engine


def copy_sqlite(source: Path, to: Path) -> None:
    """Copy a SQLite database that is in use, as it is at one moment, to the file *to*."""
    with closing(sqlite3.connect(source)) as reading, closing(sqlite3.connect(to)) as writing:
        reading.backup(writing, pages=_COPIED_PAGES)
