import asyncio
import sqlite3
from datetime import timedelta

import pytest
from sqlalchemy.exc import OperationalError

from gossamer.core.errors import DatabaseUnavailable
from gossamer.store.database import retrying

LONG = timedelta(seconds=30)
NONE = timedelta(0)


def busy() -> OperationalError:
    """Return the error of a database that another process holds."""
    error = sqlite3.OperationalError("database is locked")
    error.sqlite_errorcode = sqlite3.SQLITE_BUSY
    return OperationalError("SELECT 1", {}, error)


async def test_an_answer_that_is_late_is_waited_for() -> None:
    async def late() -> str:
        await asyncio.sleep(0)
        return "answer"

    assert await retrying(late, patience=LONG, after_failure=NONE) == "answer"


async def test_a_database_that_fails_is_given_up_sooner() -> None:
    attempts = 0

    async def failing() -> None:
        nonlocal attempts
        attempts += 1
        raise busy()

    with pytest.raises(DatabaseUnavailable):
        await retrying(failing, patience=LONG, after_failure=NONE)
    assert attempts == 1
