"""Running functions on connections, in threads, so that the event loop never waits.

SQLite has one writer. All writes of a process go through one thread: two threads that fight
for the lock wait longer than two that stand in line. Reads have their own threads; with the
write-ahead log they are never blocked by a writer. PostgreSQL writes side by side.
"""

import asyncio
import threading
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, TypeAlias, TypeVar

from sqlalchemy import Connection, Engine, text
from sqlalchemy.exc import SQLAlchemyError

from gossamer.core.errors import DatabaseUnavailable
from gossamer.core.metrics import Meters
from gossamer.core.metrics.catalogue import DATABASE_WAIT
from gossamer.store.database.failures import retrying

_T = TypeVar("_T")

_SQLITE_READERS = 4
# After this wait for SQLite's lock a writer goes back to the end of the line, so that
# a patient writer does not keep the thread from one that has less time.
_SQLITE_TURN = timedelta(milliseconds=250)
# For running work when the database is closed. A thread that waits for a database that is away may wait for ever.
_CLOSING_SECONDS = 1.0


class _GivenUp(Exception):
    """Nobody waits for this transaction any more: it must not be committed."""


@dataclass(slots=True)
class _Job:
    """A function that somebody waits for; *wanted* is false when they no longer do."""

    function: Callable[[Connection], Any]
    asked_at: float
    wanted: bool = True

    def run(self, connection: Connection) -> Any:
        """Run the function; raise _GivenUp when nobody wants what it did."""
        result = self.function(connection)
        if not self.wanted:
            raise _GivenUp
        return result


_How: TypeAlias = Callable[[_Job], Any]


