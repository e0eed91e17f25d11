import asyncio
import sqlite3
from datetime import timedelta

import pytest
from sqlalchemy.exc import OperationalError

from gossamer.core.errors import DatabaseUnavailable
from gossamer.store.database import retrying

LONG = timedelta(seconds=30)
NONE = timedelta(0)


def failure(message: str, code: int) -> OperationalError:
    """Return an error of SQLite."""
    error = sqlite3.OperationalError(message)
    error.sqlite_errorcode = code
    return OperationalError("SELECT 1", {}, error)


LOCKED = failure("database is locked", sqlite3.SQLITE_BUSY)
AWAY = failure("locking protocol", sqlite3.SQLITE_PROTOCOL)


async def test_an_answer_that_is_late_is_waited_for() -> None:
    async def late() -> str:
        await asyncio.sleep(0)
        return "answer"

    assert await retrying(late, patience=LONG, after_failure=NONE) == "answer"


async def test_while_another_process_writes_its_turn_is_waited_for() -> None:
    script: list[OperationalError] = [LOCKED, LOCKED]

    async def locked_twice() -> str:
        if script:
            raise script.pop()
        return "answer"

    assert await retrying(locked_twice, patience=LONG, after_failure=NONE) == "answer"


async def test_a_database_that_fails_is_given_up_sooner() -> None:
    attempts = 0

    async def failing() -> None:
        nonlocal attempts
        attempts += 1
        raise AWAY

    with pytest.raises(DatabaseUnavailable):
        await retrying(failing, patience=LONG, after_failure=NONE)
    assert attempts == 1
