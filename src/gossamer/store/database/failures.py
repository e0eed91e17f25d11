"""Classification of database failures: whether they pass, and their message."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import TypeVar

import structlog
from sqlalchemy import URL, exc
from sqlalchemy.exc import TimeoutError as PoolTimeout

from gossamer.core.errors import DatabaseRefused, DatabaseUnavailable, ServiceError, UnstorableText

_T = TypeVar("_T")
_log = structlog.get_logger(__name__)

_FIRST_PAUSE = 0.02
_LONGEST_PAUSE = 1.0
# https://www.sqlite.org/rescode.html; the lower byte of an extended code is its primary code.
# A statement that it cannot run, as where a table is missing: no outage.
_SQLITE_ERROR = 1
_SQLITE_BUSY, _SQLITE_LOCKED, _SQLITE_READONLY, _SQLITE_CORRUPT = 5, 6, 8, 11
_SQLITE_FULL, _SQLITE_CANTOPEN, _SQLITE_PROTOCOL, _SQLITE_NOTADB = 13, 14, 15, 26
_SQLITE_PASSING = frozenset({_SQLITE_BUSY, _SQLITE_LOCKED, _SQLITE_PROTOCOL})
# https://www.postgresql.org/docs/current/errcodes-appendix.html
# lock_not_available: our lock_timeout.
_POSTGRES_LOCKED = "55P03"
_POSTGRES_PASSING = frozenset(
    {
        "40001",  # serialization_failure
        "40P01",  # deadlock_detected
        _POSTGRES_LOCKED,
        "53300",  # too_many_connections
        "57P01",  # admin_shutdown
        "57P02",  # crash_shutdown
        "57P03",  # cannot_connect_now: it is starting
        "25006",  # read_only_sql_transaction: the server was the primary until a moment ago
    }
)
_CONNECTION_EXCEPTION = "08"
# The driver's own words, and untranslatable_character: the same inside JSON.
_NUL, _NUL_IN_JSON = "cannot contain NUL", "22P05"
_ABOUT_THE_VALUES = (exc.DataError, exc.IntegrityError, exc.NotSupportedError, exc.ProgrammingError)
_DAMAGED = "is damaged or is no database. Restore a copy of it, or move it away to start empty."
_NOT_WRITABLE = "cannot be opened and written. Check who may write to the folder and the file."
_SQLITE_SENTENCES = {
    _SQLITE_CORRUPT: _DAMAGED,
    _SQLITE_NOTADB: _DAMAGED,
    _SQLITE_CANTOPEN: _NOT_WRITABLE,
    _SQLITE_READONLY: _NOT_WRITABLE,
    _SQLITE_BUSY: "is locked by another program. Stop that, or wait until it is done.",
    _SQLITE_FULL: "cannot grow: the disk is full.",
}
_BUSY = "The database cannot be reached or is busy. Please try again shortly."
_REFUSED = "This could not be stored; the service's log says why."


async def retrying(
    attempt: Callable[[], Awaitable[_T]], *, patience: timedelta, after_failure: timedelta | None = None
) -> _T:
    """Return the result of *attempt*; it is run again, whole, while it fails for a reason that passes.

    Once it has failed, *after_failure* is the patience, counted from the beginning; None changes nothing. That somebody
    else writes at the moment is no failure.

    An attempt whose connection was lost may have been committed all the same, so it must be
    harmless to repeat. When *patience* is over it is cancelled, and whatever it still does
    must undo itself. Raises DatabaseUnavailable, and DatabaseRefused or UnstorableText when the database does not
    take what it was given; what is no failure of the database goes through.
    """
    pause = _FIRST_PAUSE
    last: exc.SQLAlchemyError | None = None
    try:
        async with asyncio.timeout(patience.total_seconds()) as scope:
            end = scope.when() or 0.0
            if after_failure is not None and after_failure < patience:
                end += (after_failure - patience).total_seconds()
            while True:
                try:
                    return await attempt()
                except exc.SQLAlchemyError as error:
                    if not passes(error):
                        raise translate_failure(error) from error
                    last = error
                    if not _is_busy(error):
                        scope.reschedule(end)
                # Some chance in it, or those who met at a lock would meet there again.
                await asyncio.sleep(pause * random.uniform(0.5, 1.0))  # noqa: S311 - no secret
                pause = min(2 * pause, _LONGEST_PAUSE)
    except TimeoutError as error:
        if not scope.expired():
            raise
        _log.warning("database_unavailable", reason="no answer in time" if last is None else reason(last))
        raise DatabaseUnavailable(_BUSY) from (last or error)


def passes(error: exc.SQLAlchemyError) -> bool:
    """Return whether the same transaction may well succeed a moment later."""
    if isinstance(error, PoolTimeout):
        return True
    if not isinstance(error, exc.DBAPIError):
        return False
    if error.connection_invalidated or _sqlite_code(error) in _SQLITE_PASSING:
        return True
    state = getattr(error.orig, "sqlstate", "")
    if state is None:
        # Not an answer of a PostgreSQL server: there was no connection, or it broke.
        return isinstance(error, exc.OperationalError | exc.InterfaceError)
    return state in _POSTGRES_PASSING or state.startswith(_CONNECTION_EXCEPTION)


def _is_busy(error: exc.SQLAlchemyError) -> bool:
    """Return whether another writer had the lock."""
    sqlstate = getattr(getattr(error, "orig", None), "sqlstate", None)
    return _sqlite_code(error) in {_SQLITE_BUSY, _SQLITE_LOCKED} or sqlstate == _POSTGRES_LOCKED


def translate_failure(error: exc.SQLAlchemyError) -> ServiceError:
    """Return the error for callers: the database failed, or it does not accept the value."""
    is_about_values = isinstance(error, _ABOUT_THE_VALUES) or _sqlite_code(error) == _SQLITE_ERROR
    if isinstance(error, exc.DBAPIError) and not is_about_values:
        _log.warning("database_unavailable", reason=reason(error))
        return DatabaseUnavailable(_BUSY)
    orig = error.orig if isinstance(error, exc.StatementError) else None
    if _NUL in str(orig) or getattr(orig, "sqlstate", None) == _NUL_IN_JSON:
        return UnstorableText()
    # The text of the error may hold values; the statement holds placeholders.
    _log.error(
        "database_refused",
        error=type(orig or error).__name__,
        state=getattr(orig, "sqlstate", None),
        statement=(getattr(error, "statement", None) or "")[:200],
    )
    return DatabaseRefused(_REFUSED)


def reason(error: exc.SQLAlchemyError) -> str:
    """Return the first line of what the driver said; to be used of failures that are not about values."""
    text = str(error.orig if isinstance(error, exc.DBAPIError) else error).strip()
    return text.splitlines()[0] if text else type(error).__name__


def why_unusable(error: exc.SQLAlchemyError, url: URL) -> str:
    """Return the message for a person whose service cannot start because of *error*, without a password."""
    if url.get_backend_name() == "sqlite":
        sentence = _SQLITE_SENTENCES.get(_sqlite_code(error), f"cannot be used: {reason(error)}.")
        return f"The database file {url.database} {sentence}"
    place = f"{url.host or url.query.get('host', 'localhost')}:{url.port or 5432}"
    return (
        f"The PostgreSQL database {url.database} at {place} cannot be used: {reason(error)}. "
        "Check GOSSAMER_DATABASE_URL and that the server runs."
    )


def _sqlite_code(error: exc.SQLAlchemyError) -> int:
    """Return SQLite's primary result code, 0 when the error is not SQLite's."""
    code = getattr(getattr(error, "orig", None), "sqlite_errorcode", 0)
    return code & 0xFF if isinstance(code, int) else 0