class Database:
    """Runs functions on a connection: `read` sees the newest commit, `write` is one transaction.

    Both run the function again when the failure was one that passes, also after a connection
    was lost while committing: what a function does must be harmless to repeat.
    """

    # The longest wait of a request once the database has failed.
    patience = timedelta(seconds=1.5)
    # For what has not failed: on a busy machine it comes late, and an error would not be better.
    slow_patience = timedelta(seconds=10)

    def __init__(self, engine: Engine, meters: Meters | None = None) -> None:
        self._meters = meters or Meters()
        self.engine = engine
        self.insert: Callable[..., Any] = _insert_of(engine.dialect.name)
        self._is_sqlite = engine.dialect.name == "sqlite"
        # After a failover the server may be one that only reads.
        self._writable = text(
            "SELECT 1" if self._is_sqlite else "SELECT (NOT current_setting('transaction_read_only')::bool)::int"
        )
        readers, writers = (_SQLITE_READERS, 1) if self._is_sqlite else (_half_of_pool(engine), _half_of_pool(engine))
        self._readers = ThreadPoolExecutor(readers, thread_name_prefix="db-read")
        self._writers = ThreadPoolExecutor(writers, thread_name_prefix="db-write")
        self._running: set[Future[Any]] = set()
        self._held = threading.local()
        self._idle: set[Connection] = set()
        self._closing = False

    async def read(self, function: Callable[[Connection], _T], *, patience: timedelta | None = None) -> _T:
        """Return the result of *function* on a connection; each statement sees the newest commit.

        Raises DatabaseUnavailable when there is no answer within *patience*; None is that of a request: longer while
        the database only is slow, or somebody else writes, than when it cannot be reached.
        """
        result: _T = await self._run(self._readers, self._query, function, patience)
        return result

    async def write(
        self,
        function: Callable[[Connection], _T],
        *,
        patience: timedelta | None = None,
        after_failure: timedelta | None = None,
    ) -> _T:
        """Run *function* in one transaction and return what it gives, once it is durable.

        Raises DatabaseUnavailable when that did not come about within *patience* (as for `read`), or *after_failure*
        once the database failed; then, and when the caller is cancelled, nothing was written unless the commit had
        already begun. Raises DatabaseRefused or UnstorableText when the database does not take what *function* wrote.
        """
        result: _T = await self._run(self._writers, self._transact, function, patience, after_failure=after_failure)
        return result

    async def _run(
        self,
        pool: ThreadPoolExecutor,
        how: _How,
        function: Callable[[Connection], Any],
        patience: timedelta | None,
        *,
        after_failure: timedelta | None = None,
    ) -> Any:
        if patience is None:
            patience, after_failure = self.slow_patience, self.patience
        job = _Job(function, time.perf_counter())
        try:
            return await retrying(lambda: self._submit(pool, how, job), patience=patience, after_failure=after_failure)
        finally:
            job.wanted = False

    def _submit(self, pool: ThreadPoolExecutor, how: _How, job: _Job) -> asyncio.Future[Any]:
        running = pool.submit(how, job)
        self._running.add(running)
        running.add_done_callback(self._running.discard)
        return asyncio.wrap_future(running)

    def _transact(self, job: _Job) -> Any:
        def transaction(connection: Connection) -> Any:
            with connection.begin():
                self._measure_wait(job, "write")
                return job.run(connection)

        return self._on_own_connection(transaction, writes=True)

    def _query(self, job: _Job) -> Any:
        self._measure_wait(job, "read")
        return self._on_own_connection(job.function, isolation_level="AUTOCOMMIT")

    def _measure_wait(self, job: _Job, access: str) -> None:
        """Measure how long *job* stood in line and waited for the lock."""
        self._meters.observe(DATABASE_WAIT, time.perf_counter() - job.asked_at, access)

    def _on_own_connection(self, function: Callable[[Connection], Any], **options: Any) -> Any:
        """Run on this thread's own connection: taking one from the pool costs more than most statements."""
        connection = self._connection(options)
        self._idle.discard(connection)
        try:
            return function(connection)
        except SQLAlchemyError:
            self._held.connection = None
            connection.close()
            raise
        finally:
            if not connection.closed:
                self._put_down(connection)

    def _connection(self, options: Mapping[str, Any]) -> Connection:
        held: Connection | None = getattr(self._held, "connection", None)
        if held is None:
            held = self.engine.connect().execution_options(**options)
            if self._is_sqlite:
                _wait_at_most(held, _SQLITE_TURN)
            self._held.connection = held
        return held

    def _put_down(self, connection: Connection) -> None:
        if self._closing:
            # Its pool may be gone by now, and would keep it open.
            connection.detach()
            connection.close()
        else:
            self._idle.add(connection)

    async def answers(self) -> bool:
        """Return whether the database answers now, and takes changes."""
        try:
            return (
                await self.read(lambda connection: connection.execute(self._writable).scalar(), patience=self.patience)
                == 1
            )
        except DatabaseUnavailable:
            return False

    async def close(self) -> None:
        """Close all connections, and let running work end before, for a moment.

        Work that takes longer is left behind, as is what waits behind it: its thread closes its
        own connection if it ever ends, and nobody waits for that.
        """
        self._closing = True
        for pool in (self._writers, self._readers):
            pool.shutdown(wait=False, cancel_futures=True)
        with suppress(TimeoutError):
            async with asyncio.timeout(_CLOSING_SECONDS):
                await asyncio.gather(*map(asyncio.wrap_future, self._running.copy()), return_exceptions=True)
        while self._idle:
            self._idle.pop().close()
        self.engine.dispose()


def _half_of_pool(engine: Engine) -> int:
    return int(engine.pool.size()) // 2  # type: ignore[attr-defined]


def _insert_of(dialect: str) -> Callable[..., Any]:
    """Return the dialect's INSERT, which knows ON CONFLICT; the other dialect is not loaded."""
    if dialect == "sqlite":
        from sqlalchemy.dialects.sqlite import insert  # noqa: PLC0415

        return insert
    from sqlalchemy.dialects.postgresql import insert as postgres_insert  # noqa: PLC0415

    return postgres_insert


def _wait_at_most(connection: Connection, turn: timedelta) -> None:
    # On the driver's own connection: SQLAlchemy would begin a transaction first.
    driver: Any = connection.connection.driver_connection
    driver.execute(f"PRAGMA busy_timeout={turn // timedelta(milliseconds=1)}")
