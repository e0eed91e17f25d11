"""Many writes in one transaction, and each with its own fate."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import Connection, select, text

from gossamer.core.errors import DatabaseUnavailable, OwnError
from gossamer.store.database import Database, GroupCommit
from gossamer.store.schema import teams

LONG = timedelta(seconds=60)


@pytest.fixture
async def commits(database: Database) -> AsyncIterator[GroupCommit]:
    def commit(connection: Connection, names: list[Any]) -> None:
        connection.execute(teams.insert(), [{"id": name, "name": name, "created_at": 0} for name in names])

    commits = GroupCommit(database, commit)
    yield commits
    await commits.close()


async def written(database: Database) -> list[str]:
    return list(await database.read(lambda c: c.execute(select(teams.c.id).order_by(teams.c.id)).scalars().all()))


async def test_values_added_together_share_a_transaction(database: Database) -> None:
    groups: list[int] = []
    commits = GroupCommit(database, lambda _, values: groups.append(len(values)))
    await asyncio.gather(*(commits.add(n) for n in range(50)))
    assert groups == [50]


@pytest.mark.parametrize(
    "bad",
    [pytest.param(None, id="refused by the database"), pytest.param("\ud800", id="not even sent by the driver")],
)
async def test_a_value_that_cannot_be_written_fails_alone(
    commits: GroupCommit, database: Database, bad: str | None
) -> None:
    results = await asyncio.gather(*(commits.add(value) for value in ("a", bad, "b")), return_exceptions=True)
    assert [isinstance(result, Exception) for result in results] == [False, True, False]
    assert not isinstance(results[1], DatabaseUnavailable)
    assert await written(database) == ["a", "b"]


async def test_a_failing_database_is_asked_once_for_the_whole_group(database: Database) -> None:
    asked: list[int] = []

    def commit(connection: Connection, values: list[Any]) -> None:
        asked.append(len(values))
        # The server's, or the file's, own failure: nothing about the values.
        connection.exec_driver_sql(_BROKEN[connection.dialect.name])

    commits = GroupCommit(database, commit)
    results = await asyncio.gather(*(commits.add(n) for n in range(3)), return_exceptions=True)
    assert [type(result) for result in results] == [DatabaseUnavailable] * 3
    assert asked == [3]


_BROKEN = {
    "sqlite": "ATTACH DATABASE '/no/such/folder/file' AS other",  # cannot be opened
    "postgresql": "DO $$ BEGIN RAISE SQLSTATE '53100'; END $$",  # disk_full
}


async def test_what_commit_itself_raises_reaches_who_added(database: Database) -> None:
    def commit(_: Connection, values: list[Any]) -> None:
        if 1 in values:
            raise LookupError

    commits = GroupCommit(database, commit)
    results = await asyncio.gather(*(commits.add(n) for n in range(3)), return_exceptions=True)
    assert [type(result) for result in results] == [type(None), LookupError, type(None)]


async def test_who_gave_up_is_not_written_and_who_waits_is(commits: GroupCommit, database: Database) -> None:
    with database.engine.connect().execution_options(writes=True) as other:
        lock = other.begin()
        if other.dialect.name == "postgresql":
            other.execute(text("LOCK TABLE teams IN ACCESS EXCLUSIVE MODE"))
        patient = asyncio.create_task(commits.add("patient", patience=LONG))
        with pytest.raises(DatabaseUnavailable):
            await commits.add("hasty", patience=timedelta(milliseconds=50))
        lock.rollback()
    await patient
    assert await written(database) == ["patient"]


async def test_closing_waits_for_what_was_added(commits: GroupCommit, database: Database) -> None:
    adding = asyncio.create_task(commits.add("a"))
    await asyncio.sleep(0)
    await commits.close()
    assert await written(database) == ["a"]
    await adding


async def test_closing_can_be_cancelled(commits: GroupCommit, database: Database) -> None:
    with database.engine.connect().execution_options(writes=True) as other, other.begin():
        if other.dialect.name == "postgresql":
            other.execute(text("LOCK TABLE teams IN ACCESS EXCLUSIVE MODE"))
        adding = asyncio.create_task(commits.add("a"))
        await asyncio.sleep(0)
        closing = asyncio.create_task(commits.close())
        await asyncio.sleep(0)
        closing.cancel()
        with pytest.raises(asyncio.CancelledError):
            await closing
        adding.cancel()
        with suppress(asyncio.CancelledError):
            await adding


async def test_a_refusal_is_our_failure_and_no_outage(commits: GroupCommit) -> None:
    await commits.add("a")
    with pytest.raises(OwnError) as refused:
        await commits.add("a")
    assert not isinstance(refused.value, DatabaseUnavailable)
