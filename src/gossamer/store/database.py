"""The database: one SQL for SQLite and PostgreSQL.

SQLite has one writer. All writes go through one thread and are committed in groups: while
one commit runs, the next group gathers, so a hundred concurrent scrapes cost a few commits
and never meet "database is locked". Reads have their own threads; with the write-ahead log
they are never blocked by the writer. PostgreSQL takes the same path.
"""

import asyncio
import threading
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

import structlog
from sqlalchemy import Connection, Engine, create_engine, event, make_url, text
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from gossamer.core.errors import DatabaseUnavailable

_T = TypeVar("_T")
_log = structlog.get_logger(__name__)

_READERS = 4
_GROUP = 200
_BUSY_SECONDS = 30
_UNAVAILABLE = "The database cannot be reached or is busy. Please try again shortly."


def database_url(setting: str | None, home: Path) -> str:
    """Return the SQLAlchemy URL for *setting*; a SQLite file in *home* when it is None."""
    if setting is None:
        return f"sqlite:///{home / 'gossamer.db'}"
    for plain in ("postgresql://", "postgres://"):
        if setting.startswith(plain):
            return "postgresql+psycopg://" + setting.removeprefix(plain)
    return setting


def open_engine(url: str) -> Engine:
    """Return an engine for *url*, with what SQLite needs set on every connection."""
    if make_url(url).get_backend_name() != "sqlite":
        return create_engine(url, pool_size=_READERS + 1, max_overflow=2, pool_pre_ping=True)
    engine = create_engine(url, connect_args={"timeout": _BUSY_SECONDS, "check_same_thread": False})

    @event.listens_for(engine, "connect")
    def _tune(connection: Any, _record: Any) -> None:
        # SQLAlchemy begins transactions itself (below); the driver must not do so too.
        connection.isolation_level = None
        cursor = connection.cursor()
        cursor.execute("PRAGMA journal_mode=WAL")
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


class Database:
    """Runs functions on a connection, in threads, so that the event loop never waits."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.insert: Callable[..., Any] = sqlite.insert if engine.dialect.name == "sqlite" else postgresql.insert
        self._readers = ThreadPoolExecutor(_READERS, thread_name_prefix="db-read")
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="db-write")
        self._held = threading.local()
        self._all_held: list[Connection] = []

    async def read(self, function: Callable[[Connection], _T]) -> _T:
        """Return what *function* gives on a connection; each statement sees the newest commit.

        Raises DatabaseUnavailable.
        """
        return await self._run(self._readers, self._query, function)

    async def write(self, function: Callable[[Connection], _T]) -> _T:
        """Run *function* in one transaction and return what it gives, once it is durable."""
        return await self._run(self._writer, self._transact, function)

    async def _run(
        self,
        pool: ThreadPoolExecutor,
        how: Callable[[Callable[[Connection], _T]], _T],
        what: Callable[[Connection], _T],
    ) -> _T:
        try:
            return await asyncio.get_running_loop().run_in_executor(pool, how, what)
        except SQLAlchemyError as error:
            _log.warning("database_failed", error=type(error).__name__)
            raise DatabaseUnavailable(_UNAVAILABLE) from error

    def _transact(self, function: Callable[[Connection], _T]) -> _T:
        def transaction(connection: Connection) -> _T:
            with connection.begin():
                return function(connection)

        return self._on_own_connection(transaction, writes=True)

    def _query(self, function: Callable[[Connection], _T]) -> _T:
        return self._on_own_connection(function, isolation_level="AUTOCOMMIT")

    def _on_own_connection(self, function: Callable[[Connection], _T], **options: Any) -> _T:
        """Run on this thread's own connection: taking one from the pool costs more than most statements.

        A connection that the server closed meanwhile is replaced, and *function* run again.
        """
        try:
            return function(self._connection(options))
        except DBAPIError as error:
            self._drop_connection()
            if not error.connection_invalidated:
                raise
            return function(self._connection(options))

    def _connection(self, options: Mapping[str, Any]) -> Connection:
        held: Connection | None = getattr(self._held, "connection", None)
        if held is None:
            held = self.engine.connect().execution_options(**options)
            self._held.connection = held
            self._all_held.append(held)
        return held

    def _drop_connection(self) -> None:
        held: Connection | None = getattr(self._held, "connection", None)
        if held is not None:
            self._held.connection = None
            self._all_held.remove(held)
            held.close()

    async def answers(self) -> bool:
        """Return whether the database answers a trivial question now."""
        try:
            await self.read(lambda connection: connection.execute(text("SELECT 1")).scalar())
        except DatabaseUnavailable:
            return False
        return True

    async def close(self) -> None:
        """Let running work end and close all connections."""
        loop = asyncio.get_running_loop()
        for pool in (self._writer, self._readers):
            await loop.run_in_executor(None, pool.shutdown)
        for connection in self._all_held:
            connection.close()
        self.engine.dispose()


class GroupCommit:
    """Gathers values and hands them to *commit* in groups, each group one transaction.

    A value that makes its group fail is tried alone, so that it fails alone.
    """

    def __init__(self, database: Database, commit: Callable[[Connection, list[Any]], None]) -> None:
        self._database = database
        self._commit = commit
        self._waiting: list[tuple[Any, asyncio.Future[None]]] = []
        self._flushing: asyncio.Task[None] | None = None

    def add(self, value: Any) -> Awaitable[None]:
        """Return what to await for *value* to be durable."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((value, done))
        if self._flushing is None:
            self._flushing = asyncio.create_task(self._flush())
        return done

    async def _flush(self) -> None:
        try:
            while self._waiting:
                group, self._waiting = self._waiting[:_GROUP], self._waiting[_GROUP:]
                await self._settle(group)
        finally:
            self._flushing = None

    async def _settle(self, group: list[tuple[Any, asyncio.Future[None]]]) -> None:
        try:
            await self._database.write(lambda connection: self._commit(connection, [value for value, _ in group]))
        except DatabaseUnavailable as error:
            if (
                len(group) > 1
                and isinstance(error.__cause__, DBAPIError)
                and not error.__cause__.connection_invalidated
            ):
                for one in group:
                    await self._settle([one])
                return
            outcome: BaseException | None = error
        except Exception as error:  # noqa: BLE001 - a task supervisor: the waiting requests get the failure
            outcome = error
        else:
            outcome = None
        for _, done in group:
            if done.done():
                continue
            if outcome is None:
                done.set_result(None)
            else:
                done.set_exception(outcome)

    async def close(self) -> None:
        """Wait until everything that was added is settled."""
        while self._flushing is not None:
            with suppress(asyncio.CancelledError):
                await asyncio.shield(self._flushing)
